/* find_where.c - where a link stands, in records of json and tsv; see find_where.h */
#include "cli/find_where.h"

#include <string.h>

#include "cli/find.h"
#include "cli/json_put.h"

enum { FILE_KNOWN = 1 << 0, MESSAGE_KNOWN = 1 << 1, PART_KNOWN = 1 << 2, ALL_KNOWN = (1 << 3) - 1 };

void find_where_begin(struct find_where *w)
{
    w->known = 0;
}

void find_where_event(struct find_where *w, const trawl_event *e)
{
    w->known &= e->type == TRAWL_PART ? FILE_KNOWN | MESSAGE_KNOWN : FILE_KNOWN;
}

void find_where_close(struct find_where *w)
{
    reply_free(&w->file);
    reply_free(&w->message);
    reply_free(&w->part);
}

/* ---- JSON ---- */

/* A member that is left out where there is nothing to say. */
#define PUT_IF_ANY(to, key, s) ((s).n > 0 ? JSON_PUT_MEMBER(to, key, s) : (to))

static char *json_file(char *to, trawl_str name)
{
    return name.p ? JSON_PUT_MEMBER(to, ",\"file\":", name) : to;
}

/* Behind its number, which may not be known yet. */
static char *json_message(char *to, const trawl_mail_message *m)
{
    if (!m)
        return to;
    to = put_number(PUT(to, ",\"offset\":"), m->offset);
    to = PUT_IF_ANY(to, ",\"id\":", m->id);
    to = PUT_IF_ANY(to, ",\"date\":", m->date);
    to = PUT_IF_ANY(to, ",\"date_iso\":", m->date_iso);
    to = PUT_IF_ANY(to, ",\"from\":", m->from);
    to = PUT_IF_ANY(to, ",\"subject\":", m->subject);
    return PUT(to, "}");
}

static char *json_part(char *to, const trawl_mail_part *part)
{
    return part ? JSON_PUT_MEMBER(JSON_PUT_MEMBER(to, ",\"part\":", part->path), ",\"type\":", part->type) : to;
}

/* ---- A table ---- */

static char *put_column(char *to, trawl_str s)
{
    *to++ = '\t';
    return s.n > 0 ? printable_put_tsv(to, s.p, s.n) : PUT(to, "\\N");
}

/* A file's name may be empty. */
static char *tsv_file(char *to, trawl_str name)
{
    return name.p ? printable_put_tsv(PUT(to, "\t"), name.p, name.n) : PUT(to, "\t\\N");
}

static char *tsv_message(char *to, const trawl_mail_message *m)
{
    if (!m)
        return PUT(to, "\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N");
    to = put_number(PUT(to, "\t"), m->offset);
    return put_column(put_column(put_column(put_column(to, m->id), m->date_iso), m->from), m->subject);
}

static char *tsv_part(char *to, const trawl_mail_part *part)
{
    return part ? put_column(put_column(to, part->path), part->type) : PUT(to, "\t\\N\t\\N");
}

/* ---- What is kept ---- */

/* So much room the longest escape of a byte takes, and so much what stands around texts: put_blocks() reads beyond them. */
#define EACH 6
#define AROUND 256

static int know_file(struct find_where *w, int json, const char *name)
{
    const trawl_str s = {name, name ? strlen(name) : 0};
    char *to = reply_room(&w->file, EACH * s.n + AROUND);

    if (!to)
        return TRAWL_NO_MEMORY;
    w->file.n = (size_t)((json ? json_file(to, s) : tsv_file(to, s)) - to);
    return TRAWL_OK;
}

static int know_message(struct find_where *w, int json, const trawl_mail_message *m)
{
    size_t n = m ? m->id.n + m->date.n + m->date_iso.n + m->from.n + m->subject.n : 0;
    char *to = reply_room(&w->message, EACH * n + AROUND);

    if (!to)
        return TRAWL_NO_MEMORY;
    w->message.n = (size_t)((json ? json_message(to, m) : tsv_message(to, m)) - to);
    return TRAWL_OK;
}

static int know_part(struct find_where *w, int json, const trawl_mail_part *part)
{
    char *to = reply_room(&w->part, EACH * (part ? part->path.n + part->type.n : 0) + AROUND);

    if (!to)
        return TRAWL_NO_MEMORY;
    w->part.n = (size_t)((json ? json_part(to, part) : tsv_part(to, part)) - to);
    return TRAWL_OK;
}

static int is_known(const struct find_where *w, const trawl_event *e)
{
    return w->known == ALL_KNOWN && w->of_message == e->message && w->of_part == e->part;
}

static int know_all(struct find *f)
{
    struct find_where *w = &f->where;
    const trawl_event *e = f->event;
    int json = f->options->to == FIND_JSON, error = TRAWL_OK;

    if (!(w->known & FILE_KNOWN))
        error = know_file(w, json, f->name);
    if (error == TRAWL_OK && (!(w->known & MESSAGE_KNOWN) || w->of_message != e->message))
        error = know_message(w, json, e->message);
    if (error == TRAWL_OK && (!(w->known & PART_KNOWN) || w->of_part != e->part))
        error = know_part(w, json, e->part);
    w->known = error == TRAWL_OK ? ALL_KNOWN : 0;
    w->of_message = e->message;
    w->of_part = e->part;
    return error;
}

int find_where_ready(struct find *f, size_t *room)
{
    const struct find_where *w = &f->where;
    const trawl_event *e = f->event;
    int error = is_known(w, e) ? TRAWL_OK : know_all(f);

    *room = w->file.n + w->message.n + w->part.n + AROUND +
            EACH * (e->field.n + e->link->attribute.n + e->link->anchor.n + e->link->target.n);
    return error;
}

/* ---- */

char *find_where_json(struct find *f, char *to)
{
    const trawl_event *e = f->event;
    const trawl_link *link = e->link;
    const struct find_where *w = &f->where;

    to = put_blocks(to, w->file.p, w->file.n);
    if (e->message) {
        to = output_put_counted(f->out, PUT(to, ",\"message\":{\"number\":"), OUTPUT_MESSAGES, e->message->number);
        to = put_bytes(to, w->message.p, w->message.n);
    }
    to = put_blocks(to, w->part.p, w->part.n);
    to = PUT_IF_ANY(to, ",\"header\":", e->field);
    if (link->zone != TRAWL_ZONE_NONE)
        to = find_words_put(to, &f->words.json_zone[link->zone]);
    to = PUT_IF_ANY(to, ",\"attribute\":", link->attribute);
    to = PUT_IF_ANY(to, ",\"anchor\":", link->anchor);
    return PUT_IF_ANY(to, ",\"target\":", link->target);
}

char *find_where_tsv(struct find *f, char *to)
{
    const trawl_event *e = f->event;
    const struct find_where *w = &f->where;

    to = put_blocks(to, w->file.p, w->file.n);
    if (e->message)
        to = output_put_counted(f->out, PUT(to, "\t"), OUTPUT_MESSAGES, e->message->number);
    to = put_bytes(to, w->message.p, w->message.n);
    to = put_blocks(to, w->part.p, w->part.n);
    return put_column(to, e->field);
}
