/* t_resume.c - trawl_mail_tell() and trawl_mail_seek(): several readers, one after the other, give
 * the events of one
 *
 * The inputs are all files of testdata/, random texts (gentext.h), and all of these as one mailbox.
 * At the end of every line for which trawl_mail_tell() gives a place, another trawl_mail continues.
 * In other runs this happens only about every n lines, so that a reader has more state by then.
 */
#include "configured.h"
#include "gentext.h"
#include "mail_run.h"
#include "tap.h"
#include "wanted.h"

static trawl_mail *fronts[2];
static mail_tape tape;
static growing wanted;
static long places, lines;

/* Another reader continues only about every n lines. */
static unsigned every;

static void feed(trawl_mail *m, const char *p, size_t n)
{
    size_t step = every % 3 == 0 ? 61 : n;

    for (size_t k; n > 0; p += k, n -= k) {
        k = step < n ? step : n;
        if (trawl_mail_feed(m, p, k))
            abort();
    }
}

static void open_fronts(trawl_mail_config mail, const trawl_config *find)
{
    for (int i = 0; i < 2; i++)
        if (configured_mail_open(&fronts[i], mail, find, mail_sink, &tape))
            abort();
}

static void close_fronts(void)
{
    for (int i = 0; i < 2; i++)
        configured_mail_close(&fronts[i]);
}

/* Reads the whole input with two readers in turn. */
static void run_in_turns(const char *p, size_t n)
{
    trawl_mail_place here = {.size = sizeof here};
    unsigned turn = 0, count = 0;
    size_t at = 0;

    trawl_mail_reset(fronts[0]);
    mail_clear(&tape, p, n, false);
    while (at < n) {
        const char *lf = memchr(p + at, '\n', n - at);
        size_t to = lf ? (size_t)(lf - p) + 1 : n;

        feed(fronts[turn], p + at, to - at);
        at = to;
        lines++;
        if (++count % every != 0)
            continue;
        if (trawl_mail_tell(fronts[turn], &here))
            abort();
        if (here.input == TRAWL_INPUT_AUTO)
            continue;
        places++;
        mail_hold(&tape, here.offset == at, "a place is at the end of the bytes fed");
        turn = !turn;
        if (trawl_mail_seek(fronts[turn], &here))
            abort();
    }
    if (trawl_mail_finish(fronts[turn]))
        abort();
    mail_flush(&tape);
    mail_hold(&tape, tape.at == n, "events cover the whole source");
}

static bool same(const char *p, size_t n)
{
    static const unsigned steps[] = {1, 2, 7, 60};
    bool broken;

    if (mail_run(fronts[0], &tape, p, n, n, 1))
        return false;
    growing_clear(&wanted);
    growing_add(&wanted, tape.told.p, tape.told.n);
    broken = tape.broken != NULL;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        every = steps[i];
        run_in_turns(p, n);
        if (!growing_same(&wanted, &tape.told) || (tape.broken && !broken)) {
            size_t k = 0;
            while (k < wanted.n && wanted.p[k] == tape.told.p[k])
                k++;
            while (k > 0 && wanted.p[k - 1] != '\n')
                k--;
            printf("# every %u lines: %s; wanted, got:\n# %.*s\n# %.*s\n", every,
                   tape.broken ? tape.broken : "events", (int)strcspn(wanted.p + k, "\n"),
                   wanted.p + k, (int)strcspn(tape.told.p + k, "\n"), tape.told.p + k);
            return false;
        }
    }
    return true;
}

/* ---- Settings ---- */

static const struct {
    const char *name;
    unsigned find, options;
    int profile;
} settings[] = {
    {"the default", 0, 0, 0},
    {"everything", (1 << 11) - 1, TRAWL_OPTION_ALL_DOMAINS | TRAWL_OPTION_ANY_TLD, 0},
    {"UTS #58", TRAWL_FIND_URL | TRAWL_FIND_EMAIL | TRAWL_FIND_DOMAIN, 0, TRAWL_PROFILE_UTS58},
    {"links only", 0, WANTED_LINKS, 0},
    {"RFC 1738", TRAWL_FIND_URL, TRAWL_OPTION_HYPHEN_DROP, TRAWL_PROFILE_RFC1738},
};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

