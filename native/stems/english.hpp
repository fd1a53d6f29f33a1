// English stems by Porter's second algorithm (snowballstem.org, "english"), in the words of its published definition: the
// rules as METEOR 1.5 has them, and as Snowball 3.1 has them, which treats some words that lost too much.
//
// Endings are looked for from the longest to the shortest; R1 is what follows the first consonant after a vowel, R2 the
// same within R1. A y at the beginning or after a vowel is a consonant, written Y.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tertium {

enum class EnglishRules { meteor, snowball3 };

// C is char for words in ASCII, char32_t for others: rules count letters.
template <class C>
class EnglishStemmer {
  public:
    using Text = std::basic_string<C>;

    explicit EnglishStemmer(EnglishRules rules) : newer_(rules == EnglishRules::snowball3) {}

    // Stems the word in place.
    void stem(Text& word) {
        text_ = &word;
        if (special(word)) return;
        if (word.size() <= 2) return;
        mark_consonant_ys();
        mark_regions();
        step_1a();
        if (!stays_after_1a()) {
            step_1b();
            step_1c();
            step_2();
            step_3();
            step_4();
            step_5();
        }
        if (!marked_) return;  // a capital Y of the text's own stays, unless there are marks as well
        for (C& letter : *text_)
            if (letter == 'Y') letter = 'y';
    }

  private:
    struct Rule {
        std::string_view ending, becomes;
    };

    static bool same(const Text& text, std::string_view other) {
        return text.size() == other.size() && std::equal(other.begin(), other.end(), text.begin(), letters_equal);
    }
    static bool letters_equal(char a, C b) { return static_cast<C>(static_cast<unsigned char>(a)) == b; }
    bool ends(std::string_view ending) const {
        return text_->size() >= ending.size() && letters_equal(ending.back(), text_->back()) &&
               std::equal(ending.begin(), ending.end(), text_->end() - static_cast<std::ptrdiff_t>(ending.size()),
                          letters_equal);
    }
    bool begins(std::string_view beginning) const {
        return text_->size() >= beginning.size() &&
               std::equal(beginning.begin(), beginning.end(), text_->begin(), letters_equal);
    }
    // Where an ending begins.
    std::size_t before(std::string_view ending) const { return text_->size() - ending.size(); }
    void replace(std::string_view ending, std::string_view becomes) {
        text_->resize(before(ending));
        for (char letter : becomes) text_->push_back(static_cast<C>(letter));
    }

    static bool is_vowel(C letter) {
        return letter == 'a' || letter == 'e' || letter == 'i' || letter == 'o' || letter == 'u' || letter == 'y';
    }
    bool vowel_at(std::size_t i) const { return is_vowel((*text_)[i]); }
    bool has_vowel(std::size_t end) const {
        return std::any_of(text_->begin(), text_->begin() + static_cast<std::ptrdiff_t>(end), is_vowel);
    }

    // A vowel between consonants, of which the second is none of w, x, Y; or at the beginning, before a consonant.
    bool short_syllable(std::size_t end) const {
        if (newer_ && end == 4 && begins("past")) return true;
        if (end < 2) return false;
        const C last = (*text_)[end - 1];
        if (end == 2) return vowel_at(0) && !is_vowel(last);
        return !vowel_at(end - 3) && vowel_at(end - 2) && !is_vowel(last) && last != 'w' && last != 'x' && last != 'Y';
    }

    bool special(Text& word) const {
        static constexpr std::array<Rule, 11> words{{{"skis", "ski"},
                                                     {"skies", "sky"},
                                                     {"dying", "die"},
                                                     {"lying", "lie"},
                                                     {"tying", "tie"},
                                                     {"idly", "idl"},
                                                     {"gently", "gentl"},
                                                     {"ugly", "ugli"},
                                                     {"early", "earli"},
                                                     {"only", "onli"},
                                                     {"singly", "singl"}}};
        static constexpr std::array<std::string_view, 7> unchanged{"sky",    "news", "howe", "atlas",
                                                                   "cosmos", "bias", "andes"};
        if (word.size() < 3 || word.size() > 6) return false;
        for (const auto& [from, to] : words) {
            if (!same(word, from)) continue;
            if (newer_ && (from == "dying" || from == "lying" || from == "tying")) return false;
            word.assign(to.begin(), to.end());
            return true;
        }
        return std::any_of(unchanged.begin(), unchanged.end(),
                           [&](std::string_view other) { return same(word, other); });
    }

