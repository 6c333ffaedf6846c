"""One example of every figure there is, of systems with any names."""

import importlib
import inspect
import math
import pkgutil
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from cwsdiag import charts
from cwsdiag.charts import theme
from cwsdiag.charts.against import against_figure
from cwsdiag.charts.bakeoff import CorpusScores, corpora_figure
from cwsdiag.charts.committee import MEASURES, GrowthLine, change_figure, growth_figure, learning_figure
from cwsdiag.charts.compare import Sides, pair_figure
from cwsdiag.charts.criteria import Values, matrix_figure
from cwsdiag.charts.criteria_lines import OrderLine, Reference, order_figure
from cwsdiag.charts.criteria_points import FitPoint, Pair, fit_figure, map_figure, relation_figure
from cwsdiag.charts.difficulty import intervals
from cwsdiag.charts.difficulty.halves import halves_figure
from cwsdiag.charts.difficulty.lines import SystemLine, variants_figure
from cwsdiag.charts.difficulty.members import members_figure
from cwsdiag.charts.difficulty.ranks import Standing, slope_figure, worth_figure
from cwsdiag.charts.extremes import extremes_figure
from cwsdiag.charts.judging import people_figure
from cwsdiag.charts.kinds import kinds_figure, pair_kinds_figure
from cwsdiag.charts.looks import looks
from cwsdiag.charts.overview import oov_figure, scores_figure
from cwsdiag.charts.panels import panels_figure
from cwsdiag.charts.separators import separators_figure
from cwsdiag.charts.significance import paired_figure, rule_figure
from cwsdiag.charts.study_cells import Bars, BarsRow, Cell, bars_figure, cells_figure
from cwsdiag.charts.study_radar import Radar, Ring, radars_figure
from cwsdiag.charts.study_ranks import ranks_figure
from cwsdiag.frames import Against, Line
from cwsdiag.frames import Cell as Difference
from tests.charts import test_compare, test_panels

NAN = math.nan
TENTHS = tuple(0.1 * place for place in range(10))
LABELS = [f"{place / 10} to {(place + 1) / 10}" for place in range(10)]

Examples = dict[str, Callable[[], go.Figure]]


def every(names: Sequence[str], *, width: int = 900, across: int | None = None) -> Examples:
    """An example of each figure by the name of its function and file.

    Args:
        names: of the systems, or of what is shown instead; all different.
        width: of those that know how wide they are.
        across: panels side by side.
    """
    count = len(names)
    roles = dict(zip("ab", names, strict=False))
    colours = theme.system_colours(names)
    drawn = looks(colours, roles)
    both = Sides(names[0], names[-1], theme.PALETTE[0], theme.PALETTE[1])
    scores = _scores(names)
    standings = [_standing(name, drawn[name], place) for place, name in enumerate(names)]
    lines = [SystemLine(name, drawn[name], TENTHS) for name in names]
    short_lines = [SystemLine(name, drawn[name], TENTHS[5:9]) for name in names]
    splits = np.linspace(0.6, 0.8, 4 * count).reshape(4, count)
    pairs = _pairs(names)
    panels = [test_panels.panel("wLen", title=names[0]), test_panels.panel("sLen"), test_panels.UNDEFINED]
    compared = [test_compare.panel("wLen"), test_compare.panel("sLen"), test_compare.panel("diff", apart=True)]
    kinds = [("split", "split"), ("merged", "merged")]
    causes = [("oov", "OOV word"), ("other", names[0])]
    found = [
        lambda: scores_figure(scores, colours=colours, roles=roles),
        lambda: oov_figure(scores, colours=colours, roles=roles),
        lambda: separators_figure(scores, colours=colours, roles=roles),
        lambda: people_figure(scores, panels={"f1": "F1", "precision": "people's score"}, colours=colours),
        lambda: panels_figure(panels, colour=theme.ACCENT, across=across),
        lambda: pair_figure(compared, sides=both, across=across),
        lambda: extremes_figure(compared, sides=both),
        lambda: pair_kinds_figure(_kinds(names[0]), sides=both),
        lambda: kinds_figure([[5, 0], [1, 2]], shapes=kinds, causes=causes, colour=theme.ACCENT),
        lambda: against_figure(_against(names), colour=theme.ACCENT),
        lambda: corpora_figure(_corpora(names), colours=colours, roles=roles, width=width),
        lambda: rule_figure(names, pairs, roles=roles),
        lambda: paired_figure(names, pairs, roles=roles),
        lambda: ranks_figure(names, [*range(1, count + 1)], [range(count)], 1.5, colours=colours, width=width),
        lambda: radars_figure([Radar("", ["word length", "词频率"], [Ring(names[0], (0.5, 1), theme.ACCENT)])]),
        lambda: cells_figure(names, ["word length"], [[Cell(("0.5",), ("hover",), level=0.5)]] * count),
        lambda: bars_figure([_bars_row(name) for name in names], ["own", "other"], ["wLen", "sLen"], span=(-1, 1)),
        lambda: matrix_figure(Values(tuple(names), np.eye(count), [0.5] * count, [0.5] * count, "Ψ", 1)),
        lambda: relation_figure([Pair(name, names[0], 50 + place, 0.8) for place, name in enumerate(names)], names),
        lambda: map_figure({name: (0.1 * place, -0.1) for place, name in enumerate(names)}, reach=1, train=names[0]),
        lambda: fit_figure([FitPoint(name, 50, 45, 55) for name in names]),
        lambda: order_figure(_orders(names), measure="Ψ", digits=1, references=[Reference(names[0], 0.55)]),
        lambda: growth_figure([GrowthLine(name, 1, "前", "后", TENTHS) for name in names]),
        lambda: change_figure({1: 0.1, 2: 0.05, 5: 0.01}, enough=0.02),
        lambda: learning_figure(_learning()),
        lambda: members_figure([{"member": 0, "score": 0.7, "template": names[0], "ratio": 5}]),
        lambda: halves_figure(standings, splits, splits[::-1], np.array([0.9, 0.8, NAN, 0.85])),
        lambda: intervals.accuracy_figure(lines, labels=LABELS, words=[10] * 10, shares=[10] * 10),
        lambda: intervals.kinds_figure([intervals.WordKind(names[0], 100, (10,) * 10)], labels=LABELS),
        lambda: variants_figure({"precision": short_lines, "recall": short_lines}, ticks=["standard", "a", "b", "c"]),
        lambda: worth_figure(standings),
        lambda: slope_figure(standings),
    ]
    return dict(zip(_names(), found, strict=True))


