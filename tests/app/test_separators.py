"""Boundaries on Scores in every state: what it says, which references it takes, and where it leads."""

from cwsdiag.project import load_dataset, read_project
from cwsdiag.separators import separator_distances
from tests.app.conftest import FIRST, GOLD, SECOND, SYSTEM, html, said


def boundaries(opened, **selection):
    return opened("scores", part="separators", **selection)


def references(app):
    return next(widget for widget in app.multiselect if widget.key == "choose references")


def saved(app):
    return [button.proto.label for button in app.get("download_button")]


def test_numbers_are_those_of_the_library(opened, sample, shown):
    app = boundaries(opened, project=sample, dataset="news", references="3")
    dataset = load_dataset(read_project(sample).datasets[0])
    found = separator_distances(
        [dataset.gold, dataset.system("jieba")], [dataset.system(name) for name in ("wapic", "crf", "maximum matching")]
    )
    counts, ranges = (table.value for table in app.dataframe)
    assert counts[SYSTEM].tolist() == [score.name for score in found.scores]
    assert counts["sub"].tolist() == [score.sub for score in found.scores]
    assert ranges["precision_union"].tolist() == [one.union.precision for one in found.ranges]
    assert "Against gold and jieba (14,292 separators in all of them, 16,521 in any): " in html(app)
    assert saved(app) == ["Intersection", "Union"]
    assert "references:gold,jieba" in shown[-1].signature


def test_choosing_references(opened, project):
    app = boundaries(opened, project=project(systems={"first": FIRST, "second": SECOND, "third": GOLD}))
    assert references(app).value == [] and "Union" not in saved(app)
    references(app).set_value(["second", "third"]).run()
    assert said(app, "references") == "2,3"
    assert app.dataframe[0].value[SYSTEM].tolist() == ["first"]
    # Forty lines of six words; first cuts 语言学 in half of them.
    assert "first has the highest F by separators on own: 0.952." in html(app)
    references(app).set_value(["first", "second", "third"]).run()
    assert "No system is left to score." in html(app)
    assert not app.get("plotly_chart") and not app.dataframe
    assert saved(app) == ["Intersection", "Union"]
    references(app).set_value([]).run()
    assert said(app, "references") is None
    assert len(app.dataframe[0].value) == 3


def test_without_a_separator_nothing_is_defined(opened, project):
    app = boundaries(opened, project=project(gold="好\n对\n", systems={"only": "好\n对\n"}))
    assert "No F is defined on own" in html(app)
    assert app.dataframe[0].value["f1"].isna().all()


def test_what_counts_with_characters_of_its_own_is_left_out_and_named(opened, project):
    path = project(systems={"other": SECOND.replace("学习", "学刁", 1), "first": FIRST, "second": SECOND})
    path.write_text(path.read_text("utf-8").replace("name = 'own'", "name = 'own'\nmismatch = 'count'"), "utf-8")
    app = boundaries(opened, project=path, references="1,3")
    assert (references(app).options, references(app).value) == (["also right: first", "also right: second"], ["second"])
    assert "not here: references=1,3" in html(app)
    assert "Not compared here: other. Separators are compared over one text" in html(app)
    assert app.dataframe[0].value[SYSTEM].tolist() == ["first"]


def test_costs_weigh_the_distance_and_stand_in_the_address(opened, project, shown):
    app = boundaries(opened, project=project(), costs="many")
    (insertion,) = (box for box in app.number_input if box.key == "cost of insertion")
    (deletion,) = (box for box in app.number_input if box.key == "cost of deletion")
    assert (insertion.value, deletion.value) == (1.0, 1.0)
    deletion.set_value(2.5).run()
    assert said(app, "costs") == "1,2.5"
    table = app.dataframe[0].value
    assert table["distance"].tolist() == (table["ins"] + 2.5 * table["del"]).tolist()
    assert shown[-1].signature.endswith(" | references:gold | costs:1,2.5")
