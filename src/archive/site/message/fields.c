/* fields.c - the header fields that a page shows, and the links to reply to a message
 *
 * From, Date and Message-ID come from the index; To, Cc and Newsgroups from the message. A link to
 * reply is a mailto URL (RFC 6068) with In-Reply-To and Subject. In it, all characters except
 * letters, digits and a few marks are escaped, and line ends are left out. If mail addresses are
 * masked, there is no link to reply, and no Message-ID, since most message-ids have the form of an
 * address.
 */
#include <stdio.h>

#include "base/ascii.h"
#include "archive/site/message/message.h"

static const char *const field_names[] = {"To", "Cc", "Newsgroups"};

/* ---- From, Date ---- */

static void fields_open(struct output *out, const char *name)
{
    output_printf(out, "<dt>%s</dt><dd>", name);
}

/* Writes a time with its zone: "Mon, 30 Jun 2008 13:14 +0200". If the time is unknown, writes the
 * date as it was written. */
void fields_put_date(struct site *s, sqlite3_stmt *row, int date)
{
    int zone = sqlite3_column_int(row, date);
    int64_t utc = sqlite3_column_int64(row, AT_TIME), away = zone < 0 ? -(int64_t)zone : zone;
    trawl_str written = db_text(row, date + 1);

    if (sqlite3_column_type(row, AT_TIME) != SQLITE_NULL &&
        site_has_time(utc + INT64_C(60) * zone)) {
        output_text(&s->out, "<time datetime=\"");
        put_time(s, utc);
        output_text(&s->out, "\">");
        put_clock(s, utc + INT64_C(60) * zone);
        output_printf(&s->out, " %c%02d%02d</time>", zone < 0 ? '-' : '+', (int)(away / 60) % 100,
                      (int)(away % 60));
    } else if (written.n > 0) {
        put_text(s, written, 100);
    } else {
        output_text(&s->out, "unknown");
    }
}

void fields_put_first(struct site *s, sqlite3_stmt *row, int date)
{
    struct output *out = &s->out;
    trawl_str address = db_text(row, AT_ADDRESS);
    char path[PATH_ROOM];

    output_text(out, "<dl class=\"fields\">\n");
    fields_open(out, "From");
    path_of_sender(path, row, AT_ADDRESS);
    put_anchor_to(s, path);
    put_sender(s, row, AT_NAME);
    output_text(out, "</a>");
    if (address.n > 0 && db_text(row, AT_NAME).n > 0 && !site_masks(s)) {
        output_text(out, " &lt;");
        put_isolated(s, address, 200);
        output_text(out, "&gt;");
    }
    output_text(out, "</dd>\n");
    fields_open(out, "Date");
    fields_put_date(s, row, date);
    output_text(out, "</dd>\n");
}

/* ---- People in To and Cc ---- */

/* Removes the next person from a list such as "Ann <a@x.example>, \"Lee, Bob\" <b@x.example>", and
 * returns it. Leaves out empty texts. Returns an empty text at the end. */
static trawl_str next_person(trawl_str *list)
{
    trawl_str person = {list->p, 0};
    bool quoted = false;
    int depth = 0;
    size_t i = 0;

    while (i < list->n && ((unsigned char)list->p[i] <= ' ' || list->p[i] == ','))
        i++;
    person.p = list->p + i;
    for (; i < list->n && (list->p[i] != ',' || quoted || depth > 0); i++) {
        if (list->p[i] == '\\' && i + 1 < list->n)
            i++;
        else if (list->p[i] == '"')
            quoted = !quoted;
        else if (!quoted)
            depth += (list->p[i] == '(') - (list->p[i] == ')' && depth > 0);
    }
    person.n = list->n > 0 ? (size_t)(list->p + i - person.p) : 0;
    *list = (trawl_str){list->p + i, list->n - i};
    while (person.n > 0 && (unsigned char)person.p[person.n - 1] <= ' ')
        person.n--;
    return person;
}

/* Returns the address of a person, or an empty text. */
static trawl_str address_of_person(trawl_str person)
{
    size_t from = person.n;

    while (from > 0 && person.p[from - 1] != '<')
        from--;
    person = (trawl_str){person.p + from, person.n - from};
    for (size_t i = 0; i < person.n; i++)
        if (person.p[i] == '>' || person.p[i] == ' ')
            person.n = i;
    return person;
}

