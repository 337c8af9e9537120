/* digest.h - SHA-256, and HMAC with it */
#ifndef TRAWL_APP_DIGEST_DIGEST_H
#define TRAWL_APP_DIGEST_DIGEST_H

#include <trawl.h>

#define SHA256_BYTES 32

/* Writes the SHA-256 of a text (FIPS 180-4). */
void sha256(trawl_str text, unsigned char out[SHA256_BYTES]);

/* Writes the HMAC of a text with SHA-256 (RFC 2104). */
void hmac_sha256(trawl_str key, trawl_str text, unsigned char out[SHA256_BYTES]);

#endif
