/* unwrap_decode.h - the ways in which gateways write a link into their own (unwrap_rules.h), undone
 *
 * Each takes what the gateway made of the target and writes the target. An escape of a control character, of a space or of
 * bytes that are no UTF-8 stays an escape; raw ones of these make the target bad.
 */
#ifndef TRAWL_MAIL_UNWRAP_DECODE_H
#define TRAWL_MAIL_UNWRAP_DECODE_H

#include <stdbool.h>
#include <stddef.h>

/* A target as it is written; bad when it is to be none. */
typedef struct unwrap_target {
    char *p;
    size_t size, n;
    bool bad;
} unwrap_target;

/* Percent-encoding undone, once. */
void unwrap_percent(unwrap_target *t, const char *p, size_t n);

/* Proofpoint's v2: "-3A" for ":", "_" for "/". */
void unwrap_v2(unwrap_target *t, const char *p, size_t n);

/* Proofpoint's v3, from what stands behind "/v3/" on: "__https://x.example/a*b__;Kw!...". */
void unwrap_v3(unwrap_target *t, const char *p, size_t n);

/* Base64 of either alphabet, with or without padding; its own characters may be percent-encoded. */
void unwrap_base64(unwrap_target *t, const char *p, size_t n);

/* As it stands; "https:/x" is "https://x". */
void unwrap_as_is(unwrap_target *t, const char *p, size_t n);

#endif
