/* columns.c - the columns of read_links and read_mail
 *
 * They have the names of the fields of "trawl -t json". Forms of the URL are computed for the rows
 * that DuckDB takes; other values are stored with the row.
 */
#include "duck.h"

#define BIT(column) (UINT64_C(1) << (column))
#define BODY (BIT(DUCK_BODY_TEXT) | BIT(DUCK_BODY_HTML) | BIT(DUCK_BODY_LINKS))

/* The columns of read_mail are the columns of a message, and then these, in this order. */
static const unsigned char after_message[] = {DUCK_BODY_TEXT,  DUCK_BODY_HTML, DUCK_BODY_LINKS,
                                              DUCK_BODY_LIMIT, FILE_NAME,      FILE_BYTES};

unsigned duck_columns_count(bool mail)
{
    return mail ? URI + 1 - SERIAL + sizeof after_message : COLUMN_COUNT;
}

int duck_column_at(bool mail, unsigned i)
{
    unsigned of_message = URI + 1 - SERIAL;

    return !mail ? (int)i : i < of_message ? (int)(SERIAL + i) : after_message[i - of_message];
}

const char *duck_column_name(int column)
{
    switch (column) {
    case DUCK_BODY_TEXT:
        return "text";
    case DUCK_BODY_HTML:
        return "html";
    case DUCK_BODY_LINKS:
        return "links";
    case DUCK_BODY_LIMIT:
        return "limit";
    default:
        return column_names[column];
    }
}

static const struct duck_member span_members[] = {{"from", DUCKDB_TYPE_BIGINT, false},
                                                  {"to", DUCKDB_TYPE_BIGINT, false}},
                                alt_members[] = {{"url", DUCKDB_TYPE_VARCHAR, false},
                                                 {"why", DUCKDB_TYPE_VARCHAR, false}};

duckdb_logical_type duck_column_type(int column)
{
    switch (column) {
    case SPANS:
        return duck_list_of(duck_struct_of(span_members, 2));
    case ALT:
        return duck_list_of(duck_struct_of(alt_members, 2));
    case FLAGS:
    case VALID:
        return duck_list_of(duck_type(DUCKDB_TYPE_VARCHAR));
    case BYTES:
    case FILE_BYTES:
        return duck_type(DUCKDB_TYPE_BLOB);
    case DUCK_BODY_LINKS:
        return duck_links_type();
    default:
        return duck_type(column_is_number(column) ? DUCKDB_TYPE_BIGINT : DUCKDB_TYPE_VARCHAR);
    }
}

uint64_t duck_column_stored(int column)
{
    return BIT(column < COLUMN_COUNT ? column_source(column) : column);
}

/* Of the columns of read_mail, only those of the body need the text. */
void duck_columns_need(struct options *o, uint64_t stored, bool dated)
{
    columns_need(&o->config, &o->mail, stored);
    if (dated || stored & (BODY | BIT(DUCK_BODY_LIMIT)))
        o->config.want |= TRAWL_WANT_LINK;
    if (stored & BODY)
        o->config.want |= TRAWL_WANT_TEXT;
    if (stored & BIT(DUCK_BODY_LINKS))
        o->config.options |= TRAWL_OPTION_OTHER_ENDS;
}

/* ---- Storing ---- */

static void columns_word(struct duck_store *s, enum columns_column column, const char *word)
{
    duck_store_text(s, column, (trawl_str){word, strlen(word)});
}

void duck_columns_message(struct duck_store *s, const trawl_mail_message *message, trawl_str file)
{
    duck_store_text(s, FILE_NAME, file);
    if (message->number == 0)
        return;
    duck_store_number(s, SERIAL, message->number);
    duck_store_number(s, OFFSET, message->offset);
    if (message->time_iso.n > 0)
        duck_store_number(s, TIME, (uint64_t)message->time);
#define PUT(column, name) duck_store_any(s, column, message->name);
    COLUMNS_OF_LINKS(COLUMN_SKIP, COLUMN_SKIP, COLUMN_SKIP, PUT)
#undef PUT
}

