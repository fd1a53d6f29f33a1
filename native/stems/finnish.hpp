// Finnish stems as METEOR 1.5 has them: Snowball's rules of about 2010, from their published definition (snowballstem.org).
//
// The program's Java could not call the two conditions that the endings -siin, -seen, -den and -tten have, so that these
// endings never apply there and the -n of theirs is taken alone ("asioiden": asioid, "koneeseen": konees). So it is here.
#pragma once

#include "stems/endings.hpp"

namespace tertium {

class FinnishStemmer : private WordEndings {
  public:
    void stem(Text& word) {
        text_ = &word;
        const std::size_t first = after_syllable(kVowels, 0);
        const std::size_t second = first == Text::npos ? first : after_syllable(kVowels, first);
        r1_ = first == Text::npos ? size() : first;
        r2_ = second == Text::npos ? size() : second;
        drop_particle();
        drop_possessive();
        const bool had_case = drop_case();
        drop_degree();
        if (had_case) drop_plural_i();
        else drop_plural_t();
        tidy();
    }

  private:
    static constexpr Ending kVowels = U"aeiouyäö";

    bool ends_in_long_vowel() const {
        const std::size_t n = size();
        return n > 1 && letter(n - 1) == letter(n - 2) && Ending(U"aeiouäö").find(letter(n - 1)) != Ending::npos;
    }

    void drop_particle() {
        static constexpr Ending kEndings[] = {U"kin", U"kaan", U"kään", U"ko", U"kö",
                                              U"han", U"hän",  U"pa",   U"pä", U"sti"};
        const Ending* ending = longest(kEndings, r1_);
        if (ending == nullptr) return;
        if (*ending == U"sti" ? before(*ending) >= r2_ : preceded(U"aeiouyäönt", ending->size())) drop(*ending);
    }

    void drop_possessive() {
        static constexpr Ending kEndings[] = {U"si", U"ni", U"nsa", U"nsä", U"mme", U"nne", U"an", U"än", U"en"};
        static constexpr Ending kBeforeAn[] = {U"taan", U"ssaan", U"staan", U"llaan", U"ltaan", U"naan"};
        static constexpr Ending kBeforeAen[] = {U"tään", U"ssään", U"stään", U"llään", U"ltään", U"nään"};
        static constexpr Ending kBeforeEn[] = {U"lleen", U"ineen"};
        const Ending* ending = longest(kEndings, r1_);
        if (ending == nullptr) return;
        if (*ending == U"si" && preceded(U"k", 2)) return;
        if (*ending == U"an" && !ends_in_one_of(kBeforeAn)) return;
        if (*ending == U"än" && !ends_in_one_of(kBeforeAen)) return;
        if (*ending == U"en" && !ends_in_one_of(kBeforeEn)) return;
        const bool ni = *ending == U"ni";
        drop(*ending);
        if (ni && ends(U"kse")) replace(U"kse", U"ksi");
    }

    bool drop_case() {
        static constexpr Ending kEndings[] = {U"han", U"hen", U"hin", U"hon", U"hän", U"hön", U"n",   U"a",   U"ä",
                                              U"tta", U"ttä", U"ta",  U"tä",  U"ssa", U"ssä", U"sta", U"stä", U"lla",
                                              U"llä", U"lta", U"ltä", U"lle", U"na",  U"nä",  U"ksi", U"ine"};
        const Ending* ending = longest(kEndings, r1_);
        if (ending == nullptr) return false;
        const Ending one = *ending;
        if (one.front() == U'h') {
            if (!preceded(one.substr(1, 1), 3)) return false;
        } else if (one == U"a" || one == U"ä") {
            if (!preceded(kVowels, 1) || size() < 3 || preceded(kVowels, 2)) return false;
        } else if (one == U"tta" || one == U"ttä") {
            if (!preceded(U"e", 3)) return false;
        }
        drop(one);
        if (one == U"n" && (ends_in_long_vowel() || ends(U"ie"))) drop(1);
        return true;
    }

    void drop_degree() {
        static constexpr Ending kEndings[] = {U"mpi",  U"mpa",  U"mpä",  U"mmi",  U"mma",  U"mmä", U"impi",
                                              U"impa", U"impä", U"immi", U"imma", U"immä", U"eja", U"ejä"};
        drop_unless_po(kEndings);
    }

    // Comparatives: not those that end in -po ("kumpi" has other forms).
    void drop_unless_po(std::span<const Ending> endings) {
        const Ending* ending = longest(endings, r2_);
        if (ending == nullptr) return;
        if (ending->front() == U'm' && preceded(U"o", ending->size()) && preceded(U"p", ending->size() + 1)) return;
        drop(*ending);
    }

    void drop_plural_i() {
        if (size() > r1_ && preceded(U"ij", 0)) drop(1);
    }

    void drop_plural_t() {
        static constexpr Ending kEndings[] = {U"mma", U"imma"};
        if (size() < r1_ + 2 || !preceded(U"t", 0) || !preceded(kVowels, 1)) return;
        drop(1);
        drop_unless_po(kEndings);
    }

    // Vowels and consonants are not written twice at the end, and some vowels go.
    void tidy() {
        if (size() < r1_) return;
        if (size() >= r1_ + 2 && ends_in_long_vowel()) drop(1);
        if (size() >= r1_ + 2 && preceded(U"aäei", 0) && !preceded(kVowels, 1)) drop(1);
        if (size() >= r1_ + 2 && (ends(U"oj") || ends(U"uj"))) drop(1);
        if (size() >= r1_ + 2 && ends(U"jo")) drop(1);
        const std::size_t last = text_->find_last_not_of(kVowels);
        if (last != Text::npos && last > 0 && letter(last - 1) == letter(last)) text_->erase(last, 1);
    }

    std::size_t r1_ = 0, r2_ = 0;
};

}  // namespace tertium
