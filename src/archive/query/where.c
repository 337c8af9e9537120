/* where.c - makes the SQL condition of the options of trawl query
 *
 * The join begins with the table that has the narrowest condition: URLs, else messages,
 * else the links themselves. CROSS JOIN keeps SQLite from changing the order. Values are
 * parameters, never parts of the SQL.
 */
#include "archive/query/query.h"

#include "base/ascii.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static void where_add(struct buffer *buffer, const char *text)
{
    (void)buffer_add(buffer, text, strlen(text));
}

/* Adds a condition; each "?" in it is the next value that is added. */
static void where_condition(struct where *where, const char *sql)
{
    where_add(&where->sql, where->sql.n > 0 ? " AND " : " WHERE ");
    where_add(&where->sql, where->inverted ? "coalesce(NOT (" : "");
    where_add(&where->sql, sql);
}

static void text(struct where *where, const char *p, size_t n)
{
    if (where->count == WHERE_VALUES)
        return;
    where->values[where->count].is_text = true;
    (void)buffer_add(&where->values[where->count].text, p, n);
    (void)buffer_add(&where->values[where->count].text, "", 1);
    where->values[where->count++].text.n--;
}

static void where_number(struct where *where, int64_t n)
{
    if (where->count < WHERE_VALUES)
        where->values[where->count++].number = n;
}

void where_bind(const struct where *where, sqlite3_stmt *s)
{
    for (int i = 0; i < where->count; i++)
        if (where->values[i].is_text)
            db_bind(s, i + 1, buffer_str(&where->values[i].text));
        else
            (void)sqlite3_bind_int64(s, i + 1, where->values[i].number);
}

void where_free(struct where *where)
{
    buffer_free(&where->from);
    buffer_free(&where->sql);
    for (int i = 0; i < WHERE_VALUES; i++)
        buffer_free(&where->values[i].text);
}

static int where_refuse(const char *option, const char *value, const char *why)
{
    say("query", option, value, why);
    return -1;
}

static bool is_pattern(const char *p, size_t n)
{
    return memchr(p, '*', n) || memchr(p, '?', n);
}

/* Adds a value for GLOB, in which only "*" and "?" are special. With `inside`, the text may have
 * more before and after it. */
static void pattern(struct where *where, const char *p, size_t n, bool inside)
{
    struct buffer glob = {0};

    where_add(&glob, inside ? "*" : "");
    for (size_t i = 0; i < n; i++)
        (void)buffer_add(&glob, p[i] == '[' ? "[[]" : p + i, p[i] == '[' ? 3 : 1);
    where_add(&glob, inside ? "*" : "");
    text(where, glob.p ? glob.p : "", glob.n);
    buffer_free(&glob);
}

/* ---- URLs ---- */

/* Adds a condition for canonical URLs that begin with p[0..n). */
static void where_add_range(struct where *where, struct buffer *sql, const char *p, size_t n)
{
    struct buffer *end;

    where_add(sql, sql->n > 0 ? " OR " : "");
    where_add(sql, "(" CANONICAL " >= ? AND " CANONICAL " < ?)");
    text(where, p, n);
    text(where, p, n);
    /* The upper bound is the prefix and, after it, the last code point. */
    if (where->count == 0 || where->count == WHERE_VALUES)
        return;
    end = &where->values[where->count - 1].text;
    (void)buffer_add(end, "\xf4\x8f\xbf\xbf", 4);
}

/* Writes the prefix of a URL in canonical spelling; without a path, only in lower case. */
static void spell(struct buffer *buffer, const char *scheme, const char *given)
{
    struct buffer whole = {0};
    const char *host, *path;

    buffer->n = 0;
    where_add(&whole, scheme);
    where_add(&whole, given);
    (void)buffer_add(&whole, "", 1);
    if (!whole.p || whole.n == 0)
        return;
    whole.n--;
    host = strstr(whole.p, "://");
    path = host ? strchr(host + 3, '/') : NULL;
    if (path && buffer_fill(buffer, trawl_canonical, buffer_str(&whole)) == TRAWL_OK) {
        buffer_free(&whole);
        return;
    }
    for (size_t i = 0; i < whole.n; i++) {
        char c = ascii_lower(whole.p[i]);

        (void)buffer_add(buffer, &c, 1);
    }
    buffer_free(&whole);
}

