"""What would give a wrong number in silence is one error of our own."""

import pytest

import cwsdiag
from cwsdiag.errors import CwsdiagError, SettingError
from cwsdiag.exhibits.registry import KINDS

GOLD = [["我们", "喜欢", "分词"], ["你", "好"]]
CUT = [["我", "们", "喜欢", "分词"], ["你好"]]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"mismatch": "eror"}, "mismatch is 'eror': give one of 'error', 'skip', 'count'."),
        ({"input_format": "conl"}, "input_format is 'conl': give one of "),
        ({"normalise": "nfkc"}, "normalise is 'nfkc': give a list of texts, such as ['nfkc']."),
        ({"gold": ["我们", "喜欢"]}, "gold: sentence 1 is '我们', no list of words."),
        ({"gold": [["我们", 5]]}, "5 is not a word"),
        ({"systems": {"mine": ["我们"]}}, "mine: sentence 1 is '我们', no list of words."),
        ({"runs": {"bert": [["我们"]]}}, "bert #1: sentence 1 is '我们', no list of words."),
        ({"training": {"词": -3}}, "training: how often '词' occurs is -3: give a whole number from 0"),
        ({"training": {"词": True}}, "training: how often '词' occurs is True"),
    ],
)
def test_what_load_says(wrong, said):
    with pytest.raises(SettingError) as caught:
        cwsdiag.load(**{"gold": GOLD, **wrong})
    assert said in str(caught.value)


def test_figures_refuse_what_their_options_cannot_be():
    dataset = cwsdiag.load(gold=GOLD, training=GOLD, systems={"one": CUT, "two": GOLD})
    diagnosis = cwsdiag.diagnose(dataset, resamples=10)
    there = {"system": "one", "other": "two", "attribute": "wLen", "sentence": "1"}
    for kind, found in KINDS.items():
        needed = {name: there.get(name, "1") for name in found.needs}
        for name in (*found.needs, *found.takes):
            for value in ("nosuch", "", "99", -1, "\n", "x" * 2000):
                try:
                    assert diagnosis.figure(kind, **{**needed, name: value}).caption
                except CwsdiagError as error:
                    assert len(str(error)) < 400, (kind, name, value)
                except Exception as error:
                    raise AssertionError(f"{kind}: {name} = {value!r:.20}: {type(error).__name__}") from error
