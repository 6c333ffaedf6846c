"""Findings beside a project: read anew where somebody changed them, and written whole."""

import stat

import pytest

from cwsdiag.errors import FormatError
from cwsdiag.findings import Finding, findings_path, read_file, read_findings, to_text, write_file
from cwsdiag.views.look import LookKey


def finding(id, title="as it was"):
    return Finding(id, title, "scores", LookKey("news"), numbers={"f1": float("nan")})


def titled(findings):
    return [(one.id, one.title) for one in findings]


def test_the_last_writer_wins(tmp_path):
    path = findings_path(tmp_path)
    write_file(path, [finding("a")])
    write_file(findings_path(tmp_path / "project.toml"), [finding("b", "renamed")])
    assert titled(read_file(path)) == titled(read_findings(path.read_text("utf-8"))) == [("b", "renamed")]
    assert [one.name for one in tmp_path.iterdir()] == ["findings.toml"], "nothing half written is left"
    path.write_text(to_text([finding("by hand")]), "utf-8")
    assert titled(read_file(path)) == [("by hand", "as it was")]


def test_what_is_no_file_of_findings_is_left_as_it_is(tmp_path):
    path = findings_path(tmp_path)
    path.write_text("[[finding]\n", "utf-8")
    with pytest.raises(FormatError, match=r"findings\.toml: this is not valid TOML"):
        write_file(path, [finding("a")])
    assert path.read_text("utf-8") == "[[finding]\n"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(FormatError, match="not UTF-8"):
        read_file(path)


def test_whoever_may_read_the_file_may_still(tmp_path):
    path = findings_path(tmp_path)
    write_file(path, [finding("a")])
    path.chmod(0o664)
    write_file(path, [])
    assert stat.S_IMODE(path.stat().st_mode) == 0o664
