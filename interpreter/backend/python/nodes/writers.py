"""The tables of what generates expressions."""

from interpreter.backend.python.emit.code import Writers
from interpreter.backend.python.nodes.definitions import definition_list, derived_test
from interpreter.backend.python.nodes.lists import LISTS
from interpreter.backend.python.nodes.values import TESTS, VALUES

WRITERS = Writers(VALUES, TESTS, LISTS, derived_test, definition_list)
