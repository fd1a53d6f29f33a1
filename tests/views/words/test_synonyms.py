"""Synonym sets: WordNet's, METEOR's reading of it, and users' files."""

from __future__ import annotations

import zipfile
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from programs import meteor_jar
from tertium.corpus.chunk import Chunk
from tertium.corpus.files.packaged import packaged
from tertium.corpus.lexicons import wordnet as files
from tertium.errors import FileError, SpecError
from tertium.kernels.text import intern_tokens
from tertium.views.words.synonyms import check_language, check_source, default_source, synonym_sets, synonyms
from tertium.views.words.wordnet import wordnet


def are_synonyms(one: str, other: str, source: str) -> bool:
    return synonym_sets(intern_tokens([[one, other]]), source).share(0, 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [("car", "automobile"), ("cars", "automobiles"), ("went", "travelled"), ("buy", "purchased"), ("big", "largest")],
)
def test_words_and_their_base_forms_share_synsets(one: str, other: str) -> None:
    assert are_synonyms(one, other, "wordnet")
    assert are_synonyms(one, other, "meteor")


def test_meteor_takes_synsets_of_equal_place_for_one() -> None:
    assert are_synonyms("entity", "able", "meteor")
    assert not are_synonyms("entity", "able", "wordnet")


def test_base_forms_follow_wordnets_library() -> None:
    def words(word: str) -> set[str]:
        return {wordnet().name(int(synset)).split(".")[0] for synset in wordnet().synsets(word)}

    assert "goose" in words("geese")
    assert "box" in words("boxes")
    assert "pas" not in words("pass")  # nouns in -ss have no base form
    assert wordnet().synsets("zzzz").tolist() == []
    assert wordnet().synsets("s" * 5000).tolist() == []
    assert wordnet().synsets("").tolist() == []


def test_the_view_lists_ascending_sets_for_every_word() -> None:
    chunk = Chunk.of([["the dogs bark"]], [["The dog barked loudly"]])
    sets = synonyms(chunk, "none", "lower", "none", "wordnet")
    assert sets is not None
    assert synonyms(chunk, "none", "lower", "none", "wordnet") is sets
    assert synonyms(chunk, "none", "lower", "none", "none") is None
    for word in range(len(sets.offsets) - 1):
        assert (np.diff(sets.of(word)) > 0).all()
    assert sets.offsets[-1] == len(sets.values)


def test_the_pack_is_what_its_script_says() -> None:
    arrays = files.from_bytes(packaged("wordnet.npz"))
    assert (len(arrays.lemma_counts), arrays.sizes.tolist()) == (147306, [82115, 13767, 18156, 3621])
    assert files.to_bytes(arrays) == files.to_bytes(files.from_bytes(files.to_bytes(arrays)))
    with pytest.raises(FileError, match="not a pack of WordNet"):
        files.from_bytes(b"PK\x05\x06" + bytes(18))


def test_a_mythes_thesaurus_leaves_other_relations_out(tmp_path: Path) -> None:
    path = tmp_path / "th_de_DE_v2.dat"
    path.write_bytes(
        b"ISO8859-15\nHund|2\n-|K\xf6ter (ugs.)|Vierbeiner (Oberbegriff)\n-|F\xf6rderwagen|Hunt\n"
        b"weit|1\n-|fern|nah (Antonym)\n"
    )
    source = check_source(str(path))
    assert are_synonyms("Hund", "Köter", source)
    assert are_synonyms("hund", "köter", source)
    assert are_synonyms("Förderwagen", "Hunt", source)
    assert not are_synonyms("Köter", "Hunt", source)
    assert not are_synonyms("Hund", "Vierbeiner", source)
    assert not are_synonyms("weit", "nah", source)


