"""What holds across systems and datasets against plain loops: biases of models and datasets, tests over them."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.diagnosis.paired import compare, to_best
from cwsdiag.errors import SettingError
from cwsdiag.study import study
from tests.corpora import corpora, resegmented, trainings
from tests.oracles import attributes as oracle_attributes
from tests.oracles import breakdown as oracle_breakdown
from tests.oracles import buckets as oracle_buckets
from tests.oracles import study as oracle
from tests.oracles.attributes import KEYS
from tests.oracles.words import scores
from tests.study.helpers import close, tables_close

MODELS = ("one", "two", "three", "four")


@st.composite
def studies(draw):
    """Datasets of gold, training data and systems; a system need not be in each."""
    drawn = []
    for _ in range(draw(st.integers(1, 4))):
        gold = draw(corpora())
        there = draw(st.lists(st.sampled_from(MODELS), unique=True, max_size=4))
        drawn.append((gold, draw(trainings), {name: draw(resegmented(gold)) for name in there}))
    return drawn


def loaded(drawn):
    return [
        cwsdiag.load(gold=gold, training=training, systems=systems, name=f"d{number}")
        for number, (gold, training, systems) in enumerate(drawn)
    ]


def rows_of(dataset, key, model, number, datasets):
    """The buckets of a model, each with V and its gold units; nothing where it or the attribute is not there.

    Those of categories are the same in all datasets.
    """
    gold, training, systems = dataset
    known = oracle_attributes.unit_values(key, gold, None, training)
    if model not in systems or known is None:
        return []
    own = set(known)
    if key in oracle_attributes.CATEGORIES:
        known = [value for one, *_ in datasets for value in oracle_attributes.unit_values(key, one, None, None)]
    buckets = oracle_buckets.equal_buckets(known, number)
    if key in oracle_attributes.CATEGORIES:
        # A word of a class that gold does not have here is in no bucket.
        buckets = [bucket if bucket.name in own else oracle_buckets.Category("") for bucket in buckets]
    return oracle_breakdown.breakdown(key, gold, systems[model], training, buckets)


def check(found, drawn, number, least):
    models = list(dict.fromkeys(name for _, _, systems in drawn for name in systems))
    assert found.models == tuple(models)
    assert found.keys == KEYS
    datasets = range(len(drawn))
    f1 = [
        [scores(gold, systems[model])["f1"] if model in systems else math.nan for gold, _, systems in drawn]
        for model in models
    ]
    assert tables_close(found.f1, f1)
    holes = [(model, found.datasets[j]) for i, model in enumerate(models) for j in datasets if math.isnan(f1[i][j])]
    assert sorted(found.gaps) == sorted(holes)
    rows = {
        (model, j, key): rows_of(drawn[j], key, model, number, drawn)
        for model in models
        for j in datasets
        for key in KEYS
    }
    v = {cell: [row["f1"] for row in row] for cell, row in rows.items()}
    sizes = {cell: [row["gold"] for row in row] for cell, row in rows.items()}
    for (model, j, key), wanted in v.items():
        mine = found.values(model, j, key)
        assert len(mine) == len(wanted)
        assert all(close(a, b) for a, b in zip(mine, wanted, strict=True))
    small = {
        (found.datasets[j], key, bucket)
        for (_, j, key), held in sizes.items()
        for bucket, size in enumerate(held)
        if size < least
    }
    # Datasets without systems have buckets, too, but none of the rows above.
    assert {cell for cell in found.left_out_buckets if drawn[found.datasets.index(cell[0])][2]} == small
    large = {cell: oracle.large_only(v[cell], sizes[cell], least) for cell in v}
    check_biases(found, large, models, datasets)
    check_means(found, drawn)
    check_tests(found, f1, models, datasets)
    check_bucket_tests(found, v, sizes, large, least)


def check_biases(found, v, models, datasets):
    for mine, measure, by_dataset, by_model, size in (
        (found.rho, oracle.s_rho, found.rho_by_dataset, found.rho_by_model, abs),
        (found.sigma, oracle.s_sigma, found.sigma_by_dataset, found.sigma_by_model, float),
    ):
        assert mine.shape == (len(models), len(datasets), len(KEYS))
        # Categories have no order.
        without = oracle_attributes.CATEGORIES if measure is oracle.s_rho else ()
        wanted = [
            [[math.nan if key in without else measure(v[model, j, key]) for key in KEYS] for j in datasets]
            for model in models
        ]
        for i in range(len(models)):
            assert tables_close(mine[i], wanted[i])
        for k in range(len(KEYS)):
            for j in datasets:
                cells = [size(wanted[i][j][k]) for i in range(len(models))]
                assert close(by_dataset[0][j, k], oracle.mean_of_defined(cells))
                assert by_dataset[1][j, k] == sum(not math.isnan(cell) for cell in cells)
            for i in range(len(models)):
                cells = [wanted[i][j][k] for j in datasets]
                assert close(by_model[0][i, k], oracle.mean_of_defined(cells))
                assert by_model[1][i, k] == sum(not math.isnan(cell) for cell in cells)


def check_means(found, drawn):
    wanted = []
    for gold, training, _ in drawn:
        means = [oracle_attributes.mean(key, gold, training) for key in KEYS]
        wanted.append([math.nan if mean is None else mean for mean in means])
    assert tables_close(found.means, wanted)
    for k in range(len(KEYS)):
        column = [row[k] for row in wanted]
        largest = max((value for value in column if not math.isnan(value)), default=math.nan)
        for j, value in enumerate(column):
            assert close(found.relative_means[j, k], value / largest if largest else math.nan)


def check_tests(found, f1, models, datasets):
    whole = [i for i in range(len(models)) if not any(math.isnan(value) for value in f1[i])]
    assert found.complete == tuple(models[i] for i in whole)
    assert found.left_out == tuple(model for model in models if model not in found.complete)
    over_models = found.models_test()
    assert over_models.treatments == found.complete
    assert over_models.blocks == (found.datasets if whole else ())
    same_test(over_models, [[f1[i][j] for i in whole] for j in datasets])
    over_datasets = found.datasets_test()
    assert over_datasets.treatments == found.datasets
    assert over_datasets.blocks == found.complete
    same_test(over_datasets, [f1[i] for i in whole])
    assert (found.models_apart() is None) == math.isnan(over_models.p)


def check_bucket_tests(found, v, sizes, large, least):
    for key in KEYS:
        for j in range(len(found.datasets)):
            there = [model for model in found.models if v[model, j, key]]
            test = found.dataset_test(j, key)
            same_test(test, [large[model, j, key] for model in there])
            assert test.blocks == tuple(
                model for model in there if large[model, j, key] and not any(map(math.isnan, large[model, j, key]))
            )
            assert not there or len(test.treatments) == len(large[there[0], j, key])
        for model in found.models:
            used, dropped, buckets, statistic, p = oracle.buckets_test(
                {name: v[model, j, key] for j, name in enumerate(found.datasets)},
                {name: sizes[model, j, key] for j, name in enumerate(found.datasets)},
                least,
            )
            test = found.model_test(model, key)
            assert test.blocks == used
            assert set(test.dropped) == set(dropped)
            assert len(test.treatments) == buckets
            assert close(test.statistic, statistic)
            assert close(test.p_chi2, p)


def same_test(found, table):
    statistic, p = oracle.friedman(table)
    assert close(found.statistic, statistic)
    assert close(found.p_chi2, p)


@settings(max_examples=30)
@given(studies(), st.integers(2, 6), st.integers(0, 3))
def test_everything_is_as_the_oracle_has_it(drawn, number, least):
    check(study(loaded(drawn), buckets=number, resamples=1, min_size=least), drawn, number, least)


def test_verdicts_of_every_dataset():
    gold = [["ab", "c"]] * 40

    def dataset(name, **wrong):
        systems = {system: [["a", "b", "c"]] * places + gold[places:] for system, places in wrong.items()}
        return cwsdiag.load(gold=gold, systems=systems, name=name)

    found = study([dataset("d", a=8, b=0, c=20), dataset("e", a=3)], attributes=["wLen"])
    first, second = found.verdicts
    wanted = compare(found.diagnoses[0], [("b", "a"), ("b", "c"), ("a", "c")])
    assert [(one.a, one.b, one.pairs, one.scores["f1"].p_adjusted) for one in first] == [
        (one.a, one.b, 3, one.scores["f1"].p_adjusted) for one in wanted
    ]
    assert second == ()
    assert {name: one.p for name, one in to_best(first).items()} == {
        "a": wanted[0].scores["f1"].p, "c": wanted[1].scores["f1"].p,
    }  # fmt: skip


def test_settings_that_make_no_sense():
    made = [cwsdiag.load(gold=[["中国"]], systems={"one": [["中国"]]}, name="a")]
    for datasets, chosen, said in (
        ([], {}, "at least one dataset"),
        ([*made, *made], {}, "a name of its own"),
        (made, {"buckets": 0}, "0"),
        (made, {"attributes": ["nope"]}, "nope"),
    ):
        with pytest.raises(SettingError, match=said):
            study(datasets, **chosen)
