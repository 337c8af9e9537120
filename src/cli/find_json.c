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
#include "cli/json_put.h"

static void put_spans(struct output *o, const trawl_link *link)
{
    const char *separator = ",\"spans\":[[";

    for (unsigned i = 0; i < link->span_count; i++) {
        output_text(o, separator);
        output_number(o, link->spans[i].from);
        output_byte(o, ',');
        output_number(o, link->spans[i].to);
        separator = "],[";
    }
    output_text(o, "]]");
}

static void put_number(struct output *o, const char *name, uint64_t value)
{
    output_byte(o, ',');
    json_put_key(o, name);
    output_number(o, value);
}

static void put_flags(struct output *o, unsigned flags)
{
    const char *separator = "";

    output_text(o, ",\"flags\":[");
    for (int bit = 0; bit < TRAWL_FLAG_BITS; bit++) {
        if (!(flags >> bit & 1))
            continue;
        output_text(o, separator);
        json_put_text(o, trawl_flag_name(bit));
        separator = ",";
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

int find_json(struct find *f, const trawl_link *link)
{
    struct output *o = f->out;
    trawl_verdict v = {.size = sizeof v};
    int error = trawl_link_verdict(link, &v);

    if (error == TRAWL_OK)
        error = reply_fill(&f->canonical, trawl_canonical, link->url);
    if (error == TRAWL_OK)
        error = reply_fill(&f->ascii, trawl_ascii, link->url);
    if (error == TRAWL_OK && f->options->display)
        error = reply_fill(&f->display, trawl_display, link->url);
    if (error != TRAWL_OK)
        return error;
    output_text(o, "{\"url\":");
    json_put_str(o, link->url);
    json_put_bytes(o, link->url);
    output_text(o, ",\"kind\":");
    json_put_text(o, trawl_kind_name(link->kind));
    json_put_member(o, "raw", link->raw);
    put_spans(o, link);
    put_number(o, "line", link->line);
    put_number(o, "column", link->column);
    put_number(o, "quote", link->quote);
    put_flags(o, link->flags);
    put_alts(o, link);
    json_put_member(o, "canonical", (trawl_str){f->canonical.p, f->canonical.n});
    json_put_member(o, "ascii", (trawl_str){f->ascii.p, f->ascii.n});
    if (f->options->display)
        json_put_member(o, "display", (trawl_str){f->display.p, f->display.n});
    json_put_valid(o, v.valid);
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
