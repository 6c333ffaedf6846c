"""Many systems on many datasets: biases of models and of datasets, criteria that differ [RC 3, 4; METHODS 9, 10]."""

from __future__ import annotations

from cwsdiag.study.bias import DEFAULT_BUCKETS, Study, study
from cwsdiag.study.consistency import Matrix, StringLoss, Words, psi, psi_matrix, string_losses
from cwsdiag.study.corpora import Corpus, CorpusFiles, read_corpora, read_text
from cwsdiag.study.criteria import UNSEEN, Difference, differences
from cwsdiag.study.cuts import Concordance, Cut, Place
from cwsdiag.study.fitting import Fit, fit
from cwsdiag.study.kinds import KINDS, Kind, kind_of
from cwsdiag.study.maps import Map, aligned, distances, draw_map, mean_distances
from cwsdiag.study.relation import Relation, relations
from cwsdiag.study.selection import (
    WAYS,
    Curve,
    Order,
    Way,
    orders,
    select_sources,
    selection_curves,
    selection_test,
)
from cwsdiag.study.statistics import Correlation, Friedman, Nemenyi, friedman, nemenyi, rank_correlation
from cwsdiag.study.transfer import (
    Transfer,
    TransferScore,
    built_in_transfer,
    mean_transfer,
    transfer_scores,
    transfers,
)

__all__ = [
    "DEFAULT_BUCKETS",
    "KINDS",
    "UNSEEN",
    "WAYS",
    "Concordance",
    "Corpus",
    "CorpusFiles",
    "Correlation",
    "Curve",
    "Cut",
    "Difference",
    "Fit",
    "Friedman",
    "Kind",
    "Map",
    "Matrix",
    "Nemenyi",
    "Order",
    "Place",
    "Relation",
    "StringLoss",
    "Study",
    "Transfer",
    "TransferScore",
    "Way",
    "Words",
    "aligned",
    "built_in_transfer",
    "differences",
    "distances",
    "draw_map",
    "fit",
    "friedman",
    "kind_of",
    "mean_distances",
    "mean_transfer",
    "nemenyi",
    "orders",
    "psi",
    "psi_matrix",
    "rank_correlation",
    "read_corpora",
    "read_text",
    "relations",
    "select_sources",
    "selection_curves",
    "selection_test",
    "string_losses",
    "study",
    "transfer_scores",
    "transfers",
]
