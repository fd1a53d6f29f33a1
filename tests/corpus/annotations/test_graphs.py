"""Graphs in files: the fast reader against the one that explains, Stanford's text, and graphs in step with texts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.corpus.annotations.graphs import GraphBlock, GraphFile, GraphStreams, add_block, parse_of
from tertium.corpus.annotations.parses import Parse, parse_conllu
from tertium.corpus.annotations.stanford import graph_of_triples, read_stanford
from tertium.corpus.files.access import Source
from tertium.corpus.formats.opening import GraphPlaces, Place, open_corpus
from tertium.corpus.notices import Found
from tertium.errors import FileError, InputError
from tertium.kernels.graphs import new_graphs

ROW = "{}\t{}\t{}\tX\t_\t_\t{}\t{}\t_\t_\n"
SHE = ROW.format(1, "She", "she", 2, "nsubj") + ROW.format(2, "sleeps", "sleep", 0, "root") + "\n"
HE = ROW.format(1, "He", "he", 2, "nsubj") + ROW.format(2, "eats", "eat", 0, "root") + "\n"
EMPTY = "# text =\n\n"


def native(text: str) -> list[Parse] | None:
    """What the fast reader makes of one sentence; None if it refuses it."""
    data = text.encode()
    graphs = new_graphs()
    places = np.array([0], dtype=np.int64), np.array([len(data)], dtype=np.int64)
    if graphs.add_conllu(np.frombuffer(data, dtype=np.uint8), *places, True) >= 0:
        assert len(graphs) == 0, "a refused sentence leaves nothing behind"
        return None
    return [parse_of(graphs, 0)]


def explained(text: str) -> list[Parse] | None:
    try:
        return parse_conllu(text) or [Parse((), (), (), (), (), (), ())]
    except InputError:
        return None


fields = st.sampled_from(["_", "a", "b-c", "1", "0", "2", "1.1", "1-2", "2-3", "0:root", "1:x|2:y", "1.1:z", ""])
rows = st.lists(
    st.tuples(
        st.sampled_from(["1", "2", "3", "4", "1-2", "2-3", "0.1", "1.1", "1.2", "x", "01"]),
        fields, fields, st.integers(0, 4).map(str) | fields, st.sampled_from(["nsubj", "root", "_"]),
        st.sampled_from(["_", "0:root", "1:x", "2:y|3:z", "1.1:w", "0.1:v", "9:u", ":", "1:", "1:a:b|1:a:b"]),
    ),
    max_size=5,
)  # fmt: skip


@given(rows)
def test_the_fast_reader_and_the_one_that_explains_agree(given_rows: list[tuple[str, ...]]) -> None:
    lines = [
        "\t".join([i, form, lemma, "X", "_", "_", head, rel, deps, "_"])
        for i, form, lemma, head, rel, deps in given_rows
    ]
    text = "\n".join(lines)
    assert native(text) == explained(text)


@given(
    st.lists(st.tuples(st.integers(0, 5), st.sampled_from(["_", "0:root", "1:x", "2:y|1:x"])), min_size=1, max_size=5)
)
def test_both_readers_agree_on_well_numbered_sentences(words: list[tuple[int, str]]) -> None:
    text = "".join(f"{i}\tw\tl\tX\tY\tA=b\t{head}\tr\t{deps}\t_\n" for i, (head, deps) in enumerate(words, 1))
    assert native(text) == explained(text)


@pytest.mark.parametrize(("head", "sound"), [("0", True), ("0" * 10, True), ("0" * 30, True), ("9" * 30, False)])
def test_a_head_is_a_number_however_many_digits_it_has_for_both_readers(head: str, sound: bool) -> None:
    text = ROW.format(1, "She", "she", head, "root") + "\n"
    assert native(text) == explained(text)
    assert (native(text) is not None) is sound


@pytest.mark.parametrize("language", ["en", "de", "zh"])
def test_treebanks_come_out_the_same_from_both_readers(shared: Path, language: str) -> None:
    path = shared / "data" / "ud-pud" / f"{language}_pud-ud-test.conllu"
    graphs = new_graphs()
    for (block,) in GraphFile(Source(path)).read((None,), 300, Found()):
        assert isinstance(block, GraphBlock)
        add_block(graphs, "pud", block)
    assert [parse_of(graphs, i) for i in range(len(graphs))] == parse_conllu(path.read_text("utf-8"))


@pytest.mark.parametrize("segments", [1, 2, 3, 100])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_file_is_cut_into_sentences_whatever_the_block(tmp_path: Path, segments: int, newline: str) -> None:
    path = tmp_path / "h.conllu"
    path.write_bytes(f"\n{SHE}\n\n{EMPTY}{HE}{SHE.rstrip()}".replace("\n", newline).encode())
    graphs = new_graphs()
    firsts = []
    for (block,) in GraphFile(Source(path)).read((None,), segments, Found()):
        assert isinstance(block, GraphBlock)
        firsts.append((block.first, block.line))
        add_block(graphs, "h", block)
    assert [parse_of(graphs, i).forms for i in range(len(graphs))] == [
        ("She", "sleeps"), (), ("He", "eats"), ("She", "sleeps"),
    ]  # fmt: skip
    assert GraphFile(Source(path)).count() == 4
    if segments == 2:
        assert firsts == [(1, 1), (3, 9)]


def chunk_of(tmp_path: Path, texts: str, hyp: str, ref: str | None = None, form: str | None = None) -> object:
    for name, text in (("t", texts), ("h", hyp), ("r", hyp if ref is None else ref)):
        (tmp_path / name).write_text(text)
    place = [Place(str(tmp_path / name)) for name in "thr"]
    parses = GraphPlaces((place[1],), (place[2],), form)
    corpus = open_corpus([place[0]], [place[0]], names=["t"], parses=parses)
    return [build()[0] for build in corpus.chunks(2)]


def test_graphs_reach_the_chunk_in_step_with_the_texts(tmp_path: Path) -> None:
    chunks = chunk_of(tmp_path, "She  sleeps\nHe eats\n \nHeeats\n", SHE + HE + EMPTY + HE)
    assert isinstance(chunks, list)
    found = [
        [parse_of(chunk.graphs["parse"].graphs, int(i)).forms for i in chunk.graphs["parse"].hyp] for chunk in chunks
    ]
    assert found == [[("She", "sleeps"), ("He", "eats")], [(), ("He", "eats")]]


@pytest.mark.parametrize(
    ("texts", "hyp", "said"),
    [
        ("She sleeps\nHe eats\n", SHE, "h has 1 sentence but .*t has 2 lines"),
        ("She sleeps\n", SHE + HE, "h has 2 sentences but .*t has 1 line "),
        ("She sleeps\nHe eat\n", SHE + HE, r"h sentence 2: its words differ from .*t line 2; the parse has 'eats'"),
        ("She sleeps now\n", SHE, "the parse has nothing more where the text has 'now'"),
        ("She sleeps\n", SHE.replace("2\tnsubj", "1\tnsubj"), "h line 1: word 1 is its own head"),
        ("She sleeps\nHe eats\n", SHE + "# c\n" + HE.replace("0\troot", "7\troot"), "h line 6: word 2 has head 7"),
        ("She sleeps\n", "nsubj(sleeps-2, She-1\n", "neither CoNLL-U .* nor Stanford"),
        ("She sleeps\n", "nsubj(sleeps-2, She-1)\nroot(ROOT-0 sleeps-2)\n", r"line 2: 'root\(ROOT-0 sleeps-2\)' is no"),
        ("She sleeps\n", "nsubj(sleeps-2, She-1)\nroot(ROOT-0, wakes-2)\n", "word 2 is 'wakes' here and 'sleeps'"),
        ("She sleeps\n", "nsubj(sleeps-2, Ann-1)\nroot(ROOT-0, sleeps-2)\n", "the parse has 'Ann' where the text has"),
        ("She sleeps\n", "dep(sleeps-2, ROOT-0)\n", "the root cannot depend on a word"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_an_error_with_its_place(tmp_path: Path, texts: str, hyp: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        chunk_of(tmp_path, texts, hyp)


def test_bytes_that_are_no_utf8_are_refused_with_their_line(tmp_path: Path) -> None:
    (tmp_path / "t").write_text("She sleeps\n")
    (tmp_path / "h").write_bytes(SHE.encode().replace(b"sleeps", b"sl\xffps"))
    place = [Place(str(tmp_path / name)) for name in "th"]
    corpus = open_corpus([place[0]], [place[0]], names=["t"], parses=GraphPlaces((place[1],), (place[1],)))
    with pytest.raises(FileError, match="of line 2"):
        next(iter(corpus.chunks(9)))()


def test_every_system_and_reference_needs_its_file() -> None:
    with pytest.raises(InputError, match="parse_ref has 0 lists, expected 1: one for each reference"):
        GraphStreams((None,)).check(1, 1)  # type: ignore[arg-type] - only the number of streams is looked at


def test_stanford_words_may_hold_hyphens_commas_brackets_and_primes() -> None:
    graph = read_stanford("num(1,000-3, x-y-2)\npunct(1,000-3, ,-4)\ndep(1,000-3', -LRB--5)\nroot(ROOT-0, 1,000-3)")
    assert graph.forms == ("x-y", "1,000", "1,000", ",", "-LRB-")
    assert graph.edges == (("num", 1, 0), ("punct", 1, 3), ("dep", 2, 4), ("root", -1, 1))
    assert graph.tokens == ("x-y", "1,000", ",", "-LRB-")


@pytest.mark.parametrize(
    ("text", "typed", "told"),
    [
        ("John ate\n", "nsubj(ate-9, John-1)\nroot(ROOT-0, ate-9)", "'ate' is word 9, but"),
        ("John ate\n", "nsubj(ate-3, John-2)\nroot(ROOT-0, ate-3)", "'John' is word 2, but"),
        ("John ate .\n", "nsubj(ate-4, John-1)\nroot(ROOT-0, ate-4)", "'ate' is word 4, but"),
        ("John ate\n", "nsubj(ate-2, John-1)\nroot(ROOT-0, ate-2)", None),
        ("On Monday John ate\n", "nsubj(ate-4, John-3)\nroot(ROOT-0, ate-4)\nprep_on(ate-4, Monday-2)", None),
        ("He can't eat\n", "nsubj(eat-4, He-1)\nroot(ROOT-0, eat-4)\nneg(eat-4, n't-3)", None),
    ],
)
def test_stanford_words_are_where_their_numbers_say(tmp_path: Path, text: str, typed: str, told: str | None) -> None:
    if told is None:
        assert chunk_of(tmp_path, text, typed + "\n\n")
        return
    with pytest.raises(InputError, match=r"numbered from 1 as they stand in the text") as caught:
        chunk_of(tmp_path, text, typed + "\n\n")
    assert told in str(caught.value)


def test_treebank_escapes_spell_the_brackets_and_quotes_of_the_text(tmp_path: Path) -> None:
    parsed = (
        ROW.format(1, "-LRB-", "_", 3, "punct")
        + ROW.format(2, "``", "_", 3, "punct")
        + ROW.format(3, "a", "_", 0, "root")
    )
    assert chunk_of(tmp_path, "( “a\n", parsed + "\n")


def test_triples_of_words_become_a_graph_with_one_node_a_word() -> None:
    graph = graph_of_triples([("det", "cat", "a"), ("root", "ROOT", "cat")])
    assert (graph.forms, graph.edges) == (("cat", "a"), (("det", 0, 1), ("root", -1, 0)))


def test_python_gives_parses_as_records_or_as_conllu() -> None:
    ref, hyp = "She sleeps", "He eats"
    (parsed,) = parse_conllu(SHE)
    for parses in ([parsed], [SHE], [SHE.strip()]):
        result = tertium.score([ref], [ref], "shallow", parse_hyp=parses, parse_ref=parses).scores[0]
        assert (result.score, "parse=files" in result.signature) == (100, True)
    several = tertium.score(
        {"a": [ref], "b": [hyp]}, [[ref, hyp]], ["shallow"],
        parse_hyp={"a": [SHE], "b": [HE]}, parse_ref=tertium.streams([[SHE], [HE]]),
    )  # fmt: skip
    assert [system.scores[0].score for system in several.systems] == [100, 100]


@pytest.mark.parametrize(
    ("hyp", "ref", "said"),
    [
        ([SHE], None, "parse_ref has 0 lists"),
        ([SHE, SHE], [SHE], "parse_hyp has 2 parses but hypotheses has 1"),
        ([SHE + SHE], [SHE], "parse_hyp segment 1 has a blank line"),
        ([3], [SHE], "parse_hyp segment 1 is a int, expected a Parse or CoNLL-U text"),
        (SHE, [SHE], "parse_hyp is a str, expected a list of parses"),
        ({"b": [SHE]}, [SHE], "parse_hyp has parses for b, expected them for the systems a"),
        ([HE], [SHE], "parse_hyp sentence 1: its words differ from"),
        ([SHE.replace("0\troot", "2\troot")], [SHE], "parse_hyp line 2: word 2 is its own head"),
    ],
)
def test_wrong_parses_from_python_are_explained(hyp: object, ref: object, said: str) -> None:
    with pytest.raises(InputError, match=said):
        tertium.score({"a": ["She sleeps"]}, ["She sleeps"], "shallow", parse_hyp=hyp, parse_ref=ref)  # type: ignore[call-overload]
