"""Each fault is found where it was put, and nothing is found where there is none."""

from __future__ import annotations

import random
import unicodedata
import warnings
from collections.abc import Callable

import numpy as np
import pytest

import tertium
from tertium.analysis.doctor.survey import Survey
from tertium.results.diagnosis import Diagnosis

WORDS = (
    "government minister Paris election the a vote was held against new law because nobody expected results of "
    "economic growth in Europe, which had been slow for years, says report café naïve Zürich"
).split()


def sentences(number: int, seed: int = 1) -> list[str]:
    rng = random.Random(seed)
    made = []
    for _ in range(number):
        words = [rng.choice(WORDS) for _ in range(rng.randint(6, 25))]
        made.append(" ".join(words).strip(",").capitalize() + ".")
    return made


def noisy(texts: list[str], seed: int = 2) -> list[str]:
    """As a system would translate: some words differ."""
    rng = random.Random(seed)
    made = []
    for text in texts:
        words = text.split()
        words[rng.randrange(len(words))] = rng.choice(WORDS)
        words.insert(rng.randrange(1, len(words)), rng.choice(WORDS))
        made.append(" ".join(words))
    return made


REFS = sentences(200)
HYPS = noisy(REFS)


def codes(seen: Diagnosis, severity: str = "warning") -> list[str]:
    return sorted({finding.code for finding in seen.findings if finding.severity == severity})


def test_good_texts_have_no_finding() -> None:
    seen = tertium.doctor(HYPS, REFS)
    assert seen.findings == ()
    assert seen.segments == 200


