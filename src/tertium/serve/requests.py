"""What the page sends, checked: from JSON to what a job is asked for. Paths come from the shelf, never from JSON."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from tertium.errors import InputError, printable
from tertium.serve.shelf import Shelf, ShelfText, labels_of
from tertium.tasks.metric_choice import MetricChoice
from tertium.tasks.systems import refuse_twice

_LONGEST_NAME = 200
_FILE = re.compile(r"\bcard\s*:|\bspm:")
# A bare value ends at a bracket where it stands in brackets, as in pow(...), and may have brackets where it does not.
_VALUE = re.compile(r'=\s*("(?:[^"\\]|\\.)*"|[^\s,#+*|"\\]+)')
_VALUE_IN_BRACKETS = re.compile(r'=\s*([^\s,#+*|"\\()]+)')
_WEIGHTS = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:/(?:\d+\.?\d*|\.\d+))*", re.ASCII)
_MOST = 100


def run_request(sent: Any, shelf: Shelf) -> dict[str, Any]:
    """What the process of a job reads; an error in one sentence where something is missing or wrong."""
    if not isinstance(sent, dict):
        raise InputError("a run is asked for with an object of references, systems and metrics.")
    references = [_text_of(identity, shelf) for identity in _list(sent, "references")]
    sources = [_text_of(identity, shelf) for identity in _list(sent, "sources")]
    documents = [_text_of(identity, shelf) for identity in _list(sent, "documents")]
    judgments = [_whole(identity, shelf) for identity in _list(sent, "judgments")]
    scores = [_whole(identity, shelf) for identity in _list(sent, "scores")]
    systems = [_system(given, shelf) for given in _list(sent, "systems")]
    metrics = _list(sent, "metrics")
    language = language_of(sent)
    if not references:
        raise InputError("no text is marked as a reference; mark at least one.")
    if not systems:
        raise InputError("no text is marked as a system; mark at least one translation.")
    for texts, role in ((sources, "source"), (documents, "documents"), (judgments, "judgments")):
        if len(texts) > 1:
            raise InputError(f"{len(texts)} texts are marked as {role}; there can be one.")
    refuse_twice([name for _, name in systems])
    if not all(isinstance(metric, str) for metric in metrics) or not metrics:
        raise InputError("no metric is chosen; choose at least one.")
    refuse_files(metrics)
    MetricChoice(metrics=tuple(metrics), language=language).chosen()  # a wrong name is told at once, not by a job
    asked = asked_for(references, systems, sources, documents, metrics, language, _text(sent, "title"))
    return with_tables(asked, judgments, scores, lower=_truth(sent, "scores_lower"))


def language_of(sent: Mapping[str, Any]) -> str | None:
    language = sent.get("language") or None
    if language is not None and not isinstance(language, str):
        raise InputError(f"the language is {type(language).__name__}, expected a pair such as 'en-zh'.")
    return language


def refuse_files(metrics: Sequence[str]) -> None:
    """Settings of a metric may name files (thesauri, SentencePiece models, cards); those of a page may not.

    Whoever has the token could else ask for any file of the user, and learn from errors and scores what is in it.
    """
    for metric in metrics:
        values = [*_VALUE.findall(metric), *_VALUE_IN_BRACKETS.findall(metric)]
        named = _FILE.search(metric) or any(_is_path(value.strip('"')) for value in values)
        if named:
            raise InputError(
                f"'{printable(metric)[:100]}' names a file, and a page opens none by name; use 'tertium report' on the "
                "command line."
            )


def _is_path(value: str) -> bool:
    if "/" in value or "\\" in value:
        return _WEIGHTS.fullmatch(value) is None
    return "." in value and os.path.exists(value)  # noqa: PTH110 - a value may be no path at all


def asked_for(
    references: Sequence[ShelfText],
    systems: Sequence[tuple[ShelfText, str]],
    sources: Sequence[ShelfText],
    documents: Sequence[ShelfText],
    metrics: Sequence[str],
    language: str | None,
    title: str,
) -> dict[str, Any]:
    texts = [*references, *(text for text, _ in systems), *sources, *documents]
    return {
        "references": [_place(text) for text in references],
        "systems": [{**_place(text), "name": name} for text, name in systems],
        "sources": [_place(text) for text in sources],
        "documents": [_place(text) for text in documents],
        "metrics": list(metrics),
        "language": language,
        "title": title or _title([name for _, name in systems], references),
        "labels": labels_of(texts),
        "segments": references[0].lines,
        "judgments": [],
        "scores": [],
        "scores_lower": False,
    }


def with_tables(
    asked: dict[str, Any], judgments: Sequence[ShelfText], scores: Sequence[ShelfText], *, lower: bool
) -> dict[str, Any]:
    """The same with people's judgments, and with scores of other tools, of which lower ones may be better."""
    return {
        **asked,
        "judgments": [_place(text) for text in judgments],
        "scores": [_place(text) for text in scores],
        "scores_lower": lower,
        "labels": asked["labels"] | labels_of((*judgments, *scores)),
    }


def _place(text: ShelfText) -> dict[str, str]:
    """``table`` is the file, as people call it, whose ``column`` the text is; both are empty for a file of its own."""
    table = text.label.removesuffix(f"[{text.column}]") if text.column else ""
    return {"path": text.path, "label": text.label, "table": table, "column": text.column}


def _title(names: Sequence[str], references: Sequence[ShelfText]) -> str:
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return f"{shown} against {references[0].label}"


def _system(given: Any, shelf: Shelf) -> tuple[ShelfText, str]:
    if not isinstance(given, dict):
        raise InputError("a system is an object with the id of a text and a name.")
    text = _text_of(given.get("text"), shelf)
    return text, _text(given, "name") or text.label


def _text_of(identity: object, shelf: Shelf) -> ShelfText:
    text = shelf.text(identity)
    if text.whole:
        raise InputError(f"{text.label} is a whole table, expected a text; add it among the texts and take a column.")
    return text


def _whole(identity: object, shelf: Shelf) -> ShelfText:
    text = shelf.text(identity)
    if not text.whole:
        raise InputError(
            f"{text.label} is a text; judgments and scores are tables, which are added below the texts as they are."
        )
    return text


def _truth(sent: Mapping[str, Any], name: str) -> bool:
    given = sent.get(name, False)
    if not isinstance(given, bool):
        raise InputError(f"{name} is {type(given).__name__}, expected true or false.")
    return given


def _list(sent: Mapping[str, Any], name: str) -> list[Any]:
    given = sent.get(name, [])
    if not isinstance(given, list):
        raise InputError(f"{name} is {type(given).__name__}, expected a list.")
    if len(given) > _MOST:
        raise InputError(f"there are {len(given)} {name}, more than {_MOST}.")
    return given


def _text(sent: Mapping[str, Any], name: str) -> str:
    given = sent.get(name, "")
    if not isinstance(given, str):
        raise InputError(f"the {name} is {type(given).__name__}, expected a string.")
    clean = printable(given.encode("utf-8", "replace").decode("utf-8").strip())
    if len(clean) > _LONGEST_NAME:
        raise InputError(f"the {name} has {len(clean)} characters, more than {_LONGEST_NAME}.")
    return clean