static void where_url(struct where *where, const char *prefix)
{
    static const char *const schemes[] = {"http://", "https://", "ftp://"};
    struct buffer sql = {0}, spelled = {0};
    size_t colon = strcspn(prefix, ":/?#");
    bool has_scheme = prefix[colon] == ':' && strcspn(prefix, "0123456789.") > 0 &&
                      !(prefix[colon + 1] >= '0' && prefix[colon + 1] <= '9');

    for (size_t i = 0; i < (has_scheme ? 1 : sizeof schemes / sizeof schemes[0]); i++) {
        spell(&spelled, has_scheme ? "" : schemes[i], prefix);
        where_add_range(where, &sql, spelled.p ? spelled.p : "", spelled.n);
    }
    where_add(&sql, ")");
    (void)buffer_add(&sql, "", 1);
    where_condition(where, "(");
    where_add(&where->sql, sql.p);
    buffer_free(&sql);
    buffer_free(&spelled);
}

/* Adds the condition for a name p[0..n) of a list. */
typedef void name_adder(struct where *where, struct buffer *sql, const char *p, size_t n);

/* Calls `item` for each name of a list with commas. */
static void each_name(struct where *where, struct buffer *sql, const char *list, name_adder *item)
{
    for (const char *p = list;; p++) {
        size_t n = strcspn(p, ",");

        if (n > 0)
            item(where, sql, p, n);
        p += n;
        if (*p == '\0')
            return;
    }
}

static void add_scheme(struct where *where, struct buffer *sql, const char *p, size_t n)
{
    char name[80];

    n = n < sizeof name - 1 ? n : sizeof name - 2;
    for (size_t i = 0; i < n; i++)
        name[i] = ascii_lower(p[i]);
    name[n] = ':';
    where_add_range(where, sql, name, n + 1);
}

/* Writes the host in its canonical form. */
static void spell_host(struct buffer *buffer, const char *p, size_t n)
{
    struct buffer url = {0};

    (void)buffer_add(&url, "http://", 7);
    (void)buffer_add(&url, p, n);
    if (buffer_fill(buffer, trawl_host, buffer_str(&url)) != TRAWL_OK || buffer->n == 0) {
        buffer->n = 0;
        (void)buffer_add(buffer, p, n);
    }
    buffer_free(&url);
}

/* Adds "COLUMN = ?" for a name, "COLUMN GLOB ?" for a pattern. */
static void add_host(struct where *where, struct buffer *sql, const char *column, const char *p,
                     size_t n)
{
    struct buffer host = {0};

    where_add(sql, sql->n > 0 ? " OR " : "");
    where_add(sql, column);
    where_add(sql, is_pattern(p, n) ? " GLOB ?" : " = ?");
    if (is_pattern(p, n)) {
        pattern(where, p, n, false);
        return;
    }
    spell_host(&host, p, n);
    text(where, host.p, host.n);
    buffer_free(&host);
}

static void add_host_name(struct where *where, struct buffer *sql, const char *p, size_t n)
{
    add_host(where, sql, "host", p, n);
}

static void add_site_name(struct where *where, struct buffer *sql, const char *p, size_t n)
{
    add_host(where, sql, "site", p, n);
}

/* Adds the condition for a list of names, and then the text `after`. */
static void where_names(struct where *where, const char *list, name_adder *item, const char *after)
{
    struct buffer sql = {0};

    each_name(where, &sql, list, item);
    (void)buffer_add(&sql, "", 1);
    where_add(&where->sql, sql.n > 1 ? sql.p : "0");
    where_add(&where->sql, after);
    buffer_free(&sql);
}

static void where_list(struct where *where, const char *before, const char *list, name_adder *item)
{
    where_condition(where, before);
    where_names(where, list, item, ")");
}

/* ---- Messages ---- */

