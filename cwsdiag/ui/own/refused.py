"""What is said where an upload was refused: Streamlit draws a red file there, and a number where the pointer is on it.

The words come with every page, as rules for the place where files are dropped; ``page.js`` writes at the body what the
server gave as its reason, and so which of them is seen.
"""

from __future__ import annotations

from cwsdiag.languages import _
from cwsdiag.ui.host import server
from cwsdiag.ui.serving import uploads
from cwsdiag.ui.shell.style import in_quotes

_PLACE = "[data-testid=stFileUploader]:has([data-testid=stFileChipIconError])"


def rules() -> str:
    """Return the words as a style sheet, in the language that is spoken."""
    limits = server.settings()
    said = {
        uploads.VISITOR: _(
            "Not taken: with this file your uploads would be more than the {megabytes:,} MB that this server holds for "
            "one visitor. Remove files that you do not need, or load the page again to begin anew.",
            megabytes=limits.uploads_mb,
        ),
        uploads.ALL: _(
            "Not taken: with this file the uploads of all visitors would be more than the {megabytes:,} MB that this "
            "server holds. Try again later, or ask whoever runs it.",
            megabytes=limits.all_uploads_mb,
        ),
    }
    look = f"{_PLACE}::after {{ display: block; padding-top: .5em; }}"
    seen = (
        f'body[data-refused={reason}] {_PLACE}::after {{ content: "{in_quotes(words)}"; }}'
        for reason, words in said.items()
    )
    return "<style>\n" + "\n".join([look, *seen]) + "\n</style>"
