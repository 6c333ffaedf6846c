"""Every figure as it leaves the page: nothing hidden, nothing cut off, axes named, marks told, texts large enough."""

import json
import math
import re

import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.legends import Entry
from cwsdiag.charts.paper import SIZES, on_paper
from cwsdiag.charts.paper.bands import Bands
from cwsdiag.charts.paper.bare import bare
from cwsdiag.charts.paper.labels import cut_labels
from cwsdiag.charts.paper.measure import label_width
from tests.charts.every_figure import drawn_functions, every

HOSTILE = "<img src=x onerror=alert(1)> <b>&amp; \\input{a} =cmd() 北京大学"
LONG = [f"a-rather-long-name-of-a-system-that-somebody-has-trained-{place:02d}" for place in range(9)]
# What Plotly reads as tags; all else must be text.
TAGS = re.compile(r"</?b>|</?i>|<br>|<span style=['\"][^'\"<>]*['\"]>|</span>")
# What has no axis of numbers, or one that is titled otherwise.
TABLES = {
    "study_cells.cells_figure",
    "study_cells.bars_figure",
    "study_radar.radars_figure",
    "bakeoff.corpora_figure",
    "difficulty.ranks.slope_figure",
    "difficulty.lines.variants_figure",
}


def texts_of(spec):
    """All that a file shows, wherever it stands in traces and layout."""
    if isinstance(spec, dict):
        for key, value in spec.items():
            if key in ("text", "ticktext", "texttemplate"):
                yield from [value] if isinstance(value, str) else (one for one in value or () if isinstance(one, str))
            if not isinstance(value, str):
                yield from texts_of(value)
    elif isinstance(spec, (list, tuple)):
        for one in spec:
            yield from texts_of(one)


def sizes_of(spec):
    """The sizes of all texts."""
    if isinstance(spec, dict):
        for key, value in spec.items():
            if key in ("font", "textfont", "tickfont"):
                yield value["size"]
            else:
                yield from sizes_of(value)
    elif isinstance(spec, (list, tuple)):
        for one in spec:
            yield from sizes_of(one)


def axes_of(layout, letter):
    return {name: axis for name, axis in layout.items() if re.fullmatch(rf"{letter}axis\d*", name)}


def test_there_is_an_example_of_every_figure():
    assert every(["one"]).keys() == drawn_functions()


@pytest.mark.parametrize("size", SIZES.values(), ids=list(SIZES))
@pytest.mark.parametrize("names", [[HOSTILE], [HOSTILE, *LONG]], ids=["one", "ten"])
def test_every_figure_leaves_the_page(size, names):
    for which, draw in every(names, width=round(size.width / size.text), across=size.across).items():
        figure = draw()
        before = figure.to_json()
        spec = on_paper(figure, size, title=HOSTILE, note=HOSTILE).to_dict()
        assert figure.to_json() == before, "the page's own stays as it is"
        layout = spec["layout"]
        said = json.dumps(spec, default=repr)
        assert not re.search(r"customdata|hovertemplate|hovertext|\bmeta\b", said), which
        assert layout["paper_bgcolor"] == layout["plot_bgcolor"] == theme.PAPER
        assert layout["font"]["color"] == theme.INK["light"]
        _check_size(layout, size, which)
        assert min(sizes_of(spec)) >= size.least, which
        assert all(float(one) >= size.least for one in re.findall(r"font-size:([\d.]+)px", said)), which
        assert "%" not in "".join(re.findall(r"font-size:[^;'\"]*", said)), which
        _check_texts(spec, which)
        assert layout["title"]["text"].startswith("<b>&lt;img")
        assert "heatmap" not in {trace["type"] for trace in spec["data"]}, "no dots"


def _check_size(layout, size, which):
    around = layout["margin"]
    if size.height is None:
        assert layout["width"] == size.width, which
    else:
        assert layout["width"] / layout["height"] == pytest.approx(size.width / size.height, rel=2e-3), which
        assert layout["width"] >= size.width
    assert layout["height"] - around["t"] - around["b"] > 20, which
    assert layout["width"] - around["l"] - around["r"] >= 0.14 * layout["width"], which


def _check_texts(spec, which):
    for text in texts_of(spec):
        rest = TAGS.sub("", text)
        assert "<" not in rest and ">" not in rest, (which, text)
        assert not re.search(r"&(?!amp;|lt;|gt;)", rest), (which, text)


