"""What can be shown, kept, saved and printed: exhibits, each with its chart, its numbers and its sentence.

Pages, the talk, reports, the command line and ``Diagnosis.figure`` all take it from here, so what one of them says is
what the others say. An exhibit is a function in one of the modules that ``registry`` imports.
"""

from cwsdiag.exhibits.examples import Ribbon
from cwsdiag.exhibits.exhibit import KINDS, Content, Exhibit, Kind, Target
from cwsdiag.exhibits.looks import Looks, ProjectLooks
from cwsdiag.exhibits.registry import RETIRED, made
from cwsdiag.output.table import Table
from cwsdiag.views.look import Look, PrivateLook, Where

__all__ = [
    "KINDS", "RETIRED", "Content", "Exhibit", "Kind", "Look", "Looks", "PrivateLook", "ProjectLooks", "Ribbon",
    "Table", "Target", "Where", "made",
]  # fmt: skip
