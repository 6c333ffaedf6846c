"""Where clicks lead: what is kept of the selection and what is taken out of it, the same wherever one comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.exhibits.exhibit import KINDS, Exhibit
from cwsdiag.ui.shell import navigation
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from cwsdiag.exhibits.exhibit import Target
    from cwsdiag.views.look import PrivateLook


def to_system(name: str | None, **selection: str | None) -> None:
    """In a callback: lead to where a system fails.

    Args:
        name: of the system, which becomes A.
        selection: further changes, such as ``dataset``.
    """
    navigation.lead_to("diagnosis", system=name, **{"part": "panels", **selection})


def to_pair(first: str, second: str) -> None:
    """In a callback: lead to two systems beside each other, and no others; to the one where both are the same."""
    if first == second:
        to_system(first)
    else:
        navigation.lead_to("diagnosis", system=first, other=second, part="pair")


def to_words(attribute: str | None = None, bucket: int | None = None, **selection: str | None) -> None:
    """In a callback: lead to the words of a bucket, of an attribute, or to all words; or to errors among them.

    Filters, further conditions and the order that were chosen on Words before are taken away: they must not hide
    what is asked for. The columns chosen there stay.

    Args:
        attribute: its key; None for all words.
        bucket: its index; None for all buckets.
        selection: what of the words, by the keys of the address: ``show``, of ``SHOWS``; ``word``, whose places are
            shown; ``shape`` and ``cause`` of errors, and ``of``, whose they are; and further changes, as ``dataset``.
    """
    number = None if attribute is None or bucket is None else str(bucket)
    stays = {*navigation.EVERYWHERE, Key.MISSED, Key.COLUMNS}
    taken_out = dict.fromkeys(map(str, set(navigation.PAGES["diagnosis"].keys) - stays))
    navigation.lead_to("diagnosis", **taken_out | {"part": None, "attribute": attribute, "bucket": number} | selection)


def to_sentence(sentence: int | None, **selection: str | None) -> None:
    """In a callback: lead to a sentence.

    A search for sentences that hold a text is taken away: it could hide the one that is asked for. Their order and the
    systems beside A and B stay.

    Args:
        sentence: its index; None for the first of the order.
        selection: further changes, such as ``system`` and ``order``.
    """
    number = None if sentence is None else str(sentence + 1)
    navigation.lead_to("sentences", **{"sentence": number, "text": None, **selection})


def to_target(look: PrivateLook, target: Target) -> None:
    """In a callback: lead to the page of the exhibit that a click asked for; A and B stay who they are.

    Args:
        look: of what was clicked.
        target: what the click asks for.
    """
    name, options = target
    if name != "words":
        kind = KINDS[name]
        asked = Exhibit(kind, look, options).address
        keys = set(navigation.PAGES[kind.page].keys) - set(navigation.EVERYWHERE)
        own: dict[str, str | None] = dict.fromkeys(map(str, keys))
        own |= {key: value for key, value in asked.items() if key in own or key in ("system", "other")}
        navigation.lead_to(kind.page, **own)
        return
    which, bucket = options.get("which", "wrong"), options.get("bucket")
    role = next((role for role, name in look.roles.items() if name == options["system"]), None)
    to_words(
        options.get("attribute"),
        None if bucket is None else int(bucket),
        show=None if which in ("all", "wrong") else which,
        of=role if which == "wrong" else None,
        shape=options.get("shape"),
        cause=options.get("cause"),
        where=options.get("where"),
        **({} if role else {key: options[key] for key in ("system", "other") if key in options}),
    )
