/* match.c - the one place that calls PCRE2
 *
 * Each pattern is compiled twice at most. The plain form answers "does it match?". The probing form, made only for
 * refused URLs, is compiled with PCRE2_AUTO_CALLOUT: PCRE2 then calls us before every item of the pattern it tries, and
 * the furthest place it ever stood at is the end of the longest viable prefix. That holds because of what fragment.h
 * promises: whatever the matcher has taken so far some URL begins with. One pass, so linear; tests compare it with what
 * partial matching says of every prefix.
 *
 * PCRE2 10.42 surprises: the "last byte needed" and length shortcuts would refuse without matching, so the probing form
 * switches them off; jit_compile fails under a W^X policy, which is no error; the JIT's own 32 KiB stack suffices for
 * possessive loops, and if it should not, the interpreter is asked.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "grammar/match.h"

#include <pcre2.h>
#include <stdatomic.h>
#include <trawl.h>

#include "base/memory.h"
#include "base/sanitize.h"

/* Limits of the interpreter, far above what 8 KiB of any URL take (at most a few steps a byte). */
#define MATCH_LIMIT 1000000
#define DEPTH_LIMIT 1000
#define HEAP_LIMIT_KIB 16384

enum form { PLAIN, PROBING, FORMS };

typedef pcre2_code *_Atomic shared_code;
typedef pcre2_match_data *_Atomic shared_data;

static shared_code codes[PATTERNS][FORMS];
static pcre2_match_context *_Atomic limits;

/* Match data that is not in use; a thread takes one out and puts it back. More threads than places allocate. */
#define IDLE 16
static shared_data idle[IDLE];

static atomic_bool without_jit;

static void *get(size_t size, void *unused)
{
    (void)unused;
    return memory_get(&memory_default, size);
}

static void put(void *p, void *unused)
{
    (void)unused;
    memory_free(&memory_default, p);
}

static pcre2_code *compile(enum pattern id, enum form form)
{
    uint32_t options =
        PCRE2_ANCHORED | PCRE2_NEVER_UTF | PCRE2_NEVER_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_AUTO_CAPTURE;
    pcre2_general_context *general = pcre2_general_context_create(get, put, NULL);
    pcre2_compile_context *context = general ? pcre2_compile_context_create(general) : NULL;
    pcre2_code *code = NULL;
    PCRE2_SIZE where;
    int error;

    SANITIZE_FOREIGN_BEGIN();
    if (form == PROBING)
        options |= PCRE2_AUTO_CALLOUT | PCRE2_NO_START_OPTIMIZE;
    if (context) {
        const char *text = pattern_text(id);
        code = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, options, &error, &where, context);
    }
    if (code && !atomic_load_explicit(&without_jit, memory_order_relaxed))
        (void)pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
    SANITIZE_FOREIGN_END();
    pcre2_compile_context_free(context);
    pcre2_general_context_free(general);
    return code;
}

/* The pattern, compiled now if no thread has done so; whoever comes second frees his and takes the first's. */
static const pcre2_code *code_of(enum pattern id, enum form form)
{
    pcre2_code *known = atomic_load_explicit(&codes[id][form], memory_order_acquire);
    pcre2_code *mine;

    if (known)
        return known;
    mine = compile(id, form);
    if (!mine)
        return NULL;
    if (atomic_compare_exchange_strong(&codes[id][form], &known, mine))
        return mine;
    pcre2_code_free(mine);
    return known;
}

static pcre2_match_context *new_limits(void)
{
    pcre2_general_context *general = pcre2_general_context_create(get, put, NULL);
    pcre2_match_context *context = general ? pcre2_match_context_create(general) : NULL;

    if (context) {
        pcre2_set_match_limit(context, MATCH_LIMIT);
        pcre2_set_depth_limit(context, DEPTH_LIMIT);
        pcre2_set_heap_limit(context, HEAP_LIMIT_KIB);
    }
    pcre2_general_context_free(general);
    return context;
}

static pcre2_match_context *shared_limits(void)
{
    pcre2_match_context *known = atomic_load_explicit(&limits, memory_order_acquire);
    pcre2_match_context *mine;

    if (known)
        return known;
    mine = new_limits();
    if (!mine)
        return NULL;
    if (atomic_compare_exchange_strong(&limits, &known, mine))
        return mine;
    pcre2_match_context_free(mine);
    return known;
}

static pcre2_match_data *take_data(void)
{
    pcre2_general_context *general;
    pcre2_match_data *data;

    for (int i = 0; i < IDLE; i++) {
        if (!atomic_load_explicit(&idle[i], memory_order_relaxed))
            continue;
        data = atomic_exchange_explicit(&idle[i], NULL, memory_order_acquire);
        if (data)
            return data;
    }
    general = pcre2_general_context_create(get, put, NULL);
    data = general ? pcre2_match_data_create(1, general) : NULL;
    pcre2_general_context_free(general);
    return data;
}

static void give_data(pcre2_match_data *data)
{
    for (int i = 0; i < IDLE; i++) {
        pcre2_match_data *none = NULL;
        if (atomic_compare_exchange_strong_explicit(&idle[i], &none, data, memory_order_release, memory_order_relaxed))
            return;
    }
    pcre2_match_data_free(data);
}

static int run(const pcre2_code *code, const char *s, size_t n, pcre2_match_context *context)
{
    pcre2_match_data *data = take_data();
    int found;

    if (!data)
        return TRAWL_NO_MEMORY;
    SANITIZE_FOREIGN_BEGIN();
    found = pcre2_match(code, (PCRE2_SPTR)s, n, 0, 0, data, context);
    if (found == PCRE2_ERROR_JIT_STACKLIMIT)
        found = pcre2_match(code, (PCRE2_SPTR)s, n, 0, PCRE2_NO_JIT, data, context);
    SANITIZE_FOREIGN_END();
    SANITIZE_WRITTEN(&found, sizeof found);
    give_data(data);
    if (found == PCRE2_ERROR_NOMEMORY || found == PCRE2_ERROR_HEAPLIMIT)
        return TRAWL_NO_MEMORY;
    return found >= 0;
}

int match_whole(enum pattern id, const char *s, size_t n)
{
    const pcre2_code *code = code_of(id, PLAIN);
    pcre2_match_context *context = code ? shared_limits() : NULL;

    return context ? run(code, s, n, context) : TRAWL_NO_MEMORY;
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
    const pcre2_code *code = code_of(id, PROBING);
    pcre2_match_context *common = code ? shared_limits() : NULL;
    pcre2_match_context *context = common && !memory_fails_now() ? pcre2_match_context_copy(common) : NULL;
    int found;

    if (!context)
        return TRAWL_NO_MEMORY;
    *at = 0;
    pcre2_set_callout(context, note_place, at);
    found = run(code, s, n, context);
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
    for (int i = 0; i < IDLE; i++)
        pcre2_match_data_free(atomic_exchange(&idle[i], NULL));
    pcre2_match_context_free(atomic_exchange(&limits, NULL));
}
