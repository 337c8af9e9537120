/* t_sniff.c - detection of the kind of input (rule E1), how early it is certain, and "From " lines
 * (rule E11) */
#include "growing.h"
#include "mail/container/inside.h"
#include "mail/header/header.h"
#include "tap.h"

#define A "From a@x.example Mon Mar  6 18:02:11 1995\n"
#define MARK "\xEF\xBB\xBF"

typedef struct sniff_case {
    const char *input;
    enum trawl_input kind;
    size_t known; /* bytes after which it is certain; 0: only at the end of the input */
} sniff_case;

static const sniff_case cases[] = {
    {A, TRAWL_INPUT_MBOX, sizeof A - 1},
    {A "anything\n", TRAWL_INPUT_MBOX, sizeof A - 1},
    {"\n\r\n" A, TRAWL_INPUT_MBOX, sizeof A + 2},
    {MARK A, TRAWL_INPUT_MBOX, sizeof A + 2},
    {"From a@x.example Mon Mar  6 18:02:11 1995", TRAWL_INPUT_MBOX, 0},
    {"From 0123456789abcdef0123456789ABCDEF01234567 Mon Sep 17 00:00:00 2001\nx",
     TRAWL_INPUT_PATCHES, 71},
    {"From -1234567890\nX-Google-Thread: 1\n", TRAWL_INPUT_MBOX, 17},
    {"From a@x.example\nReceived: x\n\n", TRAWL_INPUT_MBOX, 30},
    {"From a@x.example\nReceived: by x\n", TRAWL_INPUT_MBOX, 0},
    {"From a@x.example\nDate: x\nUrl: y\n", TRAWL_INPUT_MBOX, 0},
    {"From Ulm\nDate: x\nUrl: y\n", TRAWL_INPUT_TEXT, 0},
    {"From Ulm\nTo: x\n\n", TRAWL_INPUT_MBOX, 16},
    {"From the hills http://a.example/\nwe saw\n", TRAWL_INPUT_TEXT, 37},
    {"From the hills http://a.example/\n\nFrom: x\n", TRAWL_INPUT_TEXT, 34},
    {"From a@x.example\n", TRAWL_INPUT_TEXT, 0},
    {"From", TRAWL_INPUT_TEXT, 0},
    {">From a@x.example Mon Mar  6 18:02:11 1995\nReceived: x\n\n", TRAWL_INPUT_MAIL, 56},
    {">From the hills\n>we saw\n", TRAWL_INPUT_TEXT, 21},
    {"BEGIN:VCALENDAR\r\nx", TRAWL_INPUT_CALENDAR, 15},
    {"begin:vcard\n", TRAWL_INPUT_CALENDAR, 11},
    {"\n" MARK "BEGIN:VCARD\n", TRAWL_INPUT_TEXT, 2},
    {MARK "\r\nBEGIN:VCARD\n", TRAWL_INPUT_CALENDAR, 16},
    {"BEGIN:VEVENT\n", TRAWL_INPUT_TEXT, 0},
    {"BEGIN:", TRAWL_INPUT_TEXT, 0},
    {"dn: cn=Ann,dc=a\nx", TRAWL_INPUT_LDIF, 16},
    {"dn:: Y249QW5u\n", TRAWL_INPUT_LDIF, 14},
    {"dn:\nx", TRAWL_INPUT_LDIF, 4},
    {"dn: cn=Ann", TRAWL_INPUT_LDIF, 0},
    {"dn: the name\nx: y\n", TRAWL_INPUT_TEXT, 0},
    {"DN: cn=Ann\nx: y\n", TRAWL_INPUT_TEXT, 0},
    {"version: 1\n\n# a\n b\ndn: dc=a\nx", TRAWL_INPUT_LDIF, 28},
    {"version: 1\r\ndn: dc=a\r\nx", TRAWL_INPUT_LDIF, 22},
    {"version: 1\nlinks:\n - http://a.example/\n", TRAWL_INPUT_TEXT, 0},
    {"version: 12\ndn: dc=a\n", TRAWL_INPUT_TEXT, 0},
    {"version: 1\n", TRAWL_INPUT_TEXT, 0},
    {"# extended LDIF\n#\n# LDAPv3\n\ndn: dc=a\nx", TRAWL_INPUT_LDIF, 37},
    {"# other\ndn: dc=a\n", TRAWL_INPUT_TEXT, 3},
    {"\x01\x01\x01\x01\n", TRAWL_INPUT_MMDF, 5},
    {"\x01\x01\x01\x01\r\n", TRAWL_INPUT_MMDF, 6},
    {"\x01\x01\x01\x01x", TRAWL_INPUT_TEXT, 5},
    {"\x01\x01\x01x", TRAWL_INPUT_TEXT, 4},
    {"#! rnews 12\nx", TRAWL_INPUT_RNEWS, 12},
    {"#! rnews x\nx", TRAWL_INPUT_TEXT, 11},
    {"#! cunbatch\nx", TRAWL_INPUT_RNEWS, 12},
    {"#! gunbatch\nx", TRAWL_INPUT_RNEWS, 12},
    {"#! /bin/sh\nx", TRAWL_INPUT_TEXT, 11},
    {"#!/bin/sh\nx", TRAWL_INPUT_TEXT, 10},
    {"# Title\nx", TRAWL_INPUT_TEXT, 3},
    {"220 12 <a@b> article\r\n", TRAWL_INPUT_NNTP, 22},
    {"221 12 <a@b> head\r\n", TRAWL_INPUT_NNTP, 19},
    {"222 0 <a@b>\n", TRAWL_INPUT_NNTP, 12},
    {"220 mail.example ESMTP\n", TRAWL_INPUT_TEXT, 23},
    {"221 2.0.0 Bye\n", TRAWL_INPUT_TEXT, 14},
    {"223 12 <a@b>\n", TRAWL_INPUT_TEXT, 5},
    {"Subject: x\n\n", TRAWL_INPUT_MAIL, 12},
    {"Subject: x\r\n\r\n", TRAWL_INPUT_MAIL, 14},
    {"Subject: x\nX-Y: z\n  more\n\tand\n\nFrom now on", TRAWL_INPUT_MAIL, 31},
    {"subject : x\nmessage-id : x\n", TRAWL_INPUT_MAIL, 0},
    {"subject : x\n", TRAWL_INPUT_TEXT, 0},
    {"From: x", TRAWL_INPUT_TEXT, 0},
    {"From: a@b\n\nx", TRAWL_INPUT_MAIL, 11},
    {"From: joe \r\nSubject: x\r\n\r\n", TRAWL_INPUT_MAIL, 26},
    {"From: a@b\nSubject: x\nBuild: y\n", TRAWL_INPUT_MAIL, 0},
    {"From: a!b\nDate: x", TRAWL_INPUT_MAIL, 0},
    {"From: Ulm\nDate: x\nMap: y", TRAWL_INPUT_TEXT, 0},
    {"From: a@b\nTo: c@d\nMap: y\n", TRAWL_INPUT_TEXT, 0},
    {"To: c@d\nSubject: x\nFcc: out\nMood: fine\n\n", TRAWL_INPUT_MAIL, 40},
    {"To: c@d\nSubject: x\n", TRAWL_INPUT_TEXT, 0},
    {"Subject: x\nPrio: y\n\n", TRAWL_INPUT_TEXT, 20},
    {"Subject: x\nPriority: y\nContent-Language: z\n\n", TRAWL_INPUT_MAIL, 44},
    {"Cc: c@d\nLink: x\nFixes: y\n\n", TRAWL_INPUT_TEXT, 26},
    {"Date: x\nLocation: y\nContent-Type: z\n\n", TRAWL_INPUT_TEXT, 37},
    {"User-Agent: *\nDisallow: /\n\n", TRAWL_INPUT_TEXT, 27},
    {"User-Agent: x\n\n", TRAWL_INPUT_TEXT, 15},
    {"Newsgroups: a.b\nUser-Agent: x\n", TRAWL_INPUT_MAIL, 0},
    {"Received: by x (8.1)\nQueue: y\n", TRAWL_INPUT_MAIL, 0},
    {"Received:\tfrom x\n", TRAWL_INPUT_MAIL, 0},
    {"Received: 2 May\nParcel: y\n", TRAWL_INPUT_TEXT, 0},
    {"Received: from", TRAWL_INPUT_TEXT, 0},
    {"List-Price: 2\nList-Of: y\n", TRAWL_INPUT_TEXT, 0},
    {"List-Owner: <x>\nMood: y\n", TRAWL_INPUT_MAIL, 0},
    {"From : x@a Mon Mar  6 18:02:11 1995\n\n", TRAWL_INPUT_MAIL, 37},
    /* a header that ends at a line that is not a field */
    {"From: a@b\nMIME-Version: 1\nPHA+\nx\n", TRAWL_INPUT_MAIL, 31},
    {"From: a@b\nMIME-Version: 1\n----\n", TRAWL_INPUT_MAIL, 31},
    {"From: a@b\nMIME-Version: 1\n \nPHA+\n", TRAWL_INPUT_MAIL, 33},
    {"From: a@b\nMIME-Version: 1\nis what\n", TRAWL_INPUT_TEXT, 34},
    {"Subject: x\nMIME-Version: 1\nPHA+\n", TRAWL_INPUT_TEXT, 32},
    {"From: a@b\nTo: c@d\nhttp://a.example/\n", TRAWL_INPUT_TEXT, 25},
    {"From: noon on\nDate: 4 May\n\nx\n", TRAWL_INPUT_TEXT, 27},
    {"X-Y: z\nList-Post: <mailto:a@b>\n\n", TRAWL_INPUT_MAIL, 32},
    {MARK "Date: x\n\n", TRAWL_INPUT_MAIL, 12},
    {"\nDate: x\n\n", TRAWL_INPUT_TEXT, 2},
    {MARK "\nDate: x\n\n", TRAWL_INPUT_TEXT, 5},
    {"Note: see http://a.example/\n\nmore", TRAWL_INPUT_TEXT, 29},
    {"Note: see http://a.example/\nSubject: x\nno field\n", TRAWL_INPUT_TEXT, 43},
    {"From: Ann <a@a.example>\nSent: 4 May 2020\nTo: b@a.example\nSubject: x\n\nmore",
     TRAWL_INPUT_TEXT, 69},
    {"Sent: 4 May 2020\nMessage-ID: <1@a.example>\nSubject: x\n\nmore", TRAWL_INPUT_MAIL, 55},
    {"Note: see http://a.example/\nand\n", TRAWL_INPUT_TEXT, 32},
    {"http://a.example/\n", TRAWL_INPUT_TEXT, 7},
    {" Subject: x\n", TRAWL_INPUT_TEXT, 2},
    {": x\n", TRAWL_INPUT_TEXT, 1},
    {"Dear all,\n", TRAWL_INPUT_TEXT, 6},
    {"\xC3\x9C", TRAWL_INPUT_TEXT, 1},
    {"a\xC3\x9C: x", TRAWL_INPUT_TEXT, 2},
    /* pages */
    {"<!DOCTYPE html>", TRAWL_INPUT_HTML, 14},
    {"<HTML lang=x", TRAWL_INPUT_HTML, 7},
    {"<html", TRAWL_INPUT_HTML, 0},
    {"<htmlx>", TRAWL_INPUT_TEXT, 0},
    {MARK " \t\r\n<!-- <a> -->\n<?a b?><html>", TRAWL_INPUT_HTML, 33},
    {"<?xml version=\"1.0\"?>\n<!DOCTYPE\nHTML PUBLIC", TRAWL_INPUT_HTML, 36},
    {"<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b '<html>'>]><html/", TRAWL_INPUT_HTML, 62},
    {"<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b '<html>'>]><a><html>", TRAWL_INPUT_TEXT, 58},
    {"<?xml version=\"1.0\"?>\n<rss><html>", TRAWL_INPUT_TEXT, 24},
    {"<!-- <html>", TRAWL_INPUT_TEXT, 0},
    {"<p>", TRAWL_INPUT_TEXT, 0},
    {"", TRAWL_INPUT_TEXT, 0},
    {"\n\n", TRAWL_INPUT_TEXT, 0},
    {MARK, TRAWL_INPUT_TEXT, 0},
    {"\xEF\xBBx", TRAWL_INPUT_TEXT, 3},
};

