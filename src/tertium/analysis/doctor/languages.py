"""In which languages the texts are, by their small words, and whether that can be right.

Lines whose words tell (native/doctor/languages.hpp) are counted by language. A file is in a language if nearly all of
these lines are; of a language that is not known, and of a file with few such lines, nothing is said. Two languages that
share most small words (Czech and Slovak) leave many lines undecided, and the rest still tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from tertium.analysis.doctor.evidence import NOTE, WARNING, Evidence, lines_in_words, percent
from tertium.kernels.traits import ENGLISH, FEWEST, FIRST, LANGUAGES, SHORT, by_name, main_language
from tertium.metrics.base import Metric
from tertium.results.diagnosis import Finding

FEWEST_OF_SHORT = 3  # lines that tell in a short file
_ENGLISH = "en"  # the parser that ships with tertium
# Languages of one script stand together; the last of each, but for those that have a script of their own.
_LAST_OF_SCRIPT = tuple(map(LANGUAGES.index, ("Vietnamese", "Serbian or Macedonian", "Urdu", "Hindi")))


def script_of(language: str) -> int:
    """A number for the script of a language."""
    place = LANGUAGES.index(language)
    return next((script for script in _LAST_OF_SCRIPT if place <= script), place)


def others(lines: dict[str, int], reference: dict[str, int], main: str) -> Iterator[tuple[str, int, float]]:
    """(language, lines, share) of other languages that a hypothesis has lines in, and the reference hardly any.

    Only of the same script: lines of another one are counted by themselves (T107).
    """
    total, theirs = sum(lines.values()), max(1, sum(reference.values()))
    for name, count in lines.items():
        share = count / total
        if name == main or script_of(name) != script_of(main):
            continue
        if count >= 3 and share >= 0.02 and reference.get(name, 0) / theirs <= share / 5:
            yield name, count, share


def english_only(metrics: Sequence[Metric]) -> list[str]:
    """The metrics that would parse any text as English."""
    return [str(metric) for metric in metrics if any(leaf.parser == _ENGLISH for leaf in metric.plain())]


def parsed_as_english(language: str, who: Sequence[str]) -> str:
    """What is said of it."""
    return f"by its words it is in {language}, but {' and '.join(who)} would parse it as English"


class LanguageChecks(Evidence):
    """Findings about the languages of files and of single lines."""

    def _languages(self) -> Iterator[Finding]:
        systems = [self._language(stream) for stream in self._systems]
        told = {language for language in systems if language is not None}
        for stream in self._references:
            main = self._language(stream)
            if main is None:
                continue
            if len(told) == 1 and main not in told:
                yield self._wrong_reference(stream, main, *told)
            elif stream == self._references[0]:
                yield from self._wrong_systems(main, systems)

    def _language(self, stream: int) -> str | None:
        fewest = FEWEST_OF_SHORT if self._counts.segments < SHORT else FEWEST
        return main_language(by_name(self._traits[stream]), fewest)

    def _in_another_language(self, system: int) -> bool:
        """Than the reference: the whole file, not a few lines of it."""
        mine, theirs = self._language(system), self._language(self._references[0])
        return mine is not None and theirs is not None and mine != theirs

    def _wrong_reference(self, stream: int, main: str, theirs: str) -> Finding:
        """All systems are in one language and the reference in another: mostly the reference is the wrong file."""
        who = f"{self._names.systems[0]} is" if len(self._systems) == 1 else "the systems are"
        saw = f"by its words it is in {main}, but {who} in {theirs}"
        sources = cast(list[int], self._counts.source_languages.tolist())
        if main_language(by_name([0] * FIRST + sources)) == main:
            saw += f" and the sources are in {main}, too"
        return self._finding("T120", WARNING, stream, 0, int(self._counts.lines[stream]), saw, main)

    def _wrong_systems(self, main: str, systems: Sequence[str | None]) -> Iterator[Finding]:
        reference = self._names.references[0]
        lines_of_reference = by_name(self._traits[self._references[0]])
        for system, language in enumerate(systems):
            if language is not None and language != main:
                saw = f"by its words it is in {language}, but {reference} is in {main}"
                yield self._finding("T120", WARNING, system, 0, int(self._counts.lines[system]), saw, language)
                continue
            for name, count, share in others(by_name(self._traits[system]), lines_of_reference, main):
                severity = WARNING if count >= 5 and share >= 0.1 else NOTE
                saw = (
                    f"{lines_in_words(count, 'are', 'is')} in {name} ({percent(share)} of those whose words tell), "
                    f"where {reference} is in {main}"
                )
                line = int(self._counts.trait_lines[system, FIRST + LANGUAGES.index(name)])
                yield self._finding("T120", severity, system, line, count, saw, name)

    def _english_parser(self) -> Iterator[Finding]:
        names = english_only(self._metrics)
        if not names:
            return
        fewest = 1 if self._counts.segments < SHORT else FEWEST  # one sentence may be all that there is
        for stream in (*self._references, *self._systems):
            language = main_language(by_name(self._traits[stream]), fewest)
            if language is not None and language != ENGLISH:
                saw = parsed_as_english(language, names)
                yield self._finding("T123", WARNING, stream, 0, int(self._counts.lines[stream]), saw, language)
