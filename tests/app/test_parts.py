"""The parts of the pages that need no page: ribbons, grouped words, sentences, and how selections are labelled."""

import re

import pytest
from cwsdiag.ui.shell.ribbon import legend, ribbon

from cwsdiag.inference import Interval
from cwsdiag.loading import load
from cwsdiag.views.buckets import tick_label
from cwsdiag.views.findings import Worst, worst_remark, worst_sentence
from cwsdiag.views.pairs.verdicts import lead_sentence
from cwsdiag.views.results import Lead, Results

GOLD = [["我们", "在", "北京"], ["北京", "的", "<b>", "𠀀"], ["北京", "学习"]]
A = [["我们", "在", "北", "京"], ["北京", "的", "<b>", "𠀀"], ["北京学", "习"]]
B = [["我们", "在北京"], ["北京的", "<b>𠀀"], ["北京", "学习"]]

COLOURS = {"a": "#009E73", "b": "#E69F00"}


@pytest.fixture
def results() -> Results:
    return Results(load(gold=GOLD, systems={"one": A, "two": B}))


def drawn(results: Results, sentence: int) -> str:
    return ribbon(
        results.dataset.gold,
        {"a": results.dataset.system("one"), "b": results.dataset.system("two")},
        sentence,
        colours=COLOURS,
    )


def spoken(html: str) -> list[str]:
    return re.findall('aria-label="([^"]*)"', html)


def test_ribbon_reads_row_by_row_with_wrong_words_named(results: Results) -> None:
    assert spoken(drawn(results, 0)) == [
        "gold: 我们 在 北京",
        "A, one: 我们 在 北 (wrong) 京 (wrong)",
        "B, two: 我们 在北京 (wrong)",
    ]


def test_ribbon_escapes_characters_and_names(results: Results) -> None:
    html = drawn(results, 1)
    assert "<b>b" not in html
    assert "<i>b</i>" in html
    assert '<i class="f">&lt;</i>' in html
    named = Results(load(gold=GOLD, systems={'"><script>': A}))
    system = named.dataset.system('"><script>')
    assert "<script>" not in ribbon(named.dataset.gold, {"a": system}, 0, colours=COLOURS) + legend(
        {"a": system}, colours=COLOURS
    )


def test_rows_labels_and_legend_have_the_colour_of_the_system(results: Results) -> None:
    html = drawn(results, 0)
    told = legend({"a": results.dataset.system("one"), "b": results.dataset.system("two")}, colours=COLOURS)
    for role, name in (("a", "one"), ("b", "two")):
        assert re.search(f'class="cw-lane cw-{role}" style="--row: [12]; --c: {COLOURS[role]}"', html)
        assert f'cw-name-{role} cw-system" style="--c: {COLOURS[role]}" title="{name}"' in html
        assert f'cw-name-{role} cw-system" style="--c: {COLOURS[role]}">{role.upper()} = {name}<' in told


def test_ribbon_marks_boundaries_that_only_one_side_has(results: Results) -> None:
    one, two = re.findall('<div class="cw-lane cw-[ab]".*?</div>', drawn(results, 0))
    assert '<i class="f l x">京</i>' in one
    assert '<i class="m">北</i>' in two


def test_ribbon_breaks_where_all_rows_have_a_boundary(results: Results) -> None:
    for lane in re.findall('<div class="cw-lane.*?</div>', drawn(results, 0)):
        segments = [re.sub("<[^>]*>", "", part) for part in lane.split('<span class="s">')[1:]]
        assert [segment.replace(" ", "") for segment in segments] == ["我们", "在北京"]


def test_ribbon_shows_a_word_that_crosses_a_sentence_end_as_open() -> None:
    crossing = Results(load(gold=GOLD, systems={"one": [["我们", "在", "北京北京", "的", "<b>", "𠀀"], A[2]]}))
    lanes = ribbon(crossing.dataset.gold, {"a": crossing.dataset.system("one")}, 0, colours=COLOURS)
    assert '<i class="f">北</i><i>京</i>' in lanes.split("cw-lane cw-a")[1]


def test_ribbon_points_at_the_word_it_is_about(results: Results) -> None:
    html = ribbon(results.dataset.gold, {}, 1, aim=(5, 7), colours={})
    assert '<span class="aim"><i class="f">北</i><i class="l">京</i></span>' in html
    assert html.count("aim") == 1


def test_characters_are_grouped_by_their_word(results: Results) -> None:
    trained = Results(load(gold=GOLD, systems={"one": A}, training=GOLD))
    table = trained.words("cCon", None, {"a": "one"})
    assert len(table.units) == len(trained.dataset.gold.text.chars)
    row = table.frame().query("word == '北京'").iloc[0]
    assert (row["count"], row["wrong_a"]) == (6, 3)
    assert table.places("北京") == [2, 7, 3]


def test_words_without_systems(results: Results) -> None:
    table = results.words(None, None, {})
    assert table.frame(show="wrong")["count"].sum() == 9
    assert table.places("北京") == [2, 3, 7]


def test_words_of_a_bucket_are_made_once(results: Results) -> None:
    assert results.words("wLen", 0, {"a": "one"}) is results.words("wLen", 0, {"a": "one"})
    assert results.words("wLen", 0, {"a": "one"}) is not results.words("wLen", 0, {"a": "two"})


LEAD = Lead("crf", Interval(0.9128, 0.905, 0.92), "jieba", Interval(0.118, 0.101, 0.131))
F1 = Interval(0.9, 0.89, 0.91)


@pytest.mark.parametrize(
    ("lead", "sentence"),
    [
        (
            LEAD,
            "crf has the highest F1 on x: 0.913 [0.905, 0.920] over 40 gold words, 11.8 points [10.1, 13.1] ahead of "
            "jieba.",
        ),
        (
            Lead("crf", F1, "jieba", Interval(0.01, -0.0004, 0.02)),
            "crf has the highest F1 on x: 0.900 [0.890, 0.910] over 40 gold words, 1.0 point [−0.04, 2.00] ahead of "
            "jieba.",
        ),
        (Lead("crf", F1), "crf on x: F1 0.900 [0.890, 0.910] over 40 gold words."),
    ],
)  # fmt: skip
def test_sentence_on_the_best(lead: Lead, sentence: str) -> None:
    assert lead_sentence(lead, dataset="x", words=40) == sentence


def test_sentence_on_the_worst() -> None:
    worst = Worst("wLen", 3, "word length", "≥ 4", "words", 0.81, 0.78, 0.84, 432, "2", 0.11, 28, 432)
    assert worst_sentence(worst, system="crf") == (
        "crf is worst at words with word length ≥ 4: F1 0.810 [0.780, 0.840], 11.0 points under its best bucket (2), "
        "432 gold words."
    )
    assert "the lowest of 28 buckets of at least 30" in worst_remark(worst, least="30 gold units in 10 sentences")


@pytest.mark.parametrize(
    ("label", "tick"),
    [
        ("(0, 0.5]", "≤ .5"),
        ("(0.5, 1)", "< 1"),
        ("0", "0"),
        ("≤ 30", "≤ 30"),
        ("S ≤ 2", "S ≤ 2"),
        ("M (2, 10.5]", "M ≤ 10.5"),
        ("> 0.09", "> .09"),
    ],
)
def test_ticks_are_short(label: str, tick: str) -> None:
    assert tick_label(label) == tick
