"""CRFs: the weights that CRFsuite has; processes."""

from dataclasses import replace

import numpy as np
import pycrfsuite
import pytest

from cwsdiag.difficulty import CommitteeSettings, Crf, committee
from cwsdiag.difficulty.learners import Material
from cwsdiag.difficulty.templates import COLUMNS, Features
from cwsdiag.parallel import Where
from cwsdiag.text import TAGS
from tests.difficulty.corpus import many, segmentation, stored


def test_its_weights_are_those_of_crfsuite(tmp_path):
    training = segmentation(many(20))
    text = training.text
    features = Features.of(text)
    chosen = np.arange(3, 17)
    material = Material.of(training, features, text)
    model = Crf().learn(material, "F2", chosen, np.random.default_rng(0))
    trainer = pycrfsuite.Trainer("lbfgs", {"c2": 1.0}, verbose=False)
    for index in chosen:
        start, end = text.sentence_starts[index], text.sentence_ends[index]
        rows = [[f"w{number}" for number in row] for row in features.ids[start:end, : COLUMNS["F2"]].tolist()]
        trainer.append(rows, [TAGS[tag] for tag in training.tags[start:end]])
    trainer.train(str(tmp_path / "model"))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(tmp_path / "model"))
    there = tagger.info()
    expected = {(int(name[1:]), TAGS.index(tag)): weight for (name, tag), weight in there.state_features.items()}
    cells = [divmod(cell, 4) for cell in model.cells.tolist()]
    found = dict(zip(cells, model.weights.tolist(), strict=True))
    assert found == pytest.approx({part: weight for part, weight in expected.items() if weight}, abs=1e-5, rel=0)
    for (before, after), weight in there.transitions.items():
        assert abs(model.transitions[TAGS.index(before), TAGS.index(after)] - weight) < 1e-5


def test_a_committee_in_processes_is_the_same(training, gold, tmp_path):
    few = CommitteeSettings(members=2, seed=3, learner=Crf())
    one = committee(training, gold, few, where=Where(1), cache=tmp_path)
    assert len(stored(tmp_path)) == 2
    two = committee(training, gold, few, where=Where(2))
    assert (two.wrong == one.wrong).all()
    assert (committee(training, gold, few, cache=tmp_path).wrong == one.wrong).all()
    assert (committee(training, gold, replace(few, learner=Crf(c2=0.01))).wrong != one.wrong).any()
