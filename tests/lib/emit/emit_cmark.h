/* emit_cmark.h - renders Markdown with cmark and parses the HTML, which may only have paragraphs,
 * breaks and links */
#ifndef TRAWL_TESTS_EMIT_CMARK_H
#define TRAWL_TESTS_EMIT_CMARK_H

#include "emit_run.h"

/* Reads the tag at p: adds its text to `shown` and a link's address to `links`. Returns its length,
 * or 0 for an unexpected tag. */
static inline size_t cmark_tag(const char *p, emit_out *shown, emit_out *links)
{
    static const struct {
        const char *tag, *text;
    } tags[] = {
        {"<p>", ""}, {"</p>\n<p>", "\n\n"}, {"</p>\n", ""}, {"<br />\n", "\n"}, {"</a>", ""}};
    const char *end;

    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
        if (strncmp(p, tags[i].tag, strlen(tags[i].tag)) == 0) {
            emit_add(shown, tags[i].text);
            return strlen(tags[i].tag);
        }
    end = strncmp(p, "<a href=\"", 9) == 0 ? strchr(p + 9, '"') : NULL;
    if (!end || end[1] != '>')
        return 0;
    (void)emit_keep(links, p + 9, (size_t)(end - p) - 9);
    emit_add(links, "\n");
    return (size_t)(end - p) + 2;
}

static inline size_t cmark_reference(const char *p, emit_out *shown)
{
    static const char *const names[][2] = {
        {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"\xC2\xA0", " "}};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(p, names[i][0], strlen(names[i][0])) == 0) {
            emit_add(shown, names[i][1]);
            return strlen(names[i][0]);
        }
    return 0;
}

/* Reads the text that the HTML shows, with NBSP as a space, and the addresses of its links, one a
 * line. Returns NULL, or what is wrong. */
static inline const char *cmark_read(const char *html, emit_out *shown, emit_out *links)
{
    shown->n = links->n = 0;
    emit_add(shown, "");
    emit_add(links, "");
    for (size_t len; *html; html += len) {
        len = *html == '<' ? cmark_tag(html, shown, links) : cmark_reference(html, shown);
        if (len == 0 && (*html == '<' || *html == '\n'))
            return "unexpected markup";
        if (len == 0) {
            (void)emit_keep(shown, html, 1);
            len = 1;
        }
    }
    return NULL;
}

/* Runs cmark over a text in a file. */
static inline void cmark_render(const char *file_name, const emit_out *markdown, emit_out *html)
{
    char command[100], block[4096];
    FILE *f = fopen(file_name, "w");
    size_t n;

    html->n = 0;
    emit_add(html, "");
    if (!f)
        abort();
    fwrite(markdown->p, 1, markdown->n, f);
    fclose(f);
    (void)snprintf(command, sizeof command, "cmark %s", file_name);
    f = popen(command, "r");
    if (!f)
        abort();
    while ((n = fread(block, 1, sizeof block, f)) > 0)
        (void)emit_keep(html, block, n);
    pclose(f);
}

#endif
