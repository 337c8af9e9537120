/* emit_poor.h - makes the n-th allocation of a writer fail: the result is TRAWL_ERROR_NO_MEMORY, or
 * the right bytes
 *
 * Tries n from 0 to `tries` - 1. More than `least` of the runs must fail. EMIT_POOR_TEXT has an
 * IDN.
 */
#ifndef TRAWL_TESTS_EMIT_POOR_H
#define TRAWL_TESTS_EMIT_POOR_H

#include "base/memory.h"
#include "emit_run.h"
#include "tap.h"

#define EMIT_POOR_TEXT                                                                             \
    "a <http://a.example/> joe@b.example http://b\xC3\xBC"                                         \
    "cher.example/"

static void emit_poor(int format, const char *text, long tries, long least)
{
    size_t text_n = strlen(text);
    emit_out out = {0}, whole = {0};
    long refused = 0, wrong = 0;

    (void)emit_run(&whole, format, 0, text, text_n, 0, 0);
    for (long n = 0; n < tries; n++) {
        trawl_release();
        memory_fail_after(n);
        int result = emit_run(&out, format, 0, text, text_n, 0, 0);
        memory_fail_after(-1);
        refused += result == TRAWL_ERROR_NO_MEMORY;
        wrong += result != TRAWL_ERROR_NO_MEMORY &&
                 (result || out.n != whole.n || memcmp(out.p, whole.p, out.n) != 0);
    }
    is_int(wrong, 0, "an error, or the right bytes");
    ok(refused > least, "failures are reported");
    trawl_release();
    free(out.p);
    free(whole.p);
}

#endif
