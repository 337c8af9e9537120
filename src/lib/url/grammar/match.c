/* match.c - matches a text with a pattern of the standards, by PCRE2
 *
 * Each pattern has three compiled forms. The plain form only matches. The fast form is the plain
 * form compiled by the JIT. That takes as long as many matches, so it is done only after
 * MATCH_OFTEN uses of the pattern. The probing form, for refused URLs, is compiled with
 * PCRE2_AUTO_CALLOUT: PCRE2 calls note_place() before every item of the pattern that it tries. The
 * furthest position of all calls is the end of the longest viable prefix, because the patterns keep
 * the rules of fragment.h: whatever the matcher has consumed is the start of some URL. This takes
 * one pass; tests compare it with partial matches of every prefix.
 *
 * PCRE2 10.42 refuses some texts by their length or a missing byte without matching; the probing
 * form switches that off. Under a W^X policy pcre2_jit_compile() fails, which is not an error. The
 * JIT's stack of 32 KiB suffices for possessive loops; if not, the interpreter is used.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "url/grammar/grammar.h"

#include <pcre2.h>
#include <stdatomic.h>

/* Limits of the interpreter; far more than a URL of 8 KiB needs, which is a few steps per byte. */
#define MATCH_LIMIT 1000000
#define DEPTH_LIMIT 1000
#define HEAP_LIMIT_KIB 16384

/* How often a pattern is interpreted before its fast form is made. */
#define MATCH_OFTEN 64

enum match_form { PLAIN, FAST, PROBING, FORMS };

static pcre2_code *_Atomic codes[PATTERNS][FORMS];
static atomic_uint match_uses[PATTERNS]; /* up to MATCH_OFTEN */
static pcre2_match_context *_Atomic limits;
static atomic_bool without_jit;

static pcre2_code *match_compile(enum pattern id, enum match_form form)
{
    uint32_t options = PCRE2_ANCHORED | PCRE2_NEVER_UTF | PCRE2_NEVER_UCP |
                       PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_AUTO_CAPTURE;
    pcre2_code *code = NULL;
    PCRE2_SIZE where;
    int error;

    if (form == PROBING)
        options |= PCRE2_AUTO_CALLOUT | PCRE2_NO_START_OPTIMIZE;
    SANITIZE_FOREIGN_BEGIN();
    if (!memory_fails_now())
        code = pcre2_compile((PCRE2_SPTR)patterns[id].text, PCRE2_ZERO_TERMINATED, options, &error,
                             &where, NULL);
    if (code && form != PLAIN && !atomic_load_explicit(&without_jit, memory_order_relaxed))
        (void)pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
    SANITIZE_FOREIGN_END();
    return code;
}

/* Returns the compiled pattern. If two threads compile it at the same time, the second one frees
 * its result. */
static const pcre2_code *match_code_of(enum pattern id, enum match_form form)
{
    pcre2_code *shared = atomic_load_explicit(&codes[id][form], memory_order_acquire);
    pcre2_code *mine;

    if (shared)
        return shared;
    mine = match_compile(id, form);
    if (!mine || atomic_compare_exchange_strong(&codes[id][form], &shared, mine))
        return mine;
    pcre2_code_free(mine);
    return shared;
}

static pcre2_match_context *shared_limits(void)
{
    pcre2_match_context *shared = atomic_load_explicit(&limits, memory_order_acquire);
    pcre2_match_context *mine;

    if (shared)
        return shared;
    mine = memory_fails_now() ? NULL : pcre2_match_context_create(NULL);
    if (!mine)
        return NULL;
    pcre2_set_match_limit(mine, MATCH_LIMIT);
    pcre2_set_depth_limit(mine, DEPTH_LIMIT);
    pcre2_set_heap_limit(mine, HEAP_LIMIT_KIB);
    if (atomic_compare_exchange_strong(&limits, &shared, mine))
        return mine;
    pcre2_match_context_free(mine);
    return shared;
}

static int match_run(const pcre2_code *code, const char *s, size_t n, pcre2_match_context *context)
{
    pcre2_match_data *data = memory_fails_now() ? NULL : pcre2_match_data_create(1, NULL);
    int found;

    if (!data)
        return TRAWL_ERROR_NO_MEMORY;
    SANITIZE_FOREIGN_BEGIN();
    found = pcre2_match(code, (PCRE2_SPTR)s, n, 0, 0, data, context);
    if (found == PCRE2_ERROR_JIT_STACKLIMIT)
        found = pcre2_match(code, (PCRE2_SPTR)s, n, 0, PCRE2_NO_JIT, data, context);
    SANITIZE_FOREIGN_END();
    SANITIZE_WRITTEN(&found, sizeof found);
    pcre2_match_data_free(data);
    if (found == PCRE2_ERROR_NOMEMORY || found == PCRE2_ERROR_HEAPLIMIT)
        return TRAWL_ERROR_NO_MEMORY;
    return found >= 0;
}

int match_whole(enum pattern id, const char *s, size_t n)
{
    const unsigned uses = atomic_load_explicit(&match_uses[id], memory_order_relaxed);
    const pcre2_code *code = match_code_of(id, uses < MATCH_OFTEN ? PLAIN : FAST);
    pcre2_match_context *context = code ? shared_limits() : NULL;

    if (uses < MATCH_OFTEN)
        atomic_store_explicit(&match_uses[id], uses + 1, memory_order_relaxed);
    return context ? match_run(code, s, n, context) : TRAWL_ERROR_NO_MEMORY;
}

static int note_place(pcre2_callout_block *block, void *furthest)
{
    size_t *at = furthest;

    SANITIZE_WRITTEN(block, sizeof *block);
    if (block->current_position > *at)
        *at = block->current_position;
    return 0;
}

int match_reach(enum pattern id, const char *s, size_t n, size_t *at)
{
    const pcre2_code *code = match_code_of(id, PROBING);
    pcre2_match_context *common = code ? shared_limits() : NULL;
    pcre2_match_context *context =
        common && !memory_fails_now() ? pcre2_match_context_copy(common) : NULL;
    int found;

    if (!context)
        return TRAWL_ERROR_NO_MEMORY;
    *at = 0;
    pcre2_set_callout(context, note_place, at);
    found = match_run(code, s, n, context);
    pcre2_match_context_free(context);
    return found < 0 ? found : 0;
}

void match_use_jit(bool use)
{
    match_free();
    atomic_store(&without_jit, !use);
}

void match_free(void)
{
    for (int i = 0; i < PATTERNS * FORMS; i++)
        pcre2_code_free(atomic_exchange(&codes[i / FORMS][i % FORMS], NULL));
    for (int i = 0; i < PATTERNS; i++)
        atomic_store(&match_uses[i], 0);
    pcre2_match_context_free(atomic_exchange(&limits, NULL));
}
