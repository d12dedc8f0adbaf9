"""Programs that do the same with less: inlining, liveness, unrolling, specialisation, structured control flow."""
