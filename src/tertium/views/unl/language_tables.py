"""Small words of German, Spanish and Chinese, as the English words that the rules know.

Of other languages nothing is listed: there the rules see what Universal Dependencies say (relations, parts of speech,
Polarity, PronType, Definite, Number, Tense, Mood, Aspect, Degree, Case), and all prepositions are unknown ones.

Chinese is listed in both scripts. An entry ``von: from/of`` is "from" after a verb and "of" after a noun; ``dass:
that`` has no meaning of its own. Words of time and place say of nouns what WordNet says of English ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache


@dataclass(frozen=True)
class Language:
    """The tables of one language; keys are lemmas, or forms where a treebank has no other."""

    code: str
    markers: Mapping[str, str] = field(default_factory=dict)  # prepositions and conjunctions
    agents: frozenset[str] = frozenset()  # what stands before the agent of a passive
    negations: frozenset[str] = frozenset()  # adverbs
    denying: frozenset[str] = frozenset()  # determiners
    positive: Mapping[str, str] = field(default_factory=dict)  # nobody: somebody
    articles: Mapping[str, str] = field(default_factory=dict)
    modals: Mapping[str, str] = field(default_factory=dict)  # auxiliaries
    perfect: frozenset[str] = frozenset()  # auxiliaries of a participle
    narrates: bool = False  # the perfect is the past of everyday speech ("er hat geschlafen")
    degrees: Mapping[str, str] = field(default_factory=dict)
    wh: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, frozenset[str]] = field(default_factory=dict)
    numbers: Mapping[str, str] = field(default_factory=dict)
    demonstratives: frozenset[str] = frozenset()
    locating: frozenset[str] = (
        frozenset()
    )  # prepositions that a word behind the noun makes precise: in the house's front
    negative_verbs: Mapping[str, str] = field(default_factory=dict)  # has not: has
    questions: frozenset[str] = frozenset()  # particles


def _pairs(text: str) -> dict[str, str]:
    """``in: in; von: from/of`` as a mapping; several words before the colon share what follows."""
    found: dict[str, str] = {}
    for entry in text.split(";"):
        names, _, meaning = entry.partition(":")
        found.update((name.strip(), meaning.strip()) for name in names.split(",") if name.strip())
    return found


def _fields(**words: str) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for name, listed in words.items():
        for word in listed.split():
            found[word] = found.get(word, frozenset()) | {name}
    return found


def _numbers(text: str, first: int = 0, step: int = 1) -> dict[str, str]:
    """Numbers in words, counted up; words joined by / are one number."""
    return {word: str(first + step * at) for at, words in enumerate(text.split()) for word in words.split("/")}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_GERMAN = Language(
    "de",
    markers=_pairs(
        "in, innerhalb: in; an, auf: on; bei: at; neben: beside; unter: under; über: over/about; oberhalb: above; "
        "unterhalb: below; hinter: behind; zwischen: between; vor: before; nach: after; während: during; seit: since; "
        "bis: until; um: at; gegen: against; außerhalb: outside; nahe, unweit: near; gegenüber: opposite; jenseits: "
        "beyond; entlang: along; durch: through; aus: from; von: from/of; ab: from; zu, zum: to; für: for; mit: with; "
        "samt, mitsamt: together with; ohne: without; wegen, aufgrund, dank, angesichts: because of; trotz: despite; "
        "als: as; wie: like; pro, je: per; laut, zufolge, gemäß: according to; mittels, per: by; via: via; "
        "dass, daß, ob: that; weil, da, denn: because; wenn, falls, sofern: if; obwohl, obgleich, obschon: although; "
        "nachdem: after; bevor, ehe: before; sobald: as soon as; solange: while; indem: by; sodass, damit: so that; "
        "um zu: in order to; ohne zu: without; "
        "und, sowie: and; oder: or; noch: nor; weder: neither"
    ),
    agents=_words("von durch"),
    negations=_words("nicht nie niemals nimmer keinesfalls keineswegs"),
    denying=_words("kein"),
    positive=_pairs("niemand: jemand; nichts: etwas; nirgends, nirgendwo: irgendwo; keiner: einer"),
    articles=_pairs("der, die, das: the; ein, eine: a"),
    modals=_pairs("können: can; dürfen: may; mögen: may; müssen: must; sollen: should; werden: will"),
    perfect=_words("haben sein"),
    narrates=True,
    degrees=_pairs("mehr: more; am: most"),
    wh=_pairs("wann: when; wo: where"),
    fields=_fields(
        time="Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonnabend Sonntag Januar Februar März April Mai Juni "
        "Juli August September Oktober November Dezember Jahr Monat Woche Tag Stunde Minute Sekunde Morgen Mittag Abend "
        "Nacht Nachmittag Vormittag Jahrhundert Jahrzehnt Zeit Zeitpunkt Frühling Frühjahr Sommer Herbst Winter Anfang "
        "Ende heute gestern morgen jetzt nun dann damals bald später früher immer oft manchmal wieder schon noch "
        "inzwischen einst zuerst schließlich wann derzeit",
        place="hier dort da überall irgendwo draußen drinnen oben unten wo Stadt Land Dorf Straße Haus Insel Fluss Meer "
        "Welt Schule Kirche Platz Ort Region Europa Deutschland Berlin",
        person="ich du wir ihr jemand niemand wer man Mann Frau Kind Mensch Mutter Vater Sohn Tochter Bruder Schwester "
        "Freund Freundin Leute Person",
        why="warum weshalb deshalb daher darum",
        state="sein haben kennen wissen lieben gehören brauchen wollen glauben bestehen enthalten bleiben existieren",
        occurrence="sterben fallen werden geschehen passieren erscheinen verschwinden",
        motion="gehen kommen fahren laufen fliegen reisen bringen schicken senden",
        communication="sagen erklären erzählen berichten fragen behaupten mitteilen meinen",
        amount="Prozent Hälfte Teil Drittel Viertel Anzahl Reihe Menge Großteil Mehrheit",
    ),
    numbers=_numbers("null eins/ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf")
    | _numbers("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert", 20, 10),
)

_SPANISH = Language(
    "es",
    markers=_pairs(
        "en: in; sobre: on/about; bajo: under; entre: between; ante: before; tras: after; durante: during; desde: from; "
        "hasta: until; hacia: towards; a, al: to; de, del: of; para: for; por: by; con: with; sin: without; contra: "
        "against; según: according to; como: as; cerca de: near; dentro de: within; fuera de: outside; detrás de: "
        "behind; delante de: in front of; antes de: before; después de: after; a través de: through; debido a, a causa "
        "de, gracias a: because of; a pesar de, pese a: despite; junto con: together with; mediante: by; vía: via; "
        "que: that; si: if; porque, pues, ya que: because; aunque: although; cuando: when; mientras: while; después de "
        "que: after; antes de que: before; hasta que: until; para que: so that; donde: where; "
        "y, e: and; o, u: or; ni: nor"
    ),
    agents=_words("por"),
    negations=_words("no nunca jamás tampoco"),
    denying=_words("ningún ninguno ninguna"),
    positive=_pairs("nadie: alguien; nada: algo; ninguno, ninguna: alguno"),
    articles=_pairs("el, la, los, las, lo: the; un, una, uno: a; unos, unas: a"),
    modals=_pairs("poder: can; deber: must; soler: _"),
    perfect=_words("haber"),
    degrees=_pairs("más: more"),
    wh=_pairs("cuando, cuándo: when; donde, dónde: where"),
    fields=_fields(
        time="lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto "
        "septiembre octubre noviembre diciembre año mes semana día hora minuto segundo mañana tarde noche siglo década "
        "primavera verano otoño invierno época tiempo momento hoy ayer ahora entonces pronto siempre nunca ya todavía "
        "aún después antes luego cuando cuándo anoche",
        place="aquí allí allá ahí dónde donde ciudad país pueblo calle casa isla río mar mundo escuela iglesia plaza "
        "lugar región Europa España Madrid",
        person="yo tú nosotros vosotros usted ustedes alguien nadie quien quién hombre mujer niño niña persona madre "
        "padre hijo hija hermano hermana amigo amiga gente",
        why="porqué",
        state="ser estar haber tener saber conocer querer creer amar necesitar pertenecer contener existir",
        occurrence="morir caer suceder ocurrir pasar aparecer desaparecer",
        motion="ir venir llegar salir viajar volver traer enviar",
        communication="decir explicar contar preguntar afirmar informar anunciar",
        amount="mitad parte tercio cuarto número serie mayoría",
    ),
    numbers=_numbers("cero uno/un/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince")
    | _numbers("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien", 20, 10),
)

_CHINESE = Language(
    "zh",
    markers=_pairs(
        "在, 于, 於: in; 里, 裡, 裏, 中, 内, 內, 之中: in; 上, 之上: on; 下, 之下: under; 外, 之外, 以外: outside; 间, 間, "
        "之间, 之間: between; 旁, 旁边, 旁邊: beside; 附近: near; 前, 之前, 以前: before; 后, 後, 之后, 之後, 以后, 以後: "
        "after; 时, 時, 时候, 時候, 期间, 期間: during; 以来, 以來: since; 从, 從, 自, 由: from; 到, 至: to; 向, 往, 朝: "
        "towards; 沿, 沿着, 沿著: along; 通过, 通過, 经过, 經過: through; 对, 對, 对于, 對於: to; 给, 給: to; 为, 為, 为了, "
        "為了: for; 跟, 与, 與, 同: with; 和: with; 用, 以: by; 因, 因为, 因為, 由于, 由於: because of; 尽管, 儘管: despite; "
        "作为, 作為, 当, 當: as; 比: than; 像, 如: like; 关于, 關於: about; 根据, 根據, 按照, 据, 據: according to; 每: per; "
        "除了: besides; 直到: until; 包括: including; "
        "的: that/of; 地, 得, 所, 来, 來, 之: that; 虽然, 雖然, 即使: although; 如果, 若, 要是, 只要: if; 但, 但是: and; "
        "或, 或者, 还是, 還是: or"
    ),
    agents=_words("被 由 遭 受 让 讓 叫 給 给"),
    negations=_words("不 没 沒 没有 沒有 未 未曾 从未 從未 从不 從不 并非 並非 别 別 勿 无法 無法"),
    denying=_words("无 無 毫无 毫無"),
    articles={},
    modals=_pairs(
        "能, 能够, 能夠, 可以, 可: can; 会, 會, 将, 將, 要: will; 可能: may; 必须, 必須, 须, 須, 得: must; 应该, 應該, 应, "
        "應, 应当, 應當: should; 了, 过, 過: have; 着, 著, 正在, 在, 正: is"
    ),
    degrees=_pairs("更, 更加, 较, 較: more; 最: most"),
    fields=_fields(
        time="年 月 日 天 周 週 小时 小時 分钟 分鐘 秒 世纪 世紀 年代 时候 時候 时间 時間 时期 時期 今天 昨天 明天 现在 現在 "
        "今年 去年 明年 早上 晚上 上午 下午 后来 後來 当时 當時 已经 已經 曾 曾经 曾經 一直 常 经常 經常 再 又 随后 隨後 之后 "
        "之後 之前 目前 如今 最近 春天 夏天 秋天 冬天",
        place="这里 這裡 那里 那裡 哪里 哪裡 国 國 国家 國家 城市 地方 地区 地區 家 学校 學校 街 村 岛 島 河 海 世界 中国 中國",
        person="我 你 您 他 她 我们 我們 你们 你們 他们 他們 她们 她們 谁 誰 人 人们 人們 男人 女人 孩子 父亲 父親 母亲 母親 朋友",
        why="为什么 為什麼 为何 為何",
        state="是 有 在 知道 爱 愛 喜欢 喜歡 相信 需要 属于 屬於 包括 存在",
        occurrence="死 死亡 发生 發生 变成 變成 成为 成為 出现 出現 消失",
        motion="去 来 來 走 到 到达 到達 回 送 带 帶",
        communication="说 說 告诉 告訴 表示 问 問 认为 認為 宣布",
    ),
    numbers=_numbers("零/〇 一 二/两/兩 三 四 五 六 七 八 九 十"),
    negative_verbs=_pairs("没有, 沒有, 没, 沒: 有; 不是: 是"),
    questions=_words("吗 嗎 呢"),
    demonstratives=_words("这 這 那 该 該 此 哪 这些 這些 那些 本"),
    locating=_words("在 于 於"),
)

LISTED = {language.code: language for language in (_GERMAN, _SPANISH, _CHINESE)}


@lru_cache(maxsize=64)
def tables(code: str) -> Language:
    """The tables of a language; empty ones where nothing is listed."""
    return LISTED.get(code) or Language(code)
