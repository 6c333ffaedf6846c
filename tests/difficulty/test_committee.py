"""Committees: what a member depends on, what is kept, when it stops."""

import pickle
import sys
import threading
from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from cwsdiag.difficulty import (
    Cancelled,
    CommitteeSettings,
    Crf,
    Perceptron,
    committee,
    draw,
    learner_of,
    train_segmenter,
)
from cwsdiag.errors import FormatError, SettingError
from cwsdiag.matching import match
from cwsdiag.parallel import Where
from tests.difficulty.corpus import many, segmentation


@pytest.fixture
def learnt(monkeypatch):
    """The sentences that each member was learnt from, in this process."""
    seen = []
    learn = Perceptron.learn

    def spy(self, material, template, chosen, rng):
        seen.append(chosen.tolist())
        return learn(self, material, template, chosen, rng)

    monkeypatch.setattr(Perceptron, "learn", spy)
    return seen


def test_a_member_is_a_segmenter_learnt_from_what_it_drew(training, gold, few):
    made = committee(training, gold, few)
    assert made.wrong.shape == (6, len(gold))
    for member in made.members:
        again, chosen, rng = draw(few, member.number, 60)
        assert again == member
        assert member.sentences == len(set(chosen.tolist())) == round(60 * member.ratio / 100)
        sentences = many(60)
        _Shuffled.rng = rng
        part = segmentation([sentences[index] for index in chosen])
        (cut,) = train_segmenter(part, [gold.text], template=member.template, learner=_Shuffled())
        assert (made.wrong[member.number] == ~match(gold, cut).gold_hit).all()


class _Shuffled(Perceptron):
    """A perceptron that goes on with a member's random numbers."""

    rng = None

    def learn(self, material, template, chosen, rng):
        return super().learn(material, template, chosen, self.rng)


def test_difficulty_is_the_share_of_members_that_are_wrong(training, gold, few):
    made = committee(training, gold, few)
    assert made.difficulty.tolist() == [sum(column) / 6 for column in made.wrong.T.tolist()]
    assert 0 < made.difficulty.mean() < 1
    for result in (made, pickle.loads(pickle.dumps(made))):
        for array in (result.wrong, result.difficulty):
            assert not array.flags.writeable


def test_members_depend_neither_on_k_nor_on_jobs(training, gold, few):
    one = committee(training, gold, few, where=Where(1))
    assert (committee(training, gold, few, where=Where(2)).wrong == one.wrong).all()
    larger = committee(training, gold, replace(few, members=9))
    assert (larger.wrong[:6] == one.wrong).all()
    assert larger.members[:6] == one.members
    assert committee(training, gold, replace(few, seed=4)).members != one.members


def test_members_draw_all_templates_and_ratios_evenly():
    settings = CommitteeSettings(members=900)
    members = [draw(settings, number, 1000)[0] for number in range(900)]
    counts = Counter((member.template, member.ratio) for member in members)
    assert set(counts) == set(product(settings.templates, (10, 20, 30)))
    assert min(counts.values()) > 65 and max(counts.values()) < 140


def test_the_name_says_how_it_was_made(training, gold):
    made = committee(training, gold, CommitteeSettings(members=2, templates=("F2", "F1"), ratios=(50, 20)))
    assert made.name == f"perceptron K=2 seed=0 F1,F2 20,50 % on train.txt {made.digest[:12]}"
    assert str(Perceptron(passes=5)) == "perceptron passes=5"
    # Equal settings have one name, whatever kind of number says them.
    assert repr(Crf(c2=1)) == repr(Crf())
    seeds = (3, np.int64(3))
    assert len({CommitteeSettings(seed=seed).digest("", members=True) for seed in seeds}) == 1


def test_other_settings_or_training_data_are_kept_apart(training, gold, few, tmp_path, learnt):
    committee(training, gold, few, cache=tmp_path)
    committee(training, gold, replace(few, members=10), cache=tmp_path)
    assert len(learnt) == 10, "a larger one learns only the new"
    for settings in (
        replace(few, seed=4), replace(few, ratios=(10,)), replace(few, templates=("F1",)),
        replace(few, learner=Perceptron(passes=2)),
    ):  # fmt: skip
        before = len(learnt)
        committee(training, gold, settings, cache=tmp_path)
        assert len(learnt) == before + 6
    committee(segmentation(many(61)), gold, few, cache=tmp_path)
    assert len(learnt) == 40


def test_it_stops_between_members_and_goes_on_where_it_was(training, gold, few, tmp_path, learnt):
    stop = threading.Event()

    def told(done, total):
        if done == 2:
            stop.set()

    with pytest.raises(Cancelled) as caught:
        committee(training, gold, few, where=Where(1), cache=tmp_path, progress=told, cancelled=stop.is_set)
    assert 2 <= caught.value.done == len(learnt) < 6
    committee(training, gold, few, cache=tmp_path)
    assert len(learnt) == 6


def test_a_cache_that_cannot_be_written(training, gold, few, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingError, match="[Nn]ame another folder"):
        committee(training, gold, few, cache=tmp_path / "file")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"members": 0}, "members is 0: give a whole number from 1"),
        ({"seed": -1}, "seed is -1: give a whole number from 0"),
        ({"templates": ()}, "none"),
        ({"templates": ("F4",)}, "'F4'"),
        ({"ratios": ()}, "none"),
        ({"ratios": (0, 10)}, "0, 10"),
        ({"ratios": (101,)}, "101"),
    ],
)
def test_settings_that_make_no_sense(settings, message):
    with pytest.raises(SettingError, match=message):
        CommitteeSettings(**settings)


def test_learners_by_name_and_what_makes_no_sense(gold, few):
    assert learner_of("crf") == Crf()
    assert learner_of("perceptron:passes=3") == Perceptron(passes=3)
    for wrong, said in (
        ("perceptron:passes=x", "NUMBER"),
        ("perceptron:c2=1", "NUMBER"),
        ("crf:c2", "NUMBER"),
        ("svm", "perceptron, crf"),
        ("perceptron:passes=0", "passes"),
        ("crf:c2=0", "c2"),
    ):
        with pytest.raises(SettingError, match=said):
            learner_of(wrong)
    with pytest.raises(FormatError, match="as in a word list"):
        committee(segmentation([["一"], ["二三"]]), gold, few)
    with pytest.raises(FormatError, match="no word"):
        committee(segmentation([]), gold, few)


def test_what_is_missing_is_named(training, gold, few, monkeypatch):
    monkeypatch.setattr("cwsdiag.difficulty.learners.find_spec", lambda name: None)
    with pytest.raises(SettingError, match=r"cwsdiag\[crf\]"):
        committee(training, gold, replace(few, learner=Crf()))
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SettingError, match=r"cwsdiag\[cluster\]"):
        committee(training, gold, few, where=Where(scheduler="tcp://localhost:1"))


def test_code_is_compiled_where_no_cache_can_be_written(monkeypatch):
    import numba

    from cwsdiag.scan.loops import compiled

    original = numba.njit

    def njit(*args, **named):
        if named.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return original(*args, **named)

    monkeypatch.setattr(numba, "njit", njit)
    assert compiled(twice)(np.int64(4)) == 8


def twice(number):
    return number * 2
