"""Options people know from other programs that mean something else here, or nothing: each explains itself."""

from __future__ import annotations

_NO_TEST_SETS = (
    "tertium does not download test sets; write one to files with 'sacrebleu -t NAME -l PAIR --echo src ref', then "
    "run 'tertium score REF -i SYSTEM'."
)
_SUBSETS = "tertium scores all the lines it is given; select them before scoring."

FOREIGN = {
    "--test-set": _NO_TEST_SETS,
    "--list": _NO_TEST_SETS,
    "--download": _NO_TEST_SETS,
    "--echo": _NO_TEST_SETS,
    "--citation": _NO_TEST_SETS,
    "--cite": _NO_TEST_SETS,
    "--origlang": _SUBSETS,
    "-ol": _SUBSETS,
    "--subset": _SUBSETS,
    "--detail": _SUBSETS,
    "-d": _SUBSETS,
    "--encoding": "files are UTF-8, whatever the locale; convert others with 'iconv -f ENCODING -t UTF-8'.",
    "-e": "files are UTF-8, whatever the locale; convert others with 'iconv -f ENCODING -t UTF-8'.",
    "--gpus": "nothing of ours runs on a GPU; --threads N sets the threads, --with 'comet:gpus=N' COMET's GPUs.",
    "--model": "metrics are chosen with -m; 'tertium metrics' lists all. COMET runs with --with 'comet:model=NAME'.",
    "--to_json": "use -f json -o FILE.",
    "--quality_only": "use -b.",
    "--only_system": "system scores are the default; -sl gives the segment scores.",
}

# sacreBLEU's -s takes these words where ours, like COMET's, takes the file of sources.
SMOOTHINGS = ("exp", "floor", "add-k", "none")


def explain_translations(name: str) -> str:
    """Why ``-t wmt20`` does not do what sacreBLEU does."""
    return (
        f"-t {name}: there is no such file; -t names translations, as in COMET, and tertium does not download test "
        f"sets: write one to files with 'sacrebleu -t {name} -l PAIR --echo src ref'."
    )


def explain_sources(name: str) -> str:
    """Why ``-s exp`` does not do what sacreBLEU does."""
    return (
        f"-s {name}: there is no such file; -s names the sources, as in COMET; to set BLEU's smoothing, use "
        f"'--smooth-method {name}' or 'bleu:smooth={name}'."
    )
