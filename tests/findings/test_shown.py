"""Findings with what they show now: one that cannot be made says why, and the others stand."""

import pytest

from cwsdiag.errors import ProjectError, SettingError
from cwsdiag.exhibits import ProjectScenes, Where, made
from cwsdiag.findings import Finding, kept, shown
from cwsdiag.project import read_project
from cwsdiag.site import sample_project


@pytest.fixture(scope="module")
def scenes():
    return ProjectScenes(read_project(sample_project()))


def test_what_cannot_be_made_says_why(scenes):
    good = kept(made(scenes.scene(Where("news")), "scores", {}))
    found = shown(
        [
            good,
            Finding("2", "gone", "self", Where("news"), {"system": "gone"}),
            Finding("3", "gone", "scores", Where("gone")),
            Finding("4", "odd", "scores", Where("news", buckets="odd")),
        ],
        scenes,
    )
    assert found[0].exhibit is not None
    assert found[0].standing.is_same
    assert [one.exhibit for one in found[1:]] == [None] * 3
    assert [type(one.problem) for one in found[1:]] == [SettingError, ProjectError, SettingError]


def test_a_scene_is_made_once(scenes):
    assert scenes.scene(Where("news")) is scenes.scene(Where("news"))
    assert scenes.scene(Where("")) is scenes.scene(Where(scenes.names[0]))


def test_a_system_has_one_colour_in_all_datasets(scenes):
    first, second = (scenes.scene(Where(name)) for name in scenes.names[:2])
    for system in set(first.results.systems) & set(second.results.systems):
        assert first.colours[system] == second.colours[system]


def test_baselines_are_systems_where_they_are_asked_for(scenes):
    assert "BASE" in scenes.scene(Where("news", baselines=True)).results.systems
    assert "BASE" not in scenes.scene(Where("news")).results.systems
