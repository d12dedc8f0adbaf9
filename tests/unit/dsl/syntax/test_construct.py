"""The forms of constructs: what they name are fields, and how a template is taken apart."""

import pytest
from attrs import fields

from dsl.syntax import nodes as n
from dsl.syntax.construct import Construct, Slot, template

KINDS = [kind for kind in vars(n).values() if isinstance(kind, type) and issubclass(kind, Construct)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_forms_name_fields_alone(kind: type[Construct]) -> None:
    names = {field.name for field in fields(kind)}
    for form in kind.forms.printed:
        slots = template(form.template).slots
        assert {slot.name for slot in slots} | form.fixed.keys() <= names


def test_a_template_is_taken_apart() -> None:
    found = template("while {condition}[, at most {bound} times]: {body}")
    condition, bound, body = Slot("condition", "", ""), Slot("bound", "", ""), Slot("body", "", "")
    assert found.parts == ("while ", condition, (", at most ", bound, " times"))
    assert (found.slots, found.under) == ((condition, bound, body), "body")
