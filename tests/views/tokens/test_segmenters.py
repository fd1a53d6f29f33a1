"""Tokenizers of other libraries: the real libraries, sacreBLEU's words, and names that pin what was used."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest

from tertium.corpus.chunk import Chunk
from tertium.errors import FileError, MissingExtraError, SpecError, install
from tertium.metrics.spec import parse
from tertium.views.tokens.tokenized import tokens
from tertium.views.tokens.tokenizers import check_tokenizer

SEVERAL = [
    "",
    "   ",
    "Hello, World!",
    "\u3000前後\u3000",
    "a\tb\u2028c",
    "&amp; 3.5%",
    "😀👩\u200d👧 e\u0301",
    "\U00020000",
]
JAPANESE = [
    "すもももももももものうち。",
    "東京都に住んでいます。「本当？」",
    "ＡＢＣ１２３は全角です",
    "コンピュータ・サイエンス",
    "彼は2020年に3.5％増えたと言った",
]
KOREAN = ["안녕하세요, 세계!", "나는 학교에 갔습니다.", "2020년에 3.5% 증가했다", "ㅋㅋㅋ 대박"]
THAI = ["ฉันรักภาษาไทย", "กรุงเทพมหานครเป็นเมืองหลวง 3.5% Python"]

# Not importorskip: the mere import of PyThaiNLP would make a folder in the home of whoever runs the tests.
needs_thai = pytest.mark.skipif(find_spec("pythainlp") is None, reason="the extra th is not installed")


def split(texts: list[str], tok: str, case: str = "keep", norm: str = "none") -> list[list[str]]:
    chunk = Chunk.of([texts], [[""]] * len(texts))
    view = tokens(chunk, tok, case, norm)
    return [view.words(int(sentence)) for sentence in chunk.hyp]


def jumbled(sentences: list[str], count: int) -> list[str]:
    """Pieces of the sentences in any order, so that words of every kind meet."""
    rng = random.Random(7)
    letters = "".join(sentences) + "aZ 0,.\n\u3000"
    return ["".join(rng.choices(letters, k=rng.randrange(40))) for _ in range(count)]


@pytest.mark.parametrize(
    ("tok", "library", "module", "name", "sentences"),
    [
        ("ja-mecab", "MeCab", "sacrebleu.tokenizers.tokenizer_ja_mecab", "TokenizerJaMecab", JAPANESE),
        ("ko-mecab", "mecab_ko", "sacrebleu.tokenizers.tokenizer_ko_mecab", "TokenizerKoMecab", KOREAN),
    ],
)
def test_mecab_cuts_as_sacrebleu_does(tok: str, library: str, module: str, name: str, sentences: list[str]) -> None:
    pytest.importorskip(library, reason=f"the extra of {tok} is not installed")
    oracle = getattr(pytest.importorskip(module, reason="sacreBLEU is the oracle"), name)()
    texts = sentences + SEVERAL + jumbled(sentences, 500)
    assert split(texts, tok) == [oracle(text.rstrip()).split() for text in texts]
    assert split(texts, tok, "lower") == [oracle(text.lower().rstrip()).split() for text in texts]


def test_known_japanese_words() -> None:
    pytest.importorskip("MeCab", reason="the extra ja is not installed")
    assert split(["すもももももももものうち"], "ja-mecab") == [["すもも", "も", "もも", "も", "もも", "の", "うち"]]


def test_known_korean_words() -> None:
    pytest.importorskip("mecab_ko", reason="the extra ko is not installed")
    assert split(["나는 학교에 갔습니다."], "ko-mecab") == [["나", "는", "학교", "에", "갔", "습니다", "."]]


def test_mecab_loses_nothing_behind_a_nul() -> None:
    pytest.importorskip("MeCab", reason="the extra ja is not installed")
    assert split(["犬\0猫\0"], "ja-mecab") == [["犬", "\0", "猫", "\0"]]


def test_mecab_serves_many_threads() -> None:
    pytest.importorskip("MeCab", reason="the extra ja is not installed")
    texts = JAPANESE + jumbled(JAPANESE, 200)
    expected = split(texts, "ja-mecab")
    with ThreadPoolExecutor(8) as threads:
        assert all(found == expected for found in threads.map(lambda _: split(texts, "ja-mecab"), range(24)))


@needs_thai
def test_thai_words() -> None:
    first, second = split(THAI, "th")
    assert first == ["ฉัน", "รัก", "ภาษาไทย"]
    assert second[-3:] == ["3.5", "%", "Python"]
    assert split(["", "  "], "th") == [[], []]


@needs_thai
def test_thai_names_its_release_and_refuses_another() -> None:
    metric = parse("bleu:tok=th")
    assert "tok=th@" in metric.signature
    assert parse(metric.signature) == metric == parse(str(metric))
    with pytest.raises(SpecError, match=r"asks for PyThaiNLP 1\.0"):
        check_tokenizer("th@1.0")


@needs_thai
def test_thai_makes_no_folder_in_the_home(tmp_path: Path) -> None:
    program = "from tertium.views.tokens.thai import segmenter; print(segmenter('th')('ฉันรัก'))"
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHAINLP")}
    environment.update(HOME=str(tmp_path), PYTHONIOENCODING="utf-8")
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
    assert done.stdout.decode("utf-8").strip() == "['ฉัน', 'รัก']"
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small SentencePiece model trained on the spot."""
    sentencepiece = pytest.importorskip("sentencepiece", reason="the extra spm is not installed")
    folder = tmp_path_factory.mktemp("spm")
    corpus = folder / "corpus.txt"
    rng = random.Random(3)
    words = ["the", "cat", "sat", "on", "a", "mat", "Hund", "läuft", "猫", "犬", "running", "runner", "3.5", "über"]
    lines = [" ".join(rng.choices(words, k=8)) for _ in range(400)]
    corpus.write_text("\n".join(lines), encoding="utf-8")
    sentencepiece.SentencePieceTrainer.train(
        input=str(corpus), model_prefix=str(folder / "small"), vocab_size=60, hard_vocab_limit=False, minloglevel=2
    )
    return folder / "small.model"


