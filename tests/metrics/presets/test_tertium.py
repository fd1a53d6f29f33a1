"""Our own metric: scores between 0 and 100, unknown words, references, scripts, and a card that is a true account."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from cli.shell import run
from tertium import score
from tertium.corpus.files.packaged import packaged
from tertium.errors import TertiumError
from tertium.metrics.base import Segment
from tertium.metrics.card import digest
from tertium.metrics.presets.tertium import ADDED, COSTS, TERMS, Tertium, shipped
from tertium.metrics.spec import parse

REF = "The president said that the people of the old town were happy with him."
# The version moves when scores move; scores move when the card does.
CARD_OF_VERSION = {4: "773d42c9419dc59c"}


def one(hyp: str, *refs: str, spec: str = "tertium") -> float:
    return parse(spec).sentence_score(hyp, list(refs)).score


def test_the_card_belongs_to_the_version() -> None:
    metric = parse("tertium")
    assert digest(packaged("tertium.toml"))[:16] == CARD_OF_VERSION[metric.version]
    assert CARD_OF_VERSION[metric.version] in metric.signature
    assert parse(metric.signature) == metric
    with pytest.raises(TertiumError, match="ships the card"):
        parse("tertium:card=0123456789abcdef")


def test_what_agrees_adds_up_to_a_whole_and_what_is_wrong_costs() -> None:
    weights = dict(zip(TERMS, shipped()[1], strict=True))
    assert sum(weights[name] for name in ADDED) == pytest.approx(1.0)
    assert min(weights[name] for name in ADDED) > 0
    assert max(weights[name] for name in COSTS) < 0


@pytest.mark.parametrize("text", [REF, "no", "!!!", "Palliativpflege gehen", "他昨天买了一本书。", "Он купил книгу."])
def test_a_perfect_copy_has_100(text: str) -> None:
    assert one(text, text) == pytest.approx(100.0)
    assert one(text, text) <= 100.0


@pytest.mark.parametrize(("hyp", "ref"), [("", REF), (REF, ""), ("", ""), (" ", REF)])
def test_empty_texts_have_0(hyp: str, ref: str) -> None:
    assert one(hyp, ref) == 0.0


def test_scores_stay_above_0_whatever_words_cost() -> None:
    assert one("Palliativpflege gehen Regierung schaufeln", REF) >= 0.0


def test_a_word_that_no_reader_knows_costs_more_than_a_wrong_word() -> None:
    wrong = one(REF.replace("happy", "tired"), REF)
    unknown = one(REF.replace("happy", "gehen"), REF)
    assert unknown < wrong - 5


def test_the_same_word_costs_nothing_in_another_language() -> None:
    hyp = REF.replace("happy", "glucklich")
    assert one(hyp, REF) < one(hyp, REF, spec="tertium:lang=fr")
    german, reference = "Die Regierung wollte gestern gehen", "Gestern wollte die Regierung nicht gehen"
    assert one(german, reference) == one(german, reference, spec="tertium:lang=fr")


def test_german_words_are_known_where_german_is_named() -> None:
    ref = "Gestern wollte die Regierung der Stadt nicht über den Wahlkampf sprechen"
    wrong, unknown = ref.replace("Wahlkampf", "Haushalt"), ref.replace("Wahlkampf", "Campaignxy")
    assert one(wrong, ref, spec="tertium:lang=de") == one(wrong, ref, spec="tertium:lang=none")
    assert one(unknown, ref, spec="tertium:lang=de") < one(unknown, ref, spec="tertium:lang=none") - 5
    assert one(unknown, ref) == one(unknown, ref, spec="tertium:lang=none")  # English is silent here
    made = parse("tertium:lang=de").explain(Segment(unknown, (ref,)))
    assert {row[0]: row[1] for row in made.tables[0].rows}["unknown_names"] == "1 name that no German reader knows"
    assert made.tables[2].title == "words that no German reader knows"
    assert [row[0] for row in made.tables[2].rows] == ["Campaignxy"]


def test_of_several_references_the_best_counts() -> None:
    other = "People in the old town liked the president, he said."
    hyp = "The people of the old town were happy, said the president."
    assert one(hyp, REF, other) == max(one(hyp, REF), one(hyp, other))
    assert one(hyp, other, REF) == one(hyp, REF, other)


def test_every_sentence_counts_the_same() -> None:
    found = score([REF, "no"], [REF, "yes it is"], ["tertium"], segment_scores=True).scores[0]
    assert found.segment_scores is not None
    assert found.score == pytest.approx(sum(x for x in found.segment_scores if x is not None) / 2)


@pytest.mark.parametrize(
    ("good", "bad", "ref"),
    [
        ("他昨天买了一本书", "他书昨天一本买", "他昨天买了一本新书"),
        ("彼は昨日本を買いました", "本は彼を昨日買い", "彼は昨日新しい本を買いました"),
        ("он купил новую книгу вчера", "новый книга вчера он", "вчера он купил новую книгу"),
        ("เขาซื้อหนังสือเมื่อวาน", "หนังสือเขา", "เขาซื้อหนังสือใหม่เมื่อวานนี้"),
        ("اشترى كتابًا أمس.", "كتاب أمس", "اشترى كتابًا جديدًا أمس."),
    ],
)
def test_other_scripts_are_ranked_sensibly_and_pay_for_no_word(good: str, bad: str, ref: str) -> None:
    scores = [one(hyp, ref) for hyp in (ref, good, bad, "")]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 4
    assert [one(hyp, ref, spec="tertium:lang=none") for hyp in (ref, good, bad, "")] == scores


def test_words_are_counted_whole_where_the_reference_has_unknown_ones_too() -> None:
    """Once it said "0.429 words": of two names one is excused by the reference's, and all count by 43 %."""
    made = parse("tertium").explain(Segment("We met Schrxder in Berln krankenwagn.", ("We met Schröder in Berlin.",)))
    said = {row[0]: row[1] for row in made.tables[0].rows}
    counted = "counted by 43 %: the reference has such words, too"
    assert said["unknown_words"] == f"1 word that no English reader knows, {counted}"
    assert said["unknown_names"] == f"1 name that no English reader knows, {counted}"


