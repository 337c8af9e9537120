/* cases.h - texts and the links in them, read from a data file
 *
 * A case is a line (see specfile.h), and the lines after it that begin with a tab:
 *
 *     id TAB input [TAB options [TAB rules]]
 *     TAB none                                            no links
 *     TAB any                                             only the cuts are tested, not the links
 *     TAB kind TAB url [TAB flags [TAB standards]]        a link, in the order of the text
 *     TAB alt TAB url TAB why                             another reading of the link above
 *     TAB raw TAB text                                    the link's raw text
 *     TAB ascii TAB url, TAB canonical TAB url            its other forms
 *     TAB code TAB bad-urn                                a refusal of trawl_check(), among others
 *
 * Options are words: find=+msgid find=+domain find=-url find=-email join hyphen=drop domains=all
 * public-hosts ends schemes=known schemes=LIST tlds=any profile=uts58 profile=rfc1738 profile=screen
 * columns=N notation=NAME base=URL.
 * Rules are those that EXPLAIN events must name (D4a also counts as D4). Flags are all flags of the
 * link; "?" before a flag makes it optional. line=N column=N quote=N spans=N may be among them.
 * Standards are those of 1738, 3986 and iri that accept the URL, or "-" if none does. iri is listed
 * only if 3986 does not accept it.
 */
#ifndef TRAWL_TESTS_CASES_H
#define TRAWL_TESTS_CASES_H

#include "case_options.h"
#include "finding.h"
#include "specfile.h"
#include "tap.h"

#define CASE_LINKS 80
#define CASE_MORE 16

typedef struct wanted_link {
    kept kind, url, flags, standards;
    kept more[CASE_MORE], value[CASE_MORE], why[CASE_MORE]; /* alt, raw, ascii, canonical, code */
    unsigned more_count;
} wanted_link;

typedef struct a_case {
    kept id, input, options, rules;
    bool none, any;
    wanted_link link[CASE_LINKS];
    unsigned link_count;
} a_case;

static inline kept case_field(const spec_file *s, int i)
{
    return i < s->fields ? keep(s->field[i], s->length[i]) : keep("", 0);
}

static inline void case_free(a_case *c)
{
    for (unsigned i = 0; i < c->link_count; i++) {
        wanted_link *l = &c->link[i];

        free(l->kind.p), free(l->url.p), free(l->flags.p), free(l->standards.p);
        for (unsigned k = 0; k < l->more_count; k++)
            free(l->more[k].p), free(l->value[k].p), free(l->why[k].p);
    }
    free(c->id.p), free(c->input.p), free(c->options.p), free(c->rules.p);
}

static inline int case_kind(const char *name)
{
    for (int kind = 0; kind < TRAWL_KIND_COUNT; kind++)
        if (strcmp(trawl_kind_name(kind), name) == 0)
            return kind;
    return -1;
}

/* Adds a line of the file to the case. */
static inline void case_add(a_case *c, const spec_file *s)
{
    if (c->link_count == CASE_LINKS)
        spec_die(s, "too many links");
    if (strcmp(s->field[1], "none") == 0) {
        c->none = true;
    } else if (strcmp(s->field[1], "any") == 0) {
        c->none = c->any = true;
    } else if (case_kind(s->field[1]) >= 0) {
        wanted_link *l = &c->link[c->link_count++];
        *l = (wanted_link){case_field(s, 1), case_field(s, 2), case_field(s, 3), case_field(s, 4),
                           .more_count = 0};
    } else {
        wanted_link *l = c->link_count ? &c->link[c->link_count - 1] : NULL;

        if (!l || l->more_count == CASE_MORE ||
            !strstr(" alt raw ascii canonical code ", s->field[1]))
            spec_die(s, "a detail line without a link, or of an unknown kind");
        l->more[l->more_count] = case_field(s, 1);
        l->value[l->more_count] = case_field(s, 2);
        l->why[l->more_count++] = case_field(s, 3);
    }
}

static inline bool case_same(kept a, const char *p, size_t n)
{
    return a.n == n && memcmp(a.p, p, n) == 0;
}

/* Returns true when the link has all wanted flags and no other, except optional ones ("?"). */
static inline bool case_flags(const wanted_link *w, const found_link *l)
{
    const struct {
        const char *name;
        uint64_t got;
    } numbers[] = {
        {"line", l->line}, {"column", l->column}, {"quote", l->quote}, {"spans", l->span_count}};
    size_t n;

    for (int bit = 0; bit < TRAWL_FLAG_COUNT; bit++) {
        char open[64];

        snprintf(open, sizeof open, "?%s", trawl_flag_name(bit));
        if (!case_word(w->flags.p, open) &&
            (l->flags >> bit & 1) != case_word(w->flags.p, trawl_flag_name(bit)))
            return false;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const char *want = case_value(w->flags.p, numbers[i].name, &n);
        if (want && strtoull(want, NULL, 10) != numbers[i].got)
            return false;
    }
    return true;
}

