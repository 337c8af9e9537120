/* part.c - decides by Content-Type and Content-Transfer-Encoding how to read a part (RFC 2045,
 * 2046, 2387, 3676, 6350, 5545)
 *
 * A multipart or a message opens a level, a text is passed to the reader, anything else is skipped.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "base/out.h"
#include "mail/message/inside.h"

/* The first matching row counts. */
static const struct {
    const char *type; /* a type that ends with "/" is a prefix */
    walk_kind kind;
} types[] = {
    {"text/plain", WALK_PLAIN},
    {"text/html", WALK_PAGE},
    {"text/x-amp-html", WALK_PAGE},
    {"image/svg+xml", WALK_XML},
    {"multipart/alternative", WALK_ALTERNATIVE},
    {"multipart/digest", WALK_DIGEST},
    {"multipart/", WALK_MULTIPART},
    {"message/rfc822", WALK_MESSAGE},
    {"message/rfc-822", WALK_MESSAGE},
    {"message/x-rfc822", WALK_MESSAGE},
    {"message/global", WALK_MESSAGE},
    {"message/news", WALK_MESSAGE},
    {"message/partial", WALK_PARTIAL},
    {"message/external-body", WALK_LINKLESS},
    {"message/", WALK_ANY_TEXT},
    {"application/xhtml+xml", WALK_XHTML},
    {"application/xml", WALK_XML},
    {"text/xml", WALK_XML},
    {"text/enriched", WALK_ENRICHED},
    {"text/richtext", WALK_ENRICHED},
    {"text/uri-list", WALK_URI_LIST},
    {"text/calendar", WALK_FOLDED},
    {"text/vcard", WALK_FOLDED},
    {"text/x-vcard", WALK_FOLDED},
    {"text/directory", WALK_FOLDED},
    {"text/", WALK_ANY_TEXT},
    /* Programs that show these follow no links in them. */
    {"image/", WALK_LINKLESS},
    {"audio/", WALK_LINKLESS},
    {"video/", WALK_LINKLESS},
    {"font/", WALK_LINKLESS},
    {"model/", WALK_LINKLESS},
    {"application/pgp-signature", WALK_LINKLESS},
    {"application/pgp-encrypted", WALK_LINKLESS},
    {"application/pgp-keys", WALK_LINKLESS},
    {"application/pkcs7-signature", WALK_LINKLESS},
    {"application/x-pkcs7-signature", WALK_LINKLESS},
};

/* How to read an attachment of another type, by the end of its file name. WALK_MESSAGE: a text that
 * may be a message or a mailbox. */
static const struct {
    const char *end;
    walk_kind kind;
} names[] = {
    {".html", WALK_PAGE},    {".htm", WALK_PAGE},     {".xhtml", WALK_XHTML},
    {".xht", WALK_XHTML},    {".shtml", WALK_PAGE},   {".svg", WALK_XML},
    {".url", WALK_ANY_TEXT}, {".txt", WALK_ANY_TEXT}, {".xml", WALK_XML},
    {".ics", WALK_FOLDED},   {".vcf", WALK_FOLDED},   {".eml", WALK_MESSAGE},
    {".mht", WALK_MESSAGE},  {".mbox", WALK_MESSAGE}, {".mhtml", WALK_MESSAGE},
};

static walk_level *innermost(walk *w)
{
    return w->around.depth > 0 ? &w->around.levels[w->around.depth - 1] : NULL;
}

static bool is_multipart(walk_kind kind)
{
    return kind == WALK_MULTIPART || kind == WALK_ALTERNATIVE || kind == WALK_DIGEST;
}

/* ---- Reading the header ---- */

/* Sets `value` to the parameter `name` of a field, or to empty if there is none. */
static int get_parameter_of(walk *w, const buffer *field, buffer *value, const char *name)
{
    bool there;

    return params_get(&w->words, value, &there, field->p, field->n, name);
}

static int get_parameter(walk *w, buffer *value, const char *name)
{
    return get_parameter_of(w, &w->part.content_type, value, name);
}

/* Sets how to read the lines of text/plain, by its parameters format and delsp (RFC 3676). */
static int part_read_format(walk *w, walk_type *t)
{
    int failed = get_parameter(w, &w->value, "format");

    t->flowed = !failed && ascii_is_word_of("flowed", w->value.p, w->value.n);
    if (t->flowed)
        failed = get_parameter(w, &w->value, "delsp");
    if (!failed && t->flowed && ascii_is_word_of("yes", w->value.p, w->value.n))
        t->as.rule = LINES_DELSP;
    return failed;
}

