"""Graphs of German, Spanish and Chinese, from small trees written for these tests: no English word list takes part."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.corpus.annotations.parses import Parse, parse_conllu
from tertium.corpus.annotations.unl import Sentence, document_of, write
from tertium.corpus.annotations.unl_reader import read_text
from tertium.views.unl.enconvert import enconvert
from tertium.views.unl.language_tables import LISTED


def tree(text: str) -> Parse:
    """FORM/LEMMA/UPOS/FEATS/HEAD/RELATION, separated by spaces."""
    columns = list(zip(*(word.rsplit("/", 5) for word in text.split()), strict=True))
    forms, lemmas, upos, feats, heads, relations = columns
    return Parse(forms, lemmas, upos, ("_",) * len(forms), feats, tuple(map(int, heads)), relations)


def marked(sentence: Sentence) -> set[str]:
    """Relations between headwords, and every word that has attributes with these."""
    names = [node.headword for node in sentence.nodes]
    found = {f"{one.label}({names[one.head]}, {names[one.dependent]})" for one in sentence.relations}
    return found | {
        f"{node.headword}.@{mark}" for node in sentence.nodes for mark in node.attributes if mark != "entry"
    }


def graph(lang: str, text: str) -> set[str]:
    return marked(enconvert(tree(text), lang=lang))


PAST = "Mood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin"
PRESENT = "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin"
DEF, INDEF = "Definite=Def|PronType=Art", "Definite=Ind|PronType=Art"

CASES = {
    "de: past, articles, plural, accusative": (
        "de",
        f"Der/der/DET/{DEF}/2/det Hund/Hund/NOUN/Case=Nom|Number=Sing/3/nsubj biss/beißen/VERB/{PAST}/0/root "
        f"die/der/DET/{DEF}/5/det Kinder/Kind/NOUN/Case=Acc|Number=Plur/3/obj",
        {"agt(beißen, Hund)", "obj(beißen, Kind)", "beißen.@past", "Hund.@def", "Kind.@pl", "Kind.@def"},
    ),
    "de: nicht, and the perfect is a past": (
        "de",
        f"Er/er/PRON/Person=3|PronType=Prs/6/nsubj hat/haben/AUX/{PRESENT}/6/aux das/der/DET/{DEF}/4/det "
        "Haus/Haus/NOUN/Number=Sing/6/obj nicht/nicht/PART/Polarity=Neg/6/advmod gesehen/sehen/VERB/VerbForm=Part/0/root",
        {"agt(sehen, er)", "obj(sehen, Haus)", "sehen.@past", "sehen.@not", "Haus.@def"},
    ),
    "de: kein denies the clause": (
        "de",
        f"Sie/sie/PRON/_/2/nsubj kauft/kaufen/VERB/{PRESENT}/0/root keine/kein/DET/PronType=Neg/4/det "
        "Bücher/Buch/NOUN/Number=Plur/2/obj",
        {"agt(kaufen, sie)", "obj(kaufen, Buch)", "kaufen.@not", "Buch.@pl"},
    ),
    "de: niemand is jemand, denied": (
        "de",
        f"Niemand/niemand/PRON/PronType=Neg/2/nsubj schläft/schlafen/VERB/{PRESENT}/0/root",
        {"agt(schlafen, jemand)", "schlafen.@not"},
    ),
    "de: passive with von, modal, English look-alikes": (
        "de",
        f"Die/der/DET/{DEF}/2/det Art/Art/NOUN/Number=Sing/6/nsubj:pass muss/müssen/AUX/{PRESENT}/6/aux "
        "von/von/ADP/_/5/case Anna/Anna/PROPN/_/6/obl gefunden/finden/VERB/VerbForm=Part/0/root "
        "werden/werden/AUX/VerbForm=Inf/6/aux:pass",
        {"agt(finden, Anna)", "obj(finden, Art)", "finden.@obligation", "Art.@def"},
    ),
    "de: genitive, dative, separable verb, time": (
        "de",
        f"Am/an/ADP/_/2/case Montag/Montag/NOUN/Case=Dat/3/obl gibt/geben/VERB/{PRESENT}/0/root "
        "der/der/DET/Definite=Def|PronType=Art/5/det Bruder/Bruder/NOUN/Case=Nom/3/nsubj "
        "Marias/Maria/PROPN/Case=Gen/5/nmod ihm/er/PRON/Case=Dat/3/obl:arg Geld/Geld/NOUN/Case=Acc/3/obj "
        "zurück/zurück/ADV/_/3/compound:prt",
        {
            "tim(zurückgeben, Montag)",
            "agt(zurückgeben, Bruder)",
            "pos(Bruder, Maria)",
            "gol(zurückgeben, er)",
            "obj(zurückgeben, Geld)",
            "Bruder.@def",
        },
    ),
    "de: relative clause, oder, comparative": (
        "de",
        f"Hunde/Hund/NOUN/Number=Plur/0/root oder/oder/CCONJ/_/3/cc Katzen/Katze/NOUN/Number=Plur/1/conj ,/,/PUNCT/_/6/punct "
        f"die/der/PRON/PronType=Dem,Rel/6/nsubj bellen/bellen/VERB/{PRESENT}/1/acl:relcl",
        {"or(Hund, Katze)", "agt(bellen, Hund)", "Hund.@pl", "Katze.@pl"},
    ),
    "es: no, nadie, past": (
        "es",
        f"No/no/ADV/Polarity=Neg/2/advmod vino/venir/VERB/{PAST}/0/root nadie/nadie/PRON/PronType=Neg/2/nsubj",
        {"agt(venir, alguien)", "venir.@not", "venir.@past"},
    ),
    "es: articles, plural, place, perfect": (
        "es",
        f"Los/el/DET/{DEF}|Number=Plur/2/det niños/niño/NOUN/Number=Plur/4/nsubj han/haber/AUX/{PRESENT}/4/aux "
        f"comido/comer/VERB/Tense=Past|VerbForm=Part/0/root una/uno/DET/{INDEF}/6/det manzana/manzana/NOUN/Number=Sing/4/obj "
        f"en/en/ADP/_/9/case la/el/DET/{DEF}/9/det escuela/escuela/NOUN/Number=Sing/4/obl",
        {
            "agt(comer, niño)",
            "obj(comer, manzana)",
            "plc(comer, escuela)",
            "comer.@complete",
            "niño.@pl",
            "niño.@def",
            "manzana.@indef",
            "escuela.@def",
        },
    ),
    "es: passive with por, sin denies, future": (
        "es",
        "La/el/DET/Definite=Def|PronType=Art/2/det carta/carta/NOUN/Number=Sing/4/nsubj:pass "
        "será/ser/AUX/Mood=Ind|Tense=Fut|VerbForm=Fin/4/aux:pass leída/leer/VERB/VerbForm=Part/0/root "
        "por/por/ADP/_/6/case Ana/Ana/PROPN/_/4/obl sin/sin/ADP/_/8/case prisa/prisa/NOUN/_/4/obl",
        {"leer.@future", "obj(leer, carta)", "agt(leer, Ana)", "man(leer, prisa)", "prisa.@not", "carta.@def"},
    ),
    "es: in progress, words that are English elsewhere": (
        "es",
        f"He/he/NOUN/_/3/nsubj está/estar/AUX/{PRESENT}/3/aux comiendo/comer/VERB/VerbForm=Ger/0/root "
        "once/once/NUM/NumType=Card/5/nummod panes/pan/NOUN/Number=Plur/3/obj",
        {"agt(comer, he)", "obj(comer, pan)", "qua(pan, 11)", "comer.@progress", "pan.@pl"},
    ),
    "zh: 不": (
        "zh",
        "他/他/PRON/Person=3/3/nsubj 不/不/ADV/Polarity=Neg/3/advmod 吃/吃/VERB/_/0/root 鱼/鱼/NOUN/_/3/obj",
        {"agt(吃, 他)", "obj(吃, 鱼)", "吃.@not"},
    ),
    "zh: 没 without features, perfective 了 in another sentence": (
        "zh",
        "我/我/PRON/_/3/nsubj 没/没/ADV/_/3/advmod 看/看/VERB/_/0/root 书/书/NOUN/_/3/obj",
        {"agt(看, 我)", "obj(看, 书)", "看.@not"},
    ),
    "zh: 没有 as a verb is 有, denied": (
        "zh",
        "她/她/PRON/_/2/nsubj 没有/没有/VERB/_/0/root 钱/钱/NOUN/_/2/obj",
        {"aoj(有, 她)", "obj(有, 钱)", "有.@not"},
    ),
    "zh: classifier, 了, 在 ... 里, demonstrative": (
        "zh",
        "我/我/PRON/_/5/nsubj 在/在/ADP/_/3/case 房子/房子/NOUN/_/5/obl 里/里/ADP/_/3/case:loc 买/买/VERB/_/0/root "
        "了/了/AUX/Aspect=Perf/5/aux 三/三/NUM/NumType=Card/9/nummod 本/本/NOUN/_/7/clf 书/书/NOUN/_/5/obj",
        {"agt(买, 我)", "plc(买, 房子)", "obj(买, 书)", "qua(书, 3)", "买.@complete"},
    ),
    "zh: 被, 把, relative clause with 的, a question": (
        "zh",
        "吃/吃/VERB/_/4/acl:relcl 鱼/鱼/NOUN/_/1/obj 的/的/PART/_/1/mark:rel 猫/猫/NOUN/_/8/nsubj:pass 被/被/ADP/_/6/case "
        "狗/狗/NOUN/_/8/obl:agent 没有/没有/ADV/_/8/advmod 咬/咬/VERB/_/0/root 吗/吗/PART/_/8/discourse:sp ？/？/PUNCT/_/8/punct",
        {"agt(吃, 猫)", "obj(吃, 鱼)", "obj(咬, 猫)", "agt(咬, 狗)", "咬.@not", "咬.@interrogative"},
    ),
    "zh: 她 的 书, plural by its feature": (
        "zh",
        "她/她/PRON/_/3/nmod 的/的/PART/Case=Gen/1/case 学生们/学生/NOUN/Number=Plur/4/nsubj 来/来/VERB/_/0/root",
        {"pos(学生, 她)", "agt(来, 学生)", "学生.@pl"},
    ),
    "zh: a question by its particle, without a mark": (
        "zh",
        "他/他/PRON/_/2/nsubj 来/来/VERB/_/0/root 吗/吗/PART/_/2/discourse:sp",
        {"agt(来, 他)", "来.@interrogative"},
    ),
    "zh: a verb and where it leads are one": (
        "zh",
        "他/他/PRON/_/2/nsubj 走/走/VERB/_/0/root 出去/出去/VERB/_/2/compound:dir",
        {"agt(走 出去, 他)"},
    ),
    "es: prepositions of two words, of place": (
        "es",
        f"Ana/Ana/PROPN/_/2/nsubj vive/vivir/VERB/{PRESENT}/0/root cerca/cerca/ADV/_/6/case de/de/ADP/_/3/fixed "
        f"la/el/DET/{DEF}/6/det casa/casa/NOUN/Number=Sing/2/obl",
        {"agt(vivir, Ana)", "plc(vivir, casa)", "casa.@def"},
    ),
    "es: prepositions of two words, of reason": (
        "es",
        f"Ana/Ana/PROPN/_/2/nsubj canta/cantar/VERB/{PRESENT}/0/root debido/debido/ADJ/_/6/case a/a/ADP/_/3/fixed "
        f"la/el/DET/{DEF}/6/det guerra/guerra/NOUN/Number=Sing/2/obl",
        {"agt(cantar, Ana)", "rsn(cantar, guerra)", "guerra.@def"},
    ),
    "es: a book to read": (
        "es",
        f"Ana/Ana/PROPN/_/2/nsubj busca/buscar/VERB/{PRESENT}/0/root un/uno/DET/{INDEF}/4/det "
        "libro/libro/NOUN/Number=Sing/2/obj que/que/SCONJ/_/6/mark leer/leer/VERB/VerbForm=Inf/4/acl",
        {"agt(buscar, Ana)", "obj(buscar, libro)", "mod(libro, leer)", "libro.@indef"},
    ),
    "cs: a language without tables, by its features": (
        "cs",
        "Psi/pes/NOUN/Number=Plur/2/nsubj neštěkali/štěkat/VERB/Polarity=Neg|Tense=Past|VerbForm=Part/0/root "
        "v/v/ADP/_/4/case zahradě/zahrada/NOUN/Number=Sing/2/obl",
        {"agt(štěkat, pes)", "štěkat.@not", "pes.@pl", "man(štěkat, zahrada)"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_graph_is_the_one_meant(name: str) -> None:
    lang, text, expected = CASES[name]
    assert graph(lang, text) == expected


def test_a_denied_sentence_is_not_the_sentence_in_any_language() -> None:
    for denial, lang, text in (
        (" nicht/nicht/PART/_/2/advmod", "de", "Er/er/PRON/_/2/nsubj kommt/kommen/VERB/_/0/root"),
        (" no/no/ADV/_/2/advmod", "es", "Ella/ella/PRON/_/2/nsubj viene/venir/VERB/_/0/root"),
        (" 不/不/ADV/_/2/advmod", "zh", "他/他/PRON/_/2/nsubj 来/来/VERB/_/0/root"),
        (" ne/ne/PART/Polarity=Neg/2/advmod", "xx", "Li/li/PRON/_/2/nsubj venas/veni/VERB/_/0/root"),
    ):
        assert graph(lang, text + denial) - graph(lang, text) == {f"{text.split()[1].split('/')[1]}.@not"}


def test_german_words_that_are_spelled_like_english_ones_have_no_english_sense() -> None:
    made = enconvert(
        tree(
            "Kind/Kind/NOUN/_/2/nsubj will/wollen/VERB/_/0/root Gift/Gift/NOUN/_/2/obj bald/bald/ADV/_/2/advmod "
            "so/so/ADV/_/2/advmod"
        ),
        lang="de",
    )
    assert all("equ>" not in node.constraints for node in made.nodes)
    assert "will" not in {node.headword for node in made.nodes}
    assert not any(set(node.attributes) & {"future"} for node in made.nodes)


def test_tables_are_of_these_languages() -> None:
    assert sorted(LISTED) == ["de", "es", "zh"]  # as docs/unl.md says


@pytest.mark.parametrize(("lang", "most_default", "denied"), [("de", 0.12, 90), ("zh", 0.30, 120)])
def test_gold_trees_give_graphs_that_hold_together(
    lang: str, most_default: float, denied: int, shared_data: Path
) -> None:
    """PUD: every word is linked, most relations are more than a default, and denials are found."""
    path = shared_data / "ud-pud" / f"{lang}_pud-ud-test.conllu"
    if not path.exists():
        pytest.skip(f"{path.name} is not there: Universal Dependencies PUD is data beside the project")
    parses = parse_conllu(path.read_text("utf-8"))
    made = [enconvert(parse, " ".join(parse.text), str(at), lang) for at, parse in enumerate(parses, 1)]
    document = document_of(made)
    assert read_text(write(document)) == document
    for sentence in made:
        linked = {at for one in sentence.relations for at in (one.head, one.dependent)}
        assert len(linked) == len(sentence.nodes) or len(sentence.nodes) == 1
    labels = [one.label for sentence in made for one in sentence.relations]
    assert labels.count("man") / len(labels) < most_default
    assert {"agt", "obj", "mod", "aoj", "plc", "tim", "qua", "and", "or", "gol", "rsn", "con", "pur"} <= set(labels)
    assert sum("not" in node.attributes for sentence in made for node in sentence.nodes) >= denied
