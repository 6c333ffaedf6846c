"""CRFs: the weights that CRFsuite has, decoded over valid tags; processes."""

from dataclasses import replace

import numpy as np
import pycrfsuite

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
    assert found.keys() == {part for part, weight in expected.items() if weight}
    assert all(abs(found.get(part, 0) - weight) < 1e-5 for part, weight in expected.items())
    for (before, after), weight in there.transitions.items():
        assert abs(model.transitions[TAGS.index(before), TAGS.index(after)] - weight) < 1e-5
    # Where its own best tags are valid, they are ours.
    tags = material.cut(model, "F2")
    same = 0
    for index in range(len(text.sentence_ends)):
        start, end = text.sentence_starts[index], text.sentence_ends[index]
        theirs = tagger.tag([[f"w{number}" for number in row] for row in features.ids[start:end, :9].tolist()])
        same += theirs == [TAGS[tag] for tag in tags[start:end]]
    assert same == len(text.sentence_ends)


def test_a_committee_in_processes_is_the_same(training, gold, tmp_path):
    few = CommitteeSettings(members=4, seed=3, learner=Crf())
    one = committee(training, gold, few, where=Where(1), cache=tmp_path)
    assert len(stored(tmp_path)) == 4
    two = committee(training, gold, few, where=Where(2))
    assert (two.wrong == one.wrong).all()
    assert (committee(training, gold, few, cache=tmp_path).wrong == one.wrong).all()
    assert (committee(training, gold, replace(few, learner=Crf(c2=0.01))).wrong != one.wrong).any()
