"""The lowered program as data: nodes, state layout, the table it is played at, and what folds and substitutes them."""
