"""What can be shown, kept, saved and printed: exhibits, each with its figure, its numbers and its sentence.

Pages, the talk, reports, the command line and ``Diagnosis.figure`` all take it from here, so what one of them says is
what the others say. A kind of exhibit is a class and its line in ``KINDS``.
"""

from cwsdiag.exhibits.exhibit import Exhibit, Mark, Ribbon
from cwsdiag.exhibits.registry import KINDS, RETIRED, made
from cwsdiag.exhibits.scene import Scene, Where
from cwsdiag.exhibits.scenes import ProjectScenes, Scenes
from cwsdiag.output.table import Table

__all__ = [
    "KINDS", "RETIRED", "Exhibit", "Mark", "ProjectScenes", "Ribbon", "Scene", "Scenes", "Table", "Where", "made",
]  # fmt: skip
