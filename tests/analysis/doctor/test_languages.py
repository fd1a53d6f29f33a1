"""Languages are told by small words, and only where they can be."""

from __future__ import annotations

import numpy as np
import pytest

import tertium
from analysis.doctor.test_verdicts import codes
from faults.in_languages import ENGLISH, GERMAN, OTHER_GERMAN
from tertium.kernels.text import new_pool
from tertium.kernels.traits import LANGUAGES, survey

SENTENCES = {
    "English": "It was the first time that they had been to the city.",
    "German": "Es war das erste Mal, dass sie in der Stadt waren und nicht zu Hause.",
    "Dutch": "Het was de eerste keer dat ze in de stad zijn en niet naar het huis.",
    "French": "Les enfants sont dans le jardin et ils ne sont pas avec leur mère.",
    "Spanish": "Los niños están en el jardín y también hay una mesa con las flores.",
    "Portuguese": "As crianças não estão no jardim, mas em uma casa com os seus pais.",
    "Italian": "I bambini sono nel giardino della casa e non con gli altri.",
    "Romanian": "Copiii sunt în grădină și nu au fost la școală pentru că este cald.",
    "Catalan": "Els nens són amb la seva mare i també amb els seus amics, però no al jardí.",
    "Swedish": "Det var inte första gången som de var i staden och att han har sett den.",
    "Danish or Norwegian": "Det var ikke første gang de var i byen, og jeg er også der etter skolen.",
    "Finnish": "Lapset ovat puutarhassa, mutta hän ei ole siellä, kun se on kylmä.",
    "Estonian": "Lapsed on aias, aga ta ei ole seal, kui see on külm ja ka märg.",
    "Hungarian": "A gyerekek a kertben vannak, de az nem volt jó, hogy már hideg van és esik.",
    "Polish": "Dzieci są w ogrodzie, ale nie jest to tak dobre, jak się wydaje przez okno.",
    "Czech": "Děti jsou na zahradě, ale není to tak dobré, jak se zdá, když už prší.",
    "Slovak": "Deti sú na záhrade, ale nie je to také dobré, ako sa zdá, keď už prší.",
    "Croatian, Bosnian or Serbian": "Djeca su u vrtu, ali to nije tako dobro kao što se čini, jer će biti kiše.",
    "Slovenian": "Otroci so na vrtu, pa tudi starši so še v hiši, ki je lahko zelo topla.",
    "Lithuanian": "Vaikai yra sode, bet jis buvo namuose, kad galėtų būti su savo tėvais ir draugais.",
    "Latvian": "Bērni ir dārzā, bet viņš nav tur, lai arī tas bija labi un kā vienmēr.",
    "Turkish": "Çocuklar için bu bahçe çok güzel, ancak daha sonra bir ev gibi olarak kullanıldı ve satıldı.",
    "Indonesian or Malay": "Anak-anak itu tidak akan pergi ke sekolah karena mereka ada di rumah dengan ibu.",
    "Vietnamese": "Những người này đã không có nhà và họ sẽ đến đây với các bạn của tôi.",
    "Russian": "Дети были в саду, но это было не так хорошо, как он уже говорил после обеда.",
    "Ukrainian": "Діти були в саду, але це було не так добре, як він про це говорив після обіду.",
    "Bulgarian": "Децата са в градината, но това не беше толкова добре, че да се каже и да има ред.",
    "Serbian or Macedonian": "Деца су у врту, али то није тако добро као што се чини, јер ће бити кише.",
    "Arabic": "كان الأطفال في الحديقة مع أمهم بعد أن عادوا من المدرسة إلى البيت على الطريق.",
    "Persian": "این کتاب را برای او از شهر آورده است و باید با آن به خانه برود.",
    "Urdu": "یہ کتاب اس کے لیے ہے اور وہ گھر میں نہیں ہیں کیونکہ بچے بھی آئے ہیں۔",
    "Hindi": "यह किताब उसके लिए है और वह घर में नहीं हैं क्योंकि बच्चे भी आए हैं।",
    "Greek": "Τα παιδιά είναι στον κήπο.",
    "Armenian": "Երեխաները այգում են։",
    "Hebrew": "הילדים נמצאים בגן.",
    "Thai": "เด็กๆ อยู่ในสวน",
    "Lao": "ເດັກນ້ອຍຢູ່ໃນສວນ",
    "Burmese": "ကလေးများသည် ဥယျာဉ်ထဲတွင် ရှိသည်",
    "Khmer": "ក្មេងៗនៅក្នុងសួន",
    "Georgian": "ბავშვები ბაღში არიან.",
    "Japanese": "子供たちは庭にいます。",
    "Chinese": "孩子们在花园里。",
    "Korean": "아이들은 정원에 있습니다.",
}


