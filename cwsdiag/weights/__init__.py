"""How hard each gold word is, and the files that say so [PM, METHODS 8].

``read_weights`` and ``write_weights`` know the files; ``cwsdiag.dataset.with_weights`` gives them to a dataset.
"""

from cwsdiag.weights.files import check_fit, read_weights, weights_bytes, write_weights
from cwsdiag.weights.model import INTERVALS, Weights, of_committee

__all__ = ["INTERVALS", "Weights", "check_fit", "of_committee", "read_weights", "weights_bytes", "write_weights"]
