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
#include "cli/report.h"

static void put_text(struct output *o, trawl_str s)
{
    output_byte(o, '\t');
    printable_tsv(o, s.p, s.n);
}

static void put_number(struct output *o, uint64_t value)
{
    output_byte(o, '\t');
    output_number(o, value);
}

static void put_spans(struct output *o, const trawl_link *link)
{
    char separator = '\t';

    for (unsigned i = 0; i < link->span_count; i++) {
        output_byte(o, separator);
        output_number(o, link->spans[i].from);
        output_byte(o, '-');
        output_number(o, link->spans[i].to);
        separator = ',';
    }
}

static void put_flags(struct output *o, unsigned flags)
{
    const char *separator = "";

    output_byte(o, '\t');
    for (int bit = 0; flags; bit++, flags >>= 1) {
        if (!(flags & 1))
            continue;
        output_text(o, separator);
        output_text(o, trawl_flag_name(bit));
        separator = ",";
    }
}

static void put_alts(struct output *o, const trawl_link *link)
{
    char separator = '\t';

    if (link->alt_count == 0)
        output_byte(o, '\t');
    for (unsigned i = 0; i < link->alt_count; i++) {
        output_byte(o, separator);
        output_text(o, trawl_why_name(link->alts[i].why));
        output_byte(o, ':');
        printable_tsv(o, link->alts[i].url.p, link->alts[i].url.n);
        separator = ' ';
    }
}

int find_tsv(struct find *f, const trawl_link *link)
{
    struct output *o = f->out;
    struct find_forms forms;
    trawl_str kind = {trawl_kind_name(link->kind), 0};
    int error = find_forms(f, link->url, &forms);

    if (error != TRAWL_OK)
        return error;
    kind.n = strlen(kind.p);
    printable_tsv(o, link->url.p, link->url.n);
    put_text(o, kind);
    put_text(o, link->raw);
    put_spans(o, link);
    output_byte(o, '\t');
    output_counted(o, OUTPUT_LINES, link->line);
    put_number(o, link->column);
    put_number(o, link->quote);
    put_flags(o, link->flags);
    put_alts(o, link);
    put_text(o, forms.canonical);
    put_text(o, forms.ascii);
    output_byte(o, '\t');
    report_valid(o, forms.valid, "");
    output_text(o, "\t");
    if (f->name)
        printable_tsv(o, f->name, strlen(f->name));
    else
        output_text(o, "\\N");
    find_mail_tsv(f);
    if (f->options->display)
        put_text(o, forms.display);
    if (!f->options->context)
        output_byte(o, '\n');
    return TRAWL_OK;
}

void find_tsv_context(struct output *o, trawl_str context)
{
    put_text(o, context);
    output_byte(o, '\n');
}
