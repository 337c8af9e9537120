/* mask.c - mail addresses in text: obscured or hidden, as --addresses says
 *
 * "jane@a.example" becomes "jane@..." or "(hidden)". So do other spellings of addresses, such as
 * "jane at a.example" and "jane%2540a.example", if the host is a domain. The text may come in
 * pieces: the last line is held until its end is known.
 */
#include "archive/site/site.h"

#include "base/ascii.h"

static bool is_host_byte(unsigned char c)
{
    return ascii_is_alnum(c) || c == '.' || c == '-' || c >= 0x80;
}

/* The last labels of names of files, as in "look at noon.pdf". None is a top-level domain. */
static const char file_endings[] =
    "bin bmp bz2 cfg conf cpp css csv dat deb diff dll doc docx eml eps exe gif gz hpp htm html "
    "ini iso jar jpeg jpg js json log mbox mp3 mp4 odt ogg orig patch pdf php png ppt pptx rej rpm "
    "rst svg tar tex tgz tif tiff tsv txt wav webp xls xlsx xml xz yaml yml";

/* Returns true if the last label of a name that is a word may be a top-level domain: "a.de" and
 * "a.de.1", but neither "main.c", "10.30" nor "40deadbeef.patch". */
static bool is_domain(const char *p, size_t n)
{
    for (size_t at = n - 1, to; at > 0; at--) {
        const unsigned char c = (unsigned char)p[at];

        if (p[at - 1] != '.')
            continue;
        if (c > 0xC2 && !memchr("\xE2\xEF", c, 2)) /* a letter, not a quotation mark or a dash */
            return true;
        for (to = at; to < n && ascii_is_alnum((unsigned char)p[to]);)
            to++;
        if (to > at + 1 && ascii_is_alpha(c))
            return !ascii_is_word_of(file_endings, p + at, to - at);
    }
    return false;
}

/* Returns the end of the host of an address, without dots at its end, or 0 if there is no host. It
 * has to be a domain unless `any` is set, as after "@". Without `any`, it ends before a wide "@",
 * so that a text with many of them is read once. */
static size_t mask_host(trawl_str text, size_t from, bool any)
{
    const char *p = text.p + from;
    const size_t most = text.n - from;
    size_t n = 0;

    if (most == 0 || p[0] == '.' || p[0] == '-')
        return 0;
    while (n < most && (is_host_byte((unsigned char)p[n]) || p[n] == (n == 0 ? '[' : '@')) &&
           (any || !ascii_begins(p + n, most - n, ADDRESS_WIDE)))
        n++;
    while (n > 0 && memchr(".-", p[n - 1], 2))
        n--;
    return n > 0 && (any || is_domain(p, n)) ? from + n : 0;
}

/* Copies whole lines, without addresses. */
static int mask_lines(const struct mask *m, struct buffer *to, trawl_str text)
{
    const char *p = text.p;
    size_t done = 0, local = 0, end;

    for (size_t i = 0, sign; i < text.n; i++) {
        sign = i == done ? 0 : address_sign(p + i, text.n - i);
        if (sign == 0 || !address_has((unsigned char)p[i - 1]) ||
            (end = mask_host(text, i + sign, sign == 1)) == 0)
            continue;
        for (local = i; local > done && address_has((unsigned char)p[local - 1]);)
            local--;
        if (buffer_add(to, p + done, (m->hide ? local : i + sign) - done) != TRAWL_OK ||
            buffer_add(to, m->hide ? "(hidden)" : "...", m->hide ? 8 : 3) != TRAWL_OK)
            return TRAWL_ERROR_NO_MEMORY;
        done = end;
        i = end - 1;
    }
    return done < text.n ? buffer_add(to, p + done, text.n - done) : TRAWL_OK;
}

int mask_put(struct mask *m, struct buffer *to, trawl_str text)
{
    size_t n = text.n;
    int failed = TRAWL_OK;

    while (n > 0 && text.p[n - 1] != '\n')
        n--;
    if (n > 0) {
        failed = buffer_add(&m->held, text.p, n);
        failed = failed ? failed : mask_end(m, to);
    }
    return failed || n == text.n ? failed : buffer_add(&m->held, text.p + n, text.n - n);
}

int mask_end(struct mask *m, struct buffer *to)
{
    const int failed = m->held.n > 0 ? mask_lines(m, to, buffer_str(&m->held)) : TRAWL_OK;

    m->held.n = 0;
    return failed;
}

bool has_address(trawl_str text)
{
    for (size_t i = 0, sign; i < text.n; i++) {
        sign = address_sign(text.p + i, text.n - i);
        if (sign > 0 && (sign == 1 || (text.p[i] == '%' && text.p[i + sign - 2] == '4') ||
                         mask_host(text, i + sign, false) > 0))
            return true;
    }
    return false;
}

bool site_masks(const struct site *s)
{
    return s->options.addresses > 1 + ADDRESSES_PLAIN;
}

int mask_text(const struct site *s, struct buffer *to, trawl_str text)
{
    struct mask m = {.hide = s->options.addresses == 1 + ADDRESSES_HIDDEN};
    int failed = mask_put(&m, to, text);

    failed = failed ? failed : mask_end(&m, to);
    buffer_free(&m.held);
    return failed;
}