    void mark_consonant_ys() {
        if ((*text_)[0] == '\'') text_->erase(0, 1);
        C last = 'a';
        marked_ = false;
        for (C& letter : *text_) {
            if (letter == 'y' && is_vowel(last)) {
                letter = 'Y';
                marked_ = true;
            }
            last = letter;
        }
    }

    void mark_regions() {
        static constexpr std::array<std::string_view, 3> meteor{"gener", "arsen", "commun"};
        static constexpr std::array<std::string_view, 9> snowball3{"gener", "arsen", "commun", "univers", "later",
                                                                   "emerg", "organ", "past",   "inter"};
        const auto known =
            newer_ ? std::span<const std::string_view>(snowball3) : std::span<const std::string_view>(meteor);
        r1_ = 0;
        for (std::string_view beginning : known)
            if (begins(beginning)) r1_ = std::max(r1_, beginning.size());
        if (r1_ == 0) r1_ = after_first_syllable(0);
        r2_ = after_first_syllable(r1_);
    }

    std::size_t after_first_syllable(std::size_t from) const {
        std::size_t i = from;
        while (i < text_->size() && !vowel_at(i)) ++i;
        while (i < text_->size() && vowel_at(i)) ++i;
        return std::min(i + 1, text_->size());
    }

    void step_1a() {
        for (std::string_view ending : {"'s'", "'s", "'"})
            if (ends(ending)) {
                replace(ending, "");
                break;
            }
        if (ends("sses")) replace("sses", "ss");
        else if (ends("ied") || ends("ies")) replace("ied", before("ied") > 1 ? "i" : "ie");
        else if (ends("s") && !ends("us") && !ends("ss") && text_->size() > 1 && has_vowel(text_->size() - 2))
            replace("s", "");
    }

    bool stays_after_1a() const {
        static constexpr std::array<std::string_view, 8> words{"inning",  "outing",  "canning", "herring",
                                                               "earring", "proceed", "exceed",  "succeed"};
        if (newer_ && same(*text_, "evening")) return true;
        return std::any_of(words.begin(), words.end(), [&](std::string_view other) { return same(*text_, other); });
    }

    void step_1b() {
        if (ends("eedly") || ends("eed")) {
            const std::string_view ending = ends("eed") ? "eed" : "eedly";
            if (before(ending) >= r1_) replace(ending, "ee");
            return;
        }
        for (std::string_view ending : {"ingly", "edly", "ing", "ed"}) {
            if (!ends(ending)) continue;
            if (newer_ && ending == "ing" && text_->size() == 5 && (*text_)[1] == 'y' && !vowel_at(0)) {
                replace("ying", "ie");
                return;
            }
            if (!has_vowel(before(ending))) return;
            replace(ending, "");
            if (ends("at") || ends("bl") || ends("iz")) text_->push_back('e');
            else if (ends_in_double()) {
                // Of "adding" and "offing" nothing would be left by which to know them.
                const C first = (*text_)[0];
                if (!(newer_ && text_->size() == 3 && (first == 'a' || first == 'e' || first == 'o')))
                    text_->pop_back();
            } else if (r1_ >= text_->size() && short_syllable(text_->size())) text_->push_back('e');
            return;
        }
    }

    bool ends_in_double() const {
        const std::size_t size = text_->size();
        if (size < 2 || (*text_)[size - 1] != (*text_)[size - 2]) return false;
        const C last = (*text_)[size - 1];
        return std::string_view("bdfgmnprt").find(static_cast<char>(last)) != std::string_view::npos && last < 128;
    }

