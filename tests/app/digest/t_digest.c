/* t_digest.c - SHA-256, SHA-1 and HMAC, with the examples of FIPS 180-4 and RFC 4231 */
#include <stdlib.h>

#include "app/digest/digest.h"
#include "app/show/show.h"
#include "tap.h"

enum { HEX = 2 * SHA256_BYTES, MANY = 1000000 };

static void is_hex(const unsigned char bytes[SHA256_BYTES], const char *wanted, const char *what)
{
    char hex[HEX];

    (void)put_hex(hex, (const char *)bytes, SHA256_BYTES);
    ok(memcmp(hex, wanted, HEX) == 0, "%s", what);
}

static void is_sha256(const char *text, size_t n, const char *wanted, const char *what)
{
    unsigned char bytes[SHA256_BYTES];

    sha256((trawl_str){text, n}, bytes);
    is_hex(bytes, wanted, what);
}

static void is_hmac(const char *key, size_t n, const char *text, const char *wanted,
                    const char *what)
{
    unsigned char bytes[SHA256_BYTES];

    hmac_sha256((trawl_str){key, n}, (trawl_str){text, strlen(text)}, bytes);
    is_hex(bytes, wanted, what);
}

static void is_sha1(const char *text, size_t n, const char *wanted, const char *what)
{
    unsigned char bytes[SHA1_BYTES];
    char hex[HEX];

    sha1((trawl_str){text, n}, bytes);
    (void)put_hex(hex, (const char *)bytes, SHA1_BYTES);
    ok(memcmp(hex, wanted, 2 * SHA1_BYTES) == 0, "SHA-1: %s", what);
}

int main(void)
{
    static const char two[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    char *many = malloc(MANY);

    if (!many)
        return 1;
    is_sha256(NULL, 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
              "no byte");
    is_sha256("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
              "one block");
    is_sha256(two, sizeof two - 1,
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
              "the length needs a second block");
    memset(many, 'a', MANY);
    is_sha256(many, MANY, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
              "a million bytes");
    is_sha1("abc", 3, "a9993e364706816aba3e25717850c26c9cd0d89d", "one block");
    is_sha1(two, sizeof two - 1, "84983e441c3bd26ebaae4aa1f95129e5e54670f1", "two blocks");
    is_sha1(many, MANY, "34aa973cd4c4daa4f61eeb2bdbad27316534016f", "a million bytes");
    is_hmac("Jefe", 4, "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843", "a short key");
    memset(many, 0xaa, 131);
    is_hmac(many, 131, "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
            "a key that is longer than a block");
    free(many);
    return done();
}