static void open_with(int k, int input)
{
    trawl_config find = {
        .size = sizeof find, .find = settings[k].find, .profile = settings[k].profile};
    trawl_mail_config config = {.size = sizeof config, .input = input};

    wanted_set(&find, settings[k].options);
    open_fronts(config, &find);
}

/* ---- Inputs ---- */

static growing mailbox;
static long bad;

static void add_message(const char *p, size_t n)
{
    static const char from[] = "From ada@example.org Mon Jun 30 02:34:00 2008\n";

    if (mailbox.n > 0)
        growing_add(&mailbox, "\n\n", mailbox.p[mailbox.n - 1] == '\n' ? 1 : 2);
    growing_add(&mailbox, from, sizeof from - 1);
    growing_add(&mailbox, p, n);
}

static void each_file(const char *name, const char *p, size_t n)
{
    add_message(p, n);
    if (!same(p, n)) {
        printf("# %s\n", name);
        bad++;
    }
}

static void test_files(int k, int input)
{
    long files;

    growing_clear(&mailbox);
    bad = places = lines = 0;
    open_with(k, input);
    files = testdata_each(each_file);
    close_fronts();
    ok(files > 50 && bad == 0, "%s: all of testdata as %s, %ld files, %ld places in %ld lines",
       settings[k].name, trawl_input_name(input), files, places, lines);
}

static void test_mailbox(int k)
{
    places = lines = 0;
    open_with(k, TRAWL_INPUT_AUTO);
    ok(same(mailbox.p, mailbox.n) && places > 100,
       "%s: a mailbox of %zu bytes, %ld places in %ld lines", settings[k].name, mailbox.n, places,
       lines);
    close_fronts();
}

static void test_chance(int k)
{
    static char text[20000];
    const long texts = tap_amount(100, 400);
    long wrong = 0;

    places = lines = 0;
    open_with(k, TRAWL_INPUT_TEXT);
    for (long seed = 1; seed <= texts && wrong < 3; seed++) {
        size_t n = gentext_make((uint64_t)seed, text, seed % 8 == 0 ? sizeof text : 2000);
        if (!same(text, n)) {
            printf("# seed %ld\n", seed);
            wrong++;
        }
    }
    close_fronts();
    ok(wrong == 0 && places > 10 * texts, "%s: random texts, %ld places in %ld lines",
       settings[k].name, places, lines);
}

/* ---- Where no place is given ---- */

static void no_place(const char *p, int input, const char *what)
{
    trawl_mail_config config = {.size = sizeof config, .input = input};
    trawl_mail_place here = {.size = sizeof here};

    open_fronts(config, NULL);
    every = 1;
    mail_clear(&tape, p, strlen(p), true);
    feed(fronts[0], p, strlen(p));
    is_int(trawl_mail_tell(fronts[0], &here), TRAWL_OK, "%s: trawl_mail_tell works", what);
    is_int(here.input, TRAWL_INPUT_AUTO, "%s: no place", what);
    close_fronts();
}

static void test_no_place(void)
{
    no_place("see <http://a.example/b\n", TRAWL_INPUT_TEXT, "inside a wrapper");
    no_place("see http://a.example/b", TRAWL_INPUT_TEXT, "inside a line");
    no_place("begin 644 x\n", TRAWL_INPUT_TEXT, "a line that may begin a binary");
    no_place("From a@b.example Mon Jun 30 02:34:00 2008\nSubject: x\n\nbody\n\n", TRAWL_INPUT_MBOX,
             "inside a message");
    no_place("Subject: x\n\nbody\n", TRAWL_INPUT_MAIL, "a message");
    no_place("Subject: x\n", TRAWL_INPUT_AUTO, "before the kind of input is known");
    no_place("", TRAWL_INPUT_TEXT, "before the first byte");
}

