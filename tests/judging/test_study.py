"""What a study is made of: drawn sentences, merged candidates, an order for each judge."""

import pytest

from cwsdiag.errors import JudgingError, SettingError
from cwsdiag.judging import shown_order
from cwsdiag.judging.models import draw, usable_sentences
from cwsdiag.loading import load
from cwsdiag.scores import score_systems
from tests.judging.corpus import dataset

CREATED = "2026-01-02T03:04:05+00:00"


def drawn(data, **options):
    return draw(data, "study", **{"sentences": 10, "seed": 0, "created": CREATED, **options})


def test_the_same_seed_draws_the_same_sentences_and_another_one_others():
    data = dataset()
    numbers = [[item.number for item in drawn(data, seed=seed).items] for seed in (0, 0, 1)]
    assert numbers[0] == numbers[1] != numbers[2]
    # The draw of a seed is a promise: studies made on other machines must agree.
    assert numbers[0] == [26, 16, 4, 13, 8, 21, 6, 3, 27, 25]


def test_only_sentences_of_the_lengths_asked_for_are_drawn():
    data = dataset()
    sizes = [sum(map(len, data.gold.sentence_words(sentence))) for sentence in range(30)]
    fitting = {number for number, size in enumerate(sizes, start=1) if 6 <= size <= 10}
    assert 1 < len(fitting) < 30
    study = drawn(data, sentences=len(fitting), shortest=6, longest=10)
    assert {item.number for item in study.items} == fitting
    assert study.signature.endswith(" | min length:6 | max length:10")
    with pytest.raises(JudgingError, match=f"{len(fitting)} of this dataset can be judged"):
        drawn(data, sentences=len(fitting) + 1, shortest=6, longest=10)


def test_a_study_has_what_systems_make_of_each_sentence():
    data = dataset()
    study = drawn(data, sentences=30)
    for item in study.items:
        outputs = {system: candidate.words for candidate in item.candidates for system in candidate.systems}
        assert outputs == {system.name: tuple(system.sentence_words(item.number - 1)) for system in data.systems}
        assert len({candidate.words for candidate in item.candidates}) == len(item.candidates)
    assert [(one.name, one.f1) for one in study.systems] == [(one.name, one.f1) for one in score_systems(data)]
    assert study.fits(data) and not study.fits(dataset(seed=2))


def test_sentences_with_something_left_out_are_not_drawn():
    gold = [["一", "二"], ["三", "四"], ["五", "六"], ["七", "八"]]
    other = [["一二"], ["三", "X"], ["五六"], ["七八"]]
    data = load(gold=gold, systems={"a": gold, "b": other}, mismatch="skip")
    assert len(usable_sentences(data)) == 3
    assert sorted(item.number for item in drawn(data, sentences=3).items) == [1, 3, 4]
    with pytest.raises(JudgingError, match="4 sentences cannot be drawn: 3 of this dataset"):
        drawn(data, sentences=4)
    with pytest.raises(JudgingError, match="no sentence can be drawn"):
        drawn(data, sentences=1, shortest=3)


def test_what_cannot_be_judged_is_refused():
    for sentences in (0, 31):
        with pytest.raises(JudgingError, match="Give a number from 1 to 30"):
            drawn(dataset(), sentences=sentences)
    with pytest.raises(JudgingError, match="at least two"):
        drawn(dataset(), systems=["crf", "crf"])
    with pytest.raises(SettingError, match="no system 'none'"):
        drawn(dataset(), systems=["crf", "none"])
    with pytest.raises(JudgingError, match="nothing to judge"):
        drawn(dataset(share=0.0))
    with pytest.raises(JudgingError, match="name of the study is missing"):
        draw(dataset(), " ", sentences=1, seed=0, created=CREATED)


def test_each_judge_has_an_order_of_their_own_and_keeps_it():
    study = drawn(dataset(share=0.4), sentences=30)
    again = drawn(dataset(share=0.4), sentences=30)
    first, other, same = (
        [[one.key for one in shown_order(made, judge, item)] for item in made.to_judge]
        for made, judge in ((study, "a"), (study, "b"), (again, "a"))
    )
    assert first == same != other
    assert [sorted(keys) for keys in first] == [sorted(keys) for keys in other]
