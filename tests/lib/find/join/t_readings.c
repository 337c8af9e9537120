/* t_readings.c - the readings of a broken link: which there are, in which order, with which notes
 * (src/lib/find/join/readings.c)
 */
#include "base/ascii.h"
#include "find/join/join.h"
#include "tap.h"

#define A "http://a.example/"

static settings *s;
static char url_room[FOUND_BYTES + FOUND_PREFIX];
static candidate f;

/* Writes the URL of a set: the text itself. The test may forbid a set. */
static uint64_t forbidden = UINT64_MAX;

static size_t url_of(const broken_link *b, uint64_t set, char *room)
{
    return set == forbidden ? 0 : readings_put(b, set, room);
}

/* Makes a broken link of the text: each "~" and "^" becomes a "-" that is a hyphen of the link,
 * kept for "~" and not kept for "^". An "=" is removed: there the hyphen is absent. */
static broken_link link_of(const char *from, char *p, hyphen *hyphens)
{
    broken_link b = {.s = s, .p = p, .hyphens = hyphens, .url = url_of};

    for (; *from; from++) {
        if (!strchr("~^=", *from)) {
            p[b.to++] = *from;
            continue;
        }
        hyphens[b.hyphen_count++] =
            (hyphen){.pos = b.to, .kept = *from == '~', .absent = *from == '='};
        if (*from != '=')
            p[b.to++] = '-';
    }
    return b;
}

static void begin(const char *url)
{
    f = (candidate){.m = &s->m, .url_room = url_room, .wants_notes = true};
    candidate_begin(&f, TRAWL_KIND_BARE, 0, 0);
    f.url_n = strlen(url);
    memcpy(url_room, url, f.url_n);
}

static void end(void)
{
    memory_free(&s->m, f.alt_room);
}

static const struct set_case {
    const char *text;
    bool drop;
    uint64_t forbidden, sets[READINGS_MOST];
    unsigned count;
    const char *note; /* how the note begins; NULL for none */
} set_cases[] = {
    {A "a", false, 99, {0}, 1, NULL},
    {A "a~b", false, 99, {1, 0}, 2, "order: the grammar accepts several; the one with all"},
    {A "a~b", true, 99, {0, 1}, 2, "order: the grammar accepts several; the one without"},
    {A "a^b", false, 99, {0, 1}, 2, "order: the grammar accepts several; the one without"},
    {A "a=b", false, 99, {0, 1}, 2, "order: the grammar accepts several; the one without"},
    {A "a~b", false, 1, {0}, 1, NULL},
    {A "a~b", false, 0, {1}, 1, NULL},
    {A "%~41", false, 99, {0, 1}, 2, "order: the grammar of its scheme accepts the first"},
    {A "a~b~c", false, 99, {3, 1, 2, 0}, 4, "order: the grammar accepts several; the one with"},
    {A "a~b~c", true, 99, {0, 2, 1, 3}, 4, "order: the grammar accepts several; the one without"},
    {A "a~b^c", false, 99, {1, 3, 2, 0}, 4, "order: the grammar accepts several; what programs"},
    {A "a^b~c", false, 99, {2, 3, 1, 0}, 4, "order: the grammar accepts several; what programs"},
    {A "a~b~c~d",
     false,
     99,
     {7, 3, 5, 6, 1, 2, 4, 0},
     8,
     "order: the grammar accepts several; the one with"},
    {A "a~b~c", false, 3, {1, 2, 0}, 3, "order: the grammar accepts several; the one with most"},
    {A "a~b~c", true, 0, {2, 1, 3}, 3, "order: the grammar accepts several; the one with fewest"},
    {A "a~b~c", true, 3, {0, 2, 1}, 3, "order: the grammar accepts several; the one without"},
    /* four and more: the default, all, none, all but one, one */
    {A "a~b~c~d~e",
     false,
     99,
     {15, 7, 11, 13, 14, 1, 2, 4, 0},
     9,
     "order: the grammar accepts several; the one with all"},
    {A "a~b^c^d^e",
     false,
     99,
     {1, 15, 3, 5, 9, 2, 4, 8, 0},
     9,
     "order: the grammar accepts several; what programs"},
    {A "a^b^c^d^e",
     false,
     99,
     {0, 15, 11, 13, 14, 1, 2, 4, 8},
     9,
     "order: the grammar accepts several; the one without"},
};

