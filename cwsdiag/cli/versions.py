"""``cwsdiag versions``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli import options, studying
from cwsdiag.cli.output import show, warn
from cwsdiag.errors import SettingError
from cwsdiag.languages.visible import visible
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.versions import Part
    from cwsdiag.project.specs import DatasetSpec, Project


@click.command()
@studying.project_argument
@click.option("--system", metavar="NAME", help="The system; may be left out where only one has versions.")
@click.option("--dataset", metavar="NAME", help="Only on this dataset. [all on which it has versions]")
@click.option("--bucket", metavar="ATTRIBUTE:LABEL", help="Only words of a bucket, such as wLen:≥4. [all words]")
@options.diagnosis_options
@options.minimum_options
@options.unit_option
@options.json_option
def versions(
    project: Path,
    system: str | None,
    dataset: str | None,
    bucket: str | None,
    buckets: str | None,
    plugins: Sequence[Path],
    as_json: bool,
    **settings: Any,
) -> None:
    """A system from version to version: F1 of each, words won and lost from one to the next.

    PROJECT is a project.toml or its folder; versions are those that its systems have there.
    """
    from cwsdiag.project import read_project
    from cwsdiag.report.versions_text import versions_document, versions_lines

    name, specs = _chosen(read_project(project), system, dataset)
    key, _, label = (bucket or "").partition(":")
    if bucket is not None and not (key.strip() and label.strip()):
        raise SettingError(f"--bucket {bucket}: write ATTRIBUTE:LABEL, as in wLen:≥4.")
    keys = options.keys_of(key.strip() or None, plugins) or []
    diagnosed = [_diagnosed(spec, name, keys, options.buckets_of(buckets), settings) for spec in specs]
    chosen = [(one, None) for one in diagnosed] if bucket is None else _with_bucket(diagnosed, keys[0], label)
    with working("comparing"):
        documents = [versions_document(one, name, part, one.dataset.warnings) for one, part in chosen]
    show(documents, _separated(map(versions_lines, documents)), as_json=as_json)


def _chosen(project: Project, system: str | None, dataset: str | None) -> tuple[str, list[DatasetSpec]]:
    """Return the system that is asked for, and the datasets on which it has versions; at least one."""
    specs = project.datasets if dataset is None else (project.dataset(dataset),)
    named = {spec.name: spec.files().older for spec in specs}
    names = list(dict.fromkeys(name for older in named.values() for name in older))
    if system is None and len(names) == 1:
        system = names[0]
    system = None if system is None else visible(system)
    if system is None or system not in names:
        asked = "name one with --system" if system is None else f"--system {system}: it has no versions"
        raise SettingError(f"{project.path}: {asked}. Systems with versions: {', '.join(names) or 'none'}.")
    return system, [spec for spec in specs if system in named[spec.name]]


def _diagnosed(
    spec: DatasetSpec, system: str, keys: Sequence[str], buckets: int | str | None, settings: dict[str, Any]
) -> Diagnosis:
    from cwsdiag.diagnosis import diagnose
    from cwsdiag.project.versions import load_versions

    with working("reading"):
        dataset = load_versions(spec.files(), system)
    warn(f"{dataset.name}: {said}" for said in dataset.warnings)
    return diagnose(dataset, attributes=keys, buckets=buckets, **settings)


def _with_bucket(diagnosed: Sequence[Diagnosis], key: str, label: str) -> list[tuple[Diagnosis, Part]]:
    """Return the diagnoses that have a bucket of this label, with it; the others are left out with a warning."""
    from cwsdiag.buckets import label_key

    found: list[tuple[Diagnosis, Part]] = []
    known: dict[str, None] = {}
    for one in diagnosed:
        buckets = one.attribute(key).buckets
        labels = [] if buckets is None else list(map(label_key, buckets.labels))
        known |= dict.fromkeys(() if buckets is None else buckets.labels)
        if label_key(label) in labels:
            found.append((one, (key, labels.index(label_key(label)))))
        else:
            warn([f"{one.dataset.name}: {key} has no bucket {label!r} there."])
    if not found:
        raise SettingError(f"--bucket {key}:{label}: there is no such bucket. Available: {', '.join(known) or 'none'}.")
    return found


def _separated(texts: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the lines of texts with an empty one between two."""
    for place, lines in enumerate(texts):
        if place:
            yield ""
        yield from lines
