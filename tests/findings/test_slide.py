"""Slides: what is large, what stands around it, and what is left out."""

import pytest

from cwsdiag.exhibits.registry import made
from cwsdiag.findings import Finding, Lost, kept, shown, slides
from cwsdiag.views.look import LookKey

PAIR = {"system": "crf", "other": "jieba"}


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
    ],
)
def test_what_is_not_there_is_not_large(looks, kind, options, show, large):
    (slide,) = slides(shown([kept(made(looks.look(LookKey("news")), kind, options), show=show)], looks))
    assert slide.large == large


def test_a_slide_has_the_title_of_its_finding_and_says_nothing_of_files(looks):
    (slide,) = slides(shown([kept(made(looks.look(LookKey("news")), "compare", PAIR), title="crf <b>wins</b>")], looks))
    assert slide.title == "crf <b>wins</b>"
    assert slide.exhibit.source == "news, 16,830 gold words; 95 % intervals by resampling 1,014 sentences."


def test_what_cannot_be_made_any_more_is_no_slide(looks):
    good = kept(made(looks.look(LookKey("news")), "scores", {}))
    gone = Finding("2", "gone", "self", LookKey("news"), {"system": "gone"})
    written = Finding("3", "self", "self", LookKey("news"), {"system": "crf"})
    every = shown([good, gone, written], looks)
    assert isinstance(every[1], Lost)
    found = slides(every)
    assert [slide.finding.id for slide in found] == [good.id, "3"]
    assert found[1].title == "F1 by bucket: crf on news", "one that was written by hand has the exhibit's title"