/* The result is AUTO until it is certain, and then always the same. At the end of the input it is
 * never AUTO. */
static void one_case(const sniff_case *k)
{
    size_t n = strlen(k->input), known = n + 1;
    const char *why = NULL;
    sniff_header found;
    bool held = true;

    for (size_t i = 0; i <= n; i++) {
        char *piece = malloc(i + 1);
        if (!piece)
            abort();
        memcpy(piece, k->input, i);
        enum trawl_input kind = sniff(piece, i, false, &why, &found);
        if (kind != TRAWL_INPUT_AUTO && known > n)
            known = i;
        held &= kind == (known > n ? TRAWL_INPUT_AUTO : k->kind);
        held &= sniff(piece, i, true, &why, &found) != TRAWL_INPUT_AUTO;
        free(piece);
    }
    ok(held, "one result, which does not change: %s", k->input);
    is_int(known > n ? 0 : known, k->known, "known from this byte on: %s", k->input);
    why = NULL;
    is_int(sniff(k->input, n, true, &why, &found), k->kind, "%s: %s", container_name(k->kind),
           k->input);
    ok(why && *why, "with a reason");
}

/* Tests a header with fields up to CONTAINER_SNIFF; the bytes after that do not count. */
static void long_ones(void)
{
    growing g = {0};
    const char *why = NULL;
    sniff_header found;
    bool held = true;

    growing_printf(&g, "Message-ID: x\n");
    while (g.n < CONTAINER_SNIFF - 3)
        growing_add(&g, "X: y\n", 5);
    growing_printf(&g, "no field");
    for (size_t n = CONTAINER_SNIFF; n <= g.n; n++)
        held &= sniff(g.p, n, false, &why, &found) == TRAWL_INPUT_MAIL &&
                sniff(g.p, n, true, &why, &found) == TRAWL_INPUT_MAIL;
    ok(held, "a header longer than CONTAINER_SNIFF");
    is_int(sniff(g.p, CONTAINER_SNIFF - 4, false, &why, &found), TRAWL_INPUT_AUTO,
           "not certain before CONTAINER_SNIFF");
    memcpy(g.p, "Subject: see \n", 14);
    is_int(sniff(g.p, CONTAINER_SNIFF, false, &why, &found), TRAWL_INPUT_TEXT,
           "other fields alone are not a message");
    memset(g.p, '\n', g.n);
    is_int(sniff(g.p, CONTAINER_SNIFF, false, &why, &found), TRAWL_INPUT_TEXT, "only empty lines");
    memset(g.p, 'y', g.n);
    is_int(sniff(g.p, 200, false, &why, &found), TRAWL_INPUT_TEXT, "a field name that is too long");
    growing_clear(&g);
    growing_printf(&g, "From ");
    while (g.n < CONTAINER_HELD - 25)
        growing_add(&g, "y", 1);
    growing_printf(&g, " Mon Mar  6 18:02:11 1995\n");
    is_int(sniff(g.p, g.n, false, &why, &found), TRAWL_INPUT_TEXT, "a From line that is too long");
    is_int(sniff(g.p, g.n, true, &why, &found), TRAWL_INPUT_TEXT,
           "a From line that is too long, at the end");
    memmove(g.p + 5, g.p + 6, g.n - 6);
    is_int(sniff(g.p, g.n - 1, false, &why, &found), TRAWL_INPUT_MBOX, "the longest From line");
    growing_clear(&g);
    growing_printf(&g, "X-A: ");
    while (g.n < CONTAINER_SNIFF)
        growing_add(&g, "y", 1);
    ok(sniff_long_fields(g.p, g.n), "a field that does not end in CONTAINER_SNIFF bytes");
    ok(!sniff_long_fields(g.p, g.n - 1), "one byte less shows it");
    g.p[4] = '\t';
    ok(sniff_long_fields(g.p, g.n), "a tab after the colon");
    g.p[4] = 'y';
    ok(!sniff_long_fields(g.p, g.n), "no blank after the colon");
    for (size_t i = 0; i < g.n; i++)
        g.p[i] = "X-A: y\n"[i % 7];
    ok(!sniff_long_fields(g.p, g.n), "many short fields");
    memcpy(g.p, "X A: ", 5);
    ok(!sniff_long_fields(g.p, g.n), "no name of a field");
    free(g.p);
}

