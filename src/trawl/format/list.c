/* list.c - the output of -t list: one link a line
 *
 * A line has the URL, or another spelling of it, escaped as in a table, so that nothing in it can
 * end the line or act on a terminal; with -0 it has the bytes as they are, and ends with a NUL. -H
 * and -n put "FILE:" and "LINE:" before it, --line-number=column also "COLUMN:". Each further
 * reading of --join=both has a line of its own. Only these lines begin with a TAB.
 */
#include "app/command.h"
#include "trawl/format/format.h"

/* Returns the place of the link in the file, which in mail differs from its place in its part.
 * Columns other than characters are counted in the file in any case. */
static struct place list_place_of(struct format_view *v, const trawl_event *e)
{
    const struct format_options *options = v->options;
    struct place place = {.line = e->link->line, .column = e->link->column};

    if (v->places &&
        (e->message->number > 0 || (options->counted && options->column_unit != UNIT_CHARS)))
        place = places_find(v->places, e->span.from);
    if (options->counted && place.at > 0)
        place.column = place_column(&place, options->column_unit);
    return place;
}

static void list_put_name(struct format_view *v)
{
    trawl_str name = format_file(v);

    if (v->options->null)
        output_bytes(v->out, name.p, name.n);
    else
        output_tsv(v->out, name);
}

void format_name(struct format_view *v)
{
    list_put_name(v);
    output_byte(v->out, v->options->null ? '\0' : '\n');
}

void format_prefix(struct format_view *v, const trawl_event *e)
{
    const struct format_options *options = v->options;
    struct place place;
    char *to;

    if (options->filenames) {
        list_put_name(v);
        output_byte(v->out, ':');
    }
    if (!options->line_numbers || !e)
        return;
    place = list_place_of(v, e);
    to = output_begin(v->out, 2 * PUT_NUMBER + 2);
    if (!to)
        return;
    to = PUT(put_counted(v->out, to, NOTE_LINE, place.line), ":");
    output_end(v->out, options->numbered ? PUT(put_number(to, place.column), ":") : to);
}

/* Writes a line with the URL in a spelling other than its own. */
__attribute__((noinline)) static int put_respelled(struct format_view *v, trawl_str url)
{
    enum format_spelling spelling = v->options->spelling;
    int error = TRAWL_OK;

    if (spelling == SHOW_CANONICAL || spelling == SHOW_DISPLAY) {
        error = buffer_fill(&v->forms.display,
                            spelling == SHOW_CANONICAL ? v->options->canonical_form : trawl_display,
                            url);
        url = buffer_str(&v->forms.display);
    }
    if (v->options->defang && error == TRAWL_OK) {
        error = buffer_fill(&v->forms.ascii, trawl_defang, url);
        url = buffer_str(&v->forms.ascii);
    }
    if (error == TRAWL_OK)
        output_line(v->out, url, v->options->null);
    return error;
}

/* Writes a line with the URL in the chosen spelling. */
static int list_put_url(struct format_view *v, trawl_str url)
{
    const struct format_options *options = v->options;

    if (options->spelling > SHOW_RAW || options->defang)
        return put_respelled(v, url);
    output_line(v->out, url, options->null);
    return TRAWL_OK;
}

/* Writes a line for each other reading that is wanted. */
__attribute__((noinline)) static int put_readings(struct format_view *v, const trawl_link *link)
{
    int error = TRAWL_OK, wanted = 1;

    for (unsigned i = 0; i < link->alt_count && error == TRAWL_OK; i++) {
        if (v->listed && (wanted = v->listed(v->user, link, link->alts[i].url)) <= 0) {
            error = wanted;
            continue;
        }
        output_byte(v->out, '\t');
        error = list_put_url(v, link->alts[i].url);
    }
    return error;
}

static int list_put_link(struct format_view *v, const trawl_event *e)
{
    const struct format_options *options = v->options;
    int error;

    if (options->count)
        return TRAWL_OK;
    if (options->filenames || options->line_numbers)
        format_prefix(v, e);
    error = list_put_url(v, options->spelling == SHOW_RAW ? e->link->raw
                                                          : format_url(options, e->link));
    return error == TRAWL_OK && options->both ? put_readings(v, e->link) : error;
}

const struct format format_list = {
    .name = "list", .traits = FORMAT_PIECES | FORMAT_BOTH, .event = list_put_link};
