"""What hides in texts of others is to be seen, and no cell of a CSV file begins a formula; both can be taken back."""

import csv
import io
import json
import sys
import unicodedata

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.cli import output
from cwsdiag.errors import SettingError
from cwsdiag.formats.tables import bare, csv_lines, guarded
from cwsdiag.languages import lazy, speaking, translated
from cwsdiag.languages.visible import escape, in_json, printable, stand_in, visible

EVIL = "a\x1b[31m\u202eb\u2028c\x9bd\nе"
TEXTS = st.text(st.characters(exclude_categories=()))
STEERING = {"Cc", "Cf", "Cs", "Zl", "Zp"}


@given(TEXTS)
def test_nothing_hides_in_what_is_shown(text):
    for shown in (visible(text), printable(text), escape(text).replace("\n", "").replace("\t", ""), stand_in(text)):
        assert not {unicodedata.category(char) for char in shown} & STEERING
    if not {unicodedata.category(char) for char in text} & STEERING:
        assert visible(text) == stand_in(text) == text
    assert len(stand_in(text)) == len(text)
    assert printable(text).isprintable()


@given(st.recursive(TEXTS, lambda inner: st.dictionaries(TEXTS, inner) | st.lists(inner)))
def test_json_says_the_same_and_can_be_printed_and_encoded(value):
    said = in_json(json.dumps(value, ensure_ascii=False))
    assert not {unicodedata.category(char) for char in said} & STEERING
    # Two halves that stand together are one character to JSON.
    assert json.loads(said.encode()) == json.loads(json.dumps(value))


def test_how_it_is_written():
    assert visible(EVIL) == r"a\x1b[31m\u202eb\u2028c\x9bd\nе"
    assert visible("a\n\tb\x00", keep="\n\t") == "a\n\tb\\x00"
    assert visible("字\u3000\ue000 e\u0301") == "字\u3000\ue000 e\u0301", "these are seen, or do nothing worse"
    assert stand_in("\x00\x1b\x7f\u202e字") == "\u2400\u241b\u2421\ufffd字"
    assert escape('<\u202e"\n') == "&lt;\\u202e&quot;\n"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_text_of_ours_carries_what_hides(language, tmp_path):
    made = lazy("two {what} have the same name: {names}", what=lazy("datasets"), names=EVIL)
    quoted = lazy("unknown key {unknown!r}.", unknown=EVIL)
    placed = lazy("{file}: {table}: {complaint}.", file=tmp_path / EVIL[:-1], table="[x]", complaint=made)
    with speaking(language):
        said = [translated(text) for text in (made, quoted, placed)]
    for text in (made, quoted, placed, *said):
        assert text.isprintable() and r"a\x1b[31m\u202eb" in text and r"\\x1b" not in text
    assert str(tmp_path) in placed and str(tmp_path) not in said[2], "where a file lies is for the command line"


def test_a_name_is_the_same_wherever_it_is_shown_and_is_found_as_it_came():
    # Half a character is no text to any function.
    name = EVIL[:-1]
    dataset = cwsdiag.load(gold=[["我", "们"]], systems={name: [["我们"]]}, runs={"r\u202e": [[["我", "们"]]]})
    assert [system.name for system in dataset.systems] == [visible(name), r"r\u202e #1"]
    assert dataset.system(name) is dataset.system(visible(name))
    assert dict(dataset.runs) == {r"r\u202e": (r"r\u202e #1",)}
    with pytest.raises(SettingError, match="two systems are called"):
        cwsdiag.load(gold=[["我"]], systems={"a\u202e": [["我"]], r"a\u202e": [["我"]]})


@pytest.mark.parametrize("on_terminal", [True, False])
def test_data_are_as_they_are_but_on_a_terminal(monkeypatch, capsysbinary, on_terminal):
    written = []
    monkeypatch.setattr(click, "echo", lambda text, nl=True, err=False: written.append(text))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: on_terminal, raising=False)
    output.pass_on("词\x1b,1\n")
    output.say("词\x1b\n一")
    assert written == [r"词\x1b,1" + "\n" if on_terminal else "词\x1b,1\n", r"词\x1b" + "\n一"]


@given(st.lists(st.lists(TEXTS.filter(lambda text: "\x00" not in text), min_size=1, max_size=3), max_size=4))
def test_no_cell_begins_a_formula_and_all_come_back(rows):
    read = list(csv.reader(io.StringIO(csv_lines(rows), newline="")))
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) for row in read for cell in row)
    assert [[bare(cell) for cell in row] for row in read] == rows


def test_numbers_are_no_formulas_and_what_others_wrote_stays():
    assert [guarded(value) for value in (-0.5, +3, None, float("nan"), True, "-0.5", "词")] == [
        -0.5, 3, "", "", True, "'-0.5", "词",
    ]  # fmt: skip
    assert [bare(cell) for cell in ("'=x", "''", "'s", "it's", "'")] == ["=x", "'", "'s", "it's", "'"]
