"""BibTeX of the papers that metrics come from, and of tertium: what ``--citation`` prints.

Fields that we could not check are left out.
"""

from __future__ import annotations

from collections.abc import Iterable

from tertium.metrics.base import Metric
from tertium.metrics.combination import Combination
from tertium.metrics.products import Formula
from tertium.version import __version__

# Key, kind, then the fields in the order they are printed.
_PAPERS: dict[str, tuple[str, dict[str, str]]] = {
    "papineni-etal-2002-bleu": (
        "inproceedings",
        {
            "author": "Papineni, Kishore and Roukos, Salim and Ward, Todd and Zhu, Wei-Jing",
            "title": "{BLEU}: a Method for Automatic Evaluation of Machine Translation",
            "booktitle": "Proceedings of the 40th Annual Meeting of the Association for Computational Linguistics",
            "year": "2002",
            "pages": "311--318",
        },
    ),
    "doddington-2002-nist": (
        "inproceedings",
        {
            "author": "Doddington, George",
            "title": "Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence Statistics",
            "booktitle": "Proceedings of the Second International Conference on Human Language Technology Research",
            "year": "2002",
            "pages": "138--145",
        },
    ),
    "isozaki-etal-2010-ribes": (
        "inproceedings",
        {
            "author": "Isozaki, Hideki and Hirao, Tsutomu and Duh, Kevin and Sudoh, Katsuhito and Tsukada, Hajime",
            "title": "Automatic Evaluation of Translation Quality for Distant Language Pairs",
            "booktitle": "Proceedings of the 2010 Conference on Empirical Methods in Natural Language Processing",
            "year": "2010",
            "pages": "944--952",
        },
    ),
    "birch-osborne-2010-lrscore": (
        "inproceedings",
        {
            "author": "Birch, Alexandra and Osborne, Miles",
            "title": "{LRscore} for Evaluating Lexical and Reordering Quality in {MT}",
            "booktitle": "Proceedings of the Joint Fifth Workshop on Statistical Machine Translation and {MetricsMATR}",
            "year": "2010",
            "pages": "327--332",
        },
    ),
    "birch-osborne-2011-reordering": (
        "inproceedings",
        {
            "author": "Birch, Alexandra and Osborne, Miles",
            "title": "Reordering Metrics for {MT}",
            "booktitle": "Proceedings of the 49th Annual Meeting of the Association for Computational Linguistics: "
            "Human Language Technologies",
            "year": "2011",
            "pages": "1027--1035",
        },
    ),
    "popovic-2015-chrf": (
        "inproceedings",
        {
            "author": "Popovi{\\'c}, Maja",
            "title": "{chrF}: character n-gram {F}-score for automatic {MT} evaluation",
            "booktitle": "Proceedings of the Tenth Workshop on Statistical Machine Translation",
            "year": "2015",
            "pages": "392--395",
        },
    ),
    "popovic-2017-chrf": (
        "inproceedings",
        {
            "author": "Popovi{\\'c}, Maja",
            "title": "{chrF++}: words helping character n-grams",
            "booktitle": "Proceedings of the Second Conference on Machine Translation",
            "year": "2017",
            "pages": "612--618",
        },
    ),
    "levenshtein-1966": (
        "article",
        {
            "author": "Levenshtein, Vladimir I.",
            "title": "Binary codes capable of correcting deletions, insertions, and reversals",
            "journal": "Soviet Physics Doklady",
            "year": "1966",
            "volume": "10",
            "number": "8",
        },
    ),
    "niessen-etal-2000-evaluation": (
        "inproceedings",
        {
            "author": "Nie{\\ss}en, Sonja and Och, Franz Josef and Leusch, Gregor and Ney, Hermann",
            "title": "An Evaluation Tool for Machine Translation: Fast Evaluation for {MT} Research",
            "booktitle": "Proceedings of the Second International Conference on Language Resources and Evaluation",
            "year": "2000",
        },
    ),
    "tillmann-etal-1997-accelerated": (
        "inproceedings",
        {
            "author": "Tillmann, Christoph and Vogel, Stephan and Ney, Hermann and Zubiaga, A. and Sawaf, Hassan",
            "title": "Accelerated {DP} Based Search for Statistical Translation",
            "booktitle": "Proceedings of Eurospeech 1997",
            "year": "1997",
        },
    ),
    "lin-2004-rouge": (
        "inproceedings",
        {
            "author": "Lin, Chin-Yew",
            "title": "{ROUGE}: A Package for Automatic Evaluation of Summaries",
            "booktitle": "Text Summarization Branches Out",
            "year": "2004",
            "pages": "74--81",
        },
    ),
    "snover-etal-2006-ter": (
        "inproceedings",
        {
            "author": "Snover, Matthew and Dorr, Bonnie and Schwartz, Rich and Micciulla, Linnea and Makhoul, John",
            "title": "A Study of Translation Edit Rate with Targeted Human Annotation",
            "booktitle": "Proceedings of the 7th Conference of the Association for Machine Translation in the Americas",
            "year": "2006",
            "pages": "223--231",
        },
    ),
    "turian-etal-2003-gtm": (
        "inproceedings",
        {
            "author": "Turian, Joseph P. and Shen, Luke and Melamed, I. Dan",
            "title": "Evaluation of Machine Translation and its Evaluation",
            "booktitle": "Proceedings of Machine Translation Summit {IX}",
            "year": "2003",
            "pages": "386--393",
        },
    ),
    "wong-kit-2010-atec": (
        "inproceedings",
        {
            "author": "Wong, Billy and Kit, Chunyu",
            "title": "The Parameter-Optimized {ATEC} Metric for {MT} Evaluation",
            "booktitle": "Proceedings of the Joint Fifth Workshop on Statistical Machine Translation and {MetricsMATR}",
            "year": "2010",
            "pages": "360--364",
        },
    ),
    "banerjee-lavie-2005-meteor": (
        "inproceedings",
        {
            "author": "Banerjee, Satanjeev and Lavie, Alon",
            "title": "{METEOR}: An Automatic Metric for {MT} Evaluation with Improved Correlation with Human Judgments",
            "booktitle": "Proceedings of the {ACL} Workshop on Intrinsic and Extrinsic Evaluation Measures for "
            "Machine Translation and/or Summarization",
            "year": "2005",
            "pages": "65--72",
        },
    ),
    "denkowski-lavie-2014-meteor": (
        "inproceedings",
        {
            "author": "Denkowski, Michael and Lavie, Alon",
            "title": "Meteor Universal: Language Specific Translation Evaluation for Any Target Language",
            "booktitle": "Proceedings of the Ninth Workshop on Statistical Machine Translation",
            "year": "2014",
            "pages": "376--380",
        },
    ),
    "echizenya-araki-2007-impact": (
        "inproceedings",
        {
            "author": "Echizen-ya, Hiroshi and Araki, Kenji",
            "title": "Automatic Evaluation of Machine Translation based on Recursive Acquisition of an Intuitive "
            "Common Parts Continuum",
            "booktitle": "Proceedings of Machine Translation Summit {XI}",
            "year": "2007",
        },
    ),
    "gautam-bhattacharyya-2014-layered": (
        "inproceedings",
        {
            "author": "Gautam, Shubham and Bhattacharyya, Pushpak",
            "title": "{LAYERED}: Metric for Machine Translation Evaluation",
            "booktitle": "Proceedings of the Ninth Workshop on Statistical Machine Translation",
            "year": "2014",
            "pages": "387--393",
        },
    ),
    "tertium": (
        "software",
        {
            "author": "{The tertium authors}",
            "title": "tertium: how good a machine translation is, why, and how far that number can be trusted",
            "version": __version__,
        },
    ),
}