def test_a_language_without_a_list_is_not_called_english() -> None:
    made = parse("tertium:lang=fr").explain(Segment("le chat noir", ("le chat gris",)))
    said = {row[0]: row[1] for row in made.tables[0].rows}
    assert said["unknown_words"] == "no word counts: there is no list of this language's words"


def test_it_says_in_words_what_each_term_costs() -> None:
    made = parse("tertium").explain(Segment(f"{REF} gehen schaufeln", (REF,)))
    terms = {row[0]: row[1:] for row in made.tables[0].rows}
    assert set(terms) == set(TERMS)
    assert terms["unknown_words"][0] == "2 words that no English reader knows"
    assert terms["unknown_names"][0] == "no name that English does not know"
    assert terms["unknown_words"][2] < -5
    assert 100 + sum(row[2] for row in terms.values()) == pytest.approx(made.score, abs=0.05)
    assert made.tables[1].rows == ()  # the output lacks no word of the reference
    assert [row[0] for row in made.tables[2].rows] == ["gehen", "schaufeln"]


def test_it_names_the_words_that_are_alike() -> None:
    made = parse("tertium").explain(Segment("He purchased an automobile yesterday.", ("He bought a car yesterday.",)))
    alike = {row[0]: row[1:] for row in made.tables[1].rows}
    assert alike["bought"][0] == "purchased"
    assert alike["car"][0] == "automobile"
    assert all(0 <= likeness < 1 and 0 < weight <= 1 for _, likeness, weight in alike.values())
    said = {row[0]: row[1] for row in made.tables[0].rows}["words_alike"]
    assert re.fullmatch(r"\d+ % of the reference is said in the same or like words", said)


def test_of_outputs_in_another_language_nothing_is_said_to_be_alike() -> None:
    made = parse("tertium").explain(Segment("Die Regierung wollte gehen", ("Gestern wollte die Regierung schaufeln",)))
    assert made.tables[1].rows == ()
    assert made.tables[0].rows[3][1] == "the reference has no English words: what characters is"


