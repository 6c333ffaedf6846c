"""The Board page in every state, and what pages may show of a task whose gold is private."""

import hashlib
import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.balanced import score_balanced
from cwsdiag.baselines import TOP, with_baselines
from cwsdiag.board import Board, Entry, Submitter, TaskDraft
from cwsdiag.errors import BoardError
from cwsdiag.formats import Source
from cwsdiag.loading import load
from cwsdiag.output import csv_text
from cwsdiag.report.lab import csv_rows
from cwsdiag.ui.data import boards
from cwsdiag.ui.data.catalogue import load_files
from cwsdiag.ui.host import who
from cwsdiag.ui.lab import board as board_table
from cwsdiag.ui.lab import parts
from cwsdiag.ui.shell.navigation import PAGES
from cwsdiag.ui.shell.tables import SYSTEM
from tests.app.conftest import html, opened_page
from tests.board.corpus import weights_of
from tests.serving import hand_over

SECRETS = ("饕餮盛宴", "魑魅", "鳜鱼汤")
# No other text has these characters: wherever one is found, gold or what a system made of it was shown.
RARE = "饕餮魑魅鳜"
KEY = "Key, if you have one"
GOLD = "我们 在 北京 吃 饕餮盛宴 。\n他 喜欢 魑魅 的 故事 。\n她 喝 鳜鱼汤 。\n" * 20
TRAINING = "我们 在 北京 。\n他 喜欢 的 故事 。\n她 喝 水 。\n" * 5
CRF = GOLD.replace("饕餮盛宴", "饕餮 盛宴")
JIEBA = GOLD.replace("鳜鱼汤", "鳜 鱼汤").replace("喜欢 魑魅", "喜欢魑 魅")
# Every character a word.
RAW_CHARACTERS = "\n".join(" ".join(line.replace(" ", "")) for line in GOLD.splitlines())
HOSTILE = "<img src=x onerror=alert(1)> **x**[l](http://evil.example)"

# Who submits to private tasks in these tests.
LAB = Submitter(signed_in="lab")

Pages = Callable[..., AppTest]
FIGURES = ("overview", "self_diagnosis", "compare", "bakeoff", "separators")
WORDS = ("data", "compare", "explore", "sentence")


def source(text: str, name: str = "file.txt") -> Source:
    return Source.from_bytes(name, text.encode())


def difficulties(gold: str = GOLD, **changes: str) -> Source:
    return Source.from_bytes("difficulty.csv", weights_of(gold, **changes))


def draft(name: str = "dinner", **changes: Any) -> TaskDraft:
    files = {"gold": source(GOLD), "training": source(TRAINING, "train.txt"), "weights": difficulties()}
    return TaskDraft(name, **{**files, "few_sentences": True, **changes})


@pytest.fixture
def board(tmp_path: Path) -> Board:
    made = Board(tmp_path / "lab.sqlite")
    made.add_task(draft())
    return made


@pytest.fixture
def two(board: Board) -> list[int]:
    """Two submissions, a track each."""
    entries = (Entry("crf", "Li Hua", "closed"), CRF), (Entry("jieba", "王小明", "open"), JIEBA)
    return [board.submit("dinner", entry, source(text), by=LAB).submission.id for entry, text in entries]


@pytest.fixture
def shut(board: Board, two: list[int]) -> list[int]:
    """The same, of a task that is closed."""
    board.close("dinner")
    return two


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Pages:
    """``page(board=None, name="board", owner=False, at_home=False, **selection)`` gives a page of a server.

    Without a board the server has none at all, as nobody's own counts; ``owner`` is who started it with --open-gold,
    ``at_home`` who sits at its machine.
    """

    def open_page(
        board: Board | None = None, name: str = "board", *, owner: bool = False, at_home: bool = False, **chosen: str
    ) -> AppTest:
        monkeypatch.setattr(who, "is_owner", lambda: at_home)
        arguments = ["--board", str(board.path)] if board else ["--no-board"]
        hand_over(monkeypatch, *arguments, *(["--open-gold"] if owner else []))
        app = opened_page(name, **chosen)
        assert "Something went wrong" not in html(app)
        return app

    return open_page


