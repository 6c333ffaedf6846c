"""Errors by kind, drawn for slides and for paper, element by element."""

import xml.etree.ElementTree as ET

import pandas as pd
import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.compare import Sides
from cwsdiag.charts.drawn.kinds import kinds_svg, pair_kinds_svg
from cwsdiag.charts.drawn.sheets import COLUMN, WIDE, Sheet, slide
from tests.charts.drawn.extents import outside, overlapping, parsed, sizes, texts

NAN = float("nan")
BLUE, RED = theme.PALETTE[0], theme.PALETTE[1]
SHAPES = [("split", "split"), ("merged", "merged"), ("crossed", "crossed")]
CAUSES = [("oov", "OOV"), ("new_word", "new word in the answer"), ("overlap", "overlap <b>ambiguity</b>")]
TABLE = [[14, 6, 0], [28, 140, 0], [32, 26, 4]]
SHEETS = [slide(1220, 560), slide(3840, 1500, of=2160), COLUMN, WIDE]


def cells(sheet: Sheet | None = None, *, causes: bool = True) -> ET.Element:
    table = TABLE if causes else [[sum(row)] for row in TABLE]
    found = kinds_svg(
        table,
        shapes=SHAPES,
        causes=CAUSES if causes else [],
        colour=BLUE,
        sheet=sheet or slide(),
        ground="light",
        title="why crf fails",
    )
    return parsed(found)


def test_cells_hold_counts_and_sums_and_are_as_deep_as_they_are_full() -> None:
    groups = [one for one in cells().iter("g") if one.get("class") == "cell"]
    counted = {}
    for group in groups:
        counted[group.attrib["data-shape"], group.attrib["data-cause"]] = texts(group)[0]
    shapes, causes = [name for name, _ in SHAPES], [name for name, _ in CAUSES]
    for line, shape in enumerate(shapes):
        for at, cause in enumerate(causes):
            assert counted[shape, cause] == str(TABLE[line][at])
        assert counted[shape, ""] == str(sum(TABLE[line]))
    for at, cause in enumerate(causes):
        assert counted["", cause] == str(sum(row[at] for row in TABLE))
    assert counted["", ""] == "250" and len(groups) == 16
    deep = {
        int(texts(group)[0]): float(one.attrib["fill-opacity"])
        for group in groups
        for one in group.iter("rect")
        if one.get("fill") == BLUE
    }
    assert sorted(deep) == [0, 4, 6, 14, 26, 28, 32, 140], "sums have no colour"
    for count, opacity in deep.items():
        assert opacity == pytest.approx(0.08 + 0.92 * 0.55 * count / 140, abs=0.006)
    assert "56.0%" in texts(cells())


def test_without_training_there_are_no_causes() -> None:
    groups = [one for one in cells(causes=False).iter("g") if one.get("class") == "cell"]
    assert [texts(group)[0] for group in groups] == ["20", "168", "62", "250"]
    assert [group.get("data-cause") for group in groups] == [""] * 4


def test_a_narrow_sheet_has_causes_down() -> None:
    root = cells(COLUMN)
    assert not [one for one in root.iter("g") if one.get("class")], "nothing is hidden in what is printed"
    numbers = [one for one in texts(root) if one.isdecimal()]
    assert numbers == ["14", "28", "32", "74", "6", "140", "26", "172", "0", "0", "4", "4", "20", "168", "62", "250"]


def pair(sheet: Sheet | None = None, *, a: str = "crf", b: str = "jieba") -> ET.Element:
    rows = [
        {"of": "shape", "kind": "split", "label": "split", "a": 30, "b": 60, "share_a": 0.3, "share_b": 0.6},
        {"of": "shape", "kind": "merged", "label": "merged", "a": 70, "b": 0, "share_a": 0.7, "share_b": 0.0},
        {"of": "cause", "kind": "oov", "label": "a long <i>cause</i> of errors", "a": 5, "b": 0, "share_a": 0.05}
        | {"share_b": NAN},
    ]
    frame = pd.DataFrame(rows)
    frame["difference"] = frame["a"] - frame["b"]
    sides = Sides(a, b, BLUE, RED)
    return parsed(pair_kinds_svg(frame, sides=sides, sheet=sheet or slide(), ground="dark", title="errors by kind"))


def test_bars_are_as_long_as_counts_with_their_numbers() -> None:
    groups = [one for one in pair().iter("g") if one.get("class") == "kind"]
    assert [(one.get("data-of"), one.get("data-kind"), one.get("data-role")) for one in groups][:3] == [
        ("shape", "split", "a"),
        ("shape", "split", "b"),
        ("shape", "merged", "a"),
    ]
    bars = [next(one for one in group.iter("rect") if one.get("fill") in (BLUE, RED)) for group in groups]
    wide = [float(bar.attrib["width"]) for bar in bars]
    for bar, count in zip(wide, (30, 60, 70, 0, 5, 0), strict=True):
        assert bar == pytest.approx(wide[2] * count / 70, abs=0.2)
    said = texts(pair())
    assert {"A 30 (30%)", "B 60 (60%)", "B 0", "−30", "+70", "+5", "A − B", "A = crf", "B = jieba"} <= {*said}
    assert "a long <i>cause</i> of errors" in said


@pytest.mark.parametrize("sheet", SHEETS)
def test_kinds_fit_their_sheet(sheet: Sheet) -> None:
    for root in (cells(sheet), cells(sheet, causes=False), pair(sheet, a="很长的名字" * 12, b="W" * 60)):
        assert not outside(root)
        assert not overlapping(root)
        assert min(sizes(root)) >= sheet.least - 0.05
        if sheet.height is not None:
            assert float(root.attrib["viewBox"].split()[3]) <= sheet.height + 0.1
