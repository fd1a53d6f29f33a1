"""``tertium unl``: sentences as UNL graphs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from tertium.cli.output import refuse_unwritable, write_result
from tertium.cli.parser import UsageError
from tertium.corpus.annotations.parses import Parse, parse_conllu
from tertium.corpus.annotations.unl import Sentence, document_of, write
from tertium.corpus.annotations.unl_reader import read_unl
from tertium.corpus.files.access import Source
from tertium.errors import FileError, InputError, counted, printable
from tertium.render.pictures import unl_svg
from tertium.render.reports import unl_outline
from tertium.render.tables import as_json
from tertium.views.syntax.parsing import ENGLISH, check_source, parser
from tertium.views.unl.enconvert import VERSION, enconvert, is_untagged

_NOTHING = Parse((), (), (), (), (), (), ())


def run(arguments: argparse.Namespace) -> int:
    if arguments.output is not None:
        refuse_unwritable(arguments.output)
    given = [name for name in ("texts", "file", "conllu", "document") if getattr(arguments, name)]
    if len(given) != 1:
        what = "one thing to show, not several" if given else "what to show"
        raise UsageError(f"say {what}: sentences, or one of --file, --conllu, --document.")
    if arguments.form is not None and arguments.format != "unl":
        raise UsageError("--form says how -f unl writes graphs; add -f unl or leave it out.")
    if arguments.parser is not None and given[0] not in ("texts", "file"):
        raise UsageError(f"--parser is for text; --{given[0]} needs none.")
    sentences = _sentences(arguments, given[0])
    write_result(_rendered(arguments, sentences), arguments.output)
    return 0


def _sentences(arguments: argparse.Namespace, given: str) -> list[Sentence]:
    if given == "document":
        return _chosen(read_unl(arguments.document).sentences, arguments.line)
    if given == "conllu":
        parses = _chosen(
            parse_conllu(_text(arguments.conllu), printable(arguments.conllu), roots="any"), arguments.line
        )
        for at, parse in enumerate(parses, arguments.line or 1):
            if is_untagged(parse):
                raise InputError(
                    f"{printable(arguments.conllu)} sentence {at} has no parts of speech, expected them in column 4 "
                    "(UPOS): the rules need them."
                )
        texts = [" ".join(parse.text) for parse in parses]
    else:
        texts = arguments.texts or _lines(arguments.file)
        texts = _chosen(texts, arguments.line)
        parses = _parsed(texts, arguments)
    first = arguments.line or 1
    return [enconvert(parse, text, str(first + i)) for i, (parse, text) in enumerate(zip(parses, texts, strict=True))]


def _parsed(texts: Sequence[str], arguments: argparse.Namespace) -> list[Parse]:
    source = check_source(arguments.parser or ENGLISH)
    blocks = parser(source).parses(texts)
    return [next(iter(parse_conllu(block, roots="any")), _NOTHING) for block in blocks]


def _chosen(items: Sequence[Any], line: int | None) -> list[Any]:
    if line is None:
        return list(items)
    if not 1 <= line <= len(items):
        raise InputError(f"there is no sentence {line}, expected one of {counted(len(items), 'sentence')}.")
    return [items[line - 1]]


def _text(path: str) -> str:
    source = Source(path, reread=False)
    with source.open() as file:
        data = file.read()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FileError(f"{source.name} line {line} is not UTF-8; convert it to UTF-8.") from None


def _lines(path: str) -> list[str]:
    return [line.removesuffix("\r") for line in _text(path).removesuffix("\n").split("\n")]


def _rendered(arguments: argparse.Namespace, sentences: Sequence[Sentence]) -> str:
    if arguments.format == "unl":
        return write(document_of(sentences), form=arguments.form or "table")
    if arguments.format == "json":
        return as_json.dumps([_record(sentence) for sentence in sentences], indent=2) + "\n"
    if arguments.format == "svg":
        if len(sentences) != 1:
            raise UsageError(f"an SVG shows one sentence, got {len(sentences)}; choose one with --line N.")
        return unl_svg.svg(sentences[0])
    return "\n".join(
        (f"{printable(sentence.text)}\n" if sentence.text else "") + unl_outline.text(sentence)
        for sentence in sentences
    )


def _record(sentence: Sentence) -> dict[str, Any]:
    return {
        "id": sentence.id,
        "text": sentence.text,
        "nodes": [
            {"headword": n.headword, "constraints": n.constraints, "id": n.id, "attributes": list(n.attributes)}
            for n in sentence.nodes
        ],
        "relations": [
            {"relation": r.label, "head": r.head, "dependent": r.dependent, "scope": r.scope}
            for r in sentence.relations
        ],
        "triples": [list(triple) for triple in sentence.triples()],
        "rules": f"unl-rules#{VERSION}",
    }
