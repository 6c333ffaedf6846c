"""Committees: what a member depends on, what is kept, when it stops."""

import pickle
import subprocess
import sys
import threading
from dataclasses import replace

import numpy as np
import pytest

from cwsdiag import difficulty
from cwsdiag.difficulty import (
    Cancelled,
    CommitteeSettings,
    Crf,
    Perceptron,
    committee,
    draw,
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
        assert made.cut(member.number).word_ends.tolist() == cut.word_ends.tolist()


class _Shuffled(Perceptron):
    """A perceptron that goes on with a member's random numbers."""

    rng = None

    def learn(self, material, template, chosen, rng):
        return super().learn(material, template, chosen, self.rng)


def test_difficulty_is_the_share_of_members_that_are_wrong(training, gold, few):
    made = committee(training, gold, few)
    assert made.votes.tolist() == [sum(column) for column in made.wrong.T.tolist()]
    assert made.difficulty.tolist() == [vote / 6 for vote in made.votes.tolist()]
    assert 0 < made.difficulty.mean() < 1
    for result in (made, pickle.loads(pickle.dumps(made))):
        for array in (result.wrong, result.votes, result.difficulty, result.cuts):
            assert not array.flags.writeable


def test_members_depend_neither_on_k_nor_on_jobs(training, gold, few):
    one = committee(training, gold, few, where=Where(1))
    for jobs in (2, 5):
        assert (committee(training, gold, few, where=Where(jobs)).wrong == one.wrong).all()
    larger = committee(training, gold, replace(few, members=9))
    assert (larger.wrong[:6] == one.wrong).all()
    assert larger.members[:6] == one.members
    assert committee(training, gold, replace(few, seed=4)).members != one.members


def test_members_draw_all_templates_and_ratios_evenly():
    settings = CommitteeSettings(members=900)
    members = [draw(settings, number, 1000)[0] for number in range(900)]
    counts = {(t, r): sum((m.template, m.ratio) == (t, r) for m in members) for t in settings.templates for r in (10, 20, 30)}  # fmt: skip  # noqa: E501
    assert sum(counts.values()) == 900
    assert min(counts.values()) > 65
    assert max(counts.values()) < 140


def test_the_name_says_how_it_was_made(training, gold):
    made = committee(training, gold, CommitteeSettings(members=2, templates=("F2", "F1"), ratios=(50, 20)))
    assert made.name == f"perceptron K=2 seed=0 F1,F2 20,50 % on train.txt {made.digest[:12]}"
    other = committee(training, gold, CommitteeSettings(members=3, templates=("F1", "F2"), ratios=(20, 50)))
    assert other.digest != made.digest
    assert str(Perceptron(passes=5)) == "perceptron passes=5"
    assert str(Crf(c2=0.5)) == "crf c2=0.5"
    # Equal settings have one name, whatever kind of number says them.
    assert repr(Crf(c2=1)) == repr(Crf())
    seeds = (3, np.int64(3))
    assert len({CommitteeSettings(seed=seed).digest("", members=True) for seed in seeds}) == 1


def test_a_larger_k_learns_only_the_new(training, gold, few, tmp_path, learnt):
    committee(training, gold, few, cache=tmp_path)
    larger = committee(training, gold, replace(few, members=10), cache=tmp_path)
    assert len(learnt) == 10
    assert (larger.wrong == committee(training, gold, replace(few, members=10)).wrong).all()


def test_other_settings_or_training_data_are_kept_apart(training, gold, few, tmp_path, learnt):
    committee(training, gold, few, cache=tmp_path)
    for settings in (
        replace(few, seed=4), replace(few, ratios=(10,)), replace(few, templates=("F1",)),
        replace(few, learner=Perceptron(passes=2)),
    ):  # fmt: skip
        before = len(learnt)
        committee(training, gold, settings, cache=tmp_path)
        assert len(learnt) == before + 6
    committee(segmentation(many(61)), gold, few, cache=tmp_path)
    assert len(learnt) == 36


@pytest.mark.parametrize("as_event", [True, False])
def test_it_stops_between_members_and_goes_on_where_it_was(training, gold, few, tmp_path, learnt, as_event):
    stop = threading.Event()

    def told(done, total):
        if done == 2:
            stop.set()

    with pytest.raises(Cancelled) as caught:
        committee(
            training,
            gold,
            few,
            where=Where(1),
            cache=tmp_path,
            progress=told,
            cancelled=stop if as_event else stop.is_set,
        )
    done = caught.value.done
    assert 2 <= done < 6
    assert len(learnt) == done
    committee(training, gold, few, cache=tmp_path)
    assert len(learnt) == 6


# joblib counts what workers had ready, which depends on how busy the machine is.
@pytest.mark.filterwarnings("ignore:.*tasks .*(been|being):UserWarning")
def test_an_error_of_the_caller_comes_through(training, gold, few):
    def told(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        committee(training, gold, few, progress=told)


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
    with pytest.raises(SettingError):
        Perceptron(passes=0)
    with pytest.raises(SettingError):
        Crf(c2=0)


def test_options_that_make_no_sense(training, gold, few):
    with pytest.raises(SettingError, match="jobs is 0: give a whole number from 1"):
        committee(training, gold, few, where=Where(0))
    with pytest.raises(SettingError, match="its workers decide"):
        committee(training, gold, few, where=Where(2, "tcp://localhost:1"))
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


def test_the_room_opens_without_its_heavy_parts():
    code = "import sys, cwsdiag.difficulty; print({'numba', 'joblib', 'pycrfsuite', 'distributed'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_names_of_the_room_exist():
    assert all(hasattr(difficulty, name) for name in difficulty.__all__)
    assert difficulty.learner_of("crf") == Crf()
    assert difficulty.learner_of("crf:c2=0.5") == Crf(c2=0.5)
    assert difficulty.learner_of("perceptron:passes=3") == Perceptron(passes=3)
    for wrong in ("perceptron:passes=x", "perceptron:c2=1", "crf:=", "crf:c2"):
        with pytest.raises(SettingError, match="NUMBER"):
            difficulty.learner_of(wrong)
    with pytest.raises(SettingError, match="perceptron, crf"):
        difficulty.learner_of("svm")


def test_code_is_compiled_where_no_cache_can_be_written(monkeypatch):
    import numba

    from cwsdiag.scan.loops import compiled

    original = numba.njit

    def njit(*args, **named):
        if named.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return original(*args, **named)

    monkeypatch.setattr(numba, "njit", njit)

    def twice(number):
        return number * 2

    assert compiled(twice)(np.int64(4)) == 8
