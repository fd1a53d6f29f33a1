"""Details of all pairs: the same words, links, moves and edits as ``explain`` finds for one segment after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from conftest import ROOT
from tertium.analysis.explaining.details import ALONE, BEGINS, FOLLOWS, STAGES, Cuts, Details, DetailWatch
from tertium.analysis.explaining.explain import ChosenSegment, explain_segment
from tertium.analysis.explaining.packed_details import detail_arrays, packed_details
from tertium.analysis.explaining.relation_details import RelationDetails
from tertium.corpus.chunk import Chunk, Links
from tertium.kernels.monolingual import STAGES as STAGE_NAMES
from tertium.kernels.ter import STEPS
from tertium.metrics.base import Segment
from tertium.metrics.spec import parse
from tertium.metrics.ter import Ter

EXAMPLE = ROOT / "examples" / "es-en"
# White space as Python splits at it, in places where browsers have other ideas; entities; characters of four bytes.
NASTY = [
    ("", ""),
    (" ", "x"),
    ("same same same", "same same"),
    ("He said: &quot;no&quot; & left.", 'He said &quot;no&quot;, "and" left &amp; away.'),
    ("a\u2028b\u0085c\u001cd\u3000e\ufefff", "f e\ufeff d c\u001cb a"),
    ("😀 smile😀. (😀)", "a 😀 smile 😀 😀"),
    ("The İstanbul HOUSE, the green one", "the green house of İSTANBUL"),
    ("1,000.5 — it's 3-4 days...", "it's about 1,000.5 — 4-3 days"),
    ("\u0000 nul \u202eturned\u202c", "turned \u202eturned\u202c nul \u0000"),
    ("z" * 300 + " " + "y " * 300, "y " * 280 + "z" * 300),
]


@dataclass(frozen=True)
class Pair:
    """What the arrays say of one output and one reference."""

    hyp: list[str | None]
    ref: list[str | None]
    links: list[tuple[int, int, str, bool]]


def texts_of(cuts: Cuts, slot: int, text: str) -> list[str | None]:
    """Words as they are written, from the cuts alone, read as the page reads them."""
    units = text.encode("utf-16-le", "surrogatepass")
    part = lambda start, end: units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")  # noqa: E731
    numbers = cuts.places.take(np.array([slot])).values.tolist()
    if cuts.changed[slot]:
        made: list[str | None] = []
        at = 0
        for gap, length in zip(numbers[::2], numbers[1::2], strict=True):
            made.append(part(at + gap, at + gap + length) if length else None)
            at += gap + length if length else 0
        return made
    ends = set(np.cumsum(numbers).tolist())
    words: list[str | None] = []
    for piece in re.finditer(r"\S+", text):
        start = at = len(text[: piece.start()].encode("utf-16-le")) // 2
        end = at + len(piece.group().encode("utf-16-le")) // 2
        for cut in [*(place for place in range(start + 1, end) if place in ends), end]:
            words.append(part(at, cut))
            at = cut
    return words


def links_of(codes: Sequence[int]) -> list[tuple[int, int, str, bool]]:
    made: list[tuple[int, int, str, bool]] = []
    expected, moved = 0, False
    for place, code in enumerate(codes):
        if code == ALONE:
            continue
        if code >= BEGINS:
            jump, rest = divmod(code - BEGINS, 2 * STAGES)
            expected += jump // 2 if jump % 2 == 0 else -(jump + 1) // 2
            moved, stage = bool(rest // STAGES), rest % STAGES
        else:
            stage = 0 if code == FOLLOWS else code - 1
        made.append((expected, place, STAGE_NAMES[stage], moved))
        expected += 1
    return made


def pairs_of(
    details: Details, chunk_texts: Sequence[tuple[Sequence[str], Sequence[str]]]
) -> Iterator[list[list[Pair]]]:
    """By segment, by system, by reference; the texts are (outputs, references) by segment."""
    slot = item = 0
    for outputs, refs in chunk_texts:
        cut = [texts_of(details.words, slot + k, text) for k, text in enumerate((*refs, *outputs))]
        found = []
        for hyp in cut[len(refs) :]:
            row = []
            for ref in cut[: len(refs)]:
                codes = details.links.take(np.array([item])).values.tolist()
                assert len(codes) == len(hyp)
                row.append(Pair(hyp, ref, links_of(codes)))
                item += 1
            found.append(row)
        slot += len(cut)
        yield found


def given_texts() -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """(outputs, references) by segment: a corpus, and nasty texts with one to three references, one with none."""
    lines = lambda path: path.read_text("utf-8").split("\n")[:120]  # noqa: E731
    outputs = [lines(EXAMPLE / "systems" / f"{name}.txt") for name in ("direct", "via-eo")]
    refs = [lines(EXAMPLE / f"ref{k}.txt") for k in (1, 2)]
    made: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    made += [(pair, both) for pair, both in zip(zip(*outputs, strict=True), zip(*refs, strict=True), strict=True)]
    for hyp, ref in NASTY:
        made += [((hyp, ref), (ref,)), ((ref, hyp), (hyp, ref)), ((hyp, hyp), (ref, ref + " more", hyp))]
    return [*made, (("alone", "too"), ())]


@pytest.mark.parametrize(
    ("tok", "lang"), [("13a", "none"), ("none", "en"), ("zh", "none"), ("intl", "en"), ("char", "none")]
)
def test_words_links_and_moves_are_those_of_explain(tok: str, lang: str) -> None:
    texts = given_texts()
    chunk = Chunk.of([[outputs[k] for outputs, _ in texts] for k in range(2)], [refs for _, refs in texts])
    watch = DetailWatch((), tok, lang)
    watch.add(watch.look(chunk))
    details = watch.details()
    compared = 0
    for segment, (found, (outputs, refs)) in enumerate(zip(pairs_of(details, texts), texts, strict=True)):
        for system, row in enumerate(found):
            if not refs:
                assert row == []
                continue
            seen = explain_segment(ChosenSegment("", 0, Segment(outputs[system], refs)), [], tok=tok, lang=lang)
            assert details.nearest[segment, system] == seen.reference - 1
            pair = row[seen.reference - 1]
            assert pair.links == [(link.ref, link.hyp, link.stage, link.moved) for link in seen.links]
            assert pair.hyp == [span and seen.hyp_text[slice(*span)] for span in seen.hyp_spans]
            assert pair.ref == [span and seen.ref_text[slice(*span)] for span in seen.ref_spans]
            compared += 1
    assert compared > 250


def test_given_links_are_those_of_explain() -> None:
    pairs = np.array([[0, 1], [0, 2], [1, 0], [2, 2], [3, 3]], dtype=np.int32)
    chunk = replace(
        Chunk.of([["b a c d"]], [["a b c d"]]), links={"direct": Links(pairs, np.array([0, 5], dtype=np.int64))}
    )
    watch = DetailWatch((), None)
    watch.add(watch.look(chunk))
    [[[pair]]] = pairs_of(watch.details(), [(("b a c d",), ("a b c d",))])
    chosen = ChosenSegment("", 1, Segment("b a c d", ("a b c d",)), chunk)
    seen = explain_segment(chosen, [], tok="13a", lang="none")
    assert [link[:2] for link in pair.links] == [(link.ref, link.hyp) for link in seen.links]
    assert [link[3] for link in pair.links] == [link.moved for link in seen.links]


@pytest.mark.parametrize(
    "ter", [Ter(), Ter(search="sacrebleu"), Ter(case="keep", normalized=True), Ter(normalized=True, search="sacrebleu")]
)
def test_shifts_and_edits_are_those_of_ter(ter: Ter) -> None:
    texts = [row for row in given_texts() if row[1]]
    chunk = Chunk.of([[outputs[k] for outputs, _ in texts] for k in range(2)], [refs for _, refs in texts])
    watch = DetailWatch((ter,), "13a")
    watch.add(watch.look(chunk))
    details = watch.details()
    item = 0
    for outputs, refs in texts:
        for output in outputs:
            explained = ter.explain(Segment(output, refs))
            best = item + int(explained.facts["reference"]) - 1
            shifts, edits = explained.tables
            flat = details.shifts.take(np.array([best])).values.reshape(-1, 3)
            rows = [
                (start + 1, start + more + 1, start + (turn // 2 if turn % 2 == 0 else -(turn + 1) // 2) + 1)
                for start, more, turn in flat.tolist()
            ]
            assert rows == [row[:3] for row in shifts.rows]
            steps = details.steps.take(np.array([best])).values.tolist()
            assert [STEPS[step] for step in steps] == [row[0] for row in edits.rows]
            item += len(refs)


def test_some_segments_of_several_chunks() -> None:
    texts = [row for row in given_texts() if row[1]]
    whole, parts = DetailWatch((), "13a"), DetailWatch((), "13a")
    for watch, step in ((whole, len(texts)), (parts, 17)):
        for start in range(0, len(texts), step):
            some = texts[start : start + step]
            chunk = Chunk.of([[outputs[k] for outputs, _ in some] for k in range(2)], [refs for _, refs in some])
            watch.add(watch.look(chunk))
    chosen = np.array([3, 40, 41, len(texts) - 1], dtype=np.int64)
    assert packed(whole.details()) == packed(parts.details())
    alone = DetailWatch((), "13a")
    some = [texts[place] for place in chosen.tolist()]
    alone.add(alone.look(Chunk.of([[o[k] for o, _ in some] for k in range(2)], [refs for _, refs in some])))
    assert packed(whole.details(chosen)) == packed(alone.details())


def packed(details: Details) -> dict[str, list[int]]:
    return {name: array.tolist() for name, array in detail_arrays(details).items()}


def test_numbers_beyond_a_byte_are_kept_apart() -> None:
    words = [f"w{k}" for k in range(400)]
    turned = [*words[300:], *words[:300]]
    watch = DetailWatch((), "13a")
    watch.add(watch.look(Chunk.of([[" ".join(turned)]], [[" ".join(words)]])))
    arrays = detail_arrays(watch.details())
    assert arrays["detail_links"].max() == 255
    assert len(arrays["detail_links_far"]) == (arrays["detail_links"] == 255).sum() > 0


@pytest.mark.parametrize("spec", ["shallow", "shallow:matching=synset,root=no", "deep", "layered"])
def test_relations_are_those_of_explain(spec: str) -> None:
    texts = [
        *given_texts()[:25],
        (("A thief chases the police .", "The cat"), ()),
        (("The cat sat .", "Cats"), ("A cat sat .",)),
    ]
    metric = parse(spec)
    watch = DetailWatch((metric,), "13a")
    for start in range(0, len(texts), 20):
        some = texts[start : start + 20]
        watch.add(watch.look(Chunk.of([[o[k] for o, _ in some] for k in range(2)], [refs for _, refs in some])))
    chosen = np.array([0, 3, 19, 20, 25, 26], dtype=np.int64)
    found = watch.relations(chosen)
    compared = 0
    for place, segment in enumerate(chosen.tolist()):
        outputs, refs = texts[segment]
        for system, output in enumerate(outputs):
            if not refs:
                continue
            seen = explain_segment(ChosenSegment("", 0, Segment(output, refs)), [metric], tok="13a", lang="none")
            assert [name for name, _ in found] == [name for name, _ in seen.relations]
            for (_, details), (_, relations) in zip(found, seen.relations, strict=True):
                assert details.best[place, system] == relations.reference - 1
                hyp, ref = relations_of(details, place, system)
                assert hyp == [(*edge.triple, edge.matched) for edge in relations.hyp]
                assert ref == [(*edge.triple, edge.matched) for edge in relations.ref]
                compared += len(hyp)
    assert compared > 50
    facts, arrays = packed_details(watch, (), chosen)
    assert [one["label"] for one in facts["relations"]] == [name for name, _ in found]
    for place, (_, details) in enumerate(found):
        assert facts["relations"][place]["words"] == details.words
        assert facts["relations"][place]["relations"] == details.names
        np.testing.assert_array_equal(arrays[f"relation{place}_nodes"], details.nodes.values)
        np.testing.assert_array_equal(arrays[f"relation{place}_edge_counts"] * 3, details.edges.lengths)
        np.testing.assert_array_equal(arrays[f"relation{place}_best"], details.best)
        np.testing.assert_array_equal(arrays[f"relation{place}_matched"], details.matched.values)


def relations_of(details: RelationDetails, segment: int, system: int) -> tuple[list[tuple[str, str, str, bool]], ...]:
    """(relation, head, dependent, matched) of the output and of the reference it was compared with."""
    systems = details.best.shape[1]
    slot = int((details.references[:segment] + systems).sum())
    flags = details.matched.take(np.array([segment * systems + system])).values.tolist()
    made = []
    for at in (slot + int(details.references[segment]) + system, slot + int(details.best[segment, system])):
        words = ["ROOT", *(details.words[k] for k in details.nodes.take(np.array([at])).values.tolist())]
        edges = details.edges.take(np.array([at])).values.reshape(-1, 3).tolist()
        made.append(
            [
                (
                    details.names[name],
                    "" if details.names[name].startswith("@") else words[head],
                    words[dependent],
                    bool(flags.pop(0)),
                )
                for name, head, dependent in edges
            ]
        )
    assert flags == []
    return tuple(made)
