"""METEOR: matched words (exact, stem, synonym, paraphrase), recall above precision, and a penalty for broken order.

    P = Σ_k w_k (delta·c_k + (1-delta)·f_k) / (delta·C + (1-delta)·F)     over hypothesis words; R over the reference's
    Fmean = PR / (alpha·P + (1-alpha)·R)
    score = Fmean · (1 - gamma · (chunks / m)^beta)      m: matched words, the mean of both sides; 0 if nothing matches

c_k and f_k are the content and the function words that module k matched, C and F all of them. A chunk is a longest run
of matches that are neighbours, in the same order, on both sides. The alignment matches every word at most once, as many
as possible, then in as few chunks as possible; that is hard to do exactly, so a beam searches (``beam`` paths).

References: Banerjee and Lavie (2005), "METEOR: an automatic metric for MT evaluation with improved correlation with
human judgments", ACL workshop, 65-72; Lavie and Agarwal (2007), WMT, 228-231; Denkowski and Lavie (2014), "Meteor
Universal: language specific translation evaluation for any target language", WMT, 376-380; its program, version 1.5.

Columns
    MODULE_SIDE        matched content and function words of either side by module, e.g. stem_ref_content
    hyp_content ...    all content and function words of either side
    hyp_matched, ref_matched, chunks
Parameters
    variant=1.5        the program's last version; 2005: alpha 0.9, beta 3, gamma 0.5; 2007: 0.81, 0.83, 0.28 (published
                       for English); both without function words and module weights
    task=rank          which tuned parameters of 1.5: rank, adq, hter, util (English), li, universal
    lang=en            language of parameters, stems and function words (cs de en es fr ru have their own, others li's)
    compat=no          yes: as the program, whose search adds halves to whole numbers and so drops matches that are not
                       exact. The defaults then follow it too: synonyms by its reading of WordNet (``meteor``), its
                       older stems (ADR 90), English function words in every language, task util in words (ADR 32)
    like=wmt           the program with -norm, as WMT ran it: compat=yes, and tok=meteor-LANG for cs de en es fr ru. Its
                       English, French, German ... modules include paraphrases, whose table is in the program's data:
                       give it with paraphrases=, else they are left out
    modules            names joined by /; default by language and task: English exact/stem/synonym; German, Spanish ...
                       exact/stem; others exact; synonym and paraphrase wherever a file of them is given
    synonyms, function_words, paraphrases     sources, see those views; the default follows the language
    lengths            what words weigh in P and R: words (1 each), or characters, which is task util's default
    fewest=chunks      tie-break of alignments with equally many matches: fewest chunks; crossings: fewest pairs that
                       cross, as the text of 2005 says
    beam=40            paths of the search, as the program
    alpha beta gamma delta weights            tunable; default by variant, task and language (weights: one per module)
    tok=13a, case=lower, norm=none            the program compares what it is given; 13a is this package's default;
                       meteor-en, -cs, -de, -es, -fr, -ru are what its option -norm makes of text
Several references: the best score. Corpus: the formula applied to summed statistics.

Edge cases: an empty hypothesis, an empty reference, both: 0. One word that matches: 1 in version 1.5, where sentences
matched whole in one chunk have no penalty (they add no chunk to the corpus either); 1 - gamma in 2005 and 2007.
Bounds: beyond 2^20 candidates of a module or 2^26 successors of paths the search sees fewer; such pairs are ``capped``.
Differences: NLTK matches greedily and never minimises chunks (docs/differences.md).

>>> from tertium.metrics.spec import parse
>>> from tertium.metrics.base import Segment
>>> pair = Segment("house", ("houses",))  # a pair of METEOR's: the stems are equal, and WordNet has both
>>> [round(parse(spec).explain(pair).score, 6) for spec in ("meteor", "meteor:compat=yes")]
[60.0, 0.0]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tertium.arrays import Bools, Floats, Int32s
from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError, printable
from tertium.kernels import meteor
from tertium.metrics.base import Rows, Segment, WordMetric, no_mask
from tertium.metrics.formulas import ratio, whole
from tertium.metrics.meteor_defaults import TASKS, VARIANTS, TunedParameters, default_modules, known_language, tuned_for
from tertium.metrics.parameters import param, show
from tertium.results.explanations import Explanation, ExplanationTable
from tertium.results.scores import Detail
from tertium.views.tokens import tokenized as token_views
from tertium.views.tokens.tokenizers import BUILTIN
from tertium.views.words import function_words, paraphrases, stems, synonyms
from tertium.views.words.paraphrases import PhraseMatches

CHUNKS = "chunks"
BY_TASK = "; default by variant, task and language"


@dataclass(frozen=True)
class Meteor(WordMetric):
    """METEOR 2005, 2007 and 1.5."""

    name: ClassVar[str] = "meteor"
    shows_matches: ClassVar[bool] = True
    options: ClassVar[frozenset[str]] = WordMetric.options | {"lang"}
    likes: ClassVar[tuple[str, ...]] = ("wmt",)

    case: str = param("lower", "letter case: keep, or lower before tokenising", choices=token_views.CASES)
    variant: str = param("1.5", "the program's last version, or the published formulas", choices=VARIANTS)
    task: str = param("rank", "which tuned parameters of version 1.5", choices=TASKS)
    lang: str = param("en", "language of parameters, stems and function words", check=known_language)
    compat: bool = param(False, "the alignment of the 1.5 program, which drops half weights")
    modules: str | None = param(None, "exact, stem, synonym, paraphrase, joined by /; default by language and task")
    synonyms: str | None = param(None, "wordnet, meteor, none, a directory or a file; default by language")
    function_words: str | None = param(None, "a language, none or a file; default by language")
    paraphrases: str = param("none", "a table in METEOR's format", check=paraphrases.check_source)
    lengths: str | None = param(None, "what words weigh: words (1 each) or characters; default by task")
    fewest: str = param(
        CHUNKS, "tie-break of alignments with equally many matches: fewest of these", choices=(CHUNKS, "crossings")
    )
    beam: int = param(40, "paths that the search for an alignment keeps", low=1, high=100_000)
    alpha: float | None = param(None, f"weight of recall{BY_TASK}", tunable=True, low=0.0, high=1.0)
    beta: float | None = param(None, f"exponent of the fragmentation{BY_TASK}", tunable=True, low=0.0)
    gamma: float | None = param(None, f"largest penalty{BY_TASK}", tunable=True, low=0.0, high=1.0)
    delta: float | None = param(None, f"weight of content words{BY_TASK}", tunable=True, low=0.0, high=1.0)
    weights: tuple[float, ...] | None = param(
        None, f"weights of the four modules{BY_TASK}", tunable=True, low=0.0, high=1.0
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.variant != "1.5" and (self.compat or self.task != "rank"):
            raise SpecError(
                f"meteor:variant={self.variant} has no tasks and no compat=yes; those belong to variant=1.5."
            )
        if self.compat and self.fewest != CHUNKS:
            raise SpecError("meteor:compat=yes is the program, which counts chunks; leave out fewest=crossings.")
        for name, value in self._defaults().items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, value)
        if self.lengths not in ("words", "characters"):
            raise SpecError(f"meteor:lengths is {show(self.lengths)}, expected one of words, characters.")
        if len(self._tuned.weights) != len(meteor.MODULES):
            raise SpecError(
                f"meteor:weights is {show(self.weights)}, expected four numbers: {'/'.join(meteor.MODULES)}."
            )
        object.__setattr__(self, "modules", self._checked_modules())
        if "stem" in self._modules:
            stems.check_language(self.lang)
        source = synonyms.check_language(synonyms.check_source(self.synonyms or synonyms.NONE), self.lang)
        if "synonym" not in self._modules and source not in synonyms.NAMED:
            raise SpecError(
                f"meteor:modules is {self.modules}, so that the synonyms in {printable(source)} would not be used; "
                "add the module synonym, or leave synonyms out."
            )
        object.__setattr__(self, "synonyms", source if "synonym" in self._modules else synonyms.NONE)
        object.__setattr__(
            self, "function_words", function_words.check_source(self.function_words or function_words.NONE)
        )

    @classmethod
    def like(cls, program: str, given: Mapping[str, Any]) -> dict[str, Any]:
        words = f"meteor-{known_language(given.get('lang', 'en'))}"
        if words not in BUILTIN:
            known = ", ".join(sorted(name.removeprefix("meteor-") for name in BUILTIN if name.startswith("meteor-")))
            raise SpecError(f"meteor:like={program} is for {known}, whose words the program knows how to cut.")
        return {"compat": True, "tok": words}

    def _defaults(self) -> dict[str, Any]:
        tuned = tuned_for(self.variant, self.task, self.lang)
        source = synonyms.default_source(self.lang)
        if self.compat and source == synonyms.WORDNET:
            source = synonyms.METEOR
        if self.task == "universal" and "synonym" not in (self.modules or ""):
            source = synonyms.NONE
        words = function_words.default_source(self.lang)
        if self.variant != "1.5":
            words = function_words.NONE  # the older formulas do not tell them apart
        elif self.compat:
            words = "en"  # the program reads this list for every language unless it is given another
        # Of task universal, which has none, synonyms follow from the modules once these are known.
        follow = self.task == "universal" and self.modules is not None and self.synonyms in synonyms.NAMED
        has_thesaurus = None if self.synonyms is None or follow else self.synonyms != synonyms.NONE
        has_paraphrases = self.paraphrases != paraphrases.NONE
        return {
            "modules": default_modules(self.task, self.lang, has_thesaurus, has_paraphrases),
            "synonyms": source,
            "function_words": words,
            # The program's help says that util implies characters; what it computes does not.
            "lengths": "characters" if self.task == "util" and not self.compat else "words",
            "alpha": tuned.alpha,
            "beta": tuned.beta,
            "gamma": tuned.gamma,
            "delta": tuned.delta,
            "weights": tuned.weights,
        }

    def _checked_modules(self) -> str:
        given = (self.modules or "").split("/")
        unknown = [name for name in given if name not in meteor.MODULES]
        if unknown or len(set(given)) < len(given):
            raise SpecError(f"meteor:modules is {show(self.modules)}, expected some of {'/'.join(meteor.MODULES)}.")
        if "paraphrase" in given and self.paraphrases == paraphrases.NONE:
            raise SpecError("meteor's module paraphrase needs a table; pass paraphrases=FILE, or leave the module out.")
        if "synonym" in given and self.synonyms == synonyms.NONE:
            raise SpecError(
                f"meteor's module synonym has no synonyms (lang={self.lang}, synonyms=none); give a thesaurus with "
                "synonyms=FILE, or leave the module out."
            )
        if "stem" in given and self.lang == stems.NONE:
            raise SpecError(
                "meteor's module stem has no stems without a language; give one with lang, or leave it out."
            )
        return "/".join(name for name in meteor.MODULES if name in given)

    @property
    def _modules(self) -> tuple[str, ...]:
        return tuple((self.modules or "").split("/"))

    @property
    def _tuned(self) -> TunedParameters:
        """The five tunables, which are never None after construction."""
        return TunedParameters(
            self.alpha or 0.0, self.beta or 0.0, self.gamma or 0.0, self.delta or 0.0, self.weights or ()
        )

    @property
    def _count(self) -> str:
        if self.variant != "1.5":
            return "words"
        return "truncated" if self.compat else "fractional"

    @property
    def stems_by_language(self) -> bool:
        return True

    @property
    def columns(self) -> tuple[str, ...]:
        return meteor.COLUMNS

    def measure(self, chunk: Chunk) -> Rows:
        references = max(chunk.max_references, 1)
        key = (
            *("meteor rows", self.tok, self.case, self.norm, self._count, self.lang, self.modules, self.synonyms),
            *(self.function_words, self.paraphrases, self.lengths, self.fewest, self.beam),
        )

        def make() -> tuple[Floats, Bools]:
            marks = function_words.function_words(
                chunk, self.tok, self.case, self.norm, self.function_words or function_words.NONE
            )
            whole_is_no_chunk = self.variant == "1.5"
            given, sizes = self._alignable(chunk), self._sizes(chunk)
            how = (self.beam, self._count, self.fewest != CHUNKS)
            return meteor.meteor_rows(given, *how, marks, sizes, whole_is_no_chunk, references)

        values, capped = chunk.view(key, make)
        found = self._phrases(chunk)
        if found is not None:
            item_pair = np.repeat(np.arange(chunk.pairs), chunk.reference_counts)
            capped = capped | (np.bincount(item_pair, found.capped, minlength=chunk.pairs) > 0)
        present = np.arange(references) < chunk.reference_counts[:, None]
        return Rows(values, no_mask(chunk), present, {"capped": capped})

    def _alignable(self, chunk: Chunk) -> meteor.Alignable:
        tokens = self.tokens(chunk)
        view = (chunk, self.tok, self.case, self.norm)
        sets = synonyms.synonyms(*view, self.synonyms or synonyms.NONE) if "synonym" in self._modules else None
        phrases = self._phrases(chunk)
        rules = stems.METEOR if self.compat else stems.SNOWBALL
        stemmed = stems.stems(*view, self.lang, rules) if "stem" in self._modules else None
        values = tokens.values
        if self.compat:
            marks = function_words.function_words(*view, self.function_words or function_words.NONE)
            known = [np.diff(sets.offsets).astype(np.int32)] if sets is not None else []
            known += [stemmed] if stemmed is not None else []
            taken = stems.alike_to_meteor(tokens.view, marks, self._sizes(chunk), *known)
            values = values if taken is None else taken[values]
        return meteor.Alignable(
            values,
            tokens.offsets,
            chunk.hyp,
            chunk.seg,
            chunk.refs,
            chunk.ref_offsets,
            exact="exact" in self._modules,
            stems=stemmed,
            synonyms=None if sets is None else (sets.values, sets.offsets),
            phrases=None if phrases is None else (phrases.matches, phrases.offsets),
        )

    def _phrases(self, chunk: Chunk) -> PhraseMatches | None:
        if "paraphrase" not in self._modules:
            return None
        return paraphrases.phrase_matches(chunk, self.tok, self.case, self.norm, self.paraphrases)

    def _sizes(self, chunk: Chunk) -> Int32s:
        view = self.tokens(chunk).view
        if self.lengths == "words":
            return np.ones(view.vocabulary_size, dtype=np.int32)
        return np.array([len(view.word(word)) for word in range(view.vocabulary_size)], dtype=np.int32)

    def select(self, rows: Rows) -> Rows:
        return rows.choose_by(self.score)

    def score(self, values: Floats) -> Floats:
        tuned = self._tuned
        precision = ratio(self._weighed(values, 0), _content(values, 16, tuned.delta))
        recall = ratio(self._weighed(values, 2), _content(values, 18, tuned.delta))
        mean = ratio(precision * recall, tuned.alpha * precision + (1 - tuned.alpha) * recall)
        matched = (values[..., 20] + values[..., 21]) / 2
        penalty = tuned.gamma * ratio(values[..., 22], matched) ** tuned.beta
        # Without a chunk there is no penalty, also where beta is 0 and the power 1.
        score: Floats = np.maximum(mean * (1 - np.where(values[..., 22] > 0, penalty, 0.0)), 0.0)
        return score

    def details(self, values: Floats) -> Mapping[str, Detail]:
        """What the program's last lines are called, from the summed rows."""
        tuned = self._tuned
        precision = ratio(self._weighed(values, 0), _content(values, 16, tuned.delta))
        recall = ratio(self._weighed(values, 2), _content(values, 18, tuned.delta))
        chunks, matched = float(values[22]), float(values[20] + values[21]) / 2
        return {
            "precision": self.scale * float(precision),
            "recall": self.scale * float(recall),
            "fragmentation": chunks / matched if matched > 0 else 0.0,
            "chunks": whole(chunks),
            "matches": whole(matched),
        }

    def _weighed(self, values: Floats, side: int) -> Floats:
        tuned = self._tuned
        total = np.zeros(values.shape[:-1])
        for module, weight in enumerate(tuned.weights):
            total = total + weight * _content(values, 4 * module + side, tuned.delta)
        return total

    def explain(self, segment: Segment) -> Explanation:
        """The matches with their modules and chunks."""
        chunk = segment.chunk()
        rows = self.measure(chunk)
        best = int(np.argmax(self.score(rows.values)[0, : max(len(segment.refs), 1)]))
        facts: dict[str, Any] = {"reference": best + 1, "capped": bool(rows.flags["capped"][0])}
        facts |= dict(zip(self.columns, rows.values[0, best].tolist(), strict=True))
        tables: tuple[ExplanationTable, ...] = ()
        if segment.refs:
            tokens = self.tokens(chunk)
            hyp, ref = tokens.words(int(chunk.hyp[0])), tokens.words(int(chunk.refs[best]))
            how = (self.beam, self._count, self.fewest != CHUNKS)
            found = meteor.meteor_matches(self._alignable(chunk), *how, best).tolist()
            columns = ("position", "hypothesis", "reference position", "reference", "module", "chunk")
            tables = (ExplanationTable("matches", columns, tuple(_numbered(found, hyp, ref))),)
        return Explanation(str(self), self.scale * float(self.score(rows.values[0, best])), facts, tables)


def _numbered(found: list[list[int]], hyp: list[str], ref: list[str]) -> list[tuple[Any, ...]]:
    """Matches in the order of the reference, each with the number of its chunk; everything counts from 1."""
    rows: list[tuple[Any, ...]] = []
    chunk, ref_end, hyp_end = 0, -1, -1
    for r, r_len, h, h_len, module in found:
        chunk += (r, h) != (ref_end, hyp_end)
        ref_end, hyp_end = r + r_len, h + h_len
        words = " ".join(hyp[h:hyp_end]), " ".join(ref[r:ref_end])
        rows.append((h + 1, words[0], r + 1, words[1], meteor.MODULES[module], chunk))
    return rows


def _content(values: Floats, column: int, delta: float) -> Floats:
    """Content words of a column and the function words beside it, weighed."""
    weighed: Floats = delta * values[..., column] + (1 - delta) * values[..., column + 1]
    return weighed
