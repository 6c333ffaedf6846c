"""All marks as CSV."""

import csv
import io

import pytest

from cwsdiag.judging import outcome, to_csv
from tests.judging.corpus import judge_all

JUDGES = ["Li Hua", "=SUM(A1)", "'quoted", "-x"]


@pytest.fixture
def judged(kept, study):
    for number, judge in enumerate(JUDGES):
        judge_all(kept, study, judge, number, upto=None if number else 5)
    return kept.look("first")


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_a_score_can_be_counted_in_the_file(judged):
    study, judgements = judged
    found = outcome(study, judgements)
    marks = [row for row in rows(to_csv(study, judgements)) if row["judge"] != "Li Hua"]
    for system in found.systems:
        mine = [row["mark"] for row in marks if row["system"].removeprefix("'") == system.name]
        assert len(mine) == 3 * len(study.items)
        assert system.people == pytest.approx((mine.count("best") + mine.count("second") / 2) / len(mine))


def test_no_cell_is_a_formula(judged):
    for row in rows(to_csv(*judged)):
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row.values())


def test_every_mark_is_in_the_file(judged):
    study, judgements = judged
    marks = {(one.judge, one.number): one.marks for one in judgements}
    names = {f"'{name}" if name[0] in "='-" else name: name for name in JUDGES}
    for row in rows(to_csv(study, judgements)):
        item = study.item(int(row["sentence"]))
        if not item.is_agreed:
            (key,) = (one.key for one in item.candidates if " ".join(one.words) == row["segmentation"])
            assert row["mark"] == marks[names[row["judge"]], item.number].get(key, "")
    assert len(rows(to_csv(study, judgements))) == 4 * sum(
        len(study.items) if name != "Li Hua" else 5 + len(study.items) - len(study.to_judge) for name in JUDGES
    )
