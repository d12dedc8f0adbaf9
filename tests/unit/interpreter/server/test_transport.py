"""Messages with their length before them; places in the units that an editor counts in; addresses of files."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.server.positions import UNITS, Places
from interpreter.server.texts import Texts, path_of
from interpreter.server.transport import INVALID_REQUEST, PARSE_ERROR, Refused, Spoilt, messages, write


def test_what_is_written_is_read_again() -> None:
    stream = io.BytesIO()
    said: list[dict[str, object]] = [{"method": "a"}, {"id": 1, "result": "\N{SNOWMAN} \ud800"}]
    for message in said:
        write(stream, message)
    stream.seek(0)
    assert list(messages(stream)) == [{"jsonrpc": "2.0", **message} for message in said]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"Content-Length: 3\r\n\r\n{,}", PARSE_ERROR),
        (b"Content-Length: 2\r\n\r\n[]", INVALID_REQUEST),
        (b"Content-Length: 4\r\n\r\nnull", INVALID_REQUEST),
        (b"Content-Length: many\r\n\r\n", PARSE_ERROR),
        (b"Content-Length: -4\r\n\r\n", PARSE_ERROR),
        (b"Content-Length: 999999999999\r\n\r\n", PARSE_ERROR),
        (b"Length: 4\r\n\r\n", PARSE_ERROR),
        (b"Content-Length: 2\r\n\r\n\xff\xff", PARSE_ERROR),
        (b"Content-Length: 20000\r\n\r\n" + b"[" * 20000, PARSE_ERROR),
    ],
)
def test_what_is_spoilt_is_told_and_the_next_is_read(data: bytes, code: int) -> None:
    stream = io.BytesIO(data + b'content-length: 2\r\nContent-Type: x; charset=utf-8\r\n\r\n{}')
    spoilt, good = messages(stream)
    assert isinstance(spoilt, Spoilt)
    assert spoilt.code == code
    assert good == {}


def test_a_message_that_breaks_off_is_none() -> None:
    assert list(messages(io.BytesIO(b"Content-Length: 20\r\n\r\n{}"))) == []
    assert list(messages(io.BytesIO(b"Content-Length: 20"))) == []


LETTERS = "ab\N{SNOWMAN}\N{PERFORMING ARTS}\r\n\N{COMBINING ACUTE ACCENT}"


@given(st.text(st.sampled_from(LETTERS)), st.sampled_from([*UNITS]))
def test_each_offset_is_found_again(text: str, encoding: str) -> None:
    places = Places(text, encoding)
    for offset in range(len(text) + 1):
        position = places.position(offset)
        behind_return = text[offset - 1 : offset + 1] == "\r\n"  # within the end of a line: the same place as before it
        assert places.offset(position) == (offset - 1 if behind_return else offset)


def test_units() -> None:
    text = "a\N{PERFORMING ARTS}b\nc"
    assert [Places(text, each).position(2)["character"] for each in ("utf-32", "utf-16", "utf-8")] == [2, 3, 5]
    halves = Places(text, "utf-16").offset({"line": 0, "character": 2})
    assert halves == 1, "a character is not cut in two"
    for position, offset in (((0, 99), 3), ((1, 99), 5), ((7, 0), 5)):
        assert Places(text).offset({"line": position[0], "character": position[1]}) == offset


@given(st.data())
def test_changes_piece_by_piece(data: st.DataObject) -> None:
    letters = st.text(st.sampled_from("a\N{PERFORMING ARTS}\n\r b"), max_size=12)
    texts = Texts(encoding=data.draw(st.sampled_from([*UNITS])))
    uri = "file:///game.bylaws"
    text = texts.opened({"uri": uri, "version": 1, "text": data.draw(letters)})
    for version in range(2, 6):
        before = text.text
        start = data.draw(st.integers(0, len(before)))
        end = data.draw(st.integers(start, len(before)))
        if "\r\n" in (before[start - 1 : start + 1], before[end - 1 : end + 1]):
            continue
        new = data.draw(letters)
        change = {"range": text.places.range(start, end), "text": new}
        text = texts.changed({"uri": uri, "version": version}, [change])
        assert text.text == before[:start] + new + before[end:]
        assert text.version == version


def test_a_text_that_is_not_open() -> None:
    with pytest.raises(Refused):
        Texts().closed({"uri": "file:///nowhere"})


def test_addresses() -> None:
    assert path_of("file:///a%20b/%C3%A9.bylaws") == Path("/a b/é.bylaws").absolute()
    unsaved = path_of("untitled:Untitled-1")
    assert unsaved is not None and unsaved.name == "Untitled-1.bylaws"
    assert path_of("git:/a/game.bylaws?HEAD") is None
    assert path_of(Path("a b.bylaws").absolute().as_uri()) == Path("a b.bylaws").absolute()