def test_pieces_are_those_of_the_library(model: Path) -> None:
    import sentencepiece

    processor = sentencepiece.SentencePieceProcessor(model_file=str(model))
    texts = ["the cat runs", "Über 猫 unseen ж", "a\u3000b  c", *SEVERAL]
    expected = [" ".join(processor.EncodeAsPieces(text.rstrip())).split() for text in texts]
    assert split(texts, f"spm:{model}") == expected
    assert expected[0][0].startswith("\u2581")


def test_a_model_is_named_by_what_is_in_it(model: Path, tmp_path: Path) -> None:
    copy = tmp_path / "with space, comma@x.model"
    copy.write_bytes(model.read_bytes())
    metric = parse(f'bleu:tok="spm:{copy}"')
    assert parse(metric.signature) == metric == parse(str(metric))
    digest = metric.signature.split("@")[-1][:12]
    assert check_tokenizer(f"spm:{model}") == f"spm:{model}@{digest}"
    copy.write_bytes(model.read_bytes() + b"\n\x05\n\x01x\x15\x00")
    with pytest.raises(SpecError, match=f"expected {digest}"):
        parse(metric.signature)


def test_models_that_are_none_are_refused(model: Path, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"nosuch\.model does not exist"):
        check_tokenizer(f"spm:{tmp_path / 'nosuch.model'}")
    with pytest.raises(FileError, match="is a directory"):
        check_tokenizer(f"spm:{tmp_path}")
    for content in (b"", b"junk", b"\x00" * 100, model.read_bytes()[:100]):
        broken = tmp_path / "broken.model"
        broken.write_bytes(content)
        with pytest.raises(FileError, match=r"broken\.model is not a SentencePiece model"):
            check_tokenizer(f"spm:{broken}")
    for name in ("spm", "spm:", "spm:-"):
        with pytest.raises(SpecError, match="needs a model in a file"):
            check_tokenizer(name)


@pytest.mark.parametrize(
    ("tok", "module", "extra"),
    [
        ("ja-mecab", "mecab", "ja"),
        ("ko-mecab", "mecab", "ko"),
        ("th", "thai", "th"),
        ("spm:x.model", "sentencepiece", "spm"),
    ],
)
def test_a_missing_library_names_its_extra(tok: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The library cannot be uninstalled for one test; what Python would say about it can be changed.
    monkeypatch.setattr(f"tertium.views.tokens.{module}.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=re.escape(install(extra))):
        check_tokenizer(tok)


def test_a_model_that_changed_since_it_was_named_is_refused(model: Path, tmp_path: Path) -> None:
    from tertium.views.tokens import sentencepiece

    copy = tmp_path / "copy.model"
    copy.write_bytes(model.read_bytes())
    full = f"spm:{copy}@{'0' * 12}"
    with pytest.raises(FileError) as error:
        sentencepiece.segmenter(full)
    assert str(error.value) == f"{copy} changed while it was in use; run again when nothing writes to it."


def test_another_dictionary_of_mecab_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("MeCab", reason="the extra ja is not installed")
    from tertium.views.tokens import mecab

    kind = mecab._KINDS["ja-mecab"]
    monkeypatch.setitem(mecab._KINDS, "ja-mecab", (*kind[:2], 7, *kind[3:]))
    with pytest.raises(MissingExtraError) as error:
        mecab.segmenter.__wrapped__("ja-mecab")  # not the one that is kept
    assert str(error.value) == (
        "the tokenizer 'ja-mecab' is defined by a Japanese dictionary of 7 entries and no user dictionary, got 392126; "
        f"install that of the extra 'ja' ({install('ja')}) and reset MeCab's settings."
    )


def test_words_are_cut_after_the_normalisation() -> None:
    pytest.importorskip("MeCab", reason="the extra ja is not installed")
    chunk = Chunk.of([["ﾈｺがいる"]], [["ネコがいる"]])
    made = tokens(chunk, "ja-mecab", "keep", "nfkc")
    assert made.words(0) == made.words(1) == ["ネコ", "が", "いる"]
    apart = tokens(chunk, "ja-mecab", "keep", "none")
    assert apart.words(0) != apart.words(1)
