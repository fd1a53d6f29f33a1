// Alignments as text, in all three forms and with any first number.
#include "alignment/alignment_text.hpp"

#include <string>

#include "invariants.hpp"

void tertium::fuzz::target(Input& input) {
    const std::uint8_t how = input.byte();
    const auto form = static_cast<AlignmentForm>(how % 3);
    const std::int64_t base = how / 3 % 2;
    const std::string_view text = input.rest();
    AlignmentReader reader(form, base);
    std::int64_t line = 0;
    bool good = true;
    for (std::size_t at = 0; good && at <= text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view one = text.substr(at, end - at);
        const std::size_t before = reader.links.size();
        good = reader.read(one, line);
        if (!good) {
            const AlignmentFault& fault = reader.fault;
            must(fault.kind != AlignmentFault::none && fault.line == line,
                 "alignments: a fault says what and in which line");
            must(fault.begin >= 0 && fault.begin <= fault.end && fault.end <= static_cast<std::int64_t>(one.size()),
                 "alignments: a fault says where");
            break;
        }
        AlignmentReader alone(form, base);
        must(alone.read(one, 0), "alignments: a line is as sound alone");
        must(alone.links.size() == reader.links.size() - before, "alignments: a line has the same links alone");
        // What was read is written as Pharaoh's links, and read again.
        std::string written;
        for (std::size_t k = before; k < reader.links.size(); ++k) {
            const Link& link = reader.links[k];
            must(link.from >= 0 && link.to >= 0 && link.from <= AlignmentReader::kLargest,
                 "alignments: positions from 0");
            must(k == before ||
                     std::pair(reader.links[k - 1].from, reader.links[k - 1].to) < std::pair(link.from, link.to),
                 "alignments: links ascend, each once");
            written += std::to_string(link.from) + '-' + std::to_string(link.to) + ' ';
        }
        if (reader.links.size() - before < 500) {
            AlignmentReader again(AlignmentForm::pharaoh, 0);
            must(again.read(written, 0) && again.links.size() == reader.links.size() - before,
                 "alignments: what was read can be written and read again");
        }
        at = end + 1;
    }
    must(reader.offsets.size() == reader.targets.size() + 1, "alignments: every line has its links");
}
