"""The statistical aligner: it learns, joins its directions, is saved and loaded; and it is held to gold links."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from realdata import lines
from tertium.errors import FileError, InputError
from tertium.progress import Silent
from tertium.views.order.word_aligner import MODELS, AlignerSettings, WordAligner
from textbook.alignment_error import alignment_error, read_gold

pytest.importorskip("thot", reason="the extra 'align' is not installed")

Pairs = list[tuple[list[str], list[str]]]


def made_up_language(seed: int = 1, size: int = 400) -> tuple[Pairs, list[set[tuple[int, int]]]]:
    """Sentences of 30 words with a translation each; the last word of every sentence comes first in the translation."""
    rng = random.Random(seed)
    pairs: Pairs = []
    gold = []
    for _ in range(size):
        source = rng.sample(range(30), rng.randint(3, 9))
        target = [source[-1], *source[:-1]]
        pairs.append(([f"s{w}" for w in source], [f"t{w}" for w in target]))
        gold.append({(i, target.index(word)) for i, word in enumerate(source)})
    return pairs, gold


class Rounds(Silent):
    """Keeps what training says of its progress."""

    def __init__(self) -> None:
        self.rounds: list[tuple[str, int, int]] = []

    def progress(self, doing: str, done: int, total: int) -> None:
        self.rounds.append((doing, done, total))


@pytest.mark.parametrize("model", MODELS)
def test_it_learns_a_made_up_language(model: str) -> None:
    pairs, gold = made_up_language()
    listener = Rounds()
    aligner = WordAligner.train(pairs, AlignerSettings(model=model), listener)
    found = aligner.align([s for s, _ in pairs], [t for _, t in pairs])
    right = sum(len(set(links) & truth) for links, truth in zip(found, gold, strict=True))
    assert right / sum(map(len, gold)) > 0.9
    assert right / sum(map(len, found)) > 0.9
    assert all(links == sorted(links) for links in found)
    total = 20 if model == "hmm" else 10
    assert listener.rounds == [("training", step, total) for step in range(1, total + 1)]


def test_the_same_texts_give_the_same_links() -> None:
    pairs, _ = made_up_language(size=100)
    sides = [s for s, _ in pairs], [t for _, t in pairs]
    first, second = (WordAligner.train(pairs, AlignerSettings()).align(*sides) for _ in range(2))
    assert first == second


def test_the_intersection_has_fewer_links_than_the_union() -> None:
    """Twelve sentences are too few to learn from: the two directions disagree."""
    pairs, _ = made_up_language(size=12)
    sides = [s for s, _ in pairs], [t for _, t in pairs]
    few, many = (
        [set(links) for links in WordAligner.train(pairs, AlignerSettings(heuristic=name)).align(*sides)]
        for name in ("intersection", "union")
    )
    assert all(mine <= theirs for mine, theirs in zip(few, many, strict=True))
    assert few != many


@pytest.mark.parametrize("model", MODELS)
def test_a_saved_model_links_as_before(model: str, tmp_path: Path) -> None:
    pairs, _ = made_up_language(size=80)
    aligner = WordAligner.train(pairs, AlignerSettings(model=model, case="keep"))
    sides = [s for s, _ in pairs], [t for _, t in pairs]
    aligner.save(tmp_path / "model")
    loaded = WordAligner.load(tmp_path / "model")
    assert loaded.settings == aligner.settings
    assert loaded.align(*sides) == aligner.align(*sides)
    assert WordAligner.load(tmp_path / "model", "union").settings.heuristic == "union"
    assert [path.name for path in tmp_path.iterdir()] == ["model"]  # nothing half-written beside it
    with pytest.raises(FileError, match=r"model exists already; remove it or choose another name"):
        aligner.save(tmp_path / "model")


@pytest.mark.parametrize("model", MODELS)
def test_a_saved_model_does_not_hold_the_texts(model: str, tmp_path: Path) -> None:
    pairs, _ = made_up_language(size=80)
    WordAligner.train(pairs, AlignerSettings(model=model, case="keep")).save(tmp_path / "model")
    files = {path.name: path.read_bytes() for path in (tmp_path / "model").iterdir()}
    assert pairs[0][0][0].encode() in files["direct.svcb"]  # single words it does hold
    for source, target in pairs:
        for text in (source, target):
            line = " ".join(text).encode()
            assert not any(line in data for data in files.values()) or len(text) == 1


@pytest.mark.parametrize("model", MODELS)
def test_a_model_that_is_cut_by_a_limit_of_files_is_not_kept(model: str, tmp_path: Path) -> None:
    """Every writing is cut alike, and the library does not say so."""
    resource = pytest.importorskip("resource", reason="only POSIX limits the size of files")
    pairs, _ = made_up_language(size=80)
    aligner = WordAligner.train(pairs, AlignerSettings(model=model))
    aligner.save(tmp_path / "whole")
    largest = max(path.stat().st_size for path in (tmp_path / "whole").iterdir())
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest - 1, before[1]))
    try:
        with pytest.raises(FileError, match=r"model did not arrive whole; is the disk full, or the size of files"):
            aligner.save(tmp_path / "cut")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [path.name for path in tmp_path.iterdir()] == ["whole"]


def test_words_the_library_uses_itself_are_words() -> None:
    pairs = [(["NULL", "a"], ["NULL", "b"]), (["a"], ["b"]), (["NULL"], ["NULL"])] * 10
    aligner = WordAligner.train(pairs, AlignerSettings())
    assert aligner.align([["NULL", "a"]], [["NULL", "b"]]) == [[(0, 0), (1, 1)]]


def test_unknown_words_empty_and_long_sentences_are_survived() -> None:
    pairs, _ = made_up_language(size=40)
    aligner = WordAligner.train([*pairs, ([], ["x"]), (["x"] * 5000, ["y"] * 5000)], AlignerSettings())
    assert aligner.longest < 5000
    found = aligner.align([[], ["new"], ["x"] * 5000, []], [["t1"], ["words"], ["y"] * 5000, []])
    assert found[0] == found[2] == found[3] == []
    assert all(0 <= i < 1 and 0 <= j < 1 for i, j in found[1])


def test_nothing_to_train_on_is_an_error() -> None:
    with pytest.raises(InputError, match=r"nothing to train on: no pair of lines has 1 to \d+ words on both sides\."):
        WordAligner.train([([], ["a"])], AlignerSettings())


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"model": "hnm"}, r"model is 'hnm'; did you mean 'hmm'\? expected one of hmm, fast-align\."),
        ({"heuristic": "best"}, r"heuristic is 'best', expected one of grow-diag-final-and"),
        ({"iterations": 0}, r"iterations is 0, expected a whole number from 1 to 1000"),
    ],
)
def test_settings_are_checked(settings: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        AlignerSettings(**settings)  # type: ignore[arg-type]


def test_what_is_no_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"holds no aligner \(aligner\.json: no such file"):
        WordAligner.load(tmp_path / "none")
    (tmp_path / "aligner.json").write_text("{")
    with pytest.raises(FileError, match="is not JSON"):
        WordAligner.load(tmp_path)
    (tmp_path / "aligner.json").write_text('{"format": 99}')
    with pytest.raises(FileError, match="another version of tertium"):
        WordAligner.load(tmp_path)
    (tmp_path / "aligner.json").write_text("[" * 60_000)
    with pytest.raises(FileError, match="is not JSON"):
        WordAligner.load(tmp_path)
    (tmp_path / "aligner.json").write_text(
        '{"format": 2, "model": "hmm", "heuristic": "union", "case": "keep", "iterations": 5, "files": {}}'
    )
    with pytest.raises(FileError, match="incomplete: its direct model cannot be read"):
        WordAligner.load(tmp_path)


@pytest.mark.parametrize(
    ("pair", "model", "most"), [("enfr", "hmm", 0.25), ("enfr", "fast-align", 0.32), ("roen", "hmm", 0.46)]
)
def test_gold_links_of_the_hansards_and_of_romanian_news(shared_data: Path, pair: str, model: str, most: float) -> None:
    """Learned from the few hundred test sentences alone; docs/alignments.md has the numbers as they come out."""
    folder = shared_data / "alignments" / "awesome-align"
    sides = [line.lower().split(" ||| ") for line in lines(folder / f"{pair}.src-tgt")]
    pairs = [(source.split(), target.split()) for source, target in sides]
    aligner = WordAligner.train(pairs, AlignerSettings(model=model))
    found = aligner.align([s for s, _ in pairs], [t for _, t in pairs])
    made = alignment_error([set(links) for links in found], read_gold(lines(folder / f"{pair}.gold")))
    assert made.aer < most


def test_two_models_may_be_joined_in_another_way() -> None:
    rng = random.Random(4)
    lines = [[f"s{rng.randrange(6)}" for _ in range(5)] for _ in range(60)]
    pairs = [(line, [word.replace("s", "t") for word in line]) for line in lines]
    aligner = WordAligner.train(pairs, AlignerSettings(heuristic="union"))
    other = aligner.joined_by("intersection")
    assert (aligner.settings.heuristic, other.settings.heuristic) == ("union", "intersection")
    sources, targets = [pair[0] for pair in pairs[:20]], [pair[1] for pair in pairs[:20]]
    for many, few in zip(aligner.align(sources, targets), other.align(sources, targets), strict=True):
        assert set(few) <= set(many)


def test_a_model_is_not_written_over_anything_nor_below_a_file(tmp_path: Path) -> None:
    from tertium.views.order.word_aligner import refuse_existing

    refuse_existing(tmp_path / "new")
    (tmp_path / "file").write_text("mine")
    with pytest.raises(FileError) as error:
        refuse_existing(tmp_path / "file")
    assert str(error.value) == (f"{tmp_path / 'file'} exists already; remove it or choose another name for the model.")
    aligner = WordAligner.train([(["a", "b"], ["c", "d"])] * 3, AlignerSettings())
    with pytest.raises(FileError) as error:
        aligner.save(tmp_path / "file" / "in" / "model")
    assert str(error.value) == (
        f"{tmp_path / 'file' / 'in' / 'model'} cannot be written: not a directory; check the directory it is in."
    )
    assert (tmp_path / "file").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_without_its_library_the_command_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from tertium.errors import MissingExtraError, install
    from tertium.views.order import word_aligner

    monkeypatch.setattr(word_aligner, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError) as error:
        word_aligner.check_library()
    assert str(error.value) == f"'tertium align' needs the library sil-thot: {install('align')}."