static walk_kind part_kind_of(const buffer *type)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        size_t n = strlen(types[i].type);
        if ((types[i].type[n - 1] == '/' ? type->n >= n : type->n == n) &&
            memcmp(type->p, types[i].type, n) == 0)
            return types[i].kind;
    }
    return WALK_OTHER;
}

static int part_rank_of(walk *w, const char *type, size_t n)
{
    walk_kind kind = params_value(&w->value, type, n) ? WALK_OTHER : part_kind_of(&w->value);

    return kind <= WALK_LINKLESS ? 0 : kind < WALK_PLAIN ? 3 : kind < WALK_PAGE ? 1 : 2;
}

bool walk_outranks(walk *w, trawl_str type)
{
    const buffer *old = &w->part.content_type;

    return old->n > 0 && part_rank_of(w, type.p, type.n) > part_rank_of(w, old->p, old->n);
}

/* Returns how to read a file with this name, or WALK_OTHER. Blanks and full stops at the end of the
 * name do not count: Windows drops them. */
static walk_kind kind_of_name(trawl_str name)
{
    while (name.n > 0 && ((unsigned char)name.p[name.n - 1] <= ' ' || name.p[name.n - 1] == '.'))
        name.n--;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const size_t k = strlen(names[i].end);
        if (name.n > k && ascii_same(name.p + name.n - k, names[i].end, k))
            return names[i].kind;
    }
    return WALK_OTHER;
}

bool walk_named(trawl_str name)
{
    return kind_of_name(name) >= WALK_PLAIN;
}

bool walk_named_page(trawl_str name)
{
    const walk_kind kind = kind_of_name(name);

    return kind == WALK_PAGE || kind == WALK_XHTML;
}

/* Sets w->value to the name of the part's file in Content-Type (k 0) or Content-Disposition (1). */
static int part_file_name(walk *w, unsigned k)
{
    return k == 0 ? get_parameter(w, &w->value, "name")
                  : get_parameter_of(w, &w->part.disposition, &w->value, "filename");
}

/* Sets the kind of an attachment by its file name, if that shows one. */
static int part_read_name(walk *w, walk_type *t)
{
    int failed = TRAWL_OK;

    for (unsigned k = 0; k < 2 && !failed; k++) {
        failed = part_file_name(w, k);
        walk_kind kind = failed ? WALK_OTHER : kind_of_name(buffer_text(&w->value));
        t->kind = kind >= WALK_PLAIN ? kind : t->kind;
    }
    return failed;
}

/* Returns true when a field may name a file: with a ".", an encoded "." or an encoded word. */
static bool has_dot(const buffer *field)
{
    return field->n > 0 && (memchr(field->p, '.', field->n) || memchr(field->p, '*', field->n) ||
                            memchr(field->p, '?', field->n));
}

/* Sets *may to true if the name of a text shows that it may be a message or a mailbox. k is as for
 * part_file_name(). */
static int part_may_be_mail(walk *w, unsigned k, bool *may)
{
    const bool named = has_dot(k == 0 ? &w->part.content_type : &w->part.disposition);
    int failed = named ? part_file_name(w, k) : TRAWL_OK;

    if (named && !failed)
        *may = *may || kind_of_name(buffer_text(&w->value)) == WALK_MESSAGE;
    return failed;
}

/* Returns the type to use in place of a type without "/". */
static const char *whole_type(const walk *w, const buffer *type)
{
    if (type->n == 9 && memcmp(type->p, "multipart", 9) == 0)
        return "multipart/mixed";
    return w->part.content_type.n == 0 && w->part.by_default ? "message/rfc822" : "text/plain";
}