def press(app: AppTest, label: str) -> None:
    # Of an action, the button that does it.
    [button for button in app.button if button.label == label][-1].click().run()
    assert not app.exception


def field(app: AppTest, label: str) -> Any:
    return next(one for one in (*app.text_input, *app.text_area, *app.number_input) if one.label == label)


def type_in(app: AppTest, file: str | None, **texts: str) -> None:
    for label, text in {"Name of the system": "mine", "Author": "", **texts}.items():
        field(app, label).set_value(text)
    if file is not None:
        next(one for one in app.file_uploader if one.label == "File").set_value(
            ("mine.txt", file.encode(), "text/plain")
        )


def systems(app: AppTest) -> list[str]:
    return [str(name) for name in app.dataframe[0].value["system"]]


def said(app: AppTest, key: str) -> str | None:
    value = app.query_params.get(key)
    return value[0] if isinstance(value, list) else value


def sent(app: AppTest) -> str:
    """All that a run sent to the browser, as text: HTML, tables, charts, options of widgets, and the address."""
    drawn = [node.proto.SerializeToString() for node in nodes(app._tree) if getattr(node, "proto", None) is not None]
    return b"\n".join(drawn).decode("utf-8", "replace") + json.dumps(dict(app.query_params), ensure_ascii=False)


def nodes(node: Any) -> Iterator[Any]:
    yield node
    for child in getattr(node, "children", {}).values():
        yield from nodes(child)


def secrets_in(app: AppTest) -> list[str]:
    told = sent(app)
    return [secret for secret in SECRETS if secret in told or json.dumps(secret).strip('"') in told]


def test_open_gold_has_verdicts_and_private_gold_none(tmp_path: Path, page: Pages, board: Board) -> None:
    made = Board(tmp_path / "open.sqlite")
    made.add_task(draft(open_gold=True))
    texts = {"best": GOLD, "next": CRF, "last": CRF.replace("喜欢 魑魅", "喜欢魑 魅")}
    for name, text in texts.items():
        made.submit("dinner", Entry(name, "Li Hua", "closed"), source(text), by=LAB)
    app = page(made)
    assert "Its lead over next by Li Hua: significant (p " in html(app)
    table = app.dataframe[0].value
    said = table[["behind", "ahead"]].iloc[:3].map(lambda said: said[-2:])
    assert said.to_numpy().tolist() == [["", " *"], [" *", " *"], [" *", ""]]
    assert "behind" not in page(made, scores="separators").dataframe[0].value
    for name, text in (("first", CRF), ("second", JIEBA)):
        board.submit("dinner", Entry(name, "Li Hua", "closed"), source(text), by=LAB)
    private = page(board)
    assert "behind" not in private.dataframe[0].value and "Its lead over" not in html(private)


def test_without_a_board_the_page_says_how_to_start_one(page: Pages) -> None:
    app = page()
    assert "There is no board here." in html(app)
    assert [button.label for button in app.button if str(button.key).startswith("way")] == ["Open the sample"]


