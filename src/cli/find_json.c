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
#define EACH_FLAG ((size_t)24)
#define AROUND 512

static size_t room_of(const trawl_link *link, const struct find_forms *forms)
{
    return PRINTABLE_JSON(find_forms_texts(link, forms)) + JSON_BYTES(link->url.n) + EACH_SPAN * link->span_count +
           EACH_ALT * link->alt_count + EACH_FLAG * TRAWL_FLAG_BITS + AROUND;
}

static char *put_spans(char *to, const trawl_link *link)
{
    to = PUT(to, ",\"spans\":[[");
    for (unsigned i = 0; i < link->span_count; i++) {
        to = i > 0 ? PUT(to, "],[") : to;
        to = PUT(put_number(to, link->spans[i].from), ",");
        to = put_number(to, link->spans[i].to);
    }
    return PUT(to, "]]");
}

/* The last comma is written over by the bracket. */
static char *put_flags(char *to, const struct find_word *words, unsigned flags)
{
    to = PUT(to, ",\"flags\":[");
    for (unsigned rest = flags; rest; rest &= rest - 1)
        to = PUT(find_words_put(PUT(to, "\""), &words[__builtin_ctz(rest)]), "\",");
    return PUT(flags ? to - 1 : to, "]");
}

static char *put_alts(char *to, const trawl_link *link)
{
    to = PUT(to, ",\"alt\":[");
    for (unsigned i = 0; i < link->alt_count; i++) {
        to = JSON_PUT_MEMBER(i > 0 ? PUT(to, ",") : to, "{\"url\":", link->alts[i].url);
        to = PUT(put_word(PUT(to, ",\"why\":\""), trawl_why_name(link->alts[i].why)), "\"}");
    }
    return PUT(to, "]");
}

/* Where it stands, and what it is like. */
static char *put_place(struct find *f, char *to, const trawl_link *link)
{
    to = PUT(put_spans(to, link), ",\"line\":");
    to = PUT(output_put_counted(f->out, to, OUTPUT_LINES, link->line), ",\"column\":");
    to = PUT(put_number(to, link->column), ",\"quote\":");
    return put_alts(put_flags(put_number(to, link->quote), f->words.flag, link->flags), link);
}

/* A string that is mostly the URL over again, or its end, which is copied from where the URL was written if nothing in it
 * is escaped. */
static char *put_same(char *to, trawl_str s, trawl_str url, const char *plain)
{
    size_t at = url.n - s.n;

    if (!plain || s.n > url.n || (s.p != url.p && memcmp(url.p + at, s.p, s.n) != 0))
        return printable_put_json(to, s.p, s.n);
    return PUT(put_blocks(PUT(to, "\""), plain + at, s.n), "\"");
}

int find_json(struct find *f, const trawl_link *link)
{
    const trawl_str url = link->url;
    const char *plain; /* the URL as written, if nothing in it is escaped */
    struct find_forms forms;
    size_t room;
    char *begin, *to;
    int error = find_forms(f, url, &forms);

    if (error == TRAWL_OK)
        error = find_where_ready(f, &room);
    if (error != TRAWL_OK)
        return error;
    begin = output_begin(f->out, room + room_of(link, &forms));
    if (!begin)
        return TRAWL_NO_MEMORY;
    plain = to = PUT(begin, "{\"url\":\"");
    if (printable_copy(to, url.p, url.n) == url.n) {
        to = PUT(to + url.n, "\"");
    } else {
        plain = NULL;
        to = json_put_bytes(printable_put_json(to - 1, url.p, url.n), url);
    }
    to = find_words_put(PUT(to, ",\"kind\":\""), &f->words.kind[link->kind]);
    to = put_place(f, put_same(PUT(to, "\",\"raw\":"), link->raw, url, plain), link);
    to = put_same(PUT(to, ",\"canonical\":"), forms.canonical, url, plain);
    to = put_same(PUT(to, ",\"ascii\":"), forms.ascii, url, plain);
    if (f->options->display)
        to = JSON_PUT_MEMBER(to, ",\"display\":", forms.display);
    to = find_where_json(f, json_put_valid(to, forms.valid));
    output_end(f->out, f->options->context ? to : PUT(to, "}\n"));
    return TRAWL_OK;
}

void find_json_context(struct output *o, trawl_str context)
{
    char *to = output_begin(o, JSON_MEMBER(",\"context\":", context));

    if (to)
        output_end(o, PUT(JSON_PUT_MEMBER(to, ",\"context\":", context), "}\n"));
}
