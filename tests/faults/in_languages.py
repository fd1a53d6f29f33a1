"""Texts in the wrong language, given twice, or refused by a language model: plausible numbers that mean nothing."""

from __future__ import annotations

from faults.cases import FileCase, ListCase, Scored, lines

ENGLISH = [
    "The committee will meet again on Tuesday, as the chairman said.",
    "She said that nobody had read the report before the vote.",
    "It was not the first time that they had been late for dinner.",
    "This is what the people of the city have been waiting for.",
    "He would have come to the party if he had been asked in time.",
    "There are more than a hundred trees in the park by the river.",
    "The children were playing in the garden when it began to rain.",
    "We have to find out who was there and what they were doing.",
    "Most of the money has been spent on the repair of the roof.",
    "You can see the mountains from the window if the air is clear.",
    "They had left the house before we could say what was wrong.",
    "After the war he went back to the village where he was born.",
]
GERMAN = [
    "Der Ausschuss wird am Dienstag wieder tagen, wie der Vorsitzende sagte.",
    "Sie sagte, dass niemand den Bericht vor der Abstimmung gelesen habe.",
    "Es war nicht das erste Mal, dass sie zu spät zum Essen kamen.",
    "Das ist es, worauf die Menschen in der Stadt gewartet haben.",
    "Er wäre zu dem Fest gekommen, wenn man ihn beizeiten gefragt hätte.",
    "Es sind mehr als hundert Bäume in dem Park an dem Fluss.",
    "Die Kinder spielten im Garten, als es zu regnen begann und alle nass wurden.",
    "Wir müssen herausfinden, wer da war und was sie getan haben.",
    "Das meiste Geld ist für die Reparatur des Daches ausgegeben worden.",
    "Man kann die Berge von dem Fenster aus sehen, wenn die Luft klar ist.",
    "Sie hatten das Haus verlassen, bevor wir sagen konnten, was nicht stimmte.",
    "Nach dem Krieg ging er zurück in das Dorf, in dem er geboren wurde.",
]
OTHER_GERMAN = [text.replace(".", ", wie man hört.") for text in GERMAN]
REFUSED = ["I'm sorry, but I can't assist with that request.", "I cannot translate this text.", *ENGLISH[2:]]
PARSED = ("deep", "layered")

WRONG_LANGUAGE = "by its words it is in English, but {} is in German; check which file holds"
REFUSES = "2 lines (17 %) refuse to translate, as language models do"
REFUSED_FIX = "translate these lines again, with another prompt or model, or report how many there are. [T122]"

LANGUAGE_FILES = [
    FileCase(
        "source given as the reference",
        "A1 a reference in another language",
        Scored(warns=(f"ref.txt: {WRONG_LANGUAGE.format('hyp.txt')} translations into the target language. [T120]",)),
        {"hyp.txt": lines(GERMAN), "ref.txt": lines(ENGLISH)},
    ),
    FileCase(
        "one system in the wrong language",
        "A1 a reference in another language",
        Scored(warns=("b.txt: by its words it is in English, but ref.txt is in German", "[T120]")),
        {"hyp.txt": lines(OTHER_GERMAN), "b.txt": lines(ENGLISH), "ref.txt": lines(GERMAN)},
        hyps=("hyp.txt", "b.txt"),
    ),
    FileCase(
        "one output given twice",
        "A1 one output given twice",
        Scored(warns=("b.txt: it is the same as hyp.txt in every line; check the files, or leave one out. [T121]",)),
        {"hyp.txt": lines(OTHER_GERMAN), "b.txt": lines(OTHER_GERMAN), "ref.txt": lines(GERMAN)},
        hyps=("hyp.txt", "b.txt"),
    ),
    FileCase(
        "a refusal",
        "A1 a refusal",
        Scored(warns=(f"hyp.txt line 1: {REFUSES} ('I'm sorry, but I can't assist with that…'); {REFUSED_FIX}",)),
        {"hyp.txt": lines(REFUSED), "ref.txt": lines([text.replace("the", "a") for text in ENGLISH])},
    ),
]

LANGUAGE_LISTS = [
    ListCase(
        "source given as the reference",
        "A1 a reference in another language",
        Scored(warns=(f"references: {WRONG_LANGUAGE.format('hypotheses')} translations into the target language.",)),
        GERMAN,
        ENGLISH,
    ),
    ListCase(
        "a refusal",
        "A1 a refusal",
        Scored(warns=(f"hypotheses segment 1: {REFUSES}", "[T122]")),
        REFUSED,
        [text.replace("the", "a") for text in ENGLISH],
    ),
]
