/* digest.h - SHA-256, HMAC with it, and SHA-1, which is only for names here */
#ifndef TRAWL_APP_DIGEST_DIGEST_H
#define TRAWL_APP_DIGEST_DIGEST_H

#include <trawl.h>

#define SHA256_BYTES 32
#define SHA1_BYTES 20

enum { SHA_BLOCK = 64, SHA_WORDS = 8 };

/* A SHA-256 (FIPS 180-4) of a text that comes in pieces, or a SHA-1. */
struct sha256 {
    void (*mix)(struct sha256 *sum); /* adds a block */
    uint32_t h[SHA_WORDS];
    unsigned char block[SHA_BLOCK];
    size_t held; /* bytes in the block */
    uint64_t n;  /* bytes so far */
};

void sha256_begin(struct sha256 *sum);
void sha256_add(struct sha256 *sum, const void *bytes, size_t n);
void sha256_end(struct sha256 *sum, unsigned char out[SHA256_BYTES]);

/* Writes the SHA-256 of a text. */
void sha256(trawl_str text, unsigned char out[SHA256_BYTES]);

/* Writes the HMAC of a text with SHA-256 (RFC 2104). */
void hmac_sha256(trawl_str key, trawl_str text, unsigned char out[SHA256_BYTES]);

/* Writes the SHA-1 (FIPS 180-4) of a text. */
void sha1(trawl_str text, unsigned char out[SHA1_BYTES]);

#endif
