"""Every function of the native module with arguments that it takes.

Functions and their arguments are read from the stub, which test_stub.py keeps equal to the module: none can be
forgotten. A new one needs a good value of each argument here.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tertium.kernels import _native

STUB = Path(__file__).resolve().parents[2] / "src" / "tertium" / "kernels" / "_native.pyi"

SENTENCES = ["the cat sat on the mat", "a cat is on a mat .", "the cat sat on a mat", "there is a cat on the mat"]


class Argument(NamedTuple):
    name: str
    type: str  # an annotation of the stub; of arrays "array int32 1": type and number of axes


class Door(NamedTuple):
    name: str  # "Pool.add_lines"
    arguments: tuple[Argument, ...]
    of_object: bool


def _type(annotation: ast.expr) -> str:
    text = ast.unparse(annotation)
    if not text.startswith("Annotated[NDArray"):
        return text
    found = next(node for node in ast.walk(annotation) if isinstance(node, ast.keyword) and node.arg == "shape")
    assert isinstance(found.value, ast.Tuple)
    return f"array {text.split('numpy.')[1].split(']')[0]} {len(found.value.elts)}"


def _door(function: ast.FunctionDef, owner: str) -> Door:
    arguments = [*function.args.posonlyargs, *function.args.args]
    static = any(ast.unparse(decorator) == "staticmethod" for decorator in function.decorator_list)
    of_object = bool(owner) and not static
    known = tuple(
        Argument(argument.arg, _type(argument.annotation))
        for argument in arguments[of_object:]
        if argument.annotation is not None
    )
    assert len(known) == len(arguments) - of_object, f"{function.name} has an argument without a type"
    return Door(f"{owner}.{function.name}" if owner else function.name, known, of_object)


def doors() -> list[Door]:
    """Every function and method of the stub; properties take nothing and overloads are doors of their own."""
    found = []
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.append(_door(node, ""))
        elif isinstance(node, ast.ClassDef):
            if node.name.startswith("Arrow") and importlib.util.find_spec("pyarrow") is None:
                continue  # nothing here can make its data
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and "property" not in map(ast.unparse, method.decorator_list):
                    found.append(_door(method, node.name))
    return found


def int32(*numbers: int) -> np.ndarray[Any, Any]:
    return np.array(numbers, np.int32)


def int64(*numbers: int) -> np.ndarray[Any, Any]:
    return np.array(numbers, np.int64)


def letters(text: str) -> np.ndarray[Any, Any]:
    return np.frombuffer(text.encode(), np.uint8).copy()


CONLLU = "1\tcats\tcat\tNOUN\t_\t_\t2\tnsubj\t2:nsubj\t_\n2\tsit\tsit\tVERB\t_\t_\t0\troot\t0:root\t_\n"


def pool() -> Any:
    made = _native.Pool()
    made.add_strings(SENTENCES)
    return made


def tokens() -> Any:
    return _native.intern_tokens([sentence.split() for sentence in SENTENCES])


def graphs() -> Any:
    made = _native.Graphs()
    for _ in SENTENCES:
        made.add_conllu(letters(CONLLU), int64(0), int64(len(CONLLU)), True)
    return made


def wordnet() -> Any:
    arrays = {argument.name: GOOD[f"WordNet.__init__ {argument.name}"]() for argument in WORDNET.arguments}
    return _native.WordNet(**arrays)


def paraphrases() -> Any:
    made = _native.ParaphraseTable()
    made.add_lines(letters("0.5\na mat\nthe mat\n"))
    made.finish()
    return made


def phrase_pairs() -> Any:
    made = _native.PhrasePairs()
    made.add_linked(tokens(), int32(0), tokens(), int32(1), int32(0, 0, 1, 1).reshape(2, 2), int64(0, 2), 3)
    made.add_rows(letters("a ||| b ||| 0.5 1 0.5\n"), 1, 3, 7)
    return made


def information() -> Any:
    made = _native.InformationTable(4)
    made.collect(tokens(), int32(2, 3), int64(0, 1, 2))
    return made


def cells() -> Any:
    made = _native.CellSums(2)
    made.add(np.ones((2, 2)), np.array([False, True]), int64(0, 1))
    return made


def arrow_table() -> Any:
    pyarrow = importlib.import_module("pyarrow")
    return pyarrow.record_batch({"text": SENTENCES, "number": list(range(len(SENTENCES)))})


def arrow_batch() -> Any:
    return _native.ArrowBatch.from_capsules(*arrow_table().__arrow_c_array__())


WORDNET = next(door for door in doors() if door.name == "WordNet.__init__")
OBJECTS: dict[str, Callable[[], Any]] = {
    "Pool": pool,
    "TokenView": tokens,
    "Graphs": graphs,
    "WordNet": wordnet,
    "KnownWords": lambda: _native.KnownWords(_native.known_word_hashes(["cat", "mat"]), False),
    "WordVectors": lambda: _native.WordVectors(
        _native.known_word_hashes(["cat", "mat"]), np.full(2, 9, np.uint8), np.ones(96, np.int8)
    ),
    "WuPalmer": lambda: _native.WuPalmer(wordnet()),
    "ParaphraseTable": paraphrases,
    "InformationTable": information,
    "PhrasePairs": phrase_pairs,
    "CellSums": cells,
    "ArrowBatch": arrow_batch,
    "ArrowStream": lambda: _native.ArrowStream(arrow_table().__arrow_c_stream__()),
    "ColumnSums": lambda: _native.ColumnSums(2),
    "BleuDoor": lambda: _native.BleuDoor("13a", False, 4, "closest"),
    "ChrfDoor": lambda: _native.ChrfDoor(6, 2, False, False),
    "TerDoor": lambda: _native.TerDoor(False, False, 10, 1000, 1000),
    "EditDoor": lambda: _native.EditDoor("13a", False, [0, 1]),
    "OrderDoor": lambda: _native.OrderDoor("13a", False, "paper"),
}

# A good value of every argument: by door and name where it differs from what the name means elsewhere.
GOOD: dict[str, Callable[[], Any]] = {
    "values": lambda: np.array(tokens().values),
    "offsets": lambda: np.array(tokens().offsets),
    "hyp": lambda: int32(0, 1),
    "seg": lambda: int32(0, 1),
    "refs": lambda: int32(2, 3),
    "ref_offsets": lambda: int64(0, 1, 2),
    "ref": lambda: int32(1, 2, 0, 3),
    "references": lambda: 1,
    "reference": lambda: 0,
    "order": lambda: 4,
    "rule": lambda: "paper",
    "lowercase": lambda: True,
    "tokenizer": lambda: "13a",
    "ids": lambda: int32(1),
    "texts": lambda: ["A dog."],
    "pair": lambda: 1,
    "beam": lambda: 10,
    "budget": lambda: 1000,
    "columns": lambda: 1000,
    "sizes": lambda: int64(4, 3),
    "links": lambda: int32(0, 1, 1, 0, 2, 2).reshape(3, 2),
    "seed": lambda: 1,
    "first": lambda: 0,
    "null_words": lambda: "drop",
    "one_to_many": lambda: "mean",
    "many_to_one": lambda: "inverted",
    "stems": lambda: np.arange(tokens().vocabulary_size, dtype=np.int32),
    "sets": lambda: int32(1, 2),
    "set_offsets": lambda: np.append(np.zeros(99, np.int64), 2),
    "synonyms": lambda: int32(1, 2),
    "synonym_offsets": lambda: np.append(np.zeros(tokens().vocabulary_size, np.int64), 2),
    "phrases": lambda: int32(0, 2, 1, 2).reshape(1, 4),
    "phrase_offsets": lambda: int64(0, 1, 1),
    "is_function": lambda: np.zeros(tokens().vocabulary_size, np.uint8),
    "numbers": lambda: np.array([1.25, 2.5]),
    "digits": lambda: 1,
    "skip": lambda: 4,
    "limit": lambda: 10,
    "most": lambda: 10,
    "asked": lambda: np.ones(tokens().vocabulary_size, np.uint8),
    "word": lambda: "dogs",
    "words": lambda: graphs().lowered(False),
    "name": lambda: "english",
    "base": lambda: 0,
    "bytes": lambda: letters("abc"),
    "data": lambda: letters("a b\nc\n"),
    "count": lambda: 2,
    "rows": lambda: np.ones((2, 2)),
    "char_order": lambda: 6,
    "word_order": lambda: 2,
    "BleuDoor.__init__ rule": lambda: "closest",
    "bleu_rows rule": lambda: "closest",
    "EditDoor.__init__ columns": lambda: [0, 1],
    "compare_permutations columns": lambda: [0, 5],
    "compare_permutations first": lambda: int32(0, 1, 1, 0),
    "compare_permutations second": lambda: int32(1, 0, 1, 0),
    "compare_permutations offsets": lambda: int64(0, 2, 4),
    "direct_permutation_rows offsets": lambda: int64(0, 2, 3),
    "moved_blocks offsets": lambda: int64(0, 2, 3),
    "draw_swaps rows": lambda: np.ones((2, 2), np.float32),
    "find_lines start": lambda: 0,
    "find_lines lines": lambda: 1,
    "read_alignments data": lambda: letters("0-0 1-1\n2-0\n"),
    "read_alignments form": lambda: "pharaoh",
    "source_permutation_rows source_sizes": lambda: int64(3, 2),
    "source_permutation_rows hyp_links": lambda: int32(0, 1, 1, 0).reshape(2, 2),
    "source_permutation_rows hyp_offsets": lambda: int64(0, 1, 2),
    "source_permutation_rows ref_links": lambda: int32(0, 1, 1, 0).reshape(2, 2),
    "source_permutation_rows ref_link_offsets": lambda: int64(0, 1, 2),
    "permutation_of_links size": lambda: 4,
    "ter_paths ref": lambda: int32(2, 3),
    "word_places hyp": lambda: int32(0, 1, 1),
    "InformationTable.__init__ arg": lambda: 4,
    "InformationTable.restore order": lambda: int64(2),
    "InformationTable.restore word_ends": lambda: int64(1, 3),
    "InformationTable.restore text": lambda: int32(0, 1, 1),
    "InformationTable.restore sentence_ends": lambda: int64(2, 3),
    "InformationTable.restore times": lambda: int64(1, 2),
    "InformationTable.count arg": lambda: ["a", "cat"],
    "InformationTable.rows zero_is_empty": lambda: True,
    "ColumnSums.__init__ arg": lambda: 2,
    "CellSums.__init__ arg": lambda: 2,
    "CellSums.add_parts parts": lambda: np.array([1.0, 2.0, 0.5]),
    "CellSums.add_parts lengths": lambda: np.array([1, 2], np.uint8),
    "CellSums.add_parts cells": lambda: int64(1),
    "cells": lambda: int64(0, 1),
    "masked": lambda: np.array([False, True]),
    "ArrowBatch.from_capsules schema": lambda: arrow_table().__arrow_c_array__()[0],
    "ArrowBatch.from_capsules array": lambda: arrow_table().__arrow_c_array__()[1],
    "ArrowBatch.numbers column": lambda: 1,
    "ArrowBatch.add_to column": lambda: 0,
    "ArrowStream.__init__ arg": lambda: arrow_table().__arrow_c_stream__(),
    "start": lambda: 0,
    "hash_numbers numbers": lambda: int64(1, 2),
    "ColumnSums.add masked": lambda: np.array([False, True]),
    "draw_runs draws": lambda: 3,
    "meteor_rows sizes": lambda: np.ones(tokens().vocabulary_size, np.int32),
    "meteor_rows count": lambda: "words",
    "meteor_matches count": lambda: "words",
    "match_edges hyp": lambda: 0,
    "match_edges ref": lambda: 1,
    "atec_rows idf": lambda: np.ones(tokens().vocabulary_size),
    "atec_rows group_values": lambda: int32(0, 1),
    "atec_rows group_offsets": lambda: np.append(np.zeros(tokens().vocabulary_size, np.int64), 2),
    "atec_rows stems": lambda: 1,
    "atec_rows close_values": lambda: int32(0, 1),
    "atec_rows close_offsets": lambda: np.append(np.zeros(tokens().vocabulary_size, np.int64), 2),
    "atec_rows numbers": lambda: np.array([1, 0.9, 0.9, 0.9, 0.1, 0.3, 0.2, 0.02, 0.1, 1.1, 0.9]),
    "atec_rows unmatch": lambda: 1,
    "atec_rows matches": lambda: 100,
    "impact_parts beta": lambda: 1.2,
    "impact_parts last_round": lambda: 2,
    "impact_parts cells": lambda: 1000,
    "overlaps units": lambda: "skip+words",
    "survey systems": lambda: 1,
    "survey sources": lambda: int32(0, 1),
    "survey window": lambda: 2,
    "survey reach": lambda: 3,
    "survey fewest": lambda: 1,
    "survey sample": lambda: 10,
    "tokenize name": lambda: "13a",
    "tokenize lowercase": lambda: False,
    "known_word_hashes words": lambda: ["cat", "dog"],
    "KnownWords.__init__ hashes": lambda: int32(-5, 0, 7),
    "KnownWords.__init__ compounds": lambda: True,
    "KnownWords.mark tokens": tokens,
    "unknown_words marks": lambda: np.full(tokens().vocabulary_size, 3, np.uint8),
    "unknown_words folded": lambda: np.arange(tokens().vocabulary_size, dtype=np.int32),
    "unknown_words excused_share": lambda: 0.35,
    "WordVectors.__init__ hashes": lambda: int32(-5, 0, 7),
    "WordVectors.__init__ weights": lambda: np.full(3, 9, np.uint8),
    "WordVectors.__init__ vectors": lambda: np.ones(144, np.int8),
    "WordVectors.of_words tokens": tokens,
    "WordVectors.of_words folded": lambda: np.arange(tokens().vocabulary_size, dtype=np.int32),
    "words_alike marks": lambda: np.full(tokens().vocabulary_size, 3, np.uint8),
    "words_alike folded": lambda: np.arange(tokens().vocabulary_size, dtype=np.int32),
    "words_alike weights": lambda: np.full(tokens().vocabulary_size, 9, np.uint8),
    "words_alike vectors": lambda: np.ones(48 * tokens().vocabulary_size, np.int16),
    "words_alike excused_share": lambda: 0.35,
    "nearest_words folded": lambda: np.arange(tokens().vocabulary_size, dtype=np.int32),
    "nearest_words weights": lambda: np.full(tokens().vocabulary_size, 9, np.uint8),
    "nearest_words vectors": lambda: np.ones(48 * tokens().vocabulary_size, np.int16),
    "words_in words": lambda: ["cat", "dog"],
    "words_in tokens": tokens,
    "philox4x32 c0": lambda: 0,
    "philox4x32 c1": lambda: 0,
    "philox4x32 c2": lambda: 0,
    "philox4x32 c3": lambda: 0,
    "philox4x32 k0": lambda: 0,
    "philox4x32 k1": lambda: 0,
    "intern_tokens arg": lambda: [["a", "b"], []],
    "increasing_pairs arg": lambda: int32(*range(70)),
    "rank_correlation arg": lambda: int32(*range(70)),
    "Pool.add_strings arg": lambda: ["a", "b"],
    "Pool.sentence arg": lambda: 0,
    "TokenView.word arg": lambda: 0,
    "Graphs.columns arg": lambda: 0,
    "Graphs.edges i": lambda: 0,
    "Graphs.add_conllu data": lambda: letters(CONLLU),
    "Graphs.add_conllu starts": lambda: int64(0),
    "Graphs.add_conllu ends": lambda: int64(len(CONLLU)),
    "Graphs.add_graph forms": lambda: ["cats", "sit"],
    "Graphs.add_graph lemmas": lambda: ["cat", "sit"],
    "Graphs.add_graph edges": lambda: [("root", -1, 1), ("nsubj", 1, 0)],
    "Graphs.add_graph tokens": lambda: ["cats", "sit"],
    "Graphs.spell sentences": lambda: int32(0),
    "PhrasePairs.add_linked source": tokens,
    "PhrasePairs.add_linked source_ids": lambda: int32(0),
    "PhrasePairs.add_linked target": tokens,
    "PhrasePairs.add_linked target_ids": lambda: int32(1),
    "PhrasePairs.add_linked links": lambda: int32(0, 0, 1, 1).reshape(2, 2),
    "PhrasePairs.add_linked offsets": lambda: int64(0, 2),
    "PhrasePairs.add_linked longest": lambda: 3,
    "PhrasePairs.add_rows data": lambda: letters("a ||| b ||| 0.5 1 0.5\n"),
    "PhrasePairs.add_rows source_column": lambda: 1,
    "PhrasePairs.add_rows target_column": lambda: 3,
    "PhrasePairs.add_rows longest": lambda: 7,
    "PhrasePairs.words side": lambda: 1,
    "PhrasePairs.phrases side": lambda: 1,
    "pivot pivots": lambda: int32(0, 0),
    "pivot pivot_offsets": lambda: int64(0, 1, 2),
    "pivot pivot_probabilities": lambda: np.array([1.0, 0.5]),
    "pivot back": lambda: int32(0, 1),
    "pivot back_offsets": lambda: int64(0, 2),
    "pivot back_probabilities": lambda: np.array([0.5, 0.5]),
    "pivot values": lambda: int32(0, 1, 2),
    "pivot offsets": lambda: int64(0, 1, 3),
    "pivot first": lambda: 0,
    "pivot last": lambda: 2,
    "pivot least": lambda: 0.1,
    "phrase_ranks ids": lambda: int32(1, 0),
    "phrase_ranks values": lambda: int32(0, 1, 1),
    "phrase_ranks offsets": lambda: int64(0, 1, 3),
    "phrase_ranks words": lambda: ["b", "a"],
    "paraphrase_lines ids": lambda: int32(1, 0),
    "paraphrase_lines others": lambda: int32(0, 1),
    "paraphrase_lines probabilities": lambda: np.array([0.5, 0.25]),
    "paraphrase_lines values": lambda: int32(0, 1, 1),
    "paraphrase_lines offsets": lambda: int64(0, 1, 3),
    "paraphrase_lines words": lambda: ["b", "a"],
    "ParaphraseTable.add_lines arg": lambda: letters("0.5\na mat\nthe mat\n"),
    "WordNet.__init__ lemmas": lambda: letters("dog\ncat\nrun\n"),
    "WordNet.__init__ lemma_counts": lambda: np.array([1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0], np.uint8),
    "WordNet.__init__ senses": lambda: int32(0, 1, 2),
    "WordNet.__init__ sizes": lambda: int32(2, 1, 0, 0),
    "WordNet.__init__ offsets": lambda: int32(10, 20, 30),
    "WordNet.__init__ heads": lambda: int32(0, 1, 2),
    "WordNet.__init__ hypernym_counts": lambda: np.array([0, 1, 0], np.uint8),
    "WordNet.__init__ hypernyms": lambda: int32(0),
    "WordNet.__init__ forms": lambda: letters("dogs\n"),
    "WordNet.__init__ form_counts": lambda: np.array([1, 0, 0, 0], np.uint8),
    "WordNet.__init__ bases": lambda: int32(0),
    "WordNet.name arg": lambda: 1,
    "WordNet.senses lemma": lambda: "dog",
    "WordNet.senses pos": lambda: 0,
    "WordNet.base pos": lambda: 0,
    "WordNet.hypernyms arg": lambda: 1,
    "WuPalmer.of_words values": lambda: int32(0, 1),
    "WuPalmer.of_words offsets": lambda: int64(0, 1, 2),
    "WuPalmer.of_words one": lambda: int32(0, 1),
    "WuPalmer.of_words other": lambda: int32(1, 0),
    "overlap_rows values": lambda: int32(0, 1, 2, 3),
    "overlap_rows offsets": lambda: int64(0, 1, 2, 3, 4),
}

BY_TYPE: dict[str, Callable[[], Any]] = {
    "bool": lambda: True,
    "str": lambda: "cats",
    "object | None": lambda: ["the cat"],
}


def good(door: Door, argument: Argument) -> Any:
    """A value that the door takes; a new door or argument needs one here."""
    found = GOOD.get(f"{door.name} {argument.name}") or OBJECTS.get(argument.type)
    if argument.name == "rows" and "float32" in argument.type:
        found = GOOD["draw_swaps rows"]
    found = found or GOOD.get(argument.name) or BY_TYPE.get(argument.type)
    if found is None:
        raise LookupError(f"hostile.py knows no good value of {argument.name} ({argument.type}) of {door.name}")
    if argument.type == "TokenView" and argument.name == "words":
        found = GOOD["words"]
    return found()


def call(door: Door, values: list[Any]) -> Any:
    owner, _, method = door.name.rpartition(".")
    if not owner:
        return getattr(_native, method)(*values)
    if method == "__init__":
        return getattr(_native, owner)(*values)
    if not door.of_object:
        return getattr(getattr(_native, owner), method)(*values)
    if door.name in ("ParaphraseTable.add_lines", "ParaphraseTable.finish"):  # the others want a finished table
        return getattr(_native.ParaphraseTable(), method)(*values)
    return getattr(OBJECTS[owner](), method)(*values)
