"""Draws how a game runs as a graph: what follows what, which actions are offered where, where the game ends."""

from dsl.graph.dot import dot
from dsl.graph.mermaid import mermaid
from dsl.graph.model import Arrow, Box, Graph, Group, graph_of

__all__ = ["Arrow", "Box", "Graph", "Group", "dot", "graph_of", "mermaid"]
