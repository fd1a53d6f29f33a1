"""UNL graphs of a chunk's texts: those of documents that were given, or made by the enconverter from parses.

Both become the chunk's kind of graph: nodes spelled as universal words, edges labelled with relations. A scope is its
entry (``corpus.annotations.unl``). A second copy of the graphs has labels of groups, for credit between related
relations.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tertium.arrays import Int32s
from tertium.corpus.annotations.graphs import parse_of
from tertium.corpus.annotations.parse_cache import ParseCache, text_key
from tertium.corpus.annotations.parses import Parse, parse_conllu, write_conllu
from tertium.corpus.annotations.unl import LABELS, Sentence
from tertium.corpus.annotations.unl_graphs import graph_of
from tertium.corpus.chunk import Chunk, Graphed
from tertium.corpus.files.packaged import packaged
from tertium.errors import InputError, option
from tertium.kernels.graphs import Graphs, new_graphs
from tertium.progress import SILENT, Listener
from tertium.views.syntax import parsing
from tertium.views.syntax.parsing import ENGLISH
from tertium.views.syntax.text_language import refuse_other_languages
from tertium.views.unl.enconvert import VERSION, enconvert, is_untagged
from tertium.views.unl.noun_relations import PACK as PARTS
from tertium.views.unl.rules import TABLE
from tertium.views.words.wordnet import PACK as WORDNET

RULES = f"unl-rules#{VERSION}"
DOCUMENTS = "documents"
SOURCES = (RULES, DOCUMENTS)

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


def deep_graphs(chunk: Chunk, source: str, parser: str, lang: str = ENGLISH) -> Graphed:
    """The graphs of the chunk, from documents or by rules; made once."""
    if source == DOCUMENTS:
        return chunk.graphs["unl"]
    return chunk.view(("unl graphs", parser, lang), lambda: _made(chunk, parser, lang))


def grouped_graphs(chunk: Chunk, source: str, parser: str, lang: str = ENGLISH) -> Graphs:
    """The same graphs with the groups of their labels as labels; sentences are numbered alike."""
    own = deep_graphs(chunk, source, parser, lang).graphs
    return chunk.view(("grouped unl graphs", source, parser, lang), lambda: _regrouped(own))


def check_graphs(chunk: Chunk, source: str, parser: str, metric: str, lang: str = ENGLISH) -> None:
    """InputError if the graphs that ``source`` names cannot be had."""
    if source == RULES:
        parsing.check_graphs(chunk, parser, metric, False)
        if parser == parsing.FILES and lang == ENGLISH:
            refuse_other_languages(
                chunk, metric, "read their parses as English", f"say which language with {option('-l CODE')}."
            )
    elif "unl" not in chunk.graphs:
        raise InputError(
            f"{metric} needs UNL documents of hypotheses and references; pass {option('--unl-hyp')} "
            f"and {option('--unl-ref')}, or let rules "
            f'make the graphs from English parses: {metric}:graphs="{RULES}".'
        )


def _made(chunk: Chunk, parser: str, lang: str) -> Graphed:
    if parser == parsing.FILES:
        parsed = chunk.graphs["parse"]
        used, place = np.unique(np.concatenate([parsed.hyp, parsed.refs]), return_inverse=True)
        given = [parse_of(parsed.graphs, sentence) for sentence in used.tolist()]
        for parse in given:
            _check_tags(parse)  # first: without them it may be no tree either, as Stanford's need not be
        parses = [write_conllu([parse]) for parse in given]
        named, blocks = "files", _known_or_made("files", lang, parses, lambda missing: missing)
    else:
        used, place = np.unique(np.concatenate([chunk.hyp, chunk.refs]), return_inverse=True)
        texts = [chunk.pool.sentence(sentence) for sentence in used.tolist()]
        named = parsing.identity(parser)
        blocks = _known_or_made(named, lang, texts, parsing.parser(parser).parses, parser)
    places: Int32s = place.astype(np.int32)
    graphs = _read(blocks)
    if graphs is None:
        raise _cache(named, lang).unreadable()
    return Graphed(graphs, places[: chunk.pairs], places[chunk.pairs :])


def _known_or_made(
    parser: str, lang: str, items: Sequence[str], parsed: Callable[[Sequence[str]], Sequence[str]], source: str = ""
) -> list[bytes]:
    """The graph of every item, a text or a parse, as a block of CoNLL-U; ``parsed`` gives the parses of new ones.

    Of texts that the parser ``source`` has not seen, graphs are made where the parses are.
    """
    cache = _cache(parser, lang)
    keys = [text_key(item) for item in items]
    known = cache.get_bytes(keys)
    if source and len(known) < len(set(keys)):
        prepare([item for key, item in zip(keys, items, strict=True) if key not in known], source, lang)
        known = cache.get_bytes(keys)
    missing = {key: item for key, item in zip(keys, items, strict=True) if key not in known}
    if missing:
        blocks = parsed(list(missing.values()))
        made = {key: _block(_enconverted(block, lang)).encode() for key, block in zip(missing, blocks, strict=True)}
        cache.put(made)
        known.update(made)
    return [known[key] for key in keys]


def prepare(texts: Sequence[str], parser: str, lang: str, listener: Listener = SILENT) -> int:
    """Parse the texts that are not known yet, and make their graphs on the way; how many there were."""
    return parsing.parser(parser).prepare(texts, listener, Enconversion(parsing.identity(parser), lang))


@dataclass(frozen=True)
class Enconversion:
    """Graphs made of parses where these are made (``parsing.Follower``); ``parser`` is whose parses they are."""

    parser: str
    lang: str

    @property
    def program(self) -> tuple[str, ...]:
        return "tertium.views.unl.graph_worker", self.lang

    @property
    def cache(self) -> ParseCache:
        return _cache(self.parser, self.lang)

    def made_of(self, parses: Sequence[str]) -> list[str | None]:
        """Parses without parts of speech have no graph; whoever asks for it is told why."""
        made: list[str | None] = []
        for block in parses:
            parse = _plain(block)
            made.append(None if is_untagged(parse) else _block(enconvert(parse, lang=self.lang)))
        return made


@lru_cache(maxsize=4)
def _cache(parser: str, lang: str) -> ParseCache:
    """Kept under the parser, the version of the rules and a digest of their data, so that no graph made by other rules
    is met. A test holds that graphs do not move while the version stays."""
    data = b"".join(map(packaged, (TABLE, PARTS, WORDNET)))
    rules = "unl-rules" if lang == ENGLISH else f"unl-rules-{lang}"
    return ParseCache(f"{parser}-{rules}-{VERSION}-{hashlib.sha256(data).hexdigest()[:12]}")


def _enconverted(block: str, lang: str) -> Sentence:
    parses = parse_conllu(block, roots="any")
    if not parses:
        return Sentence()
    [parse] = parses
    _check_tags(parse)
    return enconvert(parse, lang=lang)


def _plain(block: str) -> Parse:
    """A parse that our parser wrote just now: nothing to check, and words alone."""
    rows = [line.split("\t") for line in block.split("\n") if line]
    forms, lemmas, upos, xpos, feats, heads, relations = (
        zip(*(row[1:8] for row in rows), strict=True) if rows else [()] * 7
    )
    return Parse(forms, lemmas, upos, xpos, feats, tuple(map(int, heads)), relations)


def _check_tags(parse: Parse) -> None:
    if is_untagged(parse):
        raise InputError(
            "deep's rules need parts of speech, which these parses do not have (Stanford dependencies never do); give "
            "CoNLL-U with its UPOS column, or UNL documents. layered can go on without: "
            "layered:renormalise=yes,without=deep."
        )


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


def _read(blocks: Sequence[bytes]) -> Graphs | None:
    """The graphs, unless one of them cannot be read."""
    graphs = new_graphs()
    lengths = np.array([len(block) for block in blocks], dtype=np.int64)
    ends = np.cumsum(lengths, dtype=np.int64)
    if graphs.add_conllu(np.frombuffer(b"".join(blocks), dtype=np.uint8), ends - lengths, ends, False) >= 0:
        return None
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
