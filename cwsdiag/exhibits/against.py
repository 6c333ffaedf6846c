"""All systems of a dataset against one of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import pandas as pd

from cwsdiag.charts.against import against_figure
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.exhibit import Exhibit, Table
from cwsdiag.languages import _, lazy
from cwsdiag.views.columns import Column
from cwsdiag.views.pairs.against import OVERALL, against, against_remark, against_sentence, line_said, paired_tests

if TYPE_CHECKING:
    from cwsdiag.charts.kept import Figure
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.frames import Against


class AgainstBase(Exhibit):
    """What every other system and one, the base, differ by: over all words, by bucket and by kind of error."""

    KIND: ClassVar[str] = "against"
    SAYS: ClassVar[str] = "the difference of every other system to one: over all words, by bucket, by kind of error"
    NEEDS: ClassVar[tuple[str, ...]] = ("system",)
    TAKES: ClassVar[tuple[str, ...]] = ("sort",)
    OF_ALL: ClassVar[bool] = True
    PAGE: ClassVar[str] = "compare"

    def tests(self) -> list[PairedComparison]:
        """Test every other system against the base, best first; done once, whoever asks."""
        results, base = self.scene.results, self.options["system"]
        return results.once(("tests against", base), lambda: paired_tests(results, base))

    @property
    def found(self) -> Against:
        """The table, its columns in the order that was asked for.

        Raises:
            SettingError: there is no other system.
        """
        tests, base = self.tests(), self.options["system"]
        if not tests:
            raise SettingError(lazy("{system} is the only system of {dataset}.", system=base, dataset=self.scene.name))
        return against(self.scene.results, tests).ordered(self.options.get("sort", OVERALL))

    @property
    def title(self) -> str:
        """What is seen."""
        return _("All systems against {base} on {dataset}", base=self.options["system"], dataset=self.scene.name)

    @property
    def headline(self) -> str:
        """How many systems are significantly ahead of the base, and how many behind."""
        return against_sentence(self.found, dataset=self.scene.name)

    @property
    def remark(self) -> str:
        """How the headline is to be taken."""
        return against_remark(self.found)

    @property
    def numbers(self) -> dict[str, float]:
        """How many systems are significantly ahead of the base and behind it, over all words."""
        sure = [cell for cell in self.found.lines[0].cells if cell.verdict == "significant"]
        ahead = sum(cell.difference > 0 for cell in sure)
        return {"ahead": float(ahead), "behind": float(len(sure) - ahead)}

    def chart(self, *, across: int | None = None) -> Figure:
        """Return a row a bucket, a column a system."""
        del across
        return against_figure(self.found, colour=self.scene.colours[self.options["system"]])

    def table(self) -> Table:
        """Return the differences, a row a bucket and a column a system; of kinds of errors they are gold words."""
        found = self.found
        # By number: a system may be called as a column beside it.
        systems = {f"system {place}": Column(name, format="signed") for place, name in enumerate(found.systems)}
        rows = [
            {"row": line_said(line), **{key: cell.difference for key, cell in zip(systems, line.cells, strict=True)}}
            for line in found.lines
            if not all(math.isnan(cell.difference) for cell in line.cells)
        ]
        return Table(
            pd.DataFrame(rows), {"row": Column(lazy("difference in points; of errors, in gold words")), **systems}
        )

    @property
    def address(self) -> dict[str, str]:
        """What the address of its page says, but for the dataset."""
        return super().address | {"part": "base"} | {key: value for key, value in self.options.items() if key == "sort"}
