"""The built-in segmenter: learnt from a training text, or from the beginning of one, it cuts other texts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np

from cwsdiag.arguments import bounds, whole
from cwsdiag.dataset import CorpusLike, ReadOptions
from cwsdiag.difficulty.learners import FIRST_END, Learner, Material, Model, Perceptron, Tags, key_of
from cwsdiag.difficulty.store import ModelStore
from cwsdiag.difficulty.templates import TEMPLATES, Features, Sentences, Template
from cwsdiag.errors import FormatError, SettingError
from cwsdiag.languages import lazy
from cwsdiag.parallel import HERE, Shared, Where, starmap_unordered
from cwsdiag.text import Bools, Segmentation, Text, frozen

# A curve of one seed says little: what a shuffle alone moves may be as much as more data does (METHODS 8).
CURVE_SEEDS = 5
_NOTHING = Text("", frozen(np.zeros(0, dtype=np.int32)))
_REMEDY = lazy("Segmenters learn from segmented text: one sentence per line, blanks between words.")


def read_training_text(corpus: CorpusLike, *, options: ReadOptions) -> Segmentation:
    """Read training data that segmenters can be learnt from.

    Args:
        corpus: path, source or words, as ``cwsdiag.load`` takes them.
        options: how to read it.

    Raises:
        FormatError: it is a word list.
        InputError: it cannot be read.
    """
    from cwsdiag.dataset import open_corpus
    from cwsdiag.formats.document import Document

    stream = open_corpus(corpus, role="training", options=options)
    if stream.kind != "segmented":
        raise FormatError(lazy("{name}: this is a word list. {remedy}", name=stream.name, remedy=_REMEDY))
    training = replace(Document.of(stream), warnings=())
    check_training(training)
    return training


def check_training(training: Segmentation) -> None:
    """Refuse what nothing can be learnt from.

    Raises:
        FormatError: no sentence has two words.
    """
    if len(training) == len(training.text.sentence_ends):
        facts = {"name": training.name, "remedy": _REMEDY}
        if len(training):
            raise FormatError(lazy("{name}: each line holds one word, as in a word list. {remedy}", **facts))
        raise FormatError(lazy("{name}: there is no word in it. {remedy}", **facts))


def digest_of(training: Segmentation) -> str:
    """Return the SHA-256 (hex) of the words and sentences of a training text, however it was read."""
    digest = hashlib.sha256()
    for part in (training.text.codes, training.text.sentence_ends, training.word_ends):
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part.astype("<u4").tobytes())
    return digest.hexdigest()


def as_cut(ends: Bools, text: Text, name: str) -> Segmentation:
    """Return the segmentation whose words end with the characters that are marked."""
    return Segmentation(name, text, frozen((np.flatnonzero(ends) + 1).astype(np.int32)))


@dataclass(frozen=True, eq=False)
class Segmenter:
    """A segmenter that has learnt, and cuts whatever it is given.

    Attributes:
        name: of its segmentations.
        digest: of its training text, see ``digest_of``.
        features: of all templates, without those of each character of the training text.
        template: the one that it looks at.
        model: what it has learnt.
    """

    name: str
    digest: str
    features: Features
    template: Template
    model: Model

    def cut(self, text: Text) -> Segmentation:
        """Return how it cuts a text; without words where that is empty."""
        return self.cut_by(self.model, self.template, text, self.name)

    def cut_by(self, model: Model, template: Template, text: Text, name: str) -> Segmentation:
        """Return how another model cuts a text that has learnt from the same training text, such as a member's."""
        sentences = Sentences.of(self.features.look_up(text), text)
        return as_cut(model.tags(sentences, template) >= FIRST_END, text, name)


