"""Findings with what they show now: one that cannot be made says why, and the others stand."""

from cwsdiag.errors import ProjectError, SettingError
from cwsdiag.exhibits.registry import made
from cwsdiag.findings import Finding, Shown, kept, shown
from cwsdiag.views.look import LookKey


def test_what_cannot_be_made_says_why(looks):
    good = kept(made(looks.look(LookKey("news")), "scores", {}))
    found = shown(
        [
            good,
            Finding("2", "gone", "self", LookKey("news"), {"system": "gone"}),
            Finding("3", "gone", "scores", LookKey("gone")),
            Finding("4", "odd", "scores", LookKey("news", buckets="odd")),
        ],
        looks,
    )
    assert isinstance(found[0], Shown)
    assert found[0].standing.is_same
    assert [type(one.problem) for one in found[1:]] == [SettingError, ProjectError, SettingError]


def test_baselines_are_systems_where_they_are_asked_for(looks):
    assert "BASE" in looks.look(LookKey("news", baselines=True)).systems
    assert "BASE" not in looks.look(LookKey("news")).systems
