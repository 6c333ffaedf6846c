"""Two systems compared, and what buckets cost, against plain loops over word lists (METHODS 11)."""

import math
import statistics

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.paired import SCORES, compare
from cwsdiag.errors import SettingError
from cwsdiag.exhibits import overview, two_systems
from cwsdiag.findings.proposals import proposals
from cwsdiag.inference import holm
from cwsdiag.views.look import Look
from tests.oracles import paired as oracle
from tests.oracles import world as worlds
from tests.views.worlds import RESAMPLES, SEEDS, cases, close, drawn, usual_case

KEYS = ("wLen", "sLen", "wCon", "cCon")
OF_SCORES = (oracle.f1, oracle.f1, oracle.precision, oracle.recall, oracle.recall, oracle.recall)


def both_tables(world, a, b, keys):
    """The counts of both systems [sentence][column]: the six scores, then the buckets of these attributes."""
    cuts = [world.systems[name] for name in (a, b)]
    skipped = [span for cut in cuts for span in cut.skipped]
    tables = []
    for name, cut in zip((a, b), cuts, strict=True):
        words = oracle.table_of(None, world.gold, cut.words, ([], []), [], skipped)
        parts = [words, oracle.spoken_table(world.gold, cut.words, skipped), words, words]
        parts += [
            oracle.vocabulary_table(world.gold, cut.words, world.training, skipped, oov=oov) for oov in (True, False)
        ]
        for key in keys:
            values = worlds.values(world, key, None), worlds.values(world, key, name)
            parts.append(oracle.table_of(key, world.gold, cut.words, values, worlds.buckets(world, key), skipped))
        tables.append([[cell for part in parts for cell in part[row]] for row in range(len(words))])
    return tables


def over_draws(table, column, draws, kind):
    """A score in each resample; NaN where undefined."""
    found = []
    for weights in draws:
        sums = [sum(w * unit[column][place] for w, unit in zip(weights, table, strict=True)) for place in range(3)]
        value = kind(*sums)
        found.append(math.nan if value is None else float(value))
    return found


def check_difference(mine, a, b, column, kind, *, draws, bound, min_size, p, p_adjusted):
    first, second = (kind(*oracle.total(table, column)) for table in (a, b))
    assert close(mine.a, math.nan if first is None else float(first))
    assert close(mine.b, math.nan if second is None else float(second))
    assert close(mine.difference, mine.a - mine.b)
    assert close(mine.p, p)
    assert close(mine.p_adjusted, p_adjusted)
    holding = sum(
        any(table[unit][column][0] + table[unit][column][1] > 0 for table in (a, b)) for unit in range(len(a))
    )
    apart = [x - y for x, y in zip(*(over_draws(table, column, draws, kind) for table in (a, b)), strict=True)]
    known = [value for value in apart if not math.isnan(value)]
    low, high = worlds.interval(apart) if holding >= 6 else (math.nan, math.nan)
    assert close(mine.low, low)
    assert close(mine.high, high)
    error = statistics.stdev(known) if len(known) > 1 and holding >= 6 else math.nan
    differ = [unit for unit in range(len(a)) if sums_of(a[unit][column], kind) != sums_of(b[unit][column], kind)]
    assert mine.differing_units == len(differ)
    assert close(mine.detectable, bound * error if error > 1e-12 and len(differ) >= 8 else math.nan)
    if math.isnan(mine.difference):
        assert mine.verdict is None
    elif len(differ) < 6 or (column > 3 and (oracle.total(a, column)[0] < min_size or holding < 10)):
        assert mine.verdict == "too few"
    else:
        assert mine.verdict == ("significant" if p_adjusted <= 0.05 else "not significant")


def sums_of(counts, kind):
    gold, system, matched = counts
    return {oracle.f1: (system, matched), oracle.precision: (system, matched), oracle.recall: matched}[kind]


