// French stems as METEOR 1.5 has them: Snowball's rules of about 2010, from their published definition (snowballstem.org).
//
// A u or i between vowels, a y beside one and the u of qu are consonants, written U, I and Y. RV, R1 and R2 are regions
// from a letter to the end. An ending of derivation is tried first, then those of verbs, then what else may be left.
#pragma once

#include "stems/endings.hpp"

namespace tertium {

class FrenchStemmer : private WordEndings {
  public:
    void stem(Text& word) {
        text_ = &word;
        mark_consonants();
        mark_regions();
        if (drop_derivation() || drop_verb_in_i() || drop_verb()) {
            if (ends(U"Y")) replace(U"Y", U"i");
            else if (ends(U"ç")) replace(U"ç", U"c");
        } else {
            drop_residue();
        }
        tidy();
        for (char32_t& each : *text_) {
            if (each == U'I') each = U'i';
            else if (each == U'U') each = U'u';
            else if (each == U'Y') each = U'y';
        }
    }

  private:
    static constexpr Ending kVowels = U"aeiouyâàëéêèïîôûù";
    static bool is_vowel(char32_t letter) { return kVowels.find(letter) != Ending::npos; }
    bool vowel_at(std::size_t at) const { return at < size() && is_vowel(letter(at)); }

    bool in_rv(Ending ending) const { return before(ending) >= rv_; }
    bool in_r1(Ending ending) const { return before(ending) >= r1_; }
    bool in_r2(Ending ending) const { return before(ending) >= r2_; }

    // From left to right; what has become a consonant is no vowel for the letters behind it.
    void mark_consonants() {
        Text& text = *text_;
        for (std::size_t i = 0; i < size(); ++i) {
            if (vowel_at(i) && i + 1 < size()) {
                char32_t& next = text[i + 1];
                if (next == U'u' && vowel_at(i + 2)) next = U'U';
                else if (next == U'i' && vowel_at(i + 2)) next = U'I';
                else if (next == U'y') next = U'Y';
            }
            if (text[i] == U'y' && vowel_at(i + 1)) text[i] = U'Y';
            if (text[i] == U'q' && i + 1 < size() && text[i + 1] == U'u') text[i + 1] = U'U';
        }
    }

    void mark_regions() {
        rv_ = r1_ = r2_ = size();
        if (vowel_at(0) && vowel_at(1) && size() > 2) {
            rv_ = 3;
        } else if (text_->starts_with(U"par") || text_->starts_with(U"col") || text_->starts_with(U"tap")) {
            rv_ = 3;
        } else if (const std::size_t vowel = text_->find_first_of(kVowels, 1); vowel != Text::npos) {
            rv_ = vowel + 1;
        }
        const std::size_t first = after_syllable(kVowels, 0);
        if (first == Text::npos) return;
        r1_ = first;
        const std::size_t second = after_syllable(kVowels, first);
        if (second != Text::npos) r2_ = second;
    }

    bool drop_in_r2(Ending ending) {
        if (!in_r2(ending)) return false;
        drop(ending);
        return true;
    }
    // The ending if the word has it: out if it is in R2, else as it was before derivation.
    void drop_or_restore(Ending ending, Ending becomes) {
        if (ends(ending) && !drop_in_r2(ending)) replace(ending, becomes);
    }
    bool replace_in(bool region, Ending ending, Ending becomes) {
        if (region) replace(ending, becomes);
        return region;
    }
    bool drop_feminine_of_eux(Ending ending) { return drop_in_r2(ending) || replace_in(in_r1(ending), ending, U"eux"); }

    // Whether a rule applied; -ment behind a participle goes, and its verb's ending is still to come.
    bool drop_derivation() {
        static constexpr Ending kEndings[] = {
            U"ance",   U"iqUe",     U"isme",      U"able",   U"iste",   U"eux",     U"ances",  U"iqUes",  U"ismes",
            U"ables",  U"istes",    U"atrice",    U"ateur",  U"ation",  U"atrices", U"ateurs", U"ations", U"logie",
            U"logies", U"usion",    U"ution",     U"usions", U"utions", U"ence",    U"ences",  U"ement",  U"ements",
            U"ité",    U"ités",     U"if",        U"ive",    U"ifs",    U"ives",    U"eaux",   U"aux",    U"euse",
            U"euses",  U"issement", U"issements", U"amment", U"emment", U"ment",    U"ments"};
        const Ending* found = longest(kEndings, 0);
        if (found == nullptr) return false;
        const Ending ending = *found, singular = ending.back() == U's' ? ending.substr(0, ending.size() - 1) : ending;
        if (singular == U"atrice" || singular == U"ateur" || singular == U"ation") {
            if (!drop_in_r2(ending)) return false;
            drop_or_restore(U"ic", U"iqU");
            return true;
        }
        if (singular == U"logie") return replace_in(in_r2(ending), ending, U"log");
        if (singular == U"usion" || singular == U"ution") return replace_in(in_r2(ending), ending, U"u");
        if (singular == U"ence") return replace_in(in_r2(ending), ending, U"ent");
        if (singular == U"ement") return drop_ement(ending);
        if (singular == U"ité") return drop_ite(ending);
        if (singular == U"if" || singular == U"ive") {
            if (!drop_in_r2(ending)) return false;
            if (ends(U"at") && drop_in_r2(U"at")) drop_or_restore(U"ic", U"iqU");
            return true;
        }
        if (ending == U"eaux") return replace_in(true, ending, U"eau");
        if (ending == U"aux") return replace_in(in_r1(ending), ending, U"al");
        if (singular == U"euse") return drop_feminine_of_eux(ending);
        if (singular == U"issement") {
            const bool applies = in_r1(ending) && size() > ending.size() && !preceded(kVowels, ending.size());
            if (applies) drop(ending);
            return applies;
        }
        if (ending == U"amment" || ending == U"emment") {
            replace_in(in_rv(ending), ending, ending == U"amment" ? U"ant" : U"ent");
            return false;
        }
        if (singular == U"ment") {
            if (preceded(kVowels, ending.size()) && before(ending) > rv_) drop(ending);
            return false;
        }
        return drop_in_r2(ending);
    }

