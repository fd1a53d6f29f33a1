"""
tertium's native core: integers in, numbers out. Use it through tertium.kernels.
"""

from collections.abc import Sequence
from typing import Annotated, Any, overload

import numpy
from numpy.typing import NDArray


def build_info() -> str: ...

class LineReport:
    """
    What was seen while splitting a block into lines; -1 where nothing was.
    """

    @property
    def carriage_returns(self) -> int: ...

    @property
    def first_carriage_return(self) -> int: ...

    @property
    def invalid_line(self) -> int: ...

    @property
    def invalid_byte(self) -> int: ...

class Pool:
    """
    The unique sentences of one chunk, in the order first seen; ids are their places.
    """

    def __init__(self) -> None: ...

    def __len__(self) -> int: ...

    def add_lines(self, data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], count: int) -> tuple[NDArray[numpy.int32], LineReport]:
        """
        Ids of `count` lines of UTF-8 bytes; after an invalid line the remaining ids are -1.
        """

    def add_strings(self, arg: list[str], /) -> NDArray[numpy.int32]: ...

    def sentence(self, arg: int, /) -> str: ...

    def non_ascii(self) -> NDArray[numpy.int32]:
        """Ids of the sentences that are not plain ASCII, ascending."""

    def blank(self) -> NDArray[numpy.uint8]:
        """
        1 for every sentence with nothing but white space, as str.isspace sees it.
        """

class TokenView:
    """
    Every sentence of a pool as a run of word ids: sentence i is values[offsets[i]:offsets[i + 1]].
    """

    @property
    def values(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    @property
    def vocabulary_size(self) -> int: ...

    def word(self, arg: int, /) -> str: ...

def find_lines(data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], start: int, lines: int) -> tuple[int, int]:
    """
    Where the n-th line from `start` ends and how many whole lines were found.
    """

def tokenize(pool: Pool, name: str, lowercase: bool, ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], texts: list[str]) -> TokenView: ...

def token_cuts(pool: Pool, tokens: TokenView) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int32], NDArray[numpy.int64]]:
    """
    For every sentence: whether its tokens are its text, and where they touch, in UTF-16 units.
    """

def tokenizer_names() -> list[str]: ...

def lower(arg: str, /) -> str: ...

def words_in(tokens: TokenView, words: list[str], is_lower: bool) -> NDArray[numpy.uint8]: ...

def intern_tokens(arg: list[list[str]], /) -> TokenView: ...

class ArrowTexts:
    """What a column gave; rows and items are -1 where nothing is to be said."""

    @property
    def ids(self) -> NDArray[numpy.int32]: ...

    @property
    def present(self) -> NDArray[numpy.uint8]: ...

    @property
    def offsets(self) -> NDArray[numpy.int64]: ...

    @property
    def null_row(self) -> int: ...

    @property
    def null_item(self) -> int: ...

    @property
    def refused_row(self) -> int: ...

    @property
    def refused_item(self) -> int: ...

    @property
    def invalid_byte(self) -> int: ...

class ArrowBatch:
    """Rows of a table in the memory of whoever made them."""

    @staticmethod
    def from_capsules(schema: object, array: object) -> ArrowBatch: ...

    def __len__(self) -> int: ...

    @property
    def columns(self) -> list[tuple[bytes, str, str]]: ...

    @property
    def is_table(self) -> bool: ...

    def add_to(self, pool: Pool, column: int, start: int, count: int, limit: int = 9223372036854775807) -> ArrowTexts:
        """
        Texts of some rows, added to the pool; the first that is not UTF-8 or has more bytes than the limit ends it.
        """

    def numbers(self, column: int, start: int, count: int) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint8]]:
        """Whole numbers of some rows, and which of them are there."""

class ArrowStream:
    """Batches of an Arrow stream, one at a time."""

    def __init__(self, arg: object, /) -> None: ...

    @property
    def columns(self) -> list[tuple[bytes, str, str]]: ...

    @property
    def is_table(self) -> bool: ...

    def next(self) -> ArrowBatch | None:
        """The next batch, or None behind the last."""

