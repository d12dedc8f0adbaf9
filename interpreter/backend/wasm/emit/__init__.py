"""What native code is written with: encoder, writer, memory, and functions that every module has."""
