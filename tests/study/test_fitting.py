"""Which criterion a text follows: Ψ with an interval by resampling, against drawing the sentences one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.errors import SettingError
from cwsdiag.report.criteria import text_doubts
from cwsdiag.study import fit
from tests.oracles import study as oracle
from tests.study.helpers import close, corpus, lines, text, texts

KEYS = ("psi", "low", "high", "seen", "seen_psi", "behind", "behind_low", "behind_high")


def draws(sentences, resamples, seed):
    count = sum(1 for sentence in sentences if sentence)
    return np.random.default_rng(seed).integers(0, count, size=(resamples, count), dtype=np.int64).tolist()


def check(found, sentences, trainings, tests, *, resamples, seed):
    wanted = oracle.fit(sentences, trainings, draws(sentences, resamples, seed))
    assert sorted(one.name for one in found) == sorted(trainings)
    for one in found:
        for key in KEYS:
            assert close(getattr(one, key), wanted[one.name][key], 1e-7), (one.name, key)
        assert close(one.own_psi, oracle.psi(trainings[one.name], tests[one.name]))
    assert [one.psi for one in found] == sorted((one.psi for one in found), reverse=True)


@st.composite
def cases(draw):
    names = [f"c{number}" for number in range(draw(st.integers(1, 3)))]
    return draw(texts), {name: draw(texts) for name in names}, {name: draw(texts) for name in names}


@given(cases(), st.integers(0, 5))
def test_fits_are_as_the_oracle_has_them(drawn, seed):
    sentences, trainings, tests = drawn
    made = [corpus(name, data, tests[name]) for name, data in trainings.items()]
    found = fit(text(sentences), made, resamples=15, seed=seed)
    # Of datasets that are equally near, any may be the one that others are behind.
    whole = [oracle.psi(data, sentences) for data in trainings.values()]
    if sum(max(whole) - one < 1e-9 for one in whole) == 1:
        check(found, sentences, trainings, tests, resamples=15, seed=seed)
    assert found[0].behind == found[0].behind_low == found[0].behind_high == 0
    assert all(one.behind >= 0 for one in found)


def test_datasets_without_running_text_are_passed_over():
    made = [corpus("list", {"a"}, lines("a")), corpus("none", None, lines("a")), corpus("c", lines("a b"), lines("a"))]
    assert [one.name for one in fit(text(lines("a")), made, resamples=5)] == ["c"]
    assert fit(text(lines("a")), made[:2], resamples=5) == []


@pytest.mark.parametrize("settings", [{"resamples": 0}, {"seed": -1}])
def test_settings_that_make_no_bootstrap(settings):
    with pytest.raises(SettingError, match="^" + next(iter(settings))):
        fit(text(lines("a")), [corpus("c", lines("a b"), lines("a"))], **settings)


def test_fewer_than_twenty_sentences_say_little():
    for sentences, little in ((19, True), (20, False)):
        doubts = text_doubts(cwsdiag.load(gold=[["我们", "在", "北京"]] * sentences).gold)
        assert any("say little" in doubt for doubt in doubts) == little