    void step_1c() {
        const std::size_t size = text_->size();
        if (size > 2 && (ends("y") || ends("Y")) && !vowel_at(size - 2)) text_->back() = 'i';
    }

    // The longest ending that fits, if it lies in a region.
    template <std::size_t N>
    const Rule* longest(const std::array<Rule, N>& rules) const {
        for (const Rule& rule : rules)
            if (ends(rule.ending)) return &rule;
        return nullptr;
    }

    void step_2() {
        static constexpr std::array<Rule, 24> rules{
            {{"ization", "ize"}, {"ational", "ate"}, {"fulness", "ful"}, {"ousness", "ous"}, {"iveness", "ive"},
             {"tional", "tion"}, {"biliti", "ble"},  {"lessli", "less"}, {"entli", "ent"},   {"ation", "ate"},
             {"alism", "al"},    {"aliti", "al"},    {"ousli", "ous"},   {"iviti", "ive"},   {"fulli", "ful"},
             {"enci", "ence"},   {"anci", "ance"},   {"abli", "able"},   {"izer", "ize"},    {"ator", "ate"},
             {"alli", "al"},     {"bli", "ble"},     {"ogi", "og"},      {"li", ""}}};
        static constexpr Rule scholar{"ogist", "og"};
        const Rule* rule = newer_ && ends(scholar.ending) ? &scholar : longest(rules);
        if (rule == nullptr || before(rule->ending) < r1_) return;
        const std::size_t at = before(rule->ending);
        if (rule->ending == "ogi" && (at == 0 || (*text_)[at - 1] != 'l')) return;
        if (rule->ending == "li" && (at == 0 || !can_precede_li((*text_)[at - 1]))) return;
        replace(rule->ending, rule->becomes);
    }

    static bool can_precede_li(C letter) {
        return letter < 128 && std::string_view("cdeghkmnrt").find(static_cast<char>(letter)) != std::string_view::npos;
    }

    void step_3() {
        static constexpr std::array<Rule, 9> rules{{{"ational", "ate"},
                                                    {"tional", "tion"},
                                                    {"alize", "al"},
                                                    {"icate", "ic"},
                                                    {"iciti", "ic"},
                                                    {"ative", ""},
                                                    {"ical", "ic"},
                                                    {"ness", ""},
                                                    {"ful", ""}}};
        const Rule* rule = longest(rules);
        if (rule == nullptr || before(rule->ending) < r1_) return;
        if (rule->ending == "ative" && before("ative") < r2_) return;
        replace(rule->ending, rule->becomes);
    }

    void step_4() {
        static constexpr std::array<Rule, 18> rules{{{"ement", ""},
                                                     {"ance", ""},
                                                     {"ence", ""},
                                                     {"able", ""},
                                                     {"ible", ""},
                                                     {"ment", ""},
                                                     {"ant", ""},
                                                     {"ent", ""},
                                                     {"ism", ""},
                                                     {"ate", ""},
                                                     {"iti", ""},
                                                     {"ous", ""},
                                                     {"ive", ""},
                                                     {"ize", ""},
                                                     {"ion", ""},
                                                     {"al", ""},
                                                     {"er", ""},
                                                     {"ic", ""}}};
        const Rule* rule = longest(rules);
        if (rule == nullptr || before(rule->ending) < r2_) return;
        if (rule->ending == "ion") {
            const std::size_t at = before("ion");
            if (at == 0 || ((*text_)[at - 1] != 's' && (*text_)[at - 1] != 't')) return;
        }
        replace(rule->ending, "");
    }

    void step_5() {
        const std::size_t size = text_->size();
        if (ends("e")) {
            if (size - 1 >= r2_ || (size - 1 >= r1_ && !short_syllable(size - 1))) text_->pop_back();
        } else if (ends("ll") && size - 1 >= r2_) {
            text_->pop_back();
        }
    }

    bool newer_, marked_ = false;
    Text* text_ = nullptr;
    std::size_t r1_ = 0, r2_ = 0;
};

}  // namespace tertium
