"""Projects as they are packed."""

from cwsdiag.project import FileSet, Project


def packed(project: Project) -> list[FileSet]:
    return [dataset.with_short_names() for dataset in project.datasets]
