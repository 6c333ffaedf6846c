"""Every exhibit: its parts agree with each other and with what pages show, and it holds no word of private gold."""

import json
from dataclasses import replace

import plotly.graph_objects as go
import pytest

from cwsdiag import examples
from cwsdiag.charts.layout import title_height, titled
from cwsdiag.charts.marks import TARGET
from cwsdiag.charts.theme import PAGE, SIZES, SLIDE
from cwsdiag.diagnosis.paired import compare
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.looks import ProjectLooks, look_of
from cwsdiag.exhibits.registry import KINDS, made
from cwsdiag.files import sample_project
from cwsdiag.findings import kept, standing
from cwsdiag.loading import load
from cwsdiag.project import read_project
from cwsdiag.ui.shell.stage import LARGE, LEAST, ROOM
from cwsdiag.views.look import LookKey
from cwsdiag.views.standings import ranked
from tests.judging import corpus
from tests.oracles import judging as oracle

# What each kind is asked for with, on the sample.
ASKED = {
    "scores": {},
    "self": {"system": "crf"},
    "kinds": {"system": "crf"},
    "compare": {"system": "crf", "other": "jieba"},
    "extremes": {"system": "crf", "other": "jieba"},
    "pair-kinds": {"system": "crf", "other": "jieba"},
    "words": {"system": "crf", "other": "jieba", "attribute": "wLen", "bucket": "1"},
    "conventions": {"system": "jieba"},
    "sentence": {"system": "crf", "other": "jieba", "sentence": "3"},
    "slices": {"system": "crf"},
    "costs": {"system": "crf", "other": "jieba"},
    "audit": {},
    "balanced": {},
    "places": {},
    "hard-words": {},
    "hard-sentences": {"system": "crf", "other": "jieba"},
    "across": {},
    "bakeoff": {},
    "oov": {},
    "against": {"system": "crf", "sort": "wLen:1"},
    "psi": {},
    "transfer": {"measure": "relative"},
    "relation": {"model": "crf"},
    "map": {"by": "u"},
    "sources": {"target": "microblog"},
    **dict.fromkeys(("bakeoff-rule", "bakeoff-test", "corpora", "separators", "weighed", "halves", "word-kinds"), {}),
    "tests": {"by": "system"},
    "ahead": {"system": "crf", "other": "jieba"},
    "judges": {"study": examples.STUDY},
    **dict.fromkeys(("change", "growth", "members", "biases", "fails", "components", "pairs", "sizes", "datasets"), {}),
}


@pytest.fixture(scope="module")
def looks():
    return ProjectLooks(read_project(sample_project()), judgements=examples.judgements())


@pytest.fixture(scope="module")
def look(looks):
    return looks.look(LookKey("news"))


def test_all_kinds_are_asked_for():
    assert set(ASKED) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_parts(look, kind):
    exhibit = made(look, kind, ASKED[kind])
    assert standing(kept(exhibit), exhibit).is_same
    assert exhibit.content.title and exhibit.content.sentence.endswith(".")
    assert exhibit.content.title in exhibit.caption
    assert exhibit.content.sentence in exhibit.caption
    of_one = not KINDS[kind].of_project
    assert ("16,830 gold words" if of_one else "4 datasets: news, ") in exhibit.caption
    assert exhibit.stem.startswith("news-") == of_one and kind in exhibit.stem
    assert exhibit.signature.startswith("cwsdiag ")
    assert ("gold" if of_one else "news gold") in exhibit.digests
    table = exhibit.table
    assert table is None or (len(table) and any(value is not None for row in table.rows() for value in row.values()))
    assert exhibit.content.chart is not None or table is not None or exhibit.example is not None


@pytest.mark.parametrize("kind", [kind for kind, one in KINDS.items() if one.tells_gold])
def test_private_gold_is_not_told(look, kind):
    with pytest.raises(SettingError, match="private"):
        made(look.private, kind, ASKED[kind])


@pytest.mark.parametrize("kind", [kind for kind, one in KINDS.items() if not (one.tells_gold or one.of_project)])
def test_private_gold_gives_no_sentence(look, kind):
    assert made(look.private, kind, ASKED[kind]).example is None


