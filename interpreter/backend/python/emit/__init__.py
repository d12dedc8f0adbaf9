"""Building Python as syntax trees: nodes, bodies, what a function is written in, control flow."""
