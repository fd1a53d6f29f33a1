"""Texts, links and graphs that do not belong together are refused in one sentence, from lists as from files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tertium.corpus.annotations.alignments import Reading
from tertium.corpus.annotations.graph_lists import ParseList
from tertium.corpus.annotations.graphs import GraphFile, GraphList, GraphStreams, graphs_of
from tertium.corpus.annotations.unl import Node, Sentence, document_of
from tertium.corpus.campaigns.campaign import campaign_folders, open_campaign
from tertium.corpus.files.access import Source
from tertium.corpus.files.limits import Limits
from tertium.corpus.formats.columns import Stream, TextBlock
from tertium.corpus.formats.opening import Place, open_corpus
from tertium.corpus.notices import Found
from tertium.corpus.texts.lists import AlignmentLists, corpus_of, one_segment, sentence_stream, streams
from tertium.corpus.texts.nbest import read_nbest
from tertium.corpus.texts.stream_corpus import StreamCorpus
from tertium.corpus.texts.truncated import cut_to, line_counts
from tertium.errors import FileError, InputError

TWO = ["a b", "c d"]


def read(corpus: StreamCorpus, segments: int = 10) -> list[object]:
    return [task() for task in corpus.chunks(segments)]


# -- lists


def test_links_are_given_for_every_system_by_its_name() -> None:
    systems = {"x": TWO, "y": TWO}
    links = ["0-0 1-1"] * 2
    both = corpus_of(systems, TWO, TWO, alignments=AlignmentLists({"x": links, "y": links}, links))
    assert len(both.alignments.hyp) == 2
    with pytest.raises(InputError, match="align_hyp has links for x, expected them for the systems x, y"):
        corpus_of(systems, TWO, TWO, alignments=AlignmentLists({"x": links}, links))
    with pytest.raises(InputError, match="align_ref"):
        corpus_of(systems, TWO, TWO, alignments=AlignmentLists({"x": links, "y": links}, links[:1]))
    several = streams([links, links])
    refs = streams([TWO, TWO])
    made = corpus_of(TWO, refs, TWO, alignments=AlignmentLists(links, several))
    assert len(made.alignments.ref) == 2


def test_lists_that_are_none_are_refused_by_name() -> None:
    with pytest.raises(InputError, match="sources"):
        corpus_of(TWO, TWO, ["one"])
    with pytest.raises(InputError, match="two systems have the same name once written as text"):
        corpus_of({1: TWO, "1": TWO}, TWO)
    assert sentence_stream("texts", TWO).name == "texts"
    with pytest.raises(InputError, match="hypothesis is a list, expected one string"):
        one_segment(TWO, TWO)
    with pytest.raises(InputError, match="references"):
        read(corpus_of(TWO, [None, None]))


def test_graphs_are_given_for_every_system_and_segment() -> None:
    parse = "1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n"
    with pytest.raises(InputError, match="parse_hyp has parses for y, expected them for the systems x"):
        corpus_of({"x": ["a"]}, ["a"], parses=({"y": [parse]}, None))
    with pytest.raises(InputError, match="is a int, expected a Parse or CoNLL-U text"):
        read(corpus_of(["a"], ["a"], parses=([3], [parse])))
    with pytest.raises(InputError, match="has a blank line, expected the CoNLL-U of one sentence"):
        read(corpus_of(["a"], ["a"], parses=([f"{parse}\n{parse}"], [parse])))
    assert ParseList("p", [parse, parse]).count() == 2
    assert GraphList("g", []).count() == 0
    sentence = Sentence("1", (Node("a"),))
    written = "[S:1] {unl} agt(a, b) {/unl} [/S]"
    made = corpus_of(["a"], ["a"], unl=(document_of([sentence]), [written]))
    assert len(made.graphs["unl"].streams) == 2
    with pytest.raises(InputError, match="is a int, expected a UNL sentence or its text"):
        corpus_of(["a"], ["a"], unl=([3], [written]))
    with pytest.raises(InputError, match="has 2 sentences, expected one"):
        corpus_of(["a"], ["a"], unl=([written * 2], [written]))
    with pytest.raises(InputError, match="expected 1: one for each reference"):
        corpus_of(["a"], ["a"], unl=([written], None))


def test_a_corpus_without_texts_is_none() -> None:
    made = corpus_of(TWO, TWO)
    for change, says in (
        ({"systems": (), "names": ()}, "no system to score"),
        ({"references": ()}, "no references to score against"),
        ({"names": ("a", "b")}, "2 names for 1 systems"),
    ):
        with pytest.raises(InputError, match=says):
            replace(made, **change)  # type: ignore[arg-type]


def test_some_systems_of_a_corpus_keep_their_links() -> None:
    links = {name: ["0-0"] * 2 for name in "xyz"}
    made = corpus_of(dict.fromkeys("xyz", TWO), TWO, alignments=AlignmentLists(direct=links))
    some = made.of_systems(["z", "x"])
    assert some.names == ("z", "x")
    assert len(some.alignments.direct) == 2


def test_readings_of_links_are_those_that_exist() -> None:
    with pytest.raises(InputError, match="hyp_form must be one of"):
        Reading(hyp_form="xml")  # type: ignore[arg-type]


# -- files


def test_a_corpus_is_cut_to_its_first_segments_whatever_its_files_hold(tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text("a\nb\nc\n")
    (tmp_path / "h.jsonl").write_text('{"h": "a", "l": ["x", "y"]}\n{"h": "b", "l": ["z"]}\n{"h": "c", "l": ["w"]}\n')
    made = open_corpus(
        [Place(str(tmp_path / "h.jsonl"), "h")],
        [Place(str(tmp_path / "r.txt")), Place(str(tmp_path / "h.jsonl"), "l")],
        Place(str(tmp_path / "r.txt")),
        names=["s"],
    )
    assert line_counts(made)[str(tmp_path / "r.txt")] == 3
    cut = cut_to(made, 2)
    [(chunk, _)] = read(cut)  # type: ignore[misc]
    assert chunk.segments == 2
    assert chunk.reference_counts.tolist() == [3, 2]
    assert len(read(cut_to(made, 2), 1)) == 2
    assert cut.systems[0].table.first_line("h") == 1


def test_parses_have_known_forms_and_sentences_that_end(tmp_path: Path) -> None:
    path = tmp_path / "p.conllu"
    path.write_text("1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n" * 200)
    with pytest.raises(InputError, match="parses have form"):
        GraphFile(Source(path), "xml")
    with pytest.raises(FileError, match="sentence 1 is longer than 100 bytes; blank lines end sentences"):
        GraphFile(Source(path, limits=Limits(line_bytes=100))).count()
    path.write_bytes(b"\xef\xbb\xbf\n\r\n# empty\n\n")
    found = Found()
    assert sum(blocks[0].count for blocks in GraphFile(Source(path)).read([None], 5, found)) == 1
    assert [notice.code for notice in found] == ["bom"]
    path.write_text("\n\n")
    assert GraphFile(Source(path), "conllu").count() == 0
    assert "one sentence for every line" in GraphFile(Source(path)).suspect()
    with pytest.raises(TypeError, match="gives no graphs"):
        graphs_of(
            GraphStreams((), (Stream(GraphList("g", [])),)),
            [TextBlock([], 0, 1)],
            None,  # type: ignore[arg-type]
            [],
            [None],  # type: ignore[list-item]
            None,  # type: ignore[arg-type]
        )


def test_a_folder_of_shards_that_may_not_be_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    def refuse(path: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(InputError, match="may not be read by this user"):
        open_corpus([Place(str(tmp_path))], [Place(str(tmp_path))], names=["s"])


def test_model_scores_that_are_no_numbers_are_text(tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_text("0 ||| a ||| 1_0\n0 ||| b ||| ١\n0 ||| c ||| inf\n")
    [pool] = read_nbest(str(tmp_path / "n.txt"))
    assert pool.scores is None


# -- campaigns


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    folder = tmp_path / "es-en"
    (folder / "systems").mkdir(parents=True)
    for name in "ab":
        (folder / "systems" / f"{name}.txt").write_text("x\ny\n")
    (folder / "refA.txt").write_text("x\ny\n")
    (folder / "human_seg.tsv").write_text("system\tseg_id\tscore\na\t1\t1\nb\t1\t2\n")
    return folder


def test_links_of_a_campaign_are_in_a_folder_of_its_name_or_in_the_folder_itself(campaign: Path) -> None:
    made = open_campaign(campaign)
    inside = made.links(campaign.parent / "links")
    assert [Path(place.path).name for place in inside.hyp] == ["a.align", "b.align"]
    assert [Path(place.path).name for place in inside.ref] == ["refA.align"]
    (campaign.parent / "links" / made.name).mkdir(parents=True)
    assert Path(made.links(campaign.parent / "links").hyp[0].path).parent.name == campaign.name


def test_files_of_a_campaign_that_mean_the_same_are_refused(campaign: Path) -> None:
    (campaign / "human_segments.tsv").write_text("not judgments\n")
    (campaign / "notes.tsv").write_text("not judgments\n")
    (campaign / "systems" / "a.tsv").write_text("no text\n")
    assert open_campaign(campaign).judgments.systems == ("a", "b")
    (campaign / "human_seg.jsonl").write_text('{"system": "a", "seg_id": 1, "score": 1}\n')
    with pytest.raises(InputError, match="hold the same judgments; keep one"):
        open_campaign(campaign)
    (campaign / "human_seg.jsonl").unlink()
    (campaign / "refA.txt.gz").write_bytes(b"")
    with pytest.raises(InputError, match="are the same text twice; keep one"):
        open_campaign(campaign)
    assert campaign_folders(campaign / "nothing") == []


def test_a_campaign_without_references_or_judgments_says_so(campaign: Path) -> None:
    (campaign / "refA.txt").unlink()
    made = open_campaign(campaign)
    with pytest.raises(InputError, match="has no references, which metrics compare with"):
        made.corpus()
    (campaign / "human_seg.tsv").write_text("system\tseg_id\tscore\n")
    with pytest.raises(InputError, match="has no judgment"):
        open_campaign(campaign)
