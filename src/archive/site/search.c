/* search.c - the search field and page, their script, and their index in pieces
 *
 * The index has the words of the subjects of threads, of the names of senders, and of hosts. A
 * piece has the words with the same first two bytes. It is a script that calls trawl_found(), so
 * the page also works from a local folder, where scripts may not read files. Each word has at most
 * MOST results, the latest ones.
 */
#include "archive/site/site.h"

#include <stdio.h>

#include "base/ascii.h"

#define MOST "1000"

static const char search_script[] =
    "'use strict';\n"
    "(function () {\n"
    "  var box = document.getElementById('q'), list = document.getElementById('found'),\n"
    "      note = document.getElementById('note'), pieces = {}, timer;\n"
    "  function words(s) {\n"
    "    s = s.replace(/[A-Z]/g, function (c) { return c.toLowerCase(); });\n"
    "    return (s.match(/[a-z0-9\\u0080-\\uffff]+/g) || []).filter(function (w) {\n"
    "      return new TextEncoder().encode(w).length > 1; });\n"
    "  }\n"
    "  function nameOf(word) {\n"
    "    return Array.from(new TextEncoder().encode(word).slice(0, 2), function (b) {\n"
    "      return b.toString(16).padStart(2, '0'); }).join('');\n"
    "  }\n"
    "  function show() {\n"
    "    var asked = words(box.value).sort(function (a, b) { return b.length - a.length; }),\n"
    "        name = asked.length && nameOf(asked[0]), rows = pieces[name], seen = {}, n = 0;\n"
    "    list.textContent = '';\n"
    "    note.textContent = asked.length ? '' : '';\n"
    "    if (!asked.length) return;\n"
    "    if (!rows) { load(name); return; }\n"
    "    rows.forEach(function (row) {\n"
    "      var of = words(row[2]);\n"
    "      if (n >= 200 || seen[row[1]] || !row[0].startsWith(asked[0]) ||\n"
    "          !asked.every(function (w) { return of.some(function (o) {\n"
    "            return o.startsWith(w); }); })) return;\n"
    "      seen[row[1]] = true;\n"
    "      n += 1;\n"
    "      var item = document.createElement('li'), link = document.createElement('a');\n"
    "      link.href = row[1];\n"
    "      link.textContent = row[2];\n"
    "      item.appendChild(link);\n"
    "      list.appendChild(item);\n"
    "    });\n"
    "    note.textContent = n === 0 ? 'Nothing found.' : n === 200 ? 'The first 200:' :\n"
    "      n + ' found:';\n"
    "  }\n"
    "  function load(name) {\n"
    "    var s = document.createElement('script');\n"
    "    s.src = 'search/' + name + '.js';\n"
    "    s.onerror = function () { pieces[name] = []; show(); };\n"
    "    document.head.appendChild(s);\n"
    "  }\n"
    "  window.trawl_found = function (name, rows) { pieces[name] = rows; show(); };\n"
    "  box.addEventListener('input', function () {\n"
    "    clearTimeout(timer);\n"
    "    timer = setTimeout(show, 150);\n"
    "  });\n"
    "  try { box.value = decodeURIComponent(location.hash.slice(1)); } catch (e) { /* as it is */ }\n"
    "  show();\n"
    "}());\n";

void search_put(struct site *s)
{
    output_text(&s->out,
                "<p><label for=\"q\">Search for words of subjects, senders and hosts</label>"
                "<input id=\"q\" type=\"search\" autocomplete=\"off\"></p>\n"
                "<p id=\"note\" aria-live=\"polite\">The search needs JavaScript.</p>\n"
                "<ul class=\"list\" id=\"found\"></ul>\n"
                "<script src=\"search.js\"></script>\n");
}

static int search_make_page(struct site *s)
{
    file_begin(s, "search.html");
    page_head(s, site_str("Search"), "search.js", false);
    output_text(&s->out, "<h1>Search</h1>\n");
    search_put(s);
    page_foot(s);
    if (file_end(s, 1) < 0)
        return -1;
    file_begin(s, "search.js");
    output_text(&s->out, search_script);
    return file_end(s, 1);
}

/* ---- Words ---- */

static bool is_word_byte(unsigned char c)
{
    return ascii_is_alnum(c) || c >= 0x80;
}

