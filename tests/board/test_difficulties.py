"""Tasks with difficulties: balanced scores, files of weights in every format, splits, what is refused."""

import pytest

from cwsdiag.errors import BoardError, FormatError
from cwsdiag.formats import Source
from cwsdiag.report import lab
from cwsdiag.report.documents import to_json
from tests.board.corpus import GOLD, weighted, weights_of


def csv_file(data=None, name="difficulty.csv"):
    return Source.from_bytes(name, weights_of() if data is None else data)


@pytest.mark.parametrize(
    ("data", "name", "error", "named"),
    [
        (b"0.5 0.5\n", "difficulty.weight", FormatError, r"difficulty\.weight"),
        (weights_of(GOLD[: GOLD.index("\n") + 1]), "difficulty.csv", FormatError, "rows for the"),
        (weights_of(committee="x" * 500), "difficulty.csv", BoardError, "committee has 500"),
    ],
)
def test_weights_that_do_not_fit_make_no_task(board, data, name, error, named):
    with pytest.raises(error, match=named):
        board.add_task(weighted(weights=csv_file(data, name)))
    assert [task.name for task in board.tasks()] == ["news"]


def test_every_report_names_the_committee(board):
    board.add_task(weighted(open_gold=True))
    task, table = board.task("weighted"), board.table("weighted")
    assert "Committee: seven. Balanced F (f_b) compares" in "\n".join(lab.table_lines(task, table, ()))
    assert '"committee": "seven"' in to_json(lab.table_document(task, table, ()))
    assert all(row["balanced.f_b"] and "(seven)" in row["signature"] for row in lab.csv_rows(table))
