"""Projects as they are packed, and datasets as sessions change their systems."""

from typing import Any

from cwsdiag.project import FileSet, Project


def packed(project: Project) -> list[FileSet]:
    return [dataset.with_short_names() for dataset in project.datasets]


def edited(files: FileSet, edits: dict[str, dict[str, Any]]) -> FileSet:
    """Return files with attributes of systems changed, by their names."""
    for file in files.systems:
        files = files.with_changed(file, **edits.get(file.name, {}))
    return files
