"""Names of tools as people write them: ``comet:model=Unbabel/wmt22-comet-da,python=comet-env/bin/python``.

    tool  = name [ ":" key "=" value { "," key "=" value } ]
    value = text without , and "   |   "quoted text with \\" and \\\\"

Nothing is evaluated, and no shell is started: ``run`` of a command is cut into words as a shell would, and the words
are given to the system as they are.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Literal

from tertium.corpus.annotations.quoted_strings import unquoted
from tertium.errors import SpecError, did_you_mean, printable

REFS = ("best", "mean", "first")
BETTER = ("higher", "lower")
FIELDS = ("src", "mt", "ref")
PRECISIONS = ("fp32", "fp16", "bf16")
SILENCE = 1800.0  # seconds in which a child may say nothing; a large model loads in less

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*", re.ASCII)
_KEY = re.compile(r"([a-z_]+)=", re.ASCII)
_BARE = re.compile(r'[^,"]+')
_INTERPRETER = re.compile(
    r"(?:python|pypy|perl|ruby|node|deno|bun|Rscript|julia|java|lua|php|bash|dash|zsh|sh|uv|env)[0-9.]*(?:\.exe)?",
    re.ASCII,
)
_EVERY = ("name", "refs", "timeout")  # keys of every tool


@dataclass(frozen=True)
class Kind:
    """A tool that we know: its keys, what they are by default, those that must be given, and those that are numbers."""

    about: str
    keys: Mapping[str, str]
    needed: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


_COMMAND = "command"
KINDS: Mapping[str, Kind] = {
    "comet": Kind(
        "COMET, of the package unbabel-comet",
        {
            "python": "",
            "model": "Unbabel/wmt22-comet-da",
            "revision": "",
            "precision": "fp32",
            "qe": "no",
            "batch": "16",
            "gpus": "",
            "download": "no",
        },
        numbers=("batch", "gpus"),
        switches=("qe", "download"),
        choices={"precision": PRECISIONS},
    ),
    "metricx": Kind(
        "MetricX, from a checkout of google-research/metricx",
        {
            "python": "",
            "path": "",
            "model": "google/metricx-24-hybrid-large-v2p6",
            "tokenizer": "google/mt5-xl",
            "qe": "no",
            "batch": "1",
            "max_length": "",
            "chunk": "2000",
            "download": "no",
        },
        numbers=("batch", "max_length", "chunk"),
        switches=("qe", "download"),
    ),
    "bleurt": Kind(
        "BLEURT, from a checkout of google-research/bleurt",
        {"python": "", "model": "", "batch": "16"},
        needed=("model",),
        numbers=("batch",),
    ),
    _COMMAND: Kind(
        "any command that reads and writes JSON Lines",
        {
            "run": "",
            "hello": "yes",
            "better": "higher",
            "uses": "",
            "model": "",
            "revision": "",
            "precision": "",
            "licence": "",
        },
        needed=("run",),
        switches=("hello",),
        choices={"better": BETTER},
    ),
}


@dataclass(frozen=True)
class Tool:
    """A tool that was named: what tables call it, the words of its command, and its settings by their keys.

    ``refs`` says how the scores of several references become one. ``silence`` is how many seconds the child may say
    nothing; None: as long as it likes.
    """

    text: str
    kind: str
    name: str
    settings: Mapping[str, str]
    refs: Literal["best", "mean", "first"] = "best"
    silence: float | None = SILENCE

    @property
    def says_hello(self) -> bool:
        """Does its child describe itself in its first line?"""
        return self.settings.get("hello") != "no"

    @property
    def may_download(self) -> bool:
        """Commands do as they like; what we start ourselves asks no network unless it is told to."""
        return self.kind == _COMMAND or self.settings.get("download") == "yes"

    def command(self) -> list[str]:
        """The words to start it with, the first of them a program that is there."""
        if self.kind == _COMMAND:
            words = _words(self.settings["run"], self.text)
            return [_program(words[0], self.text), *words[1:]]
        import json
        import sys

        python = self.settings["python"]
        program = _program(python, f"python={python}") if python else sys.executable
        given = {key: value for key, value in self.settings.items() if key != "python"}
        return [program, str(Path(__file__).with_name("driver.py")), self.kind, json.dumps(given, sort_keys=True)]


def parse(text: str) -> Tool:
    """The tool that ``text`` names."""
    if not isinstance(text, str):
        raise SpecError(f"a tool is named by a string such as 'comet:model=…', got {type(text).__name__}.")
    found = _NAME.match(text)
    called = found.group().lower() if found else ""
    rest = text[len(called) :]
    if called not in KINDS or (rest and not rest.startswith(":")):
        hint = did_you_mean(called, KINDS) or ";"
        raise SpecError(f"unknown tool '{printable(text)}'{hint} there are {', '.join(KINDS)} (docs/neural.md).")
    given = _settings(text, called, rest[1:])
    kind = KINDS[called]
    name = given.pop("name", called)
    refs = _one_of(given.pop("refs", REFS[0]), REFS, "refs", text)
    silence = _number(given.pop("timeout", str(SILENCE)), "timeout", text)
    settings = dict(kind.keys) | given
    for key in kind.needed:
        if not settings[key]:
            raise SpecError(f"'{printable(text)}' needs {key}=…, as in {_example(called)}.")
    for key in kind.numbers:
        if settings[key]:
            _number(settings[key], key, text, whole=True)
    for key in kind.switches:
        _one_of(settings[key], ("yes", "no"), key, text)
    for key, known in kind.choices.items():
        _one_of(settings[key], known, key, text)
    if not name.strip() or not name.isprintable() or "\t" in name:
        raise SpecError(f"'{printable(text)}': a name has letters, got '{printable(name)}'.")
    if settings.get("uses"):
        _uses(settings["uses"], text)
    if called == _COMMAND:
        if name == called:
            name = _called(_words(settings["run"], text)) or called
        _refuse_unheard(settings, given, text)
    return Tool(text, called, name, settings, refs, silence or None)  # type: ignore[arg-type]


def fields_of(uses: str) -> tuple[str, ...]:
    """``src+mt+ref`` as the fields that items have, in our order."""
    named = uses.split("+")
    return tuple(field for field in FIELDS if field in named)


def _uses(uses: str, text: str) -> None:
    named = uses.split("+")
    if "mt" not in named or set(named) - set(FIELDS) or len(named) != len(set(named)):
        raise SpecError(f"'{printable(text)}': uses is '{printable(uses)}', expected mt+ref, src+mt or src+mt+ref.")


def _refuse_unheard(settings: Mapping[str, str], given: Mapping[str, str], text: str) -> None:
    """What a command says of itself is not to be said for it."""
    if settings["hello"] == "no":
        return
    known = ("better", "uses", "model", "revision", "precision", "licence")
    unheard = next((key for key in known if key in given), None)
    if unheard is not None:
        raise SpecError(
            f"'{printable(text)}': {unheard} is what the command says in its first line; with hello=no, which is for "
            "commands without such a line, you say it."
        )


def _settings(text: str, called: str, rest: str) -> dict[str, str]:
    """The keys and values behind the name."""
    known = (*KINDS[called].keys, *_EVERY)
    made: dict[str, str] = {}
    at = 0
    while at < len(rest):
        key = _KEY.match(rest, at)
        if key is None:
            got = printable(rest[at : at + 20])
            raise SpecError(f"cannot read '{printable(text)}': expected key=value, got '{got}'.")
        if key[1] not in known:
            raise SpecError(
                f"{called} has no '{key[1]}'{did_you_mean(key[1], known) or ';'} it has {', '.join(sorted(known))}."
            )
        if key[1] in made:
            raise SpecError(f"'{printable(text)}' says {key[1]} twice.")
        made[key[1]], at = _value(rest, key.end(), key[1], text)
        if at < len(rest):
            if rest[at] != ",":
                raise SpecError(f"cannot read '{printable(text)}': expected ',' after {key[1]}.")
            at += 1
    return made


def _value(rest: str, at: int, key: str, text: str) -> tuple[str, int]:
    if rest.startswith('"', at):
        quoted = unquoted(rest, at)
        if quoted is None:
            raise SpecError(f"cannot read '{printable(text)}': the quotes of {key} are not closed.")
        return quoted
    bare = _BARE.match(rest, at)
    if bare is None:
        raise SpecError(f"cannot read '{printable(text)}': {key} has no value.")
    return bare.group(), bare.end()


def _called(words: list[str]) -> str:
    """What tables call a command: its program; of an interpreter the script or module that it runs."""
    first = Path(words[0]).stem
    if not _INTERPRETER.fullmatch(Path(words[0]).name):
        return first
    for word, following in pairwise([*words[1:], ""]):
        if word in ("-c", "-e"):  # a program on the line itself has no name
            return first
        if word == "-m":
            return following or first
        name = Path(word).name
        if word.startswith("-") or "=" in word or _INTERPRETER.fullmatch(name):
            continue
        if Path(name).suffix or os.path.isfile(word):  # noqa: PTH113 - any text is a word
            return Path(name).stem
    return first


def _words(run: str, text: str) -> list[str]:
    try:
        words = shlex.split(run)
    except ValueError as problem:
        raise SpecError(f"cannot read run of '{printable(text)}': {str(problem).lower()}.") from None
    if not words:
        raise SpecError(f"'{printable(text)}' needs run=…, as in {_example(_COMMAND)}.")
    return words


def _program(word: str, where: str) -> str:
    """The file that a word means: a path, or a name on the PATH."""
    found = shutil.which(os.path.expanduser(word))  # noqa: PTH111 - a name without a folder must stay one
    if found is None:
        raise SpecError(
            f"{printable(where)}: there is no program '{printable(word)}' that can be run; give its path, such as "
            "that of python in the environment of the tool."
        )
    return found


def _one_of(value: str, known: tuple[str, ...], key: str, text: str) -> str:
    if value not in known:
        raise SpecError(f"'{printable(text)}': {key} is '{printable(value)}', expected {' or '.join(known)}.")
    return value


def _number(value: str, key: str, text: str, *, whole: bool = False) -> float:
    if not re.fullmatch(r"\d{1,9}" if whole else r"\d{1,9}(\.\d+)?", value, re.ASCII):
        raise SpecError(
            f"'{printable(text)}': {key} is '{printable(value)}', expected a {'whole ' if whole else ''}number."
        )
    return float(value)


def _example(called: str) -> str:
    return {"bleurt": "bleurt:model=BLEURT-20"}.get(called, 'command:run="python my_metric.py"')