def test_project_may_name_the_board(board: Board, page: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    app = page()
    project = board.path.parent / "project.toml"
    (board.path.parent / "gold.txt").write_text(GOLD, "utf-8")
    project.write_text('board = "lab.sqlite"\n[[dataset]]\nname = "own"\ngold = "gold.txt"\n', "utf-8")
    hand_over(monkeypatch, str(project))
    app.run()
    assert systems(app) == ["TOP", "BASE"]


def test_empty_board_says_how_to_make_a_task(tmp_path: Path, page: Pages) -> None:
    app = page(Board(tmp_path / "empty.sqlite"))
    assert "no task yet" in html(app)
    assert not app.file_uploader


def test_task_without_submissions(board: Board, page: Pages) -> None:
    app = page(board)
    assert "No system has been submitted for dinner yet." in html(app)
    assert systems(app) == ["TOP", "BASE"]
    assert app.dataframe[0].value["track"].tolist() == ["baseline", "baseline"]
    assert next(button for button in app.button if button.key == "open submissions").disabled


def test_submission_through_the_page(board: Board, page: Pages) -> None:
    app = page(board)
    key = board.add_key("Me")
    type_in(app, CRF, **{KEY: key})
    press(app, "Submit")
    assert systems(app) == ["mine", "TOP", "BASE"]
    scores = next(line.scores for line in board.table("dinner") if line.kind == "system")
    f1 = f"{scores['bakeoff.f1']:.3f}"
    assert f"mine by Me leads the closed track of dinner: F {f1}." in html(app)
    assert "mine by Me, is in the table of dinner: F " in html(app)
    assert field(app, "Name of the system").value == ""
    assert field(app, KEY).value == key, "for the next one"
    assert key not in sent(page(board)), "to others"


def test_same_file_twice_points_to_the_first_and_loses_nothing(board: Board, two: list[int], page: Pages) -> None:
    del two
    key = board.add_key("Wang")
    by = Submitter(key=key)
    first = board.submit("dinner", Entry("crf", "", "closed"), source(CRF), by=by).submission.id
    app = page(board)
    type_in(app, CRF, **{"Name of the system": "crf", KEY: key, "Description, for everybody": "long"})
    press(app, "Submit")
    assert f"submission {first} of crf by Wang" in html(app)
    assert field(app, "Name of the system").value == "crf"
    assert field(app, "Description, for everybody").value == "long"
    assert len(board.table("dinner")) == 5


@pytest.mark.parametrize(
    ("file", "texts", "message"),
    [
        (None, {}, "The file is missing. Choose"),
        (CRF.replace("北京", "南京", 1), {}, "Segment the raw text of dinner as it is."),
        ("", {}, "the file is empty"),
        (CRF, {"Name of the system": "TOP"}, "TOP is the name of a baseline."),
        (CRF, {KEY: ""}, "the author is missing"),
        (CRF, {KEY: "", "Author": "Zhao"}, "dinner has a private gold and accepts submissions with a key alone"),
        (CRF, {KEY: "cws_x"}, "this key is not valid on this board"),
    ],
)
def test_what_is_not_taken_says_why(board: Board, page: Pages, file: str | None, texts: Any, message: str) -> None:
    app = page(board)
    type_in(app, file, **{KEY: board.add_key("Li Hua"), **texts})
    press(app, "Submit")
    assert message in html(app)
    assert "What you typed is still here" in html(app)
    assert field(app, "Name of the system").value == texts.get("Name of the system", "mine")
    assert len(board.table("dinner")) == 2
    # Places are shown in the raw text, which everybody has.
    assert not [secret for secret in SECRETS if f" {secret} " in html(app)]


def test_tracks_are_apart_and_in_the_address(board: Board, two: list[int], page: Pages) -> None:
    del two
    board.submit("dinner", Entry("worst", "Li Hua", "closed"), source(RAW_CHARACTERS), by=LAB)
    app = page(board)
    assert systems(app) == ["crf", "worst", "jieba", "TOP", "BASE"], "closed, open, lines to beat"
    next(one for one in app.get("button_group") if one.key == "choose track").set_value("open").run()
    assert said(app, "track") == "open"
    assert systems(app) == ["jieba", "TOP", "BASE"]
    assert "jieba by 王小明 leads the open track of dinner" in html(app)
    assert systems(page(board, track="closed")) == ["crf", "worst", "TOP", "BASE"]
    assert "not here: track=none" in html(page(board, track="none"))


def test_every_score_can_be_reached(board: Board, shut: list[int], page: Pages) -> None:
    wanted = {name for line in board.table("dinner") for name in line.scores}
    found: dict[str, list[Any]] = {}
    for scores in ("bakeoff", "separators", "balanced"):
        found |= page(board, scores=scores).dataframe[0].value.to_dict("list")
    assert wanted <= set(found)
    (crf,) = [line for line in board.table("dinner") if line.id == shut[0]]
    assert {name: found[name][0] for name in wanted} == dict(crf.scores)
    assert list(page(board).dataframe[0].value)[4:11] == [
        # No submission has other characters than the task.
        name
        for name in board_table._MAIN
        if not name.startswith("fidelity.")
    ]


def test_balanced_scores_are_offered_with_their_committee(board: Board, shut: list[int], page: Pages) -> None:
    board.add_task(draft("plain", weights=None))
    board.close("plain")
    named = "Committee: seven. Balanced F (f_b) compares systems under one committee"
    for scores, there in (("main", True), ("balanced", True), ("bakeoff", False)):
        app = page(board, task="dinner", scores=scores)
        assert (named in html(app)) == there
        assert ("balanced.f_b" in app.dataframe[0].value) == there
    app = page(board, task="plain")
    assert "balanced.f_b" not in app.dataframe[0].value
    assert "Committee:" not in html(app)
    choice = next(one for one in app.get("button_group") if one.key == "choose scores")
    assert choice.options == ["main", "bakeoff", "separators"]
    assert "not here: scores=balanced" in html(page(board, task="plain", scores="balanced"))


def test_latest_task_is_shown_first_and_the_address_keeps_another(board: Board, page: Pages) -> None:
    board.add_task(draft("open", open_gold=True, tracks={"open": ""}, references=(source(CRF),)))
    app = page(board)
    assert next(box for box in app.selectbox if box.key == "choose task").value == "open"
    saved = [button.proto.label for button in app.get("download_button")]
    assert saved == ["CSV", "Raw text", "Training data", "Gold", "Difficulties", "Reference"]
    saved = [button.proto.label for button in page(board, task="dinner").get("download_button")]
    assert saved == ["CSV", "Raw text", "Training data"]


def test_rows_open_in_the_diagnosis_pages(board: Board, shut: list[int], page: Pages) -> None:
    app = page(board)
    app.session_state[f"submissions ticked {board.path}"] = {*shut, 1}
    app.run()
    press(app, "Open 3 in the diagnosis pages")
    assert app.session_state["selection"].page == "summary"
    assert (said(app, "dataset"), said(app, "submissions")) == ("board:dinner", f"{shut[0]},{shut[1]},1")
    assert sorted(app.dataframe[0].value[SYSTEM]) == ["BASE", "TOP", "crf", "jieba"]
    link = {key: str(said(app, key)) for key in app.query_params}
    assert sorted(page(board, "overview", **link).dataframe[0].value[SYSTEM]) == ["BASE", "TOP", "crf", "jieba"]


def test_a_link_to_what_is_sealed_leads_to_the_leaderboard(board: Board, two: list[int], page: Pages) -> None:
    app = page(board, "overview", **links(two)[0])
    assert "until the task closes its submissions have scores to three decimals" in html(app)
    press(app, "Lab")
    assert app.session_state["selection"].page == "lab"
    assert systems(app) == ["crf", "jieba", "TOP", "BASE"]
    assert next(button for button in app.button if button.key == "open submissions").disabled
    assert said(app, "dataset") is None


def test_numbers_in_all_pages_are_those_of_the_table(board: Board, shut: list[int], page: Pages) -> None:
    app = page(board, "overview", dataset="board:dinner", submissions=",".join(map(str, shut)))
    opened = app.dataframe[0].value.set_index(SYSTEM)["f1"].to_dict()
    table = {line.system: line.scores["bakeoff.f1"] for line in board.table("dinner") if line.id in shut}
    assert opened == pytest.approx(table)


def test_submissions_that_are_gone_leave_the_address(board: Board, shut: list[int], page: Pages) -> None:
    board.remove([shut[0]])
    app = page(board, "overview", dataset="board:dinner", submissions=f"{shut[0]},{shut[1]},99,x")
    assert f"not here: submissions={shut[0]},{shut[1]},99,x" in html(app)
    assert app.dataframe[0].value[SYSTEM].tolist() == ["jieba"]
    app = page(board, "overview", dataset="board:dinner", submissions=str(shut[0]))
    assert sorted(app.dataframe[0].value[SYSTEM]) == ["BASE", "TOP"]


@pytest.mark.parametrize("name", ["overview", "board"])
def test_link_to_what_is_not_there_says_so(board: Board, page: Pages, name: str) -> None:
    assert "no task &#x27;lunch&#x27; on this board" in html(page(board, name, dataset="board:lunch"))
    assert "This server has no board. Ask whoever runs it" in html(page(None, name, dataset="board:dinner"))


def test_board_that_is_gone_is_named_without_its_folder(board: Board, two: list[int], page: Pages) -> None:
    del two
    app = page(board)
    with closing(sqlite3.connect(board.path)) as connection:
        connection.execute("ALTER TABLE score RENAME TO other")
    app.run()
    # What was sound when it was opened is looked at anew by another server.
    assert "lab.sqlite: this is not a board, or it is damaged: no such table: score." in html(app)
    assert str(board.path.parent) not in html(app)
    board.path.rename(board.path.with_suffix(".old"))
    app.run()
    assert "lab.sqlite: there is no board." in html(app)
    assert str(board.path.parent) not in html(app)
    board.path.write_bytes(b"no database, but longer than its header has to be" * 40)
    app.run()
    assert "this is not a board, or it is damaged: file is not a database" in html(app)
    board.path.write_bytes(b"")
    app.run()
    assert "lab.sqlite: this is not a board, or it is damaged: it is empty" in html(app)


def test_hostile_names_are_shown_literally(board: Board, page: Pages) -> None:
    board.add_task(draft("<b>task", rules=HOSTILE, weights=difficulties(committee=HOSTILE)))
    board.submit("<b>task", Entry(HOSTILE, HOSTILE, "closed", description=HOSTILE), source(CRF), by=LAB)
    app = page(board)
    type_in(app, CRF, **{"Name of the system": HOSTILE, "Author": HOSTILE, KEY: board.add_key(HOSTILE)})
    press(app, "Submit")
    assert "<img" not in html(app)
    assert "<b>task" not in html(app)
    assert "&lt;img src=x" in html(app)
    assert not any("evil" in block.value for block in [*app.markdown, *app.caption])
    assert app.dataframe[0].value["system"].tolist()[0] == HOSTILE


def test_fifty_submissions_with_long_names(board: Board, page: Pages) -> None:
    for number in range(25):
        for track in ("closed", "open"):
            entry = Entry(f"a segmenter of which there are many, {track} run {number}", f"somebody {number}", track)
            board.submit("dinner", entry, source(CRF), by=Submitter(signed_in=str(number)))
    app = page(board)
    assert len(app.dataframe[0].value) == 52
    assert "and 24 more share the lead of the closed track of dinner" in html(app)
    assert "50 submissions." in html(app)


def test_csv_has_all_scores_and_no_formulas(board: Board) -> None:
    board.submit("dinner", Entry("=1+1", "@me", "closed"), source(CRF), by=LAB)
    text = csv_text(csv_rows(board.table("dinner")))
    assert "'=1+1,'@me" in text
    assert len(text.splitlines()) == 4


# What may be shown of a private gold


def links(two: list[int]) -> list[dict[str, str]]:
    """What somebody may ask of every page, to get at words."""
    chosen = {"dataset": "board:dinner", "submissions": ",".join(map(str, two))}
    return [
        chosen,
        {**chosen, "submissions": f"{chosen['submissions']},1,2", "system": "TOP", "other": "crf"},
        {**chosen, "baselines": "on", "system": "TOP", "other": "jieba", "references": "1,2"},
        {**chosen, "attribute": "wLen", "bucket": "0", "where": "wFre:0", "show": "wrong", "columns": "wLen,wFre"},
        {**chosen, "text": "他", "word": "北京", "sentence": "1", "order": "text", "more": "1,2"},
        {**chosen, "buckets": "wLen=edges:3.5", "list": "patterns", "shape": "split", "of": "b"},
        {"dataset": "board:dinner", "submissions": ""},
    ]


@pytest.mark.parametrize("name", PAGES)
def test_nothing_of_a_private_gold_reaches_the_browser(board: Board, two: list[int], page: Pages, name: str) -> None:
    words = [line.split() for line in GOLD.splitlines()]
    training = [line.split() for line in TRAINING.splitlines()]
    top = with_baselines(load(gold=words, systems={}, training=training)).system(TOP).digest
    stored = board.material("dinner", owner=True).weights
    assert stored is not None
    secret = (GOLD.encode(), GOLD.strip().encode(), stored.data, weights_of(GOLD))
    digests = {top[:12], *(hashlib.sha256(data).hexdigest()[:12] for data in secret)}
    sealed = page(board, name, **links(two)[0])
    assert not [char for char in RARE if char in sent(sealed)]
    board.close("dinner")
    for link in links(two):
        app = page(board, name, **link)
        told = sent(app)
        assert len(told) > 1000
        assert not [char for char in RARE if char in told or json.dumps(char).strip('"') in told], link
        assert not [digest for digest in digests if digest in told], link


@pytest.mark.parametrize("mismatch", ["skip", "count"])
def test_a_private_gold_is_withheld_from_systems_with_other_characters(
    board: Board, page: Pages, mismatch: Literal["skip", "count"]
) -> None:
    board.add_task(draft("free", mismatch=mismatch))
    texts = {"crf": "好的\n" + CRF.replace("北京", "南京", 2), "jieba": JIEBA}
    ids = [
        board.submit("free", Entry(name, "Li Hua", "closed"), source(text), by=LAB).submission.id
        for name, text in texts.items()
    ]
    board.close("free")
    link = {"dataset": "board:free", "submissions": ",".join(map(str, ids))}
    for name in ("overview", "compare", "separators", "data"):
        app = page(board, name, **link)
        assert "cw-error" not in html(app)
        assert not [char for char in RARE if char in sent(app)]
    assert "crf has other characters than gold: " in html(page(board, "overview", **link))


@pytest.mark.parametrize("name", FIGURES)
def test_pages_of_figures_work_over_a_private_gold(board: Board, shut: list[int], page: Pages, name: str) -> None:
    app = page(board, name, **links(shut)[0])
    assert "cw-error" not in html(app)
    assert app.get("plotly_chart") or app.dataframe
    assert ("are withheld" in html(app)) == (name in ("compare", "self_diagnosis"))


@pytest.mark.parametrize("name", WORDS)
def test_pages_of_words_say_why_they_are_withheld_and_the_owner_sees_them(
    board: Board, shut: list[int], page: Pages, name: str
) -> None:
    link = {"dataset": "board:dinner", "submissions": ",".join(map(str, shut))}
    text = html(page(board, name, **link))
    assert "are withheld" in text
    assert "The gold of dinner is private" in text
    assert "cwsdiag app --board FILE --open-gold" in text
    app = page(board, name, owner=True, **link)
    assert "withheld" not in html(app)
    assert secrets_in(app), "or this test would find nothing anywhere"


@pytest.mark.parametrize("name", WORDS)
def test_open_gold_is_shown_to_everybody(board: Board, page: Pages, name: str) -> None:
    board.add_task(draft("open", open_gold=True))
    ids = [board.submit("open", Entry(name, "Li Hua", "open"), source(text), by=LAB).submission.id
           for name, text in (("crf", CRF), ("jieba", JIEBA))]  # fmt: skip
    app = page(board, name, dataset="board:open", submissions=",".join(map(str, ids)))
    assert "withheld" not in html(app)
    assert secrets_in(app)


def test_difficulties_open_with_submissions_where_gold_may_be_seen(board: Board, two: list[int], page: Pages) -> None:
    board.add_task(draft("open", open_gold=True))
    ids = [board.submit("open", Entry(name, "Li Hua", "open"), source(text), by=LAB).submission.id
           for name, text in (("crf", CRF), ("jieba", JIEBA))]  # fmt: skip
    table = {line.system: line.scores["balanced.f_b"] for line in board.table("open") if line.id in ids}
    opened = boards.opened(board.path, "open", ids, baselines=False, owner=False)
    dataset = load_files(opened.files).dataset
    assert dataset is not None
    assert {row.name: row.f_b for row in score_balanced(dataset)} == table
    link = {"dataset": "board:open", "submissions": ",".join(map(str, ids))}
    assert f"balanced F {max(table.values()):.3f}" in html(page(board, "scores", part="balanced", **link))


def test_difficulties_of_a_private_gold_open_for_the_owner_alone(board: Board, shut: list[int], page: Pages) -> None:
    files = {owner: boards.opened(board.path, "dinner", shut, baselines=False, owner=owner).files
             for owner in (False, True)}  # fmt: skip
    assert files[False].weights is None
    dataset = load_files(files[True]).dataset
    assert dataset is not None
    assert dataset.difficulty is not None
    stored = board.material("dinner", owner=True).weights
    assert stored is not None
    # What the owner's pages show may be copied: a mark stands for the digest there, too.
    assert dataset.difficulty.digest != hashlib.sha256(stored.data).hexdigest()
    link = links(shut)[0]
    assert "balanced F 0." not in html(page(board, "scores", part="balanced", **link))
    assert "balanced F 0." in html(page(board, "scores", part="balanced", owner=True, **link))


def test_edges_around_single_words_are_refused(board: Board, shut: list[int], page: Pages) -> None:
    link = links(shut)[0]
    for buckets, kept in (("wLen=edges:3.5", None), ("equal:50", None), ("equal:4", "equal:4"), ("x=none", None)):
        app = page(board, "self_diagnosis", **link, buckets=buckets)
        assert ("not here: buckets=" in html(app)) == (kept is None)
        assert bool(app.toast) == (kept is None)
    assert "not here" not in html(page(board, "self_diagnosis", owner=True, **link, buckets="wLen=edges:3.5"))


def test_switch_of_base_and_top_takes_the_lines_of_the_board(board: Board, shut: list[int], page: Pages) -> None:
    app = page(board, "overview", **links(shut)[0])
    assert sorted(app.dataframe[0].value[SYSTEM]) == ["crf", "jieba"]
    app.session_state["settings"] = True
    app.run().toggle(key="choose baselines").set_value(True).run()
    assert sorted(app.dataframe[0].value[SYSTEM]) == ["BASE", "TOP", "crf", "jieba"]
    assert app.toggle(key="choose baselines").value


def test_numbers_in_the_address() -> None:
    assert boards.parse("3,7,x,-1,3,²,99999999999") == (3, 7)
    assert boards.parse(None) == ()
    assert boards.to_text((3, 7)) == "3,7"


# The owner


def test_owner_makes_a_task(tmp_path: Path, page: Pages) -> None:
    made = Board(tmp_path / "empty.sqlite")
    app = page(made, at_home=True)
    field(app, "Name of the task").set_value("news")
    press(app, "Make the task")
    assert "The gold file is missing." in html(app)
    assert field(app, "Name of the task").value == "news"
    given = (
        ("Gold", "gold.txt", GOLD.encode()),
        ("Training data or dictionary, optional", "train.txt", TRAINING.encode()),
        ("Difficulties, optional", "difficulty.csv", weights_of(GOLD)),
    )
    for label, name, data in given:
        next(one for one in app.file_uploader if one.label == label).set_value((name, data, "text/plain"))
    next(one for one in app.checkbox if one.label == "A private gold may have few sentences").set_value(True)
    field(app, "Rules, for everybody").set_value("半开放: public lists, too")
    field(app, "Tracks").set_value("closed，半开放")
    next(one for one in app.radio if one.label == "Where characters differ from gold").set_value("count")
    field(app, "Open until").set_value("tomorrow")
    press(app, "Make the task")
    assert "is no time. Write it as" in html(app)
    field(app, "Open until").set_value("2999-01-01 12:00")
    press(app, "Make the task")
    (task,) = made.tasks()
    assert (task.tracks, task.closes) == (("closed", "半开放"), "2999-01-01T12:00:00+00:00")
    assert (task.name, task.open_gold, task.committee, task.mismatch) == ("news", False, "seven", "count")
    assert "Systems can be submitted until 2999-01-01 12:00 UTC." in html(app)
    assert "半开放: public lists, too" in html(app)
    track = next(one for one in app.radio if one.label == "Track")
    assert track.options == ["closed", "半开放"]
    assert "where characters differ: count it against the system" in html(app)
    assert said(app, "task") == "news"
    assert "Made: news." in html(app)


def test_owner_closes_a_task_and_all_scores_are_seen(board: Board, page: Pages) -> None:
    board.submit("dinner", Entry("crf", "Li Hua", "closed"), source(CRF), by=LAB)
    before = page(board, at_home=True, scores="separators")
    assert not [name for name in before.dataframe[0].value if name.startswith("separators")]
    press(before, "Close it now")
    assert board.task("dinner").phase == "closed"
    assert "separators.f1" in page(board, scores="separators").dataframe[0].value
    assert "Closed: systems could be submitted until 20" in html(before)
    assert not [one for one in before.text_input if one.label == "Name of the system"]
    assert not [button for button in page(board).button if button.label == "Open it"]


def test_a_submission_with_other_characters_stands_beside_its_fidelity(board: Board, page: Pages) -> None:
    board.add_task(draft("free", mismatch="count", open_gold=True))
    board.submit("free", Entry("crf", "Li Hua", "closed"), source(CRF), by=LAB)
    assert not [name for name in page(board, task="free").dataframe[0].value if name.startswith("fidelity")]
    other = board.submit("free", Entry("llm", "Li Hua", "closed"), source("好的\n" + CRF), by=LAB).submission.scores
    app = page(board, task="free")
    shown = app.dataframe[0].value.set_index("system")
    assert (
        shown.loc["llm", "fidelity.exact_sentences"]
        == other["fidelity.exact_sentences"]
        == board.task("free").sentences
    )
    assert shown["separators.f1"].isna().to_dict() == {"crf": False, "llm": True, "TOP": False, "BASE": False}
    assert "fidelity.coverage" not in shown, "all of it counts"
    told = page(board, task="free", scores="fidelity").dataframe[0].value
    assert told["fidelity.added"].dropna().tolist() == [2]
    assert told["fidelity.coverage"].dropna().tolist() == [1.0]


def test_nobody_else_makes_tasks(board: Board, page: Pages) -> None:
    assert not [button for button in page(board).button if button.label == "Make the task"]
    # To see private gold is not to own the board: anybody may reach a server that shows it.
    assert not [button for button in page(board, owner=True).button if button.label == "Make the task"]
    assert [button for button in page(board, at_home=True).button if button.label == "Make the task"]


def test_who_is_not_the_owner_any_more_makes_no_task(
    board: Board, page: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = page(board, at_home=True)
    field(app, "Name of the task").set_value("another")
    gold = next(one for one in app.file_uploader if one.label == "Gold")
    gold.set_value(("gold.txt", GOLD.encode(), "text/plain"))
    monkeypatch.setattr(who, "is_owner", lambda: False)
    press(app, "Make the task")
    assert [task.name for task in board.tasks()] == ["dinner"]


def test_a_hand_made_call_of_a_stranger_makes_no_task(
    board: Board, page: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(who, "is_owner", lambda: False)
    with pytest.raises(BoardError, match="Tasks are made by the owner of the board alone"):
        parts.make(boards.LabFile(board.path), {"task": "another", "gold": None})
    assert [task.name for task in board.tasks()] == ["dinner"]


def test_the_owner_at_home_sees_no_private_gold_without_asking_for_it(
    board: Board, shut: list[int], page: Pages
) -> None:
    link = {"dataset": "board:dinner", "submissions": ",".join(map(str, shut))}
    for name in WORDS:
        assert not secrets_in(page(board, name, at_home=True, **link))


def test_tracks_of_other_names_are_those_of_the_pages_too(board: Board, page: Pages) -> None:
    board.add_task(draft("own", tracks={"closed": "", "半开放": ""}, open_gold=True))
    entries = (Entry("crf", "Li Hua", "closed"), CRF), (Entry("jieba", "王小明", "半开放"), JIEBA)
    ids = [board.submit("own", entry, source(text), by=LAB).submission.id for entry, text in entries]
    app = page(board, "bakeoff", dataset="board:own", submissions=",".join(map(str, ids)))
    assert app.dataframe[0].value["track"].tolist() == ["closed", "半开放"]
    assert re.search("jieba has F [0-9.]+ on the 半开放 track", html(app))
