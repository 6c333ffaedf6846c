"""The paired tests of a task: of whom, on what counts, and that private gold has none."""

from dataclasses import replace

from cwsdiag.bakeoff import verdicts
from cwsdiag.baselines import with_baselines
from cwsdiag.board import Board
from cwsdiag.diagnosis import diagnose
from cwsdiag.loading import load
from cwsdiag.report.lab import board_verdicts
from tests.board.corpus import GOLD, TRAIN, draft, entry, keyed, numbered, private, source

SYSTEMS = {"one": ("closed", GOLD), "two": ("closed", numbered(2)), "three": ("closed", numbered(3)),
           "four": ("closed", numbered(4)), "other": ("open", numbered(5))}  # fmt: skip


def made(folder, draft=draft):
    """A board of one task with five systems."""
    board = Board(folder / "lab.sqlite")
    board.add_task(draft())
    by = keyed(board)
    for name, (track, text) in SYSTEMS.items():
        board.submit("news", entry(name, track=track), source(text), by=by)
    return board


def test_the_tests_are_those_of_a_bakeoff(tmp_path):
    board = made(tmp_path)
    names = {str(line.id): line.system for line in board.table("news")}
    found = {(names[one.a], names[one.b]): one for one in board_verdicts(board, "news")}
    systems = {name: source(text) for name, (_, text) in SYSTEMS.items()}
    dataset = with_baselines(load(gold=source(GOLD), training=source(TRAIN), systems=systems))
    dataset = replace(dataset, tracks={name: track for name, (track, _) in SYSTEMS.items()})
    wanted = verdicts(diagnose(dataset, attributes=()), lines=("BASE", "TOP"))
    assert sorted(found) == sorted((one.a, one.b) for one in wanted)
    for one in wanted:
        assert repr(one.scores) == repr(found[one.a, one.b].scores)
        assert one.pairs == found[one.a, one.b].pairs == len(wanted)
    assert ("one", "two") in found and ("other", "TOP") in found
    assert ("one", "other") not in found, "another track"


def test_private_gold_has_no_tests(tmp_path):
    assert board_verdicts(made(tmp_path, private), "news") == []
