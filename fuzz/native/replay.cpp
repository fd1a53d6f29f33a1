// A target without libFuzzer: `TARGET [-n INPUTS] [-s SEED] [FILE OR FOLDER ...]` runs the files, then as many inputs of
// its own, changed copies of them. Every compiler can build it, so the sanitizers of g++ see the same code as clang's.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "input.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<Bytes> read_all(const std::filesystem::path& path) {
    std::vector<std::filesystem::path> files;
    if (std::filesystem::is_directory(path)) {
        for (const auto& entry : std::filesystem::directory_iterator(path)) files.push_back(entry.path());
        std::sort(files.begin(), files.end());
    } else {
        files.push_back(path);
    }
    std::vector<Bytes> made;
    for (const auto& file : files) {
        std::ifstream in(file, std::ios::binary);
        if (!in) std::fprintf(stderr, "cannot read %s\n", file.c_str()), std::exit(2);
        made.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    return made;
}

// One to eight changes: a byte replaced, taken out, put in, a piece doubled, the end cut off.
Bytes changed(Bytes bytes, std::mt19937_64& random) {
    const auto below = [&](std::size_t bound) {
        return static_cast<std::size_t>(random() % std::max<std::size_t>(bound, 1));
    };
    for (std::size_t changes = 1 + below(8); changes > 0; --changes) {
        const std::size_t at = below(bytes.size() + 1);
        const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
        const auto value = static_cast<std::uint8_t>(below(3) == 0 ? " \t\n-0|_ab=."[below(11)] : below(256));
        switch (below(6)) {
            case 0:
            case 1:
                if (at < bytes.size()) *place = value;
                break;
            case 2: bytes.insert(place, value); break;
            case 3:
                if (at < bytes.size()) bytes.erase(place);
                break;
            case 4: {
                const Bytes piece(place, place + static_cast<std::ptrdiff_t>(
                                                     below(std::min<std::size_t>(bytes.size() - at + 1, 64))));
                bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size() + 1)), piece.begin(),
                             piece.end());
                break;
            }
            default:
                if (below(8) == 0) bytes.resize(at);
        }
    }
    if (bytes.size() > 4096) bytes.resize(4096);
    return bytes;
}

void run(const Bytes& bytes) {
    // A copy of its own, as large as it is: a read behind its end is seen.
    const Bytes copy(bytes.begin(), bytes.end());
    tertium::fuzz::Input input(copy.data(), copy.size());
    tertium::fuzz::target(input);
}

}  // namespace

int main(int count, char** arguments) {
    std::vector<Bytes> inputs{{}};
    std::size_t random_inputs = 0;
    std::uint64_t seed = 1;
    for (int i = 1; i < count; ++i) {
        if (std::strcmp(arguments[i], "-n") == 0 && i + 1 < count)
            random_inputs = std::strtoull(arguments[++i], nullptr, 10);
        else if (std::strcmp(arguments[i], "-s") == 0 && i + 1 < count)
            seed = std::strtoull(arguments[++i], nullptr, 10);
        else
            for (Bytes& bytes : read_all(arguments[i])) inputs.push_back(std::move(bytes));
    }
    for (const Bytes& bytes : inputs) run(bytes);
    std::mt19937_64 random(seed);
    for (std::size_t i = 0; i < random_inputs; ++i) run(changed(inputs[random() % inputs.size()], random));
    std::printf("%zu files and %zu changed copies\n", inputs.size() - 1, random_inputs);
}