@pytest.mark.parametrize(
    ("kind", "options", "said"),
    [
        ("film", {}, "no figure is called 'film'"),
        ("self", {}, "self needs system"),
        ("self", {"system": "none"}, "no system 'none'"),
        ("self", {"system": "crf", "attribute": "colour"}, "no attribute 'colour'"),
        ("scores", {"system": "crf"}, "scores has no option 'system'"),
        ("compare", {"system": "crf", "other": "crf"}, "with itself"),
        ("transfer", {"model": "jieba"}, "no system 'jieba' says what it was trained on. There are: crf."),
        ("transfer", {"measure": "v"}, "u or relative"),
        ("map", {"by": "v"}, "psi or u"),
        ("sources", {"target": "nowhere"}, "one of: news, microblog"),
        ("conventions", {"system": "crf", "pattern": "x"}, "crf has no pattern 'x'"),
    ],
)
def test_what_is_not_there_is_said(look, kind, options, said):
    with pytest.raises(SettingError, match=said):
        assert made(look, kind, options).content


def test_difficulty_and_projects_are_asked_for_where_they_are(look):
    alone = look_of(replace(look.dataset, difficulty=None))
    with pytest.raises(SettingError, match="how hard each gold word is"):
        assert made(alone, "balanced", {}).content.sentence
    with pytest.raises(SettingError, match="of no project"):
        assert made(alone, "across", {}).content.sentence


def test_places_of_gold_that_are_worth_a_look_are_shown(looks):
    look = looks.look(LookKey("news, second criterion"))
    exhibit = made(look, "audit", {})
    assert exhibit.content.sentence.startswith("5 places of gold are worth a look, first 票价听证会, other cut ")
    rows = exhibit.table.rows()
    assert rows[1]["context"] == "票价听证会上， 学生代表 滕可提议增加半价" and rows[1]["sentence"] == 5
    text = look.dataset.gold.text.chars
    assert exhibit.example.sentence == 4 and text[slice(*exhibit.example.aim)] == "票价听证会"
    assert exhibit.content.numbers == {"places": 5, "rank": rows[0]["rank"]}


def test_a_convention_leads_to_its_places():
    gold = [[f"{number}", "月", "在"] for number in range(1, 13)]
    joined = [[f"{month}月", "在"] for month, *_rest in gold]
    look = look_of(load(gold=gold, systems={"one": joined, "two": gold}, training=joined))
    found = made(look, "conventions", {"system": "one"})
    said = "40.0 of 40.0 points that its F1 lacks are 1 convention."
    assert (len(found.table), found.content.remark) == (1, said.replace("40.0", f"{100 * (1 - 24 / 60):.1f}"))
    kind, options = found.content.click([12])
    assert made(look, kind, options).address == {"system": "one", "list": "patterns", "pattern": "number 月 → number月"}
    assert made(look, kind, {"system": "one", "pattern": "7 月 → 7月"}).example.sentence == 6
    assert made(look, "conventions", {"system": "two"}).content.sentence == "two has no convention."


def test_judges_have_the_scores_of_the_oracle(tmp_path):
    judged, people = corpus.dataset(), corpus.opened(tmp_path)
    study = people.new("first", judged, sentences=12, seed=3)
    look = replace(look_of(judged), judging=people.look)
    asked = {"study": "first"}
    with pytest.raises(SettingError, match="No judge has finished yet"):
        assert made(look, "judges", asked).content
    for name in ("Li", "Wang"):
        corpus.judge_all(people, study, name, name)
    expected = oracle.people(*corpus.plain(*people.look("first")))
    found = made(look, "judges", asked)
    assert {row["name"]: row["people"] for row in found.table.rows()} == pytest.approx(expected)
    best = max(expected, key=expected.get)
    assert found.content.sentence.startswith(f"First for people: {best}, score {expected[best]:.3f} on 12 sent")
    assert "Fleiss' kappa of 2 judges: " in found.content.remark
    with pytest.raises(SettingError, match="first was not drawn from small"):
        assert made(replace(look_of(corpus.dataset(seed=2)), judging=people.look), "judges", asked).content
    with pytest.raises(SettingError, match="--judgements"):
        assert made(look_of(judged), "judges", asked).content


