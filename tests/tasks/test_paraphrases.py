"""``tertium paraphrases`` and ``tertium.paraphrases``: tables by pivoting, by hand and by the textbook."""

from __future__ import annotations

import gzip
import importlib.util
import json
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tertium
from cli.shell import run
from conftest import ROOT
from tertium.corpus.formats.opening import Place
from tertium.errors import FileError, InputError, TertiumError
from tertium.tasks import paraphrases
from tertium.tasks.paraphrases import ParallelTexts, ParaphrasesRequest, PhraseTable
from tertium.tasks.request import from_plain, to_plain
from tertium.tasks.texts import Sentences
from tertium.views.order.word_aligner import AlignerSettings
from tertium.views.words.function_words import words_of
from tertium.views.words.pivoting import PivotedTable, PivotSettings, has_symbol
from textbook import pivoting as textbook

needs_aligner = pytest.mark.skipif(importlib.util.find_spec("thot") is None, reason="needs sil-thot")

GERMAN = ["das große haus", "ein großes haus", "das große auto", "das große haus"]
ENGLISH = ["the big house", "a large house", "the large car", "the big building"]
STRAIGHT = ["0-0 1-1 2-2"] * 4
ALL: dict[str, Any] = {"function_words": "none", "min_probability": 0.0, "min_translation": 0.0}


def entries(table: PivotedTable) -> dict[tuple[str, str], float]:
    """As METEOR's reader would see them."""
    lines = table.to_bytes().decode("utf-8").split("\n")
    assert lines.pop() == ""
    assert len(lines) == 3 * len(table)
    found = {(lines[k + 1], lines[k + 2]): float(lines[k]) for k in range(0, len(lines), 3)}
    assert len(found) == len(table)
    return found


def test_one_word_phrases_by_hand() -> None:
    """p(große|big) = 2/2, p(large|große) = 1/3; p(haus|house) = 2/2, p(building|haus) = 1/3; p(große|large) = 1/2,
    p(big|große) = 2/3."""
    table = tertium.paraphrases(GERMAN, ENGLISH, links=STRAIGHT, max_length=1, **ALL)
    assert entries(table) == pytest.approx(
        {
            ("big", "large"): 1 / 3,
            ("large", "big"): 1 / 2 * 2 / 3,
            ("house", "building"): 1 / 3,
            ("building", "house"): 2 / 3,
        },
        rel=1e-5,
    )
    assert table.of("building") == [("house", pytest.approx(2 / 3))]
    assert (table.pairs, table.sentences, table.paraphrased) == (8, 4, 4)


def test_longer_phrases_share_pivots_too() -> None:
    """das große haus: the big house once, the big building once."""
    table = tertium.paraphrases(GERMAN, ENGLISH, links=STRAIGHT, **ALL)
    assert dict(table.of("the big house")) == {"the big building": 0.5}
    assert dict(table.of("big house")) == {"big building": 0.5}
    # "big" is in "the big", so that the two are no paraphrases however often they share a pivot
    assert not {"the big", "big house"} & {other for other, _ in table.of("big")}


def test_the_other_side_is_paraphrased_on_demand() -> None:
    table = tertium.paraphrases(GERMAN, ENGLISH, links=STRAIGHT, max_length=1, of="source", **ALL)
    assert entries(table) == pytest.approx({("große", "großes"): 1 / 3 * 1 / 2, ("großes", "große"): 1 / 2}, rel=1e-5)


def test_what_is_kept_can_be_said() -> None:
    base: dict[str, Any] = {"links": STRAIGHT, "max_length": 1}
    only = tertium.paraphrases(GERMAN, ENGLISH, **base, **ALL | {"min_probability": 0.5})
    assert set(entries(only)) == {("building", "house")}
    # p(haus|house) is 1 and p(building|haus) 1/3, which is too rare to go back by
    rare = tertium.paraphrases(GERMAN, ENGLISH, **base, **ALL | {"min_translation": 0.4})
    assert set(entries(rare)) == {("large", "big"), ("building", "house")}
    # haus-building and große-large were seen once and twice... big twice, house twice: only they go both ways
    with pytest.raises(InputError, match="no paraphrases were found among 8 pairs of phrases"):
        tertium.paraphrases(GERMAN, ENGLISH, **base, **ALL, min_count=3)
    most = tertium.paraphrases(["a b c"] * 3, ["x", "y", "z"], links=["0-0"] * 3, most=1, **ALL)
    assert entries(most) == pytest.approx({("x", "y"): 1 / 3, ("y", "x"): 1 / 3, ("z", "x"): 1 / 3}, rel=1e-5)


