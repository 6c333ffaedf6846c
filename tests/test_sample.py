"""The sample data: sizes, no templates, criteria that follow from the annotation, predictions over the same text."""

import gzip
import importlib.util
from pathlib import Path

import pytest

import cwsdiag
from cwsdiag.loading import load_transferred

FOLDER = Path(__file__).parent.parent / "sample_data"


@pytest.mark.parametrize("criterion", ["first", "second"])
def test_difficulties_can_be_made_again(criterion, tmp_path, monkeypatch):
    spec = importlib.util.spec_from_file_location("sample_build", FOLDER / "build.py")
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    folder = FOLDER / "microblog" / criterion
    for name in ("train.txt", "test.txt"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    monkeypatch.setattr(build, "folder_of", lambda sample: tmp_path)
    build.weigh(("microblog", criterion))
    new, old = (gzip.decompress((place / "difficulty.csv.gz").read_bytes()) for place in (tmp_path, folder))
    assert new == old


def test_every_dataset_has_a_crf_of_every_training_file():
    datasets = cwsdiag.read_project(FOLDER).datasets
    names = [spec.name for spec in datasets]
    assert names == ["news", "microblog", "news, second criterion", "microblog, first criterion"]
    for spec in datasets:
        found = load_transferred(spec, stop=True)
        dataset = found.dataset
        assert set(found.origins.values()) == {("crf", name) for name in names}
        assert dataset.warnings == cwsdiag.load_dataset(spec).warnings == ()
        f1 = {score.name: score.f1 for score in cwsdiag.score_systems(dataset)}
        assert len(f1) == 4
        assert f1["crf"] == max(f1.values())