def test_headlines_and_their_numbers_say_what_the_results_hold(look):
    best = max(ranked(look).to_dict("records"), key=lambda row: row["f1"])
    found = made(look, "bakeoff", {}).content.numbers
    assert (found["f"], found["c_r"]) == (best["f1"], best["c_r"])
    recalls = [one.recall.value for one in look.oov_recalls]
    assert made(look, "oov", {}).content.numbers["oov_recall"] == max(recalls)
    tests = compare(look.diagnosis, [(name, "jieba") for name in look.systems if name != "jieba"])
    told = [one.scores["f1"].difference > 0 for one in tests if one.scores["f1"].p_deciding <= 0.05]
    counted = {"ahead": told.count(True), "behind": told.count(False)}
    assert made(look, "against", {"system": "jieba"}).content.numbers == counted
    pair = made(look, "compare", ASKED["compare"]).content
    assert f"{100 * pair.numbers['difference']:.1f} points" in pair.sentence
    assert f"{pair.numbers['p']:.3g}" in pair.sentence


def test_other_data_are_said_where_they_give_other_numbers_or_another_sentence(look):
    exhibit = made(look, "self", ASKED["self"])
    own = kept(exhibit)
    # Under other edges of buckets there are other numbers, of the same files.
    now = made(look_of(look.dataset, LookKey("news", buckets="equal:3")), "self", ASKED["self"])
    found = standing(own, now)
    assert not found.changed
    assert found.numbers and all(one != other for one, other in found.numbers.values())
    finding = replace(own, digests={**own.digests, "training": "0" * 12})
    assert standing(finding, exhibit).is_same
    assert standing(replace(finding, headline="crf has none."), exhibit).changed == ("training",)
    assert "training" in standing(replace(finding, numbers={"f1": 3.0}), exhibit).changed


# Where Talk has a sentence over it, there is less room than on a slide that is saved.
STAGE = replace(SLIDE, name="stage", width=ROOM, height=LARGE, least=LEAST, live=True)


@pytest.mark.parametrize("size", [*SIZES.values(), STAGE], ids=[*SIZES, "stage"])
@pytest.mark.parametrize("kind", KINDS)
def test_charts_are_laid_out_for_each_size(look, kind, size):
    content = made(look, kind, ASKED[kind]).content
    if content.chart is None:
        return
    spec = content.chart(size)
    go.Figure(spec)
    layout = json.loads(json.dumps(spec))["layout"]
    assert size.name == "page" or (layout["width"], layout["height"]) == (size.width, size.height or layout["height"])
    assert min(type_sizes(spec)) >= size.least
    assert size.live or not any(trace.get("meta") == TARGET for trace in spec["data"])
    assert size.live or layout["hovermode"] is False
    with_title = titled(spec, content.title, size)["layout"]
    assert with_title["height"] == layout["height"] + title_height(content.title, size)


def type_sizes(part):
    """Yield the size of each font of a chart."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key.endswith("font") and isinstance(value, dict) and "size" in value:
                yield value["size"]
            yield from type_sizes(value)
    elif isinstance(part, list):
        for value in part:
            yield from type_sizes(value)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("words", "sentence")])
def test_what_is_clicked_is_an_exhibit(look, kind):
    """The data behind every mark of a page asks for what there is."""
    content = made(look, kind, ASKED[kind]).content
    if content.chart is None or content.click is None:
        return
    marks = [mark for trace in content.chart(PAGE)["data"] for mark in trace.get("customdata", ())]
    assert marks
    for mark in marks:
        if (target := content.click(mark)) is not None:
            assert made(look, *target).kind.name == target[0]


def test_what_others_miss_is_a_panel_more(look):
    exhibit = made(look, "self", {"system": "crf", "missed": "a", "attribute": "miss"})
    assert [row["label"] for row in exhibit.table.frame] == ["0", "0 to 0.33", "> 0.33"]
    assert exhibit.address["missed"] == "a"
    # It rests on the others, too.
    assert "system jieba" in exhibit.digests
    with pytest.raises(SettingError, match="missed 'x': a or ab"):
        made(look, "self", {"system": "crf", "missed": "x"})
    with pytest.raises(SettingError, match="gold of news is private"):
        made(look.private, "self", {"system": "crf", "missed": "a"})
