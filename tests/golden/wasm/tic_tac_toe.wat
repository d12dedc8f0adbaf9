(module
  (memory (export "memory") 38 38)
  (global (mut i32) (i32.const 2180656))
  (global (mut i32) (i32.const 0))
  (global (mut i64) (i64.const 0))
  (global (mut i32) (i32.const 2115120))
  (func $append (param i32) (param i32)
    (local i32)
    local.get 0
    i32.load
    local.set 2
    local.get 0
    local.get 2
    i32.const 2
    i32.shl
    i32.add
    local.get 1
    i32.store offset=4
    local.get 0
    local.get 2
    i32.const 1
    i32.add
    i32.store
  )
  (func $below (param i32) (param i32) (result i32)
    (local i64)
    local.get 0
    local.get 0
    i64.load
    i64.const 6364136223846793005
    i64.mul
    i64.const 1442695040888963407
    i64.add
    local.tee 2
    i64.store
    local.get 2
    i64.const 32
    i64.shr_u
    local.get 1
    i64.extend_i32_u
    i64.mul
    i64.const 32
    i64.shr_u
    i32.wrap_i64
  )
  (func $divide (param i64) (param i64) (result i64)
    (local i64)
    local.get 0
    local.get 1
    i64.div_s
    local.set 2
    local.get 0
    local.get 1
    i64.rem_s
    i64.const 0
    i64.ne
    local.get 0
    local.get 1
    i64.xor
    i64.const 0
    i64.lt_s
    i32.and
    if (result i64)
      local.get 2
      i64.const 1
      i64.sub
    else
      local.get 2
    end
  )
  (func $find (param i32) (param i32) (result i32)
    (local i32 v128 i32)
    local.get 1
    i8x16.splat
    local.set 3
    block
      loop
        local.get 0
        local.get 2
        i32.add
        v128.load offset=4
        local.get 3
        i8x16.eq
        i8x16.bitmask
        local.tee 4
        br_if 1
        local.get 2
        i32.const 16
        i32.add
        local.set 2
        br 0
      end
    end
    local.get 2
    local.get 4
    i32.ctz
    i32.add
    local.set 2
    local.get 2
  )
  (func $remove (param i32)
    (local i32 i32 i32 v128 i32)
    local.get 0
    i32.const 2
    i32.shl
    i32.load offset=80
    i32.const 32
    i32.mul
    i32.const 752
    i32.add
    local.tee 1
    local.get 1
    i32.load
    i32.const 1
    i32.sub
    local.tee 3
    i32.store
    local.get 1
    local.get 3
    i32.add
    i32.load8_u offset=4
    local.get 0
    i32.ne
    if
      local.get 0
      i8x16.splat
      local.set 4
      block
        loop
          local.get 1
          local.get 2
          i32.add
          v128.load offset=4
          local.get 4
          i8x16.eq
          i8x16.bitmask
          local.tee 5
          br_if 1
          local.get 2
          i32.const 16
          i32.add
          local.set 2
          br 0
        end
      end
      local.get 2
      local.get 5
      i32.ctz
      i32.add
      local.set 2
      loop
        local.get 1
        local.get 2
        i32.add
        local.get 1
        local.get 2
        i32.add
        v128.load offset=5
        v128.store offset=4
        local.get 2
        i32.const 16
        i32.add
        local.set 2
        local.get 2
        local.get 3
        i32.lt_s
        br_if 0
      end
    end
  )
  (func $insert (param i32) (param i32)
    (local i32 i32)
    local.get 0
    i32.const 2
    i32.shl
    local.get 1
    i32.store offset=80
    local.get 1
    i32.const 32
    i32.mul
    i32.const 752
    i32.add
    local.tee 2
    local.get 2
    i32.load
    local.tee 3
    i32.const 1
    i32.add
    i32.store
    local.get 2
    local.get 3
    i32.add
    local.get 0
    i32.store8 offset=4
  )
  (func $insert_below (param i32) (param i32)
    (local i32 i32)
    local.get 0
    i32.const 2
    i32.shl
    local.get 1
    i32.store offset=80
    local.get 1
    i32.const 32
    i32.mul
    i32.const 752
    i32.add
    local.tee 2
    local.get 2
    i32.load
    local.tee 3
    i32.const 1
    i32.add
    i32.store
    block
      loop
        local.get 3
        i32.eqz
        br_if 1
        local.get 3
        i32.const -1
        i32.add
        local.set 3
        local.get 2
        local.get 3
        i32.add
        local.get 2
        local.get 3
        i32.add
        i32.load8_u offset=4
        i32.store8 offset=5
        br 0
      end
    end
    local.get 2
    local.get 0
    i32.store8 offset=4
  )
  (func $move (param i32) (param i32)
    (local i32 i32 i32 v128 i32 i32 i32)
    local.get 0
    i32.const 2
    i32.shl
    i32.load offset=80
    i32.const 32
    i32.mul
    i32.const 752
    i32.add
    local.tee 2
    local.get 2
    i32.load
    i32.const 1
    i32.sub
    local.tee 4
    i32.store
    local.get 2
    local.get 4
    i32.add
    i32.load8_u offset=4
    local.get 0
    i32.ne
    if
      local.get 0
      i8x16.splat
      local.set 5
      block
        loop
          local.get 2
          local.get 3
          i32.add
          v128.load offset=4
          local.get 5
          i8x16.eq
          i8x16.bitmask
          local.tee 6
          br_if 1
          local.get 3
          i32.const 16
          i32.add
          local.set 3
          br 0
        end
      end
      local.get 3
      local.get 6
      i32.ctz
      i32.add
      local.set 3
      loop
        local.get 2
        local.get 3
        i32.add
        local.get 2
        local.get 3
        i32.add
        v128.load offset=5
        v128.store offset=4
        local.get 3
        i32.const 16
        i32.add
        local.set 3
        local.get 3
        local.get 4
        i32.lt_s
        br_if 0
      end
    end
    local.get 0
    i32.const 2
    i32.shl
    local.get 1
    i32.store offset=80
    local.get 1
    i32.const 32
    i32.mul
    i32.const 752
    i32.add
    local.tee 7
    local.get 7
    i32.load
    local.tee 8
    i32.const 1
    i32.add
    i32.store
    local.get 7
    local.get 8
    i32.add
    local.get 0
    i32.store8 offset=4
  )
  (func $shuffle (param i32) (param i32)
    (local i32 i32 i32 i32 i64)
    local.get 1
    i64.load
    local.set 6
    local.get 0
    i32.load
    local.tee 3
    i32.const 1
    i32.sub
    local.get 0
    i32.add
    local.set 2
    block
      loop
        local.get 3
        i32.const 1
        i32.le_s
        br_if 1
        local.get 6
        i64.const 6364136223846793005
        i64.mul
        i64.const 1442695040888963407
        i64.add
        local.tee 6
        drop
        local.get 0
        local.get 6
        i64.const 32
        i64.shr_u
        local.get 3
        i64.extend_i32_u
        i64.mul
        i64.const 32
        i64.shr_u
        i32.wrap_i64
        i32.add
        local.tee 4
        i32.load8_u offset=4
        local.set 5
        local.get 4
        local.get 2
        i32.load8_u offset=4
        i32.store8 offset=4
        local.get 2
        local.get 5
        i32.store8 offset=4
        local.get 2
        i32.const -1
        i32.add
        local.set 2
        local.get 3
        i32.const -1
        i32.add
        local.set 3
        br 0
      end
    end
    local.get 1
    local.get 6
    i64.store
  )
  (func $spend (param i64)
    local.get 0
    i64.const 0
    i64.gt_s
    if
      global.get 2
      local.get 0
      i64.add
      global.set 2
      global.get 2
      i64.const 5000000
      i64.gt_s
      if
        unreachable
      end
    end
  )
  (func $record (param i32) (result i32)
    (local i32)
    global.get 3
    local.set 1
    local.get 1
    local.get 0
    i32.const 2
    i32.shl
    i32.add
    i32.const 4
    i32.add
    global.set 3
    global.get 3
    i32.const 2180656
    i32.gt_u
    if
      unreachable
    end
    local.get 1
    local.get 0
    i32.store
    local.get 1
  )
  (func $close_gap (param i32) (param i32) (param i32)
    (local i32 i32)
    local.get 2
    i32.const 1
    i32.sub
    local.set 2
    local.get 0
    local.get 2
    i32.store
    local.get 0
    local.get 1
    i32.const 2
    i32.shl
    i32.add
    local.set 3
    local.get 0
    local.get 2
    i32.const 2
    i32.shl
    i32.add
    local.set 4
    block
      local.get 3
      local.get 4
      i32.ge_s
      br_if 0
      loop
        local.get 3
        local.get 3
        i32.load offset=8
        i32.store offset=4
        local.get 3
        i32.const 4
        i32.add
        local.set 3
        local.get 3
        local.get 4
        i32.lt_s
        br_if 0
      end
    end
  )
  (func $copy (param i32) (param i32)
    (local i32)
    local.get 1
    i32.load
    i32.const 1
    i32.add
    i32.const 2
    i32.shl
    local.get 1
    i32.add
    local.set 2
    block
      loop
        local.get 1
        i32.const 16
        i32.add
        local.get 2
        i32.gt_u
        br_if 1
        local.get 0
        local.get 1
        v128.load
        v128.store
        local.get 0
        i32.const 16
        i32.add
        local.set 0
        local.get 1
        i32.const 16
        i32.add
        local.set 1
        br 0
      end
    end
    block
      loop
        local.get 1
        i32.const 4
        i32.add
        local.get 2
        i32.gt_u
        br_if 1
        local.get 0
        local.get 1
        i32.load
        i32.store
        local.get 0
        i32.const 4
        i32.add
        local.set 0
        local.get 1
        i32.const 4
        i32.add
        local.set 1
        br 0
      end
    end
  )
  (func $routine_0 (param i32) (result i32)
    (local i32 i32 i32 i32 i32 i32 i32 i32 i32 i64 i32 i32 i32 i32)
    global.get 0
    local.tee 1
    i32.const 152
    i32.add
    global.set 0
    global.get 0
    i32.const 2377264
    i32.gt_u
    if
      unreachable
    end
    block (result i32)
      loop
        block
          global.get 2
          i64.const 660
          i64.add
          global.set 2
          global.get 2
          i64.const 5000000
          i64.gt_s
          if
            unreachable
          end
          i32.const 0
          i32.const 0
          i32.load offset=24
          i32.const 1
          i32.add
          i32.store offset=24
          i32.const 0
          i32.const 0
          i32.load offset=28
          i32.const 1
          i32.add
          i32.store offset=28
          i32.const 0
          local.set 2
          i32.const 0
          local.set 3
          i32.const 0
          local.set 5
          block
            i32.const 0
            local.set 6
            local.get 5
            local.get 6
            i32.const 2
            i32.shl
            i32.load offset=96
            i32.const -1
            i32.eq
            local.get 6
            i32.shl
            i32.or
            local.set 5
            i32.const 1
            local.set 6
            local.get 5
            local.get 6
            i32.const 2
            i32.shl
            i32.load offset=96
            i32.const -1
            i32.eq
            local.get 6
            i32.shl
            i32.or
            local.set 5
            i32.const 2
            local.set 6
            local.get 5
            local.get 6
            i32.const 2
            i32.shl
            i32.load offset=96
            i32.const -1
            i32.eq
            local.get 6
            i32.shl
            i32.or
            local.set 5
            i32.const 3
            local.set 6
            local.get 5
            local.get 6
            i32.const 2
            i32.shl
            i32.load offset=96
            i32.const -1
            i32.eq
            local.get 6
            i32.shl
            i32.or
            local.set 5
            i32.const 4
            local.set 6
            local.get 5
            local.get 6
            i32.const 2
            i32.shl
            i32.load offset=96
            i32.const -1
            i32.eq
            local.get 6
            i32.shl
            i32.or
            local.set 5
            i32.const 5
            local.set 6
            local.get 5
            local.get 6
            i32.const 2
            i32.shl
            i32.load offset=96
            i32.const -1
            i32.eq
            local.get 6
            i32.shl
            i32.or
            local.set 5
            i32.const 6
            local.set 6
            local.get 5
            local.get 6
            i32.const 2
            i32.shl
            i32.load offset=96
            i32.const -1
            i32.eq
            local.get 6
            i32.shl
            i32.or
            local.set 5
            i32.const 7
            local.set 6
            local.get 5
            local.get 6
            i32.const 2
            i32.shl
            i32.load offset=96
            i32.const -1
            i32.eq
            local.get 6
            i32.shl
            i32.or
            local.set 5
            i32.const 8
            local.set 6
            local.get 5
            local.get 6
            i32.const 2
            i32.shl
            i32.load offset=96
            i32.const -1
            i32.eq
            local.get 6
            i32.shl
            i32.or
            local.set 5
          end
          local.get 5
          local.set 5
          local.get 5
          i32.popcnt
          local.set 4
          local.get 4
          i32.const 0
          i32.gt_s
          i32.eqz
          if
            br 1
          end
          i32.const 0
          i32.const 0
          i32.ne
          local.set 6
          block
            local.get 4
            local.get 6
            i32.add
            local.set 7
            block (result i32)
              local.get 7
              i32.const 2
              i32.sub
              i32.const 4094
              i32.ge_u
              if
                local.get 7
                i32.const 1
                i32.ne
                if
                  unreachable
                end
                i32.const 0
                i32.const 0
                i32.load offset=20
                i32.const 1
                i32.add
                local.tee 9
                i32.store offset=20
                local.get 9
                i32.const 100000
                i32.gt_s
                if
                  unreachable
                end
                i64.const 0
                global.set 2
                i32.const 0
                i32.const 0
                i32.load offset=72
                i32.const 1
                i32.add
                i32.store offset=72
                i32.const 0
                br 1
              end
              i32.const 0
              i32.const 0
              i64.load offset=16
              local.get 7
              i64.extend_i32_u
              i64.add
              i64.const 4294967296
              i64.add
              local.tee 10
              i64.store offset=16
              local.get 10
              i64.const 429501024567296
              i64.ge_s
              if
                unreachable
              end
              i64.const 0
              global.set 2
              local.get 7
              i32.const 2
              i32.shl
              local.tee 9
              local.get 9
              i32.load offset=1576
              i32.const 1
              i32.add
              i32.store offset=1576
              local.get 3
              i32.const 3
              i32.shl
              local.set 9
              local.get 6
              if
                local.get 3
                i32.const 2
                i32.shl
                i32.load offset=1568
                i32.eqz
                if
                  local.get 7
                  i32.const -1
                  i32.add
                  local.set 7
                  local.get 9
                  local.get 9
                  i64.load offset=1552
                  i64.const 6364136223846793005
                  i64.mul
                  i64.const 1442695040888963407
                  i64.add
                  local.tee 10
                  i64.store offset=1552
                  local.get 10
                  i64.const 0
                  i64.lt_s
                  if
                    br 4
                  end
                end
              end
              local.get 9
              local.get 9
              i64.load offset=1552
              i64.const 6364136223846793005
              i64.mul
              i64.const 1442695040888963407
              i64.add
              local.tee 10
              i64.store offset=1552
              local.get 10
              i64.const 32
              i64.shr_u
              local.get 7
              i64.extend_i32_u
              i64.mul
              i64.const 32
              i64.shr_u
              i32.wrap_i64
            end
            local.set 8
            local.get 8
            local.get 4
            i32.ge_s
            if
              br 1
            end
            local.get 5
            local.set 9
            local.get 8
            local.set 11
            block
              loop
                local.get 11
                i32.eqz
                br_if 1
                local.get 9
                local.get 9
                i32.const 1
                i32.sub
                i32.and
                local.set 9
                local.get 11
                i32.const -1
                i32.add
                local.set 11
                br 0
              end
            end
            local.get 9
            i32.ctz
            local.set 12
            local.get 12
            i32.const 2
            i32.shl
            local.set 9
            local.get 9
            local.get 2
            i32.store offset=96
            br 1
          end
          br 0
          unreachable
        end
        block
          local.get 1
          i32.const 0
          i32.add
          local.set 3
          local.get 3
          local.set 4
          local.get 1
          i32.const 76
          i32.add
          local.set 5
          local.get 5
          local.set 6
          i32.const 0
          i32.load offset=136
          local.set 7
          local.get 6
          local.get 7
          i32.store offset=4
          local.get 6
          i32.const 4
          i32.add
          local.set 6
          i32.const 0
          i32.load offset=140
          local.set 7
          local.get 6
          local.get 7
          i32.store offset=4
          local.get 6
          i32.const 4
          i32.add
          local.set 6
          i32.const 0
          i32.load offset=144
          local.set 7
          local.get 6
          local.get 7
          i32.store offset=4
          local.get 6
          i32.const 4
          i32.add
          local.set 6
          i32.const 0
          i32.load offset=148
          local.set 7
          local.get 6
          local.get 7
          i32.store offset=4
          local.get 6
          i32.const 4
          i32.add
          local.set 6
          i32.const 0
          i32.load offset=152
          local.set 7
          local.get 6
          local.get 7
          i32.store offset=4
          local.get 6
          i32.const 4
          i32.add
          local.set 6
          i32.const 0
          i32.load offset=156
          local.set 7
          local.get 6
          local.get 7
          i32.store offset=4
          local.get 6
          i32.const 4
          i32.add
          local.set 6
          i32.const 0
          i32.load offset=160
          local.set 7
          local.get 6
          local.get 7
          i32.store offset=4
          local.get 6
          i32.const 4
          i32.add
          local.set 6
          i32.const 0
          i32.load offset=164
          local.set 7
          local.get 6
          local.get 7
          i32.store offset=4
          local.get 6
          i32.const 4
          i32.add
          local.set 6
          i32.const 0
          i32.load offset=168
          local.set 7
          local.get 6
          local.get 7
          i32.store offset=4
          local.get 6
          i32.const 4
          i32.add
          local.set 6
          local.get 5
          local.get 6
          local.get 5
          i32.sub
          local.tee 6
          i32.const 2
          i32.shr_u
          i32.store
          local.get 6
          i32.const 72
          i32.gt_u
          if
            unreachable
          end
          local.get 5
          local.set 7
          local.get 5
          local.get 5
          i32.load
          i32.const 2
          i32.shl
          i32.add
          local.set 8
          block
            local.get 7
            local.get 8
            i32.ge_s
            br_if 0
            loop
              local.get 7
              i32.load offset=4
              local.set 9
              local.get 4
              local.get 9
              i32.store offset=4
              local.get 4
              i32.const 4
              i32.add
              local.set 4
              local.get 7
              i32.const 4
              i32.add
              local.set 7
              local.get 7
              local.get 8
              i32.lt_s
              br_if 0
            end
          end
          local.get 3
          local.get 4
          local.get 3
          i32.sub
          local.tee 4
          i32.const 2
          i32.shr_u
          i32.store
          local.get 4
          i32.const 72
          i32.gt_u
          if
            unreachable
          end
          local.get 1
          i32.const 76
          i32.add
          local.set 5
          local.get 5
          i32.const 0
          i32.store
          local.get 5
          i64.const 0
          i64.store
          local.get 5
          i32.const 0
          i32.store offset=8
          i32.const 0
          local.set 8
          block (result i32)
            block
              local.get 8
              i32.const 1
              i32.add
              i32.const 1
              i32.eq
              i32.eqz
              br_if 0
              i32.const 0
              br 1
            end
            i32.const 1
          end
          local.set 9
          i32.const 0
          local.set 11
          i32.const 9
          local.set 13
          block
            local.get 11
            local.get 13
            i32.ge_s
            br_if 0
            loop
              block
                local.get 11
                i32.const 2
                i32.shl
                i32.load offset=96
                local.get 9
                i32.eq
                i32.eqz
                br_if 0
                i32.const -1
                local.set 7
                local.get 11
                i32.const 0
                i32.ge_s
                if
                  local.get 3
                  local.get 11
                  i32.const 2
                  i32.shl
                  i32.add
                  i32.load offset=4
                  local.set 7
                end
                local.get 7
                i32.const 0
                i32.ge_s
                if
                  local.get 5
                  local.get 7
                  i32.add
                  i32.const 1
                  i32.store8
                end
              end
              local.get 11
              i32.const 1
              i32.add
              local.set 11
              local.get 11
              local.get 13
              i32.lt_s
              br_if 0
            end
          end
          i32.const 0
          local.set 6
          i32.const 0
          local.set 8
          block (result i32)
            block
              local.get 8
              i32.const 1
              i32.add
              i32.const 1
              i32.eq
              i32.eqz
              br_if 0
              i32.const 0
              br 1
            end
            i32.const 1
          end
          local.set 9
          i32.const 0
          local.set 11
          i32.const 9
          local.set 13
          block
            local.get 11
            local.get 13
            i32.ge_s
            br_if 0
            loop
              block
                local.get 11
                i32.const 2
                i32.shl
                i32.load offset=96
                local.get 9
                i32.eq
                i32.eqz
                br_if 0
                i32.const -1
                local.set 7
                local.get 11
                i32.const 0
                i32.ge_s
                if
                  local.get 3
                  local.get 11
                  i32.const 2
                  i32.shl
                  i32.add
                  i32.load offset=4
                  local.set 7
                end
                i32.const 0
                local.set 14
                block
                  loop
                    local.get 7
                    i32.const 0
                    i32.lt_s
                    br_if 1
                    local.get 5
                    local.get 7
                    i32.add
                    i32.load8_u
                    i32.eqz
                    br_if 1
                    local.get 14
                    i32.const 1
                    i32.add
                    local.set 14
                    local.get 7
                    i32.const 2
                    i32.shl
                    i32.load offset=2442800
                    local.set 7
                    br 0
                  end
                end
                local.get 14
                local.get 6
                i32.gt_s
                if
                  local.get 14
                  local.set 6
                end
                i32.const -1
                local.set 7
                local.get 11
                i32.const 0
                i32.ge_s
                if
                  local.get 3
                  local.get 11
                  i32.const 2
                  i32.shl
                  i32.add
                  i32.load offset=4
                  local.set 7
                end
                i32.const 0
                local.set 14
                block
                  loop
                    local.get 7
                    i32.const 0
                    i32.lt_s
                    br_if 1
                    local.get 5
                    local.get 7
                    i32.add
                    i32.load8_u
                    i32.eqz
                    br_if 1
                    local.get 14
                    i32.const 1
                    i32.add
                    local.set 14
                    local.get 7
                    i32.const 2
                    i32.shl
                    i32.load offset=2442836
                    local.set 7
                    br 0
                  end
                end
                local.get 14
                local.get 6
                i32.gt_s
                if
                  local.get 14
                  local.set 6
                end
                i32.const -1
                local.set 7
                local.get 11
                i32.const 0
                i32.ge_s
                if
                  local.get 3
                  local.get 11
                  i32.const 2
                  i32.shl
                  i32.add
                  i32.load offset=4
                  local.set 7
                end
                i32.const 0
                local.set 14
                block
                  loop
                    local.get 7
                    i32.const 0
                    i32.lt_s
                    br_if 1
                    local.get 5
                    local.get 7
                    i32.add
                    i32.load8_u
                    i32.eqz
                    br_if 1
                    local.get 14
                    i32.const 1
                    i32.add
                    local.set 14
                    local.get 7
                    i32.const 2
                    i32.shl
                    i32.load offset=2442872
                    local.set 7
                    br 0
                  end
                end
                local.get 14
                local.get 6
                i32.gt_s
                if
                  local.get 14
                  local.set 6
                end
                i32.const -1
                local.set 7
                local.get 11
                i32.const 0
                i32.ge_s
                if
                  local.get 3
                  local.get 11
                  i32.const 2
                  i32.shl
                  i32.add
                  i32.load offset=4
                  local.set 7
                end
                i32.const 0
                local.set 14
                block
                  loop
                    local.get 7
                    i32.const 0
                    i32.lt_s
                    br_if 1
                    local.get 5
                    local.get 7
                    i32.add
                    i32.load8_u
                    i32.eqz
                    br_if 1
                    local.get 14
                    i32.const 1
                    i32.add
                    local.set 14
                    local.get 7
                    i32.const 2
                    i32.shl
                    i32.load offset=2442908
                    local.set 7
                    br 0
                  end
                end
                local.get 14
                local.get 6
                i32.gt_s
                if
                  local.get 14
                  local.set 6
                end
              end
              local.get 11
              i32.const 1
              i32.add
              local.set 11
              local.get 11
              local.get 13
              i32.lt_s
              br_if 0
            end
          end
          local.get 6
          i32.const 3
          i32.eq
          i32.eqz
          br_if 0
          i32.const 0
          local.set 3
          block
            i32.const 0
            local.set 4
            local.get 3
            i32.const 2
            i32.ge_s
            if
              unreachable
            end
            local.get 3
            i32.const 2
            i32.shl
            local.get 4
            i32.store offset=708
            local.get 3
            i32.const 1
            i32.add
            local.set 3
          end
          i32.const 0
          local.get 3
          i32.store offset=704
          i32.const 0
          i32.const 1
          i32.store offset=36
          i32.const -1
          br 2
        end
        block
          block
            i32.const 0
            local.set 3
            block
              i32.const 0
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
              i32.const 1
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
              i32.const 2
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
              i32.const 3
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
              i32.const 4
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
              i32.const 5
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
              i32.const 6
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
              i32.const 7
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
              i32.const 8
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
            end
            local.get 3
            br_if 0
            br 1
          end
          block
            i32.const 1
            local.set 2
            i32.const 1
            local.set 3
            i32.const 0
            local.set 5
            block
              i32.const 0
              local.set 6
              local.get 5
              local.get 6
              i32.const 2
              i32.shl
              i32.load offset=96
              i32.const -1
              i32.eq
              local.get 6
              i32.shl
              i32.or
              local.set 5
              i32.const 1
              local.set 6
              local.get 5
              local.get 6
              i32.const 2
              i32.shl
              i32.load offset=96
              i32.const -1
              i32.eq
              local.get 6
              i32.shl
              i32.or
              local.set 5
              i32.const 2
              local.set 6
              local.get 5
              local.get 6
              i32.const 2
              i32.shl
              i32.load offset=96
              i32.const -1
              i32.eq
              local.get 6
              i32.shl
              i32.or
              local.set 5
              i32.const 3
              local.set 6
              local.get 5
              local.get 6
              i32.const 2
              i32.shl
              i32.load offset=96
              i32.const -1
              i32.eq
              local.get 6
              i32.shl
              i32.or
              local.set 5
              i32.const 4
              local.set 6
              local.get 5
              local.get 6
              i32.const 2
              i32.shl
              i32.load offset=96
              i32.const -1
              i32.eq
              local.get 6
              i32.shl
              i32.or
              local.set 5
              i32.const 5
              local.set 6
              local.get 5
              local.get 6
              i32.const 2
              i32.shl
              i32.load offset=96
              i32.const -1
              i32.eq
              local.get 6
              i32.shl
              i32.or
              local.set 5
              i32.const 6
              local.set 6
              local.get 5
              local.get 6
              i32.const 2
              i32.shl
              i32.load offset=96
              i32.const -1
              i32.eq
              local.get 6
              i32.shl
              i32.or
              local.set 5
              i32.const 7
              local.set 6
              local.get 5
              local.get 6
              i32.const 2
              i32.shl
              i32.load offset=96
              i32.const -1
              i32.eq
              local.get 6
              i32.shl
              i32.or
              local.set 5
              i32.const 8
              local.set 6
              local.get 5
              local.get 6
              i32.const 2
              i32.shl
              i32.load offset=96
              i32.const -1
              i32.eq
              local.get 6
              i32.shl
              i32.or
              local.set 5
            end
            local.get 5
            local.set 5
            local.get 5
            i32.popcnt
            local.set 4
            local.get 4
            i32.const 0
            i32.gt_s
            i32.eqz
            if
              br 1
            end
            i32.const 0
            i32.const 0
            i32.ne
            local.set 6
            block
              local.get 4
              local.get 6
              i32.add
              local.set 7
              block (result i32)
                local.get 7
                i32.const 2
                i32.sub
                i32.const 4094
                i32.ge_u
                if
                  local.get 7
                  i32.const 1
                  i32.ne
                  if
                    unreachable
                  end
                  i32.const 0
                  i32.const 0
                  i32.load offset=20
                  i32.const 1
                  i32.add
                  local.tee 9
                  i32.store offset=20
                  local.get 9
                  i32.const 100000
                  i32.gt_s
                  if
                    unreachable
                  end
                  i64.const 0
                  global.set 2
                  i32.const 0
                  i32.const 0
                  i32.load offset=72
                  i32.const 1
                  i32.add
                  i32.store offset=72
                  i32.const 0
                  br 1
                end
                i32.const 0
                i32.const 0
                i64.load offset=16
                local.get 7
                i64.extend_i32_u
                i64.add
                i64.const 4294967296
                i64.add
                local.tee 10
                i64.store offset=16
                local.get 10
                i64.const 429501024567296
                i64.ge_s
                if
                  unreachable
                end
                i64.const 0
                global.set 2
                local.get 7
                i32.const 2
                i32.shl
                local.tee 9
                local.get 9
                i32.load offset=1576
                i32.const 1
                i32.add
                i32.store offset=1576
                local.get 3
                i32.const 3
                i32.shl
                local.set 9
                local.get 6
                if
                  local.get 3
                  i32.const 2
                  i32.shl
                  i32.load offset=1568
                  i32.eqz
                  if
                    local.get 7
                    i32.const -1
                    i32.add
                    local.set 7
                    local.get 9
                    local.get 9
                    i64.load offset=1552
                    i64.const 6364136223846793005
                    i64.mul
                    i64.const 1442695040888963407
                    i64.add
                    local.tee 10
                    i64.store offset=1552
                    local.get 10
                    i64.const 0
                    i64.lt_s
                    if
                      br 4
                    end
                  end
                end
                local.get 9
                local.get 9
                i64.load offset=1552
                i64.const 6364136223846793005
                i64.mul
                i64.const 1442695040888963407
                i64.add
                local.tee 10
                i64.store offset=1552
                local.get 10
                i64.const 32
                i64.shr_u
                local.get 7
                i64.extend_i32_u
                i64.mul
                i64.const 32
                i64.shr_u
                i32.wrap_i64
              end
              local.set 8
              local.get 8
              local.get 4
              i32.ge_s
              if
                br 1
              end
              local.get 5
              local.set 9
              local.get 8
              local.set 11
              block
                loop
                  local.get 11
                  i32.eqz
                  br_if 1
                  local.get 9
                  local.get 9
                  i32.const 1
                  i32.sub
                  i32.and
                  local.set 9
                  local.get 11
                  i32.const -1
                  i32.add
                  local.set 11
                  br 0
                end
              end
              local.get 9
              i32.ctz
              local.set 12
              local.get 12
              i32.const 2
              i32.shl
              local.set 9
              local.get 9
              local.get 2
              i32.store offset=96
              br 1
            end
            br 0
            unreachable
          end
          block
            local.get 1
            i32.const 0
            i32.add
            local.set 3
            local.get 3
            local.set 4
            local.get 1
            i32.const 76
            i32.add
            local.set 5
            local.get 5
            local.set 6
            i32.const 0
            i32.load offset=136
            local.set 7
            local.get 6
            local.get 7
            i32.store offset=4
            local.get 6
            i32.const 4
            i32.add
            local.set 6
            i32.const 0
            i32.load offset=140
            local.set 7
            local.get 6
            local.get 7
            i32.store offset=4
            local.get 6
            i32.const 4
            i32.add
            local.set 6
            i32.const 0
            i32.load offset=144
            local.set 7
            local.get 6
            local.get 7
            i32.store offset=4
            local.get 6
            i32.const 4
            i32.add
            local.set 6
            i32.const 0
            i32.load offset=148
            local.set 7
            local.get 6
            local.get 7
            i32.store offset=4
            local.get 6
            i32.const 4
            i32.add
            local.set 6
            i32.const 0
            i32.load offset=152
            local.set 7
            local.get 6
            local.get 7
            i32.store offset=4
            local.get 6
            i32.const 4
            i32.add
            local.set 6
            i32.const 0
            i32.load offset=156
            local.set 7
            local.get 6
            local.get 7
            i32.store offset=4
            local.get 6
            i32.const 4
            i32.add
            local.set 6
            i32.const 0
            i32.load offset=160
            local.set 7
            local.get 6
            local.get 7
            i32.store offset=4
            local.get 6
            i32.const 4
            i32.add
            local.set 6
            i32.const 0
            i32.load offset=164
            local.set 7
            local.get 6
            local.get 7
            i32.store offset=4
            local.get 6
            i32.const 4
            i32.add
            local.set 6
            i32.const 0
            i32.load offset=168
            local.set 7
            local.get 6
            local.get 7
            i32.store offset=4
            local.get 6
            i32.const 4
            i32.add
            local.set 6
            local.get 5
            local.get 6
            local.get 5
            i32.sub
            local.tee 6
            i32.const 2
            i32.shr_u
            i32.store
            local.get 6
            i32.const 72
            i32.gt_u
            if
              unreachable
            end
            local.get 5
            local.set 7
            local.get 5
            local.get 5
            i32.load
            i32.const 2
            i32.shl
            i32.add
            local.set 8
            block
              local.get 7
              local.get 8
              i32.ge_s
              br_if 0
              loop
                local.get 7
                i32.load offset=4
                local.set 9
                local.get 4
                local.get 9
                i32.store offset=4
                local.get 4
                i32.const 4
                i32.add
                local.set 4
                local.get 7
                i32.const 4
                i32.add
                local.set 7
                local.get 7
                local.get 8
                i32.lt_s
                br_if 0
              end
            end
            local.get 3
            local.get 4
            local.get 3
            i32.sub
            local.tee 4
            i32.const 2
            i32.shr_u
            i32.store
            local.get 4
            i32.const 72
            i32.gt_u
            if
              unreachable
            end
            local.get 1
            i32.const 76
            i32.add
            local.set 5
            local.get 5
            i32.const 0
            i32.store
            local.get 5
            i64.const 0
            i64.store
            local.get 5
            i32.const 0
            i32.store offset=8
            i32.const 1
            local.set 8
            block (result i32)
              block
                local.get 8
                i32.const 1
                i32.add
                i32.const 1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 0
                br 1
              end
              i32.const 1
            end
            local.set 9
            i32.const 0
            local.set 11
            i32.const 9
            local.set 13
            block
              local.get 11
              local.get 13
              i32.ge_s
              br_if 0
              loop
                block
                  local.get 11
                  i32.const 2
                  i32.shl
                  i32.load offset=96
                  local.get 9
                  i32.eq
                  i32.eqz
                  br_if 0
                  i32.const -1
                  local.set 7
                  local.get 11
                  i32.const 0
                  i32.ge_s
                  if
                    local.get 3
                    local.get 11
                    i32.const 2
                    i32.shl
                    i32.add
                    i32.load offset=4
                    local.set 7
                  end
                  local.get 7
                  i32.const 0
                  i32.ge_s
                  if
                    local.get 5
                    local.get 7
                    i32.add
                    i32.const 1
                    i32.store8
                  end
                end
                local.get 11
                i32.const 1
                i32.add
                local.set 11
                local.get 11
                local.get 13
                i32.lt_s
                br_if 0
              end
            end
            i32.const 0
            local.set 6
            i32.const 1
            local.set 8
            block (result i32)
              block
                local.get 8
                i32.const 1
                i32.add
                i32.const 1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 0
                br 1
              end
              i32.const 1
            end
            local.set 9
            i32.const 0
            local.set 11
            i32.const 9
            local.set 13
            block
              local.get 11
              local.get 13
              i32.ge_s
              br_if 0
              loop
                block
                  local.get 11
                  i32.const 2
                  i32.shl
                  i32.load offset=96
                  local.get 9
                  i32.eq
                  i32.eqz
                  br_if 0
                  i32.const -1
                  local.set 7
                  local.get 11
                  i32.const 0
                  i32.ge_s
                  if
                    local.get 3
                    local.get 11
                    i32.const 2
                    i32.shl
                    i32.add
                    i32.load offset=4
                    local.set 7
                  end
                  i32.const 0
                  local.set 14
                  block
                    loop
                      local.get 7
                      i32.const 0
                      i32.lt_s
                      br_if 1
                      local.get 5
                      local.get 7
                      i32.add
                      i32.load8_u
                      i32.eqz
                      br_if 1
                      local.get 14
                      i32.const 1
                      i32.add
                      local.set 14
                      local.get 7
                      i32.const 2
                      i32.shl
                      i32.load offset=2442800
                      local.set 7
                      br 0
                    end
                  end
                  local.get 14
                  local.get 6
                  i32.gt_s
                  if
                    local.get 14
                    local.set 6
                  end
                  i32.const -1
                  local.set 7
                  local.get 11
                  i32.const 0
                  i32.ge_s
                  if
                    local.get 3
                    local.get 11
                    i32.const 2
                    i32.shl
                    i32.add
                    i32.load offset=4
                    local.set 7
                  end
                  i32.const 0
                  local.set 14
                  block
                    loop
                      local.get 7
                      i32.const 0
                      i32.lt_s
                      br_if 1
                      local.get 5
                      local.get 7
                      i32.add
                      i32.load8_u
                      i32.eqz
                      br_if 1
                      local.get 14
                      i32.const 1
                      i32.add
                      local.set 14
                      local.get 7
                      i32.const 2
                      i32.shl
                      i32.load offset=2442836
                      local.set 7
                      br 0
                    end
                  end
                  local.get 14
                  local.get 6
                  i32.gt_s
                  if
                    local.get 14
                    local.set 6
                  end
                  i32.const -1
                  local.set 7
                  local.get 11
                  i32.const 0
                  i32.ge_s
                  if
                    local.get 3
                    local.get 11
                    i32.const 2
                    i32.shl
                    i32.add
                    i32.load offset=4
                    local.set 7
                  end
                  i32.const 0
                  local.set 14
                  block
                    loop
                      local.get 7
                      i32.const 0
                      i32.lt_s
                      br_if 1
                      local.get 5
                      local.get 7
                      i32.add
                      i32.load8_u
                      i32.eqz
                      br_if 1
                      local.get 14
                      i32.const 1
                      i32.add
                      local.set 14
                      local.get 7
                      i32.const 2
                      i32.shl
                      i32.load offset=2442872
                      local.set 7
                      br 0
                    end
                  end
                  local.get 14
                  local.get 6
                  i32.gt_s
                  if
                    local.get 14
                    local.set 6
                  end
                  i32.const -1
                  local.set 7
                  local.get 11
                  i32.const 0
                  i32.ge_s
                  if
                    local.get 3
                    local.get 11
                    i32.const 2
                    i32.shl
                    i32.add
                    i32.load offset=4
                    local.set 7
                  end
                  i32.const 0
                  local.set 14
                  block
                    loop
                      local.get 7
                      i32.const 0
                      i32.lt_s
                      br_if 1
                      local.get 5
                      local.get 7
                      i32.add
                      i32.load8_u
                      i32.eqz
                      br_if 1
                      local.get 14
                      i32.const 1
                      i32.add
                      local.set 14
                      local.get 7
                      i32.const 2
                      i32.shl
                      i32.load offset=2442908
                      local.set 7
                      br 0
                    end
                  end
                  local.get 14
                  local.get 6
                  i32.gt_s
                  if
                    local.get 14
                    local.set 6
                  end
                end
                local.get 11
                i32.const 1
                i32.add
                local.set 11
                local.get 11
                local.get 13
                i32.lt_s
                br_if 0
              end
            end
            local.get 6
            i32.const 3
            i32.eq
            i32.eqz
            br_if 0
            i32.const 0
            local.set 3
            block
              i32.const 1
              local.set 4
              local.get 3
              i32.const 2
              i32.ge_s
              if
                unreachable
              end
              local.get 3
              i32.const 2
              i32.shl
              local.get 4
              i32.store offset=708
              local.get 3
              i32.const 1
              i32.add
              local.set 3
            end
            i32.const 0
            local.get 3
            i32.store offset=704
            i32.const 0
            i32.const 1
            i32.store offset=36
            i32.const -1
            br 3
          end
          block
            i32.const 0
            local.set 3
            block
              i32.const 0
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
              i32.const 1
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
              i32.const 2
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
              i32.const 3
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
              i32.const 4
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
              i32.const 5
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
              i32.const 6
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
              i32.const 7
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
              i32.const 8
              local.set 4
              block
                local.get 4
                i32.const 2
                i32.shl
                i32.load offset=96
                i32.const -1
                i32.eq
                i32.eqz
                br_if 0
                i32.const 1
                local.set 3
                br 1
              end
            end
            local.get 3
            br_if 0
            br 1
          end
          br 1
        end
        i32.const 0
        local.set 3
        block
        end
        i32.const 0
        local.get 3
        i32.store offset=704
        i32.const 0
        i32.const 1
        i32.store offset=36
        i32.const -1
        br 1
      end
      unreachable
    end
    local.get 1
    global.set 0
  )
  (func $mix (param i64) (result i64)
    local.get 0
    i64.const 11400714819323198485
    i64.mul
    i64.const 11400714819323198485
    i64.add
    local.set 0
    local.get 0
    local.get 0
    i64.const 30
    i64.shr_u
    i64.xor
    i64.const 13787848793156543929
    i64.mul
    local.set 0
    local.get 0
    local.get 0
    i64.const 27
    i64.shr_u
    i64.xor
    i64.const 10723151780598845931
    i64.mul
    local.set 0
    local.get 0
    local.get 0
    i64.const 31
    i64.shr_u
    i64.xor
  )
  (func $play (param i64)
    (local i64)
    i32.const 0
    i32.const 0
    v128.load offset=784
    v128.store offset=16
    i32.const 0
    i32.const 0
    v128.load offset=800
    v128.store offset=32
    i32.const 0
    i32.const 0
    v128.load offset=816
    v128.store offset=48
    i32.const 0
    i32.const 0
    v128.load offset=832
    v128.store offset=64
    i32.const 0
    i32.const 0
    v128.load offset=848
    v128.store offset=80
    i32.const 0
    i32.const 0
    v128.load offset=864
    v128.store offset=96
    i32.const 0
    i32.const 0
    v128.load offset=880
    v128.store offset=112
    i32.const 0
    i32.const 0
    v128.load offset=896
    v128.store offset=128
    i32.const 0
    i32.const 0
    v128.load offset=912
    v128.store offset=144
    i32.const 0
    i32.const 0
    v128.load offset=928
    v128.store offset=160
    i32.const 0
    i32.const 0
    v128.load offset=944
    v128.store offset=176
    i32.const 0
    i32.const 0
    v128.load offset=960
    v128.store offset=192
    i32.const 0
    i32.const 0
    v128.load offset=976
    v128.store offset=208
    i32.const 0
    i32.const 0
    v128.load offset=992
    v128.store offset=224
    i32.const 0
    i32.const 0
    v128.load offset=1008
    v128.store offset=240
    i32.const 0
    i32.const 0
    v128.load offset=1024
    v128.store offset=256
    i32.const 0
    i32.const 0
    v128.load offset=1040
    v128.store offset=272
    i32.const 0
    i32.const 0
    v128.load offset=1056
    v128.store offset=288
    i32.const 0
    i32.const 0
    v128.load offset=1072
    v128.store offset=304
    i32.const 0
    i32.const 0
    v128.load offset=1088
    v128.store offset=320
    i32.const 0
    i32.const 0
    v128.load offset=1104
    v128.store offset=336
    i32.const 0
    i32.const 0
    v128.load offset=1120
    v128.store offset=352
    i32.const 0
    i32.const 0
    v128.load offset=1136
    v128.store offset=368
    i32.const 0
    i32.const 0
    v128.load offset=1152
    v128.store offset=384
    i32.const 0
    i32.const 0
    v128.load offset=1168
    v128.store offset=400
    i32.const 0
    i32.const 0
    v128.load offset=1184
    v128.store offset=416
    i32.const 0
    i32.const 0
    v128.load offset=1200
    v128.store offset=432
    i32.const 0
    i32.const 0
    v128.load offset=1216
    v128.store offset=448
    i32.const 0
    i32.const 0
    v128.load offset=1232
    v128.store offset=464
    i32.const 0
    i32.const 0
    v128.load offset=1248
    v128.store offset=480
    i32.const 0
    i32.const 0
    v128.load offset=1264
    v128.store offset=496
    i32.const 0
    i32.const 0
    v128.load offset=1280
    v128.store offset=512
    i32.const 0
    i32.const 0
    v128.load offset=1296
    v128.store offset=528
    i32.const 0
    i32.const 0
    v128.load offset=1312
    v128.store offset=544
    i32.const 0
    i32.const 0
    v128.load offset=1328
    v128.store offset=560
    i32.const 0
    i32.const 0
    v128.load offset=1344
    v128.store offset=576
    i32.const 0
    i32.const 0
    v128.load offset=1360
    v128.store offset=592
    i32.const 0
    i32.const 0
    v128.load offset=1376
    v128.store offset=608
    i32.const 0
    i32.const 0
    v128.load offset=1392
    v128.store offset=624
    i32.const 0
    i32.const 0
    v128.load offset=1408
    v128.store offset=640
    i32.const 0
    i32.const 0
    v128.load offset=1424
    v128.store offset=656
    i32.const 0
    i32.const 0
    v128.load offset=1440
    v128.store offset=672
    i32.const 0
    i32.const 0
    v128.load offset=1456
    v128.store offset=688
    i32.const 0
    i32.const 0
    v128.load offset=1472
    v128.store offset=704
    i32.const 0
    i32.const 0
    v128.load offset=1488
    v128.store offset=720
    i32.const 0
    i32.const 0
    v128.load offset=1504
    v128.store offset=736
    i32.const 0
    i32.const 0
    v128.load offset=1520
    v128.store offset=752
    i32.const 0
    i32.const 0
    v128.load offset=1536
    v128.store offset=768
    local.get 0
    call $mix
    local.set 1
    i32.const 0
    local.get 1
    i64.const 1900009635901150644
    i64.xor
    call $mix
    i64.store offset=1552
    i32.const 0
    local.get 1
    i64.const 1900010735412778855
    i64.xor
    call $mix
    i64.store offset=1560
    i64.const 0
    global.set 2
    i32.const 2180656
    global.set 0
    i32.const 2115120
    global.set 3
    i32.const 0
    global.set 1
    i32.const -1
    call $routine_0
    drop
  )
  (func $record_game (param i32) (result i32)
    (local i32 i32 i32 i32)
    block (result i32)
      local.get 0
      i32.const 0
      i32.load offset=28
      i32.store
      local.get 0
      i32.const 0
      i32.load offset=20
      i32.store offset=4
      local.get 0
      i32.const 0
      i32.load offset=20
      i32.const 0
      i32.load offset=72
      i32.sub
      i32.store offset=8
      local.get 0
      i32.const 0
      i32.load offset=16
      i32.store offset=12
      i32.const 0
      i32.load offset=704
      local.set 3
      local.get 0
      i32.const 0
      i32.load offset=708
      i32.store offset=32
      local.get 0
      i32.const 0
      i32.load offset=712
      i32.store offset=36
      local.get 0
      local.get 3
      i32.store offset=28
      i32.const 0
      local.set 4
      i32.const 0
      local.set 2
      block
        local.get 2
        local.get 3
        i32.ge_s
        br_if 0
        loop
          local.get 4
          i32.const 1
          local.get 2
          i32.const 2
          i32.shl
          i32.load offset=708
          i32.shl
          i32.add
          local.set 4
          local.get 2
          i32.const 1
          i32.add
          local.set 2
          local.get 2
          local.get 3
          i32.lt_s
          br_if 0
        end
      end
      local.get 0
      local.get 4
      i32.store offset=16
      local.get 0
      i32.const -2147483648
      i32.store offset=20
      local.get 0
      i32.const -2147483648
      i32.store offset=24
      local.get 0
      i32.const 0
      i32.store offset=40
      local.get 0
      i32.const 0
      i32.store offset=44
      i32.const 0
    end
  )
  (func $count (param i32)
    (local i32 i64 i64)
    local.get 0
    i32.load
    i32.const 0
    i32.add
    local.set 1
    local.get 1
    i32.const 2
    i32.add
    local.get 1
    i32.const -2147483648
    i32.eq
    local.get 1
    i32.const 1024
    i32.lt_u
    select
    i32.const 2
    i32.shl
    local.set 1
    local.get 1
    local.get 1
    i32.load offset=2442944
    i32.const 1
    i32.add
    i32.store offset=2442944
    local.get 0
    i32.load offset=4
    i32.const 0
    i32.add
    local.set 1
    local.get 1
    i32.const 2
    i32.add
    local.get 1
    i32.const -2147483648
    i32.eq
    local.get 1
    i32.const 1024
    i32.lt_u
    select
    i32.const 2
    i32.shl
    local.set 1
    local.get 1
    local.get 1
    i32.load offset=2447048
    i32.const 1
    i32.add
    i32.store offset=2447048
    local.get 0
    i32.load offset=8
    i32.const 0
    i32.add
    local.set 1
    local.get 1
    i32.const 2
    i32.add
    local.get 1
    i32.const -2147483648
    i32.eq
    local.get 1
    i32.const 1024
    i32.lt_u
    select
    i32.const 2
    i32.shl
    local.set 1
    local.get 1
    local.get 1
    i32.load offset=2451152
    i32.const 1
    i32.add
    i32.store offset=2451152
    local.get 0
    i32.load offset=16
    i32.const 0
    i32.add
    local.set 1
    local.get 1
    i32.const 2
    i32.add
    local.get 1
    i32.const -2147483648
    i32.eq
    local.get 1
    i32.const 4
    i32.lt_u
    select
    i32.const 2
    i32.shl
    local.set 1
    local.get 1
    local.get 1
    i32.load offset=2455256
    i32.const 1
    i32.add
    i32.store offset=2455256
    local.get 0
    i32.load offset=12
    local.set 1
    local.get 1
    i32.const 8388608
    i32.add
    i32.const 16777216
    i32.gt_u
    if
      unreachable
    end
    local.get 1
    i64.extend_i32_s
    local.set 2
    local.get 0
    i32.load offset=8
    local.set 1
    local.get 1
    i32.const 8388608
    i32.add
    i32.const 16777216
    i32.gt_u
    if
      unreachable
    end
    local.get 1
    i64.extend_i32_s
    local.set 3
    i32.const 0
    i32.const 0
    i64.load offset=2455280
    local.get 2
    i64.add
    i64.store offset=2455280
    i32.const 0
    i32.const 0
    i64.load offset=2455288
    local.get 3
    i64.add
    i64.store offset=2455288
    i32.const 0
    i32.const 0
    i64.load offset=2455296
    local.get 2
    local.get 2
    i64.mul
    i64.add
    i64.store offset=2455296
    i32.const 0
    i32.const 0
    i64.load offset=2455304
    local.get 2
    local.get 3
    i64.mul
    i64.add
    i64.store offset=2455304
    i32.const 0
    i32.const 0
    i64.load offset=2455312
    local.get 3
    local.get 3
    i64.mul
    i64.add
    i64.store offset=2455312
  )
  (func $games (export "games") (param i64) (param i32) (param i32) (param i32)
    (local i32 i32)
    local.get 3
    i32.eqz
    if
      i32.const 1576
      i32.const 0
      i32.const 16384
      memory.fill
      i32.const 2442944
      i32.const 0
      i32.const 12376
      memory.fill
    end
    local.get 3
    i32.const 48
    i32.mul
    i32.const 17968
    i32.add
    local.set 4
    local.get 1
    local.get 3
    i32.add
    local.set 1
    block
      local.get 3
      local.get 1
      i32.ge_s
      br_if 0
      loop
        i32.const 0
        local.get 3
        i32.store offset=17960
        local.get 0
        call $play
        local.get 4
        call $record_game
        drop
        local.get 4
        call $count
        local.get 4
        i32.const 48
        i32.add
        local.set 4
        local.get 0
        local.get 2
        i64.extend_i32_u
        i64.add
        local.set 0
        local.get 3
        i32.const 1
        i32.add
        local.set 3
        local.get 3
        local.get 1
        i32.lt_s
        br_if 0
      end
    end
  )
  (data (i32.const 784) "\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\01\00\00\00\00\00\00\00\00\00\00\00\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\00\00\00\00\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\ff\ff\ff\ff\ff\ff\ff\ff\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
  (data (i32.const 2442800) "\01\00\00\00\02\00\00\00\ff\ff\ff\ff\04\00\00\00\05\00\00\00\ff\ff\ff\ff\07\00\00\00\08\00\00\00\ff\ff\ff\ff")
  (data (i32.const 2442836) "\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff")
  (data (i32.const 2442872) "\04\00\00\00\05\00\00\00\ff\ff\ff\ff\07\00\00\00\08\00\00\00\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff")
  (data (i32.const 2442908) "\ff\ff\ff\ff\03\00\00\00\04\00\00\00\ff\ff\ff\ff\06\00\00\00\07\00\00\00\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff")
)