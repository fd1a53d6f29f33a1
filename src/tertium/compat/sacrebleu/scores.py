"""Scores with sacreBLEU's attributes, printed as it prints them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field


@dataclass
class Score:
    """A name and a number; of several resamples their mean and half of the interval that holds 95 % of them."""

    name: str
    score: float
    _mean: float = field(default=-1.0, init=False)
    _ci: float = field(default=-1.0, init=False)

    @property
    def _verbose(self) -> str:
        return ""

    def format(self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False) -> str:
        """``width`` decimals; the number alone, or a line for people, or JSON."""
        if is_json:
            return json.dumps(self._in_json(width, signature), indent=1, ensure_ascii=False)
        number = f"{self.score:.{width}f}"
        if self._mean >= 0:
            number += f" (μ = {self._mean:.{width}f} ± {self._ci:.{width}f})"
        if score_only:
            return number
        name = f"{self.name}|{signature}" if signature else self.name
        return f"{name} = {number} {self._verbose}".rstrip()

    def _in_json(self, width: int, signature: str) -> dict[str, object]:
        made: dict[str, object] = {"name": self.name, "score": float(f"{self.score:.{width}f}"), "signature": signature}
        if self._mean >= 0:
            mean, half = f"{self._mean:.{width}f}", f"{self._ci:.{width}f}"
            made |= {
                "confidence_mean": float(mean),
                "confidence_var": float(half),
                "confidence": f"μ = {mean} ± {half}",
            }
        if self._verbose:
            made["verbose_score"] = self._verbose
        for part in signature.split("|") if signature else ():
            key, _, value = part.partition(":")
            made[key] = value
        return made

    def __str__(self) -> str:
        return self.format()


@dataclass
class BLEUScore(Score):
    """BLEU and what it was made of: matches and n-grams by order, precisions in per cent, lengths."""

    counts: list[int]
    totals: list[int]
    precisions: list[float]
    bp: float
    sys_len: int
    ref_len: int

    @property
    def ratio(self) -> float:
        return self.sys_len / self.ref_len if self.ref_len else 0.0

    @property
    def prec_str(self) -> str:
        return "/".join(f"{precision:.1f}" for precision in self.precisions)

    @property
    def _verbose(self) -> str:
        lengths = f"ratio = {self.ratio:.3f} hyp_len = {self.sys_len} ref_len = {self.ref_len}"
        return f"{self.prec_str} (BP = {self.bp:.3f} {lengths})"

    __str__ = Score.__str__


@dataclass
class CHRFScore(Score):
    """chrF and its parameters."""

    char_order: int
    word_order: int
    beta: int


@dataclass
class TERScore(Score):
    """TER and what it was made of."""

    num_edits: float
    ref_length: float