/* Resumes at many places in texts that are made of the pieces. */
static void test_pieces(const char *const *pieces, unsigned count, const char *what)
{
    growing text = {0};
    unsigned wrong = 0;

    places = lines = 0;
    open_with(0, TRAWL_INPUT_TEXT);
    for (unsigned seed = 0; seed < 300; seed++) {
        gentext g = {.state = seed * 2654435761u + 1};
        growing_clear(&text);
        for (int i = 0; i < 40; i++) {
            const char *p = pieces[gentext_random(&g, count)];
            growing_add(&text, p, strlen(p));
        }
        wrong += !same(text.p, text.n);
    }
    ok(wrong == 0 && places > 1000, "%s: %ld places in %ld lines", what, places, lines);
    close_fronts();
    free(text.p);
}

static void test_inside(void)
{
    static const char *const pieces[] = {
        "see <URL:http://a.example/b\n/c> and http://d.example\n",
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\n- http://signed.example/\n- - http://two.example/\nx\n",
        "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEE\n=abcd\n-----END PGP SIGNATURE-----\nhttp://e.example/\n",
        "begin 644 x\n#0V%T\n#0V%T\n#0V%T\n`\nend\nhttp://f.example/\n",
        "begin 644 y\n#0V%T\n#0V%T\n",
        "-- \nAda http://signature.example/\n",
        "_______________________________________________\nA mailing list\nhttp://list.example/\n",
        "-----Original Message-----\nFrom: A B\nSent: Monday\nTo: c@d.example\nSubject: x\nhttp://g.example/\n",
        "=ybegin line=128 size=9 name=x\nabcdefghi\n=yend size=9\nhttp://h.example/\n",
        "<http://unclosed.example/ x\n\nhttp://i.example/\n",
        "\377\376a mark inside a text http://j.example/\n\n",
        "\xEF\xBB\xBFhttp://k.example/\n\n",
    };

    test_pieces(pieces, sizeof pieces / sizeof pieces[0],
                "binaries, signed texts, signatures, footers, marks");
}

/* Resumes in tables, whose last rows are recognized by the rows above them. */
static void test_rows(void)
{
    static const char *const pieces[] = {
        "https://a.example/?id=1|plum|z\nhttps://b.example/?id=2|pear|y\n\n",
        "x,http://c.example/?n=8,4319,12\ny,http://d.example/?n=9,17,4\n\n",
        "http://e.example/?a=1;b\nhttp://f.example/?a=2;c\n\nhttp://g.example/?a=3;d\n",
        "see http://h.example/?a=1,b,c\n",
    };

    test_pieces(pieces, sizeof pieces / sizeof pieces[0], "rows of data");
}

/* Resumes around lines that begin like the line below a URL. Some of these lines may be the rest of
 * the URL, others may not. */
static void test_below(void)
{
    static const char *const pieces[] = {
        "> see http://a.example/ there\n file\n",
        "see http://b.example/ there\nfile\n",
        "\nfile\n",
        "plum\n",
        "http://c.example/a-line-of-forty-columns-and-more/\nfile\n",
    };

    test_pieces(pieces, sizeof pieces / sizeof pieces[0], "lines below a URL");
}

/* The row above the first row of a block that is searched in place: the reader that resumes must
 * use it, too. */
