"""Every page speaks the language that was chosen, and nothing on it stands outside the catalogue."""

from cwsdiag.attributes import ATTRIBUTES
from cwsdiag.files import sample_project
from cwsdiag.ui.datasets.page import VIEWS
from cwsdiag.ui.shell.navigation import PAGES
from tests.app.spoken import MARKED, marked, texts, unmarked

# Names of the sample's, and what is the same in every language.
NAMES = {
    *(
        "cwsdiag",
        "english",
        "sighan",
        "crf",
        "jieba",
        "wapic",
        "genre",
        # Of words of microblog, and of files.
        *("big", "hkscs", "marked", "by", "rule", "badge", "ppt", "difficulty", "documents", "labels", "gz"),
        # Genres of the sample's news.
        *("report", "feature", "commentary", "science", "notice", "story", "review", "letter", "interview"),
        *("history", "travel", "essay"),
        "news",
        "microblog",
        "base",
        "top",
        "vote",
        "png",
        "svg",
        "csv",
        "json",
    ),
    *(
        "maximum",
        "matching",
        "first",
        "second",
        "criterion",
        "weight",
        "txt",
        "test",
        "train",
        "nfkc",
        "utf",
    ),
    # Orders of sources, as commands call them.
    *("max", "min", "random"),
    *(key.lower() for key in ATTRIBUTES),
}
STATES: dict[str, list[dict[str, str]]] = {
    "files": [{}, {"dataset": "sample:microblog"}],
    "summary": [{}, {"baselines": "on"}],
    "diagnosis": [
        {},
        {"part": "panels"},
        {"attribute": "wLen", "bucket": "1", "show": "wrong"},
        {"word": "的", "show": "all"},
        {"where": "wFre>=1"},
    ],
    "sentences": [{}, {"order": "errors", "sentence": "3"}, {"order": "hardest"}],
    "scores": [{}, {"part": "separators", "references": "3"}, {"part": "balanced"}],
    "difficulty": [{}, {"part": "committee"}, {"part": "learning"}],
    "datasets": [{"part": part} for part in VIEWS],
    "lab": [{}, {"task": "example/news"}, {"part": "judge"}],
    "talk": [{}],
}


def test_every_page_has_a_state():
    assert set(STATES) == set(PAGES)


def test_nothing_stands_outside_the_catalogue(monkeypatch, opened):
    """On one server: what is kept for all, or drawn once, may have been made for somebody else in English."""
    states = [(page, selection) for page, states in STATES.items() for selection in states]
    for page, selection in states:
        opened(page, project=sample_project(), **selection)
        with marked(monkeypatch):
            app = opened(page, project=sample_project(), **selection, lang=MARKED)
            assert any("⟦" in text for text in texts(app))
            assert not unmarked(app, NAMES), (page, selection)
    for page in STATES:
        again = opened(page, project=sample_project())
        assert not any("⟦" in text for text in texts(again)), f"{page}: what was kept has kept a language"
