"""Slides: what is large, what stands around it, and what is left out."""

import pytest

from cwsdiag.exhibits.looks import ProjectLooks
from cwsdiag.exhibits.registry import made
from cwsdiag.files import sample_project
from cwsdiag.findings import Finding, Lost, kept, shown, slides
from cwsdiag.project import read_project
from cwsdiag.views.look import LookKey

PAIR = {"system": "crf", "other": "jieba"}


@pytest.fixture(scope="module")
def looks():
    return ProjectLooks(read_project(sample_project()))


@pytest.mark.parametrize(
    ("kind", "options", "show", "large"),
    [
        ("scores", {}, "figure", "figure"),
        ("scores", {}, "table", "table"),
        ("scores", {}, "ribbon", "figure"),
        ("self", {"system": "crf"}, "ribbon", "ribbon"),
        ("compare", PAIR, "headline", "headline"),
        ("words", PAIR, "figure", "table"),
        ("sentence", {**PAIR, "sentence": "3"}, "figure", "figure"),
        ("sentence", {**PAIR, "sentence": "3"}, "table", "figure"),
    ],
)
def test_what_is_not_there_is_not_large(looks, kind, options, show, large):
    (slide,) = slides(shown([kept(made(looks.look(LookKey("news")), kind, options), show=show)], looks))
    assert slide.large == large


def test_a_finding_says_its_title_sentence_source_and_note_and_nothing_of_files(looks):
    exhibit = made(looks.look(LookKey("news")), "compare", PAIR)
    (slide,) = slides(shown([kept(exhibit, title="crf <b>wins</b>", note="Why?\nAsk.")], looks))
    assert (slide.title, slide.finding.note) == ("crf <b>wins</b>", "Why?\nAsk.")
    assert slide.exhibit.source == "news, 16,830 gold words; 95 % intervals by resampling 1,014 sentences."
    told = " ".join([slide.title, slide.exhibit.content.sentence, slide.exhibit.source])
    assert not any(digest[:8] in told for digest in exhibit.digests.values())


def test_what_cannot_be_made_any_more_is_no_slide(looks):
    good = kept(made(looks.look(LookKey("news")), "scores", {}))
    gone = Finding("2", "gone", "self", LookKey("news"), {"system": "gone"})
    written = Finding("3", "self", "self", LookKey("news"), {"system": "crf"})
    every = shown([good, gone, written], looks)
    assert isinstance(every[1], Lost)
    found = slides(every)
    assert [slide.finding.id for slide in found] == [good.id, "3"]
    assert found[1].title == "F1 by bucket: crf on news", "one that was written by hand has the exhibit's title"