/* Tests p[0..n) as a page in UTF-16, and as a text in a file with the name of a page. */
static void page_case(const char *p, size_t n, enum trawl_input whole, enum trawl_input named,
                      const char *what)
{
    const container_view v = {p, n, false}, last = {p, n, true};
    const char *why = NULL;
    sniff_header found;

    is_int(sniff(p, n, true, &why, &found), whole, "%s: %s", container_name(whole), what);
    is_int(sniff_tags(&v, &why), named, "%s by its name: %s", container_name(named), what);
    is_int(sniff_tags(&last, &why), named ? named : TRAWL_INPUT_TEXT, "at its end: %s", what);
}

static void page_cases(void)
{
    static const char little[] = "\xFF\xFE<\0h\0t\0m\0l\0>", big[] = "\xFE\xFF\0<\0h\0t\0m\0l\0>",
                      other[] = "\xFF\xFE<\1h\1t\1m\1l\1>\1",
                      text[] = "1 < 2 <joe@a.example> <http://a.example/> <rss> <",
                      tag[] = "x</A >";
    char late[4096 + 4];

    page_case(little, sizeof little, TRAWL_INPUT_HTML, TRAWL_INPUT_HTML, "UTF-16, little-endian");
    page_case(big, sizeof big - 1, TRAWL_INPUT_HTML, TRAWL_INPUT_HTML, "UTF-16, big-endian");
    page_case(other, sizeof other - 1, TRAWL_INPUT_TEXT, TRAWL_INPUT_AUTO, "other characters");
    page_case(text, sizeof text - 1, TRAWL_INPUT_TEXT, TRAWL_INPUT_AUTO, text);
    page_case(tag, sizeof tag - 1, TRAWL_INPUT_TEXT, TRAWL_INPUT_HTML, tag);
    memset(late, 'x', sizeof late);
    memcpy(late + 4096 - 2, "<p>", 3);
    page_case(late, sizeof late, TRAWL_INPUT_TEXT, TRAWL_INPUT_TEXT, "a tag after 4095 bytes");
    page_case(late + 1, sizeof late - 1, TRAWL_INPUT_TEXT, TRAWL_INPUT_HTML, "a tag of 4096 bytes");
}

