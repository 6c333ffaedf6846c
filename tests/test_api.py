"""The public names, and what a script of a user's may rely on."""

import pickle

import numpy as np
import pytest

import cwsdiag
from cwsdiag.errors import CwsdiagError

GOLD = [["我们", "喜欢", "分词"], ["你", "好"]]


def test_public_names():
    assert sorted(cwsdiag.__all__) == [
        "ATTRIBUTES",
        "Attribute",
        "Dataset",
        "Diagnosis",
        "Figure",
        "SystemScore",
        "__version__",
        "diagnose",
        "load",
        "load_dataset",
        "read_project",
        "score_systems",
    ]
    assert all(getattr(cwsdiag, name) is not None for name in cwsdiag.__all__)
    with pytest.raises(AttributeError, match="nope"):
        cwsdiag.nope  # noqa: B018


@pytest.mark.parametrize(
    ("gold", "name", "said"),
    [
        ([[""]], "s", "not a word"),
        ([["a\u3000"]], "s", "not a word"),
        (GOLD, " ", "no name"),
        ([], "s", "empty"),
    ],
)
def test_what_is_in_memory_is_checked(gold, name, said):
    with pytest.raises(CwsdiagError, match=said):
        cwsdiag.load(gold=gold, systems={name: gold})


def test_normalisation_is_the_same_on_all_files():
    dataset = cwsdiag.load(
        gold=[["ＧＤＰ", "增长"]], systems={"s": [["GDP", "增长"]]}, training=[["gdp", "ＧＤＰ"]], normalise=["nfkc"]
    )
    assert dataset.gold.surfaces() == ["GDP", "增长"]
    assert dataset.oov.tolist() == [False, True]
    assert cwsdiag.score_systems(dataset)[0].f1 == 1.0


def test_a_segmentation_survives_pickling_and_stays_frozen():
    gold = cwsdiag.load(gold=GOLD).gold
    copy = pickle.loads(pickle.dumps(gold))
    assert np.array_equal(copy.word_ends, gold.word_ends)
    with pytest.raises(ValueError, match="read-only"):
        copy.word_ends[0] = 7


def test_signature_changes_with_every_setting_that_changes_numbers():
    dataset = cwsdiag.load(gold=GOLD, systems={"s": GOLD}, training=GOLD)
    signatures = {
        cwsdiag.diagnose(dataset).signature,
        cwsdiag.diagnose(dataset, seed=1).signature,
        cwsdiag.diagnose(dataset, resamples=10).signature,
        cwsdiag.diagnose(dataset, buckets=3).signature,
        cwsdiag.diagnose(dataset, min_size=1).signature,
        cwsdiag.diagnose(cwsdiag.load(gold=GOLD, systems={"s": GOLD})).signature,
        cwsdiag.diagnose(cwsdiag.load(gold=GOLD, systems={"s": GOLD}, normalise=["nfkc"])).signature,
    }
    assert len(signatures) == 7