/* Stores the other readings of a link: for each, why it is a reading, and its URL. */
static void columns_readings(struct duck_store *s, const trawl_link *link)
{
    duck_store_list(s, ALT, link->alt_count, (trawl_str){NULL, 0});
    for (unsigned i = 0; i < link->alt_count && s->stored & BIT(ALT); i++) {
        const trawl_alt *alt = &link->alts[i];

        s->failed |= !duck_add(&s->texts, &alt->why, sizeof alt->why);
        s->failed |= !duck_add(&s->texts, &alt->url.n, sizeof alt->url.n);
        s->failed |= !duck_add(&s->texts, alt->url.p, alt->url.n);
    }
}

void duck_columns_link(struct duck_store *s, const trawl_event *e, trawl_str file)
{
    const trawl_link *link = e->link;
    struct places places = {0}; /* places in a file are bytes */
    uint64_t start, end;

    duck_store_add(s);
    duck_store_text(s, URL, link->url);
    columns_word(s, KIND, trawl_kind_name(link->kind));
    duck_store_text(s, RAW, link->raw);
    duck_store_list(s, SPANS, link->span_count,
                    (trawl_str){(const char *)link->spans, link->span_count * sizeof *link->spans});
    if (places_find(&places, link, &start, &end)) {
        duck_store_number(s, START, start);
        duck_store_number(s, END, end);
    }
    duck_store_number(s, LINE, link->line);
    duck_store_number(s, COLUMN, link->column);
    duck_store_number(s, QUOTE, link->quote);
    duck_store_number(s, FLAGS, link->flags);
    columns_readings(s, link);
    if (e->part->type.n > 0)
        duck_store_text(s, PART, e->part->path);
    duck_store_any(s, TYPE, e->part->type);
    duck_store_any(s, HEADER, e->field);
    if (link->zone)
        columns_word(s, ZONE, trawl_zone_name(link->zone));
#define PUT(column, name) duck_store_any(s, column, link->name);
    TEXTS_OF_LINKS(PUT)
#undef PUT
    duck_columns_message(s, e->message, file);
}

/* ---- Writing to vectors ---- */

static void columns_put_numbers(const struct duck_store *s, int column, duckdb_vector v, uint64_t n)
{
    int64_t *to = duckdb_vector_get_data(v);

    for (uint64_t row = 0; row < n; row++) {
        const struct duck_cell *cell = duck_store_cell(s, row, column);

        to[row] = (int64_t)cell->number;
        if (!cell->known)
            duck_null(v, row);
    }
}

/* Writes a column of texts. In `bytes` and `file_bytes`, a text that is UTF-8 becomes NULL. */
static int columns_put_texts(const struct duck_store *s, int column, duckdb_vector v, uint64_t n)
{
    int error = TRAWL_OK;
    bool bytes = column == BYTES || column == FILE_BYTES;
    int source = column < COLUMN_COUNT ? column_source(column) : column;

    for (uint64_t row = 0; row < n && error == TRAWL_OK; row++) {
        trawl_str text = duck_store_get(s, duck_store_cell(s, row, source));

        if (bytes && text_clean(text) == text.n)
            text.p = NULL;
        error = bytes ? duck_blob(v, row, text) : duck_text(v, row, text);
    }
    return error;
}

static int columns_put_forms(const struct duck_store *s, int column, duckdb_vector v, uint64_t n,
                             struct duck_bytes *forms)
{
    int error = TRAWL_OK;

    for (uint64_t row = 0; row < n && error == TRAWL_OK; row++)
        error = duck_put_form(v, row, column_rows[column].form,
                              duck_store_get(s, duck_store_cell(s, row, URL)), forms);
    return error;
}

static int columns_put_words(const struct duck_store *s, int column, duckdb_vector v, uint64_t n)
{
    struct duck_list list;
    int valid = 0;

    duck_list_open(&list, v);
    for (uint64_t row = 0; row < n && valid >= 0; row++) {
        const struct duck_cell *cell = duck_store_cell(s, row, column_source(column));
        trawl_str url = duck_store_get(s, cell);

        if (column == FLAGS)
            duck_list_flags(&list, row, cell->number);
        else if ((valid = trawl_standards(url.p, url.n, NULL)) >= 0)
            duck_list_standards(&list, row, (unsigned)valid);
    }
    duck_list_close(&list);
    return valid < 0 ? valid : TRAWL_OK;
}

