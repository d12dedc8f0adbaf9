"""How large everything in a game can get, whatever is played: what was declared, and what follows from the rules.

Every sentence of the rules is looked at, in no order, until nothing new is found: what each counter may be set to,
which pieces may come where, how often a part of the rules can be carried out. What is said here is never too little;
it may be more than ever happens in play.
"""

from dsl.bounds.report import (
    Bounds,
    EffectBound,
    KindBound,
    ListBound,
    NumberBound,
    QuestionBound,
    RoundBound,
    ZoneBound,
    bounds,
    without_bound,
)

__all__ = [
    "Bounds",
    "EffectBound",
    "KindBound",
    "ListBound",
    "NumberBound",
    "QuestionBound",
    "RoundBound",
    "ZoneBound",
    "bounds",
    "without_bound",
]
