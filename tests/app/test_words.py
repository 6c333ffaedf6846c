"""The words of Diagnosis: filters, conditions, order and columns; what a link restores, and what is said of nothing."""

import pytest

from tests.app.conftest import FIRST, GOLD, SECOND, drawings, html, places, table, visit


def words(app):
    return table(app, "wrong_a")


def lead(app):
    """Return what is looked at, and how many of it are wrong."""
    return next(part for part in html(app).split("\n") if "cw-word" in part)


def widget(app, key):
    return next(
        one for one in [*app.selectbox, *app.multiselect, *app.button, *app.get("button_group")] if one.key == key
    )


def with_options(app):
    """Open what is chosen seldom."""
    app.session_state["options"] = True
    return app.run()


def test_without_b_only_what_makes_sense_is_offered(opened, project):
    wrong = {"show": "only_b", "of": "b", "shape": "torn"}
    app = opened("diagnosis", project=project(systems={"only": FIRST}), **wrong)
    told = html(app).partition("not here: ")[2].partition(". What you see")[0]
    assert all(f"{key}={value}" in told for key, value in wrong.items())
    assert words(app)["word"].tolist()[0] == "语言学"


def test_filters_say_how_many_words_they_leave(opened, project):
    app = opened("diagnosis", project=project(), attribute="wLen", bucket="1")
    # Of 120 words of two characters B cuts 北京 and 秋天 wrong, A none.
    assert [one.partition("  ·  ")[::2] for one in widget(app, "choose show").options] == [
        ("all", "120"),
        ("wrong in A", "0"),
        ("right in A", "120"),
        ("only A right", "40"),
        ("only B right", "0"),
        ("both right", "80"),
        ("wrong alike", "0"),
        ("wrong differently", "0"),
        ("wrong in all", "0"),
    ]
    app = opened("diagnosis", project=project(), attribute="wLen", bucket="1", text="<b>**x**")
    assert "No word passes the filters" in html(app)
    widget(app, "clear").click().run()
    assert "text" not in app.query_params
    assert len(words(app)) == 5


def test_conditions_of_a_link_are_restored_and_what_does_not_exist_is_dropped(opened, project):
    app = opened(
        "diagnosis", project=project(), attribute="wLen", bucket="1", where="wFre:0,none:1,sLen:99,x,sLen:0,wFre:1"
    )
    assert "not here: where=" in html(app)
    assert widget(with_options(app), "choose where").value == ["wFre:0", "sLen:0"]
    assert "words with word length 2, word frequency 0 and sentence length ≤ 9" in lead(app)


# 北京 is crossed and 学习 merged by a word that training has not, 语言学 is split and OOV.
CROSSING = "我们 在 北 京学习 语言 学 。\n他 喜欢 北京 的 秋天 。\n" * 20


@pytest.mark.parametrize(
    ("link", "left", "said"),
    [
        ({"of": "a"}, ["北京", "学习", "语言学"], ">all words (A: wrong)<small>60 words, wrong: A 60, B 20<"),
        (
            {"cause": "new_word", "where": "wLen:1", "show": "only_b", "text": "学"},
            ["学习"],
            ">words with word length 2 (A: new word in the answer)<small>40 words, wrong: A 40, B 20<",
        ),
        (
            {"attribute": "cCon", "cause": "oov"},
            ["语言学"],
            ">all words (A: OOV)<small>60 characters, wrong: A 40, B 0<",
        ),
    ],
)
def test_errors_of_a_kind(opened, project, link, left, said):
    path = project(systems={"crossing": CROSSING, "second": SECOND})
    app = opened("diagnosis", project=path, system="crossing", other="second", **link)
    assert said in lead(app)
    assert {key: app.query_params[key] for key in link} == link
    assert sorted(words(app)["word"]) == sorted(left)


def test_causes_need_training(opened, project):
    app = opened("diagnosis", project=project(training=None), cause="oov", shape="split")
    assert "not here: cause=oov" in html(app)
    assert words(app)["word"].tolist() == ["语言学"]
    with_options(app)
    assert (widget(app, "choose cause").disabled, widget(app, "choose shape").disabled) == (True, False)


def test_values_of_attributes_are_columns(opened, project):
    app = with_options(opened("diagnosis", project=project(), attribute="all"))
    assert "value_wLen" not in words(app)
    widget(app, "choose columns").set_value(["wLen", "sLen", "wCls"]).run()
    row = words(app).query("word == '北京'").iloc[0]
    assert (row["value_wLen"], row["value_sLen"], row["value_wCls"]) == (2, 10, "Han characters")
    visit(app, "summary")
    visit(app, "diagnosis")
    assert "value_sLen" in words(app), "kept across pages"


def test_places_are_lines_that_lead_to_their_sentence(opened, project):
    app = opened("diagnosis", project=project(), system="second", word="北京")
    drawn = places(app)
    assert (drawn["word"], drawn["counted"], len(drawn["lines"])) == ("北京", "40 places", 40)
    first, second = drawn["lines"][:2]
    assert [first["id"], second["id"], drawn["chosen"]] == ["1.3", "3.3", "1.3"], "where A is wrong, then the others"
    assert "system=second" in drawn["address"] and drawn["address"].endswith("sentence=")
    assert first["made"] == "A: 北 | 京 (split, new word in the answer); B: not wrong"
    assert "place" not in app.query_params, "the first is shown, of which the address says nothing"
    for place, chosen in (("4.3", "4.3"), ("4.2", "1.3"), ("4.³", "1.3")):
        app = opened("diagnosis", project=project(), word="北京", place=place)
        assert places(app)["chosen"] == chosen
        assert (f"not here: place={place}" in html(app)) == (place != chosen)
        (svg,) = drawings(app)
        assert ("他 喜欢 北京 的 秋天" in svg) == (chosen == "4.3")


def test_a_label_of_sentences_is_a_condition(opened, project):
    path = project()
    sentences = GOLD.strip().split("\n")
    (path.parent / "labels.csv").write_text("genre\n" + "news\n" + "web\n" * (len(sentences) - 1), "utf-8")
    path.write_text(path.read_text("utf-8").replace("gold =", 'labels = "labels.csv"\ngold =', 1), "utf-8")
    app = opened("diagnosis", project=path, where="label:genre:1")
    assert app.query_params["where"] == "label:genre:1"
    assert words(app)["count"].sum() == len(sentences[0].split())