def learn_segmenter(training: Segmentation, *, cache: Path | None = None) -> Segmenter:
    """Learn a segmenter from all of a training text: that of ``train_segmenter`` where nothing else is asked for."""
    template: Template = "F2"
    learner = _checked(training, template, None)
    features, digest = Features.of(training.text), digest_of(training)
    material = Material.of(training, features, _NOTHING)
    model = _model(learner, material, template, len(material.training), seed=0, training=digest, cache=cache)
    kept = replace(features, ids=features.ids[:0].copy())
    return Segmenter(f"{learner} {template}", digest, kept, template, model)


def train_segmenter(
    training: Segmentation,
    texts: Sequence[Text],
    *,
    template: Template = "F2",
    learner: Learner | None = None,
    sentences: int | float | None = None,
    seed: int = 0,
    name: str = "",
    cache: Path | None = None,
) -> tuple[Segmentation, ...]:
    """Learn a segmenter, and let it cut some texts.

    Args:
        training: segmented text to learn from; see ``read_training_text``.
        texts: what to cut.
        template: the features that it looks at.
        learner: what it is learnt by; an averaged perceptron by default.
        sentences: learn from so many sentences from the first (int), or from such a share of them (float above 0, at
            most 1); None for all.
        seed: of the learner's shuffles.
        name: of the segmentations; the learner and the template by default, as in ``perceptron F2``.
        cache: folder to keep the model in, such as ``cache_folder()``: one found there is not learnt again. None keeps
            nothing.

    Returns:
        A segmentation of each text, over the same ``Text`` object.

    Raises:
        FormatError: the training data is no segmented text.
        SettingError: a setting makes no sense, something is not installed, or ``cache`` cannot be written.
    """
    (cuts,) = train_segmenters(
        training,
        texts,
        seeds=(seed,),
        template=template,
        learner=learner,
        sentences=sentences,
        name=name,
        cache=cache,
    )
    return cuts


def train_segmenters(
    training: Segmentation,
    texts: Sequence[Text],
    *,
    seeds: Sequence[int],
    template: Template = "F2",
    learner: Learner | None = None,
    sentences: int | float | None = None,
    name: str = "",
    cache: Path | None = None,
) -> list[tuple[Segmentation, ...]]:
    """Learn a segmenter a seed from the same text, whose features are looked for once; see ``train_segmenter``.

    Returns:
        For each seed a segmentation of each text.
    """
    learner = _checked(training, template, learner)
    for seed in seeds:
        whole("seed", seed, bounds.SEED)
    count = _first(training, sentences)
    features = Features.of(training.text, template)
    material = Material.of(training, features, _NOTHING)
    to_cut = [Sentences.of(features.look_up(text), text) for text in texts]
    digest = digest_of(training)
    name = name or f"{learner} {template}"
    cuts = []
    for seed in map(int, seeds):
        model = _model(learner, material, template, count, seed=seed, training=digest, cache=cache)
        tags = (model.tags(one, template) for one in to_cut)
        cuts.append(tuple(as_cut(own >= FIRST_END, text, name) for own, text in zip(tags, texts, strict=True)))
    return cuts


def _model(
    learner: Learner,
    material: Material,
    template: Template,
    sentences: int,
    *,
    seed: int,
    training: str,
    cache: Path | None,
) -> Model:
    """Return the model that is kept of these settings and the training text of a digest, else learn and keep it."""
    store = ModelStore(cache, key_of(learner, seed=seed, sentences=sentences, template=template, training=training))
    model = store.find(0)
    if model is None:
        model = _learnt_from_first(material, learner, template, sentences, seed)
        store.keep(0, model)
        store.trim()
    return model


