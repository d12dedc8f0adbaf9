"""Two pages as pictures, which are compared with those that a person has looked at.

`pytest --update-golden` writes them anew: look at them before they are committed.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pypdfium2
import pytest

from tests.unit.interpreter.paper import printing

FOLDER = Path(__file__).parent / "pages"
DOTS = 50
#: A point counts as another one if its grey is so far off, of 255; so many may be, of all that are not white.
FAR, WHITE, MOST = 64, 240, 0.01


@pytest.fixture(scope="module")
def pages() -> list[tuple[int, int, bytes]]:
    """The first sheet and its backs: width, height, a byte for the grey of each point."""
    pdf = printing.made(printing.rules_of(printing.BAKERY)).files["cards.pdf"]
    return [grey(pdf, number) for number in (0, 1)]


@pytest.mark.parametrize(("number", "name"), [(0, "fronts"), (1, "backs")])
def test_a_page_looks_as_it_did(
    number: int, name: str, pages: list[tuple[int, int, bytes]], request: pytest.FixtureRequest
) -> None:
    path = FOLDER / f"{name}.png"
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(png(*pages[number]))
    assert differing(pages[number], read(path.read_bytes())) <= MOST


@pytest.mark.slow
def test_another_page_does_not(pages: list[tuple[int, int, bytes]]) -> None:
    """Nor one on which a text stands elsewhere or is lost."""
    first = read((FOLDER / "fronts.png").read_bytes())
    assert differing(first, pages[1]) > 10 * MOST
    for old, new in (('"Rye loaf", kind bread', '"Rye loaf", kind tool'), ("price 2", "price 25"), ("4 x", "3 x")):
        pdf = printing.made(printing.rules_of(printing.BAKERY.replace(old, new))).files["cards.pdf"]
        assert differing(first, grey(pdf, 0)) > MOST, new


def grey(pdf: bytes, number: int) -> tuple[int, int, bytes]:
    """A page as points."""
    drawn = pypdfium2.PdfDocument(pdf)[number].render(scale=DOTS / 72, grayscale=True)
    rows = [bytes(drawn.buffer)[row * drawn.stride :][: drawn.width] for row in range(drawn.height)]
    return drawn.width, drawn.height, b"".join(rows)


def differing(one: tuple[int, int, bytes], other: tuple[int, int, bytes]) -> float:
    """The share of points that are far from each other; all, if the pages have other sizes."""
    if one[:2] != other[:2]:
        return 1.0
    both = [*zip(one[2], other[2], strict=True)]
    return sum(abs(a - b) > FAR for a, b in both) / sum(min(a, b) < WHITE for a, b in both)


def png(width: int, height: int, points: bytes) -> bytes:
    """Points as a file, each row as it is."""
    rows = b"".join(b"\0" + points[row * width : (row + 1) * width] for row in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(part)) + kind + part + struct.pack(">I", zlib.crc32(kind + part)) for kind, part in parts
    )


def read(file: bytes) -> tuple[int, int, bytes]:
    """Points of a file that `png` wrote."""
    width, height = struct.unpack(">II", file[16:24])
    (length,) = struct.unpack(">I", file[33:37])
    rows = zlib.decompress(file[41 : 41 + length])
    return width, height, b"".join(rows[row * (width + 1) + 1 : (row + 1) * (width + 1)] for row in range(height))
