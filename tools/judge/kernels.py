"""Every kernel beside its textbook version (tests/textbook): two functions from pairs to results that must be equal."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from judge.pairs import Pair
from tertium.corpus.chunk import Chunk
from tertium.kernels import chrf, edit, graphs, ngrams, order, rouge, ter
from tertium.kernels.alignment_text import ReadLinks, read_alignments
from tertium.kernels.gtm import gtm_runs
from tertium.kernels.permutations import MANY_TO_ONE, NULL_WORDS, ONE_TO_MANY, Rule, moved_blocks, permutation_of_links
from tertium.kernels.text import Pairs, TokenView, intern_tokens, new_pool
from tertium.metrics.atec import Atec
from tertium.metrics.impact import Impact
from tertium.metrics.spec import parse
from tertium.views.order.links import align_words
from tertium.views.tokens.tokenized import tokens
from tertium.views.words.information import InformationTable
from textbook import alignment_text as text_book
from textbook import atec as atec_book
from textbook import chrf as chrf_book
from textbook import edit as edit_book
from textbook import gtm as gtm_book
from textbook import impact as impact_book
from textbook import matching as matching_book
from textbook import meteor as meteor_book
from textbook import moved_blocks as blocks_book
from textbook import ngrams as ngram_book
from textbook import permutations as permutation_book
from textbook import rouge as rouge_book
from textbook import ter as ter_book
from textbook import triples as triple_book
from textbook import word_order as order_book

Results = Sequence[Any]
Options = dict[str, Any]
NO_TEXTS: tuple[Any, list[str]] = (np.zeros(0, np.int32), [])


def _equal(one: Any, other: Any) -> bool:
    return bool(one == other)


def _close(one: Any, other: Any) -> bool:
    return len(one) == len(other) and all(
        math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9) for a, b in zip(one, other, strict=True)
    )


@dataclass(frozen=True)
class Kernel:
    """``native`` and ``textbook`` take pairs and one of ``options``; ``longest`` words of a side are judged."""

    name: str
    native: Callable[..., Results]
    textbook: Callable[..., Results]
    options: tuple[Options, ...] = ({},)
    longest: int | None = None
    equal: Callable[[Any, Any], bool] = field(default=_equal)


def arrays(pairs: Sequence[Pair]) -> tuple[TokenView, Pairs]:
    sentences = [list(side) for pair in pairs for side in (pair.hyp, *pair.refs)]
    counts = [len(pair.refs) for pair in pairs]
    ends = np.cumsum([0, *counts], dtype=np.int64)
    hyp = ends[:-1] + np.arange(len(pairs))
    refs = np.delete(np.arange(len(sentences)), hyp)
    seg = np.arange(len(pairs), dtype=np.int32)
    return intern_tokens(sentences), Pairs(hyp.astype(np.int32), seg, refs.astype(np.int32), ends)


def ids(*sentences: Sequence[str]) -> list[Any]:
    known: dict[str, int] = {}
    return [np.array([known.setdefault(word, len(known)) for word in s], dtype=np.int32) for s in sentences]


def ragged(view: TokenView) -> tuple[Any, Any]:
    return view.values, view.offsets


def chunk_of(pairs: Sequence[Pair]) -> Chunk:
    return Chunk.of([[" ".join(p.hyp) for p in pairs]], [[" ".join(ref) for ref in p.refs] for p in pairs])


# n-grams


def bleu_native(pairs: Sequence[Pair], n: int, rule: str) -> Results:
    return ngrams.bleu_rows(*arrays(pairs), n, rule).tolist()


def bleu_textbook(pairs: Sequence[Pair], n: int, rule: str) -> Results:
    return [ngram_book.bleu_row(p.hyp, p.refs, n, rule) for p in pairs]


def nist_native(pairs: Sequence[Pair], n: int) -> Results:
    chunk = chunk_of(pairs)
    made, table = tokens(chunk, "none"), InformationTable(n)
    table.collect(made, chunk)
    return table.rows(made, chunk, False).tolist()


def nist_textbook(pairs: Sequence[Pair], n: int) -> Results:
    information = ngram_book.Information([p.refs for p in pairs], n)
    return [information.row(p.hyp, p.refs) for p in pairs]


def chrf_native(pairs: Sequence[Pair], n: int, words: bool) -> Results:
    pool = new_pool()
    texts = [" ".join(side) for p in pairs for side in (p.hyp, *p.refs)]
    places = pool.add_strings(texts)
    compared = arrays(pairs)[1]
    compared = compared._replace(hyp=places[compared.hyp], refs=places[compared.refs])
    if words:
        rows = chrf.word_counts(pool, compared, n, False, NO_TEXTS)
    else:
        rows = chrf.character_counts(pool, compared, n, False, False, NO_TEXTS)
    return [row[: len(p.refs)].tolist() for row, p in zip(rows, pairs, strict=True)]


def chrf_textbook(pairs: Sequence[Pair], n: int, words: bool) -> Results:
    units = chrf_book.words if words else chrf_book.characters
    return [[chrf_book.counts(units(" ".join(p.hyp)), units(" ".join(ref)), n) for ref in p.refs] for p in pairs]


ROUGE = {
    "rouge-1": ("words", "all"),
    "rouge-l": ("subsequence", "all"),
    "rouge-s": ("skip", "all"),
    "rouge-su": ("skip+words", "all"),
    "rouge-su:155": ("skip+words-last", "155"),
}


def rouge_native(pairs: Sequence[Pair], metric: str, skip: int | None) -> Results:
    view, compared = arrays(pairs)
    limit = rouge.NO_LIMIT if skip is None else skip
    rows = rouge.overlaps(*ragged(view), compared, ROUGE[metric][0], limit)
    return [row[: len(p.refs)].tolist() for row, p in zip(rows, pairs, strict=True)]


def rouge_textbook(pairs: Sequence[Pair], metric: str, skip: int | None) -> Results:
    name, su = metric.partition(":")[0], ROUGE[metric][1]
    return [[list(rouge_book.overlap(name, p.hyp, ref, skip, su)) for ref in p.refs] for p in pairs]


def gtm_native(pairs: Sequence[Pair]) -> Results:
    view, compared = arrays(pairs)
    made = gtm_runs(*ragged(view), compared)
    return [made.lengths[a:b].tolist() for a, b in pairwise(made.offsets.tolist())]


def gtm_textbook(pairs: Sequence[Pair]) -> Results:
    return [gtm_book.runs(p.hyp, p.refs) for p in pairs]


# edits


def edit_native(pairs: Sequence[Pair], surplus: bool | None) -> Results:
    view, compared = arrays(pairs)
    made = (
        edit.edit_rows(*ragged(view), compared) if surplus is None else edit.bag_rows(*ragged(view), compared, surplus)
    )
    return made.tolist()


def edit_textbook(pairs: Sequence[Pair], surplus: bool | None) -> Results:
    made = []
    for p in pairs:
        mean = sum(map(len, p.refs)) / len(p.refs)
        shared = [0] * len(p.refs)
        if surplus is None:
            errors = [edit_book.edit_distance(ref, p.hyp) for ref in p.refs]
        else:
            shared = [edit_book.shared_words(p.hyp, ref) for ref in p.refs]
            needed = [max(len(p.hyp), len(ref)) if surplus else len(ref) for ref in p.refs]
            errors = [n - m for n, m in zip(needed, shared, strict=True)]
        best = edit_book.nearest(errors)
        made.append([errors[best], shared[best], len(p.refs[best]), mean, best])
    return made


def path_native(pairs: Sequence[Pair], substitutions: bool) -> Results:
    """Edits of the path, if it leads from the reference to the hypothesis."""
    made = []
    for p in pairs:
        ref, hyp = ids(p.refs[0], p.hyp)
        i = j = edits = 0
        right = True
        for step in edit.edit_path(ref, hyp, substitutions).tolist():
            if step in (edit.MATCH, edit.SUBSTITUTION):
                right &= (ref[i] == hyp[j]) == (step == edit.MATCH)
            right &= substitutions or step != edit.SUBSTITUTION
            i += step != edit.INSERTION
            j += step != edit.DELETION
            edits += step != edit.MATCH
        made.append(edits if right and (i, j) == (len(ref), len(hyp)) else "no path")
    return made


def path_textbook(pairs: Sequence[Pair], substitutions: bool) -> Results:
    return [edit_book.edit_distance(p.refs[0], p.hyp, 1 if substitutions else 2) for p in pairs]


def ter_native(pairs: Sequence[Pair], sacrebleu: bool, beam: int) -> Results:
    made: list[Any] = []
    for p in pairs:
        hyp, ref = _ranked(p)
        shifts, path, _ = ter.ter_search(hyp, ref, sacrebleu=sacrebleu, beam=beam)
        made.append(([tuple(shift) for shift in shifts.tolist()], path))
    return made


def _ranked(pair: Pair) -> list[Any]:
    """Ids in the order of the words: sacreBLEU breaks its last ties by comparing words."""
    rank = {word: k for k, word in enumerate(sorted({*pair.hyp, *pair.refs[0]}))}
    return [np.array([rank[word] for word in side], dtype=np.int32) for side in (pair.hyp, pair.refs[0])]


def ter_textbook(pairs: Sequence[Pair], sacrebleu: bool, beam: int) -> Results:
    made: list[Any] = []
    for p in pairs:
        hyp, ref = (side.tolist() for side in _ranked(p))
        verdict = ter_book.ter(hyp, ref, "sacrebleu" if sacrebleu else "tercom", math.inf if beam < 0 else beam)
        made.append(([(s.start, s.end, s.after) for s in verdict.shifts], verdict.path))
    return made


# order and links


def links_of(pair: Pair) -> list[tuple[int, int]]:
    """Links to work on: every reference word with every equal one of the hypothesis."""
    return [(i, j) for i, word in enumerate(pair.refs[0]) for j, other in enumerate(pair.hyp) if word == other]


def places_native(pairs: Sequence[Pair], rule: str) -> Results:
    return [order.word_places(*ids(p.hyp, p.refs[0]), rule).tolist() for p in pairs]


def places_textbook(pairs: Sequence[Pair], rule: str) -> Results:
    if rule == "paper":
        return [order_book.places_by_paper(p.hyp, p.refs[0]) for p in pairs]
    return [order_book.places_by_program(p.hyp, p.refs[0], rule == "1.02.3") for p in pairs]


def rising_native(pairs: Sequence[Pair]) -> Results:
    return [order.increasing_pairs(ids(p.hyp, p.refs[0])[1]) for p in pairs]


def rising_textbook(pairs: Sequence[Pair]) -> Results:
    return [order_book.increasing_pairs(ids(p.hyp, p.refs[0])[1].tolist()) for p in pairs]


def blocks_native(pairs: Sequence[Pair]) -> Results:
    links = [links_of(p) for p in pairs]
    ends = np.cumsum([0, *map(len, links)], dtype=np.int64)
    flat = np.array([link for item in links for link in item], dtype=np.int32).reshape(-1, 2)
    made = moved_blocks(flat, ends)
    return [list(map(tuple, made.rows[a:b].tolist())) for a, b in pairwise(made.offsets.tolist())]


def blocks_textbook(pairs: Sequence[Pair]) -> Results:
    return [blocks_book.moved_blocks(links_of(p)) for p in pairs]


def permutation_native(pairs: Sequence[Pair], policies: tuple[str, str, str]) -> Results:
    return [
        permutation_of_links(
            len(p.refs[0]), np.array(links_of(p), dtype=np.int32).reshape(-1, 2), Rule(*policies)
        ).tolist()
        for p in pairs
    ]


def permutation_textbook(pairs: Sequence[Pair], policies: tuple[str, str, str]) -> Results:
    return [permutation_book.permutation(len(p.refs[0]), links_of(p), *policies) for p in pairs]


def _alignment_line(pair: Pair, form: str, base: int) -> str:
    if form == "pharaoh":
        return " ".join(f"{i + base}-{j + base}" for i, j in links_of(pair))
    if form == "segments":
        spans = [(i, i + len(pair.hyp) % 3, j, j + len(pair.refs[0]) % 2) for i, j in links_of(pair)[:9]]
        return " ".join(f"{a + base}-{b + base}={c + base}-{d + base}" for a, b, c, d in spans)
    words = [word.replace("|", "") or "x" for word in pair.hyp]
    return " ".join(f"{' '.join(words[k : k + 2])} |{k + base}-{k + 1 + base}|" for k in range(0, len(words), 2))


def text_native(pairs: Sequence[Pair], form: str, base: int) -> Results:
    text = "".join(_alignment_line(p, form, base) + "\n" for p in pairs)
    made = read_alignments(np.frombuffer(text.encode(), dtype=np.uint8), len(pairs), form, base)
    if not isinstance(made, ReadLinks):
        return [made] * len(pairs)
    return [list(map(tuple, made.pairs[a:b].tolist())) for a, b in pairwise(made.offsets.tolist())]


def text_textbook(pairs: Sequence[Pair], form: str, base: int) -> Results:
    return [text_book.read_line(_alignment_line(p, form, base), form, base) for p in pairs]


def aligner_native(pairs: Sequence[Pair]) -> Results:
    made = []
    for p in pairs:
        # Numbers for words: too short to be linked by similar spelling, which the textbook version knows nothing of.
        ref, hyp = ([str(word) for word in side.tolist()] for side in ids(p.refs[0], p.hyp))
        links = [(r, h) for r, h, _ in align_words(ref, hyp, "none")]
        made.append((len(links), matching_book.cost(links)))
    return made


def aligner_textbook(pairs: Sequence[Pair]) -> Results:
    made = []
    for p in pairs:
        equal, _, least = matching_book.fewest_chunks(p.refs[0], p.hyp)
        made.append((equal, least))
    return made


# metrics that stand on a matching


def meteor_native(pairs: Sequence[Pair]) -> Results:
    metric = parse("meteor:tok=none,case=keep,variant=2005,modules=exact")
    rows = metric.select(metric.measure(chunk_of([p.alone() for p in pairs])))
    return [[score] for score in metric.segment_score(rows.values).tolist()]


def meteor_textbook(pairs: Sequence[Pair]) -> Results:
    made = []
    for p in pairs:
        matches, chunks, _ = meteor_book.best_alignment(p.hyp, p.refs[0], lambda a, b: float(a == b))
        made.append([meteor_book.score(int(matches), chunks, len(p.hyp), len(p.refs[0]), 0.9, 3.0, 0.5)])
    return made


def _atec(pairs: Sequence[Pair], variant: str) -> tuple[Atec, Chunk]:
    metric = Atec(variant=variant, tok="none", case="keep", synonyms="none", stem=False)
    chunk = chunk_of(pairs)
    return metric, dataclasses.replace(chunk, tables={metric.table_key: metric.collect(chunk)})


def atec_native(pairs: Sequence[Pair], variant: str) -> Results:
    metric, chunk = _atec(pairs, variant)
    return [row[:2] for row in metric.measure(chunk).values.tolist()]


def atec_textbook(pairs: Sequence[Pair], variant: str) -> Results:
    held: dict[str, int] = {}
    for p in pairs:
        for ref in p.refs:
            for word in set(ref):
                held[word] = held.get(word, 0) + 1
    sentences = sum(len(p.refs) for p in pairs)
    idf = {word: math.log(sentences / times) for word, times in held.items()}
    return [list(atec_book.parts(p.hyp, p.refs, idf=idf, repaired=variant == "repaired")) for p in pairs]


def impact_native(pairs: Sequence[Pair], beta: float) -> Results:
    metric = Impact(tok="none", case="keep", beta=beta)
    rows = metric.select(metric.measure(chunk_of([p.alone() for p in pairs]))).values
    return [row[0] if p.hyp and p.refs[0] else 0.0 for row, p in zip(rows.tolist(), pairs, strict=True)]


def impact_textbook(pairs: Sequence[Pair], beta: float) -> Results:
    return [impact_book.sums(p.hyp, p.refs[0], 0.1, beta) if p.hyp and p.refs[0] else {0.0} for p in pairs]


def _one_of(found: float, allowed: set[float]) -> bool:
    return min(abs(found - one) for one in allowed) < 1e-6


def overlap_native(pairs: Sequence[Pair]) -> Results:
    view, compared = arrays(pairs)
    values, offsets = ragged(view)
    ascending = np.concatenate([np.sort(values[a:b]) for a, b in pairwise(offsets.tolist())])  # as triples are numbered
    rows = graphs.overlap_rows(ascending, offsets, compared, max(len(p.refs) for p in pairs))
    return [row[: len(p.refs)].tolist() for row, p in zip(rows, pairs, strict=True)]


def overlap_textbook(pairs: Sequence[Pair]) -> Results:
    return [[[triple_book.overlap(p.hyp, ref), len(p.hyp), len(ref)] for ref in p.refs] for p in pairs]


def _each(name: str, values: Sequence[Any], **fixed: Any) -> tuple[Options, ...]:
    return tuple({name: value, **fixed} for value in values)


POLICIES = [(a, b, c) for a in NULL_WORDS for b in ONE_TO_MANY for c in MANY_TO_ONE]
KERNELS = (
    Kernel(
        "bleu",
        bleu_native,
        bleu_textbook,
        tuple({"n": n, "rule": r} for n in (4, 1, 6) for r in ("closest", "shortest", "average")),
    ),
    Kernel("nist", nist_native, nist_textbook, _each("n", (5, 1, 3)), equal=_close),
    Kernel("chrf-characters", chrf_native, chrf_textbook, _each("n", (6, 2, 9), words=False)),
    Kernel("chrf-words", chrf_native, chrf_textbook, _each("n", (2, 4), words=True)),
    Kernel(
        "rouge",
        rouge_native,
        rouge_textbook,
        tuple({"metric": m, "skip": s} for m in ROUGE for s in (4, 0, None)),
    ),
    Kernel("gtm", gtm_native, gtm_textbook, longest=20, equal=_close),
    Kernel("edits", edit_native, edit_textbook, _each("surplus", (None,))),
    Kernel("bags", edit_native, edit_textbook, _each("surplus", (True, False))),
    Kernel("edit-path", path_native, path_textbook, _each("substitutions", (True, False))),
    Kernel(
        "ter",
        ter_native,
        ter_textbook,
        (
            {"sacrebleu": False, "beam": 20},
            {"sacrebleu": True, "beam": 20},
            {"sacrebleu": False, "beam": ter.NO_BEAM},
            {"sacrebleu": False, "beam": 3},
        ),
        longest=24,
    ),
    Kernel("word-places", places_native, places_textbook, _each("rule", order.RULES)),
    Kernel("rising-pairs", rising_native, rising_textbook),
    Kernel("moved-blocks", blocks_native, blocks_textbook, longest=30),
    Kernel("permutations", permutation_native, permutation_textbook, _each("policies", POLICIES), longest=30),
    Kernel(
        "alignment-text",
        text_native,
        text_textbook,
        tuple({"form": f, "base": b} for f in ("pharaoh", "segments", "trace") for b in (0, 1)),
    ),
    Kernel("aligner", aligner_native, aligner_textbook, longest=6),
    Kernel("meteor", meteor_native, meteor_textbook, longest=6, equal=_close),
    Kernel("atec", atec_native, atec_textbook, _each("variant", ("literal", "repaired")), longest=12, equal=_close),
    Kernel("impact", impact_native, impact_textbook, _each("beta", (1.1, 1.0, 2.0)), longest=5, equal=_one_of),
    Kernel("overlap", overlap_native, overlap_textbook),
)
