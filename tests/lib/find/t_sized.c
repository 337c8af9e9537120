/* t_sized.c - calls from programs whose header is older or newer than the library
 *
 * Each call that takes a struct with a size gets it with each size from that of the member `size`
 * to twice the struct. Members that a smaller struct lacks read as 0 and are not written. In a
 * larger struct, the bytes that the library does not know must be 0 when it is read, and are set to
 * 0 when it is written.
 */
#include <stddef.h>
#include <string.h>
#include <trawl.h>
#include <trawl_emit.h>
#include <trawl_mail.h>

#include "tap.h"

#define END(type, member) (offsetof(type, member) + sizeof((type *)0)->member)

enum { LARGE = 4096 };

/* Room for a struct that a caller passes, followed by bytes that are not part of it. */
typedef union room {
    size_t size;
    char bytes[LARGE];
    trawl_config config;
    trawl_mail_config mail;
    trawl_verdict verdict;
    trawl_fault fault;
    trawl_scheme scheme;
    trawl_mail_place place;
    trawl_link link;
} room;

/* Returns a struct of this size: the first bytes of p[0..n), then zeros. The bytes after it are
 * 'x'. */
static room room_of(size_t size, const void *p, size_t n)
{
    room r;

    memset(&r, 'x', sizeof r);
    memset(&r, 0, size);
    memcpy(&r, p, size < n ? size : n);
    r.size = size;
    return r;
}

static bool untouched(const room *r)
{
    for (size_t i = r->size < sizeof r->size ? sizeof r->size : r->size; i < LARGE; i++)
        if (r->bytes[i] != 'x')
            return false;
    return true;
}

/* ---- Structs that the library reads ---- */

static int count_link(void *user, const trawl_event *e)
{
    *(unsigned *)user += e->type == TRAWL_EVENT_LINK;
    return e->size == sizeof *e && (!e->link || e->link->size == sizeof *e->link) ? 0 : 1;
}

/* Opens a scan with the config. Returns the number of links in a text with one domain, or an
 * error. */
static int by_config(const room *r)
{
    static const char text[] = "at a.example.com/x";
    unsigned links = 0;
    trawl_settings *s;
    int result = trawl_settings_open(&s, &r->config);

    if (result == TRAWL_OK)
        result = trawl_scan(text, sizeof text - 1, s, count_link, &links);
    trawl_settings_close(&s);
    return result == TRAWL_OK ? (int)links : result;
}

/* Does the same with a mail config, for a text and a message. */
static int by_mail(const room *r)
{
    static const char text[] = "Subject: x\n\na.example.com/x\n";
    unsigned links = 0;
    trawl_mail *m;
    int result = trawl_mail_open(&m, &r->mail, count_link, &links);

    if (result == TRAWL_OK)
        result = trawl_mail_feed(m, text, sizeof text - 1);
    if (result == TRAWL_OK)
        result = trawl_mail_finish(m);
    trawl_mail_close(&m);
    return result == TRAWL_OK ? (int)links : result;
}

static int by_place(const room *r)
{
    trawl_mail *m;
    int result = trawl_mail_open(&m, NULL, count_link, &(unsigned){0});

    if (result == TRAWL_OK)
        result = trawl_mail_seek(m, &r->place);
    trawl_mail_close(&m);
    return result;
}

static int by_link(const room *r)
{
    char href[64];
    size_t n;
    int result = trawl_emit_href(&r->link, "", 0, href, sizeof href, &n, NULL);

    return result == TRAWL_OK ? (int)n : result;
}

/* Makes the call with each size. `with` is the wanted result when the struct has the members up to
 * the offset `least`, `without` the result when these are 0. */
static void reads(const char *name, int (*call)(const room *), const void *p, size_t n,
                  size_t least, int with, int without)
{
    unsigned wrong = 0;

    for (size_t size = sizeof size; size <= 2 * n; size++) {
        room r = room_of(size, p, n);
        if (size <= offsetof(trawl_config, find) || size >= least)
            wrong += call(&r) != (size >= least ? with : without);
    }
    is_int(wrong, 0, "%s: smaller and larger", name);
    for (size_t size = 0; size < sizeof size; size++) {
        room r = room_of(size, p, n);
        r.size = size;
        wrong += call(&r) != TRAWL_ERROR_MISUSE;
    }
    is_int(wrong, 0, "%s: too small for its size member", name);
    for (size_t i = n; i < 2 * n; i++) {
        room r = room_of(2 * n, p, n);
        r.bytes[i] = 1;
        wrong += call(&r) != TRAWL_ERROR_MISUSE;
    }
    is_int(wrong, 0, "%s: an unknown member that is not 0", name);
}

