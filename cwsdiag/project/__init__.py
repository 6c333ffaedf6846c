"""Projects: which files make up which dataset, and one loader for them."""

from cwsdiag.inputs import File, FileSet, StudySpec
from cwsdiag.project.project import Project, load_dataset, project_path, read_project

__all__ = ["File", "FileSet", "Project", "StudySpec", "load_dataset", "project_path", "read_project"]