static void where_from(struct where *where, const char *who)
{
    size_t n = strlen(who);

    if (strchr(who, '@') && !is_pattern(who, n)) {
        where_condition(where,
                        "m.sender IN (SELECT id FROM senders WHERE address = ? COLLATE NOCASE)");
        text(where, who, n);
        return;
    }
    where_condition(where,
                    "m.sender IN (SELECT id FROM senders WHERE lower(address) GLOB lower(?) OR"
                    " lower(written) GLOB lower(?))");
    pattern(where, who, n, false);
    pattern(where, who, n, !is_pattern(who, n));
}

static void where_subject(struct where *where, const char *words)
{
    const size_t n = strlen(words);

    where_condition(where, "lower(m.subject) GLOB lower(?)");
    pattern(where, words, n, !is_pattern(words, n));
}

static void add_list_name(struct where *where, struct buffer *sql, const char *p, size_t n)
{
    struct buffer more = {0};

    where_add(sql, sql->n > 0 ? " OR " : "");
    if (is_pattern(p, n)) {
        where_add(sql, "list GLOB ?");
        pattern(where, p, n, false);
        return;
    }
    where_add(sql, "list = ? COLLATE NOCASE OR (list >= ? AND substr(list, 1, length(?)) = ?)");
    (void)buffer_add(&more, p, n);
    where_add(&more, ".");
    text(where, p, n);
    for (int i = 0; i < 3; i++)
        text(where, more.p, more.n);
    buffer_free(&more);
}

int64_t where_message(struct db *d, const char *given)
{
    bool is_number = *given && strspn(given, "0123456789") == strlen(given) && strlen(given) < 19;
    size_t n = strlen(given), angle = n > 2 && *given == '<' && given[n - 1] == '>';
    sqlite3_stmt *s = db_prepare(
        d, is_number
               ? "SELECT id FROM messages WHERE id = ?1 AND content IS NOT NULL"
               : "SELECT coalesce(first, same, id) FROM messages WHERE message_id = ?1 LIMIT 1");

    if (is_number)
        (void)sqlite3_bind_int64(s, 1, strtoll(given, NULL, 10));
    else
        db_bind(s, 1, (trawl_str){given + angle, n - 2 * angle});
    return db_look(d, s);
}

/* Adds the condition of --thread: the messages below the first ancestor of this one. */
static int where_thread(struct where *where, struct db *d, const char *given)
{
    int64_t id = where_message(d, given);

    if (id <= 0) {
        where_condition(where, "0"); /* another database has it */
        return (int)id;
    }
    where_condition(
        where,
        "m.id IN (WITH RECURSIVE up(id, parent) AS (SELECT id, parent FROM messages WHERE id = ?"
        " UNION SELECT p.id, p.parent FROM up JOIN messages p ON p.id = up.parent), down(id) AS"
        " (SELECT * FROM (SELECT id FROM up ORDER BY parent IS NOT NULL LIMIT 1) UNION SELECT a.id"
        " FROM down JOIN messages a ON a.parent = down.id) SELECT id FROM down)");
    where_number(where, id);
    return 0;
}

/* ---- Times ---- */

static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
    int64_t y = year - (month <= 2), era = (y >= 0 ? y : y - 399) / 400, of_era = y - era * 400,
            of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* Returns the days of a month. */
static int64_t days_in(int year, int month)
{
    return days_of(year + month / 12, month % 12 + 1, 1) - days_of(year, month, 1);
}

/* Reads up to `count` digits, after one of the characters `signs` unless that is empty. Returns
 * false if there are none. */
static bool read_digits(const char **p, const char *signs, size_t count, int *value)
{
    const char *at = *p + (*signs != '\0');
    size_t n = 0;

    if (*signs != '\0' && (**p == '\0' || !strchr(signs, **p)))
        return false;
    for (*value = 0; n < count && at[n] >= '0' && at[n] <= '9'; n++)
        *value = 10 * *value + (at[n] - '0');
    if (n > 0)
        *p = at + n;
    return n > 0;
}