_OWN = "tertium"
_ORDER = ("birch-osborne-2010-lrscore", "birch-osborne-2011-reordering")
# By the names of our own metrics; a metric of another package brings no papers.
_OF: dict[str, tuple[str, ...]] = {
    "bleu": ("papineni-etal-2002-bleu",),
    "nist": ("doddington-2002-nist",),
    **dict.fromkeys(("ribes", "nkt", "nsr", "precision", "recall", "f", "bp"), ("isozaki-etal-2010-ribes",)),
    **dict.fromkeys(("hamming", "kendall", "kendall-sqrt", "ulam", "footrule"), _ORDER),
    "spearman": ("gautam-bhattacharyya-2014-layered",),
    **dict.fromkeys(("lr-hb1", "lr-hb4", "lr-kb1", "lr-kb4", "lr-ksb1", "lr-ksb4"), _ORDER),
    "chrf": ("popovic-2015-chrf",),
    "chrf++": ("popovic-2017-chrf",),
    "chrf-mean": ("popovic-2015-chrf",),
    "levenshtein": ("levenshtein-1966",),
    **dict.fromkeys(("wer", "cer"), ("levenshtein-1966", "niessen-etal-2000-evaluation")),
    "per": ("tillmann-etal-1997-accelerated",),
    **dict.fromkeys(("rouge-1", "rouge-2", "rouge-l", "rouge-s", "rouge-su"), ("lin-2004-rouge",)),
    "ter": ("snover-etal-2006-ter",),
    "gtm": ("turian-etal-2003-gtm",),
    "atec": ("wong-kit-2010-atec",),
    "meteor": ("banerjee-lavie-2005-meteor", "denkowski-lavie-2014-meteor"),
    "impact": ("echizenya-araki-2007-impact",),
    **dict.fromkeys(("shallow", "deep", "layered"), ("gautam-bhattacharyya-2014-layered",)),
    "tertium": (),
    "tertium-2": (),
}


def keys_of(metric: Metric) -> tuple[str, ...]:
    """The papers of a metric; of a sum, a formula and a card those of the metrics inside."""
    if metric.name in _OF:
        return _OF[metric.name]
    terms = [term for _, term in metric.leaves()]
    if isinstance(metric, Combination):
        terms = [term for _, term in metric.terms]
    elif isinstance(metric, Formula):
        terms = list(metric.inside())
    return tuple(key for term in terms if term is not metric for key in keys_of(term))


def bibtex(metrics: Iterable[Metric]) -> str:
    """The entries of all papers, each once, then that of tertium."""
    keys = dict.fromkeys([*(key for metric in metrics for key in keys_of(metric)), _OWN])
    return "\n".join(_entry(key, *_PAPERS[key]) for key in keys)


def _entry(key: str, kind: str, fields: dict[str, str]) -> str:
    body = "".join(f"  {name:<9} = {{{text}}},\n" for name, text in fields.items())
    return f"@{kind}{{{key},\n{body}}}\n"
