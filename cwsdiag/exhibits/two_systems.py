"""What is shown of two systems: by bucket, the extremes of each attribute, and kinds of errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from cwsdiag.charts import theme
from cwsdiag.charts.compare import Sides, pair_figure
from cwsdiag.charts.drawn.extremes import extremes_svg
from cwsdiag.charts.drawn.kinds import pair_kinds_svg
from cwsdiag.charts.drawn.two_systems import pair_svg
from cwsdiag.charts.extremes import extremes_figure
from cwsdiag.charts.kinds import pair_kinds_figure
from cwsdiag.charts.looks import SYMBOLS
from cwsdiag.exhibits.examples import example_of
from cwsdiag.exhibits.exhibit import Exhibit, Mark, Table
from cwsdiag.languages import _, lazy, translated
from cwsdiag.views.buckets import left_aside
from cwsdiag.views.columns import DIFFERENCES, Column
from cwsdiag.views.pairs.comparison import (
    alike_sentence,
    buckets_sentence,
    compare_remark,
    compare_sentence,
    comparison,
)
from cwsdiag.views.units import small_said

if TYPE_CHECKING:
    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.kept import Figure
    from cwsdiag.charts.theme import Ground
    from cwsdiag.exhibits.exhibit import Ribbon
    from cwsdiag.frames import Panel
    from cwsdiag.views.pairs.comparison import Comparison

_KIND_COLUMNS = {
    "label": Column(lazy("kind of error")),
    "a": Column("A", lazy("Gold words that A misses."), format="count"),
    "b": Column("B", lazy("Gold words that B misses."), format="count"),
    "difference": Column("A − B", lazy("In gold words."), format="moved"),
}


class Pair(Exhibit):
    """What all exhibits of two systems have in common: ``system`` is A, ``other`` is B."""

    NEEDS: ClassVar[tuple[str, ...]] = ("system", "other")
    PAGE: ClassVar[str] = "compare"

    @property
    def found(self) -> Comparison:
        """The two beside each other, with the test."""
        a, b = self.options["system"], self.options["other"]
        return comparison(self.scene.results, a, b, tested=self.scene.tested(a, b))

    @property
    def sides(self) -> Sides:
        """The two systems of the figure."""
        a, b = self.options["system"], self.options["other"]
        return Sides(a, b, self.scene.colours[a], self.scene.colours[b])

    @property
    def headline(self) -> str:
        """Which of the two is ahead, by how much, what the test says of it, and in which buckets they differ."""
        found = self.found
        if found.alike:
            return alike_sentence(found.overall, dataset=self.scene.name)
        return compare_sentence(found.overall, found.buckets, dataset=self.scene.name)

    @property
    def remark(self) -> str:
        """How the headline is to be taken."""
        found = self.found
        return "" if found.alike else compare_remark(found) + left_aside(self.scene.results.diagnosis)

    @property
    def numbers(self) -> dict[str, float]:
        """The difference over all words, of F1, A − B, with its interval and p."""
        tested = self.found.tested
        if tested is None:
            return {}
        one = tested.scores["f1"]
        return {"difference": one.difference, "low": one.low, "high": one.high, "p": one.p_deciding}

    def legend(self) -> list[Mark]:
        """Return which mark is whose."""
        return [
            Mark(f"{name} ({role.upper()})", self.scene.colours[name], symbol=SYMBOLS[role])
            for role, name in self.roles.items()
        ]

    def example(self) -> Ribbon | None:
        """Return a sentence with a word that only the better one gets right, in the bucket where it leads most."""
        found = self.found
        if found.alike or self.scene.withholds_gold:
            return None
        better = found.role(found.better)
        attribute, bucket = self._furthest(better) or (None, None)
        words = self.scene.results.words(attribute, bucket, self.roles)
        return example_of(self.scene, words.units.words[words.chosen(f"only_{better}")], self.roles)

    def _furthest(self, role: str) -> tuple[str, int] | None:
        """Return attribute and bucket where a system is ahead most, of those that differ significantly."""
        sign = 1 if role == "a" else -1
        ahead = [
            (sign * float(row["difference"]), panel.key, int(row["bucket"]))
            for panel in self.found.panels
            if not panel.apart
            for row in panel.rows
            if row["verdict"] == "significant" and sign * row["difference"] > 0
        ]
        return max(ahead)[1:] if ahead else None


class Compare(Pair):
    """F1 of two systems by bucket and their difference, of each attribute or of one."""

    KIND: ClassVar[str] = "compare"
    SAYS: ClassVar[str] = "F1 of two systems by bucket of every attribute, and their difference"
    TAKES: ClassVar[tuple[str, ...]] = ("attribute",)

    @property
    def title(self) -> str:
        """What is seen."""
        said = {"a": self.options["system"], "b": self.options["other"], "dataset": self.scene.name}
        attribute = self.options.get("attribute")
        if attribute is None:
            return _("F1 by bucket: {a} and {b} on {dataset}", **said)
        label = translated(self.scene.results.diagnosis.attribute(attribute).attribute.label)
        return _("F1 by {attribute}: {a} and {b} on {dataset}", attribute=label, **said)

    @property
    def headline(self) -> str:
        """What is said of the pair; by one attribute what holds of its buckets."""
        found = self.found
        if "attribute" not in self.options or found.alike:
            return super().headline
        panel, buckets = self.panels()[0], found.buckets_of([self.options["attribute"]])
        if panel.undefined or buckets is None:
            return _("{attribute} is undefined: {why}", attribute=panel.title, why=panel.undefined)
        return _("By {attribute}: {said}", attribute=panel.title, said=buckets_sentence(found.overall, buckets))

    @property
    def numbers(self) -> dict[str, float]:
        """The numbers of the pair; by one attribute the difference in points where the two differ most."""
        if "attribute" not in self.options:
            return super().numbers
        marked = [row for row in self.panels()[0].rows if row["verdict"] == "significant"]
        if not marked:
            return {}
        row = max(marked, key=lambda row: abs(row["difference"]))
        return {name: float(row[name]) for name in ("difference", "low", "high", "p_adjusted")}

    def panels(self) -> list[Panel]:
        """Return what is drawn: a panel an attribute, or that of the one that was asked for."""
        wanted = self.options.get("attribute")
        return [panel for panel in self.found.panels if wanted in (None, panel.key)]

    def chart(self, *, across: int | None = None, found: Comparison | None = None) -> Figure:
        """Return the panels.

        Args:
            across: how many stand side by side; as many as on a page without it.
            found: the two beside each other, where the test is not there yet and is not waited for.
        """
        return pair_figure(self.panels() if found is None else found.panels, sides=self.sides, across=across)

    def drawing(self, sheet: Sheet, ground: Ground) -> str:
        """Return the panels."""
        small = small_said(self.scene.results.diagnosis)
        return pair_svg(self.panels(), sides=self.sides, small=small, sheet=sheet, ground=ground, title=self.title)

    def legend(self) -> list[Mark]:
        """Return which mark is whose, and what the others mean."""
        return [
            *super().legend(),
            Mark(_("A − B: not significant"), theme.GOLD, symbol="circle"),
            Mark(small_said(self.scene.results.diagnosis), theme.GOLD, symbol="circle-open"),
            Mark(_("share of gold, counts below"), theme.STRIP),
        ]

    def table(self) -> Table:
        """Return every bucket with both scores and their difference."""
        rows, wanted = self.found.table, self.options.get("attribute")
        return Table(rows if wanted is None else rows[rows["attribute"] == wanted].reset_index(drop=True), DIFFERENCES)


class Extremes(Pair):
    """The lowest and the highest difference of each attribute."""

    KIND: ClassVar[str] = "extremes"
    SAYS: ClassVar[str] = "the lowest and the highest difference of two systems in each attribute"

    @property
    def title(self) -> str:
        """What is seen."""
        return _(
            "Lowest and highest difference of each attribute: {a} − {b} on {dataset}",
            a=self.options["system"],
            b=self.options["other"],
            dataset=self.scene.name,
        )

    def chart(self, *, across: int | None = None, found: Comparison | None = None) -> Figure:
        """Return a line an attribute; ``found`` as for ``Compare``."""
        del across
        return extremes_figure((found or self.found).panels, sides=self.sides)

    def drawing(self, sheet: Sheet, ground: Ground) -> str:
        """Return a line an attribute."""
        return extremes_svg(self.found.panels, sides=self.sides, sheet=sheet, ground=ground, title=self.title)

    def legend(self) -> list[Mark]:
        """Return which mark is whose, and what hollow ones mean."""
        hollow = Mark(_("hollow: not significant after adjustment"), theme.GOLD, symbol="circle-open")
        return [*super().legend(), hollow]

    def table(self) -> Table:
        """Return the two buckets of each attribute."""
        rows = self.found.table
        ends = {(panel.key, end) for panel in self.found.panels for end in (panel.worst, panel.best) if end is not None}
        chosen = [pair in ends for pair in zip(rows["attribute"], rows["bucket"], strict=True)]
        return Table(rows[chosen].reset_index(drop=True), DIFFERENCES)


class PairKinds(Pair):
    """Errors of two systems by kind."""

    KIND: ClassVar[str] = "pair-kinds"
    SAYS: ClassVar[str] = "gold words that two systems miss, by shape and by cause of the error"

    @property
    def title(self) -> str:
        """What is seen."""
        return _(
            "Errors by kind: {a} and {b} on {dataset}",
            a=self.options["system"],
            b=self.options["other"],
            dataset=self.scene.name,
        )

    def chart(self, *, across: int | None = None, found: Comparison | None = None) -> Figure:
        """Return two bars a kind; ``found`` as for ``Compare``."""
        del across
        return pair_kinds_figure((found or self.found).kinds_frame, sides=self.sides)

    def drawing(self, sheet: Sheet, ground: Ground) -> str:
        """Return two bars a kind."""
        return pair_kinds_svg(self.found.kinds_frame, sides=self.sides, sheet=sheet, ground=ground, title=self.title)

    def table(self) -> Table:
        """Return a row a kind of error."""
        return Table(self.found.kinds_frame, _KIND_COLUMNS)
