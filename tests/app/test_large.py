"""However large the data, a browser gets little: rows of each table, values of each figure, bytes of each page."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from cwsdiag.ui.shell.tables import MOST_ROWS
from tests.app.conftest import frames, html, opened_page, places
from tests.serving import hand_over

# 20,000 words of 8,000 types, so many that each table of types or patterns is cut. A page over as many sends as much
# as one over a million: what grows with the data stands in lists whose ends are never drawn.
WORDS, TYPES = 20_000, 8_000
MOST_BYTES = 1_000_000
MOST_VALUES = 5_000
# With every part of a page that has tables or figures of words.
PAGES: tuple[tuple[str, dict[str, str]], ...] = (
    ("overview", {}),
    *(("diagnosis", {"part": part, "attribute": "all"}) for part in ("slices", "panels", "kinds", "buckets", "base")),
    ("diagnosis", {"columns": "wLen,wFre", "attribute": "all"}),
    ("diagnosis", {"list": "patterns"}),
    ("sentence", {}),
    ("scores", {"part": "separators"}),
    ("scores", {}),
    ("difficulty", {}),
    ("criteria", {}),
    ("study", {}),
    ("data", {}),
)


def _text(rng: Random) -> list[list[str]]:
    types = ["".join(chr(0x4E00 + rng.randrange(3000)) for _ in range(rng.randint(2, 3))) for _ in range(TYPES)]
    # Each at least once.
    words = [*types, *(types[int(rng.random() ** 3 * TYPES)] for _ in range(WORDS - TYPES))]
    rng.shuffle(words)
    return [words[start : start + 20] for start in range(0, WORDS, 20)]


def _wrong(sentence: list[str], rng: Random) -> list[str]:
    cut = [piece for word in sentence for piece in ((word[:1], word[1:]) if rng.random() < 0.4 else (word,))]
    return [piece for piece in cut if piece]


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, rng = tmp_path_factory.mktemp("large"), Random(0)
    gold = _text(rng)
    texts = {"gold": gold, "train": gold[::2], **{name: [_wrong(one, rng) for one in gold] for name in "xyz"}}
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text("\n".join(map(" ".join, text)), encoding="utf-8")
    systems = ", ".join(f'{{ name = "{name}", prediction = "{name}.txt" }}' for name in "xyz")
    toml = f'[[dataset]]\nname = "large"\ngold = "gold.txt"\ntrain = "train.txt"\nsystem = [{systems}]\n'
    (folder / "project.toml").write_text(toml, encoding="utf-8")
    return folder / "project.toml"


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many bytes went to the browser, by run of a page."""
    found: list[int] = []
    messages = LocalScriptRunner.forward_msgs

    def counted(runner: LocalScriptRunner) -> Any:
        every = messages(runner)
        found.append(sum(message.ByteSize() for message in every))
        return every

    monkeypatch.setattr(LocalScriptRunner, "forward_msgs", counted)
    return found


def _lists(value: Any) -> Iterator[int]:
    """Yield how long each list in a figure is, packed arrays among them."""
    if isinstance(value, dict):
        if "bdata" in value:
            yield len(value["bdata"]) // 2
        for one in value.values():
            yield from _lists(one)
    elif isinstance(value, list):
        yield len(value)
        for one in value:
            yield from _lists(one)


def _words(app: AppTest) -> list[str]:
    return next(frame["word"].tolist() for frame in frames(app) if "word" in frame)


def _charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def test_no_page_sends_much(large: Path, sent: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    hand_over(monkeypatch, str(large))
    cut = set()
    for page, selection in PAGES:
        app = opened_page(page, **selection)
        where = f"{page} {selection}"
        assert max(sent) < MOST_BYTES, where
        assert all(len(table) <= MOST_ROWS + 1 for table in frames(app)), where
        assert all(length < MOST_VALUES for chart in _charts(app) for length in _lists(chart)), where
        if any(len(table) >= MOST_ROWS for table in frames(app)):
            cut.add(where)
            assert f"Listed are the first {MOST_ROWS:,} of " in html(app), where
        sent.clear()
    assert {"diagnosis {'list': 'patterns'}", "diagnosis {'columns': 'wLen,wFre', 'attribute': 'all'}"} <= cut


def test_a_word_beyond_those_listed_is_the_last_row(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hand_over(monkeypatch, str(large))
    listed = _words(opened_page("diagnosis", attribute="all"))
    assert len(listed) == MOST_ROWS
    every = {word for line in (large.parent / "gold.txt").read_text("utf-8").splitlines() for word in line.split()}
    beyond = min(every - set(listed))
    app = opened_page("diagnosis", word=beyond)
    assert _words(app) == [*listed, beyond]
    assert [frame.attrs["chosen"] for frame in frames(app) if "word" in frame] == [MOST_ROWS]
    assert places(app)["word"] == beyond
