"""The catalogue says every text, and says it with the same places."""

import ast
import copy
import io
import string
from functools import cache
from gettext import NullTranslations

import pytest
from babel.messages.pofile import read_po

from cwsdiag import languages
from cwsdiag.languages import (
    CATALOGUES,
    ENGLISH,
    _,
    catalogue,
    lazy,
    n_lazy,
    speaking,
    translated,
    understood,
)
from tools import messages


@cache
def updated(code):
    """Gathered once: it reads every file of the package."""
    return messages.updated(code)


# Which arguments of the functions that say texts hold them.
PLACES = {"_": (0,), "lazy": (0,), "n_": (0, 1), "n_lazy": (0, 1), "p_": (1,), "p_lazy": (1,)}


def places(text):
    return {field for _text, field, _spec, _conversion in string.Formatter().parse(text) if field is not None}


def forms(message):
    return [message.id] if isinstance(message.id, str) else list(message.id)


@pytest.mark.parametrize("code", CATALOGUES)
def test_catalogues_are_as_the_tool_writes_them(code):
    path, wanted = CATALOGUES[code], messages.written(updated(code))
    assert path.read_bytes() == wanted, "run python -m tools.messages"
    assert path.with_suffix(".mo").read_bytes() == messages.compiled(read_po(io.BytesIO(wanted)))


@pytest.mark.parametrize("code", CATALOGUES)
def test_every_text_is_translated_with_its_places(code):
    for message in filter(lambda message: message.id, updated(code)):
        text = message.string if isinstance(message.string, str) else message.string[0]
        assert text, f"{message.id}: add its translation to the catalogue, after `python -m tools.messages`"
        # "1 word" and "n words" need not both name the number.
        every = set().union(*map(places, forms(message)))
        assert places(text) - {"n"} == every - {"n"}, message.id
        assert text not in forms(message) or len(text.split()) < 3, f"forgotten in English: {text}"


def test_what_is_said_is_found_by_the_tool():
    """Texts are literals, and not inside an f-string: before Python 3.12 the tool does not look there."""
    found = {}
    for message in filter(lambda message: message.id, updated("zh")):
        assert not set().union(*map(places, forms(message))) & {"", "0"}, f"a place without a name: {message.id}"
        for path, _line in message.locations:
            found.setdefault(messages.ROOT / path, set()).add(message.id)
    for path in messages.sources():
        if path.parent.name != "languages":
            assert set(called(path)) == found.get(path, set()), path


def called(path):
    """Yield what a file gives to the functions that say texts, both forms of what is about a number."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PLACES:
            texts = tuple(ast.literal_eval(node.args[place]) for place in PLACES[node.func.id])
            yield texts if len(texts) > 1 else texts[0]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "column":
            yield from (text.value for text in node.args[:2] if isinstance(getattr(text, "value", 0), str))


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [("zh-CN", "zh"), ("zh_TW", "zh"), ("ZH", "zh"), ("de", "en"), (None, "en")],
)
def test_a_browser_gets_a_language_it_understands(wanted, spoken):
    assert understood(wanted) == spoken


class Upper:
    def gettext(self, message):
        return message.upper().replace("{NAME}", "{name}").replace("{INNER}", "{inner}")

    def ngettext(self, one, many, count):
        return self.gettext(one if count == 1 else many).replace("{N:,}", "{n:,}")


def test_lazy_texts_are_english_until_somebody_reads_them(monkeypatch):
    inner = n_lazy("{n:,} file", "{n:,} files", 2)
    text = lazy("see {name} in {inner}", name="a.txt", inner=inner)
    glued = "first: " + text + "; " + lazy("more")
    copied = copy.deepcopy(glued)
    assert (text, glued) == ("see a.txt in 2 files", "first: see a.txt in 2 files; more")
    monkeypatch.setattr(languages, "catalogue", lambda code: Upper() if code == "zh" else catalogue(code))
    with speaking("zh"):
        assert translated(text) == "SEE a.txt IN 2 FILES"
        assert translated(glued) == translated(copied) == "first: SEE a.txt IN 2 FILES; MORE"
        with speaking(ENGLISH):
            assert translated(text) == text


class Spaced(NullTranslations):
    def gettext(self, message):
        return message.replace("on", "在").replace("leads", "上领先").replace("is", "为")


@pytest.mark.parametrize(
    ("name", "dataset", "said"),
    [
        ("crf", "news", "crf 在 news 上领先"),
        ("我的系统", "新闻", "我的系统在新闻上领先"),
        ("北 京", "", "北 京在  上领先"),
    ],
)
def test_names_in_chinese_stand_without_blanks_in_chinese(monkeypatch, name, dataset, said):
    monkeypatch.setattr(languages, "catalogue", lambda code: Spaced())
    with speaking("zh"):
        assert _("{name} on {dataset} leads", name=name, dataset=dataset) == said
        assert _("{number:.2f} is {name!r}", number=1.5, name="x") == "1.50 为 'x'"
    assert _("{name} on {dataset} leads", name=name, dataset=dataset) == f"{name} 在 {dataset} 上领先"
