"""Words of a selection, grouped by type: the same by plain loops over gold words."""

from collections import Counter
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.word_types import JOINT, SHOWS, WordIndex
from cwsdiag.diagnosis.words import choice, units_in
from cwsdiag.errors import SettingError
from cwsdiag.loading import load
from tests.corpora import cases
from tests.oracles.attributes import CATEGORIES, class_of, tag_sequence
from tests.oracles.words import spans, words_of

GOLD = [["我们", "在", "北京"], ["北京", "的", "<b>", "𠀀"], ["北京", "学习"]]
A = [["我们", "在", "北", "京"], ["北京", "的", "<b>", "𠀀"], ["北京学", "习"]]
B = [["我们", "在北京"], ["北京的", "<b>𠀀"], ["北京", "学习"]]
TRAINING = [["我们", "在", "北京"], ["学", "习"]]


@dataclass
class Unit:
    """A gold word of a selection, or one of its characters: where it stands, who gets it right, what lies over it."""

    word: int
    place: int
    surface: str
    right: dict[str, bool]
    over: dict[str, list[tuple[tuple[int, int], str]]]

    def is_shown(self, show, a, b):
        right_a, right_b = self.right[a], self.right[b]
        alike = [span for span, _word in self.over[a]] == [span for span, _word in self.over[b]]
        return {
            "all": True,
            "wrong": not right_a,
            "right": right_a,
            "only_a": right_a and not right_b,
            "only_b": right_b and not right_a,
            "both_right": right_a and right_b,
            "both_wrong_alike": not right_a and not right_b and alike,
            "both_wrong_differently": not right_a and not right_b and not alike,
            "all_wrong": not any(self.right.values()),
        }[show]


def selected(gold, systems, diagnosis, main, bucket, where):
    """The units of a selection, by plain loops."""
    by_character = main is not None and main.attribute.unit == "char"
    tags = {name: tag_sequence(of) for name, of in {**systems, None: gold}.items()}
    cuts = {name: list(zip(spans(of), words_of(of), strict=True)) for name, of in systems.items()}
    for word, (span, surface) in enumerate(zip(spans(gold), words_of(gold), strict=True)):
        if not all(lies_in(diagnosis.attribute(key), index, word, span) for key, index in where):
            continue
        over = {
            name: [(at, made) for at, made in cut if at[0] < span[1] and at[1] > span[0]] for name, cut in cuts.items()
        }
        for place in range(*span) if by_character else [word]:
            if main is None or (main.index[place] >= 0 and bucket in (None, main.index[place])):
                right = {name: over[name][0][0] == span for name in systems}
                if by_character:
                    right = {name: tags[name][place] == tags[None][place] for name in systems}
                yield Unit(word, place, surface, right, over)


def lies_in(bucketed, bucket, word, span):
    places = range(*span) if bucketed.attribute.unit == "char" else [word]
    return any(bucketed.index[place] == bucket for place in places)


def value_of(bucketed, unit, of_character):
    """The value of a unit; of a word under an attribute of characters their mean."""
    if bucketed.attribute.unit == "word":
        return bucketed.values[unit.word]
    if of_character:
        return bucketed.values[unit.place]
    start = unit.over["gold itself"][0][0][0]
    return bucketed.values[start : start + len(unit.surface)].mean()