int where_time(const char *command, const char *option, const char *given, bool end, int64_t *time)
{
    static const struct {
        const char *signs;
        int digits, least, most, unit;
    } parts[] = {{"", 4, 0, 9999, 0},    {"-", 2, 1, 12, 0},  {"-", 2, 1, 31, 86400},
                 {"T ", 2, 0, 23, 3600}, {":", 2, 0, 59, 60}, {":", 2, 0, 60, 1}};
    int v[6] = {0, 1, 1, 0, 0, 0}, count = 0, value;
    const char *p = given;
    bool good = true;

    while (count < 6 && read_digits(&p, parts[count].signs, (size_t)parts[count].digits, &value)) {
        good &= value >= parts[count].least && value <= parts[count].most;
        good &= count > 0 || p == given + 4; /* 26 is not 2026 */
        v[count++] = value;
    }
    good &= v[2] <= days_in(v[0], v[1]); /* not 2005-02-30 */
    if (count == 0 || !good || strcmp(p, *p == 'Z' ? "Z" : "") != 0) {
        say(command, option, given,
            " is not a date; it takes 2008, 2008-06, 2008-06-30 or 2008-06-30T09:34:00");
        return -1;
    }
    if (end && count == 1)
        v[0]++;
    if (end && count == 2 && ++v[1] > 12) {
        v[1] = 1;
        v[0]++;
    }
    *time = days_of(v[0], v[1], v[2]) * 86400 + (int64_t)v[3] * 3600 + (int64_t)v[4] * 60 + v[5];
    if (end)
        *time += parts[count - 1].unit;
    return 0;
}

static int where_times(struct where *where, const struct query_options *o)
{
    int64_t time;

    if (o->since) {
        if (where_time("query", "--since: ", o->since, false, &time) < 0)
            return -1;
        where_condition(where, "m.time >= ?");
        where_number(where, time);
    }
    if (o->until) {
        if (where_time("query", "--until: ", o->until, true, &time) < 0)
            return -1;
        where_condition(where, "m.time < ?");
        where_number(where, time);
    }
    return 0;
}

/* ---- Links ---- */

/* Adds the condition of --zone. Text that is not mail has no zones; its links with quote marks
 * count as "quoted", the others as "new". */
/* Adds a condition that ends with a list of the names of a set of bits. */
static void where_set(struct where *where, const char *condition, unsigned set,
                      const char *(*name)(int))
{
    bool first = true;

    where_condition(where, condition);
    for (int i = 0; set >> i; i++)
        if (set >> i & 1) {
            where_add(&where->sql, first ? "?" : ", ?");
            text(where, name(i), strlen(name(i)));
            first = false;
        }
    where_add(&where->sql, "))");
}

#define ZONE_IS                                                                                    \
    "(SELECT id FROM contexts WHERE coalesce(zone, CASE WHEN quote > 0 THEN 'quoted' ELSE 'new'"   \
    " END) IN ("

static int where_after(struct where *where, const char *cursor)
{
    char *end = NULL;
    long long message = strtoll(cursor, &end, 10),
              n = *end == '-' ? strtoll(end + 1, &end, 10) : -1;

    if (*cursor < '0' || *cursor > '9' || n < 0 || *end != '\0')
        return where_refuse("--after: ", cursor,
                            " is not a cursor; -t json, tsv and csv print them");
    where_condition(where, "(l.message, l.n) > (?, ?)");
    where_number(where, message);
    where_number(where, n);
    return 0;
}

/* The SQL function standards(URL): the bits of the standards that accept the URL. */
static void sql_standards(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *url = (const char *)sqlite3_value_text(values[0]);
    unsigned wanted = sqlite3_user_data(context) ? TRAWL_STANDARD_SCHEME : 0;
    const trawl_str stored = {url, url ? (size_t)sqlite3_value_bytes(values[0]) : 0};
    struct buffer bytes = {0};
    int valid = url ? standards_of(wanted, text_decode(stored, &bytes)) : 0;

    (void)count;
    buffer_free(&bytes);
    if (valid < 0)
        sqlite3_result_error(context, trawl_strerror(valid), -1);
    else
        sqlite3_result_int(context, valid);
}

