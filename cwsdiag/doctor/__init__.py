"""The doctor: what files were taken for, what looks wrong where they meet, and what to do about it.

Which of several files is what is proposed in ``roles``, what was read of one, as text, is in ``examine``.
"""

from cwsdiag.doctor.examine import examine, sentences_asked
from cwsdiag.doctor.predictions import FileFinding

__all__ = ["FileFinding", "examine", "sentences_asked"]
