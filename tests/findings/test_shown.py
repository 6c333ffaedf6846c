"""Findings with what they show now: one that cannot be made says why, and the others stand."""

from cwsdiag.errors import ProjectError, SettingError
from cwsdiag.exhibits.registry import made
from cwsdiag.findings import Finding, Shown, kept, shown, slides
from cwsdiag.views.look import LookKey


def test_what_cannot_be_made_says_why_and_is_no_slide(looks):
    good = kept(made(looks.look(LookKey("news")), "scores", {}))
    found = shown(
        [
            good,
            Finding("2", "gone", "self", LookKey("news"), {"system": "gone"}),
            Finding("3", "gone", "scores", LookKey("gone")),
            Finding("4", "odd", "scores", LookKey("news", buckets="odd")),
            Finding("5", "self", "self", LookKey("news"), {"system": "crf"}),
        ],
        looks,
    )
    assert isinstance(found[0], Shown)
    assert found[0].standing.is_same
    assert [type(one.problem) for one in found[1:4]] == [SettingError, ProjectError, SettingError]
    presented = slides(found)
    assert [slide.finding.id for slide in presented] == [good.id, "5"]
    assert presented[1].title == "F1 by bucket: crf on news", "one that was written by hand has the exhibit's title"


def test_baselines_are_systems_where_they_are_asked_for(looks):
    assert "BASE" in looks.look(LookKey("news", baselines=True)).systems
    assert "BASE" not in looks.look(LookKey("news")).systems
