"""UNL graphs of a chunk's texts: those of documents that were given, or made by the enconverter from parses.

Both become the chunk's kind of graph: nodes spelled as universal words, edges labelled with relations. A scope is its
entry (``corpus.unl``). A second copy of the graphs has labels of groups, for credit between related relations.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from tertium.corpus.chunk import Chunk, Graphed
from tertium.corpus.graphs import parse_of
from tertium.corpus.packaged import packaged
from tertium.corpus.parse_cache import ParseCache, text_key
from tertium.corpus.parses import parse_conllu, write_conllu
from tertium.corpus.unl import LABELS, Sentence
from tertium.corpus.unl_graphs import graph_of
from tertium.errors import InputError
from tertium.kernels.graphs import Graphs, new_graphs
from tertium.kernels.text import Int32s
from tertium.views import parsing
from tertium.views.enconvert import VERSION, enconvert
from tertium.views.unl_rules import TABLE

RULES = f"unl-rules#{VERSION}"
DOCUMENTS = "documents"
SOURCES = (RULES, DOCUMENTS)
_DEPENDENCY = re.compile(r"(?<=[\t|])(\d+):([a-z]{2,3})(?=[\t|])", re.ASCII)  # in column 9

# Relations that tell apart by a shade what one word of a translation may blur: each label is in one group.
_GROUPS = (
    "agt cag aoj cao ptn",
    "obj cob opl cnt gol ben",
    "to plt",
    "src frm plf",
    "plc scn via",
    "tim tmf tmt dur coo seq",
    "rsn pur con",
    "man met ins bas shd",
    "mod pos pof nam equ iof icl int",
    "qua per fmt",
    "and or",
)
GROUP_OF = {label: f"group-{group.split()[0]}" for group in _GROUPS for label in group.split()}


@dataclass(frozen=True, eq=False)
class Deep:
    """Graphs with their own labels, and with those of their groups; sentences are numbered alike."""

    own: Graphed
    grouped: Graphs


def deep_graphs(chunk: Chunk, source: str, parser: str) -> Deep:
    """The graphs of the chunk, from documents or by rules; made once."""
    return chunk.view(("unl graphs", source, parser), lambda: _made(chunk, source, parser))


def check_graphs(chunk: Chunk, source: str, parser: str, metric: str) -> None:
    """InputError if the graphs that ``source`` names cannot be had."""
    if source == RULES:
        parsing.check_graphs(chunk, parser, metric, False)
    elif "unl" not in chunk.graphs:
        raise InputError(
            f"{metric} needs UNL documents of hypotheses and references; pass --unl-hyp and --unl-ref, or let rules "
            f'make the graphs from English parses: {metric}:graphs="{RULES}".'
        )


def _made(chunk: Chunk, source: str, parser: str) -> Deep:
    if source == DOCUMENTS:
        given = chunk.graphs["unl"]
        return Deep(given, _regrouped(given.graphs))
    if parser == parsing.FILES:
        parsed = chunk.graphs["parse"]
        used, place = np.unique(np.concatenate([parsed.hyp, parsed.refs]), return_inverse=True)
        parses = [write_conllu([parse_of(parsed.graphs, sentence)]) for sentence in used.tolist()]
    else:
        used, place = np.unique(np.concatenate([chunk.hyp, chunk.refs]), return_inverse=True)
        parses = parsing.parser(parser).parses([chunk.pool.sentence(sentence) for sentence in used.tolist()])
    blocks = enconverted(parses)
    own, related = _read(blocks), _read([_DEPENDENCY.sub(_with_group, block) for block in blocks])
    places: Int32s = place.astype(np.int32)
    return Deep(Graphed(own, places[: chunk.pairs], places[chunk.pairs :]), related)


def enconverted(parses: Sequence[str]) -> list[str]:
    """Graphs of CoNLL-U parses as blocks of CoNLL-U themselves, each made once for all runs."""
    cache = _cache()
    keys = [text_key(parse) for parse in parses]
    known = cache.get(keys)
    made: dict[bytes, str] = {}
    for key, parse in zip(keys, parses, strict=True):
        if key not in known and key not in made:
            made[key] = _block(_enconverted(parse))
    if made:
        cache.put(made)
    return [known[key] if key in known else made[key] for key in keys]


@lru_cache(maxsize=1)
def _cache() -> ParseCache:
    """Kept under a digest of all that makes a graph, so that no change of a rule meets graphs made before it."""
    views = ("enconvert", "unl_tree", "unl_attributes", "unl_rules", "concepts")
    made_by = [packaged(TABLE), *((files("tertium") / "views" / f"{view}.py").read_bytes() for view in views)]
    return ParseCache(f"unl-rules-{VERSION}-{hashlib.sha256(b''.join(made_by)).hexdigest()[:12]}")


def _enconverted(block: str) -> Sentence:
    parses = parse_conllu(block, roots="any")
    if not parses:
        return Sentence()
    [parse] = parses
    if len(parse) and all(tag == "_" for tag in parse.upos):
        raise InputError(
            "deep's rules need parts of speech, which these parses do not have (Stanford dependencies never do); give "
            "CoNLL-U with its UPOS column, or UNL documents."
        )
    return enconvert(parse)


def _block(sentence: Sentence) -> str:
    """Relations as enhanced dependencies: what the native reader takes. Without any the block is empty."""
    graph = graph_of(sentence)
    if not graph.edges:
        return ""
    above: list[list[tuple[int, str]]] = [[] for _ in graph.forms]
    for label, head, dependent in graph.edges:
        above[dependent].append((head + 1, label))
    lines = []
    for at, (word, headword) in enumerate(zip(graph.forms, graph.lemmas, strict=True), 1):
        deps = "|".join(f"{head}:{label}" for head, label in sorted(above[at - 1])) or "_"
        lines.append(f"{at}\t{_cell(word)}\t{_cell(headword)}\t_\t_\t_\t0\troot\t{deps}\t_\n")
    return "".join(lines)


def _cell(text: str) -> str:
    return " ".join(text.split()) or "_"


def _with_group(found: re.Match[str]) -> str:
    return f"{found[1]}:{GROUP_OF.get(found[2], found[2])}"


def _read(blocks: Sequence[str]) -> Graphs:
    graphs = new_graphs()
    parts = [block.encode() for block in blocks]
    ends = np.cumsum([len(part) for part in parts], dtype=np.int64)
    starts = ends - np.array([len(part) for part in parts], dtype=np.int64)
    if graphs.add_conllu(np.frombuffer(b"".join(parts), dtype=np.uint8), starts, ends, False) >= 0:
        raise RuntimeError("a graph of the enconverter cannot be read")
    return graphs


def _regrouped(graphs: Graphs) -> Graphs:
    related = new_graphs()
    for sentence in range(len(graphs)):
        _, forms, lemmas, *_ = graphs.columns(sentence)
        edges = [(GROUP_OF.get(label, label), head, dep) for label, head, dep in graphs.edges(sentence, True)]
        related.add_graph(forms, lemmas, edges, ())
    return related


if set(GROUP_OF) != set(LABELS):
    raise RuntimeError("every relation of UNL must be in one group")
