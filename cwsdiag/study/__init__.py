"""Many systems on many datasets: biases of models and of datasets, criteria that differ [RC 3, 4; METHODS 9, 10]."""

from __future__ import annotations

from cwsdiag.study.bias import DEFAULT_BUCKETS, Study, study
from cwsdiag.study.consistency import Matrix, StringLoss, Words, psi, psi_matrix, string_losses
from cwsdiag.study.corpora import Corpus, read_corpora, read_text
from cwsdiag.study.criteria import WordDifference, differences
from cwsdiag.study.cuts import Concordance, Cut, Place
from cwsdiag.study.fitting import Fit, fit
from cwsdiag.study.maps import Map, aligned, distances, draw_map, mean_distances
from cwsdiag.study.own_curves import OwnCurve, OwnMeanCurve, curves_part, own_curves
from cwsdiag.study.parts import (
    BucketGain,
    Gain,
    PartPair,
    bucket_differences,
    bucket_gains,
    pair_gains,
    part_pairs,
    value_gains,
)
from cwsdiag.study.published import (
    Published,
    left_aside,
    nothing_measured,
    published_names,
    published_signature,
    with_published,
)
from cwsdiag.study.relation import Relation, relations
from cwsdiag.study.score_table import ScoreTable
from cwsdiag.study.selection.curves import (
    Curve,
    WayCurve,
    selection_curves,
    selection_test,
    training_sets,
    way_curves,
)
from cwsdiag.study.selection.orders import DEFAULT_SEEDS, WAYS, Order, Way, all_orders, orders, select_sources
from cwsdiag.study.sizes import CorpusSize, corpus_sizes
from cwsdiag.study.statistics import Correlation, Friedman, Nemenyi, friedman, nemenyi, rank_correlation
from cwsdiag.study.transfer import (
    Transfer,
    TransferScore,
    averaged_over,
    built_in_transfer,
    side_means,
    transfer_scores,
    transfers,
)

__all__ = [
    "DEFAULT_BUCKETS",
    "DEFAULT_SEEDS",
    "WAYS",
    "BucketGain",
    "Concordance",
    "Corpus",
    "CorpusSize",
    "Correlation",
    "Curve",
    "Cut",
    "WordDifference",
    "Fit",
    "Friedman",
    "Gain",
    "Map",
    "Matrix",
    "Nemenyi",
    "Order",
    "OwnCurve",
    "OwnMeanCurve",
    "PartPair",
    "Place",
    "Published",
    "Relation",
    "ScoreTable",
    "StringLoss",
    "Study",
    "Transfer",
    "TransferScore",
    "Way",
    "WayCurve",
    "Words",
    "aligned",
    "all_orders",
    "averaged_over",
    "bucket_differences",
    "bucket_gains",
    "built_in_transfer",
    "corpus_sizes",
    "curves_part",
    "differences",
    "distances",
    "draw_map",
    "fit",
    "friedman",
    "left_aside",
    "mean_distances",
    "nemenyi",
    "nothing_measured",
    "orders",
    "own_curves",
    "pair_gains",
    "part_pairs",
    "psi",
    "psi_matrix",
    "published_names",
    "published_signature",
    "rank_correlation",
    "read_corpora",
    "read_text",
    "relations",
    "select_sources",
    "side_means",
    "selection_curves",
    "selection_test",
    "string_losses",
    "study",
    "training_sets",
    "transfer_scores",
    "transfers",
    "value_gains",
    "way_curves",
    "with_published",
]
