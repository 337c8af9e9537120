/* formats.c - the table of formats: the only list of their names */
#include "trawl/format/format.h"

static const struct {
    const char *name;
    const struct format *format;
    const char *help;
} formats_table[] = {
    {"list", &format_list, "a link on each line (the default)"},
    {"json", &format_json, "an object on each line"},
    {"tsv", &format_tsv, "a table with a TAB between columns"},
    {"csv", &format_csv, "a table for spreadsheets and databases (RFC 4180)"},
    {"text", &format_text, "the text, with broken links made whole"},
    {"html", &format_html, "a fragment of HTML with links; --page: a whole page"},
    {"xhtml", &format_html, "the same as well-formed XML"},
    {"term", &format_term, "the text with links for terminals and less -R"},
    {"md", &format_md, "the text as Markdown"},
    {"notes", &format_notes, "the text with [1] after links, and a list of them"},
};

const char *format_word(int i, int *value, const char **help)
{
    if (i < 0 || i >= (int)(sizeof formats_table / sizeof formats_table[0]))
        return NULL;
    if (value)
        *value = i;
    if (help)
        *help = formats_table[i].help;
    return formats_table[i].name;
}

bool format_is_xml(int choice)
{
    return choice > 0 && strcmp(formats_table[choice - 1].name, "xhtml") == 0;
}

const struct format *format_chosen(int choice)
{
    return formats_table[choice > 0 ? choice - 1 : 0].format;
}
