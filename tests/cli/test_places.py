"""Where several segmenters are learnt: by how many at once, or by whom, changes nothing that a command prints."""

import pytest

from cwsdiag.files import sample_project

SAMPLE = sample_project()
CURVES = ("select-sources", SAMPLE, "--target", "news", "--curve", "--way", "max", "--seeds", 1, "--no-cache")
COMMANDS = {
    "select-sources": CURVES,
    "study": ("study", SAMPLE, "--train-built-in", "--no-cache"),
    "learning-curve": ("learning-curve", SAMPLE, "--seeds", 1),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_scheduler_that_is_none_is_refused(run, name):
    result = run(*COMMANDS[name], "--scheduler", "nowhere", "--json", code=2)
    assert "'nowhere' is no address of a Dask scheduler" in result.stderr
    assert result.stdout == ""