/* Adds the conditions of --valid and --not valid. */
static int where_standards(struct where *where, struct db *d, const struct query_options *o)
{
    if ((o->valid | o->invalid) == 0)
        return 0;
    if (sqlite3_create_function_v2(d->sql, "standards", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                   (o->valid | o->invalid) & TRAWL_STANDARD_SCHEME ? where : NULL,
                                   sql_standards, NULL, NULL, NULL) != SQLITE_OK)
        return db_trouble(d);
    if (o->valid) {
        where_condition(where, "standards(u.url) & ? <> 0");
        where_number(where, o->valid);
    }
    if (o->invalid) {
        where_condition(where, "standards(u.url) & ? = 0");
        where_number(where, o->invalid);
    }
    return 0;
}

static int where_links(struct where *where, const struct query_options *o)
{
    if (o->flags) {
        where_condition(where, "l.flags & ? <> 0");
        where_number(where, (int64_t)o->flags);
    }
    if (o->zones)
        where_set(where, "l.context IN " ZONE_IS, o->zones, trawl_zone_name);
    if (o->zones_out)
        where_set(where, "l.context NOT IN " ZONE_IS, o->zones_out, trawl_zone_name);
    if (o->kinds_out)
        where_set(where, "l.context NOT IN (SELECT id FROM contexts WHERE kind IN (", o->kinds_out,
                  trawl_kind_name);
    if (o->flags_out) {
        where_condition(where, "l.flags & ? = 0");
        where_number(where, (int64_t)o->flags_out);
    }
    if (o->broken) {
        where_condition(
            where,
            "(l.flags & ? <> 0 OR EXISTS (SELECT 1 FROM readings r WHERE r.message = l.message"
            " AND r.n = l.n AND r.why NOT IN ('end', 'entity', 'notation')))");
        where_number(where, (int64_t)WHERE_BROKEN);
    }
    return o->after ? where_after(where, o->after) : 0;
}

/* ---- Conditions with a name ---- */

static void where_hosts(struct where *where, const char *names)
{
    where_list(where, "u.host IN (SELECT id FROM hosts WHERE ", names, add_host_name);
}

static void where_sites(struct where *where, const char *names)
{
    where_list(where, "u.host IN (SELECT id FROM hosts WHERE ", names, add_site_name);
}

static void where_schemes(struct where *where, const char *names)
{
    where_list(where, "(", names, add_scheme);
}

/* SQLite has an index for each side of OR. The second side finds messages whose list is named by
 * another copy or by the archive. */
static void where_lists(struct where *where, const char *names)
{
    if (where->places) {
        where_list(where, "coalesce(m.same, m.id) IN (SELECT message FROM listed WHERE ", names,
                   add_list_name);
        return;
    }
    where_condition(where, "(m.list IN (SELECT id FROM lists WHERE ");
    where_names(where, names, add_list_name, ") OR m.id IN (SELECT message FROM listed WHERE (");
    where_names(where, names, add_list_name, ") AND NOT own))");
}

static const struct condition {
    size_t member; /* in struct query_options */
    bool of_urls;
    void (*add)(struct where *where, const char *value);
} conditions[MATCHES] = {
    [MATCH_URL] = {offsetof(struct query_options, url), true, where_url},
    [MATCH_HOST] = {offsetof(struct query_options, host), true, where_hosts},
    [MATCH_SITE] = {offsetof(struct query_options, site), true, where_sites},
    [MATCH_SCHEME] = {offsetof(struct query_options, scheme), true, where_schemes},
    [MATCH_FROM] = {offsetof(struct query_options, from), false, where_from},
    [MATCH_LIST] = {offsetof(struct query_options, list), false, where_lists},
    [MATCH_SUBJECT] = {offsetof(struct query_options, subject), false, where_subject}};

static const char *where_value(const struct query_options *o, int i)
{
    return *(const char *const *)((const char *)o + conditions[i].member);
}

/* Adds the conditions on URLs, or on messages. */
static void where_named(struct where *where, const struct query_options *o, bool of_urls)
{
    for (int i = 0; i < MATCHES; i++)
        if (conditions[i].of_urls == of_urls && where_value(o, i))
            conditions[i].add(where, where_value(o, i));
}

