"""Boundaries on Scores in every state: what it says, which references it takes, and where it leads."""

from cwsdiag.project import load_dataset, read_project
from cwsdiag.separators import separator_distances
from tests.app.conftest import FIRST, GOLD, SECOND, SYSTEM, html, said


def boundaries(opened, **selection):
    return opened("scores", part="separators", **selection)


def references(app):
    return app.multiselect(key="choose references")


def saved(app):
    return [button.proto.label for button in app.get("download_button")]


def test_choosing_references(opened, project, shown):
    path = project(systems={"first": FIRST, "second": SECOND, "third": GOLD})
    app = boundaries(opened, project=path)
    assert references(app).value == [] and "Union" not in saved(app)
    references(app).set_value(["second", "third"]).run()
    assert said(app, "references") == "2,3"
    counts, ranges = (table.value for table in app.dataframe)
    assert counts[SYSTEM].tolist() == ranges[SYSTEM].tolist() == ["first"]
    assert "references:gold,second,third" in shown[-1].signature
    dataset = load_dataset(read_project(path).datasets[0])
    (found,) = separator_distances([dataset.gold, *dataset.systems[1:]], dataset.systems[:1]).ranges
    assert ranges["recall_union"].tolist() == [found.union.recall] != ranges["recall_intersection"].tolist()
    # Forty lines of six words; first cuts 语言学 in half of them.
    assert "first has the highest F by separators on own: 0.952." in html(app)
    references(app).set_value(["first", "second", "third"]).run()
    assert "No system is left to score." in html(app)
    assert not app.get("plotly_chart") and not app.dataframe
    assert saved(app) == ["Intersection", "Union"]


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
