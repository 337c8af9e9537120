/* formats.c - the table of formats: the only list of their names */
#include "trawl/format/format.h"
#include "base/ascii.h"

static const struct {
    const char *name;
    const struct format *format;
    const char *ends; /* the ends of names of files that imply it */
    const char *help;
} formats_table[] = {
    {"list", &format_list, "", "a link on each line (the default)"},
    {"json", &format_json, "json jsonl ndjson", "an object on each line"},
    {"tsv", &format_tsv, "tsv tab", "a table with a TAB between columns"},
    {"csv", &format_csv, "csv", "a table for spreadsheets and databases (RFC 4180)"},
    {"text", &format_text, "", "the text, with broken links made whole"},
    {"html", &format_html, "html htm", "a fragment of HTML with links; --page: a whole page"},
    {"xhtml", &format_html, "xhtml xht", "the same as well-formed XML"},
    {"term", &format_term, "", "the text with links for terminals and less -R"},
    {"md", &format_md, "md markdown", "the text as Markdown"},
    {"notes", &format_notes, "", "the text with [1] after links, and a list of them"},
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

int format_implied(const char *file)
{
    const char *dot = strrchr(file, '.');

    for (int i = 0; dot && i < (int)(sizeof formats_table / sizeof formats_table[0]); i++)
        if (ascii_is_word_of(formats_table[i].ends, dot + 1, strlen(dot + 1)))
            return i + 1;
    return 0;
}

const struct format *format_chosen(int choice)
{
    return formats_table[choice > 0 ? choice - 1 : 0].format;
}
