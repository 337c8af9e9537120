/* text.c - the reports of "trawl check" for people
 *
 *   http://host.example/~joe
 *     scheme     http (permanent, port 80)
 *     host       host.example
 *     path       /~joe
 *     RFC 1738   refused
 *     ...
 *       http://host.example/~joe
 *                           ^
 *       bad-char at byte 20: ... (RFC 1738 2.2, RFC 1630 BNF)
 *
 * Refusals at the same byte share a caret; refusals with the same code and reason also share a
 * line. A part that is present but empty is "(empty)". Bytes count from 0, as in JSON.
 */
#include "trawl/check/check.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/ascii.h"

#define INDENT 4 /* of reasons; the other lines have 2 */

struct palette {
    const char *strong, *good, *bad, *plain;
};

static const struct palette palettes[] = {{"", "", "", ""},
                                          {"\x1b[1m", "\x1b[32m", "\x1b[1;31m", "\x1b[m"}};

/* Writes a text. Of a URL over the limit, and of its parts, only the beginning is shown. */
static void text_put_text(struct output *o, trawl_str text)
{
    if (text.n == 0) {
        output_text(o, "(empty)");
    } else if (text.n <= TRAWL_URL_MAX) {
        printable_people(o, text.p, text.n);
    } else {
        caret_head(o, text);
        output_printf(o, " (%zu bytes)", text.n);
    }
}

static void text_put_label(struct output *o, const char *label)
{
    output_printf(o, "  %-10s ", label);
}

static void text_put_line(struct output *o, const char *label, trawl_str text)
{
    text_put_label(o, label);
    text_put_text(o, text);
    output_byte(o, '\n');
}

/* Writes the labels before the URL, if there are some. */
static void text_put_label_of_url(struct output *o, const struct report *r)
{
    const trawl_span scheme = r->verdict->part[TRAWL_PART_SCHEME];

    if (!report_has(r, TRAWL_PART_SCHEME) || scheme.from == 0)
        return;
    text_put_label(o, "label");
    text_put_text(o, report_span(r, (trawl_span){0, scheme.from}));
    output_text(o, " (no part of the URL: RFC 1738 Appendix, RFC 1630)\n");
}

/* Writes "http (permanent, port 80)". */
static void text_put_scheme(struct output *o, trawl_str name)
{
    trawl_scheme scheme = {.size = sizeof scheme};

    text_put_label(o, trawl_part_name(TRAWL_PART_SCHEME));
    text_put_text(o, name);
    if (trawl_scheme_lookup(&scheme, name.p, name.n) == TRAWL_OK) {
        output_printf(o, " (%s", trawl_status_name(scheme.status));
        if (scheme.port > 0)
            output_printf(o, ", port %d", scheme.port);
        output_byte(o, ')');
    }
    output_byte(o, '\n');
}

/* Writes "subject = hello"; a field without "=" has its name only. */
static void text_put_fields(struct output *o, const struct report *r)
{
    trawl_span rest = r->verdict->part[TRAWL_PART_FIELDS], name, value;

    while (trawl_next_field(r->url.p, &rest, &name, &value) == 1) {
        text_put_label(o, "field");
        text_put_text(o, report_span(r, name));
        if (value.from != TRAWL_ABSENT) {
            output_text(o, " = ");
            text_put_text(o, report_span(r, value));
        }
        output_byte(o, '\n');
    }
}

static void text_put_parts(struct output *o, const struct report *r)
{
    trawl_span rest = r->verdict->part[TRAWL_PART_ADDRESSES], address;

    for (int part = 0; part < TRAWL_PART_COUNT; part++) {
        trawl_str usual = trawl_part_default(r->url.p, r->url.n, part);

        if (usual.n > 0) {
            text_put_label(o, trawl_part_name(part));
            text_put_text(o, usual);
            output_text(o, " (by default)\n");
            continue;
        }
        if (!report_has(r, part) || part == TRAWL_PART_FIELDS)
            continue;
        if (part == TRAWL_PART_SCHEME)
            text_put_scheme(o, report_span(r, r->verdict->part[part]));
        else if (part == TRAWL_PART_ADDRESSES)
            while (trawl_next_address(r->url.p, &rest, &address) == 1)
                text_put_line(o, "address", report_span(r, address));
        else
            text_put_line(o, trawl_part_name(part), report_span(r, r->verdict->part[part]));
    }
    if (report_has(r, TRAWL_PART_FIELDS)) /* after the addresses, as in the URL */
        text_put_fields(o, r);
}