/* Parses the fields into *t. */
static int read_fields(walk *w, walk_type *t)
{
    int failed = params_value(&t->type, w->part.content_type.p, w->part.content_type.n);

    if (!failed)
        failed = params_value(&t->encoding, w->part.transfer.p, w->part.transfer.n);
    if (!failed)
        failed = get_parameter(w, &t->charset, "charset");
    if (!failed && (t->type.n == 0 || !memchr(t->type.p, '/', t->type.n))) {
        const char *other = whole_type(w, &t->type);
        t->type.n = 0;
        failed = buffer_put(&t->type, other, strlen(other));
    }
    if (failed)
        return failed;
    t->kind = part_kind_of(&t->type);
    t->named = t->kind <= WALK_LINKLESS && !ascii_begins(t->type.p, t->type.n, "message/");
    t->mail = false;
    failed = t->named               ? part_read_name(w, t)
             : t->kind < WALK_PLAIN ? TRAWL_OK
                                    : part_may_be_mail(w, 0, &t->mail);
    if (failed)
        return failed;
    t->flowed = false;
    t->as = (reader_text){.transfer = transfer_find(w->part.transfer.p, w->part.transfer.n),
                          .charset = t->charset.n > 0 ? names_find(t->charset.p, t->charset.n)
                                                      : w->set.charset,
                          .undeclared = t->encoding.n == 0,
                          .trusted = t->charset.n == 0,
                          .part = true,
                          .rule = t->kind == WALK_FOLDED ? LINES_FOLDED : LINES_PLAIN,
                          .page = t->kind >= WALK_PAGE && t->kind <= WALK_XML,
                          .xml = t->kind == WALK_XHTML || t->kind == WALK_XML,
                          .enriched = t->kind == WALK_ENRICHED,
                          .uri_list = t->kind == WALK_URI_LIST && (w->set.find & TRAWL_FIND_URL)};
    return t->kind == WALK_PLAIN ? part_read_format(w, t) : TRAWL_OK;
}

/* Returns true if t was read from the fields of this header. */
static bool part_is_same(const walk *w, const walk_type *t)
{
    const buffer *type = &w->part.content_type, *code = &w->part.transfer;

    return t->type_n == type->n && t->fields.n == type->n + code->n &&
           memcmp(t->fields.p, type->p, type->n) == 0 &&
           (code->n == 0 || memcmp(t->fields.p + type->n, code->p, code->n) == 0);
}

/* Sets w->type to the parsed fields of the header. Caches text types whose fields are short. */
static int read_type(walk *w)
{
    const buffer *type = &w->part.content_type, *code = &w->part.transfer;
    walk_type *t = &w->part.types[w->part.type_next];
    int failed;

    for (unsigned i = 0; i < WALK_TYPES && type->n > 0; i++) {
        w->part.type = &w->part.types[i];
        if (part_is_same(w, w->part.type))
            return TRAWL_OK;
    }
    w->part.type = t;
    t->fields.n = t->type_n = 0;
    failed = read_fields(w, t);
    if (failed || t->named || t->kind < WALK_PLAIN || type->n == 0 || type->n + code->n > 128)
        return failed;
    w->part.type_next = (w->part.type_next + 1) % WALK_TYPES;
    t->type_n = type->n;
    failed = buffer_put(&t->fields, type->p, type->n);
    return failed ? failed : buffer_put(&t->fields, code->p, code->n);
}

/* Appends a number to the path of the part: "12", or ".12" after another number. Returns the new
 * length. */
static size_t add_number(walk *w, size_t n, unsigned number)
{
    text_out out = {w->around.path, sizeof w->around.path, n};

    if (n > 0)
        out_byte(&out, '.');
    out_number(&out, number);
    return out.len;
}

/* Makes the part's path. For a part of a multipart, it is the multipart's path and the part's
 * number; for a message's body, the message's path, and 1 unless the body is a multipart. */
static void know_path(walk *w)
{
    const walk_level *level = innermost(w);
    size_t n = level ? level->path_n : 0;

    if (level && is_multipart(level->kind))
        n = add_number(w, n, level->parts);
    else if (!is_multipart(w->part.type->kind))
        n = add_number(w, n, 1);
    CHECK(n <= sizeof w->around.path);
    w->around.path_n = n;
}

void walk_number_message(walk *w, unsigned number)
{
    walk_level *level = innermost(w);

    w->around.path_n = level->path_n = add_number(w, level->path_n, number);
    CHECK(w->around.path_n <= sizeof w->around.path);
}

/* Sets w->name to the name of the part's file, if the caller wants more than links. */
static int know_name(walk *w)
{
    int failed = TRAWL_OK;

    w->part.name.n = 0;
    if (events_wants(w->g, TRAWL_WANT_TEXT) && w->part.disposition.n > 0)
        failed = get_parameter_of(w, &w->part.disposition, &w->part.name, "filename");
    if (!failed && events_wants(w->g, TRAWL_WANT_TEXT) && w->part.name.n == 0)
        failed = get_parameter(w, &w->part.name, "name");
    return failed;
}

