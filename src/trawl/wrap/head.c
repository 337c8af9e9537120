/* head.c - the header fields with which a draft may begin
 *
 * Editors of mail and news show the header above the text. The header is kept unchanged. In a text
 * that trawl does not take for a message it is recognized by the name of its first field: the empty
 * line below it may be missing, or be "--text follows this line--".
 */
#include "trawl/wrap/inside.h"

enum wrap_head_field { FIELD_OTHER, FIELD_TYPE, FIELD_ENCODING };

static const char wrap_head_names[] =
    "from to cc bcc subject newsgroups followup-to reply-to date message-id in-reply-to references "
    "mail-followup-to fcc gcc sender organization x-newsreader user-agent summary keywords "
    "distribution mime-version content-type return-path received path";

static bool head_has(const char *p, size_t n, const char *word)
{
    for (size_t i = 0; i < n; i++)
        if (ascii_begins(p + i, n - i, word))
            return true;
    return false;
}

/* Reads the value of a field, or a part of it. */
static void head_read_value(struct head *h, const char *p, size_t n, bool first)
{
    while (n > 0 && (ascii_is_blank(*p))) {
        p++;
        n--;
    }
    if (h->field == FIELD_TYPE) {
        h->encoded |= (first && !ascii_begins(p, n, "text/plain")) || head_has(p, n, "delsp=yes");
        h->flowed |= head_has(p, n, "format=flowed");
    } else if (h->field == FIELD_ENCODING && first) {
        h->encoded |= !ascii_begins(p, n, "7bit") && !ascii_begins(p, n, "8bit") &&
                      !ascii_begins(p, n, "binary");
    }
}

static bool head_is_empty(const char *p, size_t n)
{
    return n == 0 || p[0] == '\n' || (p[0] == '\r' && n > 1 && p[1] == '\n');
}

bool head_line(struct head *h, const char *p, size_t n)
{
    static const char follows[] = "--text follows this line--";
    size_t name = line_field(p, n);

    if (h->begun && ascii_is_blank(p[0])) {
        head_read_value(h, p, n, false);
        return true;
    }
    if (h->begun && n > sizeof follows - 1 && memcmp(p, follows, sizeof follows - 1) == 0)
        return true;
    if (h->mail && !head_is_empty(p, n) && name == 0) { /* not a field, but the header goes on */
        h->field = FIELD_OTHER;
        return true;
    }
    if (name == 0 || (!h->begun && !h->mail && !ascii_is_word_of(wrap_head_names, p, name)))
        return false;
    h->begun = true;
    h->field = ascii_is_word_of("content-type", p, name)                ? FIELD_TYPE
               : ascii_is_word_of("content-transfer-encoding", p, name) ? FIELD_ENCODING
                                                                        : FIELD_OTHER;
    head_read_value(h, p + name + 1, n - name - 1, true);
    return true;
}
