/* tsv.c - the reports of "trawl check" as a table, one line a URL, one TAB between columns, no header
 *
 *   url  valid  errors  scheme  user  password  host  port  path  query  fragment  canonical  ascii
 *
 * valid and errors are lists with commas ("1738,3986", "1738:bad-char:7,1630:bad-char:7") and may be empty; what is
 * absent is \N. Text is escaped as PostgreSQL's COPY reads it (printable_tsv), so that "\copy urls from 'urls.tsv'"
 * takes the table as it is; bytes that are no UTF-8 are written \xHH as well, and COPY will refuse those for a UTF-8
 * database.
 */
#include "cli/printable.h"
#include "cli/report.h"

static void put_errors(struct output *o, const trawl_verdict *v)
{
    for (unsigned i = 0; i < v->refusals; i++) {
        if (i > 0)
            output_byte(o, ',');
        output_text(o, v->refusal[i].standard);
        output_byte(o, ':');
        output_text(o, trawl_code_name(v->refusal[i].code));
        output_byte(o, ':');
        output_number(o, v->refusal[i].at);
    }
}

static void put_valid(struct output *o, unsigned valid)
{
    char *to = output_begin(o, REPORT_VALID);

    if (to)
        output_end(o, report_put_valid(to, valid));
}

static void put_text(struct output *o, trawl_str s)
{
    output_byte(o, '\t');
    if (s.p)
        printable_tsv(o, s.p, s.n);
    else
        output_text(o, "\\N");
}

void tsv_report(struct output *o, const struct report *r)
{
    static const int columns[] = {TRAWL_SCHEME, TRAWL_USER, TRAWL_PASSWORD, TRAWL_HOST,
                                  TRAWL_PORT,   TRAWL_PATH, TRAWL_QUERY,    TRAWL_FRAGMENT};

    printable_tsv(o, r->url.p, r->url.n);
    output_byte(o, '\t');
    put_valid(o, r->verdict->valid);
    output_byte(o, '\t');
    put_errors(o, r->verdict);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        trawl_str part = {NULL, 0};

        if (report_has(r, columns[i]))
            part = report_span(r, r->verdict->part[columns[i]]);
        put_text(o, part);
    }
    put_text(o, r->canonical);
    put_text(o, r->ascii);
    output_byte(o, '\n');
}
