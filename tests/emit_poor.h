/* emit_poor.h - a writer for which the n-th allocation fails: TRAWL_NO_MEMORY, or the right bytes */
#ifndef TRAWL_TESTS_EMIT_POOR_H
#define TRAWL_TESTS_EMIT_POOR_H

#include "base/memory.h"
#include "emit_run.h"
#include "tap.h"

static void emit_poor(int format)
{
    static const char text[] = "a <http://a.example/> joe@b.example http://b\xC3\xBC"
                               "cher.example/ x";
    emit_out out = {0}, whole = {0};
    long refused = 0, wrong = 0;

    (void)emit_run(&whole, format, 0, text, sizeof text - 1, 0, 0);
    for (long n = 0; n < 60; n++) {
        trawl_release();
        memory_fail_after(n);
        int result = emit_run(&out, format, 0, text, sizeof text - 1, 0, 0);
        memory_fail_after(-1);
        refused += result == TRAWL_NO_MEMORY;
        wrong += result != TRAWL_NO_MEMORY && (result || out.n != whole.n || memcmp(out.p, whole.p, out.n) != 0);
    }
    is_int(wrong, 0, "out of memory, or the right bytes");
    ok(refused > 2, "a failure is told");
    trawl_release();
    free(out.p);
    free(whole.p);
}

#endif