def test_punctuation_and_function_words_are_left_out() -> None:
    source = ["f g", "f g", "p", "p"]
    target = ["the of", "the and", "well-known", "known"]
    with pytest.raises(InputError, match="no paraphrases were found"):
        tertium.paraphrases(source, target, links=["0-0 1-1", "0-0 1-1", "0-0", "0-0"], function_words="en")
    made = tertium.paraphrases(
        source, target, links=["0-0 1-1", "0-0 1-1", "0-0", "0-0"], function_words="none", max_length=1
    )
    assert set(entries(made)) == {("of", "and"), ("and", "of")}
    # of the pivots those of the language that -l names
    pivots = ["und x", "und y", "und z"] * 2
    phrases = ["p x", "q y", "r z"] * 2
    kept = tertium.paraphrases(pivots, phrases, links=["0-0 1-1"] * 6, max_length=1, function_words="none")
    assert ("p", "q") in entries(kept)
    with pytest.raises(InputError, match="no paraphrases"):
        tertium.paraphrases(pivots, phrases, links=["0-0 1-1"] * 6, max_length=1, language="de-en")


@pytest.mark.parametrize("seed", range(12))
def test_random_alignments_give_what_the_textbook_gives(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    sources, targets, links = [], [], []
    pairs: Counter[Any] = Counter()
    longest = chance.choice((1, 2, 3, 5, 7))
    for _ in range(40):
        source = chance.choices(["a", "b", "c", "d", "e", "u", "."], k=chance.randint(0, 9))
        target = chance.choices(["v", "w", "x", "y", "z", "the", ","], k=chance.randint(0, 9))
        some = {
            (i, j)
            for i in range(len(source))
            for j in range(len(target))
            if chance.random() < (0.4 if abs(i - j) < 2 else 0.04)
        }
        sources.append(" ".join(source))
        targets.append(" ".join(target))
        links.append(" ".join(f"{i}-{j}" for i, j in sorted(some)))
        pairs += textbook.phrase_pairs(source, target, some, longest)
    wanted = textbook.pivoted(
        textbook.relative_frequencies(pairs),
        Fraction(101, 10_000),  # no fraction of small numbers: rounding decides nothing
        Fraction(199, 10_000),
        symbols=frozenset({".", ","}),
        target_commons=frozenset({"the"}),
    )
    commons = tmp_path / "words"
    commons.write_text("the\n")
    table = tertium.paraphrases(
        sources,
        targets,
        links=links,
        max_length=longest,
        min_translation=0.0101,
        min_probability=0.0199,
        function_words=str(commons),
    )
    assert table.pairs == len(pairs)
    found = entries(table)
    assert found.keys() == {(" ".join(one), " ".join(other)) for one, other in wanted}
    for (one, other), probability in wanted.items():
        assert found[" ".join(one), " ".join(other)] == pytest.approx(float(probability), rel=1e-5)
    order = [(one, -found[one, other], other) for one, other in found]
    assert [one for one, _, _ in order] == sorted((one for one, _, _ in order), key=str.encode)


def test_a_phrase_table_gives_the_table_of_its_texts(tmp_path: Path) -> None:
    """Written from the textbook's relative frequencies, in the columns of Moses."""
    pairs: Counter[Any] = Counter()
    for source, target in zip(GERMAN, ENGLISH, strict=True):
        pairs += textbook.phrase_pairs(source.split(), target.split(), [(0, 0), (1, 1), (2, 2)], 7)
    rows = [
        f"{' '.join(f)} ||| {' '.join(e)} ||| {float(fe)!r} 0.5 {float(ef)!r} 0.25 2.718 ||| 0-0 ||| 1 1 1\n"
        for (f, e), (fe, ef) in textbook.relative_frequencies(pairs).items()
    ]
    plain, packed = tmp_path / "table", tmp_path / "table.gz"
    plain.write_text("".join(rows), "utf-8")
    packed.write_bytes(gzip.compress("".join(rows).encode()))
    texts = tertium.paraphrases(GERMAN, ENGLISH, links=STRAIGHT, **ALL)
    for file in (plain, packed):
        assert tertium.paraphrases(phrase_table=file, **ALL).to_bytes() == texts.to_bytes()
    swapped = tertium.paraphrases(phrase_table=plain, of="source", **ALL)
    assert swapped.to_bytes() == tertium.paraphrases(GERMAN, ENGLISH, links=STRAIGHT, of="source", **ALL).to_bytes()
    short = tertium.paraphrases(phrase_table=plain, max_length=1, **ALL)
    assert set(entries(short)) == {pair for pair in entries(texts) if all(" " not in phrase for phrase in pair)}


def test_phrases_of_a_table_that_differ_in_case_alone_are_one(tmp_path: Path) -> None:
    table = tmp_path / "table"
    table.write_text("f ||| Big ||| 1 1 .5\nf ||| big ||| 1 1 .2\nf ||| large ||| 1 1 .3\n", "utf-8")
    lowered = tertium.paraphrases(phrase_table=table, **ALL)
    assert entries(lowered) == {("big", "large"): 0.3, ("large", "big"): 0.5}
    assert lowered.of("big") == [("large", 0.3)]
    kept = tertium.paraphrases(phrase_table=table, case="keep", **ALL)
    assert set(entries(kept)) == {(a, b) for a in ("Big", "big", "large") for b in ("Big", "big", "large") if a != b}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "table is empty, expected lines 'phrase ||| phrase ||| numbers'"),
        ("a ||| b ||| 1 1 1\na b c\n", "table line 2 is no row of a phrase table, got 'a b c'"),
        ("a ||| b\n", "table line 1 is no row of a phrase table"),
        (" ||| b ||| 1 1 1\n", "table line 1 has an empty phrase"),
        ("a |||  ||| 1 1 1\n", "table line 1 has an empty phrase"),
        ("a ||| b ||| 1 1\n", "table line 1 has no number in column 3"),
        ("a ||| b ||| \n", "table line 1 has no number in column 3"),
        ("a ||| b ||| 1 1 x\n", "table line 1 has a word where a number was expected, in column 1 or 3"),
        ("a ||| b ||| 1 1 0.5x\n", "table line 1 has a word where a number was expected"),
        ("a ||| b ||| 1 1 -0.3\n", "no probability .0 to 1. in column 1 or 3 .*logarithms are not read"),
        ("a ||| b ||| nan 1 0.3\n", "no probability"),
        ("a ||| b ||| inf 1 0.3\n", "no probability"),
        ("a ||| b ||| 1e999 1 0.3\n", "no probability"),
        ("a ||| b ||| 1 1 -1e999\n", "no probability"),
        ("a ||| b ||| .5 1 .5\na ||| c ||| 1 1 .5\na ||| b ||| .5 1 .5\n", "has the pair 'a ||| b' more than once"),
        ("a ||| b ||| 1 1 1\n", "no paraphrases were found among 1 pair of phrases"),
        ("\n", "table line 1 is no row"),
    ],
)
def test_a_bad_phrase_table_is_refused_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "table").write_text(text, "utf-8")
    with pytest.raises(TertiumError, match=said.replace("|", r"\|")):
        tertium.paraphrases(phrase_table=tmp_path / "table", **ALL)
    refused = run("paraphrases", "--phrase-table", "table", "-o", "made", "--min-probability", "0", cwd=tmp_path)
    assert refused.code == 2
    assert not (tmp_path / "made").exists()


