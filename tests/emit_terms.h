/* emit_terms.h - what a writer for terminals may write: read back strictly
 *
 * terms_read() takes output apart: text, SGR, and OSC 8 in the one form that is meant. Whatever else an escape or control
 * character begins is named in broken. Text is what a terminal shows, CRLF being one line end.
 */
#ifndef TRAWL_TESTS_EMIT_TERMS_H
#define TRAWL_TESTS_EMIT_TERMS_H

#include "emit_run.h"

typedef struct terms {
    emit_out text;  /* what is seen */
    emit_out links; /* "1|uri|linked text\n" for each piece */
    const char *broken;
    bool open;
} terms;

static inline void terms_break(terms *t, const char *what)
{
    if (!t->broken)
        t->broken = what;
}

/* The OSC at p, "ESC ] 8 ;": its length, 0 when it is none that we write. */
static inline size_t terms_osc(terms *t, const char *p, size_t n)
{
    static const char closing[] = "\x1B]8;;\x1B\\", opening[] = "\x1B]8;id=";
    size_t i = sizeof opening - 1, uri;

    if (n >= sizeof closing - 1 && memcmp(p, closing, sizeof closing - 1) == 0) {
        if (!t->open)
            terms_break(t, "closed, though none is open");
        t->open = false;
        emit_add(&t->links, "\n");
        return sizeof closing - 1;
    }
    if (n < i || memcmp(p, opening, i) != 0)
        return 0;
    while (i < n && p[i] >= '0' && p[i] <= '9')
        (void)emit_keep(&t->links, p + i++, 1);
    if (i == n || p[i++] != ';')
        return 0;
    uri = i;
    while (i < n && p[i] > 0x20 && p[i] < 0x7F)
        i++;
    if (i == uri || i - uri > 2083 || n - i < 2 || p[i] != 0x1B || p[i + 1] != '\\')
        return 0;
    emit_add(&t->links, "|");
    (void)emit_keep(&t->links, p + uri, i - uri);
    emit_add(&t->links, "|");
    if (t->open)
        terms_break(t, "a link within a link");
    t->open = true;
    return i + 2;
}

static inline size_t terms_seen(terms *t, const char *p, size_t n)
{
    long c;
    size_t len = emit_character((const unsigned char *)p, n, &c);

    if (c == '\r' && n > 1 && p[1] == '\n')
        return 1;
    if (emit_bad(c) || emit_hides(c))
        terms_break(t, "a control, or what hides");
    if (c == '\n' && t->open)
        terms_break(t, "a line end in a link");
    (void)emit_keep(&t->text, p, len);
    if (t->open)
        (void)emit_keep(&t->links, p, len);
    return len;
}

static inline void terms_read(terms *t, const char *p, size_t n)
{
    t->text.n = t->links.n = 0;
    t->broken = NULL;
    t->open = false;
    emit_add(&t->text, "");
    emit_add(&t->links, "");
    for (size_t i = 0, len; i < n; i += len) {
        len = p[i] == 0x1B ? terms_osc(t, p + i, n - i) : terms_seen(t, p + i, n - i);
        if (len == 0)
            len = emit_sgr(p + i, n - i);
        if (len == 0) {
            terms_break(t, "an escape sequence that is not ours");
            len = 1;
        }
    }
    if (t->open)
        terms_break(t, "a link open at the end");
}

static inline void terms_free(terms *t)
{
    free(t->text.p);
    free(t->links.p);
}

/* ---- Tricks with escape sequences, each with its bytes, for there are NULs among them ---- */

typedef struct trick {
    const char *p;
    size_t n;
} trick;

#define TRICK(text)                                                                                                    \
    {                                                                                                                  \
        text, sizeof text - 1                                                                                          \
    }

