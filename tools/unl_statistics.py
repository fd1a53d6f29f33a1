"""Write the statistics of docs/unl.md: graphs of gold trees in several languages (``make unl-statistics``).

    python tools/unl_statistics.py TREEBANK.conllu... docs/unl.md

The language of a treebank is the first part of its name (``de_pud-ud-test.conllu``). What stands between the two marks
of the page is replaced.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tertium.corpus.annotations.parses import parse_conllu
from tertium.corpus.annotations.unl import Sentence
from tertium.views.unl import enconvert as enconverter
from tertium.views.unl.rules import Rule, rule_for

BEGIN, END = "<!-- statistics: begin -->", "<!-- statistics: end -->"
# Roles that have rules of markers or fields: their last rule is what is left when none of these fits.
_CHOOSING = ("oblique", "modifier", "clause", "other")
_ATTRIBUTES = ("not", "past", "complete", "future", "pl", "def")
_SHOWN = 12  # relations


@dataclass
class Found:
    """What was counted in one treebank."""

    sentences: int = 0
    words: int = 0
    concepts: int = 0
    taken: Counter[Rule] = field(default_factory=Counter)
    relations: Counter[str] = field(default_factory=Counter)
    attributes: Counter[str] = field(default_factory=Counter)

    def add(self, made: Sentence, words: int) -> None:
        self.sentences += 1
        self.words += words
        self.concepts += len(made.nodes)
        self.relations.update(one.label for one in made.relations)
        self.attributes.update(mark for node in made.nodes for mark in node.attributes)

    def default(self) -> float:
        """The share of relations that a role's last rule made."""
        last = sum(count for rule, count in self.taken.items() if is_last(rule))
        return last / max(1, sum(self.taken.values()))


def is_last(rule: Rule) -> bool:
    return rule.role in _CHOOSING and rule.markers is None and not rule.dependent


def count(path: Path) -> Found:
    """The graphs of a treebank's trees, with the rules that made them."""
    found, lang = Found(), path.name.partition("_")[0]

    def noted(*asked: Any) -> Rule:
        rule = rule_for(*asked)
        found.taken[rule] += 1
        return rule

    setattr(enconverter, "rule_for", noted)  # noqa: B010 - the enconverter asks by this name
    try:
        for parse in parse_conllu(path.read_text("utf-8"), path.name):
            found.add(enconverter.enconvert(parse, lang=lang), len(parse))
    finally:
        setattr(enconverter, "rule_for", rule_for)  # noqa: B010
    return found


def tables(found: dict[str, Found]) -> str:
    lines = ["| | " + " | ".join(found) + " |", "|---" * (1 + len(found)) + "|"]
    shares = {
        "sentences": lambda one: f"{one.sentences}",
        "words a sentence": lambda one: f"{one.words / one.sentences:.1f}",
        "concepts a sentence": lambda one: f"{one.concepts / one.sentences:.1f}",
        "relations a sentence": lambda one: f"{sum(one.relations.values()) / one.sentences:.1f}",
        "relations by a last rule": lambda one: f"{one.default():.1%}",
        "different relations": lambda one: f"{len(one.relations)}",
        **{
            f"@{mark}, of 100 sentences": lambda one, mark=mark: f"{100 * one.attributes[mark] / one.sentences:.1f}"
            for mark in _ATTRIBUTES
        },
    }
    for name, shown in shares.items():
        lines.append(f"| {name} | " + " | ".join(shown(one) for one in found.values()) + " |")
    lines += ["", "| most frequent relations | " + " | ".join(found) + " |", "|---" * (1 + len(found)) + "|"]
    most = {name: one.relations.most_common(_SHOWN) for name, one in found.items()}
    for place in range(_SHOWN):
        cells = []
        for name, one in found.items():
            label, number = most[name][place] if place < len(most[name]) else ("", 0)
            cells.append(f"{label} {number / sum(one.relations.values()):.1%}" if label else "")
        lines.append(f"| {place + 1} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main(treebanks: list[str], page: str) -> None:
    found = {Path(name).name.partition("_")[0]: count(Path(name)) for name in treebanks}
    text = Path(page).read_text("utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{page} has no place for statistics: expected {BEGIN} and {END}")
    Path(page).write_text(f"{before}{BEGIN}\n{tables(found)}{END}{after}", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:-1], sys.argv[-1])