static const char *const good[] = {
    "From ada@x.example Mon Mar  6 18:02:11 1995",
    "From ada@x.example  Mon Mar 06 18:02:11 1995",
    "From ada Mon Mar  6 18:02 1995",
    "From ada\tMon Mar 6 8:02 1995",
    "From - Mon Mar  6 18:02:11 1995",
    "From Mon Mar  6 18:02:11 1995",
    "From Ada Lovelace Mon Mar  6 18:02:11 1995",
    "From \"a b\"@x Mon Mar  6 18:02:11 1995",
    "From ada@x.example Mon Mar  6 18:02:11 GMT 1995",
    "From ada@x.example Mon Mar  6 18:02:11 MET DST 1995",
    "From ada@x.example Mon Mar  6 18:02:11 +0100 1995",
    "From ada@x.example Mon Mar  6 18:02:11 1995 +0100",
    "From ada@x.example Mon Mar  6 18:02:11 1995 -0500 (EST)",
    "From ada@x.example Mon Mar  6 18:02 EST 1995 remote from x",
    "From ada@x.example Mon Mar  6 18:02:11 1995 remote from x.example",
    "From ada@x.example Mon Mar  6 18:02:11 1995 (0123456789012345678901234567890)",
    "From ada@x.example Mon Mar  6 18:02:11 1995 ",
    "From ada@x.example mon mar  6 18:02:11 1995",
    "From ada@x.example Mon, 6 Mar 1995 18:02:11 +0000",
    "From ada@x.example Mon, 06 Mar 95 18:02:11 GMT",
    "From ada at x.example Sun Dec 31 23:59:60 1995",
    "From Mon@x Mon Mon Mon Mar  6 18:02:11 1995",
    "From ada Mon Mar 31 24:59:61 ABCDE 1995",
    "From 12345",
    "From 1234567890123456789",
    "From -1234567890",
};
static const char *const bad[] = {
    "From",
    "From ",
    "from ada Mon Mar  6 18:02:11 1995",
    "From: ada Mon Mar  6 18:02:11 1995",
    "From : ada Mon Mar  6 18:02:11 1995",
    " From ada Mon Mar  6 18:02:11 1995",
    "From ada",
    "From here on we have http://a.example/",
    "From what I saw on Mon Mar  6 18:02:11 1995 it was late",
    "From ada Mon Mar  6 18:02:11 1995.",
    "From ada Mon Mar 32 18:02:11 1995",
    "From ada Mon Mar  6 25:02:11 1995",
    "From ada Mon Mar  6 18:60:11 1995",
    "From ada Mon Mar  6 18:02:62 1995",
    "From ada Mon Mar  6 18:2:11 1995",
    "From ada Mon Mar  6 18:02:11 ABCDEF 1995",
    "From ada Mon Mar  6 18:02:11 +010 1995",
    "From ada Mon Mar  6 18:02:11",
    "From ada Mon Mar  6 18:02:11 95",
    "From ada Mon Mar  6 18:02:11 19955",
    "From ada Mar  6 18:02:11 1995",
    "From ada Mon Mar  6 1995",
    "From ada Monday Mar  6 18:02:11 1995",
    "From adaMon Mar  6 18:02:11 1995",
    "From ada Mon Mar  6 18:02:11 1995 remote from ",
    "From ada Mon Mar  6 18:02:11 1995 remote fromx",
    "From ada Mon Mar  6 18:02:11 1995 (01234567890123456789012345678901)",
    "From ada Mon Mar  6 18:02:11 1995 (what",
    "From ada Mon Mar  6 18:02:11 A B C 1995",
    "From 1234",
    "From 123456789012345678901",
    "From -12345x",
    "From 12345 67890",
};

