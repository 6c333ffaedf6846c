"""TOML as people write it, and as nobody does."""

import pytest

from cwsdiag import toml
from cwsdiag.errors import ProjectError
from cwsdiag.toml import read_toml

DEEP = 100_000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = " + "[" * DEEP, "nested too deeply"),
        ("a = " + "[" * 40 + "]" * 40, "nested too deeply"),
        ("a = " + "{a = " * DEEP, "nested too deeply"),
        (" . ".join(["'a'", '"b"'] * DEEP) + " = 1", "nested too deeply"),
        ("a = " + "9" * 6000, "more than 64 bits"),
        ("[a]\nb = [1, {c = 0x" + "f" * 6000 + "}]", "more than 64 bits"),
        ("a = 2026-02-30", "not valid TOML: Invalid date"),
        ("a = '" + "x" * toml.MOST + "'", r"has 4,000,006 characters"),
    ],
    ids=lambda value: value[:20],
)
def test_what_nobody_writes_is_refused_at_once(text, said):
    with pytest.raises(ProjectError, match=said) as caught:
        read_toml(text, ProjectError)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("mark", ['"', "'", '"""', "'''"])
def test_texts_and_comments_may_hold_what_keys_may_not(mark):
    version = ".".join("1" * 500)
    assert read_toml(f"# {version}\na = {mark}{version}{mark} # {version}\r\nb = 1", ProjectError) == {
        "a": version,
        "b": 1,
    }
    assert read_toml(f'a = "\\"{version}"\rb = {2**63 - 1}', ProjectError) == {"a": f'"{version}', "b": 2**63 - 1}
    assert read_toml("", ProjectError) == {}
