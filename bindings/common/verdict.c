/* verdict.c - the answer of trawl_check() as JSON */
#include <stdio.h>

#include "common.h"

/* A buffer for a text, which keeps what fits; `n` counts all bytes of the text. */
struct verdict_text {
    char *out;
    size_t size, n;
};

static void verdict_add(struct verdict_text *a, const char *text)
{
    for (; *text != '\0'; text++) {
        if (a->n < a->size)
            a->out[a->n] = *text;
        a->n++;
    }
}

/* Adds a name and a text that needs no escapes: a word or a sentence of the library. */
static void verdict_add_member(struct verdict_text *a, const char *name, const char *value)
{
    verdict_add(a, name);
    verdict_add(a, "\"");
    verdict_add(a, value);
    verdict_add(a, "\"");
}

/* Returns the place of a byte in characters, from 1, as databases count in a text. */
static uint64_t verdict_place(trawl_str url, uint64_t at)
{
    return text_count(url.p, at < url.n ? (size_t)at : url.n) + 1;
}

static void verdict_add_refusal(struct verdict_text *a, trawl_str url, const trawl_refusal *refusal)
{
    char place[32];

    (void)snprintf(place, sizeof place, ",\"at\":%llu",
                   (unsigned long long)verdict_place(url, refusal->at));
    verdict_add_member(a, "{\"standard\":", refusal->standard);
    verdict_add_member(a, ",\"code\":", trawl_code_name(refusal->code));
    verdict_add(a, place);
    verdict_add_member(a, ",\"section\":", refusal->section);
    verdict_add_member(a, ",\"why\":", refusal->why);
    verdict_add(a, "}");
}

int verdict_json(const char *url, size_t n, char *out, size_t size, size_t *len)
{
    struct verdict_text a = {out, size, 0};
    trawl_verdict v = TRAWL_VERDICT_INIT;
    int error = trawl_check(&v, url, n);
    const char *between = "";

    if (error != TRAWL_OK)
        return error;
    verdict_add(&a, "{\"valid\":[");
    for (unsigned i = 1; i < URL_STANDARDS; i++)
        if (v.valid & url_standards[i].bits) {
            verdict_add_member(&a, between, url_standards[i].name);
            between = ",";
        }
    verdict_add(&a, "],\"errors\":[");
    for (unsigned i = 0; i < v.refusals; i++) {
        verdict_add(&a, i > 0 ? "," : "");
        verdict_add_refusal(&a, (trawl_str){url, n}, &v.refusal[i]);
    }
    verdict_add(&a, "]}");
    *len = a.n;
    return a.n > size ? TRAWL_ERROR_NO_SPACE : TRAWL_OK;
}