static void sets(void)
{
    for (size_t i = 0; i < sizeof set_cases / sizeof *set_cases; i++) {
        const struct set_case *c = &set_cases[i];
        hyphen hyphens[8];
        char p[64];
        broken_link b = link_of(c->text, p, hyphens);
        bool no_memory = false;
        readings r;
        b.drop = c->drop;
        forbidden = c->forbidden;
        readings_judge(&b, &r, &no_memory);
        is_int(r.count, c->count, "%s", c->text);
        for (unsigned k = 0; k < r.count && k < c->count; k++)
            is_int(r.sets[k], c->sets[k], "reading %u", k);
        begin("");
        readings_note(&b, &r, &f);
        ok(c->note ? f.note_count == 1 && strncmp(f.notes[0].what, c->note, strlen(c->note)) == 0
                   : f.note_count == 0,
           "its note: %s", f.note_count > 0 ? f.notes[0].what : "none");
        forbidden = c->sets[0];
        is_int(readings_offer(&b, &r, TRAWL_WHY_HYPHEN, &f), c->count > 1, "offered");
        is_int(f.alt_count, c->count - 1 > TRAWL_ALTS ? TRAWL_ALTS : c->count - 1,
               "all that are links");
        forbidden = c->sets[c->count - 1];
        is_int(readings_offer(&b, &r, TRAWL_WHY_HYPHEN, &f), c->count > 1, "but the last one");
        end();
    }
}

