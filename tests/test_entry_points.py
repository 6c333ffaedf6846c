"""Attributes that packages announce: what is wrong with one is one message that names it."""

import pytest

from cwsdiag import attributes
from cwsdiag.errors import SettingError

PROBLEMS = {
    "missing:IT": "the entry point 'mine' of cwsdiag.attributes failed with ModuleNotFoundError",
    "math:pi": "the entry point 'mine' of cwsdiag.attributes is not an Attribute",
    "taken:IT": "the entry point 'mine' of cwsdiag.attributes: the key 'wLen' is taken",
}


@pytest.fixture(autouse=True)
def looked_for_again():
    attributes._installed.cache_clear()
    yield
    attributes._installed.cache_clear()


@pytest.mark.parametrize("value", PROBLEMS)
def test_a_broken_entry_point(tmp_path, monkeypatch, value):
    info = tmp_path / "mine-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[cwsdiag.attributes]\nmine = {value}\n", encoding="utf-8")
    taken = "from cwsdiag.attributes import ATTRIBUTES\nIT = ATTRIBUTES['wLen']\n"
    (tmp_path / "taken.py").write_text(taken, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(SettingError, match=PROBLEMS[value]):
        attributes.available()
