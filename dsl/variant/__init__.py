"""Puts variants on top of a game: small edits with one exact target each, checked for conflicts."""

from dsl.variant.compose import Composed, compose
from dsl.variant.provenance import Change, Provenance

__all__ = ["Change", "Composed", "Provenance", "compose"]
