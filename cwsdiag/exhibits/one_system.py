"""What is shown of one system: where it fails, and what kinds of errors these are."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
import pandas as pd

from cwsdiag.charts import theme
from cwsdiag.charts.drawn.kinds import kinds_svg
from cwsdiag.charts.drawn.one_system import panels_svg
from cwsdiag.charts.kinds import kinds_figure
from cwsdiag.charts.panels import panels_figure
from cwsdiag.diagnosis.error_kinds import CAUSES, SHAPES
from cwsdiag.exhibits.examples import example_of
from cwsdiag.exhibits.exhibit import Exhibit, Mark, Table
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.views.buckets import left_aside
from cwsdiag.views.columns import BUCKETS, Column
from cwsdiag.views.findings import both_remark, costliest_sentence, worst_remark, worst_sentence
from cwsdiag.views.rows import kind_list
from cwsdiag.views.units import small_said
from cwsdiag.views.wording import CAUSE_LABELS, SHAPE_LABELS, kind_said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.kept import Figure
    from cwsdiag.charts.looks import Look
    from cwsdiag.charts.theme import Ground
    from cwsdiag.exhibits.exhibit import Ribbon
    from cwsdiag.frames import Panel
    from cwsdiag.views.findings import Costliest, Worst

# What a kind of error goes by, and the columns of their table.
_OF = {"shape": lazy("shape"), "cause": lazy("cause")}
_KIND_COLUMNS = {
    "of": Column(lazy("by")),
    "kind": Column(lazy("kind of error")),
    "count": Column(lazy("missed"), lazy("Gold words that the system misses."), format="count"),
    "percent": Column(lazy("share"), lazy("Share of all that it misses."), format="percent"),
}


class SelfDiagnosis(Exhibit):
    """F1, cost and share of gold by bucket of each attribute, or of one."""

    KIND: ClassVar[str] = "self"
    SAYS: ClassVar[str] = "F1 of one system by bucket of every attribute, what each bucket costs, and its share of gold"
    NEEDS: ClassVar[tuple[str, ...]] = ("system",)
    TAKES: ClassVar[tuple[str, ...]] = ("attribute", "order")
    PAGE: ClassVar[str] = "self_diagnosis"
    # By what panels can be put in order; else as the attributes are listed.
    ORDERS: ClassVar[tuple[str, ...]] = ("f1", "cost")

    @property
    def title(self) -> str:
        """What is seen."""
        system = self.options["system"]
        attribute = self.options.get("attribute")
        if attribute is None:
            return _("F1 by bucket: {system} on {dataset}", system=system, dataset=self.scene.name)
        label = translated(self.scene.results.diagnosis.attribute(attribute).attribute.label)
        return _("F1 by {attribute}: {system} on {dataset}", attribute=label, system=system, dataset=self.scene.name)

    @property
    def headline(self) -> str:
        """Which bucket costs the system most, then where it is weakest: over all attributes, or by the one chosen."""
        system, attribute = self.options["system"], self.options.get("attribute")
        panel = None if attribute is None else self.panels()[0]
        if panel is not None and panel.undefined:
            return _("{attribute} is undefined: {why}", attribute=panel.title, why=panel.undefined)
        worst, costliest = self._extremes()
        if worst is None:
            said = self.scene.results.no_worst_sentence(system, attribute)
        else:
            said = worst_sentence(worst, system=system)
        if costliest is not None:
            said = _("{first} {second}", first=costliest_sentence(costliest, system=system), second=said)
        return said if panel is None else _("By {attribute}: {said}", attribute=panel.title, said=said)

    def _extremes(self) -> tuple[Worst | None, Costliest | None]:
        """Return the weakest bucket and the costliest one: over all attributes, or by the one chosen."""
        where = self.options["system"], self.options.get("attribute")
        return self.scene.results.worst(*where), self.scene.results.costliest(*where)

    @property
    def remark(self) -> str:
        """How the headline is to be taken."""
        results, (worst, costliest) = self.scene.results, self._extremes()
        if worst is None:
            return ""
        remark = worst_remark(worst, least=results.least, unit=results.unit)
        if "attribute" not in self.options:
            remark += left_aside(results.diagnosis)
        return remark if costliest is None else remark + both_remark()

    @property
    def numbers(self) -> dict[str, float]:
        """F1 of the weakest bucket and the cost of the costliest, with their intervals."""
        worst, costliest = self._extremes()
        found: dict[str, float] = {}
        if costliest is not None:
            found |= {"cost": costliest.cost, "cost_low": costliest.low, "cost_high": costliest.high}
        if worst is not None:
            found |= {"f1": worst.f1, "f1_low": worst.low, "f1_high": worst.high}
        return found

    def panels(self) -> list[Panel]:
        """Return what is drawn: a panel an attribute, or that of the one that was asked for."""
        panels = self.scene.results.arranged(self.options["system"], self.options.get("order"))
        wanted = self.options.get("attribute")
        return [panel for panel in panels if wanted in (None, panel.key)]

    def chart(
        self,
        *,
        across: int | None = None,
        field: Mapping[str, Sequence[Panel]] | None = None,
        looks: Mapping[str, Look] | None = None,
    ) -> Figure:
        """Return the panels.

        Args:
            across: how many stand side by side; as many as on a page without it.
            field: panels of other systems by name, drawn as lines.
            looks: how these are drawn.
        """
        colour = self.scene.colours[self.options["system"]]
        return panels_figure(
            self.panels(),
            colour=colour,
            field=field or {},
            looks=looks or {},
            across=across,
            summary="attribute" not in self.options,
        )

    def drawing(self, sheet: Sheet, ground: Ground) -> str:
        """Return the panels, without the other systems."""
        system = self.options["system"]
        return panels_svg(
            self.panels(),
            system=system,
            colour=self.scene.colours[system],
            small=small_said(self.scene.results.diagnosis),
            sheet=sheet,
            ground=ground,
            title=self.title,
        )

    def legend(self) -> list[Mark]:
        """Return what points, bars and the strip mean."""
        colour = self.scene.colours[self.options["system"]]
        return [
            Mark(_("F1 with its 95 % interval"), colour, symbol="circle"),
            Mark(_("worst of its attribute"), theme.WORST, symbol="diamond"),
            Mark(small_said(self.scene.results.diagnosis), colour, symbol="circle-open"),
            Mark(_("cost: F1 to be won; full the costliest, grey of characters"), colour),
            Mark(_("share of gold, counts below"), theme.STRIP),
        ]

    def table(self) -> Table:
        """Return every bucket with its scores."""
        table = self.scene.results.bucket_table(self.options["system"])
        wanted = self.options.get("attribute")
        return Table(table if wanted is None else table[table["attribute"] == wanted].reset_index(drop=True), BUCKETS)

    def example(self) -> Ribbon | None:
        """Return a sentence with a word of the costliest bucket, else of the worst, that the system gets wrong."""
        worst, costliest = self._extremes()
        bucket = costliest or worst
        if bucket is None:
            return None
        words = self.scene.results.words(bucket.attribute, bucket.bucket, roles=self.roles)
        return example_of(self.scene, words.units.words[words.wrong("a")], self.roles)


class Kinds(Exhibit):
    """The errors of one system by shape and cause."""

    KIND: ClassVar[str] = "kinds"
    SAYS: ClassVar[str] = "gold words that one system misses, by shape and cause of the error"
    NEEDS: ClassVar[tuple[str, ...]] = ("system",)
    PAGE: ClassVar[str] = "self_diagnosis"

    @property
    def title(self) -> str:
        """What is seen."""
        return _("Why {system} fails on {dataset}", system=self.options["system"], dataset=self.scene.name)

    @property
    def headline(self) -> str:
        """Which kind of error is the most frequent."""
        counts = self.scene.results.diagnosis.kind_counts(self.options["system"])
        system = self.options["system"]
        if not counts.missed:
            return _("{system} misses no gold word.", system=system)
        said = n_("{system} misses {n:,} gold word", "{system} misses {n:,} gold words", counts.missed, system=system)
        shape, cause, most = self._most()
        return _(
            "{said}; the most frequent kind is {kind}: {count:,} ({share:.0%}).",
            said=said,
            kind=kind_said(shape, cause),
            count=most,
            share=most / counts.missed,
        )

    @property
    def numbers(self) -> dict[str, float]:
        """How many gold words are missed, and how many of them in the most frequent kind."""
        missed = self.scene.results.diagnosis.kind_counts(self.options["system"]).missed
        return {"missed": float(missed), "most": float(self._most()[2])}

    def _counts(self) -> np.ndarray:
        """Return counts by shape and cause; a single column without training data."""
        counts = self.scene.results.diagnosis.kind_counts(self.options["system"])
        return counts.shapes[:, None] if counts.table is None else counts.table

    def _most(self) -> tuple[str, str | None, int]:
        """Return the most frequent kind, the first of equals: shape, cause (None without training data), count."""
        table = self._counts()
        shape, cause = np.unravel_index(int(np.argmax(table)), table.shape)
        return SHAPES[shape], CAUSES[cause] if table.shape[1] > 1 else None, int(table[shape, cause])

    def chart(self, *, across: int | None = None) -> Figure:
        """Return a cell for each shape and cause."""
        del across
        table = self._counts()
        return kinds_figure(
            table.tolist(),
            shapes=[(name, SHAPE_LABELS[name]) for name in SHAPES],
            causes=[(name, CAUSE_LABELS[name]) for name in CAUSES] if table.shape[1] > 1 else [],
            colour=self.scene.colours[self.options["system"]],
        )

    def drawing(self, sheet: Sheet, ground: Ground) -> str:
        """Return a cell for each shape and cause."""
        table = self._counts()
        return kinds_svg(
            table.tolist(),
            shapes=[(name, SHAPE_LABELS[name]) for name in SHAPES],
            causes=[(name, CAUSE_LABELS[name]) for name in CAUSES] if table.shape[1] > 1 else [],
            colour=self.scene.colours[self.options["system"]],
            sheet=sheet,
            ground=ground,
            title=self.title,
        )

    def table(self) -> Table:
        """Return a row a shape and a row a cause with its count and share."""
        counts = self.scene.results.diagnosis.kind_counts(self.options["system"])
        rows = [
            {"of": translated(_OF[of]), "kind": kind_said(**{"shape": None, "cause": None, of: kind}), "count": count,
             "percent": 100 * count / counts.missed if counts.missed else np.nan}
            for of, kind, count in kind_list(counts)
        ]  # fmt: skip
        return Table(pd.DataFrame(rows), _KIND_COLUMNS)

    def example(self) -> Ribbon | None:
        """Return a sentence with an error of the most frequent kind."""
        kinds = self.scene.results.diagnosis.error_kinds(self.options["system"])
        shape, cause, most = self._most()
        if not most:
            return None
        found = kinds.shapes == SHAPES.index(shape)
        if cause is not None and kinds.causes is not None:
            found &= kinds.causes == CAUSES.index(cause)
        return example_of(self.scene, np.flatnonzero(found), self.roles)
