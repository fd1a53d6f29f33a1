// Which language a sentence is in, by its small frequent words; and by its script, where that has one language.
//
// A language has the words that most of its sentences hold and few sentences of others do. A word may belong to several
// languages. A sentence is decided if one language has three of its words, and twice as many as any other; else it is
// not: short sentences, names, languages that are not listed here. Nothing is guessed, for the doctor looks at many.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace tertium::doctor {

struct LanguageWords {
    std::string_view name, words;
};

// The order is that of LANGUAGES in kernels/traits.py, after "no language".
inline constexpr LanguageWords kLanguageWords[] = {
    {"English",
     "the of and to in is that for it was with as on be are by this from have has had not but which were will they his "
     "her would been their she who more when what there can could said after about than you we an at or if"},
    {"German",
     "der die das und in den von zu mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat "
     "dass "
     "sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr "
     "durch "
     "man sein wurde sei ich wir"},
    {"Dutch",
     "de het een van en in is dat op te zijn met voor niet aan er om ook als bij of naar dan maar uit worden door nog "
     "wordt "
     "heeft over deze hij hebben ze tot werd zich geen meer kan ik dit wat haar hun"},
    {"French",
     "de la le les et des en un du une que est pour qui dans au sur pas par plus ce avec il ne se sont aux ont mais ou "
     "son "
     "cette ses été elle leur nous fait être je vous ces comme même"},
    {"Spanish",
     "de la que el en y los se del las un por con una su para es al lo como más pero sus le ha me si sin sobre este ya "
     "entre "
     "cuando esta ser son dos también fue había era muy hasta desde está"},
    {"Portuguese",
     "de a que o e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou quando "
     "muito "
     "nos já eu também só pelo pela até isso ela entre depois sem mesmo aos seus são foi está"},
    {"Italian",
     "di che e la il un a per in una è del con non le si da i dei al sono ha della come più nel alla gli anche lo ma "
     "delle "
     "dal se suo questo nella dalla degli ai o sua era stato hanno essere ci"},
    {"Romanian",
     "de și în la a cu să pe o nu care din că este un au mai pentru al sunt ca fi se lui am fost prin sau după dar ale "
     "i "
     "această acest cele cei dintre"},
    {"Catalan",
     "de la que i el en a les per un una amb del és els no es al ha dels com més han seva seu però també són aquest "
     "aquesta "
     "va pel ser"},
    {"Swedish",
     "och i att det som en på är av för med den till har inte om ett de han var jag sig men så från vi vid kan när år "
     "under "
     "också efter eller nu sin där vid mot skulle"},
    {"Danish or Norwegian",
     "og i at det som en på er af av for med den til har ikke om et de han var jeg seg sig men så fra vi ved kan når "
     "år "
     "under også etter efter eller nå sin der være blir bliver skal"},
    {"Finnish",
     "ja on ei että oli se hän mutta kun joka ovat myös niin kuin tai mukaan jos hänen ole sen olisi siitä vain ovat "
     "jo ne "
     "nyt sekä sitä tämä tämän jotka voi mitä kuitenkin"},
    {"Estonian",
     "ja on ei et ka oli see aga kui mis ning ta oma seda selle kes siis ma või kuid nii ole juba veel selle pärast "
     "tema "
     "nad välja"},
    {"Hungarian",
     "a az és hogy nem is egy ez de meg volt csak már mint ha még el van ki azt vagy ezt lesz kell lehet minden "
     "szerint "
     "után több ezek pedig"},
    {"Polish",
     "w i na się z nie do to że jest o jak za od po przez ale co dla czy oraz tym już jego są tak ich przy był który "
     "które "
     "jako może być było tylko ze"},
    {"Czech",
     "a v se na že je s z to do o i ve pro k jsou by za jak jako ale od po který si které však byl která není podle "
     "bude "
     "jeho až nebo bylo při před co být ze už když také"},
    {"Slovak",
     "a v sa na že je s z to do o aj vo pre k sú by za ako ale od po ktorý si ktoré však bol ktorá nie podľa bude jeho "
     "až "
     "alebo bolo pri pred čo byť zo už keď tiež"},
    {"Croatian, Bosnian or Serbian",
     "i u je da se na su za od s a ne koji što to kao o bi sa koja će iz do nije ili ali koje samo biti kako bio po "
     "može "
     "ima nakon prema još"},
    {"Slovenian",
     "in je v da se na so za ki pa bi z ne tudi ni po s kot še o iz pri ali bo od do ga kar bil jih lahko zaradi"},
    {"Lithuanian",
     "ir į kad su yra iš o kaip tai bet jo jis ne buvo nuo už per jau jos tik dėl savo apie ar jų po būti pagal turi"},
    {"Latvian",
     "un ir ka no ar uz par kas bet arī tas viņš nav kā lai tā pēc bija pie vai līdz savu to šo būt gan tiek"},
    {"Turkish",
     "ve bir bu da de için ile olarak olan çok daha gibi kadar en sonra o ne ancak ama ya her göre oldu olduğunu değil "
     "tarafından var olduğu"},
    {"Indonesian or Malay",
     "yang dan di untuk dengan dari ini pada dalam itu akan tidak ke adalah juga telah oleh sebagai dapat mereka bahwa "
     "karena "
     "atau ada kepada saya orang lebih bisa"},
    {"Vietnamese",
     "và của là có cho trong được các một không với những này để đã người từ khi đến về như ra cũng vào sẽ tại trên đó "
     "năm nhiều"},
    {"Russian",
     "и в не на что с по как он к это из у за то для но его от а о так же был все было при мы они или бы только если "
     "уже "
     "до который также после года может которые"},
    {"Ukrainian",
     "і в не на що з у та до як за це від він для про але його й є був які при ми або було буде також після року може "
     "який яка щоб цього"},
    {"Bulgarian",
     "и на да в за се от е с не че са по ще като до това при той си но беше или след има към може бъде които който "
     "между "
     "още само които"},
    {"Serbian or Macedonian",
     "и у је да се на су за од са не који што то као о би која ће из до није или али само бити како може има во од на "
     "се го "
     "ја ќе дека кој со ги"},
    {"Arabic",
     "في من على إلى أن عن التي مع الذي هذا هذه بعد كان قد بين لا ما أو كما وقد ذلك كانت لم حيث وفي وقال ومن هو"},
    {"Persian", "در به از که این را با است برای آن یک خود تا شده بر او می هم شد کرد بود باید ما دو اما نیز های"},
    {"Urdu", "کے میں کی ہے سے اور کا کو نے پر ہیں کہ یہ اس بھی کر نہیں ایک تھا لیے ہو گیا رہے ان جو"},
    {"Hindi", "के में है की से का को और ने पर हैं यह कि इस भी कर नहीं एक था लिए हो गया रहे उन जो गई ही"},
};
inline constexpr std::size_t kListed = std::size(kLanguageWords);
// Scripts with one language follow, in the order of LANGUAGES: a line of such a script is decided by that alone.
inline constexpr std::size_t kOfScripts = 11;
inline constexpr std::size_t kLanguages = 1 + kListed + kOfScripts;  // 0 is no language
static_assert(kListed <= 32);

