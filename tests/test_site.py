"""Where the files beside the library are found, and what the dashboard's settings promise."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from cwsdiag import files

CONFIG = tomllib.loads((files.site_folder() / ".streamlit" / "config.toml").read_text("utf-8"))


@pytest.fixture
def found_anew() -> Iterator[None]:
    """Where things lie is looked for once in a process: again for a test, and again after it."""
    for found in (files.site_folder, files.sample_project):
        found.cache_clear()
    yield
    for found in (files.site_folder, files.sample_project):
        found.cache_clear()


@pytest.mark.usefixtures("found_anew")
def test_installed_package_serves_what_it_carries(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "cwsdiag" / "_site").mkdir(parents=True)
    # Files of other packages that lie beside ours in site-packages are not ours to serve.
    (tmp_path / "app.py").touch()
    (tmp_path / "pages").mkdir()
    monkeypatch.setattr(files, "_PACKAGE", tmp_path / "cwsdiag")
    assert files.site_folder() == tmp_path / "cwsdiag" / "_site"
    assert files.sample_project() == tmp_path / "cwsdiag" / "_site" / "sample_data" / "project.toml"


def test_ten_chart_colours_the_same_in_light_and_dark() -> None:
    light, dark = CONFIG["theme"]["light"], CONFIG["theme"]["dark"]
    assert len(set(light["chartCategoricalColors"])) == 10
    assert light["chartCategoricalColors"] == dark["chartCategoricalColors"]


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("ground", ["backgroundColor", "secondaryBackgroundColor"])
def test_text_and_controls_stand_out(mode: str, ground: str) -> None:
    theme = CONFIG["theme"][mode]
    for ink in ("textColor", "linkColor"):
        assert _contrast(theme[ink], theme[ground]) >= 4.5, "WCAG 2.2, 1.4.3"
    assert _contrast(theme["primaryColor"], theme[ground]) >= 3, "WCAG 2.2, 1.4.11"
    assert _contrast(theme["primaryColor"], "#FFFFFF") >= 4.5, "the letters on a primary button"


def _contrast(one: str, other: str) -> float:
    """Contrast ratio of two #RRGGBB colours (WCAG 2.2)."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
