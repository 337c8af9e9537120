/* sip.h - SipHash-1-3 with 128 bits of output (Aumasson and Bernstein, 2012), for sets of strings
 * that an attacker may choose
 *
 * The key is random: from getrandom(), getentropy() or /dev/urandom, whichever the system has; in
 * WebAssembly, which has no files, from getentropy(). If none of them works, the key comes from the
 * clock and an address. Words are read in the machine's byte order, since no hash leaves the
 * process.
 */
#ifndef TRAWL_BASE_SIP_H
#define TRAWL_BASE_SIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#if defined __has_include
/* cppcheck-suppress preprocessorErrorDirective */
#if __has_include(<sys/random.h>)
#include <sys/random.h>
#endif
#endif

typedef struct sip_hash {
    uint64_t a, b;
} sip_hash;

static inline uint64_t sip_turn(uint64_t x, unsigned by)
{
    return x << by | x >> (64 - by);
}

static inline void sip_stir(uint64_t s[4], unsigned times)
{
    while (times-- > 0) {
        s[0] += s[1];
        s[1] = sip_turn(s[1], 13) ^ s[0];
        s[0] = sip_turn(s[0], 32);
        s[2] += s[3];
        s[3] = sip_turn(s[3], 16) ^ s[2];
        s[0] += s[3];
        s[3] = sip_turn(s[3], 21) ^ s[0];
        s[2] += s[1];
        s[1] = sip_turn(s[1], 17) ^ s[2];
        s[2] = sip_turn(s[2], 32);
    }
}

static inline void sip_take(uint64_t s[4], uint64_t word)
{
    s[3] ^= word;
    sip_stir(s, 1);
    s[0] ^= word;
}

static inline sip_hash sip_of(sip_hash key, const char *p, size_t n)
{
    uint64_t s[4] = {key.a ^ 0x736F6D6570736575u, key.b ^ 0x646F72616E646F6Du ^ 0xEE,
                     key.a ^ 0x6C7967656E657261u, key.b ^ 0x7465646279746573u};
    unsigned char last[sizeof(uint64_t)] = {0};
    uint64_t word, first;
    size_t i = 0;

    for (; n - i >= sizeof word; i += sizeof word) {
        memcpy(&word, p + i, sizeof word);
        sip_take(s, word);
    }
    if (i < n) /* p may be NULL for an empty text */
        memcpy(last, p + i, n - i);
    last[sizeof last - 1] = (unsigned char)n;
    memcpy(&word, last, sizeof word);
    sip_take(s, word);
    s[2] ^= 0xEE;
    sip_stir(s, 3);
    first = s[0] ^ s[1] ^ s[2] ^ s[3];
    s[1] ^= 0xDD;
    sip_stir(s, 3);
    return (sip_hash){first, s[0] ^ s[1] ^ s[2] ^ s[3]};
}

/* Fills the key with random bytes. Returns false when the system gives none. */
#if defined __wasi__
#include <unistd.h>

static inline bool sip_random(sip_hash *key)
{
    return getentropy(key, sizeof *key) == 0;
}
#else
static inline bool sip_random(sip_hash *key)
{
    FILE *f;
    bool done;

#if defined GRND_NONBLOCK
    if (getrandom(key, sizeof *key, GRND_NONBLOCK) == (ssize_t)sizeof *key)
        return true;
#elif defined __APPLE__
    if (getentropy(key, sizeof *key) == 0)
        return true;
#endif
    f = fopen("/dev/urandom", "rb");
    if (!f)
        return false;
    setvbuf(f, NULL, _IONBF, 0);
    done = fread(key, 1, sizeof *key, f) == sizeof *key;
    (void)fclose(f);
    return done;
}
#endif

/* Returns a new key. `any` is the address of some object. */
static inline sip_hash sip_key(const void *any)
{
    sip_hash key = {0, 0};
    struct timespec now = {0, 0};

    if (sip_random(&key))
        return key;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    key = (sip_hash){0, (uint64_t)(uintptr_t)any};
    return sip_of(key, (const char *)&now, sizeof now);
}

#endif
