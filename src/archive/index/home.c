/* home.c - addresses in archives of mail that name a message by its id
 *
 *     https://lore.kernel.org/devel/1@a.example/T/#u              the id
 *     https://a.example/hyperkitty/list/b@c.example/message/HASH/   base32 of the SHA-1 of the id
 *
 * An address names the message of the index that has this id. A form only says where the id may be:
 * an address without the id of a message of the index names none, whatever its form.
 */
#include "archive/index/index.h"

#include <stdlib.h>

#include "base/ascii.h"

/* "*" is a text without "/", "?" and "#"; "$" an id, which also ends at "&"; "%" a hash of 32
 * characters. Letters match in any case. "//" stands for http: and https:. After a form with "!"
 * another view of the message must follow, such as "/T/".
 *
 * Anybody can send a message whose id is a part of the address of some other page, such as
 * <react@18.2.0> or <@alice>. So a plain id counts only at hosts that are known to serve mail. */
static const char *const home_forms[] = {
    "news:$",
    "mid:$",
    "mid:$/*",
    "//patch.msgid.link/$",
    "//msgid.link/$",
    "//mid.mail-archive.com/$",
    "//mid.gmane.org/$",
    "//lore.kernel.org/*/$", /* public-inbox */
    "//lore.kernel.org/$",
    "//lkml.kernel.org/*/$",
    "//public-inbox.org/*/$",
    "//inbox.sourceware.org/*/$",
    "//yhbt.net/lore/*/$",
    "//patchwork.kernel.org/patch/$",
    "//*/$!", /* public-inbox and Patchwork at any host */
    "//*/*/$!",
    "//*/project/*/patch/$",
    "//*/project/*/cover/$",
    "//marc.info/?i=$",
    "//www.mail-archive.com/search?l=mid&q=$",
    "//mail-archive.com/search?l=mid&q=$",
    "//news.gmane.org/find-root.php?message_id=$",
    "//*/*/list/*/message/%", /* HyperKitty */
    "//*/*/list/*/thread/%",
    "//*/list/*/message/%",
    "//*/list/*/thread/%",
};

/* What may follow the id in a path: other views of the message or of its thread. */
static const char home_rests[] = "/ /T /T/ /t /t/ /raw /raw/ /mbox /mbox/ /t.mbox.gz /t.atom";

/* Matches a form. Returns the end of the match in the URL, or 0, and sets *id. */
static size_t home_match(const char *form, trawl_str url, trawl_str *id)
{
    size_t at = 0, from;

    for (; *form; form++) {
        from = at;
        if (*form == '!')
            return url.n - at > 1 && url.p[at] == '/' && !strchr("?#", url.p[at + 1]) ? at : 0;
        if (*form == '*' || *form == '$')
            while (at < url.n && !strchr(*form == '*' ? "/?#" : "/?#&", url.p[at]))
                at++;
        else if (*form == '%')
            at = url.n - at < 32 ? at : at + 32;
        else
            at += at < url.n && ascii_lower(url.p[at]) == *form;
        if (at == from)
            return 0;
        if (*form == '$' || *form == '%')
            *id = (trawl_str){url.p + from, at - from};
    }
    return at;
}

/* Returns true when only a query, a fragment or another view of the message follows. */
static bool home_may_follow(trawl_str rest)
{
    size_t n = 0;

    while (n < rest.n && rest.p[n] != '?' && rest.p[n] != '#')
        n++;
    return n == 0 || rest.p[0] == '&' || ascii_is_word_of(home_rests, rest.p, n);
}

/* Reads digits of base 32 or 16, `bits` for each, into a SHA-1. Returns false for other text. */
static bool home_digits(trawl_str text, unsigned bits, unsigned char hash[SHA1_BYTES])
{
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567", hex[] = "0123456789abcdef";
    unsigned held = 0, count = 0;

    for (size_t i = 0, k = 0; i < text.n; i++) {
        const char c = ascii_lower(text.p[i]), *at = c ? strchr(bits == 5 ? digits : hex, c) : NULL;

        if (!at)
            return false;
        held = held << bits | (unsigned)(at - (bits == 5 ? digits : hex));
        for (count += bits; count >= 8; count -= 8)
            hash[k++] = (unsigned char)(held >> (count - 8));
    }
    return true;
}

/* Reads the hash in a fragment, which names a message of the thread at this address: in a
 * public-inbox "#m" and 40 hex digits, in HyperKitty "#" and 32 digits of base 32. */
static bool home_fragment(trawl_str url, unsigned char hash[SHA1_BYTES])
{
    const char *at = memchr(url.p, '#', url.n);
    const size_t n = at ? url.n - (size_t)(at - url.p) - 1 : 0;

    return (n == 41 && at[1] == 'm' && home_digits((trawl_str){at + 2, 40}, 4, hash)) ||
           (n == 32 && home_digits((trawl_str){at + 1, 32}, 5, hash));
}

