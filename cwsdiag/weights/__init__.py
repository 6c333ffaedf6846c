"""How hard each gold word is, and the files that say so [PM, METHODS 8].

``read_weights`` and ``write_weights`` know the files, ``with_weights`` puts difficulties and a dataset together.
"""

from cwsdiag.weights.files import read_weights, with_weights, write_weights
from cwsdiag.weights.model import INTERVALS, Weights, of_committee

__all__ = ["INTERVALS", "Weights", "of_committee", "read_weights", "with_weights", "write_weights"]