/* Adds the conditions of --not. */
static void where_nots(struct where *where, const struct query_options *o)
{
    where->inverted = true;
    for (int i = 0; i < o->nots_n; i++) {
        conditions[o->nots[i].what].add(where, o->nots[i].value);
        where_add(&where->sql, "), 1)");
    }
    where->inverted = false;
}

/* Sets which tables the query needs. */
static void where_needs(struct where *where, const struct query_options *o)
{
    where->places = o->places;
    where->has_messages = o->since || o->until || o->thread || o->first;
    for (int i = 0; i < MATCHES; i++) {
        where->narrow |= conditions[i].of_urls && where_value(o, i);
        where->has_messages |= !conditions[i].of_urls && where_value(o, i);
    }
    for (int i = 0; i < o->nots_n; i++) {
        where->has_urls |= conditions[o->nots[i].what].of_urls;
        where->has_messages |= !conditions[o->nots[i].what].of_urls;
    }
}

/* ---- The whole ---- */

/* Returns 1 if the condition selects so many rows of `table` that a scan of all links in their
 * order finds the first matches sooner than an index; else 0, or -1 after an error message. */
static int where_is_broad(const struct where *where, struct db *d, const char *table)
{
    struct buffer sql = {0};
    sqlite3_stmt *s;

    where_add(&sql, "SELECT count(*) > 50000 FROM (SELECT 1 FROM ");
    where_add(&sql, table);
    (void)buffer_add(&sql, where->sql.p, where->sql.n);
    where_add(&sql, " LIMIT 50001)");
    (void)buffer_add(&sql, "", 1);
    s = db_prepare(d, sql.p);
    buffer_free(&sql);
    where_bind(where, s);
    return (int)db_look(d, s);
}

/* Writes the FROM clause, with only the tables that the conditions need. With `broad`, links come
 * in their order. */
static void make_from(struct where *where, bool broad)
{
    bool narrow = where->narrow && !broad, messages = where->has_messages;

    where->message = messages && !narrow ? "m.id" : "l.message";
    if (narrow)
        where_add(&where->from, " FROM urls u CROSS JOIN links l ON l.url = u.id");
    else if (messages)
        where_add(&where->from,
                  broad ? " FROM messages m NOT INDEXED CROSS JOIN links l ON l.message = m.id"
                        : " FROM messages m CROSS JOIN links l ON l.message = m.id");
    else
        where_add(&where->from, " FROM links l");
    if (!narrow && (where->narrow || where->has_urls))
        where_add(&where->from, " CROSS JOIN urls u ON u.id = l.url");
    if (messages && narrow)
        where_add(&where->from, " CROSS JOIN messages m ON m.id = l.message");
}

/* Adds the conditions on URLs, then those on messages. Sets *broad if links should be read in their
 * order. Returns 0, or -1 after an error message. */
static int where_tables(struct where *where, struct db *d, const struct query_options *o,
                        bool *broad)
{
    bool limited = o->limit > 0 && !o->count_by && !o->first;
    int is_broad = 0;

    where_named(where, o, true);
    if (limited && where->narrow)
        is_broad = where_is_broad(where, d, "urls u");
    where_named(where, o, false);
    if ((o->thread && where_thread(where, d, o->thread) < 0) || where_times(where, o) < 0)
        return -1;
    if (limited && !where->narrow && where->has_messages)
        is_broad = where_is_broad(where, d, "messages m");
    where_nots(where, o);
    *broad = is_broad > 0;
    return is_broad < 0 ? -1 : 0;
}

int where_make(struct where *where, struct db *d, const struct query_options *o)
{
    bool broad = false;

    where->has_urls = o->valid || o->invalid;
    where_needs(where, o);
    if (where_tables(where, d, o, &broad) < 0 || where_standards(where, d, o) < 0 ||
        where_links(where, o) < 0)
        return -1;
    if (where->count == WHERE_VALUES) { /* the array is full, so values may be missing */
        say("query", "too many names in the options; use fewer", NULL, NULL);
        return -1;
    }
    make_from(where, broad);
    where->whole = where->sql.n == 0 && !o->places;
    if (!o->places)
        where_condition(where, where->has_messages ? "m.same IS NULL" : WHERE_ONCE);
    return 0;
}
