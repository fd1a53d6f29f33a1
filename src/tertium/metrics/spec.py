"""Names of metrics as people write them: ``bleu``, ``bleu:order=2``, ``0.5*bleu + 0.5*chrf``, ``pow(bleu*chrf, 0.5)``.

    text       = expression [ "|nrefs:" number "|version:" version ]
    expression = [sign] term { sign term }                                            sign = "+" | "-"
    term       = [ number "*" ] factor { "*" factor }
    factor     = metric  |  "(" expression ")"  |  "mean(" expression ")"  |  "pow(" expression "," exponent ")"
    exponent   = ["-"] number [ "/" number ]
    metric     = name [ ":" key "=" value { "," key "=" value } ] [ "#" version ]   |   "card" ":" file
    value      = bare text without space , # + * | " \\ (in brackets: nor these)   |   "quoted text with \\" and \\\\"

A hand-written parser; nothing is evaluated. ``parse(str(m)) == m`` and ``parse(m.signature) == m``. What a signature
of a score says of the references and the version (`tertium.results.signatures`) is read and means nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tertium.corpus.annotations.quoted_strings import unquoted
from tertium.errors import SpecError, brief, did_you_mean, either, printable
from tertium.metrics import registry
from tertium.metrics.base import Metric
from tertium.metrics.parameters import parameters, read

_NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:[-.][A-Za-z0-9_]+)*(?:\+\+)?", re.ASCII)
_BARE = re.compile(r"[^\s,#+*|\"\\]+")
_BARE_IN_BRACKETS = re.compile(r"[^\s,#+*|\"\\()]+")
_FUNCTION = re.compile(r"(pow|mean)\s*\(", re.ASCII)
_NEXT_PARAMETER = re.compile(r",\s*[A-Za-z][A-Za-z0-9_.-]*=", re.ASCII)
_LIKE = "like"  # no parameter of its own: it stands for several
_DEEPEST = 20  # brackets in brackets: no formula of a person has more
_OF_A_SCORE = re.compile(r"\|nrefs:(?:\d+|var|unknown)(?:\|links:[^\s|]+)?\|version:[^\s|]+\s*", re.ASCII)


def parse(text: str, options: Mapping[str, Any] | None = None) -> Metric:
    """The metric that ``text`` names.

    ``options`` are settings for all metrics (tok, case, norm): a metric takes those it declares in ``options``
    unless its own spec says otherwise. A key such as ``chrf:beta`` is for that metric alone; the first to set a
    parameter wins.
    """
    if not isinstance(text, str):
        raise SpecError(f"a metric is named by a string such as 'bleu', got {type(text).__name__}.")
    if options is not None and not (isinstance(options, Mapping) and all(isinstance(key, str) for key in options)):
        raise SpecError("options are a mapping from names of settings to their values, as in {'tok': 'char'}.")
    return _Parser(text, options or {}).whole()


class _Parser:
    def __init__(self, text: str, options: Mapping[str, Any]) -> None:
        self.text = text
        self.options = options
        self.at = 0
        self.depth = 0

    def whole(self) -> Metric:
        made = self._expression()
        if self.at < len(self.text) and not self._of_a_score():
            raise self._error("there is no bracket to close")
        return made

    def _expression(self) -> Metric:
        terms = []
        sign, weighted = self._sign(required=False), False
        while True:
            weight, metric, explicit = self._term()
            weighted = weighted or explicit
            terms.append((sign * weight, metric))
            self._space()
            if self.at == len(self.text) or self.text[self.at] in ("),|" if self.depth else ")|"):
                break
            sign = self._sign(required=True)
        if len(terms) == 1 and not weighted and terms[0][0] == 1.0:
            return terms[0][1]
        from tertium.metrics.combination import Combination  # most names are of one metric

        return Combination(tuple(terms))

    def _term(self) -> tuple[float, Metric, bool]:
        self._space()
        number = _NUMBER.match(self.text, self.at)
        if number is not None:
            self.at = number.end()
            self._space()
            if not self._take("*"):
                raise self._error("expected '*' after a weight, as in '0.5*bleu'")
        factors = [self._factor()]
        self._space()
        while self._take("*"):
            factors.append(self._factor())
            self._space()
        metric = factors[0]
        if len(factors) > 1:
            from tertium.metrics.products import Product

            metric = Product(tuple(factors))
        return 1.0 if number is None else float(number.group()), metric, number is not None

    def _factor(self) -> Metric:
        self._space()
        function = _FUNCTION.match(self.text, self.at)
        if function is None and not self.text.startswith("(", self.at):
            return self._metric()
        self.at = self.at + 1 if function is None else function.end()
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self._error(f"brackets stand more than {_DEEPEST} deep in each other")
        made = self._expression()
        if function is not None:
            made = self._applied(function.group(1), made)
        self._space()
        if not self._take(")"):
            raise self._error("expected ')'")
        self.depth -= 1
        return made

    def _applied(self, function: str, metric: Metric) -> Metric:
        from tertium.metrics.products import Mean, Power

        if function == "mean":
            return Mean(metric)
        if not self._take(","):
            raise self._error("expected ',' and an exponent, as in 'pow(bleu, 0.5)'")
        return Power(metric, self._exponent())

    def _exponent(self) -> float:
        self._space()
        sign = -1.0 if self._take("-") else 1.0
        above = self._number("an exponent such as 0.5, -1 or 1/4")
        if not self._take("/"):
            return sign * above
        below = self._number("the lower part of a fraction such as 1/4")
        if below == 0:
            raise self._error("an exponent is divided by 0")
        return sign * above / below

    def _number(self, what: str) -> float:
        number = _NUMBER.match(self.text, self.at)
        if number is None:
            raise self._error(f"expected {what}")
        self.at = number.end()
        return float(number.group())

    def _metric(self) -> Metric:
        name = _NAME.match(self.text, self.at)
        if name is None:
            raise self._error("expected a metric's name")
        self.at = name.end()
        called = registry.canonical(name.group())
        cls = registry.find(called)
        declared = {field.name for field, _ in parameters(cls)} | ({_LIKE} if cls.likes else set())
        given: dict[str, Any] = {}
        if self._take(":"):
            while True:
                key, value = self._assignment(called, declared, None if given else cls.main)
                if key in given:
                    raise self._error(f"{called} got '{key}' twice")
                given[key] = value if key == _LIKE else read(cls, key, value)
                # In brackets a comma may stand before an exponent.
                if (self.depth and not _NEXT_PARAMETER.match(self.text, self.at)) or not self._take(","):
                    break
        self._version(cls)
        program = given.pop(_LIKE, None)
        named = dict(given)
        for key, value in self.options.items():
            owner, _, parameter = key.rpartition(":")
            if parameter in declared and (owner == called if owner else parameter in cls.options):
                given.setdefault(parameter, value)
        if program is not None:  # part of the name, so it wins over settings for all metrics
            if program not in cls.likes:
                hint = did_you_mean(program, cls.likes) or ","
                raise SpecError(
                    f"{called}:like is '{printable(program)}'{hint} expected one of {', '.join(cls.likes)}."
                )
            given = {**given, **cls.like(program, given), **named}
        try:
            return cls(**given)
        except SpecError as problem:
            if re.search(rf"(?<![\w-]){re.escape(called)}(?![\w-])", str(problem)):
                raise
            raise SpecError(f"{called}: {problem.said}") from None  # of several metrics, this one

    def _assignment(self, metric: str, declared: set[str], main: str | None) -> tuple[str, str]:
        self._space()
        key = _NAME.match(self.text, self.at)
        if main is not None and (key is None or not self.text.startswith("=", key.end())):
            return main, self._value(main)
        if key is None:
            raise self._error("expected parameter=value")
        if key.group() not in declared:
            known = f"it has {', '.join(sorted(declared))}" if declared else "it has none"
            raise SpecError(
                f"{metric} has no parameter '{key.group()}'{did_you_mean(key.group(), declared) or ';'} {known}."
            )
        self.at = key.end()
        if not self._take("="):
            raise self._error(f"expected '=' after '{key.group()}'")
        return key.group(), self._value(key.group())

    def _value(self, key: str) -> str:
        if self.text.startswith('"', self.at):
            quoted = unquoted(self.text, self.at)
            if quoted is None:
                raise self._error('a quoted value is not closed with "')
            made, self.at = quoted
            return made
        bare = (_BARE_IN_BRACKETS if self.depth else _BARE).match(self.text, self.at)
        if bare is None:
            raise self._error(f"expected a value for '{key}'")
        self.at = bare.end()
        return bare.group()

    def _version(self, cls: type[Metric]) -> None:
        if not self._take("#"):
            return
        digits = re.compile(r"\d+", re.ASCII).match(self.text, self.at)
        if digits is None:
            raise self._error("expected a version number after '#'")
        self.at = digits.end()
        if digits.group().lstrip("0") != str(cls.version):
            raise SpecError(
                f"this is definition {cls.version} of {cls.name}, the signature asks for #{digits.group()[:20]}; "
                "use the version of tertium that wrote it, or drop '#...' to score by today's definition."
            )

    def _of_a_score(self) -> bool:
        """Is the rest what the signature of a score says beside the metric?"""
        if not self.text.startswith("|", self.at):
            return False
        if _OF_A_SCORE.fullmatch(self.text, self.at) is None:
            raise self._error("expected '|nrefs:2|version:0.1.0' or the like, as signatures of scores end,")
        return True

    def _sign(self, required: bool) -> float:
        self._space()
        if self._take("+"):
            return 1.0
        if self._take("-"):
            return -1.0
        if required:
            where = self._error("expected '+' or '-' between the metrics of a sum")
            raise SpecError(
                f"{str(where)[:-1]}; several metrics are {either('several arguments: -m bleu chrf', 'a list')}."
            )
        return 1.0

    def _space(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def _take(self, char: str) -> bool:
        if self.text.startswith(char, self.at):
            self.at += 1
            return True
        return False

    def _error(self, what: str) -> SpecError:
        got = printable(self.text[self.at : self.at + 20]) or "the end"
        return SpecError(
            f"cannot read metric '{brief(self.text, 300)}': {what} at character {self.at + 1}, got {got!r}."
        )
