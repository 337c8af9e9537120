/* lead.c - links from a report to the pages of a site of the same messages (--site)
 *
 * A page that the site does not have gets no link if the report is written into the site.
 */
#include "archive/report/report.h"

#include "archive/site/site.h"
#include "base/ascii.h"

/* Writes the start tag of a link to a page of the site. Returns true if the page is there. */
static bool lead_to(struct report *r, const char *path)
{
    if (r->site && !state_has(r->site, path))
        return false;
    output_text(r->out, "<a href=\"");
    put_escaped(r, buffer_str(&r->root), r->root.n);
    output_text(r->out, path);
    output_text(r->out, "\">");
    return true;
}

bool lead_to_message(struct report *r, int64_t message)
{
    char path[PATH_ROOM];
    bool found;

    if (r->root.n == 0)
        return false;
    if (!r->message)
        r->message =
            db_prepare(r->db, "SELECT " ADDRESS_COLUMNS("m") " FROM messages m WHERE id = ?1");
    if (!r->message)
        return false;
    (void)sqlite3_bind_int64(r->message, 1, message);
    found = db_step(r->db, r->message) > 0;
    if (found) {
        path_of_row(path, 'm', r->message, 0);
        db_reset(r->db, r->message);
    }
    return found && lead_to(r, path);
}

bool lead_home(struct report *r, trawl_str url)
{
    char path[PATH_ROOM];
    int64_t message;

    if (r->root.n == 0 || r->options->addresses == REPORT_HIDDEN || !url.p)
        return false;
    if (r->site)
        return home_path(r->site, url, path) && lead_to(r, path);
    r->home.db = r->db;
    message = home_find(&r->home, url);
    return message > 0 && lead_to_message(r, message);
}

/* Begins a link to the page that is named by a text in lower case. */
static bool lead_to_text(struct report *r, char kind, const char *text, size_t n)
{
    char hash[HASH_ROOM], path[PATH_ROOM], lower[1000];

    if (n == 0 || n > sizeof lower)
        return false;
    for (size_t i = 0; i < n; i++)
        lower[i] = (char)ascii_lower((unsigned char)text[i]);
    hash_text(hash, (trawl_str){lower, n});
    path_of(path, kind, hash);
    return lead_to(r, path);
}

bool lead_to_sender(struct report *r, trawl_str address)
{
    return r->root.n > 0 && lead_to_text(r, 'a', address.p, address.n);
}

bool lead_to_host(struct report *r, trawl_str url)
{
    trawl_span host = {0, 0};

    if (r->root.n > 0 && url.p)
        host = trawl_host_span(url.p, url.n);
    return host.to > host.from &&
           lead_to_text(r, 'h', url.p + host.from, (size_t)(host.to - host.from));
}
