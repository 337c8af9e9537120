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
#include "cli/printable.h"

static void put_spans(struct output *o, const trawl_link *link)
{
    output_text(o, ",\"spans\":[[");
    for (unsigned i = 0; i < link->span_count; i++) {
        if (i > 0)
            output_text(o, "],[");
        output_number(o, link->spans[i].from);
        output_byte(o, ',');
        output_number(o, link->spans[i].to);
    }
    output_text(o, "]]");
}

static void put_flags(struct output *o, unsigned flags)
{
    output_text(o, ",\"flags\":[");
    for (unsigned rest = flags; rest; rest &= rest - 1) {
        const char *name = trawl_flag_name(__builtin_ctz(rest));

        output_text(o, rest == flags ? "\"" : ",\"");
        output_text(o, name);
        output_byte(o, '"');
    }
    output_byte(o, ']');
}

static void put_alts(struct output *o, const trawl_link *link)
{
    output_text(o, ",\"alt\":[");
    for (unsigned i = 0; i < link->alt_count; i++) {
        output_text(o, i > 0 ? ",{\"url\":" : "{\"url\":");
        json_put_str(o, link->alts[i].url);
        output_text(o, ",\"why\":");
        json_put_text(o, trawl_why_name(link->alts[i].why));
        output_byte(o, '}');
    }
    output_byte(o, ']');
}

/* A key and a string that is mostly the URL over again, or its end, which need not be looked through once more if
 * nothing in it is escaped. */
static void put_again(struct output *o, const char *key, size_t key_n, trawl_str s, trawl_str plain)
{
    if (s.n > 0 && s.n <= plain.n && (s.p == plain.p || memcmp(plain.p + plain.n - s.n, s.p, s.n) == 0)) {
        json_put_plain(o, key, key_n, s.p, s.n);
        return;
    }
    output_bytes(o, key, key_n - 1); /* the quote comes with the string */
    json_put_str(o, s);
}

/* Where it stands, and what it is like. */
static void put_place(struct output *o, const trawl_link *link)
{
    put_spans(o, link);
    output_text(o, ",\"line\":");
    output_counted(o, OUTPUT_LINES, link->line);
    output_text(o, ",\"column\":");
    output_number(o, link->column);
    output_text(o, ",\"quote\":");
    output_number(o, link->quote);
    if (link->flags == 0 && link->alt_count == 0) {
        output_text(o, ",\"flags\":[],\"alt\":[]");
        return;
    }
    put_flags(o, link->flags);
    put_alts(o, link);
}

/* The link as it was found. */
static void put_link(struct output *o, const trawl_link *link, trawl_str plain)
{
    const char *kind = trawl_kind_name(link->kind);

    put_again(o, JSON_TEXT("{\"url\":\""), link->url, plain);
    if (plain.n == 0)
        json_put_bytes(o, link->url);
    json_put_plain(o, JSON_TEXT(",\"kind\":\""), kind, strlen(kind));
    put_again(o, JSON_TEXT(",\"raw\":\""), link->raw, plain);
    put_place(o, link);
}

int find_json(struct find *f, const trawl_link *link)
{
    struct output *o = f->out;
    struct find_forms forms;
    trawl_str plain = {NULL, 0}; /* the URL, if nothing in it is escaped */
    int error = find_forms(f, link->url, &forms);

    if (error != TRAWL_OK)
        return error;
    if (printable_is_plain(link->url.p, link->url.n))
        plain = link->url;
    put_link(o, link, plain);
    put_again(o, JSON_TEXT(",\"canonical\":\""), forms.canonical, plain);
    put_again(o, JSON_TEXT(",\"ascii\":\""), forms.ascii, plain);
    if (f->options->display)
        json_put_member(o, "display", forms.display);
    json_put_valid(o, forms.valid);
    if (f->name)
        json_put_member(o, "file", (trawl_str){f->name, strlen(f->name)});
    find_mail_json(f);
    if (!f->options->context)
        output_text(o, "}\n");
    return TRAWL_OK;
}

void find_json_context(struct output *o, trawl_str context)
{
    json_put_member(o, "context", context);
    output_text(o, "}\n");
}
