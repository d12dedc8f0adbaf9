"""The native back end: one WebAssembly module for a game at a table, which plays whole games."""
