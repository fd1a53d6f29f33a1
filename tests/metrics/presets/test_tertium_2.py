"""Version 2 of our own metric: what its card says is what it scores, in any language."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from cli.shell import run
from tertium import score
from tertium.corpus.chunk import Chunk
from tertium.corpus.files.packaged import packaged
from tertium.errors import TertiumError
from tertium.metrics.card import digest
from tertium.metrics.spec import parse

HYPS = ["the cats sat on the mat", "he has bought an automobile yesterday"]
REFS = ["the cat sat on the mat", "yesterday he bought a car"]
# The version moves when scores move; scores move when the card does, but for the version of atec that the card names.
CARD_OF_VERSION = {2: "20df62f4b5e07cb3"}


def test_it_is_the_metric_of_its_card() -> None:
    card = tomllib.loads(packaged("tertium_2.toml").decode("utf-8"))
    found = score(HYPS, REFS, ["tertium-2", card["metric"]], segment_scores=True)
    assert found.scores[0].score == found.scores[1].score
    assert found.scores[0].segment_scores == found.scores[1].segment_scores


def test_the_card_belongs_to_the_version() -> None:
    metric = parse("tertium-2")
    assert digest(packaged("tertium_2.toml"))[:16] == CARD_OF_VERSION[metric.version]
    assert CARD_OF_VERSION[metric.version] in metric.signature
    with pytest.raises(TertiumError, match="ships the card"):
        parse("tertium-2:card=0123456789abcdef")


def test_the_weights_are_shares_and_none_is_negative() -> None:
    weights = [weight for weight, _ in parse("tertium-2").leaves()]
    assert sum(weights) == pytest.approx(1.0)
    assert min(weights) > 0


def test_it_needs_text_alone() -> None:
    assert all(leaf.requires == frozenset() for _, leaf in parse("tertium-2").leaves())


def test_the_card_claims_no_more_than_its_intervals() -> None:
    card = tomllib.loads(packaged("tertium_2.toml").decode("utf-8"))
    compared = {key: value for key, value in card["validation"].items() if " against " in key}
    assert {"system against chrf", "segment against chrf", "system against bleu", "segment against bleu"} <= set(
        compared
    )
    for ours, theirs, low, high, verdict in compared.values():
        assert verdict == ("real" if low > 0 else "worse" if high < 0 else "not distinguishable from noise")
        assert low <= ours - theirs <= high


@pytest.mark.parametrize(
    ("lang", "good", "bad", "ref"),
    [
        ("en", "他昨天买了一本书", "他书昨天一本买", "他昨天买了一本新书"),
        ("en", "彼は昨日本を買いました", "本は彼を昨日買い", "彼は昨日新しい本を買いました"),
        ("ru", "он купил новую книгу вчера", "новый книга вчера он", "вчера он купил новую книгу"),
        ("none", "เขาซื้อหนังสือเมื่อวาน", "หนังสือเขา", "เขาซื้อหนังสือใหม่เมื่อวานนี้"),
    ],
)
def test_languages_and_scripts_it_was_not_tuned_on_are_ranked_sensibly(
    lang: str, good: str, bad: str, ref: str
) -> None:
    metric = parse(f"tertium-2:lang={lang}")
    scores = [metric.sentence_score(hyp, [ref]).score for hyp in (ref, good, bad, "")]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 4
    assert scores[-1] == 0


def test_another_language_has_its_own_stems_and_no_english_synonyms() -> None:
    german = parse("atec:tok=words,case=keep,lang=de,synonyms=none,variant=repaired")
    assert parse("tertium-2:lang=de").leaves()[1][1] == german


def test_it_has_the_repaired_atec_of_its_time_whatever_the_default() -> None:
    assert parse("tertium-2").leaves()[1][1] == parse("atec:tok=words,case=keep,variant=repaired")
    assert parse("tertium-2").sentence_score("a", ["b"]).score == 0


def test_every_sentence_counts_the_same() -> None:
    """The corpus score is the mean of the segment scores, however long a segment is."""
    found = score([*HYPS, "no"], [*REFS, "yes it is"], ["tertium-2"], segment_scores=True).scores[0]
    assert found.segment_scores is not None
    assert found.score == pytest.approx(sum(x for x in found.segment_scores if x is not None) / 3)
    assert found.unscored == 0


@pytest.mark.parametrize(
    ("hyp", "ref"),
    [
        ("他昨天买了一本书。", "他昨天买了一本新书。"),
        ("彼は昨日、本を買いました。", "彼は昨日、新しい本を買いました。"),
        ("เขาซื้อหนังสือเมื่อวาน", "เขาซื้อหนังสือใหม่เมื่อวานนี้"),
        ("उसने कल किताब खरीदी।", "उसने कल एक नई किताब खरीदी।"),
        ("اشترى كتابًا أمس.", "اشترى كتابًا جديدًا أمس."),
        ("Он купил книгу вчера.", "Вчера он купил новую книгу."),
    ],
)
def test_no_language_need_be_named_for_another_script(hyp: str, ref: str) -> None:
    """English stems and synonyms leave other scripts alone, and each of the three terms has something to say."""
    metric = parse("tertium-2")
    alone = metric.sentence_score(hyp, [ref]).score
    assert alone == parse("tertium-2:lang=none").sentence_score(hyp, [ref]).score
    for _, leaf in metric.leaves():
        assert 0 < leaf.sentence_score(hyp, [ref]).score < leaf.sentence_score(ref, [ref]).score


@pytest.mark.parametrize("form", ["text", "md", "latex", "html"])
def test_what_a_perfect_translation_gets_is_said_beside_the_score(tmp_path: Path, form: str) -> None:
    for name in ("ref.txt", "sys.txt"):
        (tmp_path / name).write_text("the cat sat on the mat\n", encoding="utf-8")
    shown = run("score", "ref.txt", "-i", "sys.txt", "-q", "-f", form, "-m", "bleu", "tertium-2", cwd=tmp_path).out
    assert "95.2" in shown
    assert "a perfect translation stays below 100 (95.2 alone" in " ".join(shown.split())
    assert "perfect" not in run("score", "ref.txt", "-i", "sys.txt", "-q", "-f", form, cwd=tmp_path).out


def test_json_says_why_a_perfect_translation_stays_below_100() -> None:
    made = score(["the cat sat on the mat"], ["the cat sat on the mat"], ["tertium-2", "chrf"])
    ours, chrf = made.to_dict()["scores"]
    assert ours["score"] < 100
    assert ours["ceiling"] == made["tertium-2"].ceiling
    assert ours["ceiling"].startswith("a perfect translation stays below 100")
    assert "ceiling" not in chrf


def test_its_first_pass_is_that_of_its_only_term_with_one() -> None:
    metric = parse("tertium-2")
    (atec,) = (leaf for _, leaf in metric.leaves() if leaf.table_key is not None)
    assert metric.table_key == atec.table_key
    chunk = Chunk.of([["a cat sat"]], [["the cat sat", "a cat"]])
    assert metric.table_bytes(metric.collect(chunk)) == atec.table_bytes(atec.collect(chunk))
