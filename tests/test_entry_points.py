"""Attributes that packages announce: what is wrong with one is one message that names it."""

import pytest

from cwsdiag import attributes
from cwsdiag.errors import SettingError

PROBLEMS = {
    "missing:IT": "the entry point 'mine' of cwsdiag.attributes failed with ModuleNotFoundError",
    "math:pi": "the entry point 'mine' of cwsdiag.attributes is not an Attribute",
    "taken:IT": "the entry point 'mine' of cwsdiag.attributes: the key 'wLen' is taken",
}


def announce(folder, package, group, entries):
    """Make a package look installed in a folder, with entry points."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


@pytest.fixture(autouse=True)
def looked_for_again():
    attributes._installed.cache_clear()
    yield
    attributes._installed.cache_clear()


@pytest.mark.parametrize("value", PROBLEMS)
def test_a_broken_entry_point(tmp_path, monkeypatch, value):
    announce(tmp_path, "mine", "cwsdiag.attributes", {"mine": value})
    taken = "from cwsdiag.attributes import ATTRIBUTES\nIT = ATTRIBUTES['wLen']\n"
    (tmp_path / "taken.py").write_text(taken, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(SettingError, match=PROBLEMS[value]):
        attributes.available()
