"""From counts to findings: where a count is worth a warning, where a note, and in which words.

Every threshold was set on ../shared/data: high enough that no clean system there is warned about without cause
(docs/doctor.md lists what is found), low enough that a fault over part of a file is.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from tertium.analysis.doctor.evidence import FEW, NOTE, WARNING, Names, lines_in_words, percent
from tertium.analysis.doctor.languages import LanguageChecks
from tertium.analysis.doctor.survey import DECOMPOSED, NO_CAPITAL, SOURCE, Survey
from tertium.errors import option
from tertium.kernels.traits import SCRIPTS, UNSPACED, Fact, Trait
from tertium.metrics.base import Metric
from tertium.metrics.spaces import splits_at_spaces
from tertium.results.diagnosis import Finding


def findings_of(survey: Survey, names: Names, metrics: Sequence[Metric]) -> list[Finding]:
    """Everything that the counts of a survey say, warnings and notes, in the order of codes, then of files."""
    checks = _Checks(survey, names, metrics)
    found = [finding for check in checks.all() for finding in check()]
    files = (*names.systems, *names.references, names.source)
    return sorted(found, key=lambda finding: (finding.code, files.index(finding.file)))


class _Checks(LanguageChecks):
    def all(self) -> tuple[Callable[[], Iterator[Finding]], ...]:
        return (
            self._shifted,
            self._tokenised,
            self._lowered,
            self._decomposed,
            self._quotes,
            self._scripts,
            self._equal,
            self._facts,
            self._tokenizer,
            self._lengths,
            self._characters,
            self._entities,
            self._languages,
            self._identical,
            self._english_parser,
            self._linked_words,
        )

    # -- one side only -----------------------------------------------------------------------------------------------

    def _tokenised(self) -> Iterator[Finding]:
        for system in self._systems:
            spaced, glued = self._n(system, Trait.SPACED), self._n(system, Trait.GLUED)
            ref_spaced, ref_glued = self._refs(Trait.SPACED), self._refs(Trait.GLUED)
            if min(spaced + glued, ref_spaced + ref_glued) < FEW:
                continue
            mine, theirs = spaced / (spaced + glued), ref_spaced / (ref_spaced + ref_glued)
            if abs(mine - theirs) < 0.6:
                continue
            side = system if mine > theirs else self._references[0]
            saw = (
                f"{percent(mine)} of the lines of {self._names.systems[system]} with a comma or full stop have white "
                f"space before it, {percent(theirs)} of those of {self._names.all_references}"
            )
            line, count = self._line(side, Trait.SPACED), self._n(side, Trait.SPACED)
            yield self._finding("T103", WARNING, side, line, count, saw, Trait.SPACED.name)

    def _lowered(self) -> Iterator[Finding]:
        if self._leaves and not any(getattr(leaf, "case", "keep") == "keep" for leaf in self._leaves):
            return
        for system in self._systems:
            cased, upper = self._n(system, Trait.LOWER), self._n(system, Trait.UPPER)
            ref_cased, ref_upper = self._refs(Trait.LOWER), self._refs(Trait.UPPER)
            if min(cased, ref_cased) < FEW:
                continue
            mine, theirs = upper / cased, ref_upper / ref_cased
            if min(mine, theirs) > 0.05 or max(mine, theirs) < 0.5:
                continue
            side = system if mine < theirs else self._references[0]
            saw = (
                f"{percent(mine)} of the lines of {self._names.systems[system]} have a capital letter, "
                f"{percent(theirs)} of those of {self._names.all_references}"
            )
            count = self._n(side, Trait.LOWER) - self._n(side, Trait.UPPER)
            yield self._finding("T104", WARNING, side, 1, count, saw, NO_CAPITAL)

    def _decomposed(self) -> Iterator[Finding]:
        if not self._counts.decomposed.any():
            return
        if self._leaves and all(getattr(leaf, "norm", "none") != "none" for leaf in self._leaves):
            return
        for stream in (*self._systems, *self._references):
            count, line = map(int, self._counts.decomposed[stream])
            if count:
                share = self._share(count, stream)
                severity = WARNING if share >= 0.005 or count >= FEW else NOTE
                hold = lines_in_words(count, "hold", "holds")
                saw = f"{hold} letters followed by combining marks where one character exists"
                yield self._finding("T105", severity, stream, line, count, saw, DECOMPOSED)

    def _quotes(self) -> Iterator[Finding]:
        kinds = (
            ("double quotation marks", Trait.PLAIN_DOUBLE, Trait.TYPOGRAPHIC_DOUBLE),
            ("apostrophes and single quotes", Trait.PLAIN_SINGLE, Trait.TYPOGRAPHIC_SINGLE),
        )
        for system in self._systems:
            said, most = [], (0, 0, "")
            for what, plain, typographic in kinds:
                counts = [(self._n(system, plain), self._n(system, typographic))]
                counts.append((self._refs(plain), self._refs(typographic)))
                if min(sum(pair) for pair in counts) < FEW:
                    continue
                mine, theirs = (pair[1] / sum(pair) for pair in counts)
                if min(mine, theirs) > 0.1 or max(mine, theirs) < 0.9:
                    continue
                kind = plain if mine < theirs else typographic
                most = max(most, (self._n(system, kind), self._line(system, kind), kind.name))
                said.append(
                    f"{percent(mine)} of its lines with {what} have typographic ones, but {percent(theirs)} of those "
                    f"of {self._names.all_references}"
                )
            if said:
                severity = WARNING if self._share_of_sample(most[0], system) >= 0.1 else NOTE
                yield self._finding("T106", severity, system, most[1], most[0], ", and ".join(said), most[2])

    def _entities(self) -> Iterator[Finding]:
        refs = self._refs(Trait.ENTITY)
        for system in self._systems:
            mine = self._n(system, Trait.ENTITY)
            for stream, count, others in ((system, mine, refs), (self._references[0], refs, mine)):
                if count == 0 or others * 5 > count or (stream != system and system):
                    continue
                severity = WARNING if count >= FEW and self._share_of_sample(count, stream) >= 0.01 else NOTE
                hold = lines_in_words(count, "hold", "holds")
                saw = f"{hold} entities such as &quot; ({self._example(stream, Trait.ENTITY)})"
                line = self._line(stream, Trait.ENTITY)
                yield self._finding("T119", severity, stream, line, count, saw, Trait.ENTITY.name)

    # -- hypotheses beside references ---------------------------------------------------------------------------------

    def _fact(self, system: int, fact: Fact) -> tuple[int, float, int]:
        count = self._facts_seen[system][fact]
        return count, count / max(1, self._counts.segments), self._fact_lines[system][fact]

    def _scripts(self) -> Iterator[Finding]:
        for system in self._systems:
            count, share, line = self._fact(system, Fact.OTHER_SCRIPT)
            if count and not self._in_another_language(system):  # that says it better
                severity = WARNING if count >= 3 and share >= 0.02 else NOTE
                saw = (
                    f"{lines_in_words(count, 'are', 'is', share)} mainly in another script than the references "
                    f"({self._example(system, Fact.OTHER_SCRIPT)})"
                )
                yield self._finding("T107", severity, system, line, count, saw, Fact.OTHER_SCRIPT.name)

    def _equal(self) -> Iterator[Finding]:
        for system in self._systems:
            count, _, line = self._fact(system, Fact.EQUAL)
            long = self._facts_seen[system][Fact.COMPARED_LONG]
            if long >= FEW and count / long >= 0.2:
                severity = WARNING if count / long >= 0.5 else NOTE
                saw = f"{count} of {long} hypotheses of at least 25 characters equal a reference"
                yield self._finding("T109", severity, system, line, count, saw, Fact.EQUAL.name)

    def _facts(self) -> Iterator[Finding]:
        rules: tuple[tuple[str, Fact, int, float, str, str, str, int], ...] = (
            # code, fact, warned from this many and this share, in words (of many, of one), noted from this many
            ("T108", Fact.COPIED, 3, 0.02, "equal", "equals", "the source and no reference", 1),
            ("T110", Fact.EMPTY, 5, 0.02, "are", "is", "empty where the references are not", FEW),
            ("T111", Fact.REPEATED, 5, 0.02, "repeat", "repeats", "the translation of another sentence", 3),
            ("T112", Fact.PREFACED, 2, 0.0, "begin", "begins", "the way language models introduce an answer", 1),
            ("T122", Fact.REFUSED, 2, 0.0, "refuse", "refuses", "to translate, as language models do", 1),
            ("T113", Fact.MARKED, 2, 0.01, "have", "has", "Markdown around the whole line, and no reference has", 1),
            ("T113", Fact.QUOTED, 3, 0.05, "have", "has", "quotes around the whole line, and no reference has", 3),
        )
        for code, fact, from_count, from_share, many, one, words, noted in rules:
            for system in self._systems:
                count, share, line = self._fact(system, fact)
                if count < noted:
                    continue
                severity = WARNING if count >= from_count and share >= from_share else NOTE
                example = self._example(system, fact) if fact is not Fact.EMPTY else ""
                saw = f"{lines_in_words(count, many, one, share)} {words}{f' ({example})' if example else ''}"
                yield self._finding(code, severity, system, line, count, saw, fact.name)
        for reference in self._references:
            count, line = self._counts.sources_given[reference - self._survey.systems].tolist()
            share = self._share(count, reference)
            if count >= 3 and share >= 0.02:
                saw = f"{count} lines ({percent(share)}) of this reference equal the source: they are no translations"
                yield self._finding("T108", WARNING if share >= 0.1 else NOTE, reference, line, count, saw, SOURCE)

    def _lengths(self) -> Iterator[Finding]:
        characters, lines = self._counts.characters.tolist(), self._counts.lines.tolist()
        first = self._references[0]
        per_reference = sum(characters[first:]) / max(1, sum(lines[first:]))
        for system in self._systems:
            if lines[system] >= FEW and per_reference:
                ratio = characters[system] / lines[system] / per_reference
                if not 0.75 <= ratio <= 1.33:
                    saw = f"the hypotheses have {ratio:.2f} times the characters of the references"
                    yield self._finding("T116", WARNING, system, 0, lines[system], saw)
            for fact, words in ((Fact.TOO_SHORT, "less than a third of"), (Fact.TOO_LONG, "more than three times")):
                count, share, line = self._fact(system, fact)
                if count:
                    severity = WARNING if count >= 5 and share >= 0.05 else NOTE
                    saw = f"{lines_in_words(count, 'have', 'has', share)} {words} the characters of every reference"
                    yield self._finding("T116", severity, system, line, count, saw, fact.name)

    def _shifted(self) -> Iterator[Finding]:
        for system, shift in self._survey.shifts():
            name, other = self._names.systems[system], self._names.references[0]
            sign = "+" if shift.by > 0 else "-"
            mine, theirs = self._names.before[system], self._names.before[self._references[0]] + shift.by
            saw = (
                f"lines {shift.first + mine} to {shift.last + mine} of {name} belong to lines {shift.first + theirs} "
                f"to {shift.last + theirs} of {other} (shifted by {sign}{abs(shift.by)}: chrF {shift.shifted:.1f} "
                f"there, {shift.score:.1f} where they stand)"
            )
            every = range(shift.first, shift.last + 1)
            yield self._finding("T102", WARNING, system, shift.first, len(every), saw, every)

    def _identical(self) -> Iterator[Finding]:
        for system, first in enumerate(self._counts.same):
            if first != system:
                saw = f"it is the same as {self._names.systems[first]} in every line"
                severity = WARNING if self._counts.segments >= FEW else NOTE  # a few short lines may be
                yield self._finding("T121", severity, system, 0, self._counts.segments, saw)

    # -- characters and scripts --------------------------------------------------------------------------------------

    def _characters(self) -> Iterator[Finding]:
        for stream in (*self._systems, *self._references):
            for code, trait in (("T117", Trait.CONTROL), ("T117", Trait.REPLACEMENT), ("T118", Trait.INVISIBLE)):
                count = self._n(stream, trait)
                if not count:
                    continue
                heavy = code == "T117" or self._share(count, stream) >= 0.01
                what = _odd_character(self._counts.examples.get((stream, trait.name), ""), trait)
                saw = f"{lines_in_words(count, 'hold', 'holds')} {what}"
                severity, line = WARNING if heavy else NOTE, self._line(stream, trait)
                yield self._finding(code, severity, stream, line, count, saw, trait.name)

    def _tokenizer(self) -> Iterator[Finding]:
        scripts = self._reference_traits[len(Trait) : len(Trait) + len(SCRIPTS)]
        lines = sum(scripts)
        script = max(range(len(scripts)), key=scripts.__getitem__)
        if script not in UNSPACED or lines < 2 or scripts[script] * 2 < lines:
            return
        spaces, characters = map(int, self._counts.unspaced)
        if spaces * 5 > characters:  # segmented already
            return
        wrong = [str(leaf) for leaf in self._leaves if splits_at_spaces(leaf)]
        if wrong:
            saw = (
                f"{percent(scripts[script] / lines)} of the references are written in {SCRIPTS[script]} without "
                f"spaces, and {', '.join(dict.fromkeys(wrong))} would look for spaces between words"
            )
            found = self._finding("T114", WARNING, self._references[0], 0, scripts[script], saw)
            yield replace(found, fix=_words_for(SCRIPTS[script], [leaf for leaf in self._leaves if str(leaf) in wrong]))

    def _linked_words(self) -> Iterator[Finding]:
        """Whole clauses as one word: any order of their words is perfect. Spaces are counted as for T114."""
        through = [str(leaf) for leaf in self._leaves if getattr(leaf, "align", "") in ("source", "direct")]
        files = (self._names.source, self._names.all_references)
        for file, (lines, words, characters) in zip(files, self._counts.linked_words.tolist(), strict=True):
            if through and lines >= 2 and (words - lines) * 5 <= characters:
                saw = (
                    f"it has {words / lines:.1f} words a line, of {characters / max(words, 1):.0f} characters each, "
                    f"and {', '.join(dict.fromkeys(through))} would take word order from links that count them"
                )
                found = self._finding("T124", WARNING, self._references[0], 0, lines, saw)
                yield replace(found, file=self._names.source) if file == self._names.source else found


def _words_for(script: str, wrong: Sequence[Metric]) -> str:
    """What to write for these metrics; never only -l, which is given already where a metric names its own tokenizer."""
    made = []
    if any(hasattr(leaf, "tok") for leaf in wrong):
        made.append("name the tokenizer (tok=zh, ja-mecab, th or char), or the language for metrics that name none")
    own = dict.fromkeys(leaf.name for leaf in wrong if not hasattr(leaf, "tok"))
    for name in own:
        if script in ("Chinese", "Japanese"):
            made.append(f"write {name}:asian=yes,normalized=yes, as {option('-l zh')} or {option('-l ja')} does")
        else:
            made.append(f"leave out {name}, which has no words of this script; cer and chrf need none")
    return "; ".join(made)


def _odd_character(text: str, trait: Trait) -> str:
    """The first of a text's characters that has the trait, by name."""
    for character in text:
        code = ord(character)
        category = unicodedata.category(character)
        if {
            Trait.CONTROL: (category == "Cc" and character != "\t") or code in (0x2028, 0x2029),
            Trait.REPLACEMENT: code == 0xFFFD,
            Trait.INVISIBLE: category == "Cf" and code not in (0x200C, 0x200D),
        }[trait]:
            name = unicodedata.name(character, "a control character")
            return f"U+{code:04X} ({name.lower()})"
    return "a character that is not text"
