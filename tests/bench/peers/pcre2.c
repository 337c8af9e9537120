/* pcre2.c - prints what matches a pattern, with PCRE2 and its JIT:  pcre2 PATTERN FILE */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <string.h>

#include "peer.h"

int main(int argc, char **argv)
{
    int error;
    PCRE2_SIZE where, at = 0;
    peer_text text = peer_read(argc > 2 ? argv[2] : NULL);
    pcre2_code *code = pcre2_compile((PCRE2_SPTR)argv[1], strlen(argv[1]), PCRE2_NO_AUTO_CAPTURE,
                                     &error, &where, NULL);
    pcre2_match_context *context = pcre2_match_context_create(NULL);
    pcre2_jit_stack *stack = pcre2_jit_stack_create(1 << 15, 1 << 24, NULL);
    pcre2_match_data *data;
    PCRE2_SIZE *found;

    if (!code || pcre2_jit_compile(code, PCRE2_JIT_COMPLETE)) {
        fprintf(stderr, "pcre2: the pattern fails at %zu\n", (size_t)where);
        return 2;
    }
    data = pcre2_match_data_create(1, NULL);
    found = pcre2_get_ovector_pointer(data);
    pcre2_jit_stack_assign(context, NULL, stack);
    while (at < text.n &&
           pcre2_jit_match(code, (PCRE2_SPTR)text.p, text.n, at, 0, data, context) >= 0) {
        peer_print(text.p + found[0], text.p + found[1]);
        at = found[1] > at ? found[1] : at + 1;
    }
    return 0;
}