def test_lines_of_words_are_sets(tmp_path: Path) -> None:
    path = tmp_path / "synonyms.tsv"
    path.write_text("coche\tauto\tautomóvil\ncasa\thogar\n", encoding="utf-8")
    source = check_source(str(path))
    assert source.startswith(f"{path}@")
    assert check_source(source) == source
    assert are_synonyms("auto", "automóvil", source)
    assert not are_synonyms("auto", "casa", source)
    path.write_text("coche\tauto\n", encoding="utf-8")
    with pytest.raises(SpecError, match="expected"):
        check_source(source)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.tsv", b"", "has no synonyms"),
        ("words.txt", b"one\ntwo\n", "has no synonyms"),
        ("broken.dat", b"UTF-8\nword|3\n-|a\n", "line 2 is not an entry"),
        ("latin.tsv", b"caf\xe9\tbar\n", "is not UTF-8;"),
    ],
)
def test_what_is_no_thesaurus_is_refused(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(FileError, match=message):
        check_source(str(tmp_path / name))


def test_a_wordnet_of_ones_own(tmp_path: Path) -> None:
    licence = "  1 This is the licence.\n"
    for pos in files.POS:
        for name in (f"index.{pos}", f"data.{pos}", f"{pos}.exc"):
            (tmp_path / name).write_text("" if name.endswith("exc") else licence)
    (tmp_path / "data.noun").write_text(
        licence + "00000100 03 n 02 koira 0 hurtta 0 001 @ 00000200 n 0000 | haukkuu\n"
        "00000200 03 n 01 eläin 0 001 ~ 00000100 n 0000 | elää\n"
    )
    (tmp_path / "index.noun").write_text(
        licence + "eläin n 1 1 ~ 1 0 00000200\nhurtta n 1 1 @ 1 0 00000100\nkoira n 1 1 @ 1 0 00000100\n"
    )
    (tmp_path / "noun.exc").write_text("koiran koira\n")
    source = check_source(str(tmp_path))
    assert are_synonyms("koiran", "hurtta", source)
    assert not are_synonyms("koira", "eläin", source)
    (tmp_path / "index.noun").write_text("koira n 1 1 @ 1 0 00000999\n")
    with pytest.raises(FileError, match=r"index\.noun line 1"):
        check_source(str(tmp_path))
    for name in ("index.noun", "data.noun", "noun.exc"):
        (tmp_path / name).write_text("")
    with pytest.raises(FileError, match="none of its files lists a word"):
        check_source(str(tmp_path))


@pytest.mark.parametrize(
    ("data", "index", "where"),
    [
        ("99999999999 03 n 01 a 0 000 |\n", "a n 1 0 1 0 99999999999\n", "data.noun line 1"),
        (
            "00000001 03 n 01 a 0 256" + 256 * " @ 00000001 n 0000" + " |\n",
            "a n 1 0 1 0 00000001\n",
            "data.noun line 1",
        ),
        ("00000001 03 n 01 a 0 000 |\n", "a n 256 0 1 0" + 256 * " 00000001" + "\n", "index.noun line 1"),
    ],
)
def test_a_wordnet_with_impossible_numbers_is_refused(tmp_path: Path, data: str, index: str, where: str) -> None:
    for pos in files.POS:
        for name in (f"index.{pos}", f"data.{pos}", f"{pos}.exc"):
            (tmp_path / name).write_text("")
    (tmp_path / "data.noun").write_text(data)
    (tmp_path / "index.noun").write_text(index)
    with pytest.raises(FileError, match=where):
        check_source(str(tmp_path))


def test_a_language_without_synonyms_is_said() -> None:
    assert default_source("en") == "wordnet"
    assert default_source("de") == "none"
    with pytest.raises(SpecError, match="no synonyms for language 'de'"):
        check_language("wordnet", "de")
    assert check_language("none", "de") == "none"


def test_meteors_program_finds_the_same_sets_for_every_form() -> None:
    """Against the lists inside METEOR 1.5: all lemmas and their forms."""
    with zipfile.ZipFile(meteor_jar()) as archive:
        lines = archive.read("synonym/english.synsets").decode().split("\n")
        sets = {lines[i]: set(map(int, lines[i + 1].split())) for i in range(0, len(lines) - 1, 2)}
        lines = archive.read("synonym/english.exceptions").decode().split("\n")
    bases: dict[str, list[str]] = defaultdict(list)
    for i in range(0, len(lines) - 1, 2):
        for form in lines[i + 1].split():
            bases[form].append(lines[i])
    endings = (
        "s: ses:s xes:x zes:z ches:ch shes:sh men:man ies:y s: ies:y es:e es: ed:e ed: ing:e ing: er: est: er:e est:e"
    )
    rules = [tuple(rule.split(":")) for rule in endings.split()]

    def expected(word: str) -> set[int]:
        if word in bases:
            stems = bases[word]
        elif word.endswith("ss") or len(word) <= 2:
            stems = []
        else:
            tried = (word.removesuffix(old) + new for old, new in rules if word.endswith(old))
            stems = [next((stem for stem in tried if stem in sets), "")]
        return set().union(sets.get(word, set()), *(sets.get(stem, set()) for stem in stems))

    words = set(sets) | set(bases) | {f"{word}{end}" for word in sets for end in ("s", "es", "ing", "er")}
    words |= {f"{word[:-1]}{end}" for word in sets for end in ("ies", "ed", "est") if word[-1] in "ye"}
    different = [word for word in words if sorted(expected(word)) != wordnet().meteor_sets(word).tolist()]
    assert different == []
