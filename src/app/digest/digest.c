/* digest.c - SHA-256, HMAC with it, and SHA-1 */
#include "app/digest/digest.h"
#include "base/check.h"

#include <string.h>

enum { SHA_ROUNDS = 64 };

/* The fractional parts of the cube roots of the first 64 primes. */
static const uint32_t sha_rounds[SHA_ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t word, unsigned by)
{
    return word >> by | word << (32 - by);
}

/* Reads a block of 64 bytes as 16 big-endian words. */
static void words_of(const unsigned char *p, uint32_t *w)
{
    for (size_t i = 0; i < 16; i++, p += 4)
        w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void sha_mix(struct sha256 *sum)
{
    uint32_t w[SHA_ROUNDS], v[SHA_WORDS];

    words_of(sum->block, w);
    for (unsigned i = 16; i < SHA_ROUNDS; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] +
               (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
    memcpy(v, sum->h, sizeof v);
    /* FIPS 180-4 moves the words by one place in each round; here the indices move instead. */
    for (unsigned i = 0; i < SHA_ROUNDS; i++) {
        const uint32_t a = v[(0 - i) & 7], b = v[(1 - i) & 7], c = v[(2 - i) & 7],
                       e = v[(4 - i) & 7], f = v[(5 - i) & 7], g = v[(6 - i) & 7];
        const uint32_t one = v[(7 - i) & 7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
                             ((e & f) ^ (~e & g)) + sha_rounds[i] + w[i];

        v[(3 - i) & 7] += one;
        v[(7 - i) & 7] =
            one + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    }
    for (unsigned i = 0; i < SHA_WORDS; i++)
        sum->h[i] += v[i];
}

static void sha1_mix(struct sha256 *sum)
{
    static const uint32_t added[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    enum { ROUNDS = 80, QUARTER = ROUNDS / 4 };
    uint32_t w[ROUNDS], a = sum->h[0], b = sum->h[1], c = sum->h[2], d = sum->h[3], e = sum->h[4];

    words_of(sum->block, w);
    for (size_t i = 16; i < ROUNDS; i++)
        w[i] = turn(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 31);
    for (size_t i = 0; i < ROUNDS; i++) {
        const uint32_t mixed[] = {(b & c) | (~b & d), b ^ c ^ d, (b & c) | (b & d) | (c & d),
                                  b ^ c ^ d};
        const uint32_t next = turn(a, 27) + mixed[i / QUARTER] + e + added[i / QUARTER] + w[i];

        e = d;
        d = c;
        c = turn(b, 2);
        b = a;
        a = next;
    }
    sum->h[0] += a;
    sum->h[1] += b;
    sum->h[2] += c;
    sum->h[3] += d;
    sum->h[4] += e;
}

void sha256_begin(struct sha256 *sum)
{
    *sum = (struct sha256){.mix = sha_mix,
                           .h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void sha256_add(struct sha256 *sum, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;

    sum->n += n;
    while (n > 0) {
        size_t some = n < SHA_BLOCK - sum->held ? n : SHA_BLOCK - sum->held;
        CHECK(sum->held < SHA_BLOCK);
        memcpy(sum->block + sum->held, p, some);
        sum->held += some;
        p += some;
        n -= some;
        if (sum->held < SHA_BLOCK)
            return;
        sum->mix(sum);
        sum->held = 0;
    }
}

/* Ends the text, and writes the first `size` bytes of the words. */
static void sha_end(struct sha256 *sum, unsigned char *out, size_t size)
{
    static const unsigned char pad[SHA_BLOCK] = {0x80};
    const uint64_t bits = sum->n * 8;
    unsigned char length[8];

    for (unsigned i = 0; i < 8; i++)
        length[i] = (unsigned char)(bits >> (56 - 8 * i));
    sha256_add(sum, pad, 1 + (SHA_BLOCK + 55 - sum->held) % SHA_BLOCK);
    sha256_add(sum, length, sizeof length);
    for (unsigned i = 0; i < size; i++)
        out[i] = (unsigned char)(sum->h[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256_end(struct sha256 *sum, unsigned char out[SHA256_BYTES])
{
    sha_end(sum, out, SHA256_BYTES);
}

void sha256(trawl_str text, unsigned char out[SHA256_BYTES])
{
    struct sha256 sum;

    sha256_begin(&sum);
    sha256_add(&sum, text.p, text.n);
    sha256_end(&sum, out);
}

void hmac_sha256(trawl_str key, trawl_str text, unsigned char out[SHA256_BYTES])
{
    unsigned char block[SHA_BLOCK] = {0};
    struct sha256 sum;

    if (key.n > SHA_BLOCK)
        sha256(key, block);
    else if (key.n > 0)
        memcpy(block, key.p, key.n);
    for (unsigned i = 0; i < SHA_BLOCK; i++)
        block[i] ^= 0x36;
    sha256_begin(&sum);
    sha256_add(&sum, block, SHA_BLOCK);
    sha256_add(&sum, text.p, text.n);
    sha256_end(&sum, out);
    for (unsigned i = 0; i < SHA_BLOCK; i++)
        block[i] ^= 0x36 ^ 0x5c;
    sha256_begin(&sum);
    sha256_add(&sum, block, SHA_BLOCK);
    sha256_add(&sum, out, SHA256_BYTES);
    sha256_end(&sum, out);
}

void sha1(trawl_str text, unsigned char out[SHA1_BYTES])
{
    struct sha256 sum = {.mix = sha1_mix,
                         .h = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}};

    sha256_add(&sum, text.p, text.n);
    sha_end(&sum, out, SHA1_BYTES);
}