/* Writes the canonical or ASCII form, unless it is the URL itself. */
static void text_put_form(struct output *o, const char *label, trawl_str form, trawl_str url)
{
    if (form.p && (form.n != url.n || memcmp(form.p, url.p, url.n) != 0))
        text_put_line(o, label, form);
}

/* Writes "foreign-port: its port belongs to another protocol" for each caution. */
static void text_put_cautions(struct output *o, uint64_t flags, const struct palette *p)
{
    static const struct {
        uint64_t flag;
        const char *meaning;
    } cautions[] = {
        {TRAWL_FLAG_UNKNOWN_SCHEME, "its scheme is in no list"},
        {TRAWL_FLAG_USERINFO, "a user before the host can look like a host"},
        {TRAWL_FLAG_BAD_PORT, "its port is not 1 to 65535"},
        {TRAWL_FLAG_BAD_PERCENT, "a \"%\" begins no escape"},
        {TRAWL_FLAG_ODD_IP, "its host is an IP address in another form"},
        {TRAWL_FLAG_IP_HOST, "its host is a public IP address"},
        {TRAWL_FLAG_MIXED_SCRIPT, "its host mixes scripts"},
        {TRAWL_FLAG_WHOLE_SCRIPT, "letters of another script in its host look Latin"},
        {TRAWL_FLAG_PUNYCODE, "its host is written in Punycode or in escapes"},
        {TRAWL_FLAG_CONFUSABLE, "its host looks like another one"},
        {TRAWL_FLAG_FOREIGN_PORT, "its port belongs to another protocol"},
        {TRAWL_FLAG_ENCODED_CRLF, "an escaped line end can begin a command of its protocol"},
        {TRAWL_FLAG_PASSWORD, "its password is sent without encryption"},
        {TRAWL_FLAG_BACKSLASH, "browsers read \"\\\" as \"/\", and go to another host"},
    };

    for (size_t i = 0; i < sizeof cautions / sizeof cautions[0]; i++) {
        if (!(flags & cautions[i].flag))
            continue;
        text_put_label(o, "caution");
        for (int bit = 0; bit < TRAWL_FLAG_COUNT; bit++)
            if (cautions[i].flag == TRAWL_FLAG(bit))
                output_printf(o, "%s%s%s: ", p->bad, trawl_flag_name(bit), p->plain);
        output_printf(o, "%s\n", cautions[i].meaning);
    }
}

static void put_answer(struct output *o, const struct palette *p, const char *label, bool accepted)
{
    text_put_label(o, label);
    output_printf(o, "%s%s%s\n", accepted ? p->good : p->bad, accepted ? "accepted" : "refused",
                  p->plain);
}

/* Returns "RFC 3987" for "iri", else "RFC " and the number of the standard. */
static const char *text_label_of(const char *standard, char *label, size_t size)
{
    (void)snprintf(label, size, "RFC %s", strcmp(standard, "iri") == 0 ? "3987" : standard);
    return label;
}

static void put_answers(struct output *o, const struct report *r, const struct palette *p)
{
    const trawl_verdict *v = r->verdict;
    const char *last = "";
    char label[16];

    for (int i = 0; i < STANDARDS; i++)
        put_answer(o, p, standards[i].label, (v->valid & standards[i].bit) != 0);
    for (unsigned i = 0; i < v->refusals; i++) {
        bool own = true; /* the RFC of the scheme */

        for (int k = 0; k < STANDARDS; k++)
            own = own && strcmp(v->refusal[i].standard, standards[k].name) != 0;
        if (own && strcmp(v->refusal[i].standard, last) != 0) {
            last = v->refusal[i].standard;
            put_answer(o, p, text_label_of(last, label, sizeof label), 0);
        }
    }
    if (v->valid & TRAWL_STANDARD_SCHEME)
        put_answer(o, p, text_label_of(v->own, label, sizeof label), 1);
}

