"""Slices of Diagnosis: buckets, slices of two, and those that a project names."""

from shutil import copytree

from cwsdiag.diagnosis.slices import slices
from cwsdiag.project import load_dataset, read_project
from cwsdiag.views.look import Look
from tests.app.conftest import table
from tests.app.test_words import lead


def test_slices_of_two_stand_among_the_others_by_cost(opened, sample):
    found = table(opened("diagnosis", project=sample, dataset="microblog", system="crf"), "slice")
    costs = found["cost_a"].tolist()
    assert found["slice"][0] == "all words" and costs[1:] == sorted(costs[1:], reverse=True)
    of_two = slices(Look(load_dataset(read_project(sample).datasets[1])).diagnosis, "crf").rows
    assert found["slice"].str.contains(" and ").sum() == sum(one.significant for one in of_two) > 0


def test_pages_show_a_slice_that_a_project_names(opened, sample, tmp_path):
    folder = copytree(sample.parent, tmp_path / "own")
    with (folder / "project.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[slice]]\nname = "long new words"\nwhere = { wLen = "3", wFre = "0" }\n')
    chosen = {"dataset": "microblog", "system": "crf", "attribute": "slice:long new words", "bucket": "0"}
    page = opened("diagnosis", project=folder / "project.toml", part="buckets", **chosen)
    every = table(page, "mark")
    (gold,) = every[every["title"] == "long new words"]["gold"].tolist()
    assert f">long new words<small>{gold} words, " in lead(page)
