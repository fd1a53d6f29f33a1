"""The enconverter's table of rules, ``data/unl_rules.txt``: read once, matched first to last.

A rule says which relation of UNL holds between a word and what depends on it, by the role of the dependent (what is
left of the dependency once voice, control, relative clauses and coordination are undone), its preposition or
conjunction, and the parts of speech and semantic fields of both. Every rule has an example that is a test.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tertium.corpus.annotations.parses import Parse
from tertium.corpus.annotations.unl import LABELS
from tertium.corpus.files.packaged import packaged

TABLE = "unl_rules.txt"
ROLES = (
    "subject object recipient complement parataxis clause nounclause infinitive relative oblique possessor modifier "
    "adjective compound number apposition named demonstrative quantifier adverb conjunct range "
    "sign other"
).split()


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of the table; ``number`` counts rules from 1."""

    number: int
    role: str
    markers: frozenset[str] | None  # None: any; the empty string: none
    head: tuple[str, ...]
    dependent: tuple[str, ...]
    relation: str
    reversed: bool
    example: str
    expected: tuple[str, ...]
    lang: str = "en"  # of the example

    def fits(self, marker: str, head: frozenset[str], dependent: frozenset[str]) -> bool:
        return (
            (self.markers is None or marker in self.markers)
            and _holds(self.head, head)
            and _holds(self.dependent, dependent)
        )


def _holds(tests: tuple[str, ...], properties: frozenset[str]) -> bool:
    return all((test[1:] not in properties) if test[0] == "!" else (test in properties) for test in tests)


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """All rules, in the order in which they are tried."""
    return tuple(_read(packaged(TABLE).decode("utf-8")))


@lru_cache(maxsize=1)
def _by_role() -> dict[str, tuple[Rule, ...]]:
    return {role: tuple(rule for rule in rules() if rule.role == role) for role in ROLES}


@lru_cache(maxsize=1 << 16)
def rule_for(role: str, marker: str, head: frozenset[str], dependent: frozenset[str]) -> Rule:
    """The first rule that fits; the table ends every role with one that always does."""
    return next(rule for rule in _by_role()[role] if rule.fits(marker, head, dependent))


def _read(text: str) -> list[Rule]:
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    made = []
    for number, (line, example) in enumerate(zip(lines[::2], lines[1::2], strict=True), 1):
        role, markers, head, dependent, relation = (part.strip() for part in line.split("|"))
        label = relation.removeprefix("<")
        sentence, _, expected = example.strip().partition(" => ")
        lang = "en"
        if sentence.startswith("["):
            lang, _, sentence = sentence.removeprefix("[").partition("] ")
        if role not in ROLES or label not in LABELS or not expected:
            raise ValueError(f"{TABLE}: rule {number} cannot be read: {line}")
        made.append(
            Rule(
                number,
                role,
                None
                if markers == "*"
                else frozenset("" if m.strip() == "-" else m.strip() for m in markers.split(",")),
                _tests(head),
                _tests(dependent),
                label,
                relation != label,
                sentence,
                tuple(f"{part})" for part in expected.removesuffix(")").split(") ")),
                lang,
            )
        )
    return made


def _tests(text: str) -> tuple[str, ...]:
    return () if text == "*" else tuple(text.split("+"))


def example_parse(text: str) -> Parse:
    """A parse as the table writes it: WORD[=LEMMA]/PART-OF-SPEECH/HEAD/DEPENDENCY, separated by spaces."""
    words = [word.rsplit("/", 3) for word in text.split()]
    forms = tuple(word[0].partition("=")[0] for word in words)
    lemmas = tuple(word[0].partition("=")[2] or "_" for word in words)
    nothing = ("_",) * len(words)
    upos = tuple(word[1] for word in words)
    heads = tuple(int(word[2]) for word in words)
    return Parse(forms, lemmas, upos, nothing, nothing, heads, tuple(word[3] for word in words))
