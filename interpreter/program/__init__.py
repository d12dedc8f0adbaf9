"""From the IR to a program: structured bodies become blocks that end where somebody has to decide."""