int walk_know_part(walk *w)
{
    int failed = read_type(w);

    if (!failed)
        failed = know_name(w);
    if (failed)
        return failed;
    w->around.parts++;
    w->part.known = true;
    if (!events_wants(w->g, TRAWL_WANT_LINK))
        return TRAWL_OK;
    know_path(w);
    w->part.is = (trawl_mail_part){
        .size = sizeof w->part.is,
        .path = {w->around.path, w->around.path_n},
        .type = buffer_text(&w->part.type->type),
        .charset = buffer_text(&w->part.type->charset),
        .encoding = buffer_text(&w->part.type->encoding),
        .depth = w->around.depth,
        .name = buffer_text(&w->part.name),
    };
    return events_part(w->g, &w->part.is);
}

/* ---- Beginning a body ---- */

static int begin_skip(walk *w, int reason)
{
    w->state = WALK_SKIP;
    w->reason = reason;
    return 0;
}

int walk_skip_parts(walk *w, uint64_t at)
{
    (void)begin_skip(w, TRAWL_SKIP_LIMIT);
    return events_limit(w->g, "parts after the first 10000 of a message are not read", at);
}

static int skip_deep(walk *w, uint64_t at)
{
    (void)begin_skip(w, TRAWL_SKIP_LIMIT);
    return events_limit(w->g, "parts nested deeper than 100 are not read", at);
}

/* Returns the base of partial URLs: the part's own base, or the base of the part that contains it
 * (RFC 2557 section 5). */
static trawl_str part_base_of(walk *w)
{
    const walk_level *level = innermost(w);

    if (w->header.has_base)
        return buffer_text(&w->part.base);
    return level && level->base_n > 0 ? (trawl_str){w->around.bases.p + level->base, level->base_n}
                                      : (trawl_str){"", 0};
}

/* Opens a level; the paths of its parts will begin with the current path. */
static int part_push(walk *w, walk_kind kind)
{
    walk_level level = {
        .kind = kind, .path_n = w->around.path_n, .boundary = w->around.boundaries.n};
    const walk_level *outer;

    if (!memory_grow(&w->g->m, &w->around.levels, &w->around.levels_size, w->around.depth + 1,
                     sizeof level))
        return TRAWL_ERROR_NO_MEMORY;
    outer = innermost(w);
    if (outer) {
        level.base = outer->base;
        level.base_n = outer->base_n;
    }
    w->around.bases.n = level.base + level.base_n;
    if (w->header.has_base) {
        level.base = w->around.bases.n;
        level.base_n = w->part.base.n;
        if (buffer_put(&w->around.bases, w->part.base.p, w->part.base.n))
            return TRAWL_ERROR_NO_MEMORY;
    }
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): memory_grow() has made it */
    w->around.levels[w->around.depth++] = level;
    return TRAWL_OK;
}

static int begin_multipart(walk *w, uint64_t at)
{
    static const char long_boundary[] =
        "a boundary is longer than 4096 bytes, so its multipart is read as one text";
    walk_level *level;
    int failed = get_parameter(w, &w->value, "boundary");

    if (!failed)
        failed = part_push(w, w->part.type->kind);
    if (failed)
        return failed;
    level = innermost(w);
    if (w->part.type->kind == WALK_ALTERNATIVE && w->around.alternative == 0) {
        w->around.alternative = w->around.depth;
        seen_urls_begin(&w->seen_urls);
        w->g->seen_urls = &w->seen_urls;
    }
    level->boundary_n = w->value.n <= TRAWL_MAIL_BOUNDARY ? w->value.n : 0;
    w->state = WALK_PREAMBLE;
    w->held.preamble.n = 0;
    w->held.preamble_at = at;
    if (level->boundary_n < w->value.n)
        failed = events_limit(w->g, long_boundary, at);
    return failed ? failed : buffer_put(&w->around.boundaries, w->value.p, level->boundary_n);
}

static int part_begin_message(walk *w, uint64_t at)
{
    int failed = part_push(w, WALK_MESSAGE);

    walk_begin_header(w, at, false);
    return failed;
}

/* Begins an encoded message. An encoded message inside another one is read as a page, not as a
 * message. */
