"""From what is written to what is meant, one kind of text in each file; `dsl.ir.from_syntax` is the door."""
