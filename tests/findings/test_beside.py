"""Findings beside a project: read anew where somebody changed them, and written whole."""

import stat
from pathlib import Path

import pytest

from cwsdiag.errors import FormatError
from cwsdiag.findings import Finding, FindingsFile, read_findings, to_text
from cwsdiag.views.look import Where


def finding(id: str, title: str = "as it was") -> Finding:
    return Finding(id, title, "scores", Where("news"), numbers={"f1": float("nan")})


def titled(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(one.id, one.title) for one in findings]


def test_the_last_writer_wins(tmp_path: Path) -> None:
    file = FindingsFile.of_project(tmp_path)
    assert file.read() == ()
    file.write([finding("a")])
    FindingsFile.of_project(tmp_path / "project.toml").write([finding("b", "renamed")])
    assert titled(file.read()) == titled(read_findings(file.path.read_text("utf-8"))) == [("b", "renamed")]
    assert [path.name for path in tmp_path.iterdir()] == ["findings.toml"], "nothing half written is left"
    file.path.write_text(to_text([finding("by hand")]), "utf-8")
    assert titled(file.read()) == [("by hand", "as it was")]


def test_what_is_no_file_of_findings_is_left_as_it_is(tmp_path: Path) -> None:
    file = FindingsFile.of_project(tmp_path)
    file.path.write_text("[[finding]\n", "utf-8")
    with pytest.raises(FormatError, match=r"findings\.toml: this is not valid TOML"):
        file.write([finding("a")])
    assert file.path.read_text("utf-8") == "[[finding]\n"
    file.path.write_bytes(b"\xff\xfe")
    with pytest.raises(FormatError, match="not UTF-8"):
        file.read()


def test_whoever_may_read_the_file_may_still(tmp_path: Path) -> None:
    file = FindingsFile.of_project(tmp_path)
    file.write([finding("a")])
    file.path.chmod(0o664)
    file.write([])
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o664