def hash_sentences(pool: Pool) -> NDArray[numpy.uint64]:
    """
    A number for every sentence of a pool, the same everywhere and in every version.
    """

def hash_numbers(numbers: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.uint64]:
    """As hash_sentences, of the numbers written in decimal digits."""

class ColumnSums:
    """
    Exact column sums: the same bits whatever the order, the chunks or the threads.
    """

    def __init__(self, arg: int, /) -> None: ...

    def add(self, rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], masked: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Add (segments, columns) rows; masked ones weigh nothing."""

    def merge(self, arg: ColumnSums, /) -> None: ...

    def values(self) -> NDArray[numpy.float64]: ...

class CellSums:
    """Exact sums of the columns of many cells, which take little room."""

    def __init__(self, arg: int, /) -> None: ...

    @property
    def cells(self) -> int: ...

    def add(self, rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], masked: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], cells: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Add row k to cell cells[k]; masked rows weigh nothing."""

    def parts(self) -> tuple[NDArray[numpy.float64], NDArray[numpy.uint8]]:
        """
        Doubles whose exact sum is each sum, and how many there are of each; the same for the same sums.
        """

    def add_parts(self, parts: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], lengths: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], cells: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Add what another gave as its parts: its cell k to cell cells[k]."""

    def values(self, cells: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]:
        """The sums over some cells together, each rounded once."""

@overload
def draw_counts(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')], seed: int, first: int) -> None: ...

@overload
def draw_counts(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], seed: int, first: int) -> None: ...

def draw_swaps(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], seed: int, first: int) -> None: ...

def draw_runs(sizes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], seed: int, draws: int) -> NDArray[numpy.int64]: ...

def philox4x32(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> tuple[int, int, int, int]: ...

def bleu_rows(tokens: TokenView, hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: int, rule: str) -> NDArray[numpy.float64]: ...

class BleuDoor:
    """bleu_rows of one segment after the other, from strings."""

    def __init__(self, tokenizer: str, lowercase: bool, order: int, rule: str) -> None: ...

    def row(self, hypothesis: object | None, references: object | None) -> list[float] | None: ...

def ngram_matches(tokens: TokenView, hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: int, pair: int) -> NDArray[numpy.int64]: ...

def ter_rows(values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], references: int, sacrebleu: bool, beam: int, budget: int, columns: int) -> tuple[NDArray[numpy.float64], NDArray[numpy.uint8]]: ...

class TerDoor:
    """
    ter_rows of one segment after the other, from strings; a row a reference.
    """

    def __init__(self, lowercase: bool, sacrebleu: bool, beam: int, budget: int, columns: int) -> None: ...

    def row(self, hypothesis: object | None, references: object | None) -> list[float] | None: ...

def ter_search(hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], sacrebleu: bool, beam: int, budget: int, columns: int) -> tuple[NDArray[numpy.int32], str, bool]: ...

def ter_paths(values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], sacrebleu: bool, beam: int, budget: int, columns: int) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64], NDArray[numpy.uint8], NDArray[numpy.int64], NDArray[numpy.uint8]]: ...

def ter_limits() -> tuple[int, int, int]: ...

def tokenize_tercom(pool: Pool, lowercase: bool, normalized: bool, without_punctuation: bool, asian: bool, again: bool, ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], texts: list[str]) -> TokenView: ...

class InformationTable:
    """
    All references of an evaluation set, for counting their n-grams up to an order.
    """

    def __init__(self, arg: int, /) -> None: ...

    def collect(self, tokens: TokenView, refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def merge(self, arg: InformationTable, /) -> None: ...

    def arrays(self) -> dict[str, Any]: ...

    @staticmethod
    def restore(order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], word_ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], text: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], sentence_ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], times: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> InformationTable: ...

    @property
    def order(self) -> int: ...

    @property
    def total(self) -> int:
        """Words in all references."""

    def count(self, arg: Sequence[str], /) -> int:
        """How often the references have this n-gram, found by reading them all."""

    def rows(self, tokens: TokenView, hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], zero_is_empty: bool) -> NDArray[numpy.float64]:
        """
        (pairs, 2 order + 2): information of the matches and n-grams of every order, hypothesis length, mean reference length.
        """

def order_rows(values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], rule: str, references: int) -> NDArray[numpy.float64]: ...

class OrderDoor:
    """
    order_rows of one segment after the other, from strings; a row a reference.
    """

    def __init__(self, tokenizer: str, lowercase: bool, rule: str) -> None: ...

    def row(self, hypothesis: object | None, references: object | None) -> list[float] | None: ...

def word_places(hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], rule: str) -> NDArray[numpy.int32]: ...

def increasing_pairs(arg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], /) -> int: ...

def rank_correlation(arg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], /) -> float: ...

def source_permutation_rows(source_sizes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp_links: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], hyp_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_links: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], ref_link_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], references: int, null_words: str, one_to_many: str, many_to_one: str) -> NDArray[numpy.float64]: ...

def direct_permutation_rows(sizes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], links: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], null_words: str, one_to_many: str, many_to_one: str) -> NDArray[numpy.float64]: ...

def moved_blocks(links: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64]]: ...

def rank_permutation_rows(values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], rule: str, references: int) -> NDArray[numpy.float64]: ...

def permutation_of_links(size: int, links: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], null_words: str, one_to_many: str, many_to_one: str) -> NDArray[numpy.int32]: ...

def compare_permutations(first: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Sequence[int]) -> NDArray[numpy.float64]: ...

def monolingual_links(tokens: TokenView, stems: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], blocks: bool) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64], NDArray[numpy.uint8], NDArray[numpy.uint8]]: ...

def read_alignments(data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], count: int, form: str, base: int) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64], NDArray[numpy.int64], tuple[int, int, int, int]]: ...

def chrf_character_counts(pool: Pool, hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: int, spaces: bool, lowercase: bool, ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], texts: list[str]) -> NDArray[numpy.float64]: ...

def chrf_word_counts(pool: Pool, hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: int, lowercase: bool, ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], texts: list[str]) -> NDArray[numpy.float64]: ...

class ChrfDoor:
    """
    Counts of one segment after the other, from strings; a row a reference.
    """

    def __init__(self, char_order: int, word_order: int, spaces: bool, lowercase: bool) -> None: ...

    def row(self, hypothesis: object | None, references: object | None) -> list[float] | None: ...

def chrf_words(arg: str, /) -> list[str]: ...

def edit_rows(values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]: ...

class EditDoor:
    """edit_rows of one segment after the other, from strings."""

    def __init__(self, tokenizer: str, lowercase: bool, columns: Sequence[int]) -> None: ...

    def row(self, hypothesis: object | None, references: object | None) -> list[float] | None: ...

def bag_rows(values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], surplus: bool) -> NDArray[numpy.float64]: ...

def edit_path(ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], substitutions: bool) -> NDArray[numpy.uint8]: ...

def overlaps(values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], units: str, skip: int) -> NDArray[numpy.float64]: ...

def shared_skip_bigrams(hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], skip: int, limit: int) -> list[tuple[int, int, int]]: ...

def round_decimals(numbers: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], digits: int) -> NDArray[numpy.float64]: ...

class WordVectors:
    """Immutable, shared by threads: static vectors of word pieces."""

    def __init__(self, hashes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], vectors: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def __len__(self) -> int: ...

    def of_words(self, tokens: TokenView, folded: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int16]]:
        """
        Weights and vectors of the vocabulary, by the numbers that spellings in either case share.
        """

def words_alike(values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], marks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], folded: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], vectors: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], excused_share: float) -> NDArray[numpy.float64]: ...

def nearest_words(hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], folded: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], vectors: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[NDArray[numpy.int32], NDArray[numpy.float64]]: ...

class WordNet:
    """
    Immutable, shared by threads. Synsets are numbered; what METEOR compares are places in the data files.
    """

    def __init__(self, lemmas: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], lemma_counts: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], senses: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], heads: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], hypernym_counts: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], hypernyms: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], forms: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], form_counts: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], bases: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def __len__(self) -> int: ...

    def synsets(self, arg: str, /) -> NDArray[numpy.int32]: ...

    def meteor_sets(self, arg: str, /) -> NDArray[numpy.int32]: ...

    def name(self, arg: int, /) -> str: ...

    def senses(self, lemma: str, pos: int) -> NDArray[numpy.int32]:
        """
        Synsets of a lemma as one part of speech (noun, verb, adjective, adverb: 0 to 3), most frequent first.
        """

    def base(self, word: str, pos: int, inflected: bool) -> str:
        """
        The lemma a word is a form of, or nothing; known to be `inflected`, 'saw' is 'see'.
        """

    def hypernyms(self, arg: int, /) -> NDArray[numpy.int32]: ...

    def vocabulary_sets(self, tokens: TokenView, as_meteor: bool) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64]]:
        """
        Word w of the view's vocabulary is in the sets values[offsets[w]:offsets[w + 1]], ascending.
        """

class WuPalmer:
    """Wu-Palmer similarities over one WordNet; immutable, shared by threads."""

    def __init__(self, arg: WordNet, /) -> None: ...

    def of_words(self, values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], one: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], other: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]:
        """
        Similarity of words one[k] and other[k], whose synsets the ragged arrays list, ascending.
        """

def stem_word(word: str, name: str) -> str: ...

def java_hash(arg: str, /) -> int: ...

def alike_in_java(arg: TokenView, /) -> NDArray[numpy.int32]: ...

def stem_ids(tokens: TokenView, name: str) -> NDArray[numpy.int32]: ...

def meteor_rows(values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], exact: bool, stems: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], synonyms: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], synonym_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], phrases: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], phrase_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], beam: int, count: str, crossings: bool, is_function: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], whole_is_no_chunk: bool, references: int) -> tuple[NDArray[numpy.float64], NDArray[numpy.uint8]]: ...

def meteor_matches(values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], exact: bool, stems: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], synonyms: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], synonym_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], phrases: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], phrase_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], beam: int, count: str, crossings: bool, reference: int) -> NDArray[numpy.int32]: ...

class ParaphraseTable:
    """
    Pairs of phrases that mean the same; immutable and shared by threads once finished.
    """

    def __init__(self) -> None: ...

    def __len__(self) -> int:
        """Pairs of phrases."""

    def add_lines(self, arg: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], /) -> int:
        """
        Lines in threes; returns how many pairs were read before one that is none.
        """

    def finish(self) -> None: ...

    def matches(self, tokens: TokenView, hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], most: int) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64], NDArray[numpy.uint8]]: ...

class PhrasePairs:
    """
    Phrases that translate each other, from aligned texts or a phrase table.
    """

    def __init__(self) -> None: ...

    def add_linked(self, source: TokenView, source_ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], target: TokenView, target_ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], links: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], longest: int) -> None: ...

    def take_counted(self) -> tuple[NDArray[numpy.int32], NDArray[numpy.int32], NDArray[numpy.int64]]:
        """
        (source phrase, target phrase, count) of every extracted pair, sorted; they are gone afterwards.
        """

    def add_rows(self, data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], source_column: int, target_column: int, longest: int) -> tuple[int, int]: ...

    def take_rows(self) -> tuple[NDArray[numpy.int32], NDArray[numpy.int32], NDArray[numpy.float64], NDArray[numpy.float64]]:
        """
        (source phrase, target phrase, p(source | target), p(target | source)) of the rows read.
        """

    def words(self, side: int) -> list[str]: ...

    def phrases(self, side: int) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64]]:
        """Phrase i is the words values[offsets[i]:offsets[i + 1]]."""

def pivot(pivots: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], pivot_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], pivot_probabilities: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], back: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], back_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], back_probabilities: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], first: int, last: int, least: float) -> tuple[NDArray[numpy.int32], NDArray[numpy.int32], NDArray[numpy.float64]]: ...

def phrase_ranks(ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], words: list[str]) -> NDArray[numpy.int32]: ...

def paraphrase_lines(ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], others: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], probabilities: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], words: list[str]) -> bytes: ...

def gtm_runs(values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], budget: int) -> tuple[NDArray[numpy.int32], NDArray[numpy.float64], NDArray[numpy.int64], NDArray[numpy.float64], NDArray[numpy.uint8]]: ...

def gtm_budget() -> int: ...

def atec_rows(values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], idf: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], group_values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], group_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], stems: int, close_values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], close_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], numbers: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], repaired: bool, pooled: bool, position_sum: bool, unmatch: int, want_phrases: bool, matches: int) -> tuple[NDArray[numpy.float64], NDArray[numpy.uint8], NDArray[numpy.int32], NDArray[numpy.float64], NDArray[numpy.int64]]: ...

def semantic_pairs(values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], asked: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], most: int) -> tuple[NDArray[numpy.int32], NDArray[numpy.int32], NDArray[numpy.uint8]]: ...

def atec_limit() -> int: ...

def impact_parts(values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], beta: float, last_round: int, cells: int, budget: int) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64], NDArray[numpy.uint8]]: ...

def impact_limits() -> tuple[int, int]: ...

class Graphs:
    """The graphs of a chunk's sentences; every distinct string is kept once."""

    def __init__(self) -> None: ...

    def __len__(self) -> int: ...

    def add_conllu(self, data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], one_root: bool) -> int:
        """
        Append the sentences data[starts[k]:ends[k]]; the index of the first that is broken, or -1.
        """

    def add_graph(self, forms: Sequence[str], lemmas: Sequence[str], edges: Sequence[tuple[str, int, int]], tokens: Sequence[str]) -> None:
        """
        Append one graph that was made elsewhere; `tokens` are the words of its text, for comparing the two.
        """

    def columns(self, arg: int, /) -> tuple[int, list[str], list[str], list[str], list[str], list[str], list[tuple[str, int, int]], list[tuple[str, int, int]] | None, list[str]]:
        """
        Words, then of every node form, lemma, upos, xpos, feats; basic and enhanced edges; tokens of the text.
        """

    def edges(self, i: int, enhanced: bool) -> list[tuple[str, int, int]]: ...

    def lacking_enhanced(self) -> NDArray[numpy.int32]:
        """Sentences that have words but no enhanced graph."""

    def lowered(self, arg: bool, /) -> TokenView:
        """
        Forms or lemmas of every node in lower case; where there is no lemma, the form.
        """

    def spell(self, sentences: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], pool: Pool, ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.uint8]:
        """
        1 where the tokens of sentences[k] spell text ids[k], white space aside.
        """

    def triples(self, words: TokenView, enhanced: bool, labelled: bool, root: bool) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64]]:
        """
        Numbers of every sentence's triples, ascending: equal triples have equal numbers.
        """

