/* t_term.c - text for terminals: links as OSC 8, colours of the input kept, everything else
 * harmless */
#include "emit_poor.h"
#include "emit_run.h"
#include "tap.h"

#define OPEN(id, uri) "\x1B]8;id=" #id ";" uri "\x1B\\"
#define CLOSE "\x1B]8;;\x1B\\"
#define UL "\x1B[4m"
#define NO_UL "\x1B[24m"

static emit_out out;

typedef struct sample {
    const char *name, *text, *wanted;
} sample;

/* clang-format off */
static const sample samples[] = {
    {"no link", "plain\ttext\nand more\n", "plain\ttext\nand more\n"},
    {"an empty text", "", ""},
    {"a URL", "See http://a.example/x.", "See " OPEN(1, "http://a.example/x") "http://a.example/x" CLOSE "."},
    {"two links have two ids", "http://a.example/ www.b.com",
     OPEN(1, "http://a.example/") "http://a.example/" CLOSE " " OPEN(2, "https://www.b.com") "www.b.com" CLOSE},
    {"an address", "<joe@a.example>", "<" OPEN(1, "mailto:joe@a.example") "joe@a.example" CLOSE ">"},
    {"the pieces of a broken link share an id", "> <URL:http://a.example/lo\r\n>   ng/x>.\r\n",
     "> <URL:" OPEN(1, "http://a.example/long/x") "http://a.example/lo" CLOSE "\r\n>   "
     OPEN(1, "http://a.example/long/x") "ng/x" CLOSE ">.\r\n"},
    {"any registered scheme", "ftp://a.example/ gopher://a.example/1 telnet://a.example/",
     OPEN(1, "ftp://a.example/") "ftp://a.example/" CLOSE " " OPEN(2, "gopher://a.example/1") "gopher://a.example/1" CLOSE " "
     OPEN(3, "telnet://a.example/") "telnet://a.example/" CLOSE},
    {"an unregistered scheme", "x-none://a.example/", "x-none://a.example/"},
    {"javascript", "<URL:javascript:alert(1)>", "<URL:javascript:alert(1)>"},
    {"file", "file:///etc/passwd <URL:data:text/html,x>", "file:///etc/passwd <URL:data:text/html,x>"},
    {"userinfo", "http://www.bank.example@evil.example/", "http://www.bank.example@evil.example/"},
    {"a port and line ends", "<URL:gopher://h.example:25/1HELO%0D%0AMAIL>", "<URL:gopher://h.example:25/1HELO%0D%0AMAIL>"},
    {"a quote", "http://a.example/\"onclick=x", OPEN(1, "http://a.example/%22onclick=x") "http://a.example/\"onclick=x" CLOSE},
    {"the host is an A-label", "http://b\xC3\xBC" "cher.example/\xC3\xA4",
     OPEN(1, "http://xn--bcher-kva.example/%C3%A4") "http://b\xC3\xBC" "cher.example/\xC3\xA4" CLOSE},
    {"links that are not live count, too", "x-none://a.example/ http://a.example/",
     "x-none://a.example/ " OPEN(2, "http://a.example/") "http://a.example/" CLOSE},
    {"SGR is kept", "\x1B[1;31mred\x1B[0m \x1B[38:2::1:2:3mx\x1B[m", "\x1B[1;31mred\x1B[0m \x1B[38:2::1:2:3mx\x1B[m"},
    {"SGR around a link", "\x1B[32mhttp://a.example/\x1B[m x",
     "\x1B[32m" OPEN(1, "http://a.example/") "http://a.example/" CLOSE "\x1B[m x"},
    {"SGR around an address", "\x1B[1;31mjoe@a.example\x1B[m",
     "\x1B[1;31m" OPEN(1, "mailto:joe@a.example") "joe@a.example" CLOSE "\x1B[m"},
    {"other sequences are not", "a\x1B[2Jb\x1B]0;t\x07" "c", "a\xEF\xBF\xBD[2Jb\xEF\xBF\xBD]0;t\xEF\xBF\xBD" "c"},
    {"a bell and a lone CR", "a\x07\rb\r\n", "a\xEF\xBF\xBD\nb\r\n"},
    {"a character that reverses the text is named", "a\xE2\x80\xAE" "b", "a[U+202E]b"},
    {"an unterminated sequence", "a\x1B[31", "a\xEF\xBF\xBD[31"},
    {"B13: a hyperlink of the input", "see \x1B]8;;http://a.example/x\x1B\\the page\x1B]8;;\x1B\\ now",
     "see " OPEN(1, "http://a.example/x") "the page" CLOSE " now"},
    {"B13: colours in a URL", "http://a.example/\x1B[34mb\x1B[0m/c",
     OPEN(1, "http://a.example/b/c") "http://a.example/" CLOSE "\x1B[34m" OPEN(1, "http://a.example/b/c") "b" CLOSE
     "\x1B[0m" OPEN(1, "http://a.example/b/c") "/c" CLOSE},
    {"B13, keep: the window's title is no link", "\x1B]0;x\x07", "\xEF\xBF\xBD]0;x\xEF\xBF\xBD"},
};