FAULTS: dict[str, tuple[str, Callable[[list[str]], list[str]]]] = {
    "tokenised": ("T103", lambda texts: [text.replace(",", " ,").replace(".", " .") for text in texts]),
    "lower-cased": ("T104", lambda texts: [text.lower() for text in texts]),
    "decomposed": ("T105", lambda texts: [unicodedata.normalize("NFD", text) for text in texts]),
    "other script": ("T107", lambda texts: ["это совсем другой язык, и письмо"] * 20 + texts[20:]),
    "equal": ("T109", lambda texts: REFS[:150] + texts[150:]),
    "empty": ("T110", lambda texts: [""] * 20 + texts[20:]),
    "repeated": ("T111", lambda texts: [texts[0]] * 30 + texts[30:]),
    "preface": ("T112", lambda texts: [f"Sure, here is the translation: {text}" for text in texts]),
    "refusal": ("T122", lambda texts: ["I'm sorry, but I can't help with that."] * 3 + texts[3:]),
    "German refusal": ("T122", lambda texts: ["Ich kann diesen Text leider nicht übersetzen."] * 3 + texts[3:]),
    "quoted": ("T113", lambda texts: [f'"{text}"' for text in texts]),
    "typographically quoted": ("T113", lambda texts: [f"“{text}”" for text in texts]),
    "fenced": ("T113", lambda texts: [f"**{text}**" for text in texts]),
    "code block": ("T113", lambda texts: [f"```{text}```" for text in texts]),
    "truncated": ("T116", lambda texts: [text[: len(text) // 2] for text in texts]),
    "some far too short": ("T116", lambda texts: [text[:9] for text in texts[:20]] + texts[20:]),
    "control character": ("T117", lambda texts: [*texts[:-1], "a\x07 bell"]),
    "not decoded": ("T117", lambda texts: [*texts[:-1], "caf\ufffd in Paris"]),
    "zero-width space": ("T118", lambda texts: [text.replace(" ", " \u200b") for text in texts]),
    "entities": ("T119", lambda texts: [text.replace(" the ", " &quot;the&quot; ") for text in texts]),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_and_is_the_only_one(name: str) -> None:
    code, spoil = FAULTS[name]
    assert code in codes(tertium.doctor(spoil(HYPS), REFS))
    related = {
        "T109": {"T111"},
        "T110": {"T003", "T116"},
        "T112": {"T116"},
        "T122": {"T111"},
        "T107": {"T111", "T116"},
        "T111": {"T116"},
    }
    assert set(codes(tertium.doctor(spoil(HYPS), REFS))) <= {code} | related.get(code, set())


@pytest.mark.parametrize("name", FAULTS)
def test_a_finding_says_what_where_why_and_what_to_do(name: str) -> None:
    code, spoil = FAULTS[name]
    finding = next(found for found in tertium.doctor(spoil(HYPS), REFS).warnings if found.code == code)
    assert finding.file in ("hypotheses", "references")
    assert finding.count > 0
    assert all((finding.saw, finding.why, finding.fix, finding.title))
    assert finding.to_dict()["code"] == code


@pytest.mark.parametrize("name", FAULTS)
def test_scoring_warns_of_it_as_it_passes(name: str) -> None:
    code, spoil = FAULTS[name]
    with pytest.warns(tertium.InputWarning, match=rf"\[{code}\]"):
        tertium.score(spoil(HYPS), REFS, "bleu")


def test_scoring_good_texts_warns_of_nothing(recwarn: pytest.WarningsRecorder) -> None:
    tertium.score(HYPS, REFS, "bleu")
    assert not [warning for warning in recwarn if issubclass(warning.category, tertium.InputWarning)]


def test_quotes_of_two_kinds() -> None:
    plain = [text.replace(" the ", ' "the" ') for text in HYPS]
    typographic = [text.replace(" the ", " “the” ") for text in REFS]
    assert "T106" in codes(tertium.doctor(plain, typographic))
    assert "T106" in codes(tertium.doctor(typographic, plain))
    assert codes(tertium.doctor(plain, [text.replace(" the ", ' "the" ') for text in REFS])) == []


def test_some_lines_equal_to_a_reference_are_noted_and_half_of_them_are_warned_of() -> None:
    for equal, severity in ((20, None), (60, "note"), (150, "warning")):
        seen = tertium.doctor(REFS[:equal] + HYPS[equal:], REFS)
        assert [found.severity for found in seen.findings if found.code == "T109"] == ([severity] if severity else [])


def test_copied_sources() -> None:
    sources = [f"der Quelltext {number} in deutscher Sprache" for number in range(200)]
    assert codes(tertium.doctor(HYPS, REFS, sources=sources)) == []
    assert "T108" in codes(tertium.doctor(sources[:10] + HYPS[10:], REFS, sources=sources))
    assert "T108" in tertium.doctor(HYPS, REFS).unchecked


def test_the_same_side_effects_on_both_sides_are_none() -> None:
    """Lower-cased or tokenised text on both sides is a choice."""
    assert codes(tertium.doctor([text.lower() for text in HYPS], [text.lower() for text in REFS])) == []


def test_case_does_not_matter_to_metrics_that_ignore_it() -> None:
    lowered = [text.lower() for text in HYPS]
    assert codes(tertium.doctor(lowered, REFS, "bleu:case=lower")) == []
    assert codes(tertium.doctor(lowered, REFS, ["bleu:case=lower", "chrf"])) == ["T104"]


def test_normalising_metrics_need_no_warning_of_nfd() -> None:
    decomposed = [unicodedata.normalize("NFD", text) for text in HYPS]
    assert codes(tertium.doctor(decomposed, REFS, ["bleu:norm=nfc"])) == []


CHINESE = ["政府在选举之后宣布了新的法律。", "没有人预料到这样的结果。", "欧洲的经济增长多年来一直缓慢。"] * 5


def test_chinese_scored_by_words() -> None:
    assert "T114" in codes(tertium.doctor(CHINESE, CHINESE, "bleu"))
    assert "T114" in codes(tertium.doctor(CHINESE, CHINESE, "ter"))
    for right in ("bleu:tok=zh", "bleu:tok=char", "chrf"):
        assert "T114" not in codes(tertium.doctor(CHINESE, CHINESE, right))


def test_the_tokenizers_advice_is_what_these_metrics_need() -> None:
    def fix(texts: list[str], *metrics: str) -> str:
        found = [finding for finding in tertium.doctor(texts, texts, list(metrics)).findings if finding.code == "T114"]
        return found[0].fix if found else ""

    assert fix(CHINESE, "ter") == "write ter:asian=yes,normalized=yes, as language='zh' or language='ja' does"
    assert fix(CHINESE, "ter:asian=yes") == fix(CHINESE, "ter")  # alone it changes nothing
    assert fix(CHINESE, "ter:asian=yes,normalized=yes") == ""
    assert fix(CHINESE, "bleu").startswith("name the tokenizer (tok=zh")
    assert "asian" not in fix(CHINESE, "bleu")
    thai = ["รัฐบาลประกาศกฎหมายใหม่หลังการเลือกตั้ง", "ไม่มีใครคาดคิดถึงผลลัพธ์เช่นนี้"] * 5
    assert fix(thai, "ter") == "leave out ter, which has no words of this script; cer and chrf need none"


def test_chinese_that_was_segmented_already_may_be_scored_by_words() -> None:
    segmented = [" ".join(text) for text in CHINESE]
    assert "T114" not in codes(tertium.doctor(segmented, segmented, "bleu:tok=none"))


def test_whole_sentences_as_one_word_have_no_order() -> None:
    """Links of a file count words between spaces: Japanese as it is written gave Kendall 99 without a word."""
    hyps = [f"the government announced law {number}" for number in range(15)]
    links = {"align_hyp": ["0-0"] * 15, "align_ref": ["0-0"] * 15}
    with pytest.warns(
        tertium.InputWarning, match=r"1\.0 words a line, of 14 characters each, and kendall:align=source .*\[T124\]"
    ) as heard:
        tertium.score(hyps, hyps[::-1], "kendall:align=source", sources=CHINESE, ignore=["T102", "T109"], **links)
    assert "sources" in str(heard[0].message)
    segmented = [" ".join(text) for text in CHINESE]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tertium.score(
            hyps, hyps[::-1], "kendall:align=source", sources=segmented, ignore=["T102", "T109", "T108"], **links
        )
        tertium.score(hyps, hyps[::-1], "bleu", sources=CHINESE, ignore=["T102", "T109", "T108"], **links)


def test_ignored_codes_are_not_reported() -> None:
    lowered = [text.lower() for text in HYPS]
    assert tertium.doctor(lowered, REFS, ignore=["t104"]).findings == ()
    with pytest.raises(tertium.TertiumError, match=r"there is no warning 'T999'"):
        tertium.doctor(HYPS, REFS, ignore=["T999"])


def test_strict_scoring_refuses() -> None:
    with pytest.raises(tertium.TertiumError, match=r"\[T104\]"):
        tertium.score([text.lower() for text in HYPS], REFS, "bleu", strict=True)
    tertium.score([text.lower() for text in HYPS], REFS, "bleu", strict=True, ignore=["T104"])


def test_several_references_of_different_number() -> None:
    references = [[text] if place % 3 else [text, text.replace("the", "a")] for place, text in enumerate(REFS)]
    assert codes(tertium.doctor(HYPS, references)) == []
    bad = [list(refs) for refs in references]
    bad[100][-1] += "\x07"
    seen = tertium.doctor(HYPS, bad)
    assert [(finding.code, finding.line) for finding in seen.warnings] == [("T117", 101)]


def test_marks_that_no_letter_takes_up_are_not_decomposed() -> None:
    """q with a tilde has no character of its own; e with an accent has. Lines may be repeated."""
    hyps = [f"{text} q\u0303" for text in HYPS]
    assert "T105" not in codes(tertium.doctor(hyps, [f"{text} q\u0303" for text in REFS]))
    hyps[3] = hyps[5] = f"{HYPS[3]} e\u0301 q\u0303"
    [found] = [one for one in tertium.doctor(hyps, [f"{text} q\u0303" for text in REFS]).findings if one.code == "T105"]
    assert (found.line, found.count, found.lines) == (4, 2, (4, 6))


def test_a_survey_of_nothing_found_nothing() -> None:
    survey = Survey(2, 1)
    counts = survey.counts
    assert (counts.segments, counts.same, survey.shifts()) == (0, (0, 1), [])
    assert not any(array.any() for array in vars(counts).values() if isinstance(array, np.ndarray))
    assert counts.traits.shape[0] == 3
