"""The enconverter: every rule by its example, and what makes two sentences one graph or two."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.corpus.annotations.parses import Parse, parse_conllu
from tertium.corpus.annotations.unl import LABELS, Sentence, document_of, write
from tertium.corpus.annotations.unl_reader import read_text
from tertium.views.unl.enconvert import enconvert
from tertium.views.unl.rules import Rule, example_parse, rule_for, rules


def brief(sentence: Sentence) -> set[str]:
    """Relations with headwords alone: agt(kill, John)."""
    names = [node.headword for node in sentence.nodes]
    return {f"{r.label}({names[r.head]}, {names[r.dependent]})" for r in sentence.relations}


def graph(text: str) -> Sentence:
    return enconvert(example_parse(text))


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: f"{rule.number}-{rule.role}-{rule.relation}")
def test_the_example_of_every_rule(rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []
    monkeypatch.setattr(
        "tertium.views.unl.enconvert.rule_for", lambda *asked: taken.append(rule_for(*asked)) or taken[-1]
    )
    made = brief(enconvert(example_parse(rule.example), lang=rule.lang))
    assert rule in taken  # and no rule before it
    assert set(rule.expected) <= made
    assert any(expected.startswith(f"{rule.relation}(") for expected in rule.expected)


def test_the_table_has_a_rule_for_every_label() -> None:
    assert {rule.relation for rule in rules()} == set(LABELS)


ACTIVE = "John/PROPN/2/nsubj killed/VERB/0/root Mary/PROPN/2/obj ./PUNCT/2/punct"
PASSIVE = (
    "Mary/PROPN/3/nsubj:pass was/AUX/3/aux:pass killed/VERB/0/root by/ADP/5/case John/PROPN/3/obl:agent ./PUNCT/3/punct"
)
SWAPPED = "Mary/PROPN/2/nsubj killed/VERB/0/root John/PROPN/2/obj ./PUNCT/2/punct"


def test_active_and_passive_are_one_graph() -> None:
    assert sorted(graph(ACTIVE).triples()) == sorted(graph(PASSIVE).triples())
    older = PASSIVE.replace("nsubj:pass", "nsubjpass").replace("aux:pass", "auxpass").replace("obl:agent", "nmod")
    assert sorted(graph(older).triples()) == sorted(graph(ACTIVE).triples())


def test_who_did_it_to_whom_is_not_lost() -> None:
    assert not set(graph(ACTIVE).triples()) & set(graph(SWAPPED).triples())


def test_active_and_passive_of_a_state_and_of_a_gift() -> None:
    known = "Everyone/PRON/2/nsubj knows/VERB/0/root him/PRON/2/obj"
    is_known = "He/PRON/3/nsubj:pass is/AUX/3/aux:pass known/VERB/0/root by/ADP/5/case everyone/PRON/3/obl"
    assert sorted(graph(known).triples()) == sorted(graph(is_known).triples())
    gave = "She/PRON/2/nsubj gave/VERB/0/root John/PROPN/2/iobj a/DET/5/det book/NOUN/2/obj"
    given = (
        "John/PROPN/3/nsubj:pass was/AUX/3/aux:pass given/VERB/0/root a/DET/5/det book/NOUN/3/obj by/ADP/7/case "
        "her/PRON/3/obl"
    )
    to_him = "She/PRON/2/nsubj gave/VERB/0/root a/DET/4/det book/NOUN/2/obj to/ADP/6/case John/PROPN/2/obl"
    assert sorted(graph(gave).triples()) == sorted(graph(given).triples()) == sorted(graph(to_him).triples())


def test_synonyms_meet() -> None:
    one = "The/DET/2/det man/NOUN/3/nsubj bought/VERB/0/root a/DET/5/det car/NOUN/3/obj"
    other = "The/DET/2/det man/NOUN/3/nsubj purchased/VERB/0/root an/DET/5/det automobile/NOUN/3/obj"
    assert graph(one).triples() == graph(other).triples()


BECAUSE = (
    "he/PRON/2/nsubj read/VERB/0/root the/DET/4/det book/NOUN/2/obj because/SCONJ/8/mark he/PRON/8/nsubj was/AUX/8/cop "
    "interested/ADJ/2/advcl in/ADP/11/case world/NOUN/11/compound history/NOUN/8/obl"
)
SWAPPED_CLAUSES = (
    "he/PRON/3/nsubj was/AUX/3/cop interested/ADJ/0/root in/ADP/6/case world/NOUN/6/compound history/NOUN/3/obl "
    "because/SCONJ/9/mark he/PRON/9/nsubj read/VERB/3/advcl the/DET/11/det book/NOUN/9/obj"
)
FRONTED = (
    "because/SCONJ/4/mark he/PRON/4/nsubj was/AUX/4/cop interested/ADJ/9/advcl in/ADP/7/case world/NOUN/7/compound "
    "history/NOUN/4/obl he/PRON/9/nsubj read/VERB/0/root the/DET/11/det book/NOUN/9/obj"
)


def test_a_clause_may_stand_before_or_after_but_not_change_places() -> None:
    assert sorted(graph(BECAUSE).triples()) == sorted(graph(FRONTED).triples())
    lost = brief(graph(BECAUSE)) - brief(graph(SWAPPED_CLAUSES))
    assert lost == {"rsn(read, interested)"}  # why and because of what; all else is the same
    after = "He/PRON/2/nsubj left/VERB/0/root after/SCONJ/5/mark she/PRON/5/nsubj came/VERB/2/advcl"
    before = "She/PRON/2/nsubj came/VERB/0/root before/SCONJ/5/mark he/PRON/5/nsubj left/VERB/2/advcl"
    assert sorted(graph(after).triples()) == sorted(graph(before).triples())


def test_the_order_of_a_coordination_does_not_matter() -> None:
    one = "John/PROPN/4/nsubj and/CCONJ/3/cc Mary/PROPN/1/conj sang/VERB/0/root"
    other = "Mary/PROPN/4/nsubj and/CCONJ/3/cc John/PROPN/1/conj sang/VERB/0/root"
    assert sorted(graph(one).triples()) == sorted(graph(other).triples())


def test_relative_clauses_infinitives_and_shared_subjects() -> None:
    relative = "The/DET/2/det man/NOUN/0/root who/PRON/4/nsubj killed/VERB/2/acl:relcl Mary/PROPN/4/obj"
    assert brief(graph(relative)) == {"agt(kill, man)", "obj(kill, Mary)"}
    gap = "The/DET/2/det book/NOUN/0/root I/PRON/4/nsubj read/VERB/2/acl:relcl"
    assert brief(graph(gap)) == {"agt(read, I)", "obj(read, book)"}
    reduced = "The/DET/2/det book/NOUN/0/root written/VERB/2/acl by/ADP/5/case Mary/PROPN/3/obl"
    assert brief(graph(reduced)) == {"agt(write, Mary)", "obj(write, book)"}
    whose = "The/DET/2/det man/NOUN/0/root whose/PRON/4/nmod:poss dog/NOUN/5/nsubj barked/VERB/2/acl:relcl"
    assert brief(graph(whose)) == {"pos(dog, man)", "agt(bark, dog)"}
    shared = "He/PRON/2/nsubj came/VERB/0/root and/CCONJ/4/cc left/VERB/2/conj"
    assert brief(graph(shared)) == {"agt(come, he)", "agt(leave, he)", "and(come, leave)"}
    asked = "She/PRON/2/nsubj asked/VERB/0/root him/PRON/2/obj to/PART/5/mark go/VERB/2/xcomp"
    assert {"agt(travel, he)", "obj(ask, travel)"} <= brief(graph(asked))


def test_a_copula_before_a_place_is_a_node() -> None:
    on = "The/DET/2/det cat/NOUN/6/nsubj is/AUX/6/cop on/ADP/6/case the/DET/6/det mat/NOUN/0/root"
    there = "There/PRON/2/expl is/VERB/0/root a/DET/4/det cat/NOUN/2/nsubj on/ADP/7/case the/DET/7/det mat/NOUN/2/obl"
    assert brief(graph(on)) == {"aoj(be, cat)", "plc(be, mat)"} == brief(graph(there))
    assert next(node for node in graph(on).nodes if node.headword == "be").attributes == ("entry",)


def test_what_says_the_same_is_the_same_graph() -> None:
    """A class by copula or apposition, a part by "of" or possessive, a range however its end is hung up."""
    is_a = "Tokyo/PROPN/4/nsubj is/AUX/4/cop a/DET/4/det city/NOUN/0/root"
    appos = "Tokyo/PROPN/0/root ,/PUNCT/4/punct a/DET/4/det city/NOUN/1/appos"
    assert brief(graph(is_a)) == brief(graph(appos)) == {"iof(Tokyo, city)"}
    of = "The/DET/2/det roof/NOUN/0/root of/ADP/5/case the/DET/5/det house/NOUN/2/nmod"
    whose = "The/DET/2/det house/NOUN/4/nmod:poss 's/PART/2/case roof/NOUN/0/root"
    assert brief(graph(of)) == brief(graph(whose)) == {"pof(roof, house)"}
    side_by_side = (
        "The/DET/2/det days/NOUN/0/root from/ADP/4/case Monday/PROPN/2/nmod to/ADP/6/case Friday/PROPN/2/nmod"
    )
    chained = side_by_side.replace("Friday/PROPN/2", "Friday/PROPN/4")
    assert brief(graph(side_by_side)) == brief(graph(chained)) == {"mod(day, Monday)", "fmt(Monday, Friday)"}
    work = "He/PRON/2/nsubj works/VERB/0/root from/ADP/4/case Monday/PROPN/2/obl to/ADP/6/case Friday/PROPN/4/nmod"
    assert brief(graph(work)) == {"agt(work, he)", "tmf(work, Monday)", "tmt(work, Friday)"}
    flight = "A/DET/2/det flight/NOUN/0/root from/ADP/4/case Osaka/PROPN/2/nmod to/ADP/6/case Tokyo/PROPN/4/nmod"
    assert brief(graph(flight)) == {"frm(flight, Osaka)", "to(flight, Tokyo)"}


def test_the_new_labels_do_not_take_what_is_not_theirs() -> None:
    both_came = "Both/CCONJ/2/cc:preconj John/PROPN/5/nsubj and/CCONJ/4/cc Mary/PROPN/2/conj came/VERB/0/root"
    assert "and(John, Mary)" in brief(graph(both_came))  # two people, not one who is both
    king = "Zorp/PROPN/5/nsubj is/AUX/5/cop the/DET/4/det new/ADJ/5/amod king/NOUN/0/root"
    assert "aoj(king, Zorp)" in brief(graph(king))
    arms = (
        "She/PRON/2/nsubj carried/VERB/0/root the/DET/4/det baby/NOUN/2/obj in/ADP/7/case her/PRON/7/nmod:poss "
        "arms/NOUN/2/obl"
    )
    assert "opl(transport, arm)" not in brief(graph(arms))
    danced = "He/PRON/2/nsubj danced/VERB/0/root with/ADP/4/case Mary/PROPN/2/obl"
    assert "cag(dance, Mary)" in brief(graph(danced))
    won = "They/PRON/2/nsubj won/VERB/0/root 4/NUM/2/obl -/SYM/5/case 0/NUM/3/nmod"
    assert "fmt(4, 0)" not in brief(graph(won))
    war = "The/DET/2/det years/NOUN/0/root 1914/NUM/2/nmod –/SYM/5/case 18/NUM/3/nmod"
    assert "fmt(1914, 18)" in brief(graph(war))
    phase = (
        "This/PRON/4/nsubj is/AUX/4/cop a/DET/4/det phase/NOUN/0/root and/CCONJ/7/cc the/DET/7/det change/NOUN/4/conj"
    )
    assert {"and(change, phase)", "aoj(change, this)"} <= brief(graph(phase))
    lost = "They/PRON/2/nsubj lost/VERB/0/root 2/NUM/2/obl -/SYM/5/case 3/NUM/3/nmod"
    assert "fmt(2, 3)" not in brief(graph(lost))
    month = (
        "It/PRON/4/nsubj is/AUX/4/cop a/DET/4/det month/NOUN/0/root and/CCONJ/7/cc a/DET/7/det half/NOUN/4/conj "
        "now/ADV/4/advmod"
    )
    assert not any(relation.startswith("int(") for relation in brief(graph(month)))
    truth = (
        "He/PRON/4/nsubj is/AUX/4/cop a/DET/4/det man/NOUN/0/root of/ADP/6/case truth/NOUN/4/nmod and/CCONJ/8/cc "
        "honesty/NOUN/4/conj"  # as parsers hang it up
    )
    assert "and(honesty, man)" in brief(graph(truth))
    number = "5/NUM/2/nummod dogs/NOUN/3/nsubj barked/VERB/0/root"
    assert "qua(dog, 5)" in brief(graph(number))


def test_a_blow_is_on_a_body_and_not_on_the_other_hand() -> None:
    other = (
        "On/ADP/4/case the/DET/4/det other/ADJ/4/amod hand/NOUN/8/nmod it/PRON/8/nsubj is/AUX/8/cop a/DET/8/det "
        "blow/NOUN/0/root"
    )
    party = (
        "A/DET/2/det blow/NOUN/0/root to/ADP/5/case the/DET/5/det head/NOUN/2/nmod of/ADP/8/case the/DET/8/det "
        "party/NOUN/5/nmod"
    )
    inning = (
        "He/PRON/2/nsubj hit/VERB/0/root it/PRON/2/obj at/ADP/6/case the/DET/6/det top/NOUN/2/obl of/ADP/9/case "
        "the/DET/9/det inning/NOUN/6/nmod"
    )
    for text in (other, party, inning):
        assert not any(relation.startswith("opl(") for relation in brief(graph(text)))
    back = (
        "He/PRON/2/nsubj hit/VERB/0/root her/PRON/2/obj in/ADP/6/case the/DET/6/det neck/NOUN/2/obl of/ADP/9/case "
        "the/DET/9/det head/NOUN/6/nmod"
    )
    assert "opl(hit, neck)" in brief(graph(back))


def test_what_something_was_cut_by_did_not_cut_it() -> None:
    active = (
        "They/PRON/2/nsubj cut/VERB/0/root taxes/NOUN/2/obj by/ADP/6/case ten/NUM/6/nummod percent/NOUN/2/obl "
        "./PUNCT/2/punct"
    )
    passive = "Taxes/NOUN/3/nsubj:pass were/AUX/3/aux:pass cut/VERB/0/root by/ADP/6/case {}/NUM/6/nummod {}/3/obl"
    assert brief(graph(passive.format("ten", "percent/NOUN"))) == brief(graph(active)) - {"agt(cut, they)"}
    assert "qua(cut, $)" in brief(graph(passive.format("5", "$/SYM")))
    assert "agt(cut, group)" in brief(graph(passive.format("two", "groups/NOUN")))
    voters = " of/ADP/8/case voters/NOUN/6/nmod"
    assert "agt(cut, percentage)" in brief(graph(passive.format("ten", "percent/NOUN") + voters))


def test_together_with_somebody_however_it_is_hung_up() -> None:
    flat = (
        "Together/ADV/3/case with/ADP/3/case France/PROPN/6/obl ,/PUNCT/6/punct Germany/PROPN/6/nsubj left/VERB/0/root"
    )
    below = flat.replace("Together/ADV/3/case", "Together/ADV/6/advmod").replace("France/PROPN/6", "France/PROPN/1")
    assert brief(graph(flat)) == brief(graph(below)) == {"agt(leave, Germany)", "cag(leave, France)"}


def test_a_name_is_an_example_of_many_and_a_member_of_a_whole() -> None:
    including = "{}/0/root including/VERB/3/case Zorp/PROPN/1/nmod"
    assert brief(graph(including.format("Soldiers/NOUN"))) == {"iof(Zorp, soldier)"}
    assert brief(graph(including.format("Team/NOUN"))) == {"mod(team, Zorp)"}
    assert brief(graph(including.format("Asia/PROPN"))) == {"pof(Zorp, Asia)"}


def test_predicates_joined_by_and_share_their_subject() -> None:
    made = graph("The/DET/2/det leaf/NOUN/4/nsubj is/AUX/4/cop red/ADJ/0/root and/CCONJ/6/cc round/ADJ/4/conj")
    assert brief(made) == {"aoj(red, leaf)", "aoj(round, leaf)", "and(red, round)"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1/X/3/nummod ./PUNCT/1/punct Introduction/NOUN/0/root", "shd(introduction, 1)"),
        ("1./X/2/nummod Introduction/NOUN/0/root", "shd(introduction, 1.)"),
        ("(/PUNCT/2/punct a/X/5/det )/PUNCT/2/punct Prices/NOUN/5/nsubj fell/VERB/0/root", "shd(fall, a)"),
        ("Section/NOUN/4/compound 2/NUM/1/nummod ./PUNCT/1/punct Results/NOUN/0/root", "shd(consequence, section)"),
        ("Chapter/NOUN/0/root 3/NUM/1/nummod :/PUNCT/1/punct War/NOUN/1/appos", "shd(war, chapter)"),
    ],
)
def test_signs_before_a_sentence_whatever_the_parser_took_them_for(text: str, expected: str) -> None:
    made = graph(text)
    assert expected in brief(made)
    body = expected.removeprefix("shd(").partition(",")[0]
    assert [node.headword for node in made.nodes if "entry" in node.attributes] == [body]
    assert all("indef" not in node.attributes for node in made.nodes)


@pytest.mark.parametrize("name", ["A./PROPN/2/compound Smith/PROPN/3/nsubj", "A./PROPN/3/nsubj Smith/PROPN/1/flat"])
def test_an_initial_is_no_sign(name: str) -> None:
    assert brief(graph(f"{name} won/VERB/0/root")) == {"agt(win, A. Smith)"}


def test_a_sign_alone_is_no_sign() -> None:
    assert brief(graph("Chapter/NOUN/0/root 3/NUM/1/nummod :/PUNCT/1/punct")) == {"qua(chapter, 3)"}


def test_a_sign_before_marks_alone_is_no_sign() -> None:
    assert not any(one.startswith("shd(") for one in brief(graph("1./X/2/nummod !/PUNCT/0/root")))


def test_a_second_noun_with_a_preposition_says_nothing_of_who_has_the_first() -> None:
    said = "He/PRON/4/nsubj was/AUX/4/cop a/DET/4/det doctor/NOUN/0/root and/CCONJ/{}/cc "
    both = brief(graph(said.format(7) + "a/DET/7/det writer/NOUN/4/conj"))
    assert {"aoj(doctor, he)", "aoj(writer, he)"} <= both
    other = brief(graph(said.format(8) + "at/ADP/8/case a/DET/8/det price/NOUN/4/conj"))
    assert "aoj(doctor, he)" in other
    assert not any(one.startswith("aoj(") and "doctor" not in one for one in other)


def test_function_words_become_attributes() -> None:
    made = graph("The/DET/2/det dogs/NOUN/5/nsubj could/AUX/5/aux not/PART/5/advmod sleep/VERB/0/root ?/PUNCT/5/punct")
    assert brief(made) == {"agt(sleep, dog)"}
    by_name = {node.headword: node.attributes for node in made.nodes}
    assert by_name["sleep"] == ("entry", "possibility", "not", "interrogative")
    assert by_name["dog"] == ("pl", "def")


def test_names_and_phrasal_verbs_are_one_word() -> None:
    made = graph("Barack/PROPN/3/nsubj Obama/PROPN/1/flat gave/VERB/0/root up/ADP/3/compound:prt")
    assert made.nodes[1].headword == "Barack Obama"
    assert made.nodes[0].constraints.endswith("equ>forfeit.v.01")


def test_repeated_words_have_instance_ids_and_the_document_reads_back() -> None:
    made = graph("Dogs/NOUN/2/nsubj chase/VERB/0/root dogs/NOUN/2/obj")
    assert [node.id for node in made.nodes] == ["", "01", "02"]
    document = document_of([made])
    assert read_text(write(document)) == document


def test_empty_long_odd_and_foreign_sentences() -> None:
    assert graph("") == Sentence()
    one_word = graph("Yes/INTJ/0/root")
    assert (len(one_word.nodes), one_word.relations) == (1, ())
    chain = " ".join(f"w{i}/NOUN/{i}/nmod" if i else "w0/NOUN/0/root" for i in range(500))
    assert len(graph(chain).relations) == 499
    odd = graph("😀/SYM/0/root 🇩🇪/SYM/1/dep \u200b/X/1/strange:thing 私/X/1/nsubj ././X/1/obl")
    assert len(odd.relations) == 4
    assert read_text(write(document_of([odd]))).sentences[0] == odd


@pytest.mark.parametrize(
    ("kind", "chained"),
    [
        *(("NOUN/{}/conj", True), ("VERB/{}/conj", True), ("NOUN/{}/nmod", True), ("NOUN/{}/conj", False)),
        *(("ADP/{}/case", True), ("NOUN/{}/nsubj", False), ("VERB/{}/acl:relcl", False), ("VERB/{}/xcomp", False)),
    ],
)
def test_ten_times_the_words_do_not_take_a_hundred_times_the_time(kind: str, chained: bool) -> None:
    def seconds(size: int) -> float:
        words = [f"w{i}/" + kind.format(i if chained else 1) if i else "w0/VERB/0/root" for i in range(size)]
        parse = example_parse(" ".join(words))
        begun = time.process_time()
        enconvert(parse)
        return time.process_time() - begun

    seconds(500)  # packs are loaded
    short = min(seconds(500) for _ in range(3))
    assert min(seconds(5000) for _ in range(2)) < 40 * max(short, 0.005)


_RELATIONS = (
    "nsubj nsubj:pass obj iobj csubj ccomp xcomp obl obl:agent obl:tmod vocative expl dislocated advcl advmod "
    "discourse aux aux:pass cop mark nmod nmod:poss appos nummod acl acl:relcl amod det case conj cc fixed flat "
    "compound compound:prt list parataxis orphan goeswith reparandum punct dep neg dobj nsubjpass mwe nonsense"
).split()
_TAGS = "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X _".split()
_FORMS = (
    "the a John who that not was by to London saw dogs gave up because and or in 1999 than 😀 ( : .@ 私 "
    "from with together along both city wheel of car 1 5 - . ) Chapter middle shoulder died"
).split()


@st.composite
def _trees(draw: st.DrawFn) -> Parse:
    size = draw(st.integers(1, 9))
    order = draw(st.permutations(range(1, size + 1)))
    heads = [0] * size
    for place, word in enumerate(order[1:], 1):  # every word hangs on one that was placed before it, or is a root too
        heads[word - 1] = draw(st.sampled_from((0, *order[:place])))
    forms, tags, names = (
        tuple(draw(st.sampled_from(pool)) for _ in range(size)) for pool in (_FORMS, _TAGS, _RELATIONS)
    )
    relations = tuple("root" if not head else name for head, name in zip(heads, names, strict=True))
    nothing = ("_",) * size
    return Parse(forms, nothing, tags, nothing, nothing, tuple(heads), relations)


@given(_trees())
@settings(max_examples=400, deadline=None)
def test_any_tree_gives_a_graph_that_can_be_written(tree: Parse) -> None:
    made = enconvert(tree, "text", "1")
    assert read_text(write(document_of([made]))).sentences == (made,)
    assert sum("entry" in node.attributes for node in made.nodes) == 1
    assert {r.label for r in made.relations} <= set(LABELS)
    assert all(r.head != r.dependent for r in made.relations)
    assert enconvert(tree, "text", "1") == made


def test_every_word_that_is_no_function_word_is_in_the_graph() -> None:
    """Also where the tree makes no sense: function words with dependents, a determiner as root."""
    made = graph("the/DET/0/root big/ADJ/3/amod of/ADP/1/case and/CCONJ/3/cc house/NOUN/4/conj")
    assert {node.headword for node in made.nodes} == {"the", "large", "house"}
    assert len(made.relations) == 2


@pytest.mark.parametrize("language", ["en", "de", "zh"])
def test_gold_trees_of_any_language_give_graphs_that_read_back(language: str, shared_data: Path) -> None:
    """PUD: English as intended; German and Chinese, which the rules do not know, without a crash."""
    path = shared_data / "ud-pud" / f"{language}_pud-ud-test.conllu"
    parses = parse_conllu(path.read_text("utf-8"))
    made = [enconvert(parse, " ".join(parse.text), str(i)) for i, parse in enumerate(parses, 1)]
    assert len(made) == 1000
    document = document_of(made)
    assert read_text(write(document)) == document
    for sentence in made:
        linked = {i for r in sentence.relations for i in (r.head, r.dependent)}
        assert len(linked) == len(sentence.nodes) or len(sentence.nodes) == 1  # no word is left alone
    if language == "en":
        labels = {r.label for sentence in made for r in sentence.relations}
        assert len(labels) >= 35
