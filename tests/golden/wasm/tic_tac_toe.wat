(module
  (memory (export "memory") 7 7)
  (global (mut i32) (i32.const 346672))
  (global (mut i32) (i32.const 0))
  (global (mut i64) (i64.const 0))
  (global (mut i32) (i32.const 281136))
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
  (func $find (param i32) (param i32) (result i32)
    (local i32 v128 i32)
    local.get 1
    i8x16.splat
    local.set 3
    loop
      local.get 0
      local.get 2
      i32.add
      v128.load offset=4
      local.get 3
      i8x16.eq
      i8x16.bitmask
      local.tee 4
      if
        local.get 2
        local.get 4
        i32.ctz
        i32.add
        return
      end
      local.get 2
      i32.const 16
      i32.add
      local.set 2
      br 0
    end
    unreachable
  )
  (func $make (param i32) (result i32)
    (local i32)
    global.get 0
    global.get 0
    local.get 0
    i32.add
    global.set 0
    global.get 0
    i32.const 412208
    i32.gt_u
    if
      unreachable
    end
    local.tee 1
    i32.const 0
    i32.store
    local.get 1
  )
  (func $choose (param i32) (param i32) (param i32) (result i32)
    (local i32 i32)
    local.get 1
    i32.const 4096
    i32.ge_u
    if
      unreachable
    end
    local.get 1
    i32.const 1
    i32.le_s
    if
      local.get 1
      i32.eqz
      if
        unreachable
      end
      i32.const 0
      return
    end
    local.get 1
    i32.const 2
    i32.shl
    local.tee 4
    local.get 4
    i32.load offset=1576
    i32.const 1
    i32.add
    i32.store offset=1576
    local.get 4
    i32.load offset=1576
    i32.const 1
    i32.eq
    if
      i32.const 0
      i32.load offset=17960
      i32.const 256
      i32.ge_u
      if
        unreachable
      end
      i32.const 17960
      local.get 1
      call $append
    end
    local.get 0
    i32.const 3
    i32.shl
    i32.const 1552
    i32.add
    local.set 3
    local.get 0
    i32.const 2
    i32.shl
    i32.load offset=1568
    i32.eqz
    local.get 2
    i32.and
    if
      local.get 3
      i32.const 2
      call $below
      if
        local.get 1
        i32.const 1
        i32.sub
        return
      end
      local.get 1
      i32.const 1
      i32.sub
      local.set 1
    end
    local.get 3
    local.get 1
    call $below
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
  (func $remove (param i32)
    (local i32 i32 i32)
    local.get 0
    i32.const 2
    i32.shl
    i32.load offset=72
    i32.const 32
    i32.mul
    i32.const 752
    i32.add
    local.set 1
    local.get 1
    local.get 1
    i32.load
    i32.const 1
    i32.sub
    local.tee 3
    i32.store
    local.get 1
    local.get 0
    call $find
    local.set 2
    block
      loop
        local.get 2
        local.get 3
        i32.ge_s
        br_if 1
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
        br 0
      end
    end
  )
  (func $insert (param i32) (param i32) (param i32)
    (local i32 i32)
    local.get 0
    i32.const 2
    i32.shl
    local.get 1
    i32.store offset=72
    local.get 1
    i32.const 32
    i32.mul
    i32.const 752
    i32.add
    local.tee 3
    local.get 3
    i32.load
    local.tee 4
    i32.const 1
    i32.add
    i32.store
    local.get 2
    if
      block
        loop
          local.get 4
          i32.eqz
          br_if 1
          local.get 4
          i32.const -1
          i32.add
          local.set 4
          local.get 3
          local.get 4
          i32.add
          local.get 3
          local.get 4
          i32.add
          i32.load8_u offset=4
          i32.store8 offset=5
          br 0
        end
      end
    end
    local.get 3
    local.get 4
    i32.add
    local.get 0
    i32.store8 offset=4
  )
  (func $shuffle (param i32) (param i32)
    (local i32 i32 i32)
    local.get 0
    i32.load
    i32.const 1
    i32.sub
    local.set 2
    block
      loop
        local.get 2
        i32.const 0
        i32.le_s
        br_if 1
        local.get 0
        local.get 1
        local.get 2
        i32.const 1
        i32.add
        call $below
        i32.add
        local.tee 3
        i32.load8_u offset=4
        local.set 4
        local.get 3
        local.get 0
        local.get 2
        i32.add
        local.tee 3
        i32.load8_u offset=4
        i32.store8 offset=4
        local.get 3
        local.get 4
        i32.store8 offset=4
        local.get 2
        i32.const -1
        i32.add
        local.set 2
        br 0
      end
    end
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
  (func $asked
    i32.const 0
    i32.const 0
    i32.load offset=32
    i32.const 1
    i32.add
    i32.store offset=32
    i32.const 0
    i32.load offset=32
    i32.const 100000
    i32.gt_s
    if
      unreachable
    end
    i64.const 0
    global.set 2
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
    i32.const 346672
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
    local.get 0
    local.get 1
    i32.const 2
    i32.shl
    i32.add
    i32.const 4
    i32.add
    local.get 0
    local.get 1
    i32.const 2
    i32.shl
    i32.add
    i32.const 8
    i32.add
    local.get 2
    local.get 1
    i32.sub
    i32.const 1
    i32.sub
    i32.const 2
    i32.shl
    memory.copy
    local.get 0
    local.get 2
    i32.const 1
    i32.sub
    i32.store
  )
  (func $routine_0 (param i32) (result i32)
    (local i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32)
    i32.const 0
    call $make
    local.set 1
    block (result i32)
      local.get 1
      i32.const 0
      i32.add
      global.set 0
      loop
        block
          local.get 1
          i32.const 0
          i32.add
          global.set 0
          i64.const 660
          call $spend
          i32.const 0
          i32.const 0
          i32.load offset=16
          i32.const 1
          i32.add
          i64.extend_i32_s
          i32.wrap_i64
          i32.store offset=16
          i32.const 0
          i32.const 0
          i32.load offset=20
          i32.const 1
          i32.add
          i64.extend_i32_s
          i32.wrap_i64
          i32.store offset=20
          i32.const 0
          local.set 3
          i32.const 0
          local.set 2
          i32.const 76
          call $make
          local.set 5
          i32.const 0
          local.set 6
          local.get 6
          i32.const 9
          i32.add
          local.set 7
          block
            loop
              local.get 6
              local.get 7
              i32.ge_s
              br_if 1
              local.get 6
              i32.const 1
              i32.add
              i32.const 2
              i32.shl
              i32.load offset=84
              i32.const -1
              i32.eq
              if
                local.get 5
                local.get 6
                call $append
              end
              local.get 6
              i32.const 1
              i32.add
              local.set 6
              br 0
            end
          end
          local.get 5
          i32.load
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
          call $asked
          local.get 4
          local.get 6
          i32.add
          local.set 7
          local.get 2
          local.get 7
          local.get 6
          call $choose
          local.set 8
          local.get 8
          local.get 4
          i32.lt_s
          if
            local.get 5
            local.get 8
            i32.const 2
            i32.shl
            i32.add
            i32.load offset=4
            local.set 9
            local.get 1
            i32.const 0
            i32.add
            global.set 0
            local.get 9
            i32.const 1
            i32.add
            i32.const 2
            i32.shl
            local.set 11
            local.get 11
            local.get 3
            i32.store offset=84
            br 1
          end
          br 0
          unreachable
        end
        local.get 1
        i32.const 0
        i32.add
        global.set 0
        i32.const 76
        call $make
        local.set 2
        i32.const 76
        call $make
        local.set 4
        i32.const 0
        i32.load offset=128
        local.set 5
        local.get 4
        local.get 5
        call $append
        i32.const 0
        i32.load offset=132
        local.set 5
        local.get 4
        local.get 5
        call $append
        i32.const 0
        i32.load offset=136
        local.set 5
        local.get 4
        local.get 5
        call $append
        i32.const 0
        i32.load offset=140
        local.set 5
        local.get 4
        local.get 5
        call $append
        i32.const 0
        i32.load offset=144
        local.set 5
        local.get 4
        local.get 5
        call $append
        i32.const 0
        i32.load offset=148
        local.set 5
        local.get 4
        local.get 5
        call $append
        i32.const 0
        i32.load offset=152
        local.set 5
        local.get 4
        local.get 5
        call $append
        i32.const 0
        i32.load offset=156
        local.set 5
        local.get 4
        local.get 5
        call $append
        i32.const 0
        i32.load offset=160
        local.set 5
        local.get 4
        local.get 5
        call $append
        i32.const 0
        local.set 5
        local.get 4
        i32.load
        local.set 6
        block
          loop
            local.get 5
            local.get 6
            i32.ge_s
            br_if 1
            local.get 4
            local.get 5
            i32.const 2
            i32.shl
            i32.add
            i32.load offset=4
            local.set 7
            local.get 2
            local.get 7
            call $append
            local.get 5
            i32.const 1
            i32.add
            local.set 5
            br 0
          end
        end
        i32.const 76
        call $make
        local.set 4
        local.get 4
        i32.const 0
        i32.const 9
        memory.fill
        i32.const 0
        local.set 7
        i32.const 0
        local.set 8
        local.get 8
        i32.const 9
        i32.add
        local.set 10
        block
          loop
            local.get 8
            local.get 10
            i32.ge_s
            br_if 1
            local.get 8
            i32.const 1
            i32.add
            i32.const 2
            i32.shl
            i32.load offset=84
            local.get 7
            call $define_0
            i32.eq
            if
              i32.const -1
              local.set 6
              local.get 8
              i32.const 0
              i32.ge_s
              if
                local.get 2
                local.get 8
                i32.const 2
                i32.shl
                i32.add
                i32.load offset=4
                local.set 6
              end
              local.get 6
              i32.const 0
              i32.ge_s
              if
                local.get 4
                local.get 6
                i32.add
                i32.const 1
                i32.store8
              end
            end
            local.get 8
            i32.const 1
            i32.add
            local.set 8
            br 0
          end
        end
        i32.const 0
        local.set 5
        i32.const 0
        local.set 7
        i32.const 0
        local.set 8
        local.get 8
        i32.const 9
        i32.add
        local.set 10
        block
          loop
            local.get 8
            local.get 10
            i32.ge_s
            br_if 1
            local.get 8
            i32.const 1
            i32.add
            i32.const 2
            i32.shl
            i32.load offset=84
            local.get 7
            call $define_0
            i32.eq
            if
              i32.const -1
              local.set 6
              local.get 8
              i32.const 0
              i32.ge_s
              if
                local.get 2
                local.get 8
                i32.const 2
                i32.shl
                i32.add
                i32.load offset=4
                local.set 6
              end
              i32.const 0
              local.set 11
              block
                loop
                  local.get 6
                  i32.const 0
                  i32.lt_s
                  br_if 1
                  local.get 4
                  local.get 6
                  i32.add
                  i32.load8_u
                  i32.eqz
                  br_if 1
                  local.get 11
                  i32.const 1
                  i32.add
                  local.set 11
                  local.get 6
                  i32.const 2
                  i32.shl
                  i32.load offset=412208
                  local.set 6
                  br 0
                end
              end
              local.get 11
              local.get 5
              i32.gt_s
              if
                local.get 11
                local.set 5
              end
              i32.const -1
              local.set 6
              local.get 8
              i32.const 0
              i32.ge_s
              if
                local.get 2
                local.get 8
                i32.const 2
                i32.shl
                i32.add
                i32.load offset=4
                local.set 6
              end
              i32.const 0
              local.set 11
              block
                loop
                  local.get 6
                  i32.const 0
                  i32.lt_s
                  br_if 1
                  local.get 4
                  local.get 6
                  i32.add
                  i32.load8_u
                  i32.eqz
                  br_if 1
                  local.get 11
                  i32.const 1
                  i32.add
                  local.set 11
                  local.get 6
                  i32.const 2
                  i32.shl
                  i32.load offset=412244
                  local.set 6
                  br 0
                end
              end
              local.get 11
              local.get 5
              i32.gt_s
              if
                local.get 11
                local.set 5
              end
              i32.const -1
              local.set 6
              local.get 8
              i32.const 0
              i32.ge_s
              if
                local.get 2
                local.get 8
                i32.const 2
                i32.shl
                i32.add
                i32.load offset=4
                local.set 6
              end
              i32.const 0
              local.set 11
              block
                loop
                  local.get 6
                  i32.const 0
                  i32.lt_s
                  br_if 1
                  local.get 4
                  local.get 6
                  i32.add
                  i32.load8_u
                  i32.eqz
                  br_if 1
                  local.get 11
                  i32.const 1
                  i32.add
                  local.set 11
                  local.get 6
                  i32.const 2
                  i32.shl
                  i32.load offset=412280
                  local.set 6
                  br 0
                end
              end
              local.get 11
              local.get 5
              i32.gt_s
              if
                local.get 11
                local.set 5
              end
              i32.const -1
              local.set 6
              local.get 8
              i32.const 0
              i32.ge_s
              if
                local.get 2
                local.get 8
                i32.const 2
                i32.shl
                i32.add
                i32.load offset=4
                local.set 6
              end
              i32.const 0
              local.set 11
              block
                loop
                  local.get 6
                  i32.const 0
                  i32.lt_s
                  br_if 1
                  local.get 4
                  local.get 6
                  i32.add
                  i32.load8_u
                  i32.eqz
                  br_if 1
                  local.get 11
                  i32.const 1
                  i32.add
                  local.set 11
                  local.get 6
                  i32.const 2
                  i32.shl
                  i32.load offset=412316
                  local.set 6
                  br 0
                end
              end
              local.get 11
              local.get 5
              i32.gt_s
              if
                local.get 11
                local.set 5
              end
            end
            local.get 8
            i32.const 1
            i32.add
            local.set 8
            br 0
          end
        end
        local.get 5
        i32.const 3
        i32.eq
        if
          local.get 1
          i32.const 0
          i32.add
          global.set 0
          i32.const 0
          local.set 2
          i32.const 20
          call $make
          local.set 4
          i32.const 0
          local.set 5
          local.get 4
          local.get 5
          call $append
          i32.const 0
          local.set 5
          local.get 4
          i32.load
          local.set 6
          block
            loop
              local.get 5
              local.get 6
              i32.ge_s
              br_if 1
              local.get 4
              local.get 5
              i32.const 2
              i32.shl
              i32.add
              i32.load offset=4
              local.set 7
              local.get 2
              i32.const 2
              i32.ge_s
              if
                unreachable
              end
              local.get 2
              i32.const 2
              i32.shl
              local.get 7
              i32.store offset=700
              local.get 2
              i32.const 1
              i32.add
              local.set 2
              local.get 5
              i32.const 1
              i32.add
              local.set 5
              br 0
            end
          end
          i32.const 0
          local.get 2
          i32.store offset=696
          i32.const 0
          i32.const 1
          i32.store offset=28
          i32.const -1
          br 2
        else
          block
            local.get 1
            i32.const 0
            i32.add
            global.set 0
            i32.const 0
            local.set 2
            i32.const 0
            local.set 4
            local.get 4
            i32.const 9
            i32.add
            local.set 5
            block
              loop
                local.get 4
                local.get 5
                i32.ge_s
                br_if 1
                local.get 4
                i32.const 1
                i32.add
                i32.const 2
                i32.shl
                i32.load offset=84
                i32.const -1
                i32.eq
                if
                  i32.const 1
                  local.set 2
                  br 2
                end
                local.get 4
                i32.const 1
                i32.add
                local.set 4
                br 0
              end
            end
            local.get 2
            i32.eqz
            if
              br 1
            else
              block
                local.get 1
                i32.const 0
                i32.add
                global.set 0
                i32.const 1
                local.set 3
                i32.const 1
                local.set 2
                i32.const 76
                call $make
                local.set 5
                i32.const 0
                local.set 6
                local.get 6
                i32.const 9
                i32.add
                local.set 7
                block
                  loop
                    local.get 6
                    local.get 7
                    i32.ge_s
                    br_if 1
                    local.get 6
                    i32.const 1
                    i32.add
                    i32.const 2
                    i32.shl
                    i32.load offset=84
                    i32.const -1
                    i32.eq
                    if
                      local.get 5
                      local.get 6
                      call $append
                    end
                    local.get 6
                    i32.const 1
                    i32.add
                    local.set 6
                    br 0
                  end
                end
                local.get 5
                i32.load
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
                call $asked
                local.get 4
                local.get 6
                i32.add
                local.set 7
                local.get 2
                local.get 7
                local.get 6
                call $choose
                local.set 8
                local.get 8
                local.get 4
                i32.lt_s
                if
                  local.get 5
                  local.get 8
                  i32.const 2
                  i32.shl
                  i32.add
                  i32.load offset=4
                  local.set 9
                  local.get 1
                  i32.const 0
                  i32.add
                  global.set 0
                  local.get 9
                  i32.const 1
                  i32.add
                  i32.const 2
                  i32.shl
                  local.set 11
                  local.get 11
                  local.get 3
                  i32.store offset=84
                  br 1
                end
                br 0
                unreachable
              end
              local.get 1
              i32.const 0
              i32.add
              global.set 0
              i32.const 76
              call $make
              local.set 2
              i32.const 76
              call $make
              local.set 4
              i32.const 0
              i32.load offset=128
              local.set 5
              local.get 4
              local.get 5
              call $append
              i32.const 0
              i32.load offset=132
              local.set 5
              local.get 4
              local.get 5
              call $append
              i32.const 0
              i32.load offset=136
              local.set 5
              local.get 4
              local.get 5
              call $append
              i32.const 0
              i32.load offset=140
              local.set 5
              local.get 4
              local.get 5
              call $append
              i32.const 0
              i32.load offset=144
              local.set 5
              local.get 4
              local.get 5
              call $append
              i32.const 0
              i32.load offset=148
              local.set 5
              local.get 4
              local.get 5
              call $append
              i32.const 0
              i32.load offset=152
              local.set 5
              local.get 4
              local.get 5
              call $append
              i32.const 0
              i32.load offset=156
              local.set 5
              local.get 4
              local.get 5
              call $append
              i32.const 0
              i32.load offset=160
              local.set 5
              local.get 4
              local.get 5
              call $append
              i32.const 0
              local.set 5
              local.get 4
              i32.load
              local.set 6
              block
                loop
                  local.get 5
                  local.get 6
                  i32.ge_s
                  br_if 1
                  local.get 4
                  local.get 5
                  i32.const 2
                  i32.shl
                  i32.add
                  i32.load offset=4
                  local.set 7
                  local.get 2
                  local.get 7
                  call $append
                  local.get 5
                  i32.const 1
                  i32.add
                  local.set 5
                  br 0
                end
              end
              i32.const 76
              call $make
              local.set 4
              local.get 4
              i32.const 0
              i32.const 9
              memory.fill
              i32.const 1
              local.set 7
              i32.const 0
              local.set 8
              local.get 8
              i32.const 9
              i32.add
              local.set 10
              block
                loop
                  local.get 8
                  local.get 10
                  i32.ge_s
                  br_if 1
                  local.get 8
                  i32.const 1
                  i32.add
                  i32.const 2
                  i32.shl
                  i32.load offset=84
                  local.get 7
                  call $define_0
                  i32.eq
                  if
                    i32.const -1
                    local.set 6
                    local.get 8
                    i32.const 0
                    i32.ge_s
                    if
                      local.get 2
                      local.get 8
                      i32.const 2
                      i32.shl
                      i32.add
                      i32.load offset=4
                      local.set 6
                    end
                    local.get 6
                    i32.const 0
                    i32.ge_s
                    if
                      local.get 4
                      local.get 6
                      i32.add
                      i32.const 1
                      i32.store8
                    end
                  end
                  local.get 8
                  i32.const 1
                  i32.add
                  local.set 8
                  br 0
                end
              end
              i32.const 0
              local.set 5
              i32.const 1
              local.set 7
              i32.const 0
              local.set 8
              local.get 8
              i32.const 9
              i32.add
              local.set 10
              block
                loop
                  local.get 8
                  local.get 10
                  i32.ge_s
                  br_if 1
                  local.get 8
                  i32.const 1
                  i32.add
                  i32.const 2
                  i32.shl
                  i32.load offset=84
                  local.get 7
                  call $define_0
                  i32.eq
                  if
                    i32.const -1
                    local.set 6
                    local.get 8
                    i32.const 0
                    i32.ge_s
                    if
                      local.get 2
                      local.get 8
                      i32.const 2
                      i32.shl
                      i32.add
                      i32.load offset=4
                      local.set 6
                    end
                    i32.const 0
                    local.set 11
                    block
                      loop
                        local.get 6
                        i32.const 0
                        i32.lt_s
                        br_if 1
                        local.get 4
                        local.get 6
                        i32.add
                        i32.load8_u
                        i32.eqz
                        br_if 1
                        local.get 11
                        i32.const 1
                        i32.add
                        local.set 11
                        local.get 6
                        i32.const 2
                        i32.shl
                        i32.load offset=412208
                        local.set 6
                        br 0
                      end
                    end
                    local.get 11
                    local.get 5
                    i32.gt_s
                    if
                      local.get 11
                      local.set 5
                    end
                    i32.const -1
                    local.set 6
                    local.get 8
                    i32.const 0
                    i32.ge_s
                    if
                      local.get 2
                      local.get 8
                      i32.const 2
                      i32.shl
                      i32.add
                      i32.load offset=4
                      local.set 6
                    end
                    i32.const 0
                    local.set 11
                    block
                      loop
                        local.get 6
                        i32.const 0
                        i32.lt_s
                        br_if 1
                        local.get 4
                        local.get 6
                        i32.add
                        i32.load8_u
                        i32.eqz
                        br_if 1
                        local.get 11
                        i32.const 1
                        i32.add
                        local.set 11
                        local.get 6
                        i32.const 2
                        i32.shl
                        i32.load offset=412244
                        local.set 6
                        br 0
                      end
                    end
                    local.get 11
                    local.get 5
                    i32.gt_s
                    if
                      local.get 11
                      local.set 5
                    end
                    i32.const -1
                    local.set 6
                    local.get 8
                    i32.const 0
                    i32.ge_s
                    if
                      local.get 2
                      local.get 8
                      i32.const 2
                      i32.shl
                      i32.add
                      i32.load offset=4
                      local.set 6
                    end
                    i32.const 0
                    local.set 11
                    block
                      loop
                        local.get 6
                        i32.const 0
                        i32.lt_s
                        br_if 1
                        local.get 4
                        local.get 6
                        i32.add
                        i32.load8_u
                        i32.eqz
                        br_if 1
                        local.get 11
                        i32.const 1
                        i32.add
                        local.set 11
                        local.get 6
                        i32.const 2
                        i32.shl
                        i32.load offset=412280
                        local.set 6
                        br 0
                      end
                    end
                    local.get 11
                    local.get 5
                    i32.gt_s
                    if
                      local.get 11
                      local.set 5
                    end
                    i32.const -1
                    local.set 6
                    local.get 8
                    i32.const 0
                    i32.ge_s
                    if
                      local.get 2
                      local.get 8
                      i32.const 2
                      i32.shl
                      i32.add
                      i32.load offset=4
                      local.set 6
                    end
                    i32.const 0
                    local.set 11
                    block
                      loop
                        local.get 6
                        i32.const 0
                        i32.lt_s
                        br_if 1
                        local.get 4
                        local.get 6
                        i32.add
                        i32.load8_u
                        i32.eqz
                        br_if 1
                        local.get 11
                        i32.const 1
                        i32.add
                        local.set 11
                        local.get 6
                        i32.const 2
                        i32.shl
                        i32.load offset=412316
                        local.set 6
                        br 0
                      end
                    end
                    local.get 11
                    local.get 5
                    i32.gt_s
                    if
                      local.get 11
                      local.set 5
                    end
                  end
                  local.get 8
                  i32.const 1
                  i32.add
                  local.set 8
                  br 0
                end
              end
              local.get 5
              i32.const 3
              i32.eq
              if
                local.get 1
                i32.const 0
                i32.add
                global.set 0
                i32.const 0
                local.set 2
                i32.const 20
                call $make
                local.set 4
                i32.const 1
                local.set 5
                local.get 4
                local.get 5
                call $append
                i32.const 0
                local.set 5
                local.get 4
                i32.load
                local.set 6
                block
                  loop
                    local.get 5
                    local.get 6
                    i32.ge_s
                    br_if 1
                    local.get 4
                    local.get 5
                    i32.const 2
                    i32.shl
                    i32.add
                    i32.load offset=4
                    local.set 7
                    local.get 2
                    i32.const 2
                    i32.ge_s
                    if
                      unreachable
                    end
                    local.get 2
                    i32.const 2
                    i32.shl
                    local.get 7
                    i32.store offset=700
                    local.get 2
                    i32.const 1
                    i32.add
                    local.set 2
                    local.get 5
                    i32.const 1
                    i32.add
                    local.set 5
                    br 0
                  end
                end
                i32.const 0
                local.get 2
                i32.store offset=696
                i32.const 0
                i32.const 1
                i32.store offset=28
                i32.const -1
                br 5
              else
                local.get 1
                i32.const 0
                i32.add
                global.set 0
                i32.const 0
                local.set 2
                i32.const 0
                local.set 4
                local.get 4
                i32.const 9
                i32.add
                local.set 5
                block
                  loop
                    local.get 4
                    local.get 5
                    i32.ge_s
                    br_if 1
                    local.get 4
                    i32.const 1
                    i32.add
                    i32.const 2
                    i32.shl
                    i32.load offset=84
                    i32.const -1
                    i32.eq
                    if
                      i32.const 1
                      local.set 2
                      br 2
                    end
                    local.get 4
                    i32.const 1
                    i32.add
                    local.set 4
                    br 0
                  end
                end
                local.get 2
                i32.eqz
                if
                  br 3
                else
                  br 5
                end
                unreachable
              end
              unreachable
            end
            unreachable
          end
          local.get 1
          i32.const 0
          i32.add
          global.set 0
          i32.const 0
          local.set 2
          i32.const 20
          call $make
          local.set 4
          i32.const 0
          local.set 5
          local.get 4
          i32.load
          local.set 6
          block
            loop
              local.get 5
              local.get 6
              i32.ge_s
              br_if 1
              local.get 4
              local.get 5
              i32.const 2
              i32.shl
              i32.add
              i32.load offset=4
              local.set 7
              local.get 2
              i32.const 2
              i32.ge_s
              if
                unreachable
              end
              local.get 2
              i32.const 2
              i32.shl
              local.get 7
              i32.store offset=700
              local.get 2
              i32.const 1
              i32.add
              local.set 2
              local.get 5
              i32.const 1
              i32.add
              local.set 5
              br 0
            end
          end
          i32.const 0
          local.get 2
          i32.store offset=696
          i32.const 0
          i32.const 1
          i32.store offset=28
          i32.const -1
          br 2
        end
        unreachable
      end
      unreachable
    end
    local.get 1
    global.set 0
  )
  (func $define_0 (param i32) (result i32)
    (local i32)
    block (result i32)
      local.get 0
      i32.const 1
      i32.add
      i32.const 1
      i32.eq
      if (result i32)
        i32.const 0
      else
        i32.const 1
      end
    end
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
    (local i64 i32)
    i32.const 16
    i32.const 784
    i32.const 768
    memory.copy
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
    i32.const 346672
    global.set 0
    i32.const 281136
    global.set 3
    i32.const 0
    global.set 1
    i32.const 0
    i32.load offset=17960
    local.set 2
    block
      loop
        local.get 2
        i32.eqz
        br_if 1
        local.get 2
        i32.const 2
        i32.shl
        i32.load offset=17960
        i32.const 2
        i32.shl
        i32.const 0
        i32.store offset=1576
        local.get 2
        i32.const -1
        i32.add
        local.set 2
        br 0
      end
    end
    i32.const 0
    i32.const 0
    i32.store offset=17960
    i32.const -1
    call $routine_0
    drop
  )
  (func $judged (param i32) (result i32)
    (local i32)
    block (result i32)
      local.get 0
      i32.const 0
      i32.store
      local.get 0
      i32.const 4
      i32.add
      local.set 0
      local.get 0
      i32.const 0
      i32.store
      local.get 0
      i32.const 4
      i32.add
    end
  )
  (func $games (export "games") (param i64) (param i32) (result i32)
    (local i32 i32 i32 i32)
    i32.const 18992
    local.set 3
    block
      loop
        local.get 2
        local.get 1
        i32.ge_s
        br_if 1
        local.get 3
        i32.const 279040
        i32.gt_u
        br_if 1
        i32.const 0
        local.get 2
        i32.store offset=18988
        local.get 0
        local.get 2
        i64.extend_i32_u
        i64.add
        call $play
        local.get 3
        i32.const 0
        i32.load offset=20
        i32.store
        local.get 3
        i32.const 0
        i32.load offset=32
        i32.store offset=4
        local.get 3
        i32.const 8
        i32.add
        local.set 3
        i32.const 696
        local.set 4
        local.get 3
        local.get 4
        local.get 4
        i32.load
        i32.const 1
        i32.add
        i32.const 2
        i32.shl
        local.tee 5
        memory.copy
        local.get 3
        local.get 5
        i32.add
        local.set 3
        local.get 3
        call $judged
        local.set 3
        i32.const 17960
        local.set 4
        local.get 3
        local.get 4
        local.get 4
        i32.load
        i32.const 1
        i32.add
        i32.const 2
        i32.shl
        local.tee 5
        memory.copy
        local.get 3
        local.get 5
        i32.add
        local.set 3
        i32.const 1
        local.set 4
        i32.const 0
        i32.load offset=17960
        i32.const 1
        i32.add
        local.set 5
        block
          loop
            local.get 4
            local.get 5
            i32.ge_s
            br_if 1
            local.get 3
            local.get 4
            i32.const 2
            i32.shl
            i32.load offset=17960
            i32.const 2
            i32.shl
            i32.load offset=1576
            i32.store
            local.get 3
            i32.const 4
            i32.add
            local.set 3
            local.get 4
            i32.const 1
            i32.add
            local.set 4
            br 0
          end
        end
        local.get 2
        i32.const 1
        i32.add
        local.set 2
        br 0
      end
    end
    local.get 2
  )
  (data (i32.const 784) "\00\00\00\00\00\00\00\00\01\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\00\00\00\00\00\00\00\00\00\00\00\00\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\00\00\00\00\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\ff\ff\ff\ff\ff\ff\ff\ff\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
  (data (i32.const 412208) "\01\00\00\00\02\00\00\00\ff\ff\ff\ff\04\00\00\00\05\00\00\00\ff\ff\ff\ff\07\00\00\00\08\00\00\00\ff\ff\ff\ff")
  (data (i32.const 412244) "\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff")
  (data (i32.const 412280) "\04\00\00\00\05\00\00\00\ff\ff\ff\ff\07\00\00\00\08\00\00\00\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff")
  (data (i32.const 412316) "\ff\ff\ff\ff\03\00\00\00\04\00\00\00\ff\ff\ff\ff\06\00\00\00\07\00\00\00\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff")
)