/* Returns true for refusals that differ in their standard only. */
static bool are_alike(const trawl_refusal *a, const trawl_refusal *b)
{
    return a->at == b->at && a->code == b->code && strcmp(a->why, b->why) == 0;
}

/* Writes the sections of refusal i and of those like it: " (RFC 1738 2.2, RFC 3986 2)". */
static void put_sources(struct output *o, const trawl_verdict *v, unsigned i)
{
    const char *separator = " (";
    char label[16];

    for (unsigned k = i; k < v->refusals; k++) {
        if (!are_alike(&v->refusal[i], &v->refusal[k]) || v->refusal[k].section[0] == '\0')
            continue;
        output_printf(o, "%s%s %s", separator,
                      text_label_of(v->refusal[k].standard, label, sizeof label),
                      v->refusal[k].section);
        separator = ", ";
    }
    if (separator[0] == ',')
        output_byte(o, ')');
}

/* Writes "bad-char at byte 20: ... (RFC 1738 2.2)". */
static void put_reason(struct output *o, const struct report *r, const struct palette *p,
                       unsigned i)
{
    const trawl_refusal *refusal = &r->verdict->refusal[i];

    output_spaces(o, INDENT);
    output_printf(o, "%s%s%s at ", p->bad, trawl_code_name(refusal->code), p->plain);
    if (refusal->at < r->url.n)
        output_printf(o, "byte %" PRIu64 ": %s", refusal->at, refusal->why);
    else
        output_printf(o, "the end: %s", refusal->why);
    put_sources(o, r->verdict, i);
    output_byte(o, '\n');
}

static void put_refusals(struct output *o, const struct report *r, const struct palette *p)
{
    const trawl_verdict *v = r->verdict;
    unsigned done = 0; /* a bit for each refusal that is written */

    for (unsigned first = 0; first < v->refusals; first++) {
        if (done & 1u << first)
            continue;
        output_byte(o, '\n');
        if (r->url.n > 0)
            caret_show(o, INDENT, r->url, (size_t)v->refusal[first].at, p->good, p->plain);
        for (unsigned i = first; i < v->refusals; i++) {
            if ((done & 1u << i) || v->refusal[i].at != v->refusal[first].at)
                continue;
            put_reason(o, r, p, i);
            for (unsigned k = i; k < v->refusals; k++)
                if (are_alike(&v->refusal[i], &v->refusal[k]))
                    done |= 1u << k;
        }
    }
}

void report_text(struct output *o, const struct report *r)
{
    const struct palette *p = &palettes[r->colour];

    if (r->number > 0)
        output_byte(o, '\n');
    output_text(o, p->strong);
    text_put_text(o, r->url);
    output_text(o, p->plain);
    output_byte(o, '\n');
    text_put_label_of_url(o, r);
    text_put_parts(o, r);
    text_put_form(o, "canonical", r->canonical, r->bare);
    text_put_form(o, "ascii", r->ascii, r->bare);
    text_put_cautions(o, r->verdict->flags, p);
    put_answers(o, r, p);
    put_refusals(o, r, p);
}

/* Writes one part of the URL, or "(absent)". */
static void put_side(struct output *o, const char *label, const struct report *r, int part)
{
    text_put_label(o, label);
    if (report_has(r, part))
        text_put_text(o, report_span(r, r->verdict->part[part]));
    else
        output_text(o, "(absent)");
    output_byte(o, '\n');
}

void report_difference(struct output *o, const struct report *a, const struct report *b)
{
    for (int part = 0; part < TRAWL_PART_COUNT; part++) {
        trawl_str x = report_span(a, a->verdict->part[part]),
                  y = report_span(b, b->verdict->part[part]);

        if (part == TRAWL_PART_ADDRESSES || part == TRAWL_PART_FIELDS || /* in path and query */
            (report_has(a, part) == report_has(b, part) && report_same(x, y)))
            continue;
        put_side(o, trawl_part_name(part), a, part);
        put_side(o, "", b, part);
    }
}