    bool drop_ement(Ending ending) {
        static constexpr Ending kEndings[] = {U"iv", U"eus", U"abl", U"iqU", U"ièr", U"Ièr"};
        if (!in_rv(ending)) return false;
        drop(ending);
        const Ending* inner = longest(kEndings, 0);
        if (inner == nullptr) return true;
        if (*inner == U"iv") {
            if (drop_in_r2(U"iv") && ends(U"at")) drop_in_r2(U"at");
        } else if (*inner == U"eus") {
            drop_feminine_of_eux(U"eus");
        } else if (*inner == U"ièr" || *inner == U"Ièr") {
            replace_in(in_rv(*inner), *inner, U"i");
        } else {
            drop_in_r2(*inner);
        }
        return true;
    }

    bool drop_ite(Ending ending) {
        if (!drop_in_r2(ending)) return false;
        if (ends(U"abil")) drop_or_restore(U"abil", U"abl");
        else if (ends(U"ic")) drop_or_restore(U"ic", U"iqU");
        else if (ends(U"iv")) drop_in_r2(U"iv");
        return true;
    }

    // The letter before the ending belongs to RV as well, and is a consonant.
    bool drop_verb_in_i() {
        static constexpr Ending kEndings[] = {
            U"îmes",    U"ît",     U"îtes",     U"i",      U"ie",     U"ies",     U"ir",      U"ira",      U"irai",
            U"iraIent", U"irais",  U"irait",    U"iras",   U"irent",  U"irez",    U"iriez",   U"irions",   U"irons",
            U"iront",   U"is",     U"issaIent", U"issais", U"issait", U"issant",  U"issante", U"issantes", U"issants",
            U"isse",    U"issent", U"isses",    U"issez",  U"issiez", U"issions", U"issons",  U"it"};
        const Ending* ending = longest(kEndings, rv_);
        if (ending == nullptr || before(*ending) <= rv_ || preceded(kVowels, ending->size())) return false;
        drop(*ending);
        return true;
    }

    bool drop_verb() {
        static constexpr Ending kEndings[] = {
            U"ions",  U"é",     U"ée",   U"ées",  U"és",     U"èrent",  U"er",     U"era",    U"erai", U"eraIent",
            U"erais", U"erait", U"eras", U"erez", U"eriez",  U"erions", U"erons",  U"eront",  U"ez",   U"iez",
            U"âmes",  U"ât",    U"âtes", U"a",    U"ai",     U"aIent",  U"ais",    U"ait",    U"ant",  U"ante",
            U"antes", U"ants",  U"as",   U"asse", U"assent", U"asses",  U"assiez", U"assions"};
        const Ending* ending = longest(kEndings, rv_);
        if (ending == nullptr) return false;
        if (*ending == U"ions") return drop_in_r2(U"ions");
        const bool in_a = ending->front() == U'a' || ending->front() == U'â';
        drop(*ending);
        if (in_a && ends(U"e") && in_rv(U"e")) drop(1);
        return true;
    }

    void drop_residue() {
        static constexpr Ending kEndings[] = {U"ion", U"ier", U"ière", U"Ier", U"Ière", U"e", U"ë"};
        if (ends(U"s") && size() > 1 && !preceded(U"aiouès", 1)) drop(1);
        const Ending* found = longest(kEndings, rv_);
        if (found == nullptr) return;
        const Ending ending = *found;
        if (ending == U"ion") {
            if (in_r2(ending) && before(ending) > rv_ && preceded(U"st", 3)) drop(3);
        } else if (ending == U"ë") {
            if (ends(U"guë") && in_rv(U"guë")) drop(1);
        } else if (ending == U"e") {
            drop(1);
        } else {
            replace(ending, U"i");
        }
    }

    // No doubled consonant at the end, and no accent on the e before the last consonants.
    void tidy() {
        static constexpr Ending kDoubled[] = {U"enn", U"onn", U"ett", U"ell", U"eill"};
        if (ends_in_one_of(kDoubled)) drop(1);
        const std::size_t last_vowel = text_->find_last_of(kVowels);
        if (last_vowel == Text::npos || last_vowel + 1 == size()) return;
        if (letter(last_vowel) == U'é' || letter(last_vowel) == U'è') (*text_)[last_vowel] = U'e';
    }

    std::size_t rv_ = 0, r1_ = 0, r2_ = 0;
};

}  // namespace tertium
