"""Where the files beside the library are found, and what the dashboard's settings promise."""

import tomllib

import pytest

from cwsdiag import files
from tests.charts.test_theme import contrast, rgb

CONFIG = tomllib.loads((files.site_folder() / ".streamlit" / "config.toml").read_text("utf-8"))


@pytest.fixture
def found_anew():
    """Where things lie is looked for once in a process: again for a test, and again after it."""
    for found in (files.site_folder, files.sample_project):
        found.cache_clear()
    yield
    for found in (files.site_folder, files.sample_project):
        found.cache_clear()


@pytest.mark.usefixtures("found_anew")
def test_installed_package_serves_what_it_carries(monkeypatch, tmp_path):
    (tmp_path / "cwsdiag" / "_site").mkdir(parents=True)
    # Files of other packages that lie beside ours in site-packages are not ours to serve.
    (tmp_path / "app.py").touch()
    (tmp_path / "pages").mkdir()
    monkeypatch.setattr(files, "_PACKAGE", tmp_path / "cwsdiag")
    assert files.site_folder() == tmp_path / "cwsdiag" / "_site"
    assert files.sample_project() == tmp_path / "cwsdiag" / "_site" / "sample_data" / "project.toml"


def test_ten_chart_colours_the_same_in_light_and_dark():
    light, dark = CONFIG["theme"]["light"], CONFIG["theme"]["dark"]
    assert len(set(light["chartCategoricalColors"])) == 10
    assert light["chartCategoricalColors"] == dark["chartCategoricalColors"]


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("ground", ["backgroundColor", "secondaryBackgroundColor"])
def test_text_and_controls_stand_out(mode, ground):
    theme = CONFIG["theme"][mode]
    for ink in ("textColor", "linkColor"):
        assert contrast(rgb(theme[ink]), rgb(theme[ground])) >= 4.5, "WCAG 2.2, 1.4.3"
    assert contrast(rgb(theme["primaryColor"]), rgb(theme[ground])) >= 3, "WCAG 2.2, 1.4.11"
    assert contrast(rgb(theme["primaryColor"]), rgb("#FFFFFF")) >= 4.5, "the letters on a primary button"
