"""Plants a fault in a module before it is imported; as a plugin of pytest, the one that `BYLAWS_FAULT` names.

Files stay as they are: an importer gives the module with the fault in it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, ModuleType

from attrs import frozen

from tests.mutations.faults import ROOT, tree_of
from tests.mutations.operators import planted

VARIABLE = "BYLAWS_FAULT"


def plant(module: str, function: str, operator: str, number: int) -> None:
    """From now on the module is imported with the fault; nothing of it may have been imported before."""
    name = module.removesuffix(".py").replace("/", ".")
    assert name not in sys.modules, f"{name} has been imported already"
    os.environ["BYLAWS_CACHE"] = "off"  # what is kept was made by the program without the fault
    sys.meta_path.insert(0, _Planter(name, module, function, operator, number))


@frozen
class _Planter(MetaPathFinder):
    name: str
    module: str
    function: str
    operator: str
    number: int

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        file = str(ROOT / self.module)
        return spec_from_file_location(fullname, file, loader=_Planted(fullname, file, self))


class _Planted(SourceFileLoader):
    def __init__(self, fullname: str, path: str, planter: _Planter) -> None:
        super().__init__(fullname, path)
        self.planter = planter

    def get_code(self, fullname: str) -> CodeType:
        p = self.planter
        return compile(planted(tree_of(p.module), p.function, p.operator, p.number), self.path, "exec")


if VARIABLE in os.environ:
    _module, _function, _operator, _number = os.environ[VARIABLE].split("|")
    plant(_module, _function, _operator, int(_number))
