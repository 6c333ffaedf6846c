"""Slides: what is large, what stands around it, and what is left out."""

import pytest

from cwsdiag.exhibits.registry import made
from cwsdiag.findings import kept, shown, slides
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