def test_a_like_word_costs_less_than_another_that_has_as_many_letters_in_common() -> None:
    ref = "The man bought a big house in the town."
    assert one(ref.replace("big", "large"), ref) > one(ref.replace("big", "royal"), ref) + 1


HYP = "The president told that the folk of the ancient town were glad of him."


@pytest.mark.parametrize("more", [HYP, "and so on and so on", "money year world police company country"])
def test_what_is_said_beside_the_reference_does_not_pay(more: str) -> None:
    """Two of the terms are recall alone: the others must outweigh what words thrown in may gain."""
    assert one(f"{HYP} {more}", REF) < one(HYP, REF)
    assert one(f"{REF} {more}", REF) < one(REF, REF) - 3


def test_tables_name_it_without_its_card() -> None:
    assert str(parse("tertium")) == "tertium"
    assert str(parse(parse("tertium:norm=nfc,lang=de").signature)) == "tertium:lang=de,norm=nfc"
    assert score(["a cat"], ["a cat"], ["tertium"])["tertium"].score == 100


def test_the_command_says_what_each_term_costs(tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text(f"{REF}\n", encoding="utf-8")
    (tmp_path / "sys.txt").write_text(f"{REF} gehen schaufeln\n", encoding="utf-8")
    shown = run("explain", "ref.txt", "-i", "sys.txt", "--line", "1", "-m", "tertium", cwd=tmp_path).out
    assert "tertium: what it costs, of 100 points\n" in shown
    assert "2 words that no English reader knows" in shown
    table = shown.partition("tertium: words that no English reader knows\n")[2]
    assert [line.split()[0] for line in table.splitlines()[1:3]] == ["gehen", "schaufeln"]


def test_terms_lie_between_0_and_1() -> None:
    metric = Tertium()
    for hyp in (REF, "", "xx", "Palliativpflege " * 3):
        values = metric.select(metric.measure(Segment(hyp, (REF,)).chunk())).values
        terms = metric.terms(values)
        assert terms.shape == (1, len(TERMS))
        assert ((terms >= 0) & (terms <= 1)).all()


def test_the_card_claims_no_more_than_its_tests() -> None:
    card = tomllib.loads(packaged("tertium.toml").decode("utf-8"))
    compared = {key: value for key, value in card["validation"].items() if " against " in key}
    assert {"system against chrf", "segment against chrf", "segment against meteor"} <= set(compared)
    for key, (ours, theirs, low, high, chance, verdict) in compared.items():
        sure = key.startswith("system") or chance < 0.05
        expected = "real" if low > 0 and sure else "worse" if high < 0 and sure else "not distinguishable from noise"
        assert verdict == expected
        assert low <= ours - theirs <= high
    assert {fold["left_out"] for fold in card["fold"]} == {"wmt08", "wmt13", "wmt14-multiref", "wmt21", "wmt22-mqm200"}
    assert len(card["looks"]) >= 8
    assert card["tried_and_dropped"]


def test_the_card_says_that_the_gain_is_larger_into_english() -> None:
    card = tomllib.loads(packaged("tertium.toml").decode("utf-8"))
    gains = {}
    for part in card["target"]:
        folds = [fold for fold in card["fold"] if fold["name"].endswith(f"-{part['into']}") and "segment_chrf" in fold]
        assert part["segment_campaigns"] == len(folds)
        for name in ("tertium", "chrf", "tertium-2"):
            mean = sum(fold[f"segment_{name}"] for fold in folds) / len(folds)
            assert part[f"segment_{name}"] == pytest.approx(mean, abs=1e-5)
        gains[part["into"]] = part["segment_tertium"] - part["segment_chrf"]
    assert set(gains) == {"en", "de"}
    assert gains["en"] > 2 * gains["de"] > 0
    assert "into English" in card["limits"][0]


def test_the_card_says_that_no_campaign_is_really_worse_than_chrf() -> None:
    card = tomllib.loads(packaged("tertium.toml").decode("utf-8"))
    verdicts = [fold[key][-1] for fold in card["fold"] for key in fold if key.endswith("against_chrf")]
    assert len(verdicts) == 20
    assert "worse" not in verdicts