enum { PEOPLE_SHOWN = 4 };

/* Writes the people of a field. All but the first few are folded. */
static void put_people(struct site *s, trawl_str value)
{
    trawl_str rest = value, person;
    size_t count = 0, n = 0;

    while (next_person(&rest).n > 0)
        count++;
    for (rest = value; (person = next_person(&rest)).n > 0; n++) {
        if (n == PEOPLE_SHOWN && count > PEOPLE_SHOWN + 1)
            output_printf(&s->out, " <details class=\"people\"><summary>and %zu more</summary>",
                          count - n);
        output_text(&s->out, n == 0 || (n == PEOPLE_SHOWN && count > PEOPLE_SHOWN + 1) ? "" : ", ");
        put_isolated(s, person, person.n);
    }
    output_text(&s->out, count > PEOPLE_SHOWN + 1 ? "</details>" : "");
}

/* ---- Links to reply ---- */

/* Returns true for letters, digits and bytes of `others`. */
static bool is_alnum_or(const char *others, const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && (ascii_is_alnum((unsigned char)p[i]) || (p[i] && strchr(others, p[i]))))
        i++;
    return i == n;
}

/* Returns true for an address that a mailto URL can have. */
static bool is_plain_address(trawl_str address)
{
    const char *at = address.n > 0 ? memchr(address.p, '@', address.n) : NULL;
    const size_t local = at ? (size_t)(at - address.p) : 0, host = address.n - local;

    return local > 0 && host > 1 && address.n <= 250 &&
           ascii_is_alnum((unsigned char)address.p[0]) && is_alnum_or("._+-=", address.p, local) &&
           is_alnum_or(".-", at + 1, host - 1);
}

/* Writes a value of a mailto URL. The tab of a folded subject is a blank. */
static void fields_put_escaped(struct output *out, trawl_str text)
{
    for (size_t i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char)text.p[i];

        if (ascii_is_alnum(c) || (c > 0 && strchr("-._~@", c)))
            output_byte(out, (char)c);
        else if ((c >= 0x20 && c != 0x7f) || c == '\t')
            output_printf(out, "%%%02X", c == '\t' ? ' ' : c);
    }
}

static trawl_str fields_value(const struct buffer *field);

/* Writes the addresses of To and Cc as a part of a mailto URL. Returns false if there is no other
 * address than the sender's. */
static bool put_others_of(struct fields *f, trawl_str sender)
{
    size_t n = 0;

    for (int i = 0; i < 2; i++) {
        trawl_str list = fields_value(&f->values[i]), person;

        while ((person = next_person(&list)).n > 0) {
            const trawl_str address = address_of_person(person);

            if (!is_plain_address(address) ||
                (address.n == sender.n && ascii_same(address.p, sender.p, sender.n)))
                continue;
            output_text(&f->site->out, n++ == 0 ? "Cc=" : "%2C");
            fields_put_escaped(&f->site->out, address);
        }
    }
    output_text(&f->site->out, n > 0 ? "&amp;" : "");
    return n > 0;
}

/* Writes the link to reply to an address. `others` is the HTML after the address. */
static void fields_put_reply(struct fields *f, trawl_str to, trawl_str others, const char *words)
{
    struct output *out = &f->site->out;
    const trawl_str id = db_text(f->row, AT_ID),
                    subject = bare_subject(db_text(f->row, AT_SUBJECT));

    output_text(out, "<a rel=\"nofollow\" href=\"mailto:");
    fields_put_escaped(out, to);
    output_byte(out, '?');
    output_bytes(out, others.p, others.n);
    output_text(out, "Subject=Re%3A%20");
    fields_put_escaped(out, (trawl_str){subject.p, subject.n < 500 ? subject.n : 0});
    if (id.n > 0 && id.n < 500) {
        output_text(out, "&amp;In-Reply-To=%3C");
        fields_put_escaped(out, id);
        output_text(out, "%3E");
    }
    output_printf(out, "\">%s</a>\n", words);
}

