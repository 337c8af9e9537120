/* coded.c - the other reading of a link in a text that is declared as quoted-printable but seems to
 * be decoded already (E4)
 *
 * Such a text keeps the codes that occur in decoded text, too: "http://a.example/?id=41". A mail
 * reader decodes them, so the decoded link is another reading.
 */
#include "base/ascii.h"
#include "mail/events.h"

/* Decodes each code of the URL, up to the first character at which a link would end. Returns its
 * length, or 0 when nothing changes or there is no room. */
static size_t coded_decode(char *out, size_t size, trawl_str url)
{
    size_t n = 0;
    bool changed = false;

    if (url.n > size)
        return 0;
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

void events_coded(events *g, trawl_link *link)
{
    size_t n;

    if (link->alt_count == TRAWL_ALTS || !memchr(link->url.p, '=', link->url.n))
        return;
    n = coded_decode(g->decoded, sizeof g->decoded, link->url);
    for (unsigned i = 0; i < link->alt_count; i++)
        if (link->alts[i].url.n == n && memcmp(link->alts[i].url.p, g->decoded, n) == 0)
            return;
    if (n == 0)
        return;
    if (link->alt_count > 0)
        memcpy(g->alts, link->alts, link->alt_count * sizeof *link->alts);
    g->alts[link->alt_count++] = (trawl_alt){.url = {g->decoded, n}, .why = TRAWL_WHY_QUOTED};
    link->alts = g->alts;
}
