"""Systems whose characters are not those of gold."""

import random

from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.align.sentences import differing_stretches

texts = st.text("abcd中", max_size=60)


@given(texts, texts)
def test_what_lies_between_differences_is_equal(gold, system):
    i = j = 0
    for difference in differing_stretches(gold, system):
        assert gold[i : difference.gold_start] == system[j : difference.system_start]
        assert difference.gold_end > difference.gold_start or difference.system_end > difference.system_start
        i, j = difference.gold_end, difference.system_end
    assert gold[i:] == system[j:]


def test_every_character_of_another_width_is_found_quickly():
    rng = random.Random(5)
    gold = "".join(rng.choice("的一是在不了有和人这0123456789") for _ in range(200_000))
    system = gold.translate({ord("0") + i: 0xFF10 + i for i in range(10)})
    differences = differing_stretches(gold, system)
    assert sum(d.gold_end - d.gold_start for d in differences) == sum(c.isdigit() for c in gold)