constexpr bool is_letter_byte(char c) {
    const auto byte = static_cast<std::uint8_t>(c);
    return byte >= 0x80 || static_cast<std::uint8_t>((byte | 0x20) - 'a') < 26;
}

// Upper-case letters of ASCII are lowered on the way; others stay, so that the first word of a line may be missed.
constexpr std::uint64_t hashed_byte(std::uint64_t hash, char c) {
    const auto byte = static_cast<std::uint8_t>(c);
    return (hash ^ (byte >= 'A' && byte <= 'Z' ? byte + 32u : byte)) * 0x100000001b3ull;
}
inline constexpr std::uint64_t kNoWord = 0xcbf29ce484222325ull;

struct WordEntry {
    std::uint64_t hash = 0;
    std::uint32_t languages = 0;
};

inline constexpr std::size_t kWordTable = 4096;
constexpr std::size_t word_place(std::uint64_t hash) { return static_cast<std::size_t>(hash >> 52); }

// Open addressing: the hash is the word's name, for two words of one are not to be expected among two thousand.
inline constexpr std::array<WordEntry, kWordTable> kWords = [] {
    std::array<WordEntry, kWordTable> table{};
    for (std::size_t language = 0; language < kListed; ++language) {
        std::uint64_t hash = kNoWord;
        const std::string_view words = kLanguageWords[language].words;
        for (std::size_t at = 0; at <= words.size(); ++at) {
            if (at < words.size() && words[at] != ' ') {
                hash = hashed_byte(hash, words[at]);
                continue;
            }
            std::size_t place = word_place(hash);
            while (table[place].languages != 0 && table[place].hash != hash) place = (place + 1) % kWordTable;
            table[place].hash = hash;
            table[place].languages |= 1u << language;
            hash = kNoWord;
        }
    }
    return table;
}();

// 1 + the language's place in the table, 0 if the words do not tell.
inline std::uint8_t language_by_words(std::string_view text) {
    std::array<std::uint8_t, 32> hits{};
    const auto look_up = [&](std::uint64_t hash) {
        for (std::size_t place = word_place(hash); kWords[place].languages != 0; place = (place + 1) % kWordTable) {
            if (kWords[place].hash != hash) continue;
            for (std::uint32_t left = kWords[place].languages; left != 0; left &= left - 1) {
                auto& seen = hits[static_cast<std::size_t>(std::countr_zero(left))];
                if (seen < 255) ++seen;
            }
            return;
        }
    };
    std::uint64_t hash = kNoWord;
    for (const char c : text) {
        if (is_letter_byte(c)) {
            hash = hashed_byte(hash, c);
        } else if (hash != kNoWord) {
            look_up(hash);
            hash = kNoWord;
        }
    }
    if (hash != kNoWord) look_up(hash);
    const auto best = std::max_element(hits.begin(), hits.end());
    const int most = *best;
    *best = 0;
    const int second = *std::max_element(hits.begin(), hits.end());
    return most >= 3 && (most >= 2 * second || most >= second + 3)
               ? static_cast<std::uint8_t>(1 + (best - hits.begin()))
               : std::uint8_t{0};
}

}  // namespace tertium::doctor
