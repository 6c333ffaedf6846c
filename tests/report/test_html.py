"""``report.html``: one file that asks no host, holds all findings, and in which texts are texts."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from cwsdiag.exhibits.registry import made
from cwsdiag.findings import kept
from cwsdiag.languages.visible import visible
from cwsdiag.report.contents import contents_of
from cwsdiag.report.html.page import MOST_LISTED, bucket_words, report_html
from tests.report.conftest import ASKED, FORMULA, HOSTILE, NOTE, SCRIPT, one_look


class Page(HTMLParser):
    """What a page consists of: tags with their attributes, texts outside scripts, and scripts by id."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.tags, self.texts, self.scripts = [], [], {}
        self._script = None
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self._script = dict(attrs).get("id", tag)

    def handle_endtag(self, tag):
        if tag in ("script", "style"):
            self._script = None

    def handle_data(self, data):
        if self._script is None:
            self.texts.append(data)
        else:
            self.scripts[self._script] = self.scripts.get(self._script, "") + data

    def all(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def text(self):
        return "".join(self.texts)


@pytest.fixture(scope="module")
def html(contents):
    return report_html(contents)


@pytest.fixture(scope="module")
def parsed(html):
    return Page(html)


def test_all_findings_stand_in_it(parsed, contents):
    assert len(contents.entries) == len(ASKED)
    for number, entry in enumerate(contents.entries, start=1):
        assert entry.title in parsed.text
        assert entry.exhibit.content.sentence in parsed.text
        assert entry.exhibit.source in parsed.text
        assert {"id": f"finding-{number}"} in parsed.all("section")
        assert entry.exhibit.signature in parsed.text
    assert parsed.text.count(NOTE) == len(ASKED)
    assert parsed.all("html") == [{"lang": "en"}]


def test_nothing_outside_programs_asks_another_host(html, parsed):
    outside = re.sub(r"<script.*?</script>", "", html, flags=re.S)
    assert "//" not in outside
    for tag, attributes in parsed.tags:
        assert tag not in {"link", "img", "iframe", "object", "embed", "base", "form"}
        assert not {"src", "action", "formaction", "background", "poster"} & attributes.keys()
        assert not any(name.startswith("on") for name in attributes)
        assert attributes.get("href", "#").startswith("#")
    [policy] = [one["content"] for one in parsed.all("meta") if one.get("http-equiv")]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe-eval" not in policy
    assert "http" not in policy


def test_a_bucket_opens_its_words(parsed, contents):
    data = json.loads(parsed.scripts["data"])
    # Of a pair those come first where one has more right that the other has not.
    for kind, roles, order in (
        ("self", {"a": "crf"}, "wrong_a"),
        ("compare", {"a": "crf", "b": "jieba"}, "disagreement"),
    ):
        [number] = [place for place, one in enumerate(contents.entries, start=1) if one.exhibit.kind.name == kind]
        told = data["words"][data["sections"][f"finding-{number}"]["words"]]["wLen:1"]
        there = contents.looks[0].words("wLen", 1, roles).frame(order=order)
        there = there[there[[f"wrong_{role}" for role in roles]].any(axis=1)]
        assert told["types"] == len(there)
        columns = ["word", "count", *(f"{what}_{role}" for role in roles for what in ("wrong", "made"))]
        assert told["rows"] == there[columns].to_numpy().tolist()[:MOST_LISTED]
    # Buckets in tables open them, too.
    opened = {one["data-opens"] for one in parsed.all("button") if "data-opens" in one}
    assert "wLen:1" in opened
    assert {key for words in data["words"].values() for key in words} >= opened


def test_texts_of_others_stay_texts(hostile):
    html = report_html(hostile)
    parsed = Page(html)
    for said in (HOSTILE, FORMULA, visible(SCRIPT)):
        assert said in parsed.text
    assert len(parsed.all("script")) == 4
    assert not parsed.all("img")
    assert "alert(2)</script>" not in html
    assert "onerror=alert(1)>" not in re.sub(r"<script type.*?</script>", "", html, flags=re.S)
    json.loads(parsed.scripts["data"])
    assert "\u2028" not in parsed.scripts["data"] + parsed.scripts["charts"]
    assert [one for one in json.loads(parsed.scripts["charts"]) if one]


def test_private_gold_is_not_told(hostile_look, contents):
    look = contents.looks[0].private
    findings = [kept(made(contents.looks[0], kind, options), id=kind) for kind, options in ASKED.items()]
    private = contents_of("Private", findings, one_look(look))
    kinds = {entry.exhibit.kind.name for entry in private.entries}
    assert kinds == {"scores", "self", "kinds", "compare", "extremes", "pair-kinds"}
    assert private.withheld == ["news"]
    html = report_html(private)
    data = json.loads(Page(html).scripts["data"])
    assert not any(data["words"].values())
    assert 'class="ribbon"' not in html
    assert "data-opens" not in html
    assert "its gold is private" in html
    assert all(not bucket_words(entry.exhibit) for entry in private.entries)


def test_what_cannot_be_shown_is_said(contents, sample_looks):
    findings = [replace(one.finding, options={"system": "gone"}) for one in contents.entries[1:2]]
    parsed = Page(report_html(contents_of("Gone", findings, sample_looks)))
    assert "no system 'gone' in news" in parsed.text
    assert "plotly" not in parsed.scripts


def test_what_has_changed_says_both_numbers(contents, sample_looks):
    finding = contents.entries[0].finding
    before = replace(finding, numbers={**finding.numbers, "f1": 0.5}, digests={**finding.digests, "gold": "0" * 12})
    parsed = Page(report_html(contents_of("Changed", [before], sample_looks)))
    now = contents.entries[0].exhibit.content.numbers["f1"]
    assert f"f1: 0.5 when it was kept, {now:.4g} now." in parsed.text
    assert "Changed since it was kept: gold." in parsed.text


def test_without_findings_it_has_the_scores_and_what_they_are_made_of(hostile_look):
    parsed = Page(report_html(contents_of("None", [], one_look(hostile_look))))
    assert visible(hostile_look.diagnosis.signature) in parsed.text
