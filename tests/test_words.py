"""Words of a selection, grouped by type: the same by plain loops over gold words."""

from collections import Counter
from math import isnan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.word_types import JOINT, ORDERS, SHOWS, WordIndex
from cwsdiag.diagnosis.words import units_in
from cwsdiag.errors import SettingError
from cwsdiag.loading import load
from tests.corpora import cases
from tests.oracles.attributes import CATEGORIES, class_of

GOLD = [["我们", "在", "北京"], ["北京", "的", "<b>", "𠀀"], ["北京", "学习"]]
A = [["我们", "在", "北", "京"], ["北京", "的", "<b>", "𠀀"], ["北京学", "习"]]
B = [["我们", "在北京"], ["北京的", "<b>𠀀"], ["北京", "学习"]]
TRAINING = [["我们", "在", "北京"], ["学", "习"]]


def spans(corpus):
    start = 0
    for sentence in corpus:
        for word in sentence:
            yield start, start + len(word), word
            start += len(word)


def tags(corpus):
    return [
        "S" if end - start == 1 else "B" if place == start else "E" if place == end - 1 else "M"
        for start, end, _ in spans(corpus)
        for place in range(start, end)
    ]


def lies_in(diagnosis, key, bucket, word, start, end):
    """Return whether a gold word meets a condition."""
    bucketed = diagnosis.attribute(key)
    places = range(start, end) if bucketed.attribute.unit == "char" else [word]
    return any(bucketed.index[place] == bucket for place in places)


def shown(show, right_a, right_b, right_all, alike):
    return {
        "all": True,
        "wrong": not right_a,
        "right": right_a,
        "only_a": right_a and not right_b,
        "only_b": right_b and not right_a,
        "both_right": right_a and right_b,
        "both_wrong_alike": not right_a and not right_b and alike,
        "both_wrong_differently": not right_a and not right_b and not alike,
        "all_wrong": not any(right_all),
    }[show]


def rows(gold, systems, diagnosis, *, attribute, bucket, where, show, roles, keys):
    """Return what ``WordTypes.frame`` says of each word, by word."""
    cut = {name: {(start, end) for start, end, _ in spans(system)} for name, system in systems.items()}
    tag = {name: tags(system) for name, system in {**systems, "gold": gold}.items()}
    main = None if attribute is None else diagnosis.attribute(attribute)
    by_character = main is not None and main.attribute.unit == "char"
    found, seen = {}, set()
    for word, (start, end, surface) in enumerate(spans(gold)):
        if not all(lies_in(diagnosis, key, index, word, start, end) for key, index in where):
            continue
        for place in range(start, end) if by_character else [word]:
            if main is not None and (main.index[place] < 0 or bucket not in (None, main.index[place])):
                continue
            right = {
                name: tag["gold"][place] == tag[name][place] if by_character else (start, end) in cut[name]
                for name in systems
            }
            a, b = right[roles["a"]], right[roles["b"]]
            over = [[(s, e) for s, e, _ in spans(systems[name]) if s < end and e > start] for name in roles.values()]
            if not shown(show, a, b, right.values(), over[0] == over[1]):
                continue
            row = found.setdefault(
                surface, {"count": 0, "wrong_a": 0, "wrong_b": 0, "disagreement": 0, "a": Counter(), "b": Counter()}
            )
            row["count"] += 1
            row["disagreement"] += a != b
            for role, name in roles.items():
                row[f"wrong_{role}"] += not right[name]
                # A word whose characters are looked at one by one is a single place.
                if not right[name] and (role, word) not in seen:
                    seen.add((role, word))
                    row[role][JOINT.join(w for s, e, w in spans(systems[name]) if s < end and e > start)] += 1
            for key in keys:
                values = diagnosis.attribute(key).values
                if diagnosis.attribute(key).attribute.unit == "word":
                    value = [values[word]]
                else:
                    value = [values[place]] if by_character else values[start:end]
                row.setdefault(key, []).extend([sum(value) / len(value)])
    return found


def conditions(diagnosis):
    defined = [one for one in diagnosis.attributes if one.size]
    return st.lists(
        st.sampled_from([(one.attribute.key, bucket) for one in defined for bucket in range(one.size)]), max_size=2
    )


