"""The file: marks are kept whole, found again, and those of one judge do not touch those of another."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cwsdiag.errors import JudgingError
from cwsdiag.judging import Judgements
from cwsdiag.judging.models import JUDGE_NAME
from tests.judging.corpus import ask, dataset, judge_all

ROOT = Path(__file__).parents[2]


def test_names_of_studies_are_taken_once(kept, study):
    with pytest.raises(JudgingError, match="a study 'first' already"):
        kept.new(" first ", dataset(), sentences=5)
    with pytest.raises(JudgingError, match="no study 'second' in this file. Available: first"):
        kept.study("second")


def test_a_judgement_replaces_the_one_before_as_a_whole(kept, study):
    item = study.to_judge[0]
    first, second, *_ = (candidate.key for candidate in item.candidates)
    kept.mark("first", "Li Hua", item.number, {first: "best", second: "second"})
    kept.mark("first", "Li Hua", item.number, {second: "best"})
    (found,) = kept.look("first")[1]
    assert (found.judge, found.number, found.marks) == ("Li Hua", item.number, {second: "best"})
    assert ask(kept.path, "SELECT count(*) FROM mark") == [(1,)]


def test_judges_do_not_see_each_other(kept, study):
    judge_all(kept, study, "a", 1, upto=3)
    judge_all(kept, study, "b", 2)
    numbers = [item.number for item in study.to_judge]
    for judge, seen in (("a", numbers[:3]), ("b", numbers), ("c", [])):
        assert [one.number for one in kept.look("first", judge)[1]] == seen
    assert len(kept.look("first")[1]) == len(numbers) + 3


def test_names_and_marks_that_do_not_fit_are_refused(kept, study):
    item, other = study.to_judge[:2]
    key = item.candidates[0].key
    for name, said in ((" \n ", "missing"), ("x" * (JUDGE_NAME + 1), "at most 40"), ("a\u202eb", "U\\+202E")):
        with pytest.raises(JudgingError, match=said):
            kept.mark("first", name, item.number, {key: "best"})
    for number, marks, said in (
        (item.number, {key: "second"}, "no candidate is marked best"),
        (item.number, {other.candidates[0].key: "best"}, "fits none"),
        (item.number, {key: "worst"}, "fits none"),
        (99, {key: "best"}, "sentence 99 is not in the study"),
    ):
        with pytest.raises(JudgingError, match=said):
            kept.mark("first", "Li Hua", number, marks)
    assert kept.look("first")[1] == []


def test_threads_and_processes_judge_at_once(kept, study, start_process):
    command = [sys.executable, "-m", "tests.judging.worker", str(kept.path)]
    processes = [start_process([*command, f"process {number}"], cwd=ROOT) for number in range(2)]
    threads = [
        threading.Thread(target=judge_all, args=(kept, study, f"thread {number}", number)) for number in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [process.wait(120) for process in processes] == [0, 0]
    found = kept.look("first")[1]
    judges = {one.judge for one in found}
    assert judges == {"process 0", "process 1", "thread 0", "thread 1", "thread 2"}
    assert len(found) == len(judges) * len(study.to_judge)
    assert ask(kept.path, "PRAGMA integrity_check") == [("ok",)]


def test_what_was_stored_before_a_process_is_killed_stays(kept, start_process):
    study = kept.new("first", dataset(40, share=0.3), sentences=30, seed=3)
    command = [sys.executable, "-m", "tests.judging.worker", str(kept.path), "Li Hua"]
    process = start_process(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    told = [int(process.stdout.readline()) for _ in range(4)]
    process.kill()
    told += map(int, process.communicate()[0].split())
    found = [one.number for one in Judgements(kept.path, create=False).look("first")[1]]
    # The last one may have been stored without a word.
    assert found[: len(told)] == told == [item.number for item in study.to_judge][: len(told)]
    assert len(found) <= len(told) + 1
    assert ask(kept.path, "PRAGMA integrity_check") == [("ok",)]
