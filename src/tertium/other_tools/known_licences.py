"""Licences of models that are known by name, for copies without a model card. What a card says comes first."""

from __future__ import annotations

_APACHE, _NONCOMMERCIAL = "apache-2.0", "cc-by-nc-sa-4.0"

# The beginnings of names, as their authors publish them; the longest that fits counts.
_LICENCES = {
    "Unbabel/wmt20-comet": _APACHE,
    "Unbabel/wmt21-comet": _APACHE,
    "Unbabel/wmt22-comet-da": _APACHE,
    "Unbabel/eamt22-cometinho": _APACHE,
    "Unbabel/wmt22-cometkiwi": _NONCOMMERCIAL,
    "Unbabel/wmt23-cometkiwi": _NONCOMMERCIAL,
    "Unbabel/XCOMET": _NONCOMMERCIAL,
    "google/metricx-23": _APACHE,
    "google/metricx-24": _APACHE,
    "BLEURT-20": _APACHE,
}


def licence_of(model: str) -> str:
    """The licence of a model by its name; empty where that is not known."""
    name = model.rstrip("/")
    base = name.rpartition("/")[2]  # a checkpoint is known by its folder
    fitting = [known for known in _LICENCES if (name if "/" in known else base).startswith(known)]
    return _LICENCES[max(fitting, key=len)] if fitting else ""


def forbids_commerce(licence: str) -> bool:
    """Does a licence by its name leave out commercial use?"""
    words = licence.lower().replace("_", "-").split("-")
    return "nc" in words or "noncommercial" in words or "research" in words
