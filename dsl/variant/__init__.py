"""Variants: small edits with one exact target each, checked for conflicts, put on top of a game."""

from dsl.variant.compose import Composed, compose
from dsl.variant.provenance import Change, Provenance

__all__ = ["Change", "Composed", "Provenance", "compose"]
