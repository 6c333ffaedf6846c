"""The systems of a dataset, drawn for slides and for paper, element by element."""

import xml.etree.ElementTree as ET
from typing import Any

import pandas as pd
import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.drawn.scores import scores_svg
from cwsdiag.charts.drawn.sheets import COLUMN, WIDE, Sheet, slide
from cwsdiag.languages.visible import visible
from tests.charts.drawn.extents import outside, overlapping, parsed, sizes, texts

NAN = float("nan")
HOSTILE = "<img src=x onerror=alert(1)>&'\"]]>\x00"


def frame(names: list[str], *, undefined: int | None = None) -> pd.DataFrame:
    f1 = [NAN if place == undefined else 0.97 - 0.004 * place for place in range(len(names))]
    ends = {"f1_low": [value - 0.006 for value in f1], "f1_high": [value + 0.004 for value in f1]}
    return pd.DataFrame({"name": names, "f1": f1, **ends, "precision": f1, "recall": f1})


def drawn(scores: pd.DataFrame, sheet: Sheet | None = None, **changes: Any) -> ET.Element:
    names = list(scores["name"])
    settings: dict[str, Any] = {"colours": theme.system_colours(names), "roles": {"a": names[0]}, "ground": "light"}
    return parsed(scores_svg(scores, sheet=sheet or slide(), title="F1 on news", **settings | changes))


def groups(root: ET.Element) -> list[ET.Element]:
    return [group for group in root.iter("g") if group.get("class") == "system"]


def test_points_lie_where_f1_is_in_the_middle_of_their_intervals() -> None:
    root = drawn(frame(["crf", "jieba", "third"]), roles={"a": "crf", "b": "jieba"})
    first, second, third = groups(root)
    ((a,), (square,), (c,)) = ([*first.iter("circle")], list(second.iter("rect"))[1:], [*third.iter("circle")])
    middles = [float(a.attrib["cx"]), float(square.attrib["x"]) + float(square.attrib["width"]) / 2]
    middles.append(float(c.attrib["cx"]))
    step = middles[0] - middles[1]
    assert step > 0 and middles[1] - middles[2] == pytest.approx(step, abs=0.2), "0.004 apart each"
    for group, middle in zip((first, second, third), middles, strict=True):
        line = next(one.attrib["d"] for one in group.iter("path"))
        low, high = float(line[1:].split()[0]), float(line.split("H")[1].split("M")[0])
        assert middle - low == pytest.approx(1.5 * step, abs=0.3) and high - middle == pytest.approx(step, abs=0.3)
    assert [one for one in texts(root) if one.startswith("0.9") and len(one) == 5] == ["0.970", "0.966", "0.962"]
    assert {"crf", "jieba", "third", "A", "B", "F1, with its 95 % interval"} <= {*texts(root)}


def test_rows_of_a_slide_can_be_clicked_and_are_told_and_paper_hides_nothing() -> None:
    scores = frame(["crf", HOSTILE], undefined=1)
    first, second = groups(drawn(scores))
    assert first.get("data-system") == "crf"
    assert (first.findtext("title") or "").splitlines() == [
        "crf",
        "F1 0.970, 95 % interval 0.964 to 0.974",
        "precision 0.970, recall 0.970",
    ]
    assert "undefined: no word compared" in texts(second) and not [*second.iter("circle")]
    assert second.get("data-system") == visible(HOSTILE)
    on_paper = drawn(scores, COLUMN)
    assert not groups(on_paper) and len([*on_paper.iter("title")]) == 1


@pytest.mark.parametrize("sheet", [slide(1220, 500), slide(3840, 1500, of=2160), COLUMN, WIDE])
@pytest.mark.parametrize("count", [1, 2, 10, 50])
def test_any_number_of_systems_fits(sheet: Sheet, count: int) -> None:
    names = [f"一个很长的名字 bert-base-chinese-with-crf-layer-{place:02}-of-50-seeds" for place in range(count)]
    root = drawn(frame(names, undefined=5), sheet)
    assert not outside(root)
    assert not overlapping(root)
    assert min(sizes(root)) >= sheet.least - 0.05
    shown = [one for one in texts(root) if "…" in one]
    assert len({*shown}) == len(shown) == (min(count, 10) if sheet.is_slide else count), "told apart"
    assert ("and 40 more systems" in texts(root)) == (sheet.is_slide and count == 50)
    if sheet.height is not None:
        assert float(root.attrib["viewBox"].split()[3]) <= sheet.height + 0.1


def test_colours_that_come_again_have_other_forms() -> None:
    root = drawn(frame([f"s{place}" for place in range(32)]), WIDE)
    marks = [one for one in root.iter("path") if one.get("fill", "none") != "none"]
    corners = sorted({one.attrib["d"].count("L") for one in marks})
    assert corners == [2, 11], "triangles and crosses"


def test_no_system_at_all_leaves_an_axis() -> None:
    scores = frame([])
    root = parsed(scores_svg(scores, colours={}, sheet=slide(), ground="dark", title="F1 on news"))
    assert "F1, with its 95 % interval" in texts(root)
