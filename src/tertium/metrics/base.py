"""What a metric is: a frozen value with two pure functions.

``measure(chunk)`` gives sufficient statistics, one row a pair of hypothesis and segment; ``score(rows)`` turns rows,
or sums of rows, into scores. Segment scores, corpus scores, intervals, paired tests, slices, streaming, threads and
tuning all follow from these two with no further code in any metric.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tertium.arrays import Bools, Floats
from tertium.corpus.chunk import Chunk
from tertium.errors import InputError, SpecError
from tertium.metrics.measuring import FirstPass, score_corpus, score_sentence, selected
from tertium.metrics.parameters import param, parameters, show, validate
from tertium.metrics.rows import Better, Pooling, Rows
from tertium.metrics.single import PLACE, RowDoor, Single, single_of, without_single
from tertium.results.scores import Detail, MetricScore
from tertium.views.tokens import tokenized as token_views
from tertium.views.tokens.tokenized import Tokens
from tertium.views.tokens.tokenizers import check_tokenizer

if TYPE_CHECKING:  # scoring explains nothing
    from tertium.results.explanations import Attribution, Explanation
    from tertium.results.forensics import Relations
    from tertium.views.syntax.relations import ComparedGraphs

__all__ = ["Better", "Metric", "Pooling", "Rows", "Segment", "WordMetric", "no_mask"]


@dataclass(frozen=True)
class Segment:
    """One segment as a person gives it, for ``explain``; ``tables`` are first passes over the set it is from."""

    hyp: str
    refs: tuple[str, ...]
    src: str | None = None
    tables: Mapping[Hashable, Any] | None = field(default=None, compare=False, repr=False)

    def chunk(self, tables: Mapping[Hashable, Any] | None = None) -> Chunk:
        return Chunk.of([[self.hyp]], [list(self.refs)], None if self.src is None else [self.src], tables=tables)


@dataclass(frozen=True)
class Metric(ABC):
    """Base of all metrics: subclasses are frozen dataclasses whose fields are ``param(...)`` declarations.

    ``version`` moves only when scores move. ``scale`` turns the paper's value into the number the field prints.
    ``requires`` names inputs beyond hypotheses and references. ``options`` are parameters that command-line wide
    settings (-tok, -lc, --nfc) may set. ``imperfect`` says why a perfect hypothesis does not always get ``best``;
    ``ceiling`` says it beside the score, for metrics where it never does.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    pooling: ClassVar[Pooling] = Pooling.POOL
    better: ClassVar[Better] = Better.HIGHER
    scale: ClassVar[float] = 100.0
    low: ClassVar[float] = 0.0
    high: ClassVar[float] = 1.0
    best: ClassVar[float] = 1.0
    imperfect: ClassVar[str] = ""
    ceiling: ClassVar[str] = ""
    shows_matches: ClassVar[bool] = False  # explain() lists words or phrases: `tertium explain` prints its tables
    requires: ClassVar[frozenset[str]] = frozenset()
    options: ClassVar[frozenset[str]] = frozenset()
    experimental: ClassVar[bool] = False
    main: ClassVar[str | None] = None  # the parameter a spec may give without its name: card:my.toml
    likes: ClassVar[tuple[str, ...]] = ()  # programs whose settings have a short name: bleu:like=mteval

    def __post_init__(self) -> None:
        validate(self)

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """Names of the columns of a selected row."""

    @property
    def scored_columns(self) -> tuple[int, ...] | None:
        """Which of them ``score`` reads, None for all: resamples need no others."""
        return None

    @abstractmethod
    def measure(self, chunk: Chunk) -> Rows:
        """Sufficient statistics of every pair of the chunk; unaffected by tunable parameters."""

    def check(self, chunk: Chunk) -> None:  # noqa: B027 - most metrics need nothing more
        """Raise InputError if the chunk lacks an input that the metric needs; asked before anything is measured."""

    def select(self, rows: Rows) -> Rows:
        """Choose among references: (pairs, references, columns) to (pairs, columns). Pure; may use tunables."""
        return rows

    @abstractmethod
    def score(self, values: Floats) -> Floats:
        """(..., columns) to (...): the score of one selected row, or of a sum of rows. NaN where there is none."""

    def segment_score(self, values: Floats) -> Floats:
        """The formula for single segments, where it differs from the corpus formula."""
        return self.score(values)

    def row_door(self) -> RowDoor | None:
        """A native way from strings to the selected row, for single segments (`metrics.single`); mostly None."""
        return None

    def row_score(self, row: list[float], segment: bool) -> float:
        """``segment_score``, or ``score``, of one selected row: the same bits, in fewer steps where a door is."""
        return float((self.segment_score if segment else self.score)(np.array(row)))

    def explain(self, segment: Segment) -> Explanation:
        """What a person wants to see of one segment."""
        from tertium.results.explanations import Explanation

        rows = selected(self, segment.chunk(self.own_tables(segment)))
        facts = dict(zip(self.columns, rows.values[0].tolist(), strict=True))
        return Explanation(str(self), self.scale * float(self.segment_score(rows.values)[0]), facts)

    def relations(self, chunk: Chunk) -> Relations | None:
        """Both graphs of the one pair of a chunk and what agrees in them; None where no graphs are compared."""
        found = self.compared_graphs(chunk)
        if found is None or not len(found.given.refs):
            return None
        from tertium.views.syntax.relations import compare_one

        return compare_one(found)

    def compared_graphs(self, chunk: Chunk) -> ComparedGraphs | None:
        """The graphs that are compared, of every pair with which reference; None where there are none."""
        return None

    @property
    def parser(self) -> str | None:
        """The parser whose trees of the texts the metric needs, so that they can be made beforehand; mostly None."""
        return None

    @property
    def stems_by_language(self) -> bool:
        """Does ``lang`` choose stems of words? Then people are told where a language has none."""
        return False

    @property
    def enconverted(self) -> str | None:
        """The language whose UNL graphs the metric makes of these trees; None where it makes none."""
        return None

    # By which rule ``losses`` shares out; "exact" where the metric is a product or a sum of such parts.
    sharing: ClassVar[str] = ""

    def losses(self, values: Floats) -> Floats | None:
        """What words, order and length cost selected rows: (..., columns) to (..., 3), on the natural scale.

        NaN where a row does not come apart that way; None where no row of this metric does.
        """
        if type(self).attribute is Metric.attribute:
            return None
        flat = values.reshape(-1, values.shape[-1])  # a metric of another package may know single rows alone
        parts = (self.attribute(row) for row in flat)
        made = [(np.nan,) * 3 if part is None else (part.words, part.order, part.length) for part in parts]
        return np.array(made, dtype=np.float64).reshape(*values.shape[:-1], 3)

    def attribute(self, values: Floats) -> Attribution | None:
        """What words, order and length cost one selected row; None where the metric does not come apart that way."""
        if type(self).losses is Metric.losses:
            return None
        made = self.losses(values)
        if made is None or np.isnan(made).any():
            return None
        from tertium.results.explanations import Attribution

        words, order, length = made.tolist()
        return Attribution(words, order, length, self.sharing)

    def details(self, values: Floats) -> Mapping[str, Detail]:
        """What people want to see beside the corpus score, from the summed row; percentages where scores are."""
        return {}

    # Metrics with a first pass over the references (NIST's information, tf-idf) override these three, and
    # ``table_of``, so that work on disk can be gone on with.
    @property
    def table_key(self) -> Hashable | None:
        """Under which key ``chunk.tables`` holds this metric's first-pass table; None: no first pass."""
        return None

    def collect(self, chunk: Chunk) -> Any:
        """The first pass over one chunk: a table of references that can ``merge`` with those of other chunks."""
        raise TypeError(f"{self.name} has no first pass")

    def table_bytes(self, table: Any) -> bytes:
        """The table of one chunk or of several, to be kept on disk or sent."""
        made: bytes = table.to_bytes()
        return made

    def table_of(self, data: bytes) -> Any:
        """The table that ``table_bytes`` was given."""
        raise InputError(f"{self.name} has a first pass whose table cannot be read back from bytes.")

    def own_tables(self, segment: Segment) -> dict[Hashable, Any]:
        """The first pass over the set that the segment is from, or over the segment if it is alone."""
        first = FirstPass([self], segment.tables)
        if first.needed:
            first.read(segment.chunk())
        return first.tables

    def corpus_score(self, hypotheses: Any, references: Any, sources: Any = None) -> MetricScore:
        """Score a list of hypotheses: ``references`` has one list of strings for each, or one string each."""
        from tertium.corpus.texts.lists import corpus_of  # metrics over files need no lists

        return score_corpus(self, corpus_of(hypotheses, references, sources))

    def sentence_score(self, hypothesis: str, references: Sequence[str], source: str | None = None) -> MetricScore:
        """Score one hypothesis against its references, by the metric's formula for single segments."""
        if source is None:
            single: Single | None = self.__dict__.get(PLACE)
            if single is not None:
                quick = single.segment(hypothesis, references)
                if quick is not None:
                    return quick
        from tertium.corpus.texts.lists import one_segment

        made = score_sentence(self, one_segment(hypothesis, references, source))
        if source is None:
            single_of(self).remember(made, hypothesis, references, True)
        return made

    def __getstate__(self) -> dict[str, Any]:
        return without_single(self.__dict__)

    def get_signature(self) -> str:
        """The signature, under the name sacreBLEU's users know."""
        return self.signature

    def leaves(self) -> tuple[tuple[float, Metric], ...]:
        """(weight, metric) terms: one for a plain metric or a formula, several for a Combination."""
        return ((1.0, self),)

    def plain(self) -> tuple[Metric, ...]:
        """The metrics that read texts: itself, or those that a sum or a formula is made of."""
        return (self,)

    def named_terms(self) -> tuple[Metric, ...]:
        """What the name of the metric names: itself, or the metrics in a weighted sum or a formula."""
        return (self,)

    @property
    def signature(self) -> str:
        """Every parameter, defaults included, and the definition's version; ``parse`` reads it back."""
        given = sorted((f.name, show(getattr(self, f.name))) for f, _ in parameters(self))
        body = ",".join(f"{name}={value}" for name, value in given)
        return f"{self.name}{':' if body else ''}{body}#{self.version}"

    @classmethod
    def like(cls, program: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters with which the metric prints what a program of ``likes`` does; ``given`` are set already."""
        raise TypeError(f"{cls.name} is like no program")

    def _alike(self) -> tuple[str, Mapping[str, Any]] | None:
        """The program whose settings these are, and which settings."""
        for program in self.likes:
            try:
                settings = self.like(program, vars(self))
            except SpecError:  # not in this language
                continue
            if all(getattr(self, name) == value for name, value in settings.items()):
                return program, settings
        return None

    def _defaults(self) -> Mapping[str, Any]:
        """Values that parameters with the default None get, where these follow from others, such as the language."""
        return {}

    def __str__(self) -> str:
        """What was asked for: without parameters that have their defaults."""
        follows = self._defaults()
        alike = self._alike()
        program, settings = ("", {}) if alike is None else alike
        given = [
            (f.name, show(getattr(self, f.name)))
            for f, _ in parameters(self)
            if f.name not in settings and getattr(self, f.name) != follows.get(f.name, f.default)
        ]
        if program:
            given.insert(0, ("like", program))
        body = ",".join(f"{name}={value}" for name, value in given)
        return f"{self.name}{':' if body else ''}{body}"


@dataclass(frozen=True)
class WordMetric(Metric):
    """A metric over words: tokenizer, case and Unicode normalisation are declared and enter the signature.

    Subclasses whose field differs elsewhere redeclare ``tok`` or ``case`` with another default
    (docs/metrics/README.md#defaults).
    """

    options: ClassVar[frozenset[str]] = frozenset({"tok", "case", "norm"})

    tok: str = param("13a", "tokenizer", check=check_tokenizer)
    case: str = param("keep", "letter case: keep, or lower before tokenising", choices=token_views.CASES)
    norm: str = param("none", "Unicode normalisation before anything else", choices=token_views.NORMS)

    def tokens(self, chunk: Chunk) -> Tokens:
        return token_views.tokens(chunk, self.tok, self.case, self.norm)


def no_mask(chunk: Chunk) -> Bools:
    """The mask of a metric that scores every pair with at least one reference."""
    return np.asarray(chunk.reference_counts == 0)
