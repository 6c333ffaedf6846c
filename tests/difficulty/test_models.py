"""Viterbi and the perceptron against plain loops; models as they are kept."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cwsdiag.difficulty import Perceptron
from cwsdiag.difficulty.learners import Material, Model
from cwsdiag.difficulty.templates import COLUMNS, TEMPLATES, Features, Sentences
from cwsdiag.text import TAGS
from tests.difficulty.corpus import segmentation, sentences_of
from tests.oracles import difficulty_features
from tests.oracles import difficulty_perceptron as oracle

templates = st.sampled_from(TEMPLATES)


def names_of(features, text, template):
    """The oracle's name of each feature."""
    names = {}
    rows = [r for i in range(len(text.sentence_ends)) for r in difficulty_features.features(text.sentence(i), template)]
    for row, ids in zip(rows, features.ids[:, : COLUMNS[template]].tolist(), strict=True):
        names.update(zip(ids, row, strict=True))
    return names


def as_dictionary(model, names):
    weights = {}
    for cell, weight in zip(model.cells.tolist(), model.weights.tolist(), strict=True):
        weights[names[cell // 4], TAGS[cell % 4]] = weight
    for before, row in enumerate(model.transitions.tolist()):
        weights |= {(TAGS[before], TAGS[tag]): weight for tag, weight in enumerate(row) if weight}
    return weights


@settings(max_examples=60)
@given(sentences_of(), templates, st.data())
def test_tags_are_the_best_of_all_valid_sequences(sentences, template, data):
    text = segmentation(sentences).text
    features = Features.of(text)
    count = len(names_of(features, text, template))
    weight = st.integers(-2, 2)
    emissions = data.draw(st.lists(weight, min_size=4 * count, max_size=4 * count))
    transitions = data.draw(st.lists(weight, min_size=16, max_size=16))
    model = Model.of(
        np.arange(count, dtype=np.int32), np.reshape(emissions, (-1, 4)) / 4, np.reshape(transitions, (4, 4)) / 4
    )
    found = "".join(TAGS[t] for t in model.tags(Sentences.of(features.ids, text), template))
    weights = {part: Fraction(w) for part, w in as_dictionary(model, names_of(features, text, template)).items()}
    expected = [
        "".join(oracle.best_tags(difficulty_features.features(text.sentence(index), template), weights))
        for index in range(len(text.sentence_ends))
    ]
    assert found == "".join(expected)


@settings(max_examples=25)
@given(sentences_of(), templates, st.integers(1, 3), st.integers(0, 5))
def test_the_perceptron_learns_the_weights_of_the_oracle(sentences, template, passes, seed):
    training = segmentation(sentences)
    features = Features.of(training.text)
    chosen = np.arange(0, len(sentences), 2)
    material = Material.of(training, features, training.text)
    model = Perceptron(passes).learn(material, template, chosen, np.random.default_rng(seed))
    rng = np.random.default_rng(seed)
    orders = [rng.permutation(len(chosen)).tolist() for _ in range(passes)]
    expected = oracle.learn([sentences[number] for number in chosen], orders, template)
    found = as_dictionary(model, names_of(features, training.text, template))
    assert found.keys() == expected.keys()
    for part, weight in expected.items():
        assert found[part] == pytest.approx(float(weight), rel=1e-6), part