static void columns_write_spans(const struct duck_store *s, duckdb_vector v, uint64_t n)
{
    duckdb_vector from, to;
    struct duck_list list;

    duck_list_open(&list, v);
    from = duckdb_struct_vector_get_child(list.child, 0);
    to = duckdb_struct_vector_get_child(list.child, 1);
    for (uint64_t row = 0; row < n; row++) {
        const struct duck_cell *cell = duck_store_cell(s, row, SPANS);
        uint64_t first = list.n;

        for (size_t i = 0; i < cell->n; i++) {
            uint64_t at = duck_list_add(&list);
            trawl_span span;

            memcpy(&span, s->texts.p + cell->number + i * sizeof span, sizeof span);
            ((int64_t *)duckdb_vector_get_data(from))[at] = (int64_t)span.from;
            ((int64_t *)duckdb_vector_get_data(to))[at] = (int64_t)span.to;
        }
        duck_list_set(&list, row, first);
    }
    duck_list_close(&list);
}

static int columns_put_readings(const struct duck_store *s, duckdb_vector v, uint64_t n)
{
    duckdb_vector url, why;
    struct duck_list list;
    int error = TRAWL_OK;

    duck_list_open(&list, v);
    url = duckdb_struct_vector_get_child(list.child, 0);
    why = duckdb_struct_vector_get_child(list.child, 1);
    for (uint64_t row = 0; row < n && error == TRAWL_OK; row++) {
        const struct duck_cell *cell = duck_store_cell(s, row, ALT);
        const char *p = s->texts.p + cell->number;
        uint64_t first = list.n;

        for (size_t i = 0; i < cell->n && error == TRAWL_OK; i++) {
            uint64_t at = duck_list_add(&list);
            int reason;
            size_t size;

            memcpy(&reason, p, sizeof reason);
            memcpy(&size, p + sizeof reason, sizeof size);
            p += sizeof reason + sizeof size;
            error = duck_text(url, at, (trawl_str){p, size});
            duck_word(why, at, trawl_why_name(reason));
            p += size;
        }
        duck_list_set(&list, row, first);
    }
    duck_list_close(&list);
    return error;
}

/* Writes the links of messages. */
static int columns_put_links(const struct duck_store *s, duckdb_vector v, uint64_t n,
                             struct duck_bytes *forms)
{
    struct duck_links links;
    int error = TRAWL_OK;

    duck_links_open(&links, v);
    for (uint64_t row = 0; row < n && error == TRAWL_OK; row++) {
        const struct duck_cell *cell = duck_store_cell(s, row, DUCK_BODY_LINKS);
        const char *p = s->texts.p + cell->number;
        uint64_t first = links.list.n;

        for (size_t i = 0; i < cell->n && error == TRAWL_OK; i++) {
            struct duck_mail_link kept;
            struct duck_link link;

            memcpy(&kept, p, sizeof kept);
            p += sizeof kept;
            link = (struct duck_link){{p, kept.n}, kept.kind, kept.body >= 0,
                                      kept.start,  kept.end,  kept.flags};
            error = duck_links_add(&links, &link, forms);
            p += kept.n;
        }
        duck_list_set(&links.list, row, first);
    }
    duck_links_close(&links);
    return error;
}

int duck_columns_put(const struct duck_store *s, int column, duckdb_vector v, uint64_t n,
                     struct duck_bytes *forms)
{
    if (column == DUCK_BODY_LINKS)
        return columns_put_links(s, v, n, forms);
    if (column == FLAGS || column == VALID)
        return columns_put_words(s, column, v, n);
    if (column < COLUMN_COUNT && column_rows[column].form)
        return columns_put_forms(s, column, v, n, forms);
    if (column == ALT)
        return columns_put_readings(s, v, n);
    if (column != SPANS && !column_is_number(column))
        return columns_put_texts(s, column, v, n);
    if (column == SPANS)
        columns_write_spans(s, v, n);
    else
        columns_put_numbers(s, column, v, n);
    return TRAWL_OK;
}

