"""Going through a syntax tree without knowing its nodes: as through any tree."""

from dsl.ir.walk import field_names, nodes_in

__all__ = ["field_names", "nodes_in"]
