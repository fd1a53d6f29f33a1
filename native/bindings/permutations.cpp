#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <string>
#include <utility>

#include "bindings/arrays.hpp"
#include "order/moved_blocks.hpp"
#include "order/permutations.hpp"
#include "order/word_order.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

using LinkArray = Exact<const std::int32_t, nb::shape<-1, 2>>;

// Ragged links: item k has links[offsets[k] .. offsets[k + 1]).
struct LinkView {
    std::span<const Link> links;
    std::span<const std::int64_t> offsets;

    std::size_t size() const { return offsets.size() - 1; }
    std::span<const Link> operator[](std::size_t k) const {
        return links.subspan(static_cast<std::size_t>(offsets[k]),
                             static_cast<std::size_t>(offsets[k + 1] - offsets[k]));
    }
};

LinkView checked_links(const LinkArray& links, const Int64s& offsets) {
    static_assert(sizeof(Link) == 2 * sizeof(std::int32_t));
    const auto o = view(offsets);
    if (o.empty() || o.front() != 0 || o.back() != static_cast<std::int64_t>(links.shape(0)))
        throw std::invalid_argument("link offsets must run from 0 to the number of links");
    for (std::size_t i = 1; i < o.size(); ++i)
        if (o[i] < o[i - 1]) throw std::invalid_argument("link offsets must not decrease");
    return {{reinterpret_cast<const Link*>(links.data()), links.shape(0)}, o};
}

void check_inside(std::span<const Link> links, std::int64_t size) {
    for (const Link& link : links)
        if (link.from < 0 || link.from >= size || link.to < 0 || link.to >= kMostWords)
            throw std::invalid_argument("a link leaves its sentence");
}

void check_lengths(std::span<const std::int64_t> lengths) {
    for (const std::int64_t length : lengths)
        if (length < 0 || length > kMostWords) throw std::invalid_argument("a sentence has 0 to 2^28 words");
}

PermutationRule rule_of(const std::string& null_words, const std::string& one_to_many, const std::string& many_to_one) {
    PermutationRule rule;
    if (null_words == "literal") rule.null_words = NullWords::literal;
    else if (null_words == "drop") rule.null_words = NullWords::drop;
    else if (null_words != "previous") throw std::invalid_argument("no rule for null words named " + null_words);
    if (one_to_many == "last") rule.one_to_many = OneToMany::last;
    else if (one_to_many == "mean") rule.one_to_many = OneToMany::mean;
    else if (one_to_many != "first") throw std::invalid_argument("no one-to-many rule named " + one_to_many);
    if (many_to_one == "inverted") rule.many_to_one = ManyToOne::inverted;
    else if (many_to_one != "monotone") throw std::invalid_argument("no many-to-one rule named " + many_to_one);
    return rule;
}

// Columns of a row: size, in_place, discordant, longest, displaced, squares.
constexpr std::size_t kColumns = 6;

void write(const PermutationStatistics& s, double* row) {
    row[0] = static_cast<double>(s.size);
    row[1] = static_cast<double>(s.in_place);
    row[2] = static_cast<double>(s.discordant);
    row[3] = static_cast<double>(s.longest);
    row[4] = static_cast<double>(s.displaced);
    row[5] = s.squares;
}

void identity(std::size_t size, std::vector<std::int32_t>& ranks) {
    ranks.resize(size);
    for (std::size_t i = 0; i < size; ++i) ranks[i] = static_cast<std::int32_t>(i);
}

// The k-th occurrence of a word in the hypothesis belongs to its k-th occurrence in the reference (LAYERED).
class Occurrences {
  public:
    explicit Occurrences(std::size_t vocabulary) : first_(vocabulary, -1) {}

