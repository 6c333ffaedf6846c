"""What tables of pages write into their cells where the browser alone would not, and what their heads are called."""

import gettext
import math

import pandas as pd

from cwsdiag import languages
from cwsdiag.ui.shell import tables
from cwsdiag.views.columns import Column


def test_what_the_browser_cannot_write_is_written_here(monkeypatch):
    drawn = {}
    monkeypatch.setattr(tables.st, "dataframe", lambda style, **options: drawn.update(options, style=style))
    columns = {"x": "signed", "p": "p", "f1": "score"}
    rows = pd.DataFrame({"x": [-0.0001, math.nan, -2.0], "p": [0.00013, 0.00907, math.nan], "f1": [0.1234, 1.0, 0.5]})
    shown = {key: tables.TableHead(Column(key, format=format), width=20) for key, format in columns.items()}
    tables.table(rows, shown, key="a", alt="a", may_keep=False)
    body = drawn["style"]._translate(False, False)["body"]
    assert [[cell["display_value"] for cell in row[1:3]] for row in body] == [
        ["0.0", "< 0.001"], ["–", "0.00907"], ["−2.0", "–"],
    ]  # fmt: skip
    assert drawn["style"].data.equals(rows), "what is saved and sorted is as it was"
    config = drawn["column_config"]
    assert [config[key]["type_config"]["format"] for key in columns] == [None, None, "%.3f"]
    assert [config[key]["width"] for key in columns] == [46, 67, 53], "no number loses its head"


class Loud(gettext.NullTranslations):
    def gettext(self, message):
        return message.upper().replace("{WHAT}", "{what}")


def test_heads_are_translated_and_saved_tables_are_not(monkeypatch):
    monkeypatch.setattr(languages, "catalogue", lambda code: Loud() if code == "zh" else gettext.NullTranslations())
    long = "a system whose name is longer than any column of a table is wide"
    frame = pd.DataFrame({"of": [long, "b"], "on": ["c", "d"], "f1": [0.5, 0.75]})
    one, two, score = languages.lazy("trained on"), languages.lazy("tested on"), languages.lazy("score")
    column = Column(score, languages.lazy("meaning."), languages.lazy("2 * p"), format="score")
    with languages.speaking("zh"):
        cut, every = tables.named(frame, tables.columns({"f1": column}), {"of": one, "on": two})
        alone = tables.named(frame, {}, {"of": one})[1]
        heads = {key: head.config(cut[key], written=False) for key, head in every.items()}
    assert {key: head["label"] for key, head in heads.items()} == {
        "trained on ": "TRAINED ON",
        "tested on ": "TESTED ON",
        "f1": "SCORE",
        "trained on, full name ": "TRAINED ON, FULL NAME",
        "tested on, full name ": "TESTED ON, FULL NAME",
    }
    assert heads["f1"]["help"] == "MEANING.\n\n`2 * P`"
    assert set(every) <= set(cut.columns) and {type(key) for key in every} == {str}
    assert alone[tables.FULL].column.label == "full name"
