"""Every rule of lint, in the order of their codes. Each looks on its own; none changes anything."""

from dsl.lint.counter_never_read import counter_never_read
from dsl.lint.rule import Rule
from dsl.lint.unused_counter import unused_counter
from dsl.lint.unused_zone import unused_zone

RULES: tuple[Rule, ...] = (
    unused_zone,
    unused_counter,
    counter_never_read,
)
