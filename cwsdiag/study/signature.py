"""The signature of results on corpora."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.signature import file_part, joined

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.study.corpora import Corpus


def corpora_signature(corpora: Sequence[Corpus], settings: Mapping[str, object]) -> str:
    """Return the signature of results on corpora without systems: after the name of each its files, then the settings.

    How a file was read says how it was normalised, such as ``words,utf-8,nfkc``.
    """
    named = []
    for corpus in corpora:
        dev = [] if corpus.dev is None else [f"dev:{file_part(corpus.dev)}"]
        parts = [f"gold:{file_part(corpus.test)}", f"training:{file_part(corpus.training)}", *dev]
        named.append(f"{corpus.name}[{', '.join(parts)}]")
    return joined(named, settings)