def told(texts: list[str]) -> list[str]:
    """The language of every text."""
    pool = new_pool()
    ids = pool.add_strings(texts)
    seen = survey(pool, ids, 1, ids, np.arange(len(ids) + 1, dtype=np.int64), 1, None, (32, 8, 8, 1 << 30))
    return [LANGUAGES[place] for place in seen.traits.languages[ids].tolist()]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_of_the_list_is_told(language: str) -> None:
    assert told([SENTENCES[language]]) == [language]


@pytest.mark.parametrize("text", ["", "1999", "London, Paris, Berlin", "The cat", "xyz abc uvw rst", "a a a a a"])
def test_what_does_not_tell_is_left_undecided(text: str) -> None:
    assert told([text]) == ["no language"]


def test_a_reference_in_another_language_is_named() -> None:
    seen = tertium.doctor(OTHER_GERMAN, ENGLISH, sources=ENGLISH)
    found = {one.code: one for one in seen.warnings}
    assert {"T108", "T120"} <= set(found)
    assert found["T120"].file == "references"
    assert found["T120"].saw.endswith("but hypotheses is in German and the sources are in English, too")
    assert found["T108"].lines == tuple(range(1, 13))


def test_a_reference_in_another_script_is_one_finding() -> None:
    chinese = ["孩子们在花园里，他们很高兴。", "没有人预料到这样的结果。", "政府宣布了新的法律。"] * 4
    assert "T120" in codes(tertium.doctor(chinese, ENGLISH))
    assert "T107" not in codes(tertium.doctor(chinese, ENGLISH))


def test_one_of_several_systems_or_references_is_named() -> None:
    seen = tertium.doctor({"good": OTHER_GERMAN, "bad": ENGLISH}, GERMAN)
    assert [one.file for one in seen.warnings if one.code == "T120"] == ["hypotheses of 'bad'"]
    streams = tertium.streams([GERMAN, ENGLISH])
    assert len([one for one in tertium.doctor(OTHER_GERMAN, streams).warnings if one.code == "T120"]) == 1


def test_lines_in_another_language_are_listed() -> None:
    mixed = [ENGLISH[place % 12] if place % 3 == 1 else text for place, text in enumerate(OTHER_GERMAN * 3)]
    found = [one for one in tertium.doctor(mixed, GERMAN * 3).findings if one.code == "T120"]
    assert [one.severity for one in found] == ["warning"]
    assert set(found[0].lines) <= {place + 1 for place in range(36) if place % 3 == 1}
    assert len(found[0].lines) == found[0].count >= 5


def test_translations_in_one_language_are_no_finding() -> None:
    for texts in (ENGLISH, GERMAN):
        other = [text.replace(" ", "  ", 1) for text in texts]
        assert not {"T120", "T123"} & set(codes(tertium.doctor(other, texts, "bleu")))


def test_systems_that_differ_in_one_line_are_not_identical() -> None:
    almost = [*OTHER_GERMAN[:-1], GERMAN[-1]]
    seen = tertium.doctor({"a": OTHER_GERMAN, "b": almost, "c": OTHER_GERMAN, "d": almost}, GERMAN)
    said = {one.file: one.saw for one in seen.warnings if one.code == "T121"}
    assert said == {
        "hypotheses of 'c'": "it is the same as hypotheses of 'a' in every line",
        "hypotheses of 'd'": "it is the same as hypotheses of 'b' in every line",
    }


def test_a_comparison_speaks_of_identical_systems_itself(recwarn: pytest.WarningsRecorder) -> None:
    tertium.compare({"a": OTHER_GERMAN, "b": list(OTHER_GERMAN)}, GERMAN, "chrf", strict=True)
    assert not [one for one in recwarn if "T121" in str(one.message)]
