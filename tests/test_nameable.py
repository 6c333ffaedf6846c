"""What can be named: buckets of enough gold units, in enough of the units that resamples draw."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cwsdiag.diagnosis import diagnose
from tests.oracles.attributes import CHAR_KEYS, sentence_of_char, word_sentences
from tests.oracles.world import defined, places, sizes, tally
from tests.views.worlds import cases


def groups(sentences: int, size: int) -> list[list[int]]:
    """The sentences of each block."""
    return [list(range(start, min(start + size, sentences))) for start in range(0, sentences, size)]


def gold_only(world, key: str, bucket: int, block: list[int]) -> bool:
    """Whether a block has a gold unit of a bucket, compared with a system or not."""
    where = sentence_of_char(world.gold) if key in CHAR_KEYS else word_sentences(world.gold, None)
    return any(held == bucket and at in block for held, at in zip(places(world, key), where, strict=True))


@settings(max_examples=60)
@given(cases(), st.integers(1, 3), st.integers(0, 4), st.integers(0, 4))
def test_units_that_hold_a_word_are_counted_one_by_one(case, size, min_size, min_units):
    world, dataset = case.world, case.dataset
    diagnosis = diagnose(
        dataset, buckets=world.number, unit=f"block:{size}", min_size=min_size, min_units=min_units, resamples=1
    )
    blocks = groups(len(dataset.gold.text.sentence_ends), size)
    names = list(world.systems)
    hidden = []
    for chosen in {(), *((name,) for name in names), tuple(names)}:
        found, named = diagnosis.units_holding(*chosen), diagnosis.nameable(*chosen)
        assert named[0] and len(named) == len(found) == 1 + sum(len(sizes(world, key)) for key in defined(world))
        for key in defined(world):
            for bucket, gold in enumerate(sizes(world, key)):
                column = diagnosis.columns(key).start + bucket
                held = 0
                for block in blocks:
                    if chosen:
                        cells = [tally(world, name, key)[at][bucket] for name in chosen for at in block]
                        held += any(cell[0] or cell[1] for cell in cells)
                    else:
                        held += gold_only(world, key, bucket, block)
                assert found[column] == held
                assert named[column] == (gold >= min_size and held >= min_units)
                if chosen == tuple(names) and not named[column]:
                    hidden.append((key, bucket, "gold" if gold < min_size else "units"))
    assert [tuple(one) for one in diagnosis.hidden()] == hidden