static void texts(void)
{
    static const struct {
        const char *text;
        uint64_t set;
        const char *want;
    } rows[] = {
        {"a~b~c", 0, "abc"},   {"a~b~c", 1, "a-bc"}, {"a~b~c", 2, "ab-c"},
        {"a~b~c", 3, "a-b-c"}, {"a=b~c", 0, "abc"},  {"a=b~c", 1, "a-bc"},
        {"~a", 0, "a"},        {"a~", 1, "a-"},      {"a~", 0, "a"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hyphen hyphens[8];
        char p[64], room[64];
        broken_link b = link_of(rows[i].text, p, hyphens);
        const size_t n = readings_put(&b, rows[i].set, room);
        is_mem(room, n, rows[i].want, strlen(rows[i].want), "%s with the hyphens %u", rows[i].text,
               (unsigned)rows[i].set);
    }
}

static void gaps(void)
{
    static const gap all[] = {
        {2, false, false}, {5, false, false}, {5, true, true}, {9, true, true}};
    static const unsigned want[] = {0, 0, 0, 1, 1, 1, 3, 3, 3, 3, 4, 4};

    for (size_t pos = 0; pos < sizeof want / sizeof *want; pos++)
        is_int(gaps_from(all, 4, pos), want[pos], "the first gap from %u on", (unsigned)pos);
    is_int(gaps_from(all, 0, 0), 0, "no gap");
}

/* In a text, "|" is a line break and "_" a blank; both were left out. Each may be between words or
 * not. */
static void spaces(void)
{
    static const struct {
        const char *text, *alt;
        bool flag;
    } rows[] = {
        {A "pear_plum", A "pear%20plum", true},
        {A "pear|plum_fig", A "pear%20plum%20fig", true},
        {A "pear|plum", NULL, false},
        {A "pear_/plum", NULL, false},
        {A "pear_/plum_fig", A "pear/plum%20fig", true},
        {A "_pear_plum", A "pear%20plum", true},
        {"http://a.ex_ample/pear_plum", NULL, false},
        {"http://a.ex|ample/pear_plum", A "pear%20plum", true},
        {A "pear/_|plum_fig", A "pear/plum%20fig", true},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char p[64];
        gap all[8];
        broken_link b = {.s = s, .p = p, .gaps = all};
        for (const char *from = rows[i].text; *from; from++) {
            if (*from != '|' && *from != '_') {
                p[b.to++] = *from;
                continue;
            }
            all[b.gap_count++] = (gap){b.to, *from == '|',
                                       ascii_is_alnum((unsigned char)p[b.to - 1]) &&
                                           ascii_is_alnum((unsigned char)from[1])};
        }
        begin(A);
        readings_spaced(&b, 0, &f);
        is_int((f.flags & TRAWL_FLAG_INNER_SPACE) != 0, rows[i].flag, "%s", rows[i].text);
        ok(rows[i].alt ? f.alt_count == 1 && f.alts[0].url.n == strlen(rows[i].alt) &&
                             memcmp(f.alts[0].url.p, rows[i].alt, f.alts[0].url.n) == 0
                       : f.alt_count == 0,
           "its reading");
        end();
    }
}

/* A reading of 8192 bytes is the longest. */
static void longest(void)
{
    static char p[FOUND_BYTES];
    const gap first = {20, false, true}, last = {FOUND_BYTES - 2, false, true};
    const gap twice[] = {{20, false, true}, {20, false, true}};
    broken_link b = {.s = s, .p = p, .gaps = &first, .gap_count = 1, .to = FOUND_BYTES - 3};

    memset(p, 'x', sizeof p);
    memcpy(p, A, strlen(A));
    begin("");
    readings_spaced(&b, 0, &f);
    ok(f.alt_count == 1 && f.alts[0].url.n == FOUND_BYTES, "the longest reading");
    end();
    b.to++;
    begin("");
    readings_spaced(&b, 0, &f);
    is_int(f.alt_count, 0, "a byte more");
    b.to++;
    end();
    b.gaps = &last;
    begin("");
    readings_spaced(&b, 0, &f);
    is_int(f.alt_count, 0, "a byte more after the gap");
    end();
    b = (broken_link){.s = s, .p = p, .gaps = twice, .gap_count = 2, .to = 24};
    begin("");
    readings_spaced(&b, 0, &f);
    is_int(f.alts[0].url.n, 27, "two gaps at one place");
    end();
}

static void decoded(void)
{
    static const struct {
        const char *url, *first, *alt; /* of the first reading, and the other one */
        uint64_t flag;
    } rows[] = {
        {A "?a&amp;b", A "?a&amp;b", A "?a&b", TRAWL_FLAG_ENTITY},
        {A "?a&amp;b&amp;c", A "?a&amp;b&amp;c", A "?a&b&c", TRAWL_FLAG_ENTITY},
        {A "?a&amp;&amp;", A "?a&amp;&amp;", A "?a&&", TRAWL_FLAG_ENTITY},
        {A "?a&am", A "?a&am", NULL, 0},
        {A "?a&b&ampx", A "?a&b&ampx", NULL, 0},
        {A "x\xE2\x80\x90y", A "x\xE2\x80\x90y", A "x-y", TRAWL_FLAG_NOTATION},
        {"http://b\xE2\x80\x90"
         "c.example/",
         "http://b-c.example/",
         "http://b\xE2\x80\x90"
         "c.example/",
         TRAWL_FLAG_NOTATION},
        {A "x\xE2\x80\x91y", A "x\xE2\x80\x91y", NULL, 0},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        begin(rows[i].url);
        readings_decoded(NULL, &f);
        is_mem(f.url, f.url_n, rows[i].first, strlen(rows[i].first), "%s", rows[i].url);
        ok(rows[i].alt ? f.alt_count == 1 && f.alts[0].url.n == strlen(rows[i].alt) &&
                             memcmp(f.alts[0].url.p, rows[i].alt, f.alts[0].url.n) == 0
                       : f.alt_count == 0,
           "the other one");
        is_int(f.flags, rows[i].flag, "its flag");
        end();
        begin(rows[i].url);
        f.codes = false;
        readings_decoded(NULL, &f);
        is_int(f.alt_count, 0, "no code was seen");
        end();
    }
}

int main(void)
{
    is_int(trawl_settings_open(&s, NULL), TRAWL_OK, "settings");
    sets();
    texts();
    gaps();
    spaces();
    longest();
    decoded();
    trawl_settings_close(&s);
    trawl_release();
    return done();
}
