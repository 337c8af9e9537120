/* re2.cc - prints what matches a pattern, with RE2:  re2 PATTERN FILE */
#include <re2/re2.h>

#include "peer.h"

int main(int argc, char **argv)
{
    RE2::Options options(RE2::Latin1);

    options.set_never_capture(true);
    options.set_max_mem(64 << 20);
    RE2 pattern(argc > 1 ? argv[1] : "", options);
    peer_text text = peer_read(argc > 2 ? argv[2] : NULL);
    re2::StringPiece all(text.p, text.n), match;

    if (!pattern.ok())
        return 2;
    for (size_t at = 0; pattern.Match(all, at, text.n, RE2::UNANCHORED, &match, 1);) {
        peer_print(match.data(), match.data() + match.size());
        at = (size_t)(match.data() - text.p) + (match.empty() ? 1 : match.size());
    }
    return 0;
}