static int begin_encoded_message(walk *w, uint64_t at)
{
    int stop;

    if (!w->inside) {
        stop = part_push(w, WALK_MESSAGE);
        return stop ? stop : encoded_begin(w, false, at);
    }
    stop = events_limit(w->g, "an encoded message in another one is read as one page", at);
    w->part.type->as.page = true;
    return stop ? stop : walk_begin_text(w, at);
}

/* Begins a part whose type does not show whether it is a message or text; its first bytes will show
 * it. In an encoded message, only whether it is text: its bytes are apart in the source. */
static int begin_attachment(walk *w, uint64_t at)
{
    if (!events_wants(w->g, TRAWL_WANT_LINK))
        know_path(w);
    w->part.type->as.binary = walk_name_unread(w);
    w->part.type->as.closed = w->inside || w->around.depth == TRAWL_MAIL_DEPTH;
    if (w->part.type->as.closed)
        return walk_begin_text(w, at);
    attached_begin(w, at);
    return 0;
}

/* Begins a text, whose name may show that it is a message. */
static int begin_named_text(walk *w, uint64_t at)
{
    bool mail = w->part.type->mail;
    int stop = mail || w->part.disposition.n == 0 ? 0 : part_may_be_mail(w, 1, &mail);

    if (stop || !mail)
        return stop ? stop : walk_begin_text(w, at);
    if (w->inside || w->around.depth == TRAWL_MAIL_DEPTH) {
        stop = events_limit(w->g, walk_closed_message, at);
        return stop ? stop : walk_begin_text(w, at);
    }
    attached_begin(w, at);
    return 0;
}

const char walk_closed_message[] =
    "a message attached to a message that is encoded or in an attached mailbox is read as one text";

int walk_begin_attached(walk *w, enum trawl_input kind, uint64_t at)
{
    int failed = kind == TRAWL_INPUT_MBOX ? part_push(w, WALK_MESSAGE) : TRAWL_OK;

    if (failed || kind == TRAWL_INPUT_MBOX)
        return failed ? failed : encoded_begin(w, true, at);
    if (kind != TRAWL_INPUT_MAIL)
        return walk_begin_text(w, at);
    return w->part.type->as.transfer != TRANSFER_NONE ? begin_encoded_message(w, at)
                                                      : part_begin_message(w, at);
}

int walk_begin_text(walk *w, uint64_t at)
{
    reader_text as = w->part.type->as;

    as.base = part_base_of(w);
    scan_mode_of(w->t)->flowed = w->part.type->flowed;
    w->state = WALK_TEXT;
    return reader_begin(w->r, &as, at);
}

int walk_begin_body(walk *w, uint64_t at)
{
    int stop = w->part.known ? 0 : walk_know_part(w);
    bool deep = w->around.depth == TRAWL_MAIL_DEPTH;

    w->held.line_start = true;
    if (stop)
        return stop;
    if (w->around.parts > TRAWL_MAIL_PARTS)
        return walk_skip_parts(w, at);
    switch (w->part.type->kind) {
    case WALK_LINKLESS:
        return begin_skip(w, TRAWL_SKIP_ATTACHMENT);
    case WALK_OTHER:
        return begin_attachment(w, at);
    case WALK_MULTIPART:
    case WALK_ALTERNATIVE:
    case WALK_DIGEST:
        return deep ? skip_deep(w, at) : begin_multipart(w, at);
    case WALK_MESSAGE:
        if (w->part.type->as.transfer != TRANSFER_NONE && !deep)
            return begin_encoded_message(w, at);
        break;
    case WALK_PARTIAL: /* only the first fragment has the message's header */
        stop = get_parameter(w, &w->value, "number");
        if (stop || !ascii_is_word_of("1", w->value.p, w->value.n))
            return stop ? stop : walk_begin_text(w, at);
        break;
    default:
        return begin_named_text(w, at);
    }
    return deep ? skip_deep(w, at) : part_begin_message(w, at);
}

int walk_end_part(walk *w, uint64_t to)
{
    int stop;

    switch (w->state) {
    case WALK_TEXT:
        stop = reader_end(w->r, to);
        break;
    case WALK_ENCODED:
        stop = encoded_end(w, to);
        break;
    case WALK_PREAMBLE:
        stop = events_skip(w->g, to, TRAWL_SKIP_PREAMBLE);
        w->held.preamble.n = 0;
        break;
    default:
        stop = events_skip(w->g, to, w->reason);
    }
    w->state = WALK_SKIP;
    w->reason = TRAWL_SKIP_EPILOGUE;
    return stop;
}