static void test_row_of_block(void)
{
    static const char rows[] =
        "1,http://d.example/x,a b,3\n2,http://e.example/x,a b,3\n3,http://f.example/x,a b,3\n";
    static char text[16000];
    const size_t at = 8000, cut = at + (sizeof rows - 1) / 3 * 2;
    trawl_mail_place here = {.size = sizeof here};

    memset(text, '\n', sizeof text);
    memcpy(text + at, rows, sizeof rows - 1);
    open_with(0, TRAWL_INPUT_TEXT);
    (void)mail_run(fronts[0], &tape, text, sizeof text, sizeof text, 1);
    growing_clear(&wanted);
    growing_add(&wanted, tape.told.p, tape.told.n);
    trawl_mail_reset(fronts[0]);
    mail_clear(&tape, text, sizeof text, false);
    every = 1;
    feed(fronts[0], text, cut);
    is_int(trawl_mail_tell(fronts[0], &here), TRAWL_OK, "a row before a block");
    is_int(here.offset, cut, "its end is a place");
    is_int(trawl_mail_seek(fronts[1], &here), TRAWL_OK, "go on there");
    feed(fronts[1], text + cut, sizeof text - cut);
    ok(trawl_mail_finish(fronts[1]) == TRAWL_OK, "the end");
    mail_flush(&tape);
    ok(growing_same(&wanted, &tape.told), "the first row of a block is read by the row above");
    close_fronts();
}

/* Resumes in texts in several notations, of at least 4096 bytes. */
static void test_notations(void)
{
    static char filler[601];
    const char *const pieces[] = {
        "= A book\n",
        "== A part\n",
        "# A part\n",
        "```\n",
        "@c A part\n",
        "@item\n",
        "\xEF\xBB\xBF== A part\n\n",
        "see http://a.example/x?y=z[C] and http://b.example/x[name]\n\n",
        "link:http://a.example/x[z] link:http://b.example/x?y[z]\n\n",
        "see [a](http://b.example/x?) there\n\n",
        "@url{http://c.example/x,A}\n\n",
        "joe@@d.example http://e.example/@/x and http://f.example/x\\[0\\]\n\n",
        filler,
        filler,
    };

    memset(filler, '.', sizeof filler - 1);
    filler[sizeof filler - 2] = '\n';
    test_pieces(pieces, sizeof pieces / sizeof pieces[0], "notations");
}

static void test_misuse(void)
{
    trawl_config rules = {.size = sizeof rules, .options = TRAWL_OPTION_JOIN};
    trawl_mail_config config = {.size = sizeof config};
    trawl_mail_place text = {.size = sizeof text,
                             .input = TRAWL_INPUT_TEXT,
                             .offset = 9,
                             .line = 1},
                     other = text;

    open_fronts(config, &rules);
    is_int(trawl_mail_tell(NULL, &text), TRAWL_ERROR_MISUSE, "tell without a reader");
    is_int(trawl_mail_tell(fronts[0], NULL), TRAWL_ERROR_MISUSE, "tell without a result");
    is_int(trawl_mail_seek(NULL, &text), TRAWL_ERROR_MISUSE, "seek without a reader");
    is_int(trawl_mail_seek(fronts[0], &text), TRAWL_ERROR_MISUSE,
           "seek in a text with TRAWL_OPTION_JOIN");
    other.input = TRAWL_INPUT_MBOXCL;
    is_int(trawl_mail_seek(fronts[0], &other), TRAWL_ERROR_MISUSE,
           "seek in a mailbox with lengths");
    other.input = TRAWL_INPUT_MBOX;
    is_int(trawl_mail_seek(fronts[0], &other), TRAWL_ERROR_MISUSE, "seek to message 0");
    other.number = 1;
    is_int(trawl_mail_seek(fronts[0], &other), TRAWL_OK, "seek to message 1");
    other.size = sizeof other.size - 1;
    is_int(trawl_mail_seek(fronts[0], &other), TRAWL_ERROR_MISUSE,
           "a place that is too small for its size member");
    close_fronts();
}

int main(void)
{
    for (int k = 0; k < SETTINGS; k++) {
        test_files(k, TRAWL_INPUT_TEXT);
        test_files(k, TRAWL_INPUT_AUTO);
        test_mailbox(k);
        test_chance(k);
    }
    test_inside();
    test_rows();
    test_below();
    test_row_of_block();
    test_notations();
    test_no_place();
    test_misuse();
    mail_free(&tape);
    free(wanted.p);
    free(mailbox.p);
    return done();
}