static void test_reads(void)
{
    trawl_config config = {.size = sizeof config, .find = TRAWL_FIND_DOMAIN};
    trawl_mail_config mail = {.size = sizeof mail, .input = TRAWL_INPUT_MAIL};
    trawl_mail_place place = {
        .size = sizeof place, .input = TRAWL_INPUT_MBOX, .number = 1, .line = 1};
    trawl_link link = {.size = sizeof link, .url = {"http://a.example/", 17}};
    trawl_settings *s;

    reads("trawl_config", by_config, &config, sizeof config, END(trawl_config, find), 1, 0);
    if (!is_int(trawl_settings_open(&s, &config), TRAWL_OK, "settings"))
        return;
    mail.settings = s;
    reads("trawl_mail_config", by_mail, &mail, sizeof mail, END(trawl_mail_config, input), 1, 0);
    trawl_settings_close(&s);
    reads("trawl_mail_place", by_place, &place, sizeof place, END(trawl_mail_place, line), TRAWL_OK,
          TRAWL_ERROR_MISUSE);
    reads("trawl_link", by_link, &link, sizeof link, END(trawl_link, url), 17, TRAWL_EMIT_DEAD);
}

/* ---- Structs that the library fills ---- */

static int check_url(room *r)
{
    return trawl_check(&r->verdict, "http://a.example/a b", 20);
}

static int rules_check(room *r)
{
    int result = trawl_rules_check("rule\n", 5, &r->fault);

    return result == TRAWL_ERROR_BAD_RULE ? TRAWL_OK : result;
}

static int scheme_lookup(room *r)
{
    return trawl_scheme_lookup(&r->scheme, "http", 4);
}

static int mail_tell(room *r)
{
    static const char text[] = "From a@b.example Mon Jun 30 02:34:00 2008\n";
    trawl_mail_config config = {.size = sizeof config, .input = TRAWL_INPUT_MBOX};
    trawl_mail *m;
    int result = trawl_mail_open(&m, &config, count_link, &(unsigned){0});

    if (result == TRAWL_OK)
        result = trawl_mail_feed(m, text, sizeof text - 1);
    if (result == TRAWL_OK)
        result = trawl_mail_tell(m, &r->place);
    trawl_mail_close(&m);
    return result;
}

/* Makes the call with each size, and compares the result with that for a struct of n bytes. */
static void fills(const char *name, int (*call)(room *), size_t n)
{
    room whole = room_of(n, "", 0);
    unsigned wrong = 0;

    is_int(call(&whole), TRAWL_OK, "%s: filled", name);
    for (size_t size = sizeof size; size <= 2 * n; size++) {
        room r = room_of(size, "", 0), wanted = room_of(size, &whole, n);
        memset(r.bytes + sizeof size, 'y', size - sizeof size);
        wrong += call(&r) != TRAWL_OK || !untouched(&r) || memcmp(&r, &wanted, LARGE) != 0;
    }
    is_int(wrong, 0, "%s: smaller and larger", name);
    for (size_t size = 0; size < sizeof size; size++) {
        room r = room_of(size, "", 0);
        wrong += call(&r) != TRAWL_ERROR_MISUSE || !untouched(&r);
    }
    is_int(wrong, 0, "%s: too small for its size member", name);
}

int main(void)
{
    test_reads();
    fills("trawl_check", check_url, sizeof(trawl_verdict));
    fills("trawl_rules_check", rules_check, sizeof(trawl_fault));
    fills("trawl_scheme_lookup", scheme_lookup, sizeof(trawl_scheme));
    fills("trawl_mail_tell", mail_tell, sizeof(trawl_mail_place));
    trawl_release();
    return done();
}
