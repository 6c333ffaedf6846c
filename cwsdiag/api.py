"""What ``import cwsdiag`` gives, above all other rooms: results here show themselves as frames."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

from cwsdiag import files
from cwsdiag.attributes import ATTRIBUTES, Attribute
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis import Diagnosis as Counted
from cwsdiag.diagnosis import diagnose as counted
from cwsdiag.exhibits.exhibit import Exhibit
from cwsdiag.loading import load
from cwsdiag.project import load_dataset, read_project
from cwsdiag.scores import SystemScore, score_systems
from cwsdiag.views.look import Look
from cwsdiag.views.rows import breakdown_frame

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "ATTRIBUTES",
    "Attribute",
    "Dataset",
    "Diagnosis",
    "Figure",
    "SystemScore",
    "diagnose",
    "load",
    "load_dataset",
    "read_project",
    "score_systems",
]

P = ParamSpec("P")


class Figure:
    """A figure of a diagnosis: it shows itself in a notebook as on its page, and is saved as it is printed.

    Attributes:
        exhibit: what it shows, with its title, its headline and the numbers of that.
    """

    def __init__(self, exhibit: Exhibit) -> None:
        """Draw nothing yet.

        Args:
            exhibit: what it shows.
        """
        self.exhibit = exhibit

    @cached_property
    def plotly(self) -> Any:
        """A Plotly figure, laid out for a page, that may be changed; None for an exhibit without a chart."""
        from cwsdiag.charts.layout import figure, inked
        from cwsdiag.charts.theme import PAGE

        chart = self.exhibit.content.chart
        return None if chart is None else figure(inked(chart(PAGE), "light"))

    @property
    def caption(self) -> str:
        """What stands under it in print: what is shown, its finding, n, interval, test and version."""
        return self.exhibit.caption

    @property
    def table(self) -> pd.DataFrame | None:
        """Its numbers, a row each, by the keys of their columns; None without."""
        table = self.exhibit.table
        import pandas as pd

        return None if table is None else pd.DataFrame(table.frame, columns=list(table.columns))

    def save(self, path: str | Path, *, size: str = "column") -> None:
        """Write it as a file; the ending says as what.

        A chart is drawn by a Chromium; sentences and numbers need none.

        Args:
            path: of the file: svg, pdf or png (300 dpi); csv, tex or md for its numbers; txt for its caption.
            size: of a picture: ``column`` (85 mm), ``wide`` (178 mm), or ``slide`` (16:9).

        Raises:
            SettingError: there is no such format or size, or no numbers.
            DrawingError: the picture cannot be made here.
            ReadError: the file cannot be written.
        """
        from cwsdiag.report.files import file_of, size_named

        file = Path(path)
        files.save(file, file_of(self.exhibit, file.suffix[1:].lower(), size_named(size)))

    def _repr_mimebundle_(self, *args: Any, **kwargs: Any) -> Any:
        """Show the chart in a notebook, or the numbers where there is none."""
        if self.plotly is not None:
            return self.plotly._repr_mimebundle_(*args, **kwargs)
        said = {"text/plain": self.exhibit.content.sentence}
        return said if self.table is None else said | {"text/html": self.table.to_html()}


class Diagnosis(Counted):
    """The result of ``diagnose``, with what notebooks want of it as frames; see ``cwsdiag.diagnosis.Diagnosis``."""

    @property
    def breakdown(self) -> pd.DataFrame:
        """One row for each system, attribute and bucket: sizes, precision, recall, F1 and cost with 95 % intervals.

        Columns: system, attribute, bucket, label, gold, predicted, matched, precision, recall, f1, f1_low, f1_high,
        undefined_resamples, units, cost, cost_low, cost_high. ``gold`` counts the gold units compared with this system,
        ``units`` what resamples draw and what holds a gold or system word of the bucket.
        Undefined is NaN.
        """
        return breakdown_frame(self)

    def figure(self, kind: str, **options: str | int) -> Figure:
        """Return a figure, as its page draws it: ``diagnosis.figure("self", system="crf")``.

        Args:
            kind: ``scores``, ``self``, ``compare`` and so on; ``cwsdiag figure --list`` lists them with their options.
            options: of that kind, such as names of systems and keys of attributes.

        Raises:
            SettingError: there is no such kind, option, system or attribute, or one is missing.
        """
        from cwsdiag.exhibits.registry import made

        return Figure(made(self._look, kind, {name: str(value) for name, value in options.items()}))

    @cached_property
    def _look(self) -> Look:
        """What all its figures are made from: what one has computed is there for the next."""
        from cwsdiag.exhibits.looks import look_of_diagnosis

        return look_of_diagnosis(self)

    def _repr_html_(self) -> str:
        """Show the breakdown as a table in a notebook."""
        return str(self.breakdown.to_html())


def _shown(make: Callable[P, Counted]) -> Callable[P, Diagnosis]:
    """Have what makes a diagnosis give one that shows itself."""

    @wraps(make)
    def diagnose(*args: P.args, **settings: P.kwargs) -> Diagnosis:
        result = make(*args, **settings)
        return Diagnosis(**{field.name: getattr(result, field.name) for field in fields(result)})

    return diagnose


diagnose = _shown(counted)
