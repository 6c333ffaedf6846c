"""Findings beside a project: several hands write the same file, and none loses what another did."""

import stat
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.errors import FormatError
from cwsdiag.exhibits import Where
from cwsdiag.findings import Finding, read_findings, to_text
from cwsdiag.findings.beside import FindingsFile, merged


def finding(id: str, title: str = "as it was") -> Finding:
    return Finding(id, title, "scores", Where("news"), numbers={"f1": float("nan")})


def titled(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(one.id, one.title) for one in findings]


@st.composite
def hands(draw: st.DrawFn) -> tuple[list[Finding], list[Finding], list[Finding]]:
    """What two hands began with, and what each made of it: removed, renamed, moved, added."""
    begun = [finding(id) for id in draw(st.lists(st.sampled_from("abcdef"), unique=True, max_size=5))]

    def changed(new: str) -> list[Finding]:
        left = [one for one in begun if draw(st.integers(0, 3))]
        renamed = [replace(one, title=f"by {new}") if not draw(st.integers(0, 2)) else one for one in left]
        added = renamed + [finding(new * n) for n in range(1, draw(st.integers(1, 3)))]
        return draw(st.permutations(added)) if draw(st.booleans()) else added

    return begun, changed("x"), changed("y")


def oracle(before: list[Finding], mine: list[Finding], theirs: list[Finding]) -> set[tuple[str, str]]:
    """Which findings are left, and under which titles; the rule read off case by case."""
    was, here, there = ({one.id: one.title for one in some} for some in (before, mine, theirs))
    left = set()
    for id in {*was, *here, *there}:
        if id not in was:
            left.add((id, here.get(id, there.get(id))))
        elif id in here and id in there:
            left.add((id, here[id] if here[id] != was[id] else there[id]))
        elif id in here and here[id] != was[id]:
            left.add((id, here[id]))
        elif id in there and there[id] != was[id]:
            left.add((id, there[id]))
    return left


@given(hands())
def test_of_two_hands_none_loses_what_the_other_did(of: tuple[list[Finding], list[Finding], list[Finding]]) -> None:
    before, mine, theirs = of
    found = merged(before, mine, theirs)
    assert len({one.id for one in found}) == len(found)
    assert set(titled(found)) == oracle(before, mine, theirs)
    assert merged(before, mine, before) == tuple(mine)
    assert merged(before, before, theirs) == tuple(theirs)


def test_the_order_is_that_of_whoever_changed_it() -> None:
    a, b, c, new = (finding(id) for id in ("a", "b", "c", "new"))
    assert [one.id for one in merged([a, b, c], [c, a, b], [a, new, b, c])] == ["c", "a", "new", "b"]
    assert [one.id for one in merged([a, b, c], [a, b, c, new], [b, a, c])] == ["b", "a", "c", "new"]


def test_two_tabs_write_one_file(tmp_path: Path) -> None:
    file = FindingsFile.of_project(tmp_path)
    assert file.read() == ()
    first = file.write([], [finding("a")])
    # Another tab, or an editor, that knows nothing of it.
    FindingsFile.of_project(tmp_path / "project.toml").write([], [finding("b")])
    after = file.write(first, [replace(first[0], title="renamed")])
    assert titled(after) == titled(file.read()) == [("a", "renamed"), ("b", "as it was")]
    assert titled(read_findings(file.path.read_text("utf-8"))) == titled(after)
    assert [path.name for path in tmp_path.iterdir()] == ["findings.toml"], "nothing half written is left"
    file.path.write_text(to_text([finding("by hand")]), "utf-8")
    assert titled(file.read()) == [("by hand", "as it was")]


def test_what_is_no_file_of_findings_is_left_as_it_is(tmp_path: Path) -> None:
    file = FindingsFile.of_project(tmp_path)
    file.path.write_text("[[finding]\n", "utf-8")
    with pytest.raises(FormatError, match=r"findings\.toml: this is not valid TOML"):
        file.write([], [finding("a")])
    assert file.path.read_text("utf-8") == "[[finding]\n"
    file.path.write_bytes(b"\xff\xfe")
    with pytest.raises(FormatError, match="not UTF-8"):
        file.read()


def test_whoever_may_read_the_file_may_still(tmp_path: Path) -> None:
    file = FindingsFile.of_project(tmp_path)
    file.write([], [finding("a")])
    file.path.chmod(0o664)
    file.write(file.read(), [])
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o664