/* ---- Rows that are kept until DuckDB takes them ----
 *
 * DuckDB asks for rows, but the library sends events, and one block of the input gives any number
 * of rows. The rows consist of cells of one size. Their texts follow each other in another
 * buffer. */

void duck_store_open(struct duck_store *s, uint64_t stored)
{
    *s = (struct duck_store){.stored = stored};
    for (int i = 0; i < DUCK_COLUMNS; i++) {
        s->place[i] = (unsigned char)s->cells;
        s->cells += stored >> i & 1;
    }
}

void duck_store_free(struct duck_store *s)
{
    (void)duck_resize(NULL, s->rows.p, 0);
    (void)duck_resize(NULL, s->texts.p, 0);
    s->rows = s->texts = (struct duck_bytes){0};
}

void duck_store_add(struct duck_store *s)
{
    const struct duck_cell null = {0};

    for (unsigned i = 0; i < s->cells; i++)
        s->failed |= !duck_add(&s->rows, &null, sizeof null);
    s->count++;
}

/* Returns the cell of the last row, or NULL. */
static struct duck_cell *store_last(struct duck_store *s, int column)
{
    if (s->failed || !(s->stored >> column & 1))
        return NULL;
    return (struct duck_cell *)(void *)s->rows.p + (s->count - 1) * s->cells + s->place[column];
}

void duck_store_number(struct duck_store *s, int column, uint64_t number)
{
    struct duck_cell *cell = store_last(s, column);

    if (cell)
        *cell = (struct duck_cell){number, 0, true};
}

void duck_store_list(struct duck_store *s, int column, unsigned count, trawl_str bytes)
{
    struct duck_cell *cell = store_last(s, column);

    if (!cell)
        return;
    *cell = (struct duck_cell){s->texts.n, count, true};
    s->failed |= !duck_add(&s->texts, bytes.p, bytes.n);
}

void duck_store_text(struct duck_store *s, int column, trawl_str text)
{
    struct duck_cell *cell = store_last(s, column);

    if (!cell)
        return;
    *cell = (struct duck_cell){s->texts.n, text.n, true};
    s->failed |= !duck_add(&s->texts, text.p, text.n);
}

void duck_store_any(struct duck_store *s, int column, trawl_str text)
{
    if (text.n > 0)
        duck_store_text(s, column, text);
}

const struct duck_cell *duck_store_cell(const struct duck_store *s, uint64_t row, int column)
{
    return (const struct duck_cell *)(const void *)s->rows.p + (s->next + row) * s->cells +
           s->place[column];
}

trawl_str duck_store_get(const struct duck_store *s, const struct duck_cell *cell)
{
    return (trawl_str){!cell->known ? NULL : cell->n > 0 ? s->texts.p + cell->number : "", cell->n};
}

/* If only the last row is left, and it is that of a message that has not ended, its texts are
 * kept. */
void duck_store_drop(struct duck_store *s, uint64_t n)
{
    size_t size = s->cells * sizeof(struct duck_cell);

    s->next += n;
    if (s->next == s->count) {
        s->rows.n = s->texts.n = 0;
        s->next = s->count = 0;
    } else if (s->next + 1 == s->count && s->next > 0 && size > 0) {
        struct duck_cell *last = (struct duck_cell *)(void *)s->rows.p;
        size_t first = SIZE_MAX;

        memmove(last, s->rows.p + s->next * size, size);
        s->rows.n = size;
        s->next = 0;
        s->count = 1;
        for (unsigned i = 0; i < s->cells; i++)
            if (last[i].n > 0 && last[i].number < first)
                first = last[i].number;
        if (first > s->texts.n)
            first = s->texts.n;
        memmove(s->texts.p, s->texts.p + first, s->texts.n - first);
        s->texts.n -= first;
        for (unsigned i = 0; i < s->cells; i++)
            if (last[i].n > 0)
                last[i].number -= first;
    }
}
