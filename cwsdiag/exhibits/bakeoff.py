"""What is shown of a dataset as the bakeoffs have it: their scores, and how many new words each system finds."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from cwsdiag.baselines import BASE, TOP
from cwsdiag.charts.overview import oov_figure
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.exhibit import Exhibit, Table
from cwsdiag.languages import _, lazy
from cwsdiag.views.columns import BAKEOFF, COVERAGES, SCORES, Column
from cwsdiag.views.standings import bakeoff_sentence, leaders, oov_sentence, oov_table, pairs, standings

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from cwsdiag.charts.kept import Figure
    from cwsdiag.views.standings import Leader


class _Standings(Exhibit):
    """What both have in common: BASE and TOP are lines, and no systems of their own, where they were asked for."""

    PAGE: ClassVar[str] = "bakeoff"

    @property
    def lines(self) -> tuple[str, ...]:
        """The names of BASE and TOP, where they are among the systems."""
        return (BASE, TOP) if self.scene.where.baselines else ()


class Bakeoff(_Standings):
    """The scores of the SIGHAN bakeoffs of every system."""

    KIND: ClassVar[str] = "bakeoff"
    SAYS: ClassVar[str] = "the scores of the SIGHAN bakeoffs of every system, by track"

    @property
    def title(self) -> str:
        """What is seen."""
        return _("Bakeoff scores on {dataset}", dataset=self.scene.name)

    def _ranked(self) -> pd.DataFrame:
        return standings(self.scene.results.bakeoff, lines=self.lines)

    def _leaders(self) -> list[Leader]:
        results, ranked = self.scene.results, self._ranked()
        return leaders(ranked, pairs(results, ranked, ()))

    @property
    def headline(self) -> str:
        """Who leads, or leads each track, in the numbers of a bakeoff."""
        found = self._leaders()
        if not found:
            return _("No system has a word that could be compared, so there is no score.")
        return bakeoff_sentence(found, dataset=self.scene.name)

    @property
    def numbers(self) -> dict[str, float]:
        """Scores of the leader; of the first track where there are several."""
        found = self._leaders()
        if not found:
            return {}
        first = found[0]
        return {"recall": first.recall, "c_r": first.c_r, "precision": first.precision, "c_p": first.c_p, "f": first.f1}

    def table(self) -> Table:
        """Return the scores of every system, a track below the other."""
        ranked = self._ranked()
        silent = {"track"} if ranked["track"].isna().all() else set()
        silent |= {key for key in COVERAGES if not (ranked[key] < 1).any()}
        columns = {key: column for key, column in BAKEOFF.items() if key not in silent}
        return Table(ranked.astype({"track": object}).fillna({"track": ""}), columns)


class OovRecalls(_Standings):
    """OOV recall of every system with its interval."""

    KIND: ClassVar[str] = "oov"
    SAYS: ClassVar[str] = "OOV recall of every system with its 95 % interval, best first; needs training data"

    @property
    def title(self) -> str:
        """What is seen."""
        return _("OOV recall on {dataset}", dataset=self.scene.name)

    def _found(self) -> pd.DataFrame:
        """Return a row a system.

        Raises:
            SettingError: there is no OOV word, or no training data to tell which words are.
        """
        found = oov_table(self.scene.results.oov_recalls)
        if found.empty:
            raise SettingError(lazy("{dataset} has no OOV words, or no training data.", dataset=self.scene.name))
        return found

    @property
    def headline(self) -> str:
        """Who finds the largest share of the OOV words."""
        return oov_sentence(self._found(), lines=self.lines, dataset=self.scene.name) or self.title + "."

    @property
    def numbers(self) -> dict[str, float]:
        """The largest OOV recall of a system with its interval."""
        found = self._found()
        own = found[~found["name"].isin(list(self.lines))]
        names = ("oov_recall", "oov_recall_low", "oov_recall_high")
        return {name: float(own.iloc[0][name]) for name in names} if len(own) else {}

    def chart(self, *, across: int | None = None, roles: Mapping[str, str] | None = None) -> Figure:
        """Return OOV recall of every system as a point with its interval.

        Args:
            across: of no use here.
            roles: the systems that have the marks of A and B, by role; none without it.
        """
        del across
        return oov_figure(self._found(), colours=self.scene.colours, roles=roles or {})

    def table(self) -> Table:
        """Return a row a system."""
        columns = {
            "name": Column(lazy("system")),
            "oov_recall": SCORES["oov_recall"],
            "oov_recall_low": Column(lazy("low"), lazy("Lower end of its 95 % interval."), format="score"),
            "oov_recall_high": Column(lazy("high"), lazy("Upper end of its 95 % interval."), format="score"),
            "found": Column(lazy("found"), lazy("OOV words that the system has."), format="count"),
            "oov_words": Column(lazy("OOV words"), lazy("Those that were compared."), format="count"),
        }
        return Table(self._found(), columns)