/* Decodes an id into h->id. Returns false if it cannot be an id: it has text on both sides of
 * "@". */
static bool home_decode(struct home *h, trawl_str id)
{
    char c;

    h->id.n = 0;
    for (size_t i = 0; i < id.n; i++) {
        const int byte = ascii_escape(id.p + i, id.n - i);

        c = byte < 0 ? id.p[i] : (char)byte;
        i += byte < 0 ? 0 : 2;
        if (buffer_add(&h->id, &c, 1) != TRAWL_OK)
            return false;
    }
    if (h->id.n > 2 && h->id.p[0] == '<' && h->id.p[h->id.n - 1] == '>') {
        h->id.n -= 2;
        memmove(h->id.p, h->id.p + 1, h->id.n);
    }
    return h->id.n > 2 && h->id.p[0] != '@' && h->id.p[h->id.n - 1] != '@' &&
           memchr(h->id.p, '@', h->id.n);
}

/* ---- Hashes ---- */

struct home_hash {
    unsigned char hash[SHA1_BYTES];
    int64_t message;
};

static int home_compare(const void *a, const void *b)
{
    return memcmp(a, b, SHA1_BYTES);
}

/* Makes the sorted hashes of all ids. They are needed only where an address has a hash. */
static int home_hash_all(struct home *h)
{
    sqlite3_stmt *row = db_prepare(h->db, "SELECT message_id, coalesce(first, same, id) FROM"
                                          " messages WHERE message_id IS NOT NULL AND content IS"
                                          " NOT NULL");
    struct home_hash one = {.message = 0};
    int found = row ? 0 : -1;

    while (found >= 0 && (found = db_step(h->db, row)) > 0) {
        sha1(db_text(row, 0), one.hash);
        one.message = sqlite3_column_int64(row, 1);
        if (buffer_add(&h->hashes, (const char *)&one, sizeof one) != TRAWL_OK)
            found = command_trouble(h->db->command, TRAWL_ERROR_NO_MEMORY) ? -1 : 0;
    }
    h->hashed = true;
    if (h->hashes.n > 0)
        qsort(h->hashes.p, h->hashes.n / sizeof one, sizeof one, home_compare);
    return found;
}

/* Returns the message with this hash, 0, or -1. */
static int64_t home_by_hash(struct home *h, const unsigned char hash[SHA1_BYTES])
{
    const struct home_hash *one = NULL;

    if (!h->hashed && home_hash_all(h) < 0)
        return -1;
    if (h->hashes.n > 0)
        one = bsearch(hash, h->hashes.p, h->hashes.n / sizeof *one, sizeof *one, home_compare);
    return one ? one->message : 0;
}

static int64_t home_by_id(struct home *h)
{
    if (!h->by_id)
        h->by_id = db_prepare(h->db, "SELECT coalesce(first, same, id) FROM messages WHERE"
                                     " message_id = ?1 AND content IS NOT NULL LIMIT 1");
    if (!h->by_id)
        return -1;
    db_bind(h->by_id, 1, buffer_str(&h->id));
    return db_look(h->db, h->by_id);
}

/* ---- Addresses ---- */

/* Returns a URL without "http:" or "https:". */
static trawl_str home_without_scheme(trawl_str url)
{
    const size_t n = ascii_begins(url.p, url.n, "https://")  ? 6
                     : ascii_begins(url.p, url.n, "http://") ? 5
                                                             : 0;

    return (trawl_str){url.p + n, url.n - n};
}

int64_t home_find(struct home *h, trawl_str url)
{
    const trawl_str place = home_without_scheme(url);
    unsigned char hash[SHA1_BYTES];
    int64_t message = 0;
    trawl_str id = {NULL, 0};

    h->named = false;
    for (size_t i = 0; i < sizeof home_forms / sizeof home_forms[0]; i++) {
        const size_t end = home_match(home_forms[i], place, &id);
        const bool hashed = strchr(home_forms[i], '%') != NULL;

        if (end == 0 || !home_may_follow((trawl_str){place.p + end, place.n - end}) ||
            !(hashed ? home_digits(id, 5, hash) : home_decode(h, id)))
            continue;
        h->named = true;
        message = hashed ? home_by_hash(h, hash) : home_by_id(h);
        if (message >= 0 && home_fragment(place, hash)) {
            const int64_t nearer = home_by_hash(h, hash);

            message = nearer != 0 ? nearer : message;
        }
        if (message != 0)
            break;
    }
    return message;
}

void home_close(struct home *h)
{
    buffer_free(&h->id);
    buffer_free(&h->hashes);
}
