// What the doctor counts in texts.
#include "doctor/hypothesis_facts.hpp"

#include <string>

#include "invariants.hpp"

void tertium::fuzz::target(Input& input) {
    const std::uint8_t how = input.byte();
    const std::size_t systems = 1 + how % 2, references = 1 + how / 2 % 2;
    const doctor::Windows windows{1 + static_cast<int>(input.below(8)), static_cast<int>(input.below(4)),
                                  1 + static_cast<int>(input.below(4)), 1 + input.below(6), (how & 16) != 0};
    const std::string text = utf8_of(input.text(1500));
    Pool pool;
    std::vector<std::int32_t> ids(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1, -1);
    must(pool.add_lines(text, ids).invalid_line < 0, "the harness makes UTF-8");
    const std::size_t streams = systems + references, segments = ids.size() / streams;
    std::vector<std::int32_t> hyp(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(systems * segments)), refs;
    std::vector<std::int64_t> offsets{0};
    for (std::size_t s = 0; s < segments; ++s) {
        for (std::size_t k = 0; k < references; ++k) refs.push_back(ids[(systems + k) * segments + s]);
        offsets.push_back(static_cast<std::int64_t>(refs.size()));
    }
    const std::vector<std::int32_t> sources =
        how & 8 ? std::vector<std::int32_t>(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(segments))
                : std::vector<std::int32_t>{};
    const doctor::Survey made = doctor::survey(pool, hyp, systems, {refs, offsets}, references, sources, windows);
    for (std::size_t i = 0; i < pool.size(); ++i) {
        std::int32_t characters = 0;
        for (const char c : unicode::strip(pool[i])) characters += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
        must(made.traits.characters[i] == characters,
             "doctor: characters are counted, without white space at the ends");
        must(made.traits.script[i] < doctor::kScripts && made.traits.language[i] < doctor::kLanguages,
             "doctor: scripts and languages are known ones");
        Pool alone;
        alone.add(pool[i]);
        const doctor::Traits single = doctor::inspect(alone, 1);
        must(single.characters[0] == made.traits.characters[i] && single.script[0] == made.traits.script[i],
             "doctor: a sentence's traits do not depend on its pool");
    }
    for (std::size_t stream = 0; stream < streams; ++stream)
        for (std::size_t kind = 0; kind < doctor::kKinds; ++kind) {
            const std::int64_t count = made.counts[stream * doctor::kKinds + kind];
            must(count >= 0 && count <= static_cast<std::int64_t>(segments), "doctor: no more than there are lines");
        }
    for (const auto& [system, place, shift] : made.candidates)
        must(system >= 0 && system < static_cast<int>(systems) && place >= 0 && shift != 0 &&
                 std::abs(shift) <= windows.reach,
             "doctor: shifts are within reach");
}
