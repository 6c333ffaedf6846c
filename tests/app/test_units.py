"""The unit that resamples draw: by itself, chosen in the settings of all pages, and in the address."""

import pytest

from tests.app.conftest import html

RIGHT, WRONG = "我们 在 北京 学习 。\n", "我们 在 北 京 学习 。\n"
# Right and wrong together for 50 sentences: blocks of 25 tell what sentences do not.
TEXTS = {"gold": RIGHT * 1000, "first": (RIGHT * 50 + WRONG * 50) * 10, "second": RIGHT * 999 + WRONG}
REMARK = "Neighbouring sentences are right and wrong together"


def provenance(app):
    """The signature behind the ⋯ of all pages."""
    return str(app.code[0].value)


def choice(app):
    """What chooses the unit, in the settings of the page."""
    app.session_state["settings"] = True
    (found,) = (one for one in app.run().segmented_control if one.label == "Intervals and tests draw")
    return found


@pytest.mark.parametrize(("name", "part"), [("summary", ""), ("diagnosis", "panels")])
def test_blocks_are_drawn_where_neighbours_are_right_and_wrong_together_and_the_i_says_so(opened, several, name, part):
    app = opened(name, project=several(own=TEXTS), part=part)
    assert REMARK in html(app)
    assert (choice(app).value, choice(app).options) == ("auto", ["automatic", "sentences", "blocks of 25 sentences"])
    assert "unit:block:25+sentence" in provenance(app)
    choice(app).set_value("sentence").run()
    assert app.query_params["unit"] == "sentence" and REMARK not in html(app)
    assert choice(app).value == "sentence" and "unit:" not in provenance(app)
    choice(app).set_value("auto").run()
    assert "unit" not in app.query_params


def test_documents_are_drawn_where_they_are_known_and_a_file_that_does_not_fit_is_said(opened, several):
    path = several(own=TEXTS)
    assert "unit=document" in html(opened("summary", project=path, unit="document")), "is not here"
    ids = path.parent / "ids.txt"
    ids.write_text("".join(f"{line // 50}\n" for line in range(1000)), "utf-8")
    path.write_text(path.read_text("utf-8").replace("gold =", 'documents = "ids.txt"\ngold =', 1), "utf-8")
    app = opened("summary", project=path)
    assert choice(app).options == ["automatic", "sentences", "documents", "blocks of 25 sentences"]
    assert "unit:document" in provenance(app) and "documents:" in provenance(app)
    ids.write_text("1\n2\n", "utf-8")
    said = html(opened("files", project=path))
    assert "This file cannot be used</b>ids.txt: 2 document ids for the 1,000 sentences" in said
