// One best way to turn a reference into a hypothesis, word by word, for people to look at.
//
// Hirschberg's halving ("A linear space algorithm for computing maximal common subsequences", CACM 18(6), 1975) on top
// of the bit-parallel kernels: the hypothesis is cut in the middle, the best place to cut the reference is read off two
// columns of distances, and both halves go on a stack until the whole matrix of a piece is small. Memory stays
// O(length), time O(|a| * |b| / 64 + small matrices), so that 10,000 words are as safe to explain as ten.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/sentences.hpp"
#include "edit/levenshtein.hpp"
#include "edit/longest_common_subsequence.hpp"

namespace tertium {

// The reference is what should have been said: a deletion is a reference word that the hypothesis lacks, an insertion
// a hypothesis word that the reference lacks.
enum class Edit : std::uint8_t { match = 0, substitution = 1, insertion = 2, deletion = 3 };

// `Distance` is EditDistance (substitutions cost 1) or CommonSubsequence (no substitutions: matches form an LCS).
template <class Distance>
class EditPath {
  public:
    explicit EditPath(std::size_t vocabulary) : distance_(vocabulary) {}

    std::vector<Edit> operator()(Words reference, Words hypothesis) {
        const auto [ref, hyp, prefix, suffix] = trim_shared_ends(reference, hypothesis);
        std::vector<Edit> path(prefix, Edit::match);
        reversed_ref_.assign(ref.rbegin(), ref.rend());
        reversed_hyp_.assign(hyp.rbegin(), hyp.rend());
        std::vector<Piece> pieces{{0, ref.size(), 0, hyp.size()}};
        while (!pieces.empty()) {
            const Piece piece = pieces.back();
            pieces.pop_back();
            const std::size_t rows = piece.ref_end - piece.ref_begin, columns = piece.hyp_end - piece.hyp_begin;
            if (columns < 2 || rows == 0 || (rows + 1) <= matrix_cells / (columns + 1)) {
                solve(ref.subspan(piece.ref_begin, rows), hyp.subspan(piece.hyp_begin, columns), path);
                continue;
            }
            const std::size_t hyp_cut = piece.hyp_begin + columns / 2;
            const std::size_t ref_cut = best_cut(ref, hyp, piece, hyp_cut);
            pieces.push_back({ref_cut, piece.ref_end, hyp_cut, piece.hyp_end});
            pieces.push_back({piece.ref_begin, ref_cut, piece.hyp_begin, hyp_cut});  // on top: left half first
        }
        path.insert(path.end(), suffix, Edit::match);
        return path;
    }

  private:
    struct Piece {
        std::size_t ref_begin, ref_end, hyp_begin, hyp_end;
    };
    static constexpr std::size_t matrix_cells = std::size_t{1} << 18;

    std::size_t best_cut(Words ref, Words hyp, const Piece& piece, std::size_t hyp_cut) {
        const std::size_t rows = piece.ref_end - piece.ref_begin;
        distance_.to_prefixes(ref.subspan(piece.ref_begin, rows),
                              hyp.subspan(piece.hyp_begin, hyp_cut - piece.hyp_begin), left_);
        distance_.to_prefixes(Words(reversed_ref_).subspan(ref.size() - piece.ref_end, rows),
                              Words(reversed_hyp_).subspan(hyp.size() - piece.hyp_end, piece.hyp_end - hyp_cut),
                              right_);
        std::size_t best = 0;
        for (std::size_t i = 1; i <= rows; ++i)
            if (left_[i] + right_[rows - i] < left_[best] + right_[rows - best]) best = i;
        return piece.ref_begin + best;
    }

    // The textbook matrix with a trace. Among equally good last steps: diagonal, then insertion, then deletion, the
    // order of tercom's trace (docs/metrics/edits.md#ter-step-1), so that WER and TER paths look alike.
    void solve(Words ref, Words hyp, std::vector<Edit>& path) {
        const std::size_t width = hyp.size() + 1;
        steps_.resize((ref.size() + 1) * width);
        row_.resize(width);
        for (std::size_t j = 0; j < width; ++j) {
            row_[j] = static_cast<std::int32_t>(j);
            steps_[j] = Edit::insertion;
        }
        for (std::size_t i = 1; i <= ref.size(); ++i) {
            std::int32_t diagonal = row_[0];
            row_[0] = static_cast<std::int32_t>(i);
            steps_[i * width] = Edit::deletion;
            for (std::size_t j = 1; j < width; ++j) {
                const bool same = ref[i - 1] == hyp[j - 1];
                const std::int32_t insert = row_[j - 1] + 1, remove = row_[j] + 1;
                std::int32_t best = diagonal + (same ? 0 : substitution_cost);
                Edit step = same ? Edit::match : Edit::substitution;
                if (insert < best) {
                    best = insert;
                    step = Edit::insertion;
                }
                if (remove < best) {
                    best = remove;
                    step = Edit::deletion;
                }
                diagonal = row_[j];
                row_[j] = best;
                steps_[i * width + j] = step;
            }
        }
        const std::size_t begin = path.size();
        for (std::size_t i = ref.size(), j = hyp.size(); i > 0 || j > 0;) {
            const Edit step = steps_[i * width + j];
            path.push_back(step);
            if (step != Edit::insertion) --i;
            if (step != Edit::deletion) --j;
        }
        std::reverse(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end());
    }

    // At cost 3 a deletion and an insertion are always cheaper: the path has no substitution, its matches are an LCS.
    static constexpr std::int32_t substitution_cost = std::is_same_v<Distance, EditDistance> ? 1 : 3;

    Distance distance_;
    std::vector<Word> reversed_ref_, reversed_hyp_;
    std::vector<std::int64_t> left_, right_;
    std::vector<Edit> steps_;
    std::vector<std::int32_t> row_;
};

}  // namespace tertium
