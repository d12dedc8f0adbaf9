"""Answers an editor while somebody writes rules: findings, names, formatting, over the Language Server Protocol."""
