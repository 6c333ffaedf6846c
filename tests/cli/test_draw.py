"""``cwsdiag draw``: test sentences at random within given lengths."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cwsdiag.bakeoff import draw_sentences
from cwsdiag.errors import SettingError
from tests.corpora import corpora
from tests.formats.helpers import read


@settings(max_examples=30)
@given(corpora(min_words=2), st.integers(0, 3), st.integers(1, 4), st.integers(1, 12), st.integers(1, 5))
def test_sentences_are_of_the_text_in_its_order_and_of_the_lengths_asked_for(gold, seed, shortest, longest, wanted):
    document = read("".join(" ".join(sentence) + "\n" for sentence in gold), format="words")
    fitting = [sentence for sentence in gold if sentence and shortest <= len("".join(sentence)) <= longest]

    def draw(number):
        return draw_sentences(document, sentences=number, seed=seed, shortest=shortest, longest=longest)

    if wanted > len(fitting):
        with pytest.raises(SettingError, match=f"{wanted} sentences cannot be drawn: .* has {len(fitting)} of these"):
            draw(wanted)
        return
    drawn = draw(wanted)
    assert len(drawn) == wanted
    rest = iter(fitting)
    assert all(any(one == other for other in rest) for one in drawn)
    # More sentences of a seed have those that fewer have among them.
    assert all(one in draw(len(fitting)) for one in drawn)


def test_files_are_in_the_encoding_of_the_text(run, files):
    text = "".join(f"第{place} 句 {'很' * (place % 5)} 长\n" for place in range(10, 40))
    (files / "corpus.txt").write_text(text, encoding="gb18030")
    arguments = ("draw", "corpus.txt", "-n", "6", "--min-length", "6", "--max-length", "7", "--seed", "3")
    result = run(*arguments, "-o", "gold.txt", "--raw", "raw.txt")
    gold = (files / "gold.txt").read_text(encoding="gb18030").splitlines()
    assert len(set(gold)) == 6 and set(gold) <= set(text.splitlines())
    assert (files / "raw.txt").read_text(encoding="gb18030").splitlines() == [line.replace(" ", "") for line in gold]
    assert result.stdout.startswith("6 of 30 sentences, ")
    assert "in use already" in run(*arguments, "-o", "corpus.txt", code=2).stderr
