"""What one quotes beside a score: the metric's definition, the number of references, and the version of tertium.

    bleu:case=keep,...,tok=13a,weights=none#1|nrefs:2|version:0.1.0         the long form: every parameter
    bleu|nrefs:2|version:0.1.0                                              the short form: what is not the default
    lr-kb4|nrefs:1|links:hmm-13a-13a-0f3c5a91|version:0.1.0                 links that were made: the model, how source
                                                                            and targets were cut into words, and the
                                                                            hash of all it learnt from

``tertium.metric`` reads both back.
"""

from __future__ import annotations

from dataclasses import dataclass

from tertium.version import __version__

_REFERENCES = "|nrefs:"
_VERSION = "|version:"
_THROUGH_SOURCE = "align=source"


@dataclass(frozen=True, slots=True)
class ReferenceCount:
    """The fewest and the most references of any segment that has one; (0, 0) where none has."""

    fewest: int = 0
    most: int = 0
    links: str = ""  # how the source was aligned, where tertium did it

    def merged(self, other: ReferenceCount) -> ReferenceCount:
        """Of the segments of both."""
        if self == other or other.most == 0:
            return self
        return (
            other
            if self.most == 0
            else ReferenceCount(min(self.fewest, other.fewest), max(self.most, other.most), self.links)
        )

    def __str__(self) -> str:
        return str(self.most) if self.fewest == self.most else "var"


def scored_signature(definition: str, references: ReferenceCount | None) -> str:
    """The signature of a score; ``references`` is None where rows of an older file do not say their number."""
    links = f"|links:{references.links}" if references and references.links and _THROUGH_SOURCE in definition else ""
    return f"{definition}{_REFERENCES}{'unknown' if references is None else references}{links}{_VERSION}{__version__}"


def short_form(metric: str, signature: str) -> str:
    """The short form of ``metric``'s signature; scores of other tools have no other than their own."""
    _, found, rest = signature.rpartition(_REFERENCES)
    return f"{metric}{_REFERENCES}{rest}" if found else signature
