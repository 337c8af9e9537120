/* mask.c - mail addresses in text: obscured or hidden, as --addresses says
 *
 * "jane@a.example" becomes "jane@..." or "[hidden]". So do the spellings of archives, such as
 * "jane at a.example" and "jane (at) a.example", if a host with a dot follows. The text may come in
 * pieces. A candidate is held until it has ended.
 */
#include "archive/site/site.h"

#include "base/ascii.h"

enum { MASK_WORD, MASK_SIGN, MASK_HOST, MASK_REST };

#define MASK_MOST ((size_t)300) /* bytes of a candidate that are held */

static const char *const mask_signs[] = {"@",    " at ",   "(at)",   " (at) ",
                                         "[at]", " [at] ", " <at> ", " @ "};

static bool is_address_byte(unsigned char c)
{
    return ascii_is_alnum(c) || c >= 0x80 || (c > 0 && strchr("._+-%=!#$&'*/?^`{|}~\"", c));
}

static bool is_host_byte(unsigned char c)
{
    return ascii_is_alnum(c) || c == '.' || c == '-' || c >= 0x80;
}

/* Returns 2 when the held bytes of a sign and c are a whole sign, 1 when they begin one, else 0. */
static int mask_sign(const struct mask *m, char c)
{
    const char *sign = m->held.p + m->word;
    size_t n = m->held.n - m->word;

    for (size_t i = 0; i < sizeof mask_signs / sizeof mask_signs[0]; i++)
        if (strlen(mask_signs[i]) > n && ascii_same(mask_signs[i], sign, n) &&
            (char)ascii_lower((unsigned char)c) == mask_signs[i][n])
            return mask_signs[i][n + 1] == '\0' ? 2 : 1;
    return 0;
}

/* Writes what is held as it is. */
static int mask_let_go(struct mask *m, struct buffer *to)
{
    int failed = m->held.n > 0 ? buffer_add(to, m->held.p, m->held.n) : TRAWL_OK;

    m->held.n = m->word = m->sign = 0;
    m->state = MASK_WORD;
    return failed;
}

/* Writes the held address. Dots at its end are not a part of it. */
static int mask_write(struct mask *m, struct buffer *to)
{
    size_t end = m->held.n;
    int failed;

    while (end > m->sign && strchr(".-", m->held.p[end - 1]))
        end--;
    if (m->hide)
        failed = buffer_add(to, "[hidden]", 8);
    else
        failed = buffer_add(to, m->held.p, m->sign) || buffer_add(to, "...", 3)
                     ? TRAWL_ERROR_NO_MEMORY
                     : TRAWL_OK;
    if (!failed && end < m->held.n)
        failed = buffer_add(to, m->held.p + end, m->held.n - end);
    m->held.n = m->word = m->sign = 0;
    m->state = MASK_WORD;
    return failed;
}

/* Returns true when the held text is an address: after "@" any host, else a host with a dot. */
static bool mask_is_address(const struct mask *m)
{
    const char *host = m->held.p + m->sign;
    size_t n = m->held.n - m->sign;

    if (m->sign - m->word == 1)
        return n > 0 && host[0] != '.' && host[0] != '-';
    for (size_t i = 1; i + 2 < n; i++)
        if (host[i] == '.' && ascii_is_alnum((unsigned char)host[i + 1]))
            return host[0] != '.';
    return false;
}

/* Ends a candidate at a byte that is not part of its host. If it is not an address, its host may be
 * the local part of another candidate. */
static int mask_end_host(struct mask *m, struct buffer *to)
{
    size_t sign = m->sign, n = m->held.n - sign;
    int failed;

    if (mask_is_address(m))
        return mask_write(m, to);
    failed = sign > 0 ? buffer_add(to, m->held.p, sign) : TRAWL_OK;
    memmove(m->held.p, m->held.p + sign, n);
    m->held.n = m->word = n;
    m->sign = 0;
    m->state = MASK_WORD;
    return failed;
}

static int mask_hold(struct mask *m, char c)
{
    return buffer_add(&m->held, &c, 1);
}

static int mask_outside(struct mask *m, struct buffer *to, char c);

/* Ends a candidate whose sign is not complete. The bytes of the sign after the first one may begin
 * another candidate. */
static int mask_no_sign(struct mask *m, struct buffer *to)
{
    char sign[8];
    size_t n = m->held.n - m->word;
    int failed;

    memcpy(sign, m->held.p + m->word, n);
    m->held.n = m->word;
    failed = mask_let_go(m, to) || buffer_add(to, sign, 1);
    for (size_t i = 1; i < n && !failed; i++)
        failed = mask_outside(m, to, sign[i]);
    return failed ? TRAWL_ERROR_NO_MEMORY : TRAWL_OK;
}

/* Takes a byte outside hosts. */
static int mask_outside(struct mask *m, struct buffer *to, char c)
{
    int failed = TRAWL_OK, sign;

    if (m->state == MASK_WORD && is_address_byte((unsigned char)c)) {
        failed = m->held.n >= MASK_MOST ? mask_let_go(m, to) : TRAWL_OK;
        failed = failed ? failed : mask_hold(m, c);
        m->word = m->held.n;
        return failed;
    }
    sign = m->word > 0 ? mask_sign(m, c) : 0;
    if (sign > 0) {
        failed = mask_hold(m, c);
        m->state = sign == 2 ? MASK_HOST : MASK_SIGN;
        m->sign = m->held.n;
    } else if (m->state == MASK_SIGN) {
        failed = mask_no_sign(m, to);
        failed = failed ? failed : mask_outside(m, to, c);
    } else {
        failed = mask_let_go(m, to) || buffer_add(to, &c, 1);
    }
    return failed ? TRAWL_ERROR_NO_MEMORY : TRAWL_OK;
}

int mask_put(struct mask *m, struct buffer *to, trawl_str text)
{
    int failed = TRAWL_OK;

    for (size_t i = 0; i < text.n && !failed; i++) {
        char c = text.p[i];
        bool host = is_host_byte((unsigned char)c) || (c == '[' && m->held.n == m->sign) ||
                    (c == '@' && m->held.n > m->sign);

        if (m->state == MASK_REST && host)
            continue;
        if (m->state == MASK_REST)
            m->state = MASK_WORD;
        if (m->state == MASK_HOST && host) {
            failed = mask_hold(m, c);
            if (!failed && m->held.n - m->sign >= MASK_MOST && mask_is_address(m)) {
                failed = mask_write(m, to);
                m->state = MASK_REST;
            }
            continue;
        }
        if (m->state == MASK_HOST)
            failed = mask_end_host(m, to);
        failed = failed ? failed : mask_outside(m, to, c);
    }
    return failed;
}

int mask_end(struct mask *m, struct buffer *to)
{
    if (m->state == MASK_HOST && mask_is_address(m))
        return mask_write(m, to);
    return mask_let_go(m, to);
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
