"""From files to a dataset: what came of reading them, in the words of pages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cwsdiag import loading
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.doctor import Finding
    from cwsdiag.errors import CwsdiagError
    from cwsdiag.formats import Facts
    from cwsdiag.ui.data.files import BytesListener, File, FileSet


@dataclass(frozen=True, eq=False)
class LoadedFiles:
    """What came of a set of files: the dataset of those that could be used, and why others could not.

    Attributes:
        dataset: None without a usable gold file.
        errors: by ``File.stamp``.
        facts: by ``File.stamp`` what each text that could be read was taken for, and what is in it.
        findings: what looks wrong where these meet.
    """

    dataset: Dataset | None
    errors: Mapping[str, CwsdiagError]
    facts: Mapping[str, Facts]
    findings: Sequence[Finding]

    @property
    def problems(self) -> dict[str, str]:
        """Message by ``File.stamp``, in the language of whoever reads it."""
        return {stamp: on_page(error) for stamp, error in self.errors.items()}

    def about(self, file: File) -> list[Finding]:
        """Return what was found about one file."""
        if file.role == "system":
            return [finding for finding in self.findings if finding.system == file.name]
        facts = self.facts.get(file.stamp)
        own = [finding for finding in self.findings if finding.system is None]
        return [] if facts is None else [finding for finding in own if finding.file == facts.name]


def load_files(files: FileSet, told: BytesListener | None = None) -> LoadedFiles:
    """Read a set of files; one that cannot be used takes nothing with it but itself.

    Args:
        files: what to read.
        told: is told of each piece that was read.
    """
    loaded = loading.load_files(files.described(told), facts=True, findings=True)
    stamps = {part: file.stamp for part, file in files.parts.items()}
    return LoadedFiles(
        loaded.dataset,
        {stamps[part]: error for part, error in loaded.problems.items()},
        {stamps[part]: facts for part, facts in loaded.facts.items()},
        loaded.findings,
    )


def without_hidden(dataset: Dataset, hidden: frozenset[str]) -> Dataset:
    """Return a dataset without some of its systems."""
    if not hidden:
        return dataset
    return replace(
        dataset,
        systems=tuple(system for system in dataset.systems if system.name not in hidden),
        tracks={name: track for name, track in dataset.tracks.items() if name not in hidden},
    )
