"""Parsing: the shipped model, and parses kept on disk under kills, several processes and damage."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tertium.corpus.annotations.parse_cache import ParseCache, cache_folder, text_key
from tertium.corpus.annotations.parses import Parse, parse_conllu
from tertium.corpus.files.packaged import packaged_folder
from tertium.errors import FileError, InputError, SpecError, TertiumError
from tertium.kernels.graphs import new_graphs
from tertium.metrics.shallow import Shallow
from tertium.progress import Silent
from tertium.views.syntax import parsing
from tertium.views.syntax.parsing import Parser
from tertium.views.syntax.spacy_parser import LONGEST, SpacyParser

TEXTS = ["The thief was chased by two policemen .", "They did n't catch him .", "", "Stop !  Now ."]


def tree(text: str) -> Parse:
    (parse,) = parse_conllu(text, roots="any") or [Parse((), (), (), (), (), (), ())]
    return parse


def test_the_shipped_model_says_what_an_enconverter_needs(english: SpacyParser) -> None:
    parse = tree(english.parse(TEXTS[:1])[0])
    assert parse.forms == ("The", "thief", "was", "chased", "by", "two", "policemen", ".")
    assert parse.lemmas == ("the", "thief", "be", "chase", "by", "two", "policeman", ".")
    assert parse.upos == ("DET", "NOUN", "AUX", "VERB", "ADP", "NUM", "NOUN", "PUNCT")
    assert parse.relations == ("det", "nsubj:pass", "aux:pass", "root", "case", "nummod", "obl", "punct")
    assert parse.heads == (2, 4, 4, 0, 7, 7, 4, 4)
    assert "Number=Plur" in parse.feats[6]
    assert "Voice=Pass" in parse.feats[3]
    assert "Tense=Past" in parse.feats[2]


def test_the_model_is_small_and_says_whose_it_is() -> None:
    model = packaged_folder(parsing.MODEL)
    assert sum(path.stat().st_size for path in model.rglob("*") if path.is_file()) < 11_000_000
    assert "ShareAlike" in (model / "LICENSE").read_text("utf-8")
    assert "English Web Treebank" in (model / "CREDITS").read_text("utf-8")


def test_an_installed_pipeline_by_name(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own model as a package of another name, as pip would leave it; what is no pipeline is an error in a line."""
    module, about = tmp_path / "en_probe_sm", tmp_path / "en_probe_sm-1.2.3.dist-info"
    for made in (module, about):
        made.mkdir()
    model = str(packaged_folder(parsing.MODEL))
    (module / "__init__.py").write_text(f"import spacy\n\ndef load(**kw):\n    return spacy.load({model!r}, **kw)\n")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: en-probe-sm\nVersion: 1.2.3\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("en_probe_sm", "en-probe-sm", "en_probe_sm@1.2.3"):
        assert parsing.check_source(name) == "en_probe_sm@1.2.3"
    made_by_name = parsing.Parser("en_probe_sm@1.2.3").parses(TEXTS)
    assert made_by_name == parsing.Parser("en").parses(TEXTS)
    with pytest.raises(SpecError, match=r"version 1\.2\.3 of that pipeline is installed"):
        parsing.check_source("en_probe_sm@9")
    with pytest.raises(SpecError, match=r"no package of that name\. A pipeline in a folder becomes one"):
        parsing.check_source(model)
    for other in ("numpy", "pytest"):
        with pytest.raises(InputError, match=f"spaCy cannot load '{other}': .*; name an installed spaCy pipeline"):
            SpacyParser(other)


def test_another_model_is_another_version_of_the_metrics_that_parse() -> None:
    """Scores move with the model, and `parse=en` in a signature does not say which one: the version must."""
    assert (parsing.identity("en"), Shallow.version) == ("en_ewt-7ffffba54bcf", 1)


def test_a_segment_is_one_sentence_to_the_shipped_model_and_trees_side_by_side_are_read_too(
    english: SpacyParser,
) -> None:
    two = english.parse(["He sleeps .", "She eats ."])
    assert [tree(text).heads.count(0) for text in (*two, *english.parse(["He sleeps . She eats ."]))] == [1, 1, 1]
    # Other pipelines split: their trees come in one block, with a root each.
    data = np.frombuffer(b"1\tA\ta\tX\t_\t_\t0\troot\t_\t_\n2\tB\tb\tX\t_\t_\t0\troot\t_\t_\n", dtype=np.uint8)
    places = np.array([0], dtype=np.int64), np.array([len(data)], dtype=np.int64)
    assert new_graphs().add_conllu(data, *places, False) == -1
    assert new_graphs().add_conllu(data, *places, True) == 0


