"""All systems of a dataset beside each other."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

from cwsdiag.charts.drawn.scores import scores_svg
from cwsdiag.charts.overview import scores_figure
from cwsdiag.exhibits.exhibit import Exhibit, Mark, Table
from cwsdiag.languages import _
from cwsdiag.views.columns import COVERAGES, SCORES, Column
from cwsdiag.views.pairs.verdicts import between, lead_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.kept import Figure
    from cwsdiag.charts.theme import Ground


class Scores(Exhibit):
    """F1 of every system with its interval, best first."""

    KIND: ClassVar[str] = "scores"
    SAYS: ClassVar[str] = "F1 of every system with its 95 % interval, best first"
    PAGE: ClassVar[str] = "overview"

    @property
    def title(self) -> str:
        """What is seen."""
        return _("F1 of all systems on {dataset}", dataset=self.scene.name)

    @property
    def headline(self) -> str:
        """Who is best, by how much, and whether it is real."""
        results = self.scene.results
        if results.lead is None:
            return _("No system has a word that could be compared, so there is no score.")
        verdict = between(self.scene.verdicts(), results.lead.best, results.lead.next or "")
        return lead_sentence(results.lead, dataset=self.scene.name, words=len(results.dataset.gold), verdict=verdict)

    @property
    def numbers(self) -> dict[str, float]:
        """F1 of the best system with its interval, and its lead over the next."""
        lead = self.scene.results.lead
        if lead is None:
            return {}
        found = {"f1": lead.f1.value, "f1_low": lead.f1.low, "f1_high": lead.f1.high}
        if lead.ahead is None or lead.next is None:
            return found
        ahead = lead.ahead
        verdict = between(self.scene.verdicts(), lead.best, lead.next)
        p = math.nan if verdict is None else verdict.scores["f1"].p_deciding
        return found | {"ahead": ahead.value, "ahead_low": ahead.low, "ahead_high": ahead.high, "p": p}

    def chart(self, *, across: int | None = None, roles: Mapping[str, str] | None = None) -> Figure:
        """Return F1 of every system as a point with its interval.

        Args:
            across: of no use here.
            roles: the systems that have the marks of A and B, by role; none without it.
        """
        del across
        return scores_figure(self.scene.results.ranking, colours=self.scene.colours, roles=roles or {})

    def drawing(self, sheet: Sheet, ground: Ground) -> str:
        """Return F1 of every system as a point with its interval; a slide has the first ten."""
        ranking, colours = self.scene.results.ranking, self.scene.colours
        return scores_svg(ranking, colours=colours, roles=self.roles, sheet=sheet, ground=ground, title=self.title)

    def legend(self) -> list[Mark]:
        """Return nothing: the systems are named beside their rows."""
        return []

    def table(self) -> Table:
        """Return the scores of every system."""
        keys = ("f1", "f1_low", "f1_high", "precision", "recall", "oov_recall", "iv_recall")
        ranking = self.scene.results.ranking
        shown = {key: SCORES[key] for key in keys if key in ranking and ranking[key].notna().any()}
        shown |= {key: SCORES[key] for key in COVERAGES if key in ranking and (ranking[key] < 1).any()}
        return Table(ranking, {"name": Column(_("system")), **shown})