@settings(max_examples=60)
@given(cases(), st.sampled_from(sorted(SHOWS)), st.sampled_from(["wrong_a", "disagreement"]), st.data())
def test_frame_says_what_loops_say(case, show, order, data):
    gold, systems, training = case
    if len(systems) < 2:
        systems = {**systems, "words of one": [[c for word in sentence for c in word] for sentence in gold]}
    diagnosis = diagnose(load(gold=gold, systems=systems, training=training), resamples=1)
    defined = [one for one in diagnosis.attributes if one.size]
    main = data.draw(st.sampled_from([None, *defined]))
    attribute = None if main is None else main.attribute.key
    bucket = None if main is None else data.draw(st.sampled_from([None, *range(main.size)]))
    conditions = [(one.attribute.key, bucket) for one in defined for bucket in range(one.size)]
    where = data.draw(st.lists(st.sampled_from(conditions), max_size=2))
    first, second = data.draw(st.permutations(sorted(systems)))[:2]
    roles = {"a": first, "b": second}
    words = WordIndex(diagnosis).select(attribute, bucket, roles=roles, where=where)
    frame = words.frame(show=show, order=order, attributes=[one.attribute.key for one in defined])

    every = list(selected(gold, systems, diagnosis, main, bucket, where))
    chosen = [unit for unit in every if unit.is_shown(show, first, second)]
    assert (len(words.units), words.number(show)) == (len(every), len(chosen))
    assert sorted(frame["word"]) == sorted({unit.surface for unit in chosen})
    assert frame[order].tolist() == sorted(frame[order], reverse=True)
    for row in frame.to_dict("records"):
        here = [unit for unit in chosen if unit.surface == row["word"]]
        apart = sum(unit.right[first] != unit.right[second] for unit in here)
        assert (row["count"], row["disagreement"]) == (len(here), apart)
        assert set(words.places(row["word"], show=show)) == {unit.word for unit in here}
        for role, name in roles.items():
            wrong = [unit for unit in here if not unit.right[name]]
            assert (row[f"wrong_{role}"], row[f"right_{role}"]) == (len(wrong), len(here) - len(wrong))
            # A word whose characters are looked at one by one is a single place.
            made = {unit.word: JOINT.join(word for _span, word in unit.over[name]) for unit in wrong}
            times = Counter(made.values())
            most = max(times.values(), default=0)
            assert times.get(row[f"made_{role}"], 0) == row[f"times_{role}"] == most
            assert row[f"others_{role}"] == times.total() - most
            forms = words.forms(row["word"], role, show=show)
            assert {form.text: form.places for form in forms} == times
            assert [form.places for form in forms] == sorted(times.values(), reverse=True)
            assert [form.text for form in forms][:1] == [row[f"made_{role}"]][: len(forms)]
            for form in forms:
                found = words.places(row["word"], show=show, form=(role, form.text))
                assert sorted(found) == sorted(word for word, text in made.items() if text == form.text)
                assert {words.made(role, place) for place in found} == {form.text}
        for one in defined:
            found = row[f"value_{one.attribute.key}"]
            if one.attribute.key in CATEGORIES:
                assert found == class_of(row["word"])
            else:
                values = [value_of(one, unit, words.units.unit == "char") for unit in here]
                assert found == pytest.approx(sum(values) / len(values), nan_ok=True)


@pytest.fixture
def index():
    return WordIndex(diagnose(load(gold=GOLD, systems={"one": A, "two": B}, training=TRAINING), resamples=1))


def test_words_are_filtered_by_text(index):
    words = index.select(roles={"a": "one", "b": "two"})
    assert words.frame(text="学")["word"].tolist() == ["北京", "学习"], "北京学 was made of one, if not most often"
    assert words.frame(text="学", show="only_a")["word"].tolist() == [], "not where it was made of it"
    assert words.frame(text="北 京")["word"].tolist() == ["北京"], "what a system made of it is searched too"
    assert words.frame(text="北 | 京")["word"].tolist() == ["北京"], "as it is written in the table"
    for text in (".*", "|", "[", "\\", "<script>"):
        assert words.frame(text=text).empty
    assert words.frame(text="<b>")["word"].tolist() == ["<b>", "𠀀"]


def test_conditions_that_cannot_be_met_are_refused(index):
    for where, message in (([("wLen", 99)], "no bucket 99"), ([("none", 0)], "no attribute 'none'")):
        with pytest.raises(SettingError, match=message):
            choice(index.diagnosis, None, None, where=where)
    untrained = diagnose(load(gold=GOLD, systems={"one": A}), resamples=1)
    with pytest.raises(SettingError, match="undefined here: it needs training data"):
        choice(untrained, None, None, where=[("wFre", 0)])
    size = index.diagnosis.attribute("wLen").size
    with pytest.raises(SettingError, match=f"wLen has no bucket {size}: there are 0 to {size - 1}"):
        units_in(index.diagnosis, "wLen", size)
