"""How every kind of expression is written."""

from interpreter.backend.python_code import Writers
from interpreter.backend.python_definitions import definition_list, derived_test
from interpreter.backend.python_lists import SEQUENCES
from interpreter.backend.python_values import TESTS, VALUES

WRITERS = Writers(VALUES, TESTS, SEQUENCES, derived_test, definition_list)
