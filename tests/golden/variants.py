"""Which variants of which metric have golden scores: derived from the parameters that metrics declare.

From a metric's defaults one parameter at a time is changed: to every other value of ``choices``, to the other of yes
and no, to another number. Parameters that are names without ``choices`` have their values in VALUES. A parameter that
none of this covers is an error, so that a new one cannot be forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import tertium
from tertium.kernels.text import tokenizer_names
from tertium.metrics.bleu import SMOOTHINGS
from tertium.metrics.parameters import Parameter, parameters, show
from tertium.metrics.registry import BUILTIN
from tertium.views.tokens.meteor_words import NAMES as METEOR_WORDS
from tertium.views.words.stems import LANGUAGES

EVERY_TOKENIZER = (*tokenizer_names(), *METEOR_WORDS)
SOME_LANGUAGES = ("de", "es", "ru", "none")
EVERY_LANGUAGE = (*LANGUAGES, "none")
LINKED = ("null_words", "one_to_many", "many_to_one", "multi")
ORDER = ("hamming", "kendall", "kendall-sqrt", "ulam", "footrule", "spearman")
LRSCORES = ("lr-hb1", "lr-hb4", "lr-kb1", "lr-kb4", "lr-ksb1", "lr-ksb4")

# Values to try by parameter, or by metric:parameter, which goes first. What a value needs besides follows a comma.
VALUES: dict[str, tuple[str, ...]] = {
    "tok": (*tokenizer_names(), "meteor-en"),
    "bleu:tok": EVERY_TOKENIZER,
    "meteor:tok": EVERY_TOKENIZER,
    "lang": SOME_LANGUAGES,
    "atec:lang": (*EVERY_LANGUAGE, "porter", "dutch_porter"),
    "meteor:lang": (*EVERY_LANGUAGE, "zh"),
    "meteor:compat": ("yes", *(f"yes,lang={code}" for code in ("de", "es", "fr", "ru"))),
    "bleu:smooth": tuple(SMOOTHINGS),
    "bleu:seg_smooth": ("same", *SMOOTHINGS),
    "bleu:smooth_value": ("0.01,smooth=floor", "2,smooth=add1_n2plus"),
    "bleu:weights": ("0.4/0.3/0.2/0.1",),
    "bleu:effective_order": ("yes", "no", "segments"),
    "bleu:order": ("1", "2", "6"),
    "rouge-s:skip": ("0", "none"),
    "rouge-su:skip": ("0", "none"),
    "ter:beam": ("2", "none"),
    "ter:asian": ("yes", "yes,normalized=yes", "yes,punct=remove"),
    "nkt:alpha": ("0.5,modifier=p",),
    "nkt:beta": ("0.5,modifier=f",),
    "nsr:alpha": ("0.5,modifier=p",),
    "nsr:beta": ("0.5,modifier=f",),
    "impact:rn": ("0", "1"),
    "gtm:e": ("2",),
    "atec:synonyms": ("wordnet", "meteor", "none", "thesaurus.tsv"),
    "atec:wup": ("0.8",),
    "atec:w_close": ("0.6,wup=0.8",),
    "atec:lsa": ("wordnet,lsa_min=0.5",),
    "atec:lsa_min": ("0.8,lsa=wordnet",),
    "atec:idf": ("none", "ref1.idf"),
    "meteor:modules": ("exact", "exact/stem", "stem", "exact/synonym", "exact/paraphrase,paraphrases=phrases.txt"),
    "meteor:synonyms": ("wordnet", "meteor", "none", "thesaurus.tsv"),
    "meteor:function_words": ("none", "en", "de", "es", "fr", "ru", "cs"),
    "meteor:paraphrases": ("phrases.txt", "phrases.txt,compat=yes"),
    "meteor:lengths": ("words", "characters"),
    "meteor:weights": ("1/0.5/0.4/0.3",),
    "meteor:beam": ("1", "100"),
    "layered:without": ("nothing", *(f"{layer},renormalise=yes" for layer in ("auto", "shallow", "deep", "both"))),
}

# Where to start from: the parameters that are given, and those that are then changed (none named: all).
STARTS: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    **dict.fromkeys(ORDER, (("", ()), ("align=direct", (*LINKED, "lang", "links")), ("align=source", LINKED))),
    **dict.fromkeys(LRSCORES, (("", ()), ("align=direct", (*LINKED, "lang", "links")))),
    **dict.fromkeys(("shallow", "deep", "layered"), (("parse=files", ()),)),
}

# Named in the file with the reason why it has no score there.
NEEDS_SPACY = "its trees depend on the version of spaCy; parse=files has the same formulas on kept trees"
NEEDS_DICTIONARY = "its words depend on the version of another package's dictionary or model"
LEFT_OUT = {
    **{f"{name}:parse=en": NEEDS_SPACY for name in ("shallow", "deep", "layered")},
    **{f"bleu:tok={tok}": NEEDS_DICTIONARY for tok in ("ja-mecab", "ko-mecab", "th", "spm:FILE")},
    "atec:lsa=FILE": "the shipped space has the same code; a trained one depends on the version of scipy",
    "tertium:card=DIGITS": "has one value that is allowed: the shipped card's, which the signature shows",
    "tertium-2:card=DIGITS": "has one value that is allowed: the shipped card's, which the signature shows",
}
FIXED = {"tertium:card", "tertium-2:card", "shallow:parse", "deep:parse", "layered:parse"}  # LEFT_OUT says why


@dataclass(frozen=True)
class Variant:
    """A metric to score with; ``inputs`` is what it is given: texts, links (texts and alignments) or graphs."""

    spec: str
    inputs: str

    @property
    def key(self) -> str:
        given_links = self.inputs == "links" and "align=direct" in self.spec
        return f"{self.spec} with links" if given_links else self.spec


def names() -> list[str]:
    return list(BUILTIN)


def variants(name: str) -> list[Variant]:
    """All variants of a registered metric, each once."""
    found: dict[str, Variant] = {}
    for given, changed in STARTS.get(name, (("", ()),)):
        for more in ("", *_changes(name, given, changed)):
            for variant in _placed(name, ",".join(filter(None, (given, more)))):
                found[variant.key] = variant
    return list(found.values())


def _placed(name: str, body: str) -> Iterator[Variant]:
    """With the inputs it needs; direct links can be given, or made by the built-in aligner."""
    spec = f"{name}:{body}" if body else name
    metric = tertium.metric(spec)
    if hasattr(metric, "parse"):
        yield Variant(spec, "graphs")
        return
    align = getattr(metric, "align", "")
    yield Variant(spec, "links" if align == "source" else "texts")
    if align == "direct" and "lang=" not in body and "links=" not in body:  # given links need no aligner
        yield Variant(spec, "links")


def _changes(name: str, given: str, changed: tuple[str, ...]) -> Iterator[str]:
    """``parameter=value`` for every other value of every parameter."""
    start = tertium.metric(f"{name}:{given}" if given else name)
    fixed = {part.partition("=")[0] for part in given.split(",")}
    for field, declared in parameters(start):
        where = f"{name}:{field.name}"
        if field.name in fixed or where in FIXED or (changed and field.name not in changed):
            continue
        value = getattr(start, field.name)
        for other in _others(where, field.name, value, declared):
            if other != show(value):
                yield f"{field.name}={other}"


def _others(where: str, parameter: str, value: object, declared: Parameter) -> Iterable[str]:
    listed = VALUES.get(where, () if declared.choices else VALUES.get(parameter))
    needed = {other.partition(",")[0] for other in listed or ()}
    if declared.choices:
        return (*(listed or ()), *(show(other) for other in declared.choices if other not in needed))
    if listed is not None:
        return listed
    if isinstance(value, bool):
        return ("no" if value else "yes",)
    if isinstance(value, int):
        return (str(value - 1 if value - 1 >= declared.low else value + 1),)
    if isinstance(value, float):
        other = value / 2 + 0.125
        return (show(other if declared.low <= other <= declared.high else value + 1.0),)
    raise LookupError(f"golden scores do not know other values of {where}; name some in VALUES of {__name__}.")
