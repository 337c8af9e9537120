/* find_list.c - the output of -t list: a line a link
 *
 * A line holds the URL, or another spelling of it where that was asked for, escaped as in a table (printable_tsv), so
 * that nothing in it can end the line or act on a terminal; with -0 it is the bytes as they are, and a NUL. -H and -n
 * put "FILE:" and "LINE:" before it. With --hyphen both each further reading has a line of its own, which begins with a
 * TAB: no other does.
 */
#include <string.h>

#include "cli/command.h"
#include "cli/find.h"
#include "cli/printable.h"

void find_prefix(struct find *f, const trawl_link *link)
{
    const struct find_options *options = f->options;
    const char *name = find_name(f);

    if (options->filenames) {
        if (options->null)
            output_text(f->out, name);
        else
            printable_tsv(f->out, name, strlen(name));
        output_byte(f->out, ':');
    }
    if (options->line_numbers && link) {
        output_counted(f->out, OUTPUT_LINES, link->line);
        output_byte(f->out, ':');
    }
}

/* The URL, or the spelling of it that was asked for. */
static int put_url(struct find *f, trawl_str url)
{
    reply_form *form = f->options->show == FIND_CANONICAL ? trawl_canonical : trawl_display;
    int error = TRAWL_OK;

    if (f->options->show == FIND_CANONICAL || f->options->show == FIND_DISPLAY) {
        error = reply_fill(&f->display, form, url);
        url = (trawl_str){f->display.p, f->display.n};
    }
    if (f->options->defang && error == TRAWL_OK) {
        error = reply_fill(&f->ascii, trawl_defang, url);
        url = (trawl_str){f->ascii.p, f->ascii.n};
    }
    if (error == TRAWL_OK)
        command_put(f->out, url, f->options->null);
    return error;
}

int find_list(struct find *f, const trawl_link *link)
{
    int error = TRAWL_OK;

    find_prefix(f, link);
    if (f->options->show == FIND_RAW)
        command_put(f->out, link->raw, f->options->null);
    else
        error = put_url(f, find_filter_url(&f->options->filter, link));
    for (unsigned i = 0; f->options->both && i < link->alt_count && error == TRAWL_OK; i++) {
        output_byte(f->out, '\t');
        error = put_url(f, link->alts[i].url);
    }
    return error;
}