def overlap_rows(values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], references: int) -> NDArray[numpy.float64]: ...

def sense_rows(graphs: Graphs, words: TokenView, sets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], set_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], enhanced: bool, root: bool, hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], references: int) -> tuple[NDArray[numpy.float64], NDArray[numpy.uint8]]: ...

def match_edges(graphs: Graphs, words: TokenView, sets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], set_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], enhanced: bool, labelled: bool, hyp: int, ref: int) -> NDArray[numpy.int32]: ...

class Traits:
    """
    By sentence of a pool: trait bits, number of characters, main script, language.
    """

    @property
    def flags(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def scripts(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def languages(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def characters(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

def survey(pool: Pool, hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], systems: int, refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], references: int, sources: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], window: int, reach: int, fewest: int, sample: int, every_line: bool) -> tuple[Traits, NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.uint32], NDArray[numpy.int64], bool, list[tuple[int, int, int]]]: ...

class KnownWords:
    """Immutable, shared by threads: the words of a language, as hashes."""

    def __init__(self, hashes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], compounds: bool) -> None: ...

    def __len__(self) -> int: ...

    def mark(self, tokens: TokenView) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int32]]:
        """
        For every word of the vocabulary: bits (1 letters alone, 2 unknown, 4 with a capital, 8 one letter beyond ASCII), and a number that all its spellings in upper and lower case share.
        """

def known_word_hashes(words: list[str]) -> NDArray[numpy.int32]: ...

def unknown_words(values: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], hyp: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], seg: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], refs: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ref_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], marks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], folded: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], excused_share: float) -> NDArray[numpy.float64]: ...
