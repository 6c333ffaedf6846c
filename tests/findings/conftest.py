"""What findings are of."""

import pytest

from cwsdiag.exhibits.looks import ProjectLooks
from cwsdiag.files import sample_project
from cwsdiag.project import read_project


@pytest.fixture(scope="session")
def looks():
    return ProjectLooks(read_project(sample_project()))
