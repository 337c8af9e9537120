/* rewrite_run.h - runs a rewriter over a text in pieces, and makes pages that are full of links */
#ifndef TRAWL_TESTS_REWRITE_RUN_H
#define TRAWL_TESTS_REWRITE_RUN_H

#include <trawl_rewrite.h>

#include "gentext.h"

/* Bytes that were written. */
typedef struct rewrite_result {
    char *p;
    size_t n, room;
    int result;     /* of the last call that did not return TRAWL_OK */
    unsigned calls; /* of decide */
} rewrite_result;

static inline int rewrite_collect(void *user, const char *bytes, size_t n)
{
    rewrite_result *to = user;

    if (to->n + n > to->room) {
        to->room = 2 * (to->n + n);
        to->p = realloc(to->p, to->room);
        if (!to->p)
            abort();
    }
    memcpy(to->p + to->n, bytes, n);
    to->n += n;
    return 0;
}

/* Feeds p[0..n) in pieces of `step` bytes to a rewriter, a seal or a recoder. Each piece is a block
 * of its own, so that a sanitizer sees reads after its end. Returns the result of the last call. */
static inline int rewrite_feed_pieces(int (*feed)(void *user, const char *piece, size_t n),
                                      void *user, const char *p, size_t n, size_t step)
{
    int result = TRAWL_OK;

    for (size_t i = 0; i < n && !result; i += step) {
        size_t k = n - i < step ? n - i : step;
        char *piece = malloc(k);
        if (!piece)
            abort();
        memcpy(piece, p + i, k);
        result = feed(user, piece, k);
        free(piece);
    }
    return result;
}

static inline int rewrite_feed_one(void *user, const char *piece, size_t n)
{
    return trawl_rewrite_feed(user, piece, n);
}

static inline void rewrite_feed_all(trawl_rewrite *r, rewrite_result *to, const char *p, size_t n,
                                    size_t step)
{
    to->result = rewrite_feed_pieces(rewrite_feed_one, r, p, n, step);
    if (!to->result)
        to->result = trawl_rewrite_finish(r);
}

static inline void rewrite_run(rewrite_result *to, const trawl_rewrite_config *config,
                               const char *p, size_t n, size_t step)
{
    trawl_rewrite *r;

    to->n = 0;
    to->result = trawl_rewrite_open(&r, config, rewrite_collect, to);
    if (!to->result)
        rewrite_feed_all(r, to, p, n, step);
    trawl_rewrite_close(&r);
}

/* ---- Pages ---- */

static const char *const rewrite_fragments[] = {
    "http://a.example/x",
    "http://b.example/?q=1&amp;r=2",
    "www.example.com",
    "joe@example.org",
    "<URL:http://c.example/>",
    "&lt;http://d.example/a<br>b&gt;",
    "http://e.example/(x)",
    "http://f.example/<b>g</b>h",
    "<i>http://i.example</i>/j",
    "http://k.exa<wbr>mple/",
    "http://l.example/<!-- c -->m",
    "http://n.example/<span>o",
    "ftp://p.example/",
    "&#104;ttp://q.example",
    "http://\xC3\xA4.example/",
    "\xFF",
    "http://v.example/\xF3\x81",
    "\xA1",
    "javascript:alert(1)",
    "&shy;",
    "&nbsp;",
    "&amp",
    "&",
    "<",
    ">",
    "\"",
    "'",
    " ",
    " ",
    " ",
    "\n",
    "\n",
    ". ",
    ", ",
    "word",
    "word",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<br>",
    "<hr>",
    "<span class=x>",
    "</span>",
    "<font color=red>",
    "</font>",
    "<nobr>",
    "</nobr>",
    "<a href=\"http://r.example/\">",
    "<a href=x>",
    "<a name=y>",
    "<a href='http://s.example/?a&amp;b' title=t>",
    "<a>",
    "</a>",
    "</a>",
    "</a>",
    "<a/href=x/>",
    "<table>",
    "<tr>",
    "<td>",
    "<th>",
    "</td>",
    "</tr>",
    "</table>",
    "<caption>",
    "<tbody>",
    "<col>",
    "<ul>",
    "<li>",
    "</li>",
    "</ul>",
    "<pre>",
    "</pre>",
    "<code>",
    "</code>",
    "<button>",
    "</button>",
    "<select>",
    "<option>",
    "</option>",
    "</select>",
    "<textarea>",
    "</textarea>",
    "<title>",
    "</title>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<svg>",
    "<svg><title>t</title>",
    "</svg>",
    "<svg/>",
    "<math>",
    "<mtext>",
    "</math>",
    "<foreignObject>",
    "<desc>",
    "</desc>",
    "<![CDATA[",
    "]]>",
    "<template>",
    "</template>",
    "<noscript>",
    "</noscript>",
    "<iframe>",
    "</iframe>",
    "<xmp>",
    "</xmp>",
    "<object>",
    "</object>",
    "<marquee>",
    "</marquee>",
    "<!-- ",
    " -->",
    "<!doctype html>",
    "<?x ?>",
    "</>",
    "<img src=x alt='>'>",
    "<input value=http://t.example/>",
    "<frameset>",
    "<plaintext",
    "<h1>",
    "</h1>",
    "<form>",
    "</form>",
    "<body>",
    "</body>",
    "<html>",
    "</html>",
    "<head>",
    "</head>",
    "<o:p>",
    "</o:p>",
    "<x href=\"http://u.example/\">",
    "<dl><dt>",
    "<dd>",
    "</dl>",
    "<ruby>",
    "<rt>",
};

/* Fills out[0..room) with a random page. Returns its length. */
static inline size_t rewrite_page(char *out, size_t room, uint64_t seed)
{
    gentext g = {.state = seed * 7919 + 1, .out = out, .room = room};
    size_t count = sizeof rewrite_fragments / sizeof rewrite_fragments[0];
    uint32_t pieces = 3 + gentext_random(&g, 60), kind = gentext_random(&g, 4);

    while (pieces-- > 0) {
        /* Most pages have only text, links, inline elements and blocks. */
        uint32_t i = gentext_random(&g, kind == 0 ? (uint32_t)count : kind == 1 ? 68 : 50);
        gentext_put(&g, rewrite_fragments[i], strlen(rewrite_fragments[i]));
    }
    return g.n;
}

#endif