def test_attachment_on_the_parallel_treebank_is_what_the_documentation_says(shared: Path, english: SpacyParser) -> None:
    """News and Wikipedia, another domain than the training's, in current UD 2: main labels, no punctuation."""
    gold = parse_conllu((shared / "data" / "ud-pud" / "en_pud-ud-test.conllu").read_text("utf-8"))[:200]
    found = [tree(text) for text in english.parse([" ".join(parse.text) for parse in gold])]
    same = [(mine, theirs) for mine, theirs in zip(found, gold, strict=True) if mine.forms == theirs.forms]
    assert len(same) > 150  # the rest is tokenised otherwise
    pairs = [
        (mine.heads[at] == theirs.heads[at], mine.relations[at].split(":")[0] == theirs.relations[at].split(":")[0])
        for mine, theirs in same
        for at in range(len(theirs))
        if theirs.upos[at] != "PUNCT"
    ]
    attached = sum(head for head, _ in pairs) / len(pairs)
    labelled = sum(head and label for head, label in pairs) / len(pairs)
    assert attached > 0.80
    assert labelled > 0.74


def test_what_is_parsed_once_is_never_parsed_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Parser("en").parses(TEXTS)

    def unavailable(*_: object) -> None:
        raise AssertionError("the parser was asked again")

    monkeypatch.setattr(parsing, "SpacyParser", unavailable)
    monkeypatch.setattr(parsing.subprocess, "Popen", unavailable)
    assert Parser("en").parses(TEXTS[::-1]) == first[::-1]
    assert Parser("en").prepare(TEXTS) == 0
    with pytest.raises(AssertionError):
        Parser("en").parses(["Something else ."])


class Steps(Silent):
    """A listener that hands on how many of how many texts are parsed."""

    def __init__(self, step: Callable[[int, int], None]) -> None:
        self._step = step

    def progress(self, doing: str, done: int, total: int) -> None:
        self._step(done, total)


def test_several_processes_give_the_parses_of_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"The {word} sat on mat {number} ." for number in range(30) for word in ("cat", "dog")]
    monkeypatch.setattr(parsing, "_HERE", 0)
    monkeypatch.setattr(parsing, "_TASK", 16)
    monkeypatch.setattr(parsing, "_KEPT", 20)
    monkeypatch.setattr(parsing, "_cores", lambda: 2)
    steps: list[tuple[int, int]] = []
    assert Parser("en").prepare([*texts, *texts], Steps(lambda done, of: steps.append((done, of)))) == 60
    assert steps[-1] == (60, 60)
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)
    monkeypatch.setenv("TERTIUM_PARSE_CACHE", "off")
    monkeypatch.setattr(parsing, "_HERE", 1000)
    alone = Parser("en").parses(texts)
    monkeypatch.setenv("TERTIUM_PARSE_CACHE", str(folder))
    assert Parser("en").parses(texts) == alone


def test_a_parsing_process_that_dies_is_an_error_and_what_was_done_is_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parsing, "_HERE", 0)
    monkeypatch.setattr(parsing, "_TASK", 1)
    monkeypatch.setattr(parsing, "_KEPT", 1)
    monkeypatch.setattr(parsing, "_cores", lambda: 1)
    started: list[subprocess.Popen[str]] = []
    real = subprocess.Popen

    def watched(*arguments: object, **options: object) -> subprocess.Popen[str]:
        started.append(real(*arguments, **options))  # type: ignore[call-overload]
        return started[-1]

    monkeypatch.setattr(parsing.subprocess, "Popen", watched)
    texts = [f"Sentence {number} ends here ." for number in range(50)]

    def kill_after_three(done: int, _: int) -> None:
        if done == 3:
            started[0].kill()

    with pytest.raises(TertiumError, match="a parsing process ended with code -9"):
        Parser("en").prepare(texts, Steps(kill_after_three))
    left = ParseCache(parsing.identity("en")).missing([text_key(text) for text in texts])
    assert 40 <= len(left) <= 47