def test_a_probability_too_small_for_a_double_is_zero(tmp_path: Path) -> None:
    rows = "a ||| b ||| 0.5 1 0.5\na ||| c ||| 0.5 1 0.5\na ||| d ||| 1e-999 1 1e-999\n"
    (tmp_path / "table").write_text(rows, "utf-8")
    table = tertium.paraphrases(phrase_table=tmp_path / "table", **ALL)
    assert set(entries(table)) == {("b", "c"), ("c", "b")}


def test_a_phrase_table_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "table").write_bytes("a ||| b ||| 1 1 1\nü ||| b ||| 1 1 1\n".encode("latin-1"))
    with pytest.raises(FileError, match="table line 2 is not UTF-8"):
        tertium.paraphrases(phrase_table=tmp_path / "table")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"links": ["0-0"] * 3}, "links has 3 .*target has 4|3 segments|pair up"),
        ({"links": ["0-0 1-1 2-3"] * 4}, "points outside its sentence"),
        ({"links": STRAIGHT, "tokenizer": "13a"}, "given links count words that white space separates"),
        ({"links": STRAIGHT, "align_model": "hmm"}, "leave one out"),
        ({"align_base": 1}, "are about links"),
        ({"links": STRAIGHT, "columns": (1, 3)}, "columns are those of a phrase_table"),
        ({"links": STRAIGHT, "max_length": 0}, "max_length is 0, expected a whole number of 1 to 100"),
        ({"links": STRAIGHT, "min_probability": 2}, "min_probability is 2, expected a probability between 0 and 1"),
        ({"links": STRAIGHT, "most": 0}, "most is 0, expected a whole number of at least 1"),
        ({"links": STRAIGHT, "of": "both"}, "of is 'both', expected 'target' or 'source'"),
        ({"links": STRAIGHT, "case": "upper"}, "case is 'upper', expected 'lower' or 'keep'"),
        ({"links": STRAIGHT, "function_words": "xx"}, "there are no function words for language 'xx'"),
        ({"phrase_table": "t"}, "source and phrase_table exclude each other"),
    ],
)
def test_wrong_requests_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(TertiumError, match=said):
        tertium.paraphrases(GERMAN, ENGLISH, **options)


