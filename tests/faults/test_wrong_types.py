"""Settings of a type that nobody meant, in Python: a sentence of ours, or a result, and nothing else.

The functions are those that the package exports and the settings those of their signatures: a new one cannot be
forgotten here. ``make test`` tries some values with every setting, ``make slow`` all of them.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tertium
from faults.cases import HYP, REF
from faults.in_settings import BOTH, CALLS, QUICK, REFS, VALUES, WORDS, Call, Nothing
from tertium.metrics import registry
from tertium.metrics.parameters import parameters

# Texts, which are looked at where they are read, and what names no setting of a task.
UNDECLARED = {"hypotheses", "references"}
AT_THE_DOOR = [call for call in CALLS if call.function.__module__.startswith("tertium.api.")]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some settings name files and folders that are written."""
    monkeypatch.chdir(tmp_path)


def test_every_function_of_the_package_is_tried() -> None:
    exported = {name for name in tertium.__all__ if inspect.isfunction(getattr(tertium, name))}
    assert exported == {name for name in exported if getattr(tertium, name) in [call.function for call in CALLS]}
    assert len(exported) >= 20


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_a_setting_of_any_type_is_used_or_refused_in_a_sentence(call: Call) -> None:
    try_all(call, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS, ids=str)
def test_all_of_the_odd_values(call: Call) -> None:
    try_all(call, VALUES)


def try_all(call: Call, values: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        call.function(**call.given)
        fallen = [
            fault
            for setting in call.settings
            for value in values
            if (fault := fault_of(lambda: call.function(**call.with_(setting, value))))  # noqa: B023 - called at once
            and print(f"{call}({setting}={value}): {fault}") is None
        ]
    assert not fallen


def fault_of(called: Callable[[], object]) -> str:
    """Nothing where the call works, or is refused in one sentence of readable length."""
    try:
        called()
    except tertium.TertiumError as refused:
        said = str(refused)
        fine = said.endswith((".", ")")) and "\n" not in said and len(said) < 1000 and said.isprintable()
        return "" if fine else f"says {said!r}"
    except Exception as fell:  # whatever else a wrong type may cause is what is looked for
        return repr(fell)
    return ""


@pytest.mark.parametrize("call", AT_THE_DOOR, ids=str)
def test_every_setting_is_looked_at_by_the_type_it_declares(call: Call) -> None:
    for setting in call.settings:
        if setting in UNDECLARED and "Any" in str(inspect.signature(call.function).parameters[setting].annotation):
            continue
        with pytest.raises(tertium.TertiumError) as refused:
            call.function(**{**call.given, setting: Nothing()})
        assert str(refused.value).startswith(f"{setting} is Nothing, expected "), setting


SENTENCES: dict[str, tuple[Callable[..., object], dict[str, Any], str]] = {
    "a number for a name": (tertium.idf, {"tokenizer": 3}, "tokenizer is 3, expected a string."),
    "a string for a count": (tertium.score, {"resamples": "9"}, "resamples is '9', expected a whole number."),
    "a flag for a count": (tertium.diff, {"top": True}, "top is True, expected a whole number."),
    "a fraction for a count": (tertium.lsa, {"words": 2.5}, "words is 2.5, expected a whole number."),
    "None for a count": (tertium.gate, {"seed": None}, "seed is None, expected a whole number."),
    "a list for a flag": (tertium.compare, {"strict": ["T106"]}, "strict is list, expected True or False."),
    "a name for a number": (tertium.compare, {"alpha": "5%"}, "alpha is '5%', expected a number."),
    "a flag for a number": (tertium.mbr, {"temperature": True}, "temperature is True, expected a number."),
    "no number at all": (tertium.mbr, {"threads": float("nan")}, "threads is nan, expected a whole number or None."),
    "an object": (tertium.score, {"language": Nothing()}, "language is Nothing, expected a string or None."),
    "bytes for a path": (tertium.tune, {"card": b"x"}, "card is b'x', expected a string, a path or None."),
    "a number for a list": (tertium.score, {"ignore": 106}, "ignore is 106, expected a list."),
    "a number in a list": (tertium.score, {"ignore": [106]}, "ignore[0] is 106, expected a string."),
    "a list for a mapping": (tertium.report, {"slice_by": ["x"]}, "slice_by is list, expected a mapping or None."),
    "a choice that is none": (
        tertium.meta,
        {"duplicates": "men"},
        "duplicates is 'men'; did you mean 'mean'? expected 'error' or 'mean'.",
    ),
    "a number without end": (
        tertium.compare,
        {"level": 10**5000},
        "level is a number of about 4983 digits, larger than any setting may be; give a smaller one.",
    ),
}


@pytest.mark.parametrize("case", SENTENCES)
def test_the_sentence_says_what_was_expected_and_what_came(case: str) -> None:
    function, odd, sentence = SENTENCES[case]
    given = next(call.given for call in CALLS if call.function is function)
    with pytest.raises(tertium.TertiumError) as refused:
        function(**{**given, **odd})
    assert str(refused.value) == sentence


@pytest.mark.filterwarnings("ignore::tertium.InputWarning")
def test_what_is_as_good_as_the_type_is_taken() -> None:
    plain = tertium.score(BOTH, REFS, "bleu", confidence=0.9, resamples=20, seed=7, segment_scores=True, threads=2)
    like = tertium.score(
        BOTH,
        REFS,
        "bleu",
        confidence=np.float64(0.9),
        resamples=np.int32(20),  # type: ignore[call-overload]
        seed=np.uint8(7),
        segment_scores=np.bool_(True),
        threads=np.int64(2),
        strict=0,
        ignore=(code for code in ["T106"]),
        resume=Path("kept"),
    )
    assert like == plain
    seen = tertium.explain(HYP, REF, lines=np.array([2, 3]))  # type: ignore[call-overload]
    assert seen == tertium.explain(HYP, REF, lines=[2, 3])
    pairs = [np.array([WORDS, WORDS])]
    links = tertium.align(WORDS, WORDS, iterations=1, train_on=pairs)  # type: ignore[call-overload]
    assert links == tertium.align(WORDS, WORDS, iterations=1, train_on=[(WORDS, WORDS)])
    Path("human.tsv").write_text("system\tsegment\tscore\nold\t1\t3\nold\t2\t4\nnew\t1\t1\nnew\t2\t2\n")
    page = tertium.report(BOTH, REFS, "bleu", resamples=10, human=Path("human.tsv")).to_html()
    assert page == tertium.report(BOTH, REFS, "bleu", resamples=10, human="human.tsv").to_html()
    found = tertium.mbr([["a b", "a b c"]], ["chrf"], scores=np.array([[0.5, 1]]), temperature=np.float32(1))
    assert found == tertium.mbr([["a b", "a b c"]], "chrf", scores=[[0.5, 1]])


@pytest.mark.parametrize("name", registry.BUILTIN)
def test_parameters_of_metrics(name: str) -> None:
    made = registry.find(name)
    fallen = {
        f"{field.name}={value}": fault
        for field, _ in parameters(made)
        for value, odd in VALUES.items()
        if (fault := fault_of(lambda: made(**{field.name: odd})))  # noqa: B023 - called at once
    }
    assert not fallen