def learning_curve(
    training: Segmentation,
    gold: Segmentation,
    *,
    shares: Sequence[float] = (0.2, 0.5, 0.8, 1.0),
    template: Template = "F2",
    learner: Learner | None = None,
    seed: int = 0,
    seeds: int = CURVE_SEEDS,
    where: Where = HERE,
    progress: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> dict[float, tuple[Segmentation, ...]]:
    """Return what segmenters make of gold's text that learnt from a growing share of the training data, by share.

    They learn from the first so many sentences, so that each knows what those before it knew; of each share there is
    one a seed, see ``curve_seeds``. They are called by their learner, template, share and seed, as in
    ``perceptron F2 20 % seed 0``, ready to be the systems of a dataset.

    Args:
        training: segmented text to learn from; see ``read_training_text``.
        gold: whose text is cut.
        shares: of its sentences, above 0, at most 1.
        template: the features that segmenters look at.
        learner: what they are learnt by.
        seed: the first of its shuffles.
        seeds: how many for each share.
        where: segmenters are learnt.
        progress: called with the number of segmenters that are learnt, and how many there are, after each.
        cancelled: asked before all and after each; true to stop.

    Raises:
        Cancelled: ``cancelled`` said so.
        FormatError: the training data is no segmented text.
        SettingError: a setting makes no sense, something is not installed, or ``where`` cannot be used.
        WorkerError: workers were lost.
    """
    learner = _checked(training, template, learner)
    drawn = curve_seeds(learner, seed=seed, seeds=seeds)
    chosen = {share: _first(training, share) for share in map(float, shares)}
    # The largest first, so that no worker begins one when all others are done.
    wanted = sorted(product(chosen, drawn), reverse=True)
    material = Shared(Material.of(training, Features.of(training.text, template), gold.text))
    answers = starmap_unordered(
        _cut_by_first,
        [(material, learner, template, chosen[share], one) for share, one in wanted],
        total=len(wanted),
        where=where,
        processes=learner.locks,
        packages=learner.packages,
        progress=progress,
        cancelled=cancelled,
    )
    points = {}
    with closing(answers):
        for number, tags in answers:
            share, one = wanted[number]
            name = f"{learner} {template} {share * 100:g} % seed {one}"
            points[share, one] = as_cut(tags >= FIRST_END, gold.text, name)
    return {share: tuple(points[share, one] for one in drawn) for share in chosen}


def _cut_by_first(material: Material, learner: Learner, template: Template, sentences: int, seed: int) -> Tags:
    """Return the tags that a segmenter gives the text which learnt from the first so many training sentences."""
    return material.cut(_learnt_from_first(material, learner, template, sentences, seed), template)


def _learnt_from_first(material: Material, learner: Learner, template: Template, sentences: int, seed: int) -> Model:
    return learner.learn(material, template, np.arange(sentences, dtype=np.int64), np.random.default_rng(seed))


def curve_seeds(learner: Learner, *, seed: int, seeds: int) -> range:
    """Return the seeds that a curve is learnt with: so many from the first, one where the learner draws nothing.

    Raises:
        SettingError: one of them is out of bounds.
    """
    whole("seed", seed, bounds.SEED)
    whole("seeds", seeds, bounds.SEEDS)
    return range(seed, seed + (seeds if learner.draws else 1))


def _checked(training: Segmentation, template: Template, learner: Learner | None) -> Learner:
    """Refuse what cannot be done before anything is; return the learner."""
    if template not in TEMPLATES:
        raise SettingError(
            lazy("no feature template {template!r}. Available: {known}.", template=template, known=", ".join(TEMPLATES))
        )
    check_training(training)
    learner = learner or Perceptron()
    learner.require()
    return learner


def _first(training: Segmentation, sentences: int | float | None) -> int:
    """Return how many sentences so many, or such a share of them, are."""
    available = len(training.text.sentence_ends)
    count = available if sentences is None else sentences
    if isinstance(count, float) and 0 < count <= 1:
        count = max(1, round(count * available))
    if isinstance(count, float) or not 1 <= count <= available:
        raise SettingError(
            lazy(
                "{sentences} of {available:,} training sentences cannot be learnt from. Give 1 to {available:,}, or a "
                "share above 0, at most 1.",
                sentences=count,
                available=available,
            )
        )
    return count
