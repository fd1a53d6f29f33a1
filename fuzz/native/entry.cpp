// What libFuzzer calls, for every target. (replay.cpp calls the target itself.)
#include "input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tertium::fuzz::Input input(data, size);
    tertium::fuzz::target(input);
    return 0;
}
