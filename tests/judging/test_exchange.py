"""CSV: what goes out comes in again, and what does not fit is named."""

import csv
import io

import pytest

from cwsdiag.errors import JudgingError
from cwsdiag.judging import Taken, from_csv, to_csv
from tests.judging.corpus import dataset, judge_all, opened

JUDGES = ["Li Hua", "=SUM(A1)", "'quoted", "-x"]


@pytest.fixture
def judged(kept, study):
    for number, judge in enumerate(JUDGES):
        judge_all(kept, study, judge, number, upto=None if number else 5)
    return kept.look("first")


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def written(rows):
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def as_set(judgements):
    return {(one.judge, one.number, frozenset(one.marks.items())) for one in judgements}


def test_round_trip(judged, tmp_path):
    study, judgements = judged
    text = to_csv(study, judgements)
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows(text) for cell in row.values()), "a formula"
    assert as_set(from_csv(study, text)) == as_set(judgements)
    (tmp_path / "other").mkdir()
    other = opened(tmp_path / "other")
    other.new("first", dataset(), sentences=12, seed=3)
    assert other.take("first", from_csv(study, text)) == Taken(len(judgements), 0, 0)
    assert as_set(other.look("first")[1]) == as_set(judgements)


def cut_alike(study, changed):
    """Give systems that share a candidate different marks."""
    shared = next(one for item in study.to_judge for one in item.candidates if len(one.systems) > 1)
    words = " ".join(shared.words)
    mine = [row for row in changed if row["segmentation"] == words and row["judge"] == "'=SUM(A1)"]
    mine[0]["mark"] = "" if mine[1]["mark"] else "second"


def test_what_does_not_fit_is_named(judged):
    study, judgements = judged
    text = to_csv(study, judgements)
    for change, said in (
        (lambda rows: rows[2].update(sentence="99"), "line 4: sentence 99 is not in the study first"),
        (lambda rows: rows[2].update(sentence="４"), "line 4: '４' is not the number of a sentence"),
        (lambda rows: rows[2].update(system="hmm"), "line 4: no system 'hmm' in the study. Available: crf, =lattice"),
        (lambda rows: rows[2].update(segmentation="别的"), "line 4: 'quoted cuts sentence .* not as '别的'"),
        (lambda rows: rows[2].update(mark="good"), "line 4: 'good' is not a mark"),
        (lambda rows: rows[2].update(judge=" "), "line 4: the name of the judge is missing"),
        (lambda rows: rows.insert(3, rows[2]), "line 5: a second row for 'quoted in sentence"),
        (lambda rows: rows.pop(5), "Li Hua, sentence .*: no row for =lattice"),
        (lambda rows: [row.update(mark="") for row in rows[:4]], "Li Hua, sentence .*: no candidate is marked best"),
        (lambda rows: cut_alike(study, rows), ".*share a mark, but have different ones"),
    ):
        changed = rows(text)
        change(changed)
        with pytest.raises(JudgingError, match=said):
            from_csv(study, written(changed))
    with pytest.raises(JudgingError, match="line 2: not valid CSV"):
        from_csv(study, 'judge,sentence,system,segmentation,mark\n"a"b,1,crf,x,best\n')


def test_what_is_here_is_replaced_only_when_asked_for(kept, judged):
    study, judgements = judged
    text = to_csv(study, judgements)
    judge_all(kept, study, "-x", 77)
    new = from_csv(study, text)
    before = as_set(kept.look("first")[1])
    with pytest.raises(JudgingError, match="-x has already judged sentence .* Nothing was imported"):
        kept.take("first", new)
    assert as_set(kept.look("first")[1]) == before
    taken = kept.take("first", new, replace=True)
    assert (taken.new, taken.changed > 0, taken.changed + taken.same) == (0, True, len(judgements))
    assert as_set(kept.look("first")[1]) == as_set(judgements)