static inline bool case_form(const wanted_link *w, unsigned k, const found_link *l)
{
    char form[3 * TRAWL_URL_MAX];
    size_t n = 0;
    bool ascii = strcmp(w->more[k].p, "ascii") == 0;

    return (ascii ? trawl_ascii : trawl_canonical)(l->url.p, l->url.n, form, sizeof form, &n) ==
               TRAWL_OK &&
           case_same(w->value[k], form, n);
}

static inline bool case_code(const wanted_link *w, unsigned k, const found_link *l)
{
    trawl_verdict v = {.size = sizeof v};

    trawl_check(&v, l->url.p, l->url.n);
    for (unsigned i = 0; i < v.refusals; i++)
        if (strcmp(trawl_code_name(v.refusal[i].code), w->value[k].p) == 0)
            return true;
    return false;
}

static inline bool case_more(const wanted_link *w, const found_link *l)
{
    unsigned alts = 0;

    for (unsigned k = 0; k < w->more_count; k++) {
        bool held;

        if (strcmp(w->more[k].p, "alt") == 0) {
            held = alts < l->alt_count && case_same(w->value[k], l->alt[alts].p, l->alt[alts].n) &&
                   strcmp(trawl_why_name(l->why[alts]), w->why[k].p) == 0;
            alts++;
        } else if (strcmp(w->more[k].p, "raw") == 0) {
            held = case_same(w->value[k], l->raw.p, l->raw.n);
        } else if (strcmp(w->more[k].p, "code") == 0) {
            held = case_code(w, k, l);
        } else {
            held = case_form(w, k, l);
        }
        if (!held)
            return false;
    }
    return alts == l->alt_count;
}

static inline bool case_standards(const wanted_link *w, const found_link *l)
{
    trawl_verdict v = {.size = sizeof v};
    bool uri;

    if (!w->standards.n)
        return true;
    trawl_check(&v, l->url.p, l->url.n);
    uri = v.valid & TRAWL_STANDARD_RFC3986;
    return case_word(w->standards.p, "1738") == ((v.valid & TRAWL_STANDARD_RFC1738) != 0) &&
           case_word(w->standards.p, "3986") == uri &&
           case_word(w->standards.p, "iri") == (!uri && (v.valid & TRAWL_STANDARD_IRI) != 0);
}

static inline bool case_link(const wanted_link *w, const found_link *l)
{
    return strcmp(w->kind.p, trawl_kind_name(l->kind)) == 0 &&
           case_same(w->url, l->url.p, l->url.n) && case_flags(w, l) && case_more(w, l) &&
           case_standards(w, l);
}

static inline void case_show(const a_case *c, const finding *f)
{
    tap_show("input", c->input.p, c->input.n < 300 ? c->input.n : 300);
    for (unsigned i = 0; i < c->link_count; i++) {
        const wanted_link *w = &c->link[i];

        printf("# %u. wanted %s %.300s [%s] %s", i + 1, w->kind.p, w->url.p, w->flags.p,
               w->standards.p);
        for (unsigned k = 0; k < w->more_count; k++)
            printf(" %s %.300s %s", w->more[k].p, w->value[k].p, w->why[k].p);
        putchar('\n');
    }
    if (!c->link_count)
        puts("# wanted nothing");
    tap_show("got", f->links.p, f->links.n < 1000 ? f->links.n : 1000);
}

static inline bool case_holds(const a_case *c, const finding *f)
{
    if (f->all_links != c->link_count)
        return c->any;
    for (unsigned i = 0; i < c->link_count; i++)
        if (!case_link(&c->link[i], &f->link[i]))
            return false;
    return true;
}

/* Calls `use` with each case of a file. Returns the number of cases. */
static inline unsigned cases_of(const char *file, void (*use)(const a_case *))
{
    static spec_file s;
    static a_case c;
    unsigned count = 0;

    spec_open(&s, file);
    for (bool more = spec_next(&s); more;) {
        memset(&c, 0, sizeof c);
        c.id = case_field(&s, 0), c.input = case_field(&s, 1);
        c.options = case_field(&s, 2), c.rules = case_field(&s, 3);
        if (!case_words_known(c.options.p))
            spec_die(&s, "an unknown option");
        if (!c.id.n || s.fields < 2)
            spec_die(&s, "not a case");
        while ((more = spec_next(&s)) && s.length[0] == 0)
            case_add(&c, &s);
        if (c.none == (c.link_count > 0))
            spec_die(&s, "the previous case has neither links nor \"none\", or both");
        count++;
        use(&c);
        case_free(&c);
    }
    spec_close(&s);
    return count;
}

#endif