/* clang-format off */
static const trick tricks[] = {
    TRICK("\x1B]8;;http://evil.example/\x1B\\http://good.example/\x1B]8;;\x1B\\"), /* a forged link */
    TRICK("\x1B]8;;http://evil.example/\x07http://good.example/\x1B]8;;\x07"),
    TRICK("\x1B]8;id=1;http://evil.example/\x1B\\x"),        /* one that takes our id */
    TRICK("http://a.example/\x1B]8;;\x1B\\b"),               /* the end of a link in a link */
    TRICK("<URL:http://a.example/\x1B\\b\x1B]8;;\x1B\\c>"),
    TRICK("<URL:http://a.example/\x07" "b>"),
    TRICK("<URL:http://a.example/\x9C" "b>"),                /* ST of C1, raw */
    TRICK("<URL:http://a.example/\xC2\x9C" "b>"),            /* and in UTF-8 */
    TRICK("<URL:http://a.example/\x1B[31mb\x1B[0m>"),        /* colours in a link */
    TRICK("<URL:http://a.example/x\x1B[3\n1my>"),            /* a sequence broken like its link */
    TRICK("\x1B]0;title\x07"), TRICK("\x1B]2;title\x1B\\"), TRICK("\x1Bktitle\x1B\\"), /* the window's title */
    TRICK("\x1B]52;c;ZXZpbA==\x07"),                         /* the clipboard */
    TRICK("\x1B]4;1;?\x07"), TRICK("\x1B]10;?\x07"),         /* answers as if typed */
    TRICK("\x1B[c"), TRICK("\x1B[>c"), TRICK("\x1B[6n"), TRICK("\x1B[21t"), TRICK("\x1BZ"), TRICK("\x05"),
    TRICK("\x1BP$q\"p\x1B\\"), TRICK("\x1BP+q544e\x1B\\"), TRICK("\x1B_Ga=q\x1B\\"), TRICK("\x1B^x\x1B\\"),
    TRICK("\x1BX x\x1B\\"),
    TRICK("\x1B[2J\x1B[H"), TRICK("\x1B[1A\x1B[2K"), TRICK("\x1B[10D"), TRICK("\x1B[K"), TRICK("\x1B" "c"), /* the screen */
    TRICK("\x1B[?1049h"), TRICK("\x1B[?25l"), TRICK("\x1B[4h"), TRICK("\x1B[!p"), TRICK("\x1B[20;1r"), TRICK("\x1B[5i"),
    TRICK("\x1B#8"), TRICK("\x1B(0"), TRICK("\x1B%G"), TRICK("\x1B%@"), TRICK("\x0E\x0F"), TRICK("\x1BN\x1BO\x1Bn\x1Bo"),
    TRICK("\x1B[0;31;\"\"p"), TRICK("\x1B[>4;2m"), TRICK("\x1B[?4m"), TRICK("\x1B[1 m"), TRICK("\x1B[<1m"), /* not SGR */
    TRICK("\x1B\x1B[31m"), TRICK("\x1B[\x1B[31m"), TRICK("\x1B[3\x1B[1m"), TRICK("\x1B[31\x18m"), TRICK("\x1B[31\x1Am"),
    TRICK("\x1B[31\x7Fm"), TRICK("\x1B[31\0m"), TRICK("\x1B[31\nm"), TRICK("\x1B[31\r\nm"), TRICK("\x1B\0[31m"),
    TRICK("\x1B[111111111111111111111111111111111111111111111111111111111111111m"), /* 66 bytes */
    TRICK("\x1B[1111111111111111111111111111111111111111111111111111111111111m"),   /* 64: the longest that passes */
    TRICK("\x1B[11111111111111111111111111111111111111111111111111111111111111m"),
    TRICK("\x9B" "2J"), TRICK("\xC2\x9B" "2J"), TRICK("\x9D" "0;t\x9C"), TRICK("\xC2\x9D" "0;t\xC2\x9C"), TRICK("\x90q\x9C"),
    TRICK("\x85"), TRICK("\xC2\x85"), TRICK("\xC2"), TRICK("\xE2\x80"), TRICK("\xF0\x9F\x98"), TRICK("\xC0\x9B" "2J"),
    TRICK("\xE0\x82\x9B" "2J"), TRICK("\xC2\x1B[31mx"), TRICK("\xE2\x80\x1B]0;x\x07"),  /* ESC in a broken character */
    TRICK("shown\rhidden"), TRICK("shown\b\b\b\b\bother"), TRICK("a\x0B" "b\x0C" "c"), TRICK("a\0b"), TRICK("a\x7F"),
    TRICK("\r\r\n\r"), TRICK("\x1B"), TRICK("\x1B["), TRICK("\x1B[31"), TRICK("a\x1B[31;"), TRICK("\r"),
    TRICK("\xE2\x80\xAE" "txet\xE2\x80\xAC"), TRICK("\xE2\x81\xA6x\xE2\x81\xA9\xE2\x80\x8B\xC2\xAD\xEF\xBB\xBF"),
    TRICK("http://a.example/\xE2\x80\xAEgpj.exe"), TRICK("<URL:http://a.example/\xE2\x80\xAEgpj.exe>"),
    TRICK("\xEF\xBF\xBE\xEF\xB7\x90\xF0\x9F\xBF\xBF"),
    TRICK("\x1B[1mjoe@a.example\x1B[0m, \x1B[32mhttp://a.example/\x1B[m \x1B[4mwww.a.example\x1B[24m"),
    TRICK("http://a.example/x\xE2\x82 http://b.example/\xC3"), TRICK("joe@a.example\x1B[5"),
};
/* clang-format on */

enum { TRICKS = sizeof tricks / sizeof tricks[0] };

#endif
