/* list.c - the output of -t list: one link a line
 *
 * A line has the URL, or another spelling of it, escaped as in a table, so that nothing in it can
 * end the line or act on a terminal; with -0 it has the bytes as they are, and ends with a NUL. -H
 * and -n put "FILE:" and "LINE:" before it, --column "COLUMN:". With "--hyphen both", each further
 * reading has its own line, which begins with a TAB, as no other line does.
 */
#include "trawl/filter/filter.h"

/* Returns the place of the link in the file, which in mail differs from that in its part. Columns
 * other than characters are counted in the file in any case. */
static struct place list_place_of(struct find *f, const trawl_event *e)
{
    const struct find_options *o = f->options;
    struct place place = {.line = e->link->line, .column = e->link->column};

    if (f->places && (e->message->number > 0 || (o->counted && o->column_unit != UNIT_CHARS)))
        place = places_find(f->places, e->span.from);
    if (o->counted && place.at > 0)
        place.column = place_column(&place, o->column_unit);
    return place;
}

static void list_put_name(struct find *f)
{
    trawl_str name = find_name(f);

    if (f->options->null)
        output_bytes(f->out, name.p, name.n);
    else
        output_tsv(f->out, name);
}

void format_name(struct find *f)
{
    list_put_name(f);
    output_byte(f->out, f->options->null ? '\0' : '\n');
}

void format_prefix(struct find *f, const trawl_event *e)
{
    const struct find_options *options = f->options;
    struct place place;
    char *to;

    if (options->filenames) {
        list_put_name(f);
        output_byte(f->out, ':');
    }
    if (!options->line_numbers || !e)
        return;
    place = list_place_of(f, e);
    to = output_begin(f->out, 2 * PUT_NUMBER + 2);
    if (!to)
        return;
    to = PUT(put_counted(f->out, to, NOTE_LINE, place.line - f->range.line), ":");
    output_end(f->out, options->numbered ? PUT(put_number(to, place.column), ":") : to);
}

/* Writes a line with the URL in a spelling other than its own. */
__attribute__((noinline)) static int put_respelled(struct find *f, trawl_str url)
{
    enum find_spelling spelling = f->options->spelling;
    int error = TRAWL_OK;

    if (spelling == SHOW_CANONICAL || spelling == SHOW_DISPLAY) {
        error = buffer_fill(&f->display,
                            spelling == SHOW_CANONICAL ? f->options->canonical_form : trawl_display,
                            url);
        url = buffer_str(&f->display);
    }
    if (f->options->defang && error == TRAWL_OK) {
        error = buffer_fill(&f->ascii, trawl_defang, url);
        url = buffer_str(&f->ascii);
    }
    if (error == TRAWL_OK)
        command_line(f->out, url, f->options->null);
    return error;
}

/* Writes a line with the URL in the chosen spelling. */
static int list_put_url(struct find *f, trawl_str url)
{
    const struct find_options *o = f->options;

    if (o->spelling > SHOW_RAW || o->defang)
        return put_respelled(f, url);
    command_line(f->out, url, o->null);
    return TRAWL_OK;
}

/* Writes a line for each other reading that is wanted. */
__attribute__((noinline)) static int put_readings(struct find *f, const trawl_link *link)
{
    const struct find_urls *urls = &f->options->urls;
    int error = TRAWL_OK, wanted = 1;

    for (unsigned i = 0; i < link->alt_count && error == TRAWL_OK; i++) {
        if (select_wanted(urls) && (wanted = select_url(f, link, link->alts[i].url)) <= 0) {
            error = wanted;
            continue;
        }
        output_byte(f->out, '\t');
        error = list_put_url(f, link->alts[i].url);
    }
    return error;
}

static int list_put_link(struct find *f, const trawl_event *e)
{
    const struct find_options *o = f->options;
    int error;

    if (o->count)
        return TRAWL_OK;
    if (o->filenames || o->line_numbers)
        format_prefix(f, e);
    error = list_put_url(f, o->spelling == SHOW_RAW ? e->link->raw : find_url(o, e->link));
    return error == TRAWL_OK && o->both ? put_readings(f, e->link) : error;
}

const struct format format_list = {
    .name = "list", .traits = FORMAT_PIECES | FORMAT_BOTH, .event = list_put_link};
