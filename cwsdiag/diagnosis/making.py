"""How a diagnosis is made: attributes are cut on gold, and every system is counted once (METHODS 3, 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.arguments import bounds, whole
from cwsdiag.attributes import Context, available, select
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis.counting import bucket, count, gold_counts, ways_of
from cwsdiag.diagnosis.diagnosis import Diagnosis
from cwsdiag.errors import SettingError
from cwsdiag.inference import LEAST_NAMED_UNITS
from cwsdiag.languages import lazy
from cwsdiag.progress import staged
from cwsdiag.resampling import DOCUMENT, NO_DOCUMENTS, SENTENCE, check_settings
from cwsdiag.signature import signature

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DEFAULT_RESAMPLES = 1000
DEFAULT_SEED = 0
DEFAULT_MIN_SIZE = 30


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
    """Break the scores of every system down by buckets of attributes.

    Args:
        dataset: gold, systems and training data, from ``cwsdiag.load``.
        attributes: keys; by default all that are known, those that need difficulties only where the dataset has them.
            Those the training data cannot define stay undefined.
        buckets: how to cut values: a number for that many of equal count, or the notation of ``cwsdiag.buckets``, for
            all attributes or by key for some; each attribute's own way by default.
        resamples: bootstrap resamples over gold sentences.
        seed: of the resamples.
        min_size: fewest gold units of a bucket that a diagnosis may name.
        min_units: fewest resampling units that must hold a gold or system word of such a bucket.
        unit: what is drawn: ``sentence``, ``document``, or ``block:25`` for blocks of 25 consecutive sentences.

    Raises:
        SettingError: an unknown attribute or way of cutting, a setting out of range, or documents are to be drawn and
            the dataset has none.
    """
    check_settings(resamples=resamples, seed=seed, unit=unit)
    if unit == DOCUMENT and dataset.documents is None:
        raise SettingError(NO_DOCUMENTS)
    whole("min_size", min_size, bounds.MINIMUM)
    whole("min_units", min_units, bounds.MINIMUM)
    chosen = select(attributes, difficulty=dataset.difficulty is not None)
    ways = ways_of(chosen, buckets, available() if attributes is None else ())
    gold = Context(dataset.gold, training=dataset.training, difficulty=dataset.difficulty)
    prepared = tuple(
        bucket(attribute, gold, ways[attribute.key])
        for attribute in staged(lazy("Looking gold words up under each attribute"), chosen)
    )
    of_gold = gold_counts(prepared, dataset.gold)
    counts = {
        system.name: count(prepared, gold, Context(system, training=dataset.training, gold=gold), whole=of_gold)
        for system in staged(lazy("Counting what each system got right"), dataset.systems)
    }
    settings = {
        "attributes": ",".join(ways),
        "buckets": ";".join(f"{key}={way}" for key, way in ways.items()),
        "resamples": resamples,
        "seed": seed,
        "min-size": min_size,
        **({} if min_units == LEAST_NAMED_UNITS else {"min-units": min_units}),
        **({} if unit == SENTENCE else {"unit": unit}),
    }
    return Diagnosis(
        dataset=dataset,
        attributes=prepared,
        counts=counts,
        resamples=resamples,
        seed=seed,
        min_size=min_size,
        min_units=min_units,
        signature=signature(dataset, settings),
        unit=unit,
    )
