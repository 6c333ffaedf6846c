"""Where clicks lead: what is kept of the selection and what is taken out of it, the same wherever one comes from."""

from __future__ import annotations

from cwsdiag.exhibits.exhibit import KINDS, Exhibit, Target
from cwsdiag.ui import state
from cwsdiag.ui.shell import navigation
from cwsdiag.views.look import PrivateLook

# What is chosen of words, which another choice takes away.
_OF_WORDS = ("bucket", "where", "shape", "cause", "of", "text", "word", "pattern", "form", "place")


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
        navigation.lead_to("diagnosis", system=first, other=second, part="panels")


def to_words(attribute: str | None = None, bucket: int | str | None = None, **selection: str | None) -> None:
    """In a callback: lead to the words of a bucket, of an attribute, or to all words; or to errors among them.

    Conditions, and filters chosen there before, are taken away: they must not hide what is asked for. In place, who is
    right and what is listed stay, but where they are asked for.

    Args:
        attribute: its key; None for all words.
        bucket: its index; None for all buckets.
        selection: what of the words, by the keys of the address: ``show``, of ``SHOWS``; ``word``, whose places are
            shown; ``shape`` and ``cause`` of errors, and ``of``, whose they are; and further changes, as ``dataset``.
    """
    number = None if attribute is None or bucket is None else str(bucket)
    taken_out = dict.fromkeys(_OF_WORDS)
    if state.page() != "diagnosis":
        taken_out |= dict.fromkeys(("part", "show", "list"))
    navigation.lead_to("diagnosis", **taken_out | {"attribute": attribute or "all", "bucket": number} | selection)


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
        own: dict[str, str | None] = dict.fromkeys(navigation.PAGES[kind.page].own)
        asked = Exhibit(kind, look, options).address
        own |= {key: value for key, value in asked.items() if key in own or key in ("system", "other")}
        return navigation.lead_to(kind.page, **own)
    which = options.get("which", "wrong")
    role = next((role for role, name in look.roles.items() if name == options["system"]), None)
    selection = {key: options.get(key) for key in ("shape", "cause", "where")}
    selection["of"] = role if which == "wrong" else None
    if which not in ("all", "wrong"):
        selection["show"] = which
    if role is None:
        selection |= {key: options[key] for key in ("system", "other") if key in options}
    to_words(options.get("attribute"), options.get("bucket"), **selection)
