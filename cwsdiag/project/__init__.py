"""Projects: which files make up which dataset, and one loader for them."""

from cwsdiag.project.project import load_dataset, project_path, read_project
from cwsdiag.project.specs import DatasetSpec, Project, StudySpec, SystemSpec

__all__ = [
    "DatasetSpec",
    "Project",
    "StudySpec",
    "SystemSpec",
    "load_dataset",
    "project_path",
    "read_project",
]
