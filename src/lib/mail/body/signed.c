/* signed.c - recognises clear-signed text (RFC 9580 section 7)
 *
 * Tests the line "-----BEGIN PGP SIGNED MESSAGE-----", the header lines after it and the empty line
 * that ends them. Armor itself (signatures, keys, certificates) is read like any text: base64 has
 * no character with which a link begins. Verifies nothing.
 */
#include "base/ascii.h"
#include "mail/body/inside.h"

/* Returns true for "Hash: SHA256" and "Comment:". */
static bool signed_is_field(lines_line line)
{
    size_t i = 0;

    while (i < line.n && (ascii_is_alnum((unsigned char)line.p[i]) || line.p[i] == '-'))
        i++;
    return i > 0 && i < line.n && line.p[i] == ':' && (i + 1 == line.n || line.p[i + 1] == ' ');
}

size_t lines_signed_starts(lines *l, const lines_ahead *a, lines_line line, size_t next)
{
    static const char escaped[] = "NotDashEscaped:"; /* GnuPG: no "- " was added to lines */
    enum { FIELDS = 16 }; /* kept small: they are read again each time a line arrives */
    size_t at = next;
    int fields = 0;

    if (!lines_is_word(line, LINES_SIGNED))
        return 0;
    for (;; fields++) {
        at = lines_line_at(a, at, &line);
        if (at == 0 || at == LINES_MORE)
            return at;
        if (lines_trimmed(line).n == 0)
            break;
        if (!signed_is_field(line) || fields == FIELDS || lines_begins(line, escaped))
            return 0;
    }
    l->signed_text = true;
    return next;
}

size_t lines_signed_ends(lines *l, const lines_ahead *a, lines_line line, size_t next)
{
    (void)a;
    (void)line;
    l->signed_text = false;
    return next;
}