@pytest.mark.parametrize("size", SIZES.values(), ids=list(SIZES))
def test_axes_of_numbers_are_named_and_labels_have_room(size):
    for which, draw in every([HOSTILE, *LONG], across=size.across).items():
        layout = on_paper(draw(), size, title="t").to_dict()["layout"]
        for letter in "xy":
            for name, axis in axes_of(layout, letter).items():
                if not axis.get("visible", True):
                    continue
                assert axis["automargin"], (which, name)
                for label in axis.get("ticktext") or () if letter == "y" else ():
                    assert label_width(label) * axis["tickfont"]["size"] <= 0.47 * size.width, (which, label)
        shown = [
            axis for axis in axes_of(layout, "x").values() if axis.get("visible", True) and "overlaying" not in axis
        ]
        # Where labels stand under columns of a table they are what the axis is.
        if shown and which not in TABLES:
            assert any((axis.get("title") or {}).get("text") for axis in shown), which


def test_marks_are_told_by_the_figure_or_by_who_asks():
    made = {which: draw() for which, draw in every(["crf", "jieba"]).items()}
    size = SIZES["wide"]

    def head(which, **more):
        return on_paper(made[which], size, title="t", **more).to_dict()["layout"]["title"]["text"]

    assert "A = crf" in head("kinds.pair_kinds_figure") and "B = jieba" in head("kinds.pair_kinds_figure")
    # Names of the traces where Plotly's own legend stands on the page.
    assert head("criteria_points.relation_figure").count("●") == 1
    assert "crf" in head("difficulty.halves.halves_figure") and "■" in head("difficulty.halves.halves_figure")
    told = head("panels.panels_figure", legend=[Entry("worst <i>", theme.WORST, symbol="diamond"), Entry("a remark")])
    assert f'<span style="color:{theme.WORST}">◆</span> worst &lt;i&gt;' in told and told.endswith("a remark")
    axes = on_paper(made["overview.scores_figure"], size, axes={"yaxis": "system <"}).to_dict()["layout"]
    assert axes["yaxis"]["title"]["text"] == "system &lt;" and "title" not in axes


def test_the_legend_keeps_to_the_width():
    entries = [Entry(f"{name} and so on, with its interval of 95 %", theme.ACCENT) for name in LONG]
    for size in SIZES.values():
        figure = every(["one"])["overview.scores_figure"]()
        title = on_paper(figure, size, title="长" * 90, legend=entries).to_dict()["layout"]["title"]
        lines = title["text"].split("<br>")
        assert all(label_width(line) * title["font"]["size"] <= size.width for line in lines)
        told = re.sub(r"<br>|\s", "", title["text"])
        assert all(name in told for name in LONG)


def test_cells_become_rectangles_of_the_same_colour():
    z = [[0.0, 0.25, None], [0.5, math.nan, 2.0]]
    scale = [[0, "#000000"], [0.5, "rgba(100, 0, 0, 0.5)"], [1, "#FF0000"]]
    trace = {"type": "heatmap", "z": z, "colorscale": scale, "zmin": 0, "zmax": 1, "xgap": 2, "opacity": 0.4}
    data, layout = bare({"data": [trace], "layout": {}})
    assert [one["type"] for one in data] == ["scatter"], "there is something to hold the axes"
    found = {(one["x0"] + 0.5, one["y0"] + 0.5): one["fillcolor"] for one in layout["shapes"]}
    assert found == {
        (0, 0): "rgba(0, 0, 0, 1)",
        (1, 0): "rgba(50, 0, 0, 0.75)",
        (0, 1): "rgba(100, 0, 0, 0.5)",
        (2, 1): "rgba(255, 0, 0, 1)",
    }
    assert {one["opacity"] for one in layout["shapes"]} == {0.4}


def test_panels_give_way_and_texts_between_them_do_not():
    # Two panels of 100 pixels with 40 for texts over, between and under them, on half the height.
    bands = Bands([(0.125, 0.4375), (0.5625, 0.875)], texts=320, height=160)
    ends = [bands.place(end) for end in (0, 0.125, 0.4375, 0.5625, 0.875, 1)]
    heights = [160 * (after - before) for before, after in zip(ends, ends[1:], strict=False)]
    assert heights == pytest.approx([40, 24, 40 * 0.8, 24, 40], abs=17), "drawn keeps three tenths"
    assert ends[0] == 0 and ends[-1] == 1 and bands.place(1.1) == pytest.approx(1.1)
    same = Bands([(0, 1)], texts=500, height=100)
    assert same.place(0.37) == pytest.approx(0.37)


def test_labels_that_are_cut_stay_different():
    labels = [f"{theme.plain(name)} <b>A</b>" for name in (HOSTILE, *LONG)]
    cut = cut_labels(labels, 12)
    assert len(set(cut)) == len(labels) and all("<b>A</b>" in label for label in cut)
    assert max(map(label_width, cut)) <= 15 and cut_labels(["short"], 12) == ["short"]