def test_a_table_has_no_counts_and_columns_differ(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="min_count=… is about texts"):
        tertium.paraphrases(phrase_table=tmp_path / "table", min_count=2)
    with pytest.raises(InputError, match="expected two different columns"):
        tertium.paraphrases(phrase_table=tmp_path / "table", columns=(3, 3))
    with pytest.raises(InputError, match="give a source and its target"):
        tertium.paraphrases(GERMAN)


def test_both_doors_give_the_same_bytes_and_gz_is_compressed(tmp_path: Path) -> None:
    for name, lines in (("de", GERMAN), ("en", ENGLISH), ("links", STRAIGHT)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    options = ("--links", "links", "--function-words", "none", "--min-probability", "0")
    done = run("paraphrases", "de", "en", *options, "-o", "made", cwd=tmp_path)
    assert done.code == 0
    assert "paraphrases of" in done.err
    assert "of 4 pairs of sentences; tok=none,case=lower." in done.err
    packed = run("paraphrases", "de", "en", *options, "-o", "folder/made.gz", "-q", cwd=tmp_path)
    assert (packed.code, packed.err) == (0, "")
    table = tertium.paraphrases(
        tmp_path / "de", tmp_path / "en", links=tmp_path / "links", function_words="none", min_probability=0
    )
    assert table.to_bytes() == (tmp_path / "made").read_bytes()
    assert gzip.decompress((tmp_path / "folder" / "made.gz").read_bytes()) == table.to_bytes()
    assert table.to_bytes(compress=True) == (tmp_path / "folder" / "made.gz").read_bytes()
    listed = tertium.paraphrases(GERMAN, ENGLISH, links=STRAIGHT, function_words="none", min_probability=0)
    assert listed.to_bytes() == table.to_bytes()


def test_meteor_matches_with_the_table_that_was_made(tmp_path: Path) -> None:
    made = tmp_path / "made.gz"
    made.write_bytes(tertium.paraphrases(GERMAN, ENGLISH, links=STRAIGHT, **ALL).to_bytes(compress=True))
    hyp, ref = ["He saw the big building."], [["He saw the big house."]]
    without = tertium.score(hyp, ref, metrics=["meteor:synonyms=none"]).scores[0].score
    given = tertium.score(hyp, ref, metrics=[f"meteor:synonyms=none,paraphrases={made}"]).scores[0].score
    assert without < given < 100


@needs_aligner
def test_links_are_made_where_none_are_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTIUM_ALIGNER_CACHE", str(tmp_path / "models"))
    texts = (ROOT / "examples/es-en/src.txt", ROOT / "examples/es-en/ref1.txt")
    table = tertium.paraphrases(*texts, language="es-en", align_model="fast-align")
    again = tertium.paraphrases(*texts, language="es-en", align_model="fast-align")
    assert again.to_bytes() == table.to_bytes()
    assert len(list((tmp_path / "models").iterdir())) == 1
    assert table.about == "tok=13a,case=lower"
    found = entries(table)
    assert len(found) > 100
    assert all(one != other and one == one.lower() for one, other in found)
    assert not any(has_symbol(word) for pair in found for phrase in pair for word in phrase.split())
    commons = words_of("en")
    assert not any(set(phrase.split()) <= commons for pair in found for phrase in pair)


@needs_aligner
def test_chinese_pivots_are_cut_into_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTIUM_ALIGNER_CACHE", "off")
    chinese, english = ["大房子", "大汽车", "大房子"] * 10, ["big house", "large car", "big home"] * 10
    assert ("big house", "big home") in entries(tertium.paraphrases(chinese, english, **ALL))


def test_small_texts_and_tables_say_that_function_words_are_unknown(tmp_path: Path) -> None:
    with pytest.warns(tertium.InputWarning, match="fewer than 100,000 words.* name the languages with language=…"):
        tertium.paraphrases(GERMAN, ENGLISH, links=STRAIGHT)
    table = tmp_path / "table"
    table.write_text("f ||| big ||| 1 1 .5\nf ||| large ||| 1 1 .5\n", "utf-8")
    with pytest.warns(tertium.InputWarning, match="a phrase table has no counts of them"):
        tertium.paraphrases(phrase_table=table)


def test_frequent_words_of_large_texts_are_function_words() -> None:
    """Of 120,000 words a quarter is «f», «the» or «a»: no pivot and no phrases, for all that they share."""
    numbers = range(30_000)
    source = [f"f x{k // 2} g y{k}" for k in numbers]
    target = [f"{'the' if k % 3 else 'a'} {'large' if k % 2 else 'big'}{k // 2} of y{k}" for k in numbers]
    table = tertium.paraphrases(source, target, links=["0-0 1-1 2-2 3-3"] * len(source), max_length=1)
    assert table.of("big7") == [("large7", 0.5)]
    assert table.of("the") == table.of("a") == []
    few = tertium.paraphrases(source[:300], target[:300], links=["0-0 1-1 2-2 3-3"] * 300, max_length=1)
    assert few.of("the") == [("a", pytest.approx(1 / 3))]


def test_requests_come_back_from_json(tmp_path: Path) -> None:
    for given in (
        ParallelTexts(Place("a"), Sentences(("x",), "target"), Place("l"), "trace", 1),
        ParallelTexts(Place("a"), Place("b"), aligner=AlignerSettings("fast-align"), tok="intl"),
        PhraseTable("table.gz", (2, 4)),
    ):
        request = ParaphrasesRequest(given, PivotSettings(3, 0.1, 0.2, 1, 5), "source", "de-en", "keep", "none")
        assert from_plain(ParaphrasesRequest, json.loads(json.dumps(to_plain(request)))) == request
    texts = ParallelTexts(*(Sentences(tuple(lines)) for lines in (GERMAN, ENGLISH, STRAIGHT)))
    one = ParaphrasesRequest(texts, PivotSettings(min_probability=0), function_words="none")
    back = from_plain(ParaphrasesRequest, json.loads(json.dumps(to_plain(one))))
    assert paraphrases.run(back).to_bytes() == paraphrases.run(one).to_bytes()


def test_the_result_as_plain_data() -> None:
    table = tertium.paraphrases(GERMAN, ENGLISH, links=STRAIGHT, max_length=1, **ALL)
    plain = table.to_dict()
    assert plain["paraphrases"]["building"] == [["house", pytest.approx(2 / 3)]]
    assert (plain["pairs"], plain["sentences"]) == (8, 4)
    assert json.loads(json.dumps(plain)) == plain


@needs_aligner
def test_a_tokenizer_of_ones_own_and_sentences_that_are_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTIUM_ALIGNER_CACHE", "off")
    german, english = [*GERMAN * 5, "haus " * 1100], [*ENGLISH * 5, "house " * 1100]
    with pytest.warns(tertium.InputWarning) as warned:
        table = tertium.paraphrases(german, english, tokenizer="none", align_model="fast-align", **ALL)
    assert "1 pair of sentences longer than 1024 words got no links, and so no phrases." in {
        str(one.message) for one in warned
    }
    assert table.about == "tok=none,case=lower"
    assert ("big house", "large house") in entries(table) or ("big", "large") in entries(table)


def test_without_the_aligner_links_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tertium.tasks.paraphrases.library_is_there", lambda: False)
    with pytest.raises(TertiumError) as refused:
        tertium.paraphrases(GERMAN, ENGLISH, **ALL)
    assert str(refused.value).startswith("paraphrases need word alignments: give them with links=…, or ")
    assert len(tertium.paraphrases(GERMAN, ENGLISH, links=STRAIGHT, **ALL)) > 0
