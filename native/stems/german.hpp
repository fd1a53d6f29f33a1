// German stems as METEOR 1.5 has them: Snowball's "german" before its third version, which took on the rules of
// "german2" (ae for ä) and further endings. From the published definition (snowballstem.org).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace tertium {

class GermanStemmer {
  public:
    using Text = std::u32string;

    void stem(Text& word) {
        text_ = &word;
        prepare();
        mark_regions();
        step_1();
        step_2();
        step_3();
        for (char32_t& letter : *text_) {
            if (letter == U'U' || letter == U'ü') letter = U'u';
            else if (letter == U'Y') letter = U'y';
            else if (letter == U'ä') letter = U'a';
            else if (letter == U'ö') letter = U'o';
        }
    }

  private:
    using Ending = std::u32string_view;

    static bool is_vowel(char32_t letter) { return Ending(U"aeiouyäöü").find(letter) != Ending::npos; }
    bool ends(Ending ending) const { return text_->ends_with(ending); }
    std::size_t before(Ending ending) const { return text_->size() - ending.size(); }
    void drop(Ending ending) { text_->resize(before(ending)); }

    // ß is two letters; u and y between vowels are consonants.
    void prepare() {
        for (std::size_t at = text_->find(U'ß'); at != Text::npos; at = text_->find(U'ß', at))
            text_->replace(at, 1, U"ss");
        for (std::size_t i = 0; i + 2 < text_->size();) {
            char32_t& middle = (*text_)[i + 1];
            if (is_vowel((*text_)[i]) && (middle == U'u' || middle == U'y') && is_vowel((*text_)[i + 2])) {
                middle = middle == U'u' ? U'U' : U'Y';
                i += 3;
            } else {
                ++i;
            }
        }
    }

    // R1 begins after at least three letters.
    void mark_regions() {
        r1_ = r2_ = text_->size();
        if (text_->size() < 3) return;
        const std::size_t first = after_first_syllable(0);
        if (first == Text::npos) return;
        const std::size_t second = after_first_syllable(first);
        r1_ = std::max<std::size_t>(first, 3);
        if (second != Text::npos) r2_ = second;
    }

    std::size_t after_first_syllable(std::size_t from) const {
        std::size_t i = from;
        while (i < text_->size() && !is_vowel((*text_)[i])) ++i;
        while (i < text_->size() && is_vowel((*text_)[i])) ++i;
        return i < text_->size() ? i + 1 : Text::npos;
    }

    bool preceded(std::size_t at, Ending letters) const {
        return at > 0 && letters.find((*text_)[at - 1]) != Ending::npos;
    }

    void step_1() {
        for (Ending ending :
             {Ending(U"ern"), Ending(U"em"), Ending(U"er"), Ending(U"en"), Ending(U"es"), Ending(U"e"), Ending(U"s")}) {
            if (!ends(ending)) continue;
            if (before(ending) < r1_) return;
            if (ending == U"s" && !preceded(before(ending), U"bdfghklmnrt")) return;
            drop(ending);
            return;
        }
    }

    void step_2() {
        for (Ending ending : {Ending(U"est"), Ending(U"en"), Ending(U"er"), Ending(U"st")}) {
            if (!ends(ending)) continue;
            if (before(ending) < r1_) return;
            if (ending == U"st" && (before(ending) < 4 || !preceded(before(ending), U"bdfghklmnt"))) return;
            drop(ending);
            return;
        }
    }

    void step_3() {
        for (Ending ending : {Ending(U"isch"), Ending(U"lich"), Ending(U"heit"), Ending(U"keit"), Ending(U"end"),
                              Ending(U"ung"), Ending(U"ig"), Ending(U"ik")}) {
            if (!ends(ending)) continue;
            if (before(ending) < r2_) return;
            if (ending == U"ig" || ending == U"ik" || ending == U"isch") {
                if (!preceded(before(ending), U"e")) drop(ending);
                return;
            }
            drop(ending);
            if (ending == U"end" || ending == U"ung") {
                if (ends(U"ig") && before(U"ig") >= r2_ && !preceded(before(U"ig"), U"e")) drop(U"ig");
            } else if (ending == U"keit") {
                for (Ending inner : {Ending(U"lich"), Ending(U"ig")})
                    if (ends(inner)) {
                        if (before(inner) >= r2_) drop(inner);
                        break;
                    }
            } else if ((ends(U"er") || ends(U"en")) && before(U"er") >= r1_) {
                drop(U"er");
            }
            return;
        }
    }

    Text* text_ = nullptr;
    std::size_t r1_ = 0, r2_ = 0;
};

}  // namespace tertium