    void place(Words hyp, Words ref, std::vector<std::int32_t>& places) {
        next_.assign(ref.size(), -1);
        for (std::size_t j = ref.size(); j-- > 0;) {
            auto& first = first_[static_cast<std::size_t>(ref[j])];
            next_[j] = first;
            first = static_cast<std::int32_t>(j);
        }
        places.clear();
        for (Word word : hyp) {
            auto& first = first_[static_cast<std::size_t>(word)];
            if (first < 0) continue;
            places.push_back(first);
            first = next_[static_cast<std::size_t>(first)];
        }
        for (Word word : ref) first_[static_cast<std::size_t>(word)] = -1;
    }

  private:
    std::vector<std::int32_t> first_, next_;
};

}  // namespace

void bind_permutations(nb::module_& m) {
    // Source permutations: pair p's source-hypothesis links against the source-reference links of each reference.
    m.def(
        "source_permutation_rows",
        [](const Int64s& source_sizes, const LinkArray& hyp_links, const Int64s& hyp_offsets,
           const LinkArray& ref_links, const Int64s& ref_link_offsets, const Int32s& seg, const Int64s& ref_offsets,
           std::size_t references, const std::string& null_words, const std::string& one_to_many,
           const std::string& many_to_one) {
            const LinkView hyps = checked_links(hyp_links, hyp_offsets),
                           refs = checked_links(ref_links, ref_link_offsets);
            const PermutationRule rule = rule_of(null_words, one_to_many, many_to_one);
            const auto sizes = view(source_sizes);
            const auto segments = view(seg);
            const auto offsets = view(ref_offsets);
            if (hyps.size() != segments.size() || offsets.size() != sizes.size() + 1 ||
                static_cast<std::int64_t>(refs.size()) != offsets.back())
                throw std::invalid_argument("alignments do not fit the segments");
            if (offsets.front() != 0) throw std::invalid_argument("offsets must begin with 0");
            if (references > std::max<std::size_t>(refs.size(), 1))
                throw std::invalid_argument("more references said than there are");
            check_lengths(sizes);
            for (std::size_t s = 0; s < sizes.size(); ++s) {
                if (offsets[s + 1] < offsets[s] || offsets[s + 1] > offsets.back())
                    throw std::invalid_argument("offsets must not decrease");
                if (offsets[s + 1] - offsets[s] > static_cast<std::int64_t>(references))
                    throw std::invalid_argument("more references than said");
                for (std::int64_t k = offsets[s]; k < offsets[s + 1]; ++k)
                    check_inside(refs[static_cast<std::size_t>(k)], sizes[s]);
            }
            for (std::size_t p = 0; p < segments.size(); ++p) {
                if (segments[p] < 0 || static_cast<std::size_t>(segments[p]) >= sizes.size())
                    throw std::invalid_argument("no such segment");
                check_inside(hyps[p], sizes[static_cast<std::size_t>(segments[p])]);
            }
            std::vector<double> rows(segments.size() * references * kColumns, 0.0);
            {
                nb::gil_scoped_release release;
                Permutations permutations;
                RankStatistics ranks;
                std::vector<std::int32_t> hyp_order, ref_order, scratch;
                std::vector<Link> hyp_kept, ref_kept;
                for (std::size_t p = 0; p < segments.size(); ++p) {
                    const auto s = static_cast<std::size_t>(segments[p]);
                    const auto size = static_cast<std::size_t>(sizes[s]);
                    const bool drop = rule.null_words == NullWords::drop;
                    if (!drop) permutations.from_links(size, hyps[p], rule, hyp_order);
                    for (std::int64_t k = offsets[s]; k < offsets[s + 1]; ++k) {
                        const auto links = refs[static_cast<std::size_t>(k)];
                        if (drop) {
                            const std::size_t kept = permutations.keep_linked(size, hyps[p], links, hyp_kept, ref_kept);
                            permutations.from_links(kept, hyp_kept, rule, hyp_order);
                            permutations.from_links(kept, ref_kept, rule, ref_order);
                        } else {
                            permutations.from_links(size, links, rule, ref_order);
                        }
                        write(compare_permutations(ref_order, hyp_order, ranks, scratch),
                              rows.data() + (p * references + static_cast<std::size_t>(k - offsets[s])) * kColumns);
                    }
                }
            }
            return to_numpy<double>(std::move(rows), {segments.size(), references, kColumns});
        },
        "source_sizes"_a, "hyp_links"_a, "hyp_offsets"_a, "ref_links"_a, "ref_link_offsets"_a, "seg"_a, "ref_offsets"_a,
        "references"_a, "null_words"_a, "one_to_many"_a, "many_to_one"_a);

    // Direct links: item k sets a reference of sizes[k] words against a hypothesis; the order is compared with 0, 1, 2 ...
    m.def(
        "direct_permutation_rows",
        [](const Int64s& sizes, const LinkArray& links, const Int64s& offsets, const std::string& null_words,
           const std::string& one_to_many, const std::string& many_to_one) {
            const LinkView items = checked_links(links, offsets);
            const PermutationRule rule = rule_of(null_words, one_to_many, many_to_one);
            const auto lengths = view(sizes);
            if (items.size() != lengths.size()) throw std::invalid_argument("alignments do not fit the sentences");
            check_lengths(lengths);
            for (std::size_t k = 0; k < items.size(); ++k) check_inside(items[k], lengths[k]);
            std::vector<double> rows(items.size() * kColumns, 0.0);
            {
                nb::gil_scoped_release release;
                Permutations permutations;
                RankStatistics ranks;
                std::vector<std::int32_t> hyp_order, same, scratch;
                std::vector<Link> kept, unused;
                for (std::size_t k = 0; k < items.size(); ++k) {
                    auto size = static_cast<std::size_t>(lengths[k]);
                    std::span<const Link> linked = items[k];
                    if (rule.null_words == NullWords::drop) {
                        size = permutations.keep_linked(size, linked, linked, kept, unused);
                        linked = kept;
                    }
                    permutations.from_links(size, linked, rule, hyp_order);
                    identity(size, same);
                    write(compare_permutations(same, hyp_order, ranks, scratch), rows.data() + k * kColumns);
                }
            }
            return to_numpy<double>(std::move(rows), {items.size(), kColumns});
        },
        "sizes"_a, "links"_a, "offsets"_a, "null_words"_a, "one_to_many"_a, "many_to_one"_a);

    // Blocks of every item's links: (blocks, 5) of ref, hyp, length, shift, moved, and where each item's blocks begin.
    m.def(
        "moved_blocks",
        [](const LinkArray& links, const Int64s& offsets) {
            const LinkView items = checked_links(links, offsets);
            for (std::size_t k = 0; k < items.size(); ++k) check_inside(items[k], kMostWords);
            std::vector<MovedBlock> blocks;
            std::vector<std::int64_t> starts{0};
            std::vector<std::int32_t> flat;
            {
                nb::gil_scoped_release release;
                MovedBlocks finder;
                for (std::size_t k = 0; k < items.size(); ++k) {
                    finder.find(items[k], blocks);
                    starts.push_back(static_cast<std::int64_t>(blocks.size()));
                }
                flat.reserve(blocks.size() * 5);
                for (const MovedBlock& b : blocks) flat.insert(flat.end(), {b.ref, b.hyp, b.length, b.shift, b.moved});
            }
            const std::size_t count = blocks.size();
            return std::pair(to_numpy<std::int32_t>(std::move(flat), {count, 5}),
                             to_numpy<std::int64_t>(std::move(starts)));
        },
        "links"_a, "offsets"_a);

    // Word ranks: matched hypothesis words carry their reference positions, by occurrence or by a RIBES rule.
    m.def(
        "rank_permutation_rows",
        [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
           const Int64s& ref_offsets, const std::string& rule, std::size_t references) {
            const RaggedView sentences = checked_sentences(values, offsets);
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
            if (rule != "occurrence" && rule != "paper" && rule != "official")
                throw std::invalid_argument("no word rank rule named " + rule);
            std::vector<double> rows(checked_rows(pairs, references, kColumns), 0.0);
            {
                nb::gil_scoped_release release;
                const std::size_t vocabulary = vocabulary_size(sentences.values);
                Occurrences occurrences(rule == "occurrence" ? vocabulary : 0);
                WordOrder order(rule == "occurrence" ? 0 : vocabulary);
                Permutations permutations;
                RankStatistics ranks;
                std::vector<std::int32_t> places, hyp_order, same, scratch;
                for (std::size_t p = 0; p < pairs.size(); ++p) {
                    const Words words = sentences[static_cast<std::size_t>(pairs.hyp[p])];
                    const auto against = pairs.references[static_cast<std::size_t>(pairs.seg[p])];
                    for (std::size_t k = 0; k < against.size(); ++k) {
                        const Words ref = sentences[static_cast<std::size_t>(against[k])];
                        if (rule == "occurrence") {
                            occurrences.place(words, ref, places);
                        } else {
                            places.clear();
                            for (std::int32_t place :
                                 order.place(words, ref, rule == "paper" ? OrderRule::paper : OrderRule::official))
                                if (place >= 0) places.push_back(place);
                        }
                        permutations.from_positions(places, hyp_order);
                        identity(places.size(), same);
                        write(compare_permutations(same, hyp_order, ranks, scratch),
                              rows.data() + (p * references + k) * kColumns);
                    }
                }
            }
            return to_numpy<double>(std::move(rows), {pairs.size(), references, kColumns});
        },
        "values"_a, "offsets"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "rule"_a, "references"_a);

    m.def(
        "permutation_of_links",
        [](std::int64_t size, const LinkArray& links, const std::string& null_words, const std::string& one_to_many,
           const std::string& many_to_one) {
            const std::span<const Link> all{reinterpret_cast<const Link*>(links.data()), links.shape(0)};
            check_lengths({&size, 1});
            check_inside(all, size);
            const PermutationRule rule = rule_of(null_words, one_to_many, many_to_one);
            Permutations permutations;
            std::vector<std::int32_t> ranks;
            std::vector<Link> kept, unused;
            auto words = static_cast<std::size_t>(size);
            std::span<const Link> linked = all;
            if (rule.null_words == NullWords::drop) {
                words = permutations.keep_linked(words, all, all, kept, unused);
                linked = kept;
            }
            permutations.from_links(words, linked, rule, ranks);
            return to_numpy(std::move(ranks));
        },
        "size"_a, "links"_a, "null_words"_a, "one_to_many"_a, "many_to_one"_a);

    // Ragged permutations, item k against item k: only the columns asked for are computed.
    m.def(
        "compare_permutations",
        [](const Int32s& first, const Int32s& second, const Int64s& offsets, const std::vector<std::size_t>& columns) {
            const RaggedView firsts = checked_offsets(first, offsets), seconds = checked_offsets(second, offsets);
            WantedStatistics wanted{false, false, false, false};
            for (std::size_t column : columns) {
                if (column >= kColumns) throw std::invalid_argument("no such column");
                wanted.places |= column == 1;
                wanted.discordant |= column == 2;
                wanted.longest |= column == 3;
                wanted.displaced |= column >= 4;
            }
            std::vector<double> rows(firsts.size() * columns.size());
            {
                nb::gil_scoped_release release;
                RankStatistics ranks;
                PermutationCheck is_permutation;
                std::vector<std::int32_t> scratch;
                double* out = rows.data();
                for (std::size_t k = 0; k < firsts.size(); ++k) {
                    if (!is_permutation(firsts[k]) || !is_permutation(seconds[k]))
                        throw std::invalid_argument("item " + std::to_string(k) + " is not a permutation");
                    double row[kColumns];
                    write(compare_permutations(firsts[k], seconds[k], ranks, scratch, wanted), row);
                    for (std::size_t column : columns) *out++ = row[column];
                }
            }
            return to_numpy<double>(std::move(rows), {firsts.size(), columns.size()});
        },
        "first"_a, "second"_a, "offsets"_a, "columns"_a);
}

}  // namespace tertium::bindings
