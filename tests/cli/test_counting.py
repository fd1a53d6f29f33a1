"""``tertium idf`` and ``tertium function-words`` as processes."""

from __future__ import annotations

from pathlib import Path

from cli.shell import run
from tertium.views.words.frequencies import check_pack, load_pack
from tertium.views.words.function_words import check_source, words_of
from tertium.views.words.lsa import check_source as check_space
from tertium.views.words.lsa import load_space


def test_idf_writes_a_pack_and_says_what_is_in_it(tmp_path: Path) -> None:
    corpus, pack = tmp_path / "corpus.txt", tmp_path / "corpus.idf"
    corpus.write_text("The cat.\nThe dog.\n", encoding="utf-8")
    done = run("idf", str(corpus), "-o", str(pack))
    assert done.code == 0
    assert "4 words of 2 sentences, tok=13a,case=lower,norm=none; SHA-256 " in done.err
    assert load_pack(check_pack(str(pack))).count("the") == 2


def test_function_words_are_listed_most_frequent_first(tmp_path: Path) -> None:
    corpus, listed = tmp_path / "corpus.txt", tmp_path / "words"
    corpus.write_text("The cat saw the dog\n" * 3 + "the end\n", encoding="utf-8")
    done = run("function-words", str(corpus), "-o", str(listed), "--threshold", "0.17")
    assert (done.code, listed.read_text(encoding="utf-8")) == (0, "the\ncat\ndog\nsaw\n")
    assert "the" in words_of(check_source(str(listed)))
    done = run("function-words", str(corpus), "-o", str(listed), "--threshold", "2")
    assert done.code == 2
    assert "between 0 and 1" in done.err


def test_lsa_trains_a_space_that_metrics_can_name(tmp_path: Path) -> None:
    corpus, space = tmp_path / "corpus.txt", tmp_path / "space.lsa"
    corpus.write_text("cat dog fur\ndog fur tail\nbank money loan\nmoney loan rate\n" * 5, encoding="utf-8")
    done = run("lsa", "train", str(corpus), "-o", str(space), "-k", "2")
    assert done.code == 0, done.err
    assert "8 words in 2 dimensions, tok=13a,case=lower,norm=none, seed=0; SHA-256 " in done.err
    made = load_space(check_space(str(space)))
    assert made.similarity("cat", "fur") > 0.9 > 0.1 > made.similarity("cat", "loan")
    refused = run("lsa", "train", str(corpus), "-o", str(space)).refusal
    assert "too few for 100 dimensions" in refused