@settings(max_examples=60)
@given(cases(), st.sampled_from(sorted(SHOWS)), st.sampled_from(sorted(ORDERS)), st.data())
def test_frame_says_what_loops_say(case, show, order, data):
    gold, systems, training = case
    if len(systems) < 2:
        systems = {**systems, "words of one": [[c for word in sentence for c in word] for sentence in gold]}
    diagnosis = diagnose(load(gold=gold, systems=systems, training=training), resamples=1)
    defined = [one for one in diagnosis.attributes if one.size]
    main = data.draw(st.sampled_from([None, *defined]))
    attribute = None if main is None else main.attribute.key
    bucket = None if main is None else data.draw(st.sampled_from([None, *range(main.size)]))
    where = data.draw(conditions(diagnosis))
    first, second = data.draw(st.permutations(sorted(systems)))[:2]
    roles = {"a": first, "b": second}
    keys = [one.attribute.key for one in defined]
    expected = rows(
        gold, systems, diagnosis, attribute=attribute, bucket=bucket, where=where, show=show, roles=roles, keys=keys
    )
    words = WordIndex(diagnosis).select(attribute, bucket, roles=roles, where=where)
    frame = words.frame(show=show, order=order, attributes=keys)

    assert sorted(frame["word"]) == sorted(expected)
    for row in frame.to_dict("records"):
        twin = expected[row["word"]]
        for column in ("count", "wrong_a", "wrong_b", "disagreement"):
            assert row[column] == twin[column]
        for role in roles:
            most = max(twin[role].values(), default=0)
            assert row[f"right_{role}"] == row["count"] - row[f"wrong_{role}"]
            assert twin[role].get(row[f"made_{role}"], 0) == most
            assert row[f"times_{role}"] == most
            assert row[f"others_{role}"] == twin[role].total() - most
            forms = words.forms(row["word"], role, show=show)
            assert {form.text: form.places for form in forms} == twin[role]
            assert [form.places for form in forms] == sorted(twin[role].values(), reverse=True)
            assert [form.text for form in forms][:1] == [row[f"made_{role}"]][: len(forms)]
            for form in forms:
                found = words.places(row["word"], show=show, form=(role, form.text))
                assert len(found) == len(set(found)) == form.places
                assert {words.made(role, place) for place in found} == {form.text}
        for key in set(keys) & set(CATEGORIES):
            assert row[f"value_{key}"] == class_of(row["word"])
        for key in set(keys) - set(CATEGORIES):
            mean = sum(twin[key]) / len(twin[key])
            assert (isnan(mean) and isnan(row[f"value_{key}"])) or row[f"value_{key}"] == pytest.approx(mean)
        places = words.places(row["word"], show=show)
        assert len(set(places)) == len(places)
        assert {words.units.gold.surfaces()[place] for place in places} == {row["word"]}
    assert frame[ORDERS[order]].tolist() == sorted(frame[ORDERS[order]], reverse=True)
    everything = rows(
        gold, systems, diagnosis, attribute=attribute, bucket=bucket, where=where, show="all", roles=roles, keys=[]
    )
    assert words.size == len(everything)
    assert words.number(show) == sum(row["count"] for row in expected.values())
    assert len(words.units) == sum(row["count"] for row in everything.values())


@pytest.fixture
def index():
    return WordIndex(diagnose(load(gold=GOLD, systems={"one": A, "two": B}, training=TRAINING), resamples=1))


@pytest.fixture
def words(index):
    return index.select(roles={"a": "one", "b": "two"})


def test_words_are_filtered_by_text(words):
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
            units_in(index.diagnosis, where=where)
    untrained = diagnose(load(gold=GOLD, systems={"one": A}), resamples=1)
    with pytest.raises(SettingError, match="undefined here: it needs training data"):
        units_in(untrained, where=[("wFre", 0)])
    size = index.diagnosis.attribute("wLen").size
    with pytest.raises(SettingError, match=f"wLen has no bucket {size}: there are 0 to {size - 1}"):
        units_in(index.diagnosis, "wLen", size)
