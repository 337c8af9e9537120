/* escape_md.h - text that Markdown renders as the text it was
 *
 * CommonMark 0.30. Every character that could begin markup is escaped with a backslash: always the ones that may do so
 * anywhere, at a line's beginning also those that make headings, lists and quotes. Those of GitHub's and Pandoc's additions
 * are among them.
 *
 * Lines are kept: a backslash before a line end is a hard break; a blank line begins a paragraph; each further blank line is
 * a break more. Spaces that Markdown or HTML would lose (a line's first and last ones, all but the last of several) are
 * &nbsp;. A tab is &#9;, but where it indents a line it is &nbsp; up to the next multiple of eight columns. Line ends behind
 * all text are not kept.
 *
 * Input is what shown.h gives: no controls but tab and LF. Nothing is held; line ends and blanks are counted.
 */
#ifndef TRAWL_EMIT_ESCAPE_MD_H
#define TRAWL_EMIT_ESCAPE_MD_H

#include <stdint.h>

#include "emit/emit.h"
#include "emit/shown.h"

typedef struct escape_md {
    trawl_emit *e;
    const kernel *kernel;
    kernel_set stops; /* what is to be escaped anywhere, and blanks but the space */
    uint64_t breaks;  /* line ends not yet written  */
    uint64_t spaces;  /* spaces not yet written     */
    uint64_t column;  /* of blanks at a line's beginning */
    bool begun;       /* something was written      */
    bool inside;      /* so it was in this line     */
    bool digits;      /* and that was digits alone  */
    bool every;       /* escape all punctuation: no program is to take this for a link */
} escape_md;

void escape_md_begin(escape_md *md, trawl_emit *e);

/* A shown_put whose user is an escape_md. */
int escape_md_text(void *md, const char *p, size_t n);

/* Markup follows that begins with something seen: write the blanks before it. */
int escape_md_settle(escape_md *md);

/* The text is over. */
int escape_md_finish(escape_md *md);

/* A URI as a link's destination, without its "<" and ">", which no URI holds, nor backslashes. "&" is a reference, since cmark
 * looks for references behind a backslash too. */
int escape_md_uri(trawl_emit *e, const char *uri, size_t n);

/* May text that leads to uri stand as <text>? It must be what a renderer shows and links, no more and no less: an absolute
 * URI without "&", in which cmark sees character references (CommonMark 6.5); or an address whose URI is mailto: and it. */
bool escape_md_autolink(const char *text, size_t n, const char *uri, size_t uri_n);

#endif
