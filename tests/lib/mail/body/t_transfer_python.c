/* t_transfer_python.c - the decoders of transfer encodings, compared with Python's email package on
 * random bodies
 *
 * No body has what the two read differently on purpose (doc/rules.md): "==", white space
 * between "=" and a line end, a CR alone after "="; base64 that continues after its padding, or has
 * one character too many; uuencode with an empty line, a character outside its alphabet, or a
 * second file.
 */
#include <unistd.h>

#include "growing.h"
#include "tap.h"
#include "transferred.h"

enum { CASES = 3000 };

static uint32_t seed = 7;

static unsigned pick(unsigned below)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

static void add(growing *g, const char *text)
{
    growing_add(g, text, strlen(text));
}

static void add_byte(growing *g, unsigned byte)
{
    char c = (char)(unsigned char)byte;

    growing_add(g, &c, 1);
}

/* ---- Quoted-printable: good and bad escapes, line breaks, anything between them ---- */

static void make_qp(growing *g)
{
    static const char *const bits[] = {"=3D",
                                       "=c3=A9",
                                       "=\n",
                                       "=\r\n",
                                       "\n",
                                       "\r\n",
                                       " \n",
                                       "\t",
                                       "=\r\r\n",
                                       "=zz",
                                       "=4z",
                                       "=z4",
                                       " =\n",
                                       " ",
                                       "=20\n",
                                       "=!",
                                       "http://a.example/?a=3Db"};

    for (unsigned left = 1 + pick(60); left > 0; left--)
        if (pick(2))
            add(g, bits[pick(sizeof bits / sizeof bits[0])]);
        else
            add_byte(g, (unsigned)"abc.XYZ/09\xE9\x80~\x01"[pick(14)]);
    add(g, pick(8) ? "" : "=");
}

/* ---- Base64: any bytes, lines of any length, some other characters, missing padding ---- */

static void add_junk(growing *g, unsigned chance)
{
    static const char *const junk[] = {"\n", "\r\n", " ", "-", "!", "\t", "\x80", ".\n"};

    if (pick(chance) == 0)
        add(g, junk[pick(sizeof junk / sizeof junk[0])]);
}

static void make_base64(growing *g)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned n = pick(300), line = 1 + pick(100), chance = pick(2) ? 1u << 30 : 20, left = n % 4;

    n += left == 1; /* a single digit decodes to nothing */
    left = n % 4;
    for (unsigned i = 0; i < n; i++) {
        add_byte(g, (unsigned char)digits[pick(64)]);
        add_junk(g, chance);
        if (i % line == line - 1)
            add(g, "\r\n");
    }
    if (left == 0 || pick(4) == 0)
        return;
    add(g, left == 3 ? "=" : "==");
    add(g, pick(2) ? "\n" : "");
}

/* ---- Uuencode: lines of any length, with or without blanks at their ends, spaces or back-quotes
 * ---- */

static void add_uu_line(growing *g, unsigned n, char zero)
{
    size_t from = g->n + 1;

    add_byte(g, n > 0 ? ' ' + n : (unsigned char)zero);
    for (unsigned i = 0; i < (n + 2) / 3 * 4; i++) {
        unsigned value = pick(8) ? pick(64) : 0;
        add_byte(g, value > 0 ? ' ' + value : (unsigned char)zero);
    }
    if (pick(2) == 0)
        while (g->n > from && g->p[g->n - 1] == ' ')
            g->n--;
    else if (pick(4) == 0)
        g->n -= g->n > from; /* drop one more */
    add(g, pick(2) ? "\n" : "\r\n");
}

static void make_uu(growing *g)
{
    char zero = pick(2) ? '`' : ' ';

    add(g, pick(2) ? "" : "Here it is:\n\nbegin\nbegin x y\n");
    add(g, pick(2) ? "begin 644 some name.bin\n" : "begin 0755 x\r\n");
    for (unsigned left = pick(12); left > 0; left--)
        add_uu_line(g, pick(8) ? 1 + pick(45) : 1 + pick(63), zero);
    if (pick(8) == 0)
        return;
    add_uu_line(g, 0, zero);
    add(g, pick(2) ? "end\n" : "end \r\n");
    add(g, pick(2) ? "" : "text after it\n");
}

/* ---- Comparison ---- */

static const struct {
    const char *name;
    transfer_kind kind;
    void (*make)(growing *g);
} sorts[] = {
    {"quoted-printable", TRANSFER_QP, make_qp},
    {"base64", TRANSFER_BASE64, make_base64},
    {"x-uuencode", TRANSFER_UU, make_uu},
};

static kept bodies[CASES];
static size_t sort_of[CASES];

static void make_cases(FILE *f)
{
    growing g = {0};

    for (size_t i = 0; i < CASES; i++) {
        sort_of[i] = i % (sizeof sorts / sizeof sorts[0]);
        growing_clear(&g);
        sorts[sort_of[i]].make(&g);
        bodies[i] = keep(g.p, g.n);
        fprintf(f, "%s %zu\n", sorts[sort_of[i]].name, g.n);
        fwrite(g.p, 1, g.n, f);
    }
    free(g.p);
}

/* Reads Python's result for the next case. */
static bool read_text(FILE *f, growing *text)
{
    char line[32];
    size_t n;

    growing_clear(text);
    if (!fgets(line, sizeof line, f))
        return false;
    for (n = (size_t)strtoul(line, NULL, 10); n > 0; n--) {
        int c = getc(f);
        if (c == EOF)
            return false;
        add_byte(text, (unsigned)c);
    }
    return true;
}

static void compare(FILE *f)
{
    static transferred ours;
    growing text = {0};
    size_t good = 0;

    for (size_t i = 0; i < CASES; i++) {
        if (!read_text(f, &text)) {
            ok(false, "Python has a result for case %d", (int)i);
            break;
        }
        transferred_whole(&ours, sorts[sort_of[i]].kind, bodies[i].p, bodies[i].n);
        if (ours.n == text.n && memcmp(ours.text, text.p, text.n) == 0)
            good++;
        else if (!is_mem(ours.text, ours.n, text.p, text.n, "%s", sorts[sort_of[i]].name))
            tap_show("of", bodies[i].p, bodies[i].n);
    }
    is_int(good, CASES, "bodies that Python reads the same");
    free(text.p);
}

int main(void)
{
    char name[] = "/tmp/trawl-transfer-XXXXXX", command[100];
    int fd;
    FILE *f;

    if (system("python3 -c 'import email' >/dev/null 2>&1") != 0) {
        skip("transfer encodings compared with Python's email package: no python3");
        return done();
    }
    fd = mkstemp(name);
    f = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (!f)
        return 1;
    make_cases(f);
    fclose(f);
    (void)snprintf(command, sizeof command, "python3 tests/lib/mail/body/transfer_oracle.py <%s",
                   name);
    f = popen(command, "r");
    if (!f)
        return 1;
    compare(f);
    is_int(pclose(f), 0, "Python exits with 0");
    unlink(name);
    for (size_t i = 0; i < CASES; i++)
        free(bodies[i].p);
    return done();
}
