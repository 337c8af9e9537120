/* address.c - IP addresses as hosts: their values, whether they are public or oddly written
 *
 * Reads IPv4 addresses as browsers do (URL Standard, "IPv4 parser"), but "09" is decimal. Those of
 * the IANA registries of special-purpose addresses (RFC 6890) and for multicast are not public.
 */
#include <arpa/inet.h>

#include "base/ascii.h"
#include "url/inside.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* The addresses whose first `bits` bits are those of `first`. */
typedef struct address_range {
    uint32_t first;
    unsigned char bits;
} address_range;

static const address_range not_public_v4[] = {
    {0x00000000, 8},  /* this network, RFC 791 */
    {0x0A000000, 8},  /* private, RFC 1918 */
    {0x64400000, 10}, /* shared, RFC 6598 */
    {0x7F000000, 8},  /* loopback, RFC 1122 */
    {0xA9FE0000, 16}, /* link-local, RFC 3927 */
    {0xAC100000, 12}, /* private, RFC 1918 */
    {0xC0000000, 24}, /* IETF protocol assignments, RFC 6890 */
    {0xC0000200, 24}, /* documentation, RFC 5737 */
    {0xC0A80000, 16}, /* private, RFC 1918 */
    {0xC6120000, 15}, /* benchmarks, RFC 2544 */
    {0xC6336400, 24}, /* documentation, RFC 5737 */
    {0xCB007100, 24}, /* documentation, RFC 5737 */
    {0xE0000000, 3},  /* multicast, reserved and broadcast, RFC 1112 */
};

static const address_range not_public_v6[] = {
    {0x00000000, 3},  /* unspecified and loopback, RFC 4291 */
    {0x20010000, 23}, /* IETF protocol assignments, RFC 2928 */
    {0x20010DB8, 32}, /* documentation, RFC 3849 */
    {0x3FFF0000, 20}, /* documentation, RFC 9637 */
    {0x40000000, 2},  /* not assigned as global unicast (2000::/3), RFC 4291 */
    {0x80000000, 1},  /* unique-local, link-local and multicast, RFC 4193 and 4291 */
};

/* Returns true when an address that begins with these 32 bits is public. */
static bool address_is_public(uint32_t upper, bool v6)
{
    const address_range *ranges = v6 ? not_public_v6 : not_public_v4;
    const size_t n = v6 ? COUNT(not_public_v6) : COUNT(not_public_v4);

    for (size_t i = 0; i < n; i++)
        if ((upper ^ ranges[i].first) >> (32 - ranges[i].bits) == 0)
            return false;
    return true;
}

/* Returns true for a public IPv6 address. An IPv4 address in it decides for itself:
 * "::ffff:192.168.0.1", "64:ff9b::192.168.0.1" (RFC 4291, RFC 6052). */
static bool address_v6_is_public(const unsigned char ip[16])
{
    uint32_t w[4];

    memcpy(w, ip, sizeof w);
    for (unsigned i = 0; i < 4; i++)
        w[i] = ntohl(w[i]);
    if (w[1] == 0 && ((w[0] == 0 && w[2] == 0xFFFF) || (w[0] == 0x64FF9B && w[2] == 0)))
        return address_is_public(w[3], false);
    return address_is_public(w[0], true);
}

/* Returns the value of a decimal, octal or hexadecimal number, 2^32 for all larger ones. */
static uint64_t address_number(const char *p, size_t n)
{
    const uint64_t most = UINT64_C(1) << 32;
    const bool hex = n > 1 && (p[1] | 0x20) == 'x';
    const bool octal = n > 1 && p[0] == '0' && !memchr(p, '8', n) && !memchr(p, '9', n);
    const unsigned base = hex ? 16 : octal ? 8 : 10;
    uint64_t value = 0;

    for (size_t i = hex ? 2 : 0; i < n && value < most; i++)
        value = value * base + (uint64_t)ascii_hex((unsigned char)p[i]);
    return value < most ? value : most;
}

unsigned address_ipv4(const char *p, size_t n, uint32_t *ip)
{
    uint64_t value = 0, all = 0;
    unsigned parts = 0, bits;

    for (size_t i = 0, to; i <= n; i = to + 1) {
        to = host_label_end(p, i, n);
        if (value > 255 || ++parts > 4 || !ascii_is_number(p + i, to - i))
            return 0;
        all = all << 8 | value;
        value = address_number(p + i, to - i);
    }
    bits = 8 * (5 - parts);
    *ip = (uint32_t)(all << bits | value);
    return value >> bits == 0 ? parts : 0;
}

bool address_ipv6(const char *p, size_t n, unsigned char ip[16])
{
    char text[INET6_ADDRSTRLEN] = "";

    if (n >= sizeof text)
        return false;
    memcpy(text, p, n);
    return inet_pton(AF_INET6, text, ip) == 1;
}

unsigned address_dangers(const char *host, size_t n, bool odd)
{
    unsigned char v6[16];
    unsigned parts, digits = 3; /* with three dots */
    uint32_t ip;

    if (n > 1 && host[0] == '[')
        return address_ipv6(host + 1, n - 2, v6) && address_v6_is_public(v6) ? TRAWL_DANGER_IP_HOST
                                                                             : 0;
    parts = address_ipv4(host, n - (n > 0 && host[n - 1] == '.'), &ip);
    if (parts == 0)
        return 0;
    for (unsigned i = 0; i < 32; i += 8) /* other spellings are longer than decimal numbers */
        digits += 1 + ((ip >> i & 255) > 9) + ((ip >> i & 255) > 99);
    odd = odd || parts != 4 || digits != n;
    return (odd ? TRAWL_DANGER_ODD_IP : 0) |
           (address_is_public(ip, false) ? TRAWL_DANGER_IP_HOST : 0);
}