def test_a_text_beyond_what_spacy_takes_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="cannot be parsed, at most 1,000,000 can"):
        Parser("en").parses(["x " * (LONGEST // 2 + 1)])


WRITER = """
import sys
from tertium.corpus.annotations.parse_cache import ParseCache, text_key
cache = ParseCache("p")
for number in range(int(sys.argv[2])):
    cache.put({text_key(f"{sys.argv[1]} {number} {k}"): b"1\\tw\\n" * 50 for k in range(20)})
    print(number, flush=True)
"""


def writer(name: str, rounds: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, name, str(rounds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_two_processes_write_at_once_and_nothing_is_lost(folder: Path) -> None:
    both = [writer(name, 40) for name in ("a", "b")]
    assert [process.communicate()[0].count("\n") for process in both] == [40, 40]
    keys = [text_key(f"{name} {number} {k}") for name in "ab" for number in range(40) for k in range(20)]
    assert len(ParseCache("p").get(keys)) == 1600


def test_a_killed_writer_leaves_whole_batches_and_a_sound_file(folder: Path) -> None:
    for attempt in range(3):
        process = writer(f"k{attempt}", 100_000)
        assert process.stdout is not None
        seen = [process.stdout.readline() for _ in range(3 + attempt)]
        time.sleep(0.01 * attempt)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        rest = process.stdout.read().split()
        last = int([*seen, *rest][-1])
        cache = ParseCache("p")
        for number in range(last):
            assert len(cache.get([text_key(f"k{attempt} {number} {k}") for k in range(20)])) == 20
        for number in (last + 1, last + 2):
            assert len(cache.get([text_key(f"k{attempt} {number} {k}") for k in range(20)])) in (0, 20)
        cache.close()
    (path,) = folder.glob("*.sqlite")
    with sqlite3.connect(path) as base:
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_damaged_file_is_set_aside_and_made_anew(folder: Path) -> None:
    folder.mkdir()
    (folder / "p.sqlite").write_bytes(b"this is no database at all, though it is long enough" * 100)
    cache = ParseCache("p")
    cache.put({b"k": "parse"})
    assert cache.get([b"k", b"l"]) == {b"k": "parse"}
    assert (folder / "p.damaged").exists()


def test_damage_that_shows_late_is_set_aside_too(folder: Path) -> None:
    """Pages in the middle are read only when a parse in them is asked for."""
    keys = [text_key(str(number)) for number in range(400)]
    before = ParseCache("p")
    before.put(dict.fromkeys(keys, "parse" * 100))
    before.close()
    whole = bytearray((folder / "p.sqlite").read_bytes())
    whole[len(whole) // 4 :] = b"\xa5" * (len(whole) - len(whole) // 4)
    (folder / "p.sqlite").write_bytes(whole)
    cache = ParseCache("p")
    assert not (folder / "p.damaged").exists()
    assert len(cache.get(keys)) < 400
    cache.put({keys[0]: "again"})
    assert cache.get(keys[:2]) == {keys[0]: "again"}
    assert (folder / "p.damaged").exists()


@pytest.mark.parametrize("metric", ["shallow", "deep"])
def test_what_is_kept_and_is_no_parse_is_said_in_one_sentence(
    metric: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("spacy", reason="extra 'parse'")
    monkeypatch.setenv("TERTIUM_PARSE_CACHE", str(tmp_path))
    script = f"import tertium; tertium.score(['He slept.'], ['He slept.'], '{metric}')"
    subprocess.run([sys.executable, "-c", script], check=True)
    for path in tmp_path.glob("*.sqlite"):
        if ("unl" in path.name) == (metric == "deep"):
            with sqlite3.connect(path) as base:
                keys = [key for (key,) in base.execute("SELECT key FROM checked")]
            cache = ParseCache(path.stem)
            cache.put(dict.fromkeys(keys, "nothing\n"))
            cache.close()
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "holds a parse that cannot be read; remove the file" in ended.stderr.splitlines()[-1]


def test_where_parses_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TERTIUM_PARSE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "tertium" / "parses"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder() == Path("~/.cache/tertium/parses").expanduser()
    monkeypatch.setenv("TERTIUM_PARSE_CACHE", "off")
    assert cache_folder() is None
    cache = ParseCache("p")
    cache.put({b"k": "parse"})
    assert cache.get([b"k"]) == {b"k": "parse"}
    where = cache.path.parent
    cache.close()
    assert not where.exists()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TERTIUM_PARSE_CACHE", str(tmp_path / "file" / "below"))
    with pytest.raises(FileError, match="TERTIUM_PARSE_CACHE names"):
        ParseCache("p")


def test_nobody_else_can_read_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also not in the log beside the file, in a folder that others may read."""
    tmp_path.chmod(0o755)
    monkeypatch.setenv("TERTIUM_PARSE_CACHE", str(tmp_path))
    kept = ParseCache("someone")
    kept.put({text_key("unpublished"): "# text ="})
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    kept.close()
    assert set(modes) >= {"someone.sqlite", "someone.sqlite-wal"}
    assert set(modes.values()) == {0o600}