def check_comparison(case, size):
    world = case.world
    if len(world.systems) < 2:
        return
    a, b = [*world.systems][-2:]
    keys = [key for key in KEYS if worlds.values(world, key, None) is not None]
    unit = "sentence" if size == 1 else f"block:{size}"
    diagnosis = diagnose(
        case.dataset, attributes=KEYS, buckets=world.number, resamples=RESAMPLES, min_size=world.min_size, unit=unit
    )
    (found,) = compare(diagnosis, [(a, b)])
    tables = [oracle.in_blocks(table, size) for table in both_tables(world, a, b, keys)]
    columns = len(tables[0][0])
    kinds = [*OF_SCORES, *[oracle.f1] * (columns - len(OF_SCORES))]
    every = list(range(len(OF_SCORES), columns))
    places = [(key, bucket) for key in keys for bucket in range(len(worlds.sizes(world, key)))]
    doubles = worlds.doubled(world, keys)
    # Buckets with the same words are tested once.
    family = [column for column, place in zip(every, places, strict=True) if place not in doubles]
    swaps = oracle.all_swaps(*tables)
    over = oracle.over_swaps(*tables, kinds, swaps)
    p = oracle.p_values(*tables, kinds, over, exact=True)
    adjusted, largest = oracle.adjusted(*tables, kinds, family, over, exact=True)
    q = oracle.benjamini_hochberg([p[column] if column in adjusted else math.nan for column in range(columns)])
    assert (found.exact, found.swaps, found.tested) == (True, len(swaps), len(adjusted))
    assert (found.unit, found.units) == (unit, len(tables[0]))
    told = {"draws": drawn(len(tables[0])), "min_size": world.min_size}
    for column, name in enumerate(SCORES):
        check_difference(found.scores[name], *tables, column, kinds[column],
                         bound=2.8, p=p[column], p_adjusted=p[column], **told)  # fmt: skip
    assert len(found.buckets) == len(every)
    for column, place, bucket in zip(every, places, found.buckets, strict=True):
        assert bucket.same_as == doubles.get(place)
        column = every[places.index(doubles.get(place, place))]
        check_difference(bucket.f1, *tables, column, oracle.f1, bound=largest + 0.84, p=p[column],
                         p_adjusted=adjusted.get(column, math.nan), **told)  # fmt: skip
        assert close(bucket.q, q[column])
        assert bucket.gold == oracle.total(tables[0], column)[0]
    turned, other = found.turned, compare(diagnosis, [(b, a)])[0]
    for one, wanted in zip(turned.scores.values(), other.scores.values(), strict=True):
        assert all(close(getattr(one, key), getattr(wanted, key)) for key in ("difference", "low", "high", "p"))


@pytest.mark.parametrize("seed", SEEDS)
def test_comparisons_of_usual_texts(seed):
    check_comparison(usual_case(seed, difficulty=False), size=1 + seed % 3)


@settings(max_examples=40)
@given(cases(difficulty=False), st.integers(1, 3))
def test_comparisons_of_odd_texts(case, size):
    check_comparison(case, size)


def test_a_lead_by_punctuation_alone_is_told():
    right, glued = ["他", "说", "：", "“", "好", "。", "”"], ["他", "说", "：“", "好", "。”"]
    wrong = [["他", "说", "：", "“好", "。", "”"]] * 3
    systems = {"A": wrong + [right] * 77, "B": [glued] * 40 + [right] * 37 + wrong}
    dataset = cwsdiag.load(gold=[right] * 80, systems=systems, name="made")
    (found,) = compare(diagnose(dataset, attributes=["wLen"]), [("A", "B")])
    assert found.scores["f1"].verdict == "significant" and found.scores["f1_no_punctuation"].difference == 0
    assert found.by_punctuation_alone and found.turned.by_punctuation_alone
    look = Look(dataset)
    for a, b in (("A", "B"), ("B", "A")):
        said = two_systems.compare(look, a, b).sentence
        assert "A leads by punctuation alone: without it F1 is 0.988 and 0.988, which is level." in said
    assert overview.scores(look).sentence.endswith(
        "by punctuation alone: without it F1 is 0.988 and 0.988, which is level."
    )
    [glance] = [one.glance for one in proposals(look) if one.finding.title == "A leads B by punctuation alone"]
    assert {one.split()[0] for one in glance} < {"：", "“", "。", "”"} and all(one.endswith(" 40×") for one in glance)


def test_several_pairs_are_adjusted_by_holm():
    gold = [["ab", "c"]] * 40
    worse = [["a", "b", "c"]]
    systems = {str(wrong): worse * wrong + gold[wrong:] for wrong in (0, 6, 8, 9)}
    diagnosis = diagnose(cwsdiag.load(gold=gold, systems=systems), attributes=["wLen"])
    pairs = [("0", name) for name in ("6", "8", "9")]
    together, alone = compare(diagnosis, pairs), [compare(diagnosis, [pair])[0] for pair in pairs]
    raw = [2 / 2**6, 2 / 2**8, 2 / 2**9]
    for name in ("f1", "recall"):
        assert [one.scores[name].p for one in alone] == [one.scores[name].p for one in together] == raw
        assert [one.scores[name].p_adjusted for one in together] == holm(raw).tolist()
    # Undefined ones among them, which are not equal to themselves.
    assert [repr(one.buckets) for one in together] == [repr(one.buckets) for one in alone]


def test_a_system_is_not_compared_with_itself_or_with_nobody():
    diagnosis = diagnose(cwsdiag.load(gold=[["a"]], systems={"a": [["a"]], "b": [["a"]]}), attributes=["wLen"])
    assert compare(diagnosis, []) == []
    with pytest.raises(SettingError, match="itself"):
        compare(diagnosis, [("a", "a")])
    with pytest.raises(SettingError, match="no system 'c'"):
        compare(diagnosis, [("a", "c")])