static const sample coloured[] = {
    {"underlined", "a http://a.example/ b",
     "a " OPEN(1, "http://a.example/") UL "http://a.example/" NO_UL CLOSE " b"},
    {"underlining of the input stays on", UL "a http://a.example/ b", UL "a " OPEN(1, "http://a.example/") "http://a.example/" CLOSE
     " b"},
    {"the 4 in 38;5;4 is a colour", "\x1B[38;5;4mhttp://a.example/ b",
     "\x1B[38;5;4m" OPEN(1, "http://a.example/") UL "http://a.example/" NO_UL CLOSE " b"},
    {"the 4 after 38;5;1 is underlining", "\x1B[38;5;1;4mhttp://a.example/ b",
     "\x1B[38;5;1;4m" OPEN(1, "http://a.example/") "http://a.example/" CLOSE " b"},
    {"4:0 ends underlining", "\x1B[4:3m\x1B[4:0mhttp://a.example/",
     "\x1B[4:3m\x1B[4:0m" OPEN(1, "http://a.example/") UL "http://a.example/" NO_UL CLOSE},
};
/* clang-format on */

static void test_samples(const sample *all, size_t count, unsigned options)
{
    for (size_t i = 0; i < count; i++) {
        size_t n = strlen(all[i].text);
        is_int(emit_cut_differs(&out, TRAWL_EMIT_FORMAT_TERM, options, all[i].text, n), 0,
               "%s: the same in any cut", all[i].name);
        is_mem(out.p, out.n, all[i].wanted, strlen(all[i].wanted), "%s", all[i].name);
    }
}

/* Reads the output back. Returns NULL when it has only sequences that trawl writes and shows
 * display(source), else what is wrong. */
static const char *judge(const char *text, size_t n)
{
    terms t = {0};
    emit_out seen = {0};
    const char *bad;

    terms_read(&t, out.p, out.n);
    emit_display_term(&seen, text, n);
    bad = t.broken                                                      ? t.broken
          : seen.n != t.text.n || memcmp(seen.p, t.text.p, seen.n) != 0 ? "another text is visible"
                                                                        : NULL;
    if (bad) {
        tap_show("seen", t.text.p, t.text.n);
        tap_show("wanted", seen.p, seen.n);
        tap_show("output", out.p, out.n);
    }
    terms_free(&t);
    free(seen.p);
    return bad;
}

static void test_tricks(void)
{
    for (int i = 0; i < TRICKS; i++)
        for (unsigned options = 0; options <= TRAWL_EMIT_OPTION_COLOR;
             options += TRAWL_EMIT_OPTION_COLOR) {
            is_int(
                emit_cut_differs(&out, TRAWL_EMIT_FORMAT_TERM, options, tricks[i].p, tricks[i].n),
                0, "trick %d, options %u: the same in any cut", i, options);
            is_str(judge(tricks[i].p, tricks[i].n), NULL,
                   "trick %d, options %u: harmless and visible", i, options);
        }
}

/* Tricks, links and fragments of them in any order. */
static void test_chance(void)
{
    static const char *const parts[] = {
        "\x1B",
        "\x1B[",
        "\x1B[1",
        "31m",
        "m",
        ";",
        "\x1B]8;;",
        "http://a.example/",
        "\x1B\\",
        "\x07",
        "joe@a.example",
        "www.a.example/x",
        "<URL:",
        ">",
        "\n",
        "\r",
        "\r\n> ",
        " ",
        "\xC2",
        "\x9B",
        "\xE2",
        "\x80",
        "\xAE",
        "\xC3\xA4",
        "a",
        "\x1B[4m",
        "\x1B[0m",
        ".",
        "\t",
        "\xF0\x9F",
        "\x98\x80",
        "http:",
        "//b.example/",
        "%41",
        "\x1B[38;5;4m",
    };
    emit_out text = {0};
    long bad = 0;

    for (uint64_t seed = 1; seed <= 3000 && bad < 3; seed++) {
        emit_jumble(&text, seed, parts, sizeof parts / sizeof parts[0], 24);
        bool cut = emit_cut_differs(&out, TRAWL_EMIT_FORMAT_TERM,
                                    seed & 1 ? TRAWL_EMIT_OPTION_COLOR : 0, text.p, text.n) != 0;
        if (cut || judge(text.p, text.n)) {
            bad++;
            tap_show(cut ? "cut" : "text", text.p, text.n);
        }
    }
    is_int(bad, 0, "3000 random texts: harmless, visible, the same in any cut");
    free(text.p);
}

/* F11: 2083 bytes are linked, 2084 are text. */
static void test_length(void)
{
    char text[2100];

    for (size_t n = 2082; n <= 2084; n++) {
        memset(text, 'a', n);
        memcpy(text, "http://a.example/", 17);
        (void)emit_run(&out, TRAWL_EMIT_FORMAT_TERM, 0, text, n, 0, 0);
        is_int(out.n > n, n <= 2083, "%zu bytes: %s", n, n <= 2083 ? "linked" : "text");
    }
}

static void test_stop(void)
{
    static const char text[] = "a http://a.example/ b\x1B[1mc\x07";
    int wrong = 0;

    for (long after = 2; after <= 4;
         after++) { /* the first call is that of the test, then one for each event */
        out.stop_after = after;
        wrong += emit_run(&out, TRAWL_EMIT_FORMAT_TERM, TRAWL_EMIT_OPTION_COLOR, text,
                          sizeof text - 1, 0, 0) != 7;
    }
    out.stop_after = 0;
    is_int(wrong, 0, "the value of the write function ends the output and is returned");
}

int main(void)
{
    test_samples(samples, sizeof samples / sizeof samples[0], 0);
    test_samples(coloured, sizeof coloured / sizeof coloured[0], TRAWL_EMIT_OPTION_COLOR);
    test_tricks();
    test_chance();
    test_length();
    test_stop();
    emit_poor(TRAWL_EMIT_FORMAT_TERM, EMIT_POOR_TEXT " x", 60, 2);
    free(out.p);
    return done();
}
