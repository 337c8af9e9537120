/* fields.c - the fields of --fields, and the header of a table
 *
 * A name names a field ("from"), or a member of "message" in JSON ("message.from"). In a table both
 * mean the same column, under different names. "message" alone is all members; "all" is every
 * field. "context", the last one, goes with --context.
 */
#include <stdio.h>

#include "trawl/format/inside.h"

#define MESSAGE "message."
#define MESSAGE_N (sizeof MESSAGE - 1)

/* Prints a message. Returns -1. */
static int fields_refuse(const char *what, const char *name, const char *why)
{
    say(NULL, what, name, why);
    return -1;
}

/* The names of members of "message", for tables. */
static const char *nested_name(unsigned at)
{
    static char names[FIELDS][MESSAGE_N + 16];

    (void)snprintf(names[at], sizeof names[at], MESSAGE "%s", fields[at].name);
    return names[at];
}

/* Returns what has to be computed for a field, as bits of chosen_fields.needs. */
static uint64_t needs_of(const struct field *d)
{
    bool text = d->type <= FIELD_WORD,
         form = text && d->at >= TEXT_CANONICAL && d->at <= TEXT_DISPLAY,
         counted = (d->type == FIELD_NUMBER && d->at != NUMBER_OFFSET) || d->type == FIELD_LINE ||
                   (text && (d->at == TEXT_ZONE || d->at == TEXT_QUOTED_BY)),
         target = text && (d->at == TEXT_TARGET || d->at == TEXT_INNER),
         bytes = d->type == FIELD_BYTES && d->at == TEXT_URL;

    return (text ? UINT64_C(1) << d->at : 0) | (counted ? FIELDS_PLACE : 0) |
           (target ? FIELDS_TARGETS : 0) | (d->type == FIELD_FLAGS ? FIELDS_FLAGS : 0) |
           (form || bytes || d->type == FIELD_VALID ? FIELDS_VALID : 0);
}

/* Adds a field. Returns 0, or -1 after an error message. */
static int format_fields_add(struct chosen_fields *chosen, unsigned at, int nested)
{
    for (unsigned i = 0; i < chosen->count; i++)
        if (chosen->field[i].at == at && chosen->field[i].nested == nested)
            return fields_refuse("--fields: ", chosen->field[i].name, " is named twice");
    chosen->field[chosen->count].at = (unsigned char)at;
    chosen->field[chosen->count].nested = (unsigned char)nested;
    chosen->field[chosen->count++].name = nested ? nested_name(at) : fields[at].name;
    chosen->needs |= needs_of(&fields[at]);
    return 0;
}

/* Adds all fields; if `nested` is set, only the members of "message". */
static int add_columns(struct chosen_fields *chosen, bool nested)
{
    for (size_t i = 0; i < FIELDS; i++)
        if (!nested || fields[columns[i]].use & IN_MESSAGE)
            if (format_fields_add(chosen, columns[i], nested) < 0)
                return -1;
    return 0;
}

void fields_settle(struct chosen_fields *chosen, bool table, bool display)
{
    if (chosen->count > 0)
        return;
    for (size_t i = 0; table && i < sizeof usual; i++)
        (void)format_fields_add(chosen, usual[i], 0);
    if (table && display)
        (void)format_fields_add(chosen, FIELD_DISPLAY, 0);
    if (!table)
        chosen->needs = ~(UINT64_C(1) << TEXT_SURT | UINT64_C(1) << TEXT_DEFANGED |
                          (display ? 0 : UINT64_C(1) << TEXT_DISPLAY));
}

/* Adds the field with this name. Returns 0, or -1 after an error message. */
static int fields_add_name(struct chosen_fields *chosen, const char *name, size_t n)
{
    const char *names[FIELDS + 4];
    bool nested = n > MESSAGE_N && memcmp(name, MESSAGE, MESSAGE_N) == 0;
    int at;
    size_t count = 0;

    for (; count < FIELDS; count++)
        names[count] = nested && !(fields[count].use & IN_MESSAGE) ? "" : fields[count].name;
    if (!nested) {
        names[count++] = "context";
        names[count++] = "message";
        names[count++] = "all";
    }
    names[count] = NULL;
    name += nested ? MESSAGE_N : 0;
    n -= nested ? MESSAGE_N : 0;
    at = options_choose(NULL, "--fields", "field", names, name, n,
                        "trawl-formats(5) lists them under JSON");
    if (at < 0)
        return -1;
    if ((size_t)at == FIELDS)
        chosen->context = true;
    return (size_t)at < FIELDS ? format_fields_add(chosen, (unsigned)at, nested)
           : chosen->context   ? 0
                               : add_columns(chosen, (size_t)at == FIELDS + 1);
}

const char *fields_word(int i)
{
    static const char *const more[] = {"message", "context", "all", NULL};

    return (size_t)i < FIELDS ? fields[i].name : more[(size_t)i - FIELDS];
}

int fields_read(struct chosen_fields *chosen, const char *value)
{
    *chosen = (struct chosen_fields){0};
    for (const char *p = value;; p++) {
        size_t n = strcspn(p, ",");

        if (chosen->context)
            return fields_refuse("--fields: context is always the last field", NULL, NULL);
        if (fields_add_name(chosen, p, n) < 0)
            return -1;
        p += n;
        if (*p == '\0')
            return chosen->count > 0
                       ? 0
                       : fields_refuse("--fields: context cannot be the only field", NULL, NULL);
    }
}

void fields_header(struct format_view *v, enum table_kind table)
{
    const struct format_options *options = v->options;
    const struct chosen_fields *c = &options->fields;

    if (!options->header)
        return;
    for (unsigned i = 0; i < c->count; i++)
        output_cell_name(v->out, table, i == 0, c->field[i].name);
    if (options->context)
        output_cell_name(v->out, table, false, "context");
    output_row_end(v->out, table);
}