static void from_lines(void)
{
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        ok(sniff_from_line(good[i], strlen(good[i])), "a From line: %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ok(!sniff_from_line(bad[i], strlen(bad[i])), "not a From line: %s", bad[i]);
}

/* Cuts a "From " line at every byte: only the whole line has a date. */
static void cut_lines(void)
{
    static const char line[] = "From ada@x.example Mon Mar  6 18:02:11 MET DST 1995";
    bool held = true;

    for (size_t n = 0; n < sizeof line; n++) {
        char *piece = malloc(n ? n : 1);
        if (!piece)
            abort();
        memcpy(piece, line, n);
        held &= sniff_from_line(piece, n) == (n == sizeof line - 1);
        free(piece);
    }
    ok(held, "a line that is cut off has no date");
}

static void fields(void)
{
    static const char *const known[] = {"To",          "MESSAGE-ID", "List-Id",
                                        "Resent-From", "ARC-Seal",   "x-google-thread"};
    static const char *const unknown[] = {"",     "T",    "Too", "Note",       "List-",  "List",
                                          "Path", "http", "x-a", "user-agent", "expires"};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        ok((fields_signs(known[i], strlen(known[i])) & FIELDS_MAIL) != 0, "a field of mail: %s",
           known[i]);
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        ok(!(fields_signs(unknown[i], strlen(unknown[i])) & FIELDS_MAIL), "not a field of mail: %s",
           unknown[i]);
    ok(sniff_begins_message("Subject : x", 11), "a field with a blank before the colon");
    ok(sniff_begins_message("From -1234567890", 16), "a From line");
    ok(!sniff_begins_message("Subject", 7), "a field without a colon");
    ok(!sniff_begins_message("", 0), "an empty line");
}

int main(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        one_case(&cases[i]);
    long_ones();
    page_cases();
    from_lines();
    cut_lines();
    fields();
    return done();
}