def _names() -> list[str]:
    """The names of what stands above, in its order."""
    return [
        "overview.scores_figure", "overview.oov_figure", "separators.separators_figure", "judging.people_figure",
        "panels.panels_figure", "compare.pair_figure", "extremes.extremes_figure", "kinds.pair_kinds_figure",
        "kinds.kinds_figure", "against.against_figure", "bakeoff.corpora_figure",
        "significance.rule_figure", "significance.paired_figure", "study_ranks.ranks_figure",
        "study_radar.radars_figure",
        "study_cells.cells_figure", "study_cells.bars_figure", "criteria.matrix_figure",
        "criteria_points.relation_figure", "criteria_points.map_figure", "criteria_points.fit_figure",
        "criteria_lines.order_figure", "committee.growth_figure", "committee.change_figure",
        "committee.learning_figure", "difficulty.members.members_figure", "difficulty.halves.halves_figure",
        "difficulty.intervals.accuracy_figure", "difficulty.intervals.kinds_figure",
        "difficulty.lines.variants_figure", "difficulty.ranks.worth_figure", "difficulty.ranks.slope_figure",
    ]  # fmt: skip


def drawn_functions() -> set[str]:
    """The names of all functions that draw a figure, by what marks them."""
    found = set()
    for module in pkgutil.walk_packages(charts.__path__, f"{charts.__name__}."):
        loaded = importlib.import_module(module.name)
        for name, one in inspect.getmembers(loaded, inspect.isfunction):
            if hasattr(one, "__wrapped__") and one.__module__ == module.name and name.endswith("_figure"):
                found.add(f"{module.name.removeprefix('cwsdiag.charts.')}.{name}")
    return found


def _scores(names):
    measures = [f"{one}_{end}" for one in ("precision", "recall", "f1") for end in ("intersection", "union")]
    return pd.DataFrame(
        {"name": name, "f1": 0.8, "f1_low": 0.75, "f1_high": 0.85, "precision": 0.8, "recall": 0.8, "oov_recall": 0.5,
         "oov_recall_low": NAN, "oov_recall_high": NAN, "found": 5, "oov_words": 10, **dict.fromkeys(measures, 0.7)}
        for name in names
    )  # fmt: skip


def _standing(name, look, place):
    return Standing(name, look, 0.9 - 0.01 * place, 0.8 - 0.01 * place, 0.6, 0.9, 0.65, 0.85, place + 1, place + 1)


def _pairs(names):
    row = {"by_recall": True, "by_precision": False, "differ": True, "tested": True, "significant": False,
           "recall": 1.0, "precision": 0.1, "f1": 0.5, "recall_reach": 0.5, "precision_reach": 0.5, "f1_low": -0.1,
           "f1_high": 1.0, "p": 0.06, "verdict": "not significant"}  # fmt: skip
    return pd.DataFrame([{"first": a, "second": b, **row} for a in names for b in names if a != b], columns=[
        "first", "second", *row])  # fmt: skip


def _kinds(name):
    rows = [("shape", "split", name, 5, 2), ("cause", "oov", "OOV", 5, 0)]
    return pd.DataFrame(
        {"of": of, "kind": kind, "label": label, "a": a, "b": b, "share_a": 1.0, "share_b": NAN, "difference": a - b}
        for of, kind, label, a, b in rows
    )


def _against(names):
    cells = tuple(Difference(1.5, 1, 2, 0.01, "significant") for _name in names)
    return Against(
        "base & <b>", tuple(names), (Line("overall", "all words", "F1", cells), Line("a:0", "a", "0", cells))
    )


def _corpora(names):
    scores = pd.DataFrame(
        {"name": name, "track": None, "f1": 0.8, "recall": 0.8, "precision": 0.8, "oov_recall": NAN, "line": False}
        for name in names
    )
    return [CorpusScores("one", names[0], scores), CorpusScores("two", "two", scores)]


def _bars_row(name):
    bars = Bars((0.5, NAN, -0.2), ("hover",), text="S")
    return BarsRow((name, "second line"), ("99.1", "98.0"), ((bars, bars), (bars, bars)))


def _orders(names):
    return [
        OrderLine(names[0], "own", ("x",), (0.5, 0.6), (0.4, 0.5), (0.6, 0.7)),
        OrderLine("", "max", ("x",), (1, 2)),
    ]


def _learning():
    measured = {f"{key}{end}": 0.8 for key in MEASURES for end in ("", "_min", "_max")}
    return [{"share": share, "sentences": 100, "seeds": 3, **measured} for share in (0.5, 1.0)]
