"""Projects as they are packed, without the dashboard."""

from functools import partial
from pathlib import Path

from cwsdiag.dataset import ReadOptions
from cwsdiag.formats.source import Source
from cwsdiag.project import DatasetSpec, Project, SystemSpec
from cwsdiag.project.archive import PackedDataset, PackedFile, PackedSystem


def packed(project: Project) -> list[PackedDataset]:
    """Return the datasets of a project as they are packed."""
    return [_dataset(spec) for spec in project.datasets]


def _dataset(spec: DatasetSpec) -> PackedDataset:
    def file(path: Path | None, options: ReadOptions) -> PackedFile | None:
        return None if path is None else PackedFile(path.name, partial(Source.from_path, path), options)

    def system(one: SystemSpec) -> PackedSystem:
        prediction = PackedFile(one.prediction.name, partial(Source.from_path, one.prediction), one.options)
        name = one.name if one.trained_on in (None, spec.name) else one.model
        return PackedSystem(name, prediction, one.model, one.track, one.trained_on, one.hidden, one.run_of, one.parts)

    return PackedDataset(
        spec.name,
        PackedFile(spec.gold.name, partial(Source.from_path, spec.gold), spec.options),
        train=file(spec.train, spec.train_options or spec.options),
        dev=file(spec.dev, spec.options),
        weights=file(spec.weights, ReadOptions()),
        idioms=file(spec.idioms, ReadOptions()),
        systems=tuple(map(system, (*spec.systems, *spec.transferred))),
        mismatch=spec.mismatch,
        baselines=spec.baselines,
    )
