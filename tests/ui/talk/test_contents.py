"""What is sent to the stage: every type in it is read from the back row, and what files say stays text."""

import json
import re
from dataclasses import replace
from xml.etree import ElementTree

import pandas as pd
import pytest

from cwsdiag.diagnosis.error_kinds import SHAPES
from cwsdiag.errors import SettingError
from cwsdiag.exhibits import ProjectLooks, Table, Where, made
from cwsdiag.findings import Slide
from cwsdiag.project import read_project
from cwsdiag.site import sample_project
from cwsdiag.ui.talk import sizes
from cwsdiag.ui.talk.contents import content, failed, leads_to_words, rows
from cwsdiag.ui.talk.page import words_behind
from cwsdiag.views.columns import Column
from tests.exhibits.test_exhibits import ASKED, type_sizes

PAIR = {"system": "crf", "other": "jieba"}
# Of each kind what it is about; the others are shown as charts or as what there is.
SHOWN = [
    *((kind, options, "figure") for kind, options in ASKED.items()),
    ("scores", {}, "table"),
    ("self", {"system": "crf"}, "table"),
    ("self", {"system": "crf", "attribute": "wLen"}, "figure"),
    ("compare", PAIR, "headline"),
]


@pytest.fixture(scope="module")
def look():
    return ProjectLooks(read_project(sample_project())).look(Where("news"))


def types(sent):
    """The sizes of all type in what is sent, on a screen of 720."""
    found = [part["size"] for part in (sent["title"], sent["sentence"])]
    large = sent["large"]
    if "svg" in large:
        drawn = ElementTree.fromstring(large["svg"])
        # A drawing that is as wide and as high as its room is not made smaller.
        wide, high = (float(part) for part in drawn.get("viewBox").split()[2:])
        assert wide <= sizes.ROOM + 0.1
        assert high <= sent["height"] + 0.1
        found += [float(element.get("font-size")) for element in drawn.iter() if element.get("font-size")]
    if "plotly" in large:
        spec = json.loads(large["plotly"])
        found += type_sizes(spec)
        assert spec["layout"]["width"] == round(sizes.ROOM)
        assert spec["layout"]["height"] <= sent["height"] + 0.1
    if "rows" in large:
        found.append(large["size"])
        assert len(large["rows"]) <= 8
    return found


@pytest.mark.parametrize(("kind", "options", "show"), SHOWN)
def test_no_type_is_smaller_than_a_fortieth_of_the_height(look, kind, options, show):
    sent = content(Slide(made(look, kind, options), show=show), "dark")
    assert min(types(sent)) >= sizes.HEIGHT / 40 - 0.05
    assert json.dumps(sent)
    parts = sent["title"]["height"] + sent["sentence"]["height"] + sent["height"]
    around = sizes.TOP + sizes.BOTTOM + sizes.FOOT + 3 * sizes.GAP
    assert show == "headline" or parts + around == pytest.approx(sizes.HEIGHT, abs=1)


@pytest.mark.parametrize("text", ["", "word", "word " * 90, "长词" * 90, "x" * 400])
def test_a_text_is_as_large_as_its_lines_allow(text):
    given = ((30, 1), (20, 2), (18, 40))
    found = sizes.fitted(text, given)
    wide = sum(1 if "\u4e00" <= char <= "\u9fff" else 0.4 for char in text)
    lines = {size: max(1, -int(-wide * size // sizes.ROOM)) for size, _most in given}
    assert found.text == text
    assert found.height >= sizes.LINE * found.size * lines[found.size] - 0.1
    assert found.size == 30 or lines[30] > 1 or wide * 1.8 * 30 > sizes.ROOM


def test_a_table_shows_eight_rows_the_columns_that_have_room_and_what_is_left():
    frame = pd.DataFrame([{f"c{column}": f"word {column} " * 3 for column in range(30)}] * 20)
    drawn = rows(Table(frame, {key: Column(key) for key in frame}), width=1192, height=460)
    assert len(drawn["rows"]) == 8
    assert drawn["more"] == "… and 12 more rows"
    assert 1 <= len(drawn["head"]) < 30
    assert {len(row) for row in drawn["rows"]} == {len(drawn["head"])} == {len(drawn["numbers"])}
    empty = rows(Table(frame.head(0), {"c0": Column("c0")}), width=1192, height=460)
    assert (empty["rows"], empty["none"]) == ([], "no rows")


def test_hostile_texts_stay_texts(look):
    title = '</title><img src=x onerror="alert(1)"><script>1</script>'
    sent = content(Slide(made(look, "sentence", {**PAIR, "sentence": "3"}), called=title), "light")
    assert sent["title"]["text"] == title
    assert not re.search("<(img|script)", sent["large"].get("svg", ""))


def test_what_cannot_be_made_says_why():
    class Broken:
        @property
        def content(self):
            raise SettingError("no committee")

    slide = Slide(Broken(), called="kept", note="n")
    with pytest.raises(SettingError):
        content(replace(slide, called=""), "light")
    sent = failed(slide, "no committee")
    assert (sent["title"]["text"], sent["sentence"]["text"], sent["note"]) == ("kept", "no committee", "n")
    assert min(types(sent)) >= 18


def test_marks_lead_to_the_words_behind_them(look):
    alone, pair = made(look, "self", {"system": "jieba"}), made(look, "compare", PAIR)
    place = {"attribute": "wLen", "bucket": "2"}
    assert words_behind(alone, ["wLen", 2]).options == {"system": "jieba", **place}
    for what, system in (("", "crf"), ("a", "crf"), ("b", "jieba"), ("only_a", "crf"), ("only_b", "crf")):
        words = words_behind(pair, ["wLen", 2, what])
        assert words.options["system"] == system
        assert words.options.get("which", "wrong") == (what if what.startswith("only") else "wrong")
    assert words_behind(made(look, "scores", {}), ["jieba"]).options == {"system": "jieba"}
    kinds, pair_kinds = made(look, "kinds", {"system": "crf"}), made(look, "pair-kinds", PAIR)
    assert words_behind(kinds, ["split", ""]).options == {"system": "crf", "shape": "split"}
    asked = words_behind(pair_kinds, ["cause", "oov", "b"]).options
    assert asked == {"system": "jieba", "other": "crf", "cause": "oov"}
    assert words_behind(alone, ["wLen", None]) is None
    with pytest.raises(SettingError):
        words_behind(alone, ["wLen", 99])
    private = look.private
    assert not leads_to_words(made(private, "self", {"system": "crf"}))
    assert not leads_to_words(made(look, "words", PAIR))


def test_words_of_a_kind_of_error_are_those_that_are_missed_so(look):
    counts = look.diagnosis.kind_counts("crf")
    for shape, missed in zip(SHAPES, counts.shapes.tolist(), strict=True):
        words = made(look, "words", {"system": "crf", "shape": shape})
        assert words.content.numbers == {"places": missed, "words": missed}
        assert words.content.title.startswith("What crf gets wrong on news: ")
        assert words.table.frame["wrong_a"].sum() == missed
