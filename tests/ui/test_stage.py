"""What is sent to the stage: every type in it is read from the back row, and what files say stays text."""

import json
import re
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from cwsdiag import examples
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.looks import ProjectLooks
from cwsdiag.exhibits.registry import made
from cwsdiag.files import sample_project
from cwsdiag.findings import kept, shown, slides
from cwsdiag.project import read_project
from cwsdiag.ui.shell.stage import LARGEST, LEAST, ROOM, content, leads_to_words, words_behind
from cwsdiag.views.look import LookKey
from tests.exhibits.test_exhibits import type_sizes

PAIR = {"system": "crf", "other": "jieba"}
# Each form; charts of all kinds are laid out for the stage in tests/exhibits.
SHOWN = [
    ("scores", {}, "figure"),
    ("scores", {}, "table"),
    ("words", PAIR, "figure"),
    ("self", {"system": "crf", "attribute": "wLen"}, "figure"),
    ("self", {"system": "crf"}, "ribbon"),
    ("sentence", {**PAIR, "sentence": "3"}, "figure"),
    ("compare", PAIR, "headline"),
]


@pytest.fixture(scope="module")
def look():
    return ProjectLooks(read_project(sample_project()), judgements=examples.judgements()).look(LookKey("news"))


@pytest.fixture
def slide(look):
    def of(kind, options, show="figure", title=""):
        looks = SimpleNamespace(names=(look.name,), look=lambda where: look)
        (one,) = slides(shown([kept(made(look, kind, options), show=show, title=title)], looks))
        return one

    return of


@pytest.mark.parametrize(("kind", "options", "show"), SHOWN)
def test_all_type_is_read_where_the_screen_is_480_pixels_wide(slide, kind, options, show):
    sent = content(slide(kind, options, show), "dark")
    large, types = sent["large"], [LEAST]
    if "svg" in large:
        drawn = ElementTree.fromstring(large["svg"])
        # A drawing that is as wide and as high as its room is not made smaller.
        wide, high = (float(part) for part in drawn.get("viewBox").split()[2:])
        assert wide <= ROOM + 0.1
        assert high <= LARGEST + 0.1
        types += [float(element.get("font-size")) for element in drawn.iter() if element.get("font-size")]
    if "plotly" in large:
        spec = json.loads(large["plotly"])
        types += type_sizes(spec)
        assert spec["layout"]["width"] == ROOM
        assert spec["layout"]["height"] <= LARGEST + 0.1
    assert min(types) * 480 / 1280 >= 9 - 0.05
    assert bool(large) == (show != "headline")
    assert len(large.get("rows", ())) <= 8


def test_hostile_texts_stay_texts(slide):
    title = '</title><img src=x onerror="alert(1)"><script>1</script>'
    sent = content(slide("sentence", {**PAIR, "sentence": "3"}, title=title), "light")
    assert sent["title"] == title
    assert not re.search("<(img|script)", sent["large"].get("svg", ""))


def test_marks_lead_to_the_words_behind_them(look):
    alone, pair = made(look, "self", {"system": "jieba"}), made(look, "compare", PAIR)
    place = {"attribute": "wLen", "bucket": "2"}
    assert words_behind(alone, ["wLen", 2]).options == {"system": "jieba", **place}
    for what, system in (("a", "crf"), ("b", "jieba"), ("only_b", "crf")):
        words = words_behind(pair, ["wLen", 2, what])
        assert words.options["system"] == system
        assert words.options.get("which", "wrong") == (what if what.startswith("only") else "wrong")
    asked = words_behind(made(look, "pair-kinds", PAIR), ["cause", "oov", "b"]).options
    assert asked == {"system": "jieba", "other": "crf", "cause": "oov"}
    assert words_behind(alone, ["wLen", None]) is None
    with pytest.raises(SettingError):
        words_behind(alone, ["wLen", 99])
    assert not leads_to_words(made(look.private, "self", {"system": "crf"}))
