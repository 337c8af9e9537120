/* find_tsv.c - the output of -t tsv: a table, one line a link, one TAB between columns, no header
 *
 *   url  kind  raw  spans  line  column  quote  flags  alt  canonical  ascii  valid  file
 *   message  offset  id  date  from  subject  part  type  header
 *
 * and with --display one column more, display, and with --context a last one, context. They mean what the fields of JSON
 * mean (find_json.c); id, date and so on are those of its "message", date in ISO 8601. spans is "from-to,from-to", flags
 * and valid are lists with commas, alt is a list of "why:url" with spaces between (a URL holds none); a list may be empty.
 * What there is not is \N: a name of standard input, the place in the mail of what is none. Text is escaped as PostgreSQL's
 * COPY reads it (printable_tsv).
 */
#include <string.h>

#include "cli/find.h"
#include "cli/find_forms.h"
#include "cli/printable.h"
#include "cli/put.h"
#include "cli/report.h"

/* So much room the parts of a record take at most, besides their texts. */
#define EACH_SPAN ((size_t)48)
#define EACH_ALT ((size_t)24)
#define EACH_FLAG ((size_t)24)
#define AROUND 256

static size_t room_of(const trawl_link *link, const struct find_forms *forms)
{
    return PRINTABLE_TSV(find_forms_texts(link, forms)) + EACH_SPAN * link->span_count + EACH_ALT * link->alt_count +
           EACH_FLAG * TRAWL_FLAG_BITS + AROUND;
}

static char *put_text(char *to, trawl_str s)
{
    return printable_put_tsv(PUT(to, "\t"), s.p, s.n);
}

/* The last comma is written over by what comes next, and likewise below. */
static char *put_spans(char *to, const trawl_link *link)
{
    to = PUT(to, "\t");
    for (unsigned i = 0; i < link->span_count; i++) {
        to = PUT(put_number(to, link->spans[i].from), "-");
        to = PUT(put_number(to, link->spans[i].to), ",");
    }
    return to - 1;
}

static char *put_flags(char *to, const struct find_word *words, unsigned flags)
{
    to = PUT(to, "\t");
    for (unsigned rest = flags; rest; rest &= rest - 1)
        to = PUT(find_words_put(to, &words[__builtin_ctz(rest)]), ",");
    return flags ? to - 1 : to;
}

static char *put_alts(char *to, const trawl_link *link)
{
    to = PUT(to, "\t");
    for (unsigned i = 0; i < link->alt_count; i++) {
        to = PUT(put_word(i > 0 ? PUT(to, " ") : to, trawl_why_name(link->alts[i].why)), ":");
        to = printable_put_tsv(to, link->alts[i].url.p, link->alts[i].url.n);
    }
    return to;
}

/* A text that is mostly the URL over again, or its end, which is copied from where the URL was written if nothing in it is
 * escaped, and if no block of it reaches to where it goes. */
static char *put_same(char *to, trawl_str s, trawl_str url, const char *plain)
{
    size_t at = url.n - s.n;

    if (!plain || s.n < PUT_BLOCK || s.n > url.n || (s.p != url.p && memcmp(url.p + at, s.p, s.n) != 0))
        return put_text(to, s);
    return put_blocks(PUT(to, "\t"), plain + at, s.n);
}

int find_tsv(struct find *f, const trawl_link *link)
{
    const trawl_str url = link->url;
    struct find_forms forms;
    size_t room;
    char *begin, *to;
    const char *plain; /* the URL as written, if nothing in it is escaped */
    int error = find_forms(f, url, &forms);

    if (error == TRAWL_OK)
        error = find_where_ready(f, &room);
    if (error != TRAWL_OK)
        return error;
    begin = output_begin(f->out, room + room_of(link, &forms));
    if (!begin)
        return TRAWL_NO_MEMORY;
    plain = printable_copy(begin, url.p, url.n) == url.n ? begin : NULL;
    to = plain ? begin + url.n : printable_put_tsv(begin, url.p, url.n);
    to = find_words_put(PUT(to, "\t"), &f->words.kind[link->kind]);
    to = PUT(put_spans(put_same(to, link->raw, url, plain), link), "\t");
    to = PUT(output_put_counted(f->out, to, OUTPUT_LINES, link->line), "\t");
    to = PUT(put_number(to, link->column), "\t");
    to = put_alts(put_flags(put_number(to, link->quote), f->words.flag, link->flags), link);
    to = put_same(put_same(to, forms.canonical, url, plain), forms.ascii, url, plain);
    to = find_where_tsv(f, report_put_valid(PUT(to, "\t"), forms.valid));
    if (f->options->display)
        to = put_text(to, forms.display);
    output_end(f->out, f->options->context ? to : PUT(to, "\n"));
    return TRAWL_OK;
}

void find_tsv_context(struct output *o, trawl_str context)
{
    char *to = output_begin(o, PRINTABLE_TSV(context.n));

    if (to)
        output_end(o, PUT(put_text(to, context), "\n"));
}
