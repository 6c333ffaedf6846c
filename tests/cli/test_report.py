"""``cwsdiag report``: what it writes, of which findings, and what it says."""

import json


def test_proposed_findings_are_reported_where_none_are_kept(run, project):
    said = run("report", ".", "--out", "out", "--no-figures", "--title", "For Thursday", "--lang", "zh").stdout
    page = (project / "out" / "report.html").read_text("utf-8")
    assert '<html lang="zh-Hans">' in page
    assert "For Thursday" in page
    count = page.count('<section id="finding-')
    assert said.startswith(f"out: {count} findings, ")
    assert [one["name"] for one in json.loads((project / "out" / "results.json").read_text("utf-8"))["datasets"]]
    assert not (project / "out" / "figures").exists()


def test_kept_findings_are_reported_and_what_is_gone_is_said(run, project):
    lines = ['[[finding]]\nkind = "self"\nsystem = "gone"\ntitle = "old"\n', '[[finding]]\nkind = "scores"\n']
    (project / "findings.toml").write_text("\n".join(lines), encoding="utf-8")
    found = run("report", "project.toml", "--out", "out", "--no-figures")
    assert "warning: old: no system 'gone' in made" in found.stderr
    assert "out: 1 findings" in found.stdout
    (project / "other.toml").write_text(lines[1] * 2, encoding="utf-8")
    found = run("report", ".", "--out", "out", "--no-figures", "--findings", "other.toml")
    assert "out: 2 findings" in found.stdout


def test_what_cannot_be_read_or_written_is_said(run, project):
    assert (
        "there is a file where a folder should be"
        in run("report", ".", "--out", "gold.txt", "--no-figures", code=2).output
    )
    assert "there is no such file" in run("report", ".", "--out", "out", "--findings", "none.toml", code=2).output
    (project / "findings.toml").mkdir()
    assert "this is a folder" in run("report", ".", "--out", "out", "--no-figures", code=2).output
    assert not (project / "out").exists()
