/* tsv.c - the reports of "trawl check" as a table, one line a URL, one TAB between columns, no
 * header
 *
 *   url  valid  errors  scheme  user  password  host  port  path  query  fragment  canonical  ascii
 *   flags
 *
 * valid, errors and flags are lists with commas ("1738,3986,9110",
 * "1738:bad-char:7,1630:bad-char:7", "foreign-port") and may be empty; absent values are \N. Text
 * is escaped as PostgreSQL's COPY reads it, so that "\copy urls from 'urls.tsv'" reads the table as
 * it is. Bytes that are not UTF-8 are \xHH, which COPY refuses for a UTF-8 database.
 */
#include <inttypes.h>

#include "trawl/check/check.h"

static void tsv_put_errors(struct output *o, const trawl_verdict *v)
{
    output_cell_name(o, TABLE_TSV, false, "");
    for (unsigned i = 0; i < v->refusals; i++)
        output_printf(o, "%s%s:%s:%" PRIu64, i > 0 ? "," : "", v->refusal[i].standard,
                      trawl_code_name(v->refusal[i].code), v->refusal[i].at);
}

static void tsv_put_flags(struct output *o, uint64_t flags)
{
    const char *separator = "";

    output_cell_name(o, TABLE_TSV, false, "");
    for (int bit = 0; bit < TRAWL_FLAG_COUNT; bit++) {
        if (!(flags & TRAWL_FLAG(bit)))
            continue;
        output_printf(o, "%s%s", separator, trawl_flag_name(bit));
        separator = ",";
    }
}

void report_tsv(struct output *o, const struct report *r)
{
    static const int columns[] = {TRAWL_PART_SCHEME, TRAWL_PART_USER,    TRAWL_PART_PASSWORD,
                                  TRAWL_PART_HOST,   TRAWL_PART_PORT,    TRAWL_PART_PATH,
                                  TRAWL_PART_QUERY,  TRAWL_PART_FRAGMENT};
    char valid[REPORT_VALID_MAX];

    output_cell(o, TABLE_TSV, true, r->url);
    output_cell(o, TABLE_TSV, false,
                (trawl_str){valid, (size_t)(report_valid(valid, r->verdict, 0) - valid)});
    tsv_put_errors(o, r->verdict);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        output_cell(o, TABLE_TSV, false, report_span(r, r->verdict->part[columns[i]]));
    output_cell(o, TABLE_TSV, false, r->canonical);
    output_cell(o, TABLE_TSV, false, r->ascii);
    tsv_put_flags(o, r->verdict->flags);
    output_row_end(o, TABLE_TSV);
}
