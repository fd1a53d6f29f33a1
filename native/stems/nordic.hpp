// Danish, Norwegian and Swedish stems as METEOR 1.5 has them: Snowball's rules of about 2010, from their published
// definitions (snowballstem.org). The three share a plan: one list of endings, a pair of consonants, a second list.
#pragma once

#include <algorithm>

#include "stems/endings.hpp"

namespace tertium {

enum class Nordic { danish, norwegian, swedish };

class NordicStemmer : private WordEndings {
  public:
    explicit NordicStemmer(Nordic language) : language_(language) {}

    void stem(Text& word) {
        text_ = &word;
        mark_region();
        drop_main_ending();
        shorten_pair();
        if (language_ == Nordic::danish) drop_danish();
        else if (language_ == Nordic::norwegian) drop_norwegian();
        else drop_swedish();
    }

  private:
    Ending vowels() const { return language_ == Nordic::swedish ? U"aeiouyäåö" : U"aeiouyæåø"; }

    // The region begins behind the first syllable and at least three letters.
    void mark_region() {
        const std::size_t first = size() < 3 ? Text::npos : after_syllable(vowels(), 0);
        region_ = first == Text::npos ? size() : std::max<std::size_t>(first, 3);
    }

    void drop_main_ending() {
        const Ending* ending = longest(main_endings(), region_);
        if (ending == nullptr) return;
        if (*ending == U"s") {
            if (s_belongs_to_the_ending()) drop(1);
        } else if (language_ == Nordic::norwegian && (*ending == U"ert" || *ending == U"erte")) {
            replace(*ending, U"er");
        } else {
            drop(*ending);
        }
    }

    std::span<const Ending> main_endings() const {
        static constexpr Ending kDanish[] = {U"hed",   U"ethed", U"ered", U"e",      U"erede", U"ende",    U"erende",
                                             U"ene",   U"erne",  U"ere",  U"en",     U"heden", U"eren",    U"er",
                                             U"heder", U"erer",  U"heds", U"es",     U"endes", U"erendes", U"enes",
                                             U"ernes", U"eres",  U"ens",  U"hedens", U"erens", U"ers",     U"ets",
                                             U"erets", U"et",    U"eret", U"s"};
        static constexpr Ending kNorwegian[] = {
            U"a",      U"e",   U"ede",   U"ande", U"ende", U"ane",  U"ene",   U"hetene", U"en",      U"heten",
            U"ar",     U"er",  U"heter", U"as",   U"es",   U"edes", U"endes", U"enes",   U"hetenes", U"ens",
            U"hetens", U"ers", U"ets",   U"et",   U"het",  U"ast",  U"s",     U"erte",   U"ert"};
        static constexpr Ending kSwedish[] = {
            U"a",      U"arna", U"erna",  U"heterna", U"orna",  U"ad",    U"e",    U"ade",   U"ande", U"arne",
            U"are",    U"aste", U"en",    U"anden",   U"aren",  U"heten", U"ern",  U"ar",    U"er",   U"heter",
            U"or",     U"as",   U"arnas", U"ernas",   U"ornas", U"es",    U"ades", U"andes", U"ens",  U"arens",
            U"hetens", U"erns", U"at",    U"andet",   U"het",   U"ast",   U"s"};
        if (language_ == Nordic::danish) return kDanish;
        if (language_ == Nordic::norwegian) return kNorwegian;
        return kSwedish;
    }

    bool s_belongs_to_the_ending() const {
        if (language_ == Nordic::danish) return preceded(U"abcdfghjklmnoprtvyzå", 1);
        if (language_ == Nordic::swedish) return preceded(U"bcdfghjklmnoprtvy", 1);
        return preceded(U"bcdfghjlmnoprtvyz", 1) || (preceded(U"k", 1) && size() > 2 && !preceded(vowels(), 2));
    }

    // Of two consonants at the end the second goes.
    void shorten_pair() {
        static constexpr Ending kDanish[] = {U"gd", U"dt", U"gt", U"kt"};
        static constexpr Ending kNorwegian[] = {U"dt", U"vt"};
        static constexpr Ending kSwedish[] = {U"dd", U"gd", U"nn", U"dt", U"gt", U"kt", U"tt"};
        const std::span<const Ending> pairs = language_ == Nordic::danish      ? std::span<const Ending>(kDanish)
                                              : language_ == Nordic::norwegian ? std::span<const Ending>(kNorwegian)
                                                                               : std::span<const Ending>(kSwedish);
        if (longest(pairs, region_) != nullptr) drop(1);
    }

    void drop_danish() {
        static constexpr Ending kEndings[] = {U"ig", U"lig", U"elig", U"els", U"løst"};
        if (ends(U"igst")) drop(2);
        if (const Ending* ending = longest(kEndings, region_)) {
            if (*ending == U"løst") {
                drop(1);
            } else {
                drop(*ending);
                shorten_pair();
            }
        }
        // A consonant is not written twice at the end; digits count as consonants.
        if (size() > region_ && size() > 1 && !preceded(vowels(), 0) && letter(size() - 1) == letter(size() - 2))
            drop(1);
    }

    void drop_norwegian() {
        static constexpr Ending kEndings[] = {U"leg", U"eleg", U"ig",   U"eig",  U"lig",    U"elig",
                                              U"els", U"lov",  U"elov", U"slov", U"hetslov"};
        if (const Ending* ending = longest(kEndings, region_)) drop(*ending);
    }

    void drop_swedish() {
        static constexpr Ending kEndings[] = {U"lig", U"ig", U"els", U"löst", U"fullt"};
        const Ending* ending = longest(kEndings, region_);
        if (ending == nullptr) return;
        if (*ending == U"löst" || *ending == U"fullt") drop(1);
        else drop(*ending);
    }

    Nordic language_;
    std::size_t region_ = 0;
};

}  // namespace tertium
