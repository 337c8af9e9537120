/* coded.c - the other reading of a link in a text that is declared as quoted-printable but seems to
 * be decoded already (E4)
 *
 * Such a text keeps the codes that occur in decoded text, too: "http://a.example/?id=41". A mail
 * reader decodes them, so the decoded link is another reading.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "mail/events.h"

/* Writes the URL with its codes decoded to out[0..url.n), up to the first character at which a link
 * would end. Returns the length of the result, or 0 when nothing changes. */
static size_t coded_decode(char *out, trawl_str url)
{
    size_t n = 0;
    bool changed = false;

    for (size_t i = 0; i < url.n; i++) {
        int high = url.p[i] == '=' && url.n - i > 2 ? ascii_hex((unsigned char)url.p[i + 1]) : -1;
        int low = high < 0 ? -1 : ascii_hex((unsigned char)url.p[i + 2]);
        int byte = low < 0 ? -1 : high << 4 | low;
        if (low < 0) {
            out[n++] = url.p[i];
            continue;
        }
        changed = true;
        if (byte <= ' ' || byte == 0x7F || byte == '"' || byte == '<' || byte == '>')
            break;
        out[n++] = (char)(unsigned char)byte;
        i += 2;
    }
    return changed ? n : 0;
}

int events_coded(events *g, trawl_link *link)
{
    buffer *decoded = &g->decoded;

    decoded->n = 0;
    if (link->alt_count == TRAWL_ALTS || link->url.n > UNWRAP_MAX ||
        !memchr(link->url.p, '=', link->url.n))
        return TRAWL_OK;
    if (buffer_reserve(decoded, link->url.n))
        return TRAWL_ERROR_NO_MEMORY;
    decoded->n = coded_decode(decoded->p, link->url);
    if (!bytes_are_utf8(decoded->p, decoded->n)) { /* "=DF" becomes "%DF", which is no longer */
        char room[UNWRAP_MAX];
        decoded->n = bytes_escape(room, sizeof room, decoded->p, decoded->n);
        memcpy(decoded->p, room, decoded->n);
    }
    for (unsigned i = 0; i < link->alt_count; i++)
        if (link->alts[i].url.n == decoded->n &&
            memcmp(link->alts[i].url.p, decoded->p, decoded->n) == 0)
            return TRAWL_OK;
    if (decoded->n == 0)
        return TRAWL_OK;
    if (link->alt_count > 0)
        memcpy(g->alts, link->alts, link->alt_count * sizeof *link->alts);
    CHECK(link->alt_count < TRAWL_ALTS);
    g->alts[link->alt_count++] =
        (trawl_alt){.url = {decoded->p, decoded->n}, .why = TRAWL_WHY_QUOTED};
    link->alts = g->alts;
    return TRAWL_OK;
}
