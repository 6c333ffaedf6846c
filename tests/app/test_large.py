"""What a browser gets: little, however large the data, and no fragment within another."""

from concurrent.futures._base import DoneAndNotDoneFutures

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from cwsdiag.ui.shell import progress
from cwsdiag.ui.shell.tables import MOST_ROWS
from cwsdiag.ui.work.results import Job
from tests.app.conftest import figures, frames, html, opened_page
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


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    folder = tmp_path_factory.mktemp("large")
    types = [chr(0x4E00 + number // 90) + chr(0x6000 + number % 90) for number in range(TYPES)]
    gold = [types[place % TYPES] for place in range(WORDS)]
    # Of every third word a system makes two, each system of other words.
    texts = {"gold": gold, "train": gold[: WORDS // 2]} | {
        name: [" ".join(word) if place % 3 == third else word for place, word in enumerate(gold)]
        for third, name in enumerate("xyz")
    }
    for name, text in texts.items():
        lines = (" ".join(text[start : start + 20]) for start in range(0, len(text), 20))
        (folder / f"{name}.txt").write_text("\n".join(lines), encoding="utf-8")
    systems = ", ".join(f'{{ name = "{name}", prediction = "{name}.txt" }}' for name in "xyz")
    toml = f'[[dataset]]\nname = "large"\ngold = "gold.txt"\ntrain = "train.txt"\nsystem = [{systems}]\n'
    (folder / "project.toml").write_text(toml, encoding="utf-8")
    return folder / "project.toml"


@pytest.fixture
def sent(monkeypatch):
    """The messages that went to the browser, by run of a page."""
    runs: list[list[ForwardMsg]] = []
    messages = LocalScriptRunner.forward_msgs

    def noted(runner):
        runs.append(messages(runner))
        return runs[-1]

    monkeypatch.setattr(LocalScriptRunner, "forward_msgs", noted)
    return runs


def _nested(messages):
    """Return at which place of a fragment another stands."""
    deltas = [message for message in messages if message.HasField("delta")]
    fragments = {tuple(one.metadata.delta_path): one.delta.fragment_id for one in deltas}
    return {
        path[outer[0]]
        for path, fragment in fragments.items()
        if (outer := [end for end in range(1, len(path)) if fragments.get(path[:end], "") not in ("", fragment)])
    }


def _lists(value):
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


@pytest.mark.parametrize(("page", "selection"), [("diagnosis", {"list": "patterns"}), ("sentence", {}), ("scores", {})])
def test_what_looks_at_work_stands_where_a_part_begins(large, sent, monkeypatch, page, selection):
    hand_over(monkeypatch, str(large))
    opened_page(page, **selection)
    monkeypatch.setattr(Job, "done", lambda job: False)
    monkeypatch.setattr(progress, "wait", lambda jobs, patience: DoneAndNotDoneFutures(set(), set(jobs)))
    sent.clear()
    opened_page(page, **selection)
    assert _nested(sent[-1]) == {0}


def test_no_page_sends_much(large, sent, monkeypatch):
    hand_over(monkeypatch, str(large))
    cut = set()
    for page, selection in PAGES:
        app = opened_page(page, **selection)
        where = f"{page} {selection}"
        assert max(sum(message.ByteSize() for message in run) for run in sent) < MOST_BYTES, where
        # What was not sent yet of the inner one would be sent without what it stands in, when the outer one runs again.
        assert not set().union(*map(_nested, sent)), where
        assert all(len(table) <= MOST_ROWS + 1 for table in frames(app)), where
        assert all(length < MOST_VALUES for chart in figures(app) for length in _lists(chart)), where
        if any(len(table) >= MOST_ROWS for table in frames(app)):
            cut.add(where)
            assert f"Listed are the first {MOST_ROWS:,} of " in html(app), where
        sent.clear()
    assert {"diagnosis {'list': 'patterns'}", "diagnosis {'columns': 'wLen,wFre', 'attribute': 'all'}"} <= cut