/* Stores each word of a label with its entry. */
static int add_words(struct site *s, sqlite3_stmt *put, const char *path, trawl_str label,
                     int64_t time)
{
    struct buffer masked = {0};
    char word[64];
    int failed = 0;

    if (site_masks(s) && mask_text(s, &masked, label) == TRAWL_OK)
        label = buffer_str(&masked);
    if (label.n > 300)
        label.n = 300;
    for (size_t i = 0, n; i < label.n && !failed; i += n + 1) {
        for (n = 0; i + n < label.n && is_word_byte((unsigned char)label.p[i + n]); n++)
            if (n < sizeof word)
                word[n] = (char)ascii_lower((unsigned char)label.p[i + n]);
        if (n < 2)
            continue;
        db_bind(put, 1, (trawl_str){word, n < sizeof word ? n : sizeof word});
        (void)sqlite3_bind_int64(put, 2, -time);
        db_bind(put, 3, site_str(path));
        db_bind(put, 4, label);
        failed = db_run(&s->db, put);
    }
    (void)sqlite3_clear_bindings(put);
    buffer_free(&masked);
    return failed;
}

/* The columns of each query: label, time, how many messages are shown. For threads, then the id,
 * content and URI of the first message that is shown, and those of the root. For senders and hosts,
 * the text from which the hash is made. */
static const char search_threads[] =
    "SELECT m.subject, m.time, h.count, " ADDRESS_COLUMNS("m") ", " ADDRESS_COLUMNS(
        "r") " FROM thread h JOIN messages m ON m.id = h.title JOIN messages r ON r.id = h.root";
static const char senders[] = "SELECT coalesce(name, address, written), 4e9, 0, who FROM person";
static const char hosts[] = "SELECT o.host, 4e9, 0, o.host FROM hosts o"
                            " WHERE " HAS_PAGE("o.host");

static int add_all(struct site *s, const char *sql, char kind, sqlite3_stmt *put)
{
    sqlite3_stmt *row = db_prepare(&s->db, sql);
    char hash[HASH_ROOM], path[PATH_ROOM];
    int found = -1;

    while ((found = db_step(&s->db, row)) > 0) {
        bool several = sqlite3_column_int64(row, 2) > 1;
        trawl_str label = db_text(row, 0);

        if (kind == 't')
            hash_message(hash, row, several ? 6 : 3);
        else
            hash_text(hash, db_text(row, 3));
        path_of(path, kind == 't' && !several ? 'm' : kind, hash);
        if (add_words(s, put, path, kind == 't' ? bare_subject(label) : label,
                      sqlite3_column_int64(row, 1)) < 0)
            return -1;
    }
    return found;
}

/* ---- Pieces ---- */

static int search_end_piece(struct site *s)
{
    output_text(&s->out, "]);\n");
    return file_end(s, 1);
}

static int make_pieces(struct site *s)
{
    sqlite3_stmt *row = db_prepare(
        &s->db, "SELECT word, path, label FROM (SELECT word, path, label, earlier, row_number()"
                " OVER (PARTITION BY word ORDER BY earlier, path) AS n FROM found)"
                " WHERE n <= " MOST " ORDER BY word, earlier, path");
    char last[2] = "";
    bool open = false;
    int found = -1;

    while ((found = db_step(&s->db, row)) > 0) {
        trawl_str word = db_text(row, 0);
        unsigned a = (unsigned char)word.p[0], b = (unsigned char)word.p[1];
        char path[PATH_ROOM];

        if (!open || memcmp(last, word.p, 2) != 0) {
            if (open && search_end_piece(s) < 0)
                return -1;
            (void)snprintf(path, sizeof path, "search/%02x%02x.js", a, b);
            file_begin(s, path);
            output_printf(&s->out, "trawl_found('%02x%02x', [\n", a, b);
            memcpy(last, word.p, 2);
            open = true;
        }
        output_byte(&s->out, '[');
        output_json(&s->out, word);
        output_byte(&s->out, ',');
        output_json(&s->out, db_text(row, 1));
        output_byte(&s->out, ',');
        output_json(&s->out, db_text(row, 2));
        output_text(&s->out, "],\n");
    }
    return found < 0 || (open && search_end_piece(s) < 0) ? -1 : 0;
}

int search_make(struct site *s)
{
    sqlite3_stmt *put;

    if (search_make_page(s) < 0 ||
        db_execute(&s->db, "CREATE TEMP TABLE found(word TEXT, earlier INTEGER, path TEXT,"
                           " label TEXT)") < 0 ||
        !(put = db_prepare(&s->db, "INSERT INTO found VALUES (?1, ?2, ?3, ?4)")))
        return -1;
    if (add_all(s, search_threads, 't', put) < 0 || add_all(s, senders, 'a', put) < 0 ||
        add_all(s, hosts, 'h', put) < 0)
        return -1;
    return make_pieces(s);
}
