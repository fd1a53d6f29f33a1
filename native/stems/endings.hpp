// What stemmers that work on endings share: a word of code points, its endings, and the regions they may be taken from.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tertium {

class WordEndings {
  protected:
    using Text = std::u32string;
    using Ending = std::u32string_view;

    std::size_t size() const { return text_->size(); }
    char32_t letter(std::size_t at) const { return (*text_)[at]; }
    bool ends(Ending ending) const { return text_->ends_with(ending); }
    bool ends_in_one_of(std::span<const Ending> endings) const { return longest(endings, 0) != nullptr; }
    // Where an ending begins.
    std::size_t before(Ending ending) const { return size() - ending.size(); }
    void drop(Ending ending) { drop(ending.size()); }
    void drop(std::size_t letters) { text_->resize(size() - letters); }
    void replace(Ending ending, Ending becomes) { text_->replace(before(ending), ending.size(), becomes); }

    // The longest ending that the word has and that lies within the region that begins at `from`, or null.
    const Ending* longest(std::span<const Ending> endings, std::size_t from) const {
        const Ending* found = nullptr;
        for (const Ending& ending : endings)
            if (ends(ending) && before(ending) >= from && (found == nullptr || ending.size() > found->size()))
                found = &ending;
        return found;
    }

    // Whether the letter before the last `behind` letters is one of these.
    bool preceded(Ending letters, std::size_t behind) const {
        return size() > behind && letters.find(letter(size() - behind - 1)) != Ending::npos;
    }

    // Behind the first of the others that follows a vowel, from `from` on; npos if there is none.
    std::size_t after_syllable(Ending vowels, std::size_t from) const {
        const std::size_t vowel = text_->find_first_of(vowels, from);
        const std::size_t other = vowel == Text::npos ? vowel : text_->find_first_not_of(vowels, vowel);
        return other == Text::npos ? other : other + 1;
    }

    Text* text_ = nullptr;
};

}  // namespace tertium
