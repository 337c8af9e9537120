/* find_json.c - the output of -t json: one object a line for each link
 *
 *   url        the URL, put together; always with a scheme, but for a partial one
 *   bytes      only where url is not UTF-8: its bytes in hex (url shows U+FFFD for each bad sequence)
 *   kind       how it stood there: wrap angle addr msgid bare www email domain ip localhost netpath rule
 *   raw        as it stands in the text, its pieces joined by one space each
 *   spans      [[from,to],...]: where its pieces stand, in bytes from 0, to not included
 *   line       of its first piece, from 1
 *   column     likewise, in characters
 *   quote      how many ">" quote its line
 *   flags      what is odd about it, as words
 *   alt        [{"url","why"},...]: further readings; why is hyphen, space, entity, soft-hyphen, join or
 *              quoted-printable
 *   canonical  the spelling that equal URLs share
 *   ascii      the URL in ASCII
 *   display    only with --display: the URL for people's eyes
 *   valid      which standards accept it, of 1738 1630 3986 iri
 *   file       the file as it was named; not there for standard input
 *   message    of mail: {"number","offset","id","date","date_iso","from","subject"}: the message, from 1; where it
 *              begins in the file; its Message-ID without brackets; its date as written and as ISO 8601; what its header
 *              does not have is not there
 *   part       the part's path, "1.2"; not there in the message's own header
 *   type       the part's media type
 *   header     the name of the header field it stands in
 *   zone       where it stands in its message or text: header, new, quoted, signature, footer or forwarded
 *   attribute  of HTML: the name of the attribute that it is the value of
 *   anchor     of HTML: what is shown for it
 *   target     where it leads to, if it names a redirector that is known and says so
 *   context    only with --context: the text around it, from before its first piece to behind its last one
 *
 * The fields stand in this order and keep their meaning; new ones may come.
 */
#include <string.h>

#include "cli/find.h"
#include "cli/find_forms.h"
#include "cli/json_put.h"

/* So much room the parts of a record take at most, besides their texts. */
#define EACH_SPAN ((size_t)48)
#define EACH_ALT ((size_t)48)
#define AROUND 512

static size_t room_of(const trawl_link *link, const struct find_forms *forms)
{
    return PRINTABLE_JSON(find_forms_texts(link, forms)) + JSON_BYTES(link->url.n) + EACH_SPAN * link->span_count +
           EACH_ALT * link->alt_count + FIND_FLAGS + AROUND;
}

/* ---- Texts ----
 *
 * Each stands behind a quote that is written already, and is left without the one that ends it: what follows begins so.
 */

static char *put_text(char *to, trawl_str s)
{
    return printable_put_json(to - 1, s.p, s.n) - 1;
}

/* The URL over again, if it is that. */
static inline char *put_form(char *to, trawl_str form, trawl_str url, const struct put_held *held)
{
    return held && form.p == url.p ? put_again(to, held) : put_text(to, form);
}

/* Mostly the end of a URL that is held. */
static inline char *put_raw(char *to, trawl_str raw, trawl_str url, const struct put_held *held)
{
    struct put_held text, end;

    if (held && raw.n <= url.n && put_hold(&text, raw.p, raw.n) && put_hold(&end, url.p + url.n - raw.n, raw.n) &&
        put_is_same(&text, &end))
        return put_again(to, &text);
    return put_text(to, raw);
}

/* ---- Where it stands, and what it is like ---- */

static char *put_more_spans(char *to, const trawl_link *link)
{
    for (unsigned i = 1; i < link->span_count; i++) {
        to = PUT(put_number(PUT(to, "],["), link->spans[i].from), ",");
        to = put_number(to, link->spans[i].to);
    }
    return to;
}

static char *put_place(struct find *f, char *to, const trawl_link *link)
{
    to = PUT(to, "\",\"spans\":[[");
    if (link->span_count > 0) {
        to = PUT(put_number(to, link->spans[0].from), ",");
        to = put_number(to, link->spans[0].to);
    }
    if (link->span_count > 1)
        to = put_more_spans(to, link);
    to = PUT(output_put_counted(f->out, PUT(to, "]],\"line\":"), OUTPUT_LINES, link->line), ",\"column\":");
    return put_number(PUT(put_number(to, link->column), ",\"quote\":"), link->quote);
}

/* With what begins the next text. It stands apart, so that nearly all records save no registers for it. */
__attribute__((noinline)) static char *put_flags_and_alts(struct find *f, char *to, const trawl_link *link)
{
    to = PUT(find_words_put_flags(&f->words, to, link->flags), ",\"alt\":[");
    for (unsigned i = 0; i < link->alt_count; i++) {
        to = JSON_PUT_MEMBER(i > 0 ? PUT(to, ",") : to, "{\"url\":", link->alts[i].url);
        to = PUT(put_word(PUT(to, ",\"why\":\""), trawl_why_name(link->alts[i].why)), "\"}");
    }
    return PUT(to, "],\"canonical\":\"");
}

static inline char *put_odds(struct find *f, char *to, const trawl_link *link)
{
    const struct find_phrase *flags = link->alt_count == 0 ? find_words_flags(&f->words, link->flags) : NULL;

    return flags ? find_phrase_put(to, flags) : put_flags_and_alts(f, to, link);
}

/* ---- */

/* What RFC 3986 accepts holds nothing but what stands for itself in JSON. */
static const struct put_held *hold_url(struct put_held *held, trawl_str url, unsigned valid)
{
    return valid & TRAWL_RFC3986 && put_hold(held, url.p, url.n) ? held : NULL;
}

static char *put_record(struct find *f, char *to, const trawl_link *link, const struct find_forms *forms)
{
    const trawl_str url = link->url;
    struct put_held room;
    const struct put_held *held = hold_url(&room, url, forms->valid);

    to = put_form(PUT(to, "{\"url\":\""), url, url, held);
    if (!held)
        to = json_put_bytes(to + 1, url) - 1;
    to = put_raw(find_words_put(to, &f->words.json_kind[link->kind]), link->raw, url, held);
    to = put_odds(f, put_place(f, to, link), link);
    to = PUT(put_form(to, forms->canonical, url, held), "\",\"ascii\":\"");
    to = put_form(to, forms->ascii, url, held);
    if (f->options->display)
        to = put_text(PUT(to, "\",\"display\":\""), forms->display);
    return find_where_json(f, find_phrase_put(to, &f->words.json_valid[forms->valid]));
}

int find_json(struct find *f, const trawl_link *link)
{
    struct find_forms forms;
    size_t room;
    char *to;
    int error = find_forms(f, link->url, &forms);

    if (error == TRAWL_OK)
        error = find_where_ready(f, &room);
    if (error != TRAWL_OK)
        return error;
    to = output_begin(f->out, room + room_of(link, &forms));
    if (!to)
        return TRAWL_NO_MEMORY;
    to = put_record(f, to, link, &forms);
    output_end(f->out, f->options->context ? to : PUT(to, "}\n"));
    return TRAWL_OK;
}

void find_json_context(struct output *o, trawl_str context)
{
    char *to = output_begin(o, JSON_MEMBER(",\"context\":", context));

    if (to)
        output_end(o, PUT(JSON_PUT_MEMBER(to, ",\"context\":", context), "}\n"));
}
