"""Tasks with difficulties: balanced scores, files of weights in every format, splits, what is refused."""

import csv
import io
import math
import re

import pytest

import cwsdiag
from cwsdiag.balanced import score_balanced
from cwsdiag.baselines import with_baselines
from cwsdiag.board import Split, score_names
from cwsdiag.errors import BoardError, FormatError, SettingError
from cwsdiag.formats import Source
from cwsdiag.report import lab
from cwsdiag.report.documents import to_json
from cwsdiag.weights import read_weights, write_weights
from tests.board.corpus import GOLD, TRAIN, draft, entry, numbered, source, weighted, weights_of

FIELDS = ["p_reward", "p_punishment", "p_b", "r_reward", "r_punishment", "r_b", "f_b"]


def csv_file(data=None, name="difficulty.csv"):
    return Source.from_bytes(name, weights_of() if data is None else data)


def direct(systems=None):
    """Balanced scores of systems, BASE and TOP by name, without a board."""
    dataset = cwsdiag.load(gold=source(GOLD), training=source(TRAIN), systems=systems or {}, weights=csv_file())
    return {
        row.name: {f"balanced.{name}": getattr(row, name) for name in FIELDS}
        for row in score_balanced(with_baselines(dataset))
    }


def balanced(line):
    return {name: value for name, value in line.scores.items() if name.startswith("balanced.")}


def rows_of(file):
    return list(csv.DictReader(io.StringIO(file.data.decode())))


def test_balanced_scores_are_the_direct_ones(board):
    board.add_task(weighted(open_gold=True))
    board.submit("weighted", entry(), source(numbered(1)))
    expected = direct({"crf": source(numbered(1))})
    table = board.table("weighted")
    assert {line.system: balanced(line) for line in table} == expected
    assert len(table) == 3
    assert not any(math.isnan(value) for scores in expected.values() for value in scores.values())
    assert score_names(table)[-7:] == [f"balanced.{name}" for name in FIELDS]


def test_a_task_names_its_committee(board):
    board.add_task(weighted())
    task = board.task("weighted")
    assert (task.weights, task.committee) == (True, "seven")
    assert (board.task("news").weights, board.task("news").committee) == (False, "")
    plain = weighted("plain", weights=csv_file(b" ".join([b"0.5"] * len(GOLD.split())), "folder/half.weight"))
    with pytest.raises(FormatError, match=r"half\.weight"):
        board.add_task(plain)


def test_without_difficulties_there_are_no_balanced_scores(board):
    board.submit("news", entry(), source(numbered(1)))
    assert [balanced(line) for line in board.table("news")] == [{}, {}, {}]
    assert "weights:" not in board.task("news").signature
    board.add_task(draft("open", open_gold=True))
    assert board.files("open", "weights") == []
    assert board.material("open").weights is None


@pytest.mark.parametrize("ending", [".weight", ".weight_c", ".csv"])
def test_every_format_of_weights_becomes_a_table(board, tmp_path, ending):
    words = cwsdiag.load(gold=source(GOLD)).gold
    weights = read_weights(csv_file(), words)
    path = tmp_path / f"hard{ending}"
    write_weights(weights, words, path)
    (task,) = board.add_task(weighted(weights=Source.from_path(path), open_gold=True))
    # Without a name of its own a committee is called as the file; where that lies is nobody's business.
    assert task.committee == ("seven" if ending == ".csv" else path.name)
    assert [float(row["d"]) for row in rows_of(board.files("weighted", "weights")[0])] == weights.values.tolist()
    (line,) = [line for line in board.table("weighted") if line.system == "BASE"]
    assert balanced(line) == pytest.approx(direct()["BASE"], rel=1e-12)


def test_a_split_cuts_difficulties_with_the_sentences(board):
    tasks = board.add_task(weighted("halves", open_gold=False, few_sentences=True), split=Split(0.3, seed=7))
    whole = {}
    for row in csv.DictReader(io.StringIO(weights_of().decode())):
        whole.setdefault(int(row["sentence"]), []).append((row["word"], row["votes"], row["wrong"]))
    parts = [rows_of(board.material(task.name, owner=True).weights) for task in tasks]
    found = []
    for task, rows in zip(tasks, parts, strict=True):
        assert task.words in (None, len(rows)), "of the private half it is not said"
        assert {row["committee"] for row in rows} == {"seven"} == {task.committee}
        assert sorted({int(row["sentence"]) for row in rows}) == list(range(1, task.sentences + 1))
        for sentence in range(1, task.sentences + 1):
            found.append(
                [(row["word"], row["votes"], row["wrong"]) for row in rows if int(row["sentence"]) == sentence]
            )
    assert sorted(found) == sorted(whole.values())
    # What everybody may download of the open half fits its gold.
    gold = cwsdiag.load(gold=source(board.files("halves-dev", "gold")[0].data.decode())).gold
    read = read_weights(csv_file(board.files("halves-dev", "weights")[0].data), gold)
    assert (len(read), read.members, read.wrong.shape) == (tasks[0].words, 7, (7, tasks[0].words))


def test_signatures_of_open_tasks_are_those_of_their_files(board):
    board.add_task(weighted(open_gold=True))
    line = board.submit("weighted", entry(), source(numbered(1))).submission
    files = {
        "gold": source(GOLD),
        "training": source(TRAIN),
        "weights": csv_file(board.files("weighted", "weights")[0].data),
    }
    assert board.task("weighted").signature == cwsdiag.signature.signature(cwsdiag.load(**files))
    dataset = cwsdiag.load(**files, systems={"crf": source(numbered(1))})
    assert line.signature == cwsdiag.signature.signature(dataset)


@pytest.mark.parametrize(
    ("data", "name", "error", "named"),
    [
        (weights_of(), "difficulty.txt", SettingError, "ending"),
        (b"0.5 0.5\n", "difficulty.weight", FormatError, r"difficulty\.weight"),
        (weights_of(GOLD[: GOLD.index("\n") + 1]), "difficulty.csv", FormatError, "rows for the"),
        (weights_of(committee="x" * 500), "difficulty.csv", BoardError, "committee has 500"),
    ],
)
def test_weights_that_do_not_fit_make_no_task(board, data, name, error, named):
    with pytest.raises(error, match=named):
        board.add_task(weighted(weights=csv_file(data, name)))
    assert [task.name for task in board.tasks()] == ["news"]


def test_the_name_of_a_committee_is_tidied_up(board):
    board.add_task(weighted(weights=csv_file(weights_of(committee=" a  b "))))
    assert board.task("weighted").committee == "a b"
    assert re.search(r"weights:[0-9a-f]{12}\(a b\)", board.task("weighted").signature)


def test_every_report_names_the_committee(board):
    board.add_task(weighted(open_gold=True))
    task, table = board.task("weighted"), board.table("weighted")
    lines = "\n".join(lab.table_lines(task, table, ()))
    assert "balanced:" in lines
    assert "committee: seven. Balanced F (f_b) compares systems under one committee, never across committees." in lines
    assert f"{table[0].scores['balanced.f_b']:.3f}" in lines
    assert '"committee": "seven"' in to_json(lab.table_document(task, table, ()))
    rows = lab.csv_rows(table)
    assert all(row["balanced.f_b"] and "(seven)" in row["signature"] for row in rows)
    bare = "\n".join(lab.table_lines(board.task("news"), board.table("news"), ()))
    assert "committee" not in bare