/* Returns the address in List-Post, or an empty text. The header is at the start of the spool. */
static trawl_str list_post(const struct spool *spool)
{
    static const char name[] = "\nlist-post:", scheme[] = "<mailto:";
    const char *p = spool->memory.p;
    size_t n = spool->memory.n;

    for (size_t i = 0; i + sizeof name < n; i++) {
        if (p[i] == '\n' && (p[i + 1] == '\n' || (p[i + 1] == '\r' && p[i + 2] == '\n')))
            break;
        if (p[i] != '\n' || !ascii_same(p + i, name, sizeof name - 1))
            continue;
        for (i += sizeof name - 1; i + sizeof scheme < n; i++) {
            size_t from = i + sizeof scheme - 1, to = from;

            if (p[i] == '\n' && !ascii_is_blank((unsigned char)p[i + 1]))
                break;
            if (!ascii_same(p + i, scheme, sizeof scheme - 1))
                continue;
            while (to < n && !strchr(">?\r\n", p[to]) && p[to] != '\0')
                to++;
            return (trawl_str){p + from, to - from};
        }
        break;
    }
    return (trawl_str){NULL, 0};
}

void fields_put_actions(struct fields *f)
{
    struct output *out = &f->site->out;
    trawl_str list = list_post(f->spool), sender = db_text(f->row, AT_ADDRESS);
    bool to_list = is_plain_address(list) && !site_masks(f->site),
         to_sender = is_plain_address(sender) && !site_masks(f->site);
    const trawl_str none = {"", 0};
    struct buffer others = {0};
    char path[PATH_ROOM];
    bool any;

    if (!to_list && !to_sender && !f->raw)
        return;
    output_text(out, "<nav class=\"steps\" aria-label=\"This message\">\n");
    if (to_list)
        fields_put_reply(f, list, none, "Reply to the list");
    if (to_sender) {
        fields_put_reply(f, sender, none, "Reply to the sender");
        out->hold = &others;
        any = !f->concealed && put_others_of(f, sender);
        out->hold = NULL;
        if (any)
            fields_put_reply(f, sender, buffer_str(&others), "Reply to all");
        buffer_free(&others);
    }
    if (f->raw) {
        files_path(path, f->hash, 0, "txt");
        put_anchor_to(f->site, path);
        output_text(out, "Raw message, as sent</a>\n");
    }
    output_text(out, "</nav>\n");
}

/* ---- The rest ---- */

int fields_add(struct fields *f, trawl_str name, trawl_str text)
{
    for (size_t i = 0; i < sizeof field_names / sizeof field_names[0]; i++)
        if (name.n == strlen(field_names[i]) && ascii_same(name.p, field_names[i], name.n) &&
            text.n > 0)
            return buffer_add(&f->values[i], text.p, text.n);
    return TRAWL_OK;
}

/* Returns the value of "To: value LF". */
static trawl_str fields_value(const struct buffer *field)
{
    trawl_str value = buffer_str(field);
    const char *colon = value.n > 0 ? memchr(value.p, ':', value.n) : NULL;

    if (colon)
        value = (trawl_str){colon + 1, value.n - (size_t)(colon + 1 - value.p)};
    while (value.n > 0 && strchr(" \t\r\n", value.p[0]))
        value = (trawl_str){value.p + 1, value.n - 1};
    while (value.n > 0 && strchr(" \t\r\n", value.p[value.n - 1]))
        value.n--;
    return value;
}

void fields_put_rest(struct fields *f)
{
    struct output *out = &f->site->out;
    trawl_str id = db_text(f->row, AT_ID);

    if (f->written)
        return;
    f->written = true;
    for (size_t i = 0; i < sizeof f->values / sizeof f->values[0]; i++) {
        trawl_str value = fields_value(&f->values[i]);

        if (value.n == 0 || f->concealed)
            continue;
        fields_open(out, field_names[i]);
        put_people(f->site, value);
        output_text(out, "</dd>\n");
    }
    if (id.n > 0 && !site_masks(f->site)) {
        fields_open(out, "Message-ID");
        output_text(out, "&lt;");
        put_isolated(f->site, id, 300);
        output_text(out, "&gt;</dd>\n");
    }
    output_text(out, "</dl>\n");
    output_bytes(out, f->middle->p, f->middle->n);
}

void fields_free(struct fields *f)
{
    for (size_t i = 0; i < sizeof f->values / sizeof f->values[0]; i++)
        buffer_free(&f->values[i]);
}
