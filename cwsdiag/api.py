"""What ``import cwsdiag`` gives, above all other rooms: results here show themselves as frames."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from cwsdiag.attributes import ATTRIBUTES, Attribute
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis import DEFAULT_MIN_SIZE, DEFAULT_RESAMPLES, DEFAULT_SEED
from cwsdiag.diagnosis import Diagnosis as Counted
from cwsdiag.diagnosis import diagnose as counted
from cwsdiag.inference import LEAST_NAMED_UNITS
from cwsdiag.loading import load
from cwsdiag.project import load_dataset, read_project
from cwsdiag.resampling import SENTENCE
from cwsdiag.scores import SystemScore, score_systems
from cwsdiag.views.rows import breakdown_frame

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

__all__ = [
    "ATTRIBUTES",
    "Attribute",
    "Dataset",
    "Diagnosis",
    "SystemScore",
    "diagnose",
    "load",
    "load_dataset",
    "read_project",
    "score_systems",
]


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

    def _repr_html_(self) -> str:
        """Show the breakdown as a table in a notebook."""
        return str(self.breakdown.to_html())


def diagnose(
    dataset: Dataset,
    *,
    attributes: Sequence[str] | None = None,
    buckets: int | str | Mapping[str, str] | None = None,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
    min_size: int = DEFAULT_MIN_SIZE,
    min_units: int = LEAST_NAMED_UNITS,
    unit: str = SENTENCE,
) -> Diagnosis:
    """Break the scores of every system down by buckets of attributes; see ``cwsdiag.diagnosis.diagnose``."""
    found = counted(
        dataset,
        attributes=attributes,
        buckets=buckets,
        resamples=resamples,
        seed=seed,
        min_size=min_size,
        min_units=min_units,
        unit=unit,
    )
    return Diagnosis(**{field.name: getattr(found, field.name) for field in fields(found)})
