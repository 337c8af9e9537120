/* mail_shapes.h - mail of any length that could take much memory or time: a start, and a repeated
 * piece
 *
 * For each shape, memory must not depend on the length, and time must be linear in it.
 */
#ifndef TRAWL_TESTS_MAIL_SHAPES_H
#define TRAWL_TESTS_MAIL_SHAPES_H

#include <stdlib.h>
#include <string.h>
#include <trawl_mail.h>

typedef struct mail_shape {
    const char *name;
    int input;
    const char *head, *unit;
    size_t units; /* the count that the name refers to; 0: the length counts */
} mail_shape;

#define MAIL_SHAPES_MULTI "Content-Type: multipart/mixed; boundary=a\n\n"
#define MAIL_SHAPES_CODED(how) "Content-Transfer-Encoding: " how "\n\n"
#define MAIL_SHAPES_TYPE(type) "Content-Type: " type "\n\n"
#define MAIL_SHAPES_TEXT                                                                                             \
    "The article is at http://a.example/people/joe/2008/06/article.html now, and Joe (joe@b.example) said that it\n" \
    "would be: let us see. Section 5 of it, the answer to the other question, is different,\n"

static const mail_shape mail_shapes[] = {
    {"a mailbox", TRAWL_INPUT_MBOX, "",
     "From joe@b.example Mon Jun 30 02:34:00 2008\nFrom: Joe <joe@b.example>\nTo: list@c.example\n"
     "Subject: =?utf-8?Q?gr=C3=BCn?= http://a.example/\nDate: Mon, 30 Jun 2008 02:34:00 -0700\n"
     "Message-ID: <1@b.example>\nContent-Type: text/plain; charset=utf-8\n\n" MAIL_SHAPES_TEXT
         MAIL_SHAPES_TEXT "> " MAIL_SHAPES_TEXT MAIL_SHAPES_TEXT "\n",
     0},
    {"one message", TRAWL_INPUT_MAIL, "Subject: x\n\n", MAIL_SHAPES_TEXT, 0},
    {"one line of a message", TRAWL_INPUT_MAIL, "Subject: x\n\n", "word http://a.example/ ", 0},
    /* headers */
    {"one header line", TRAWL_INPUT_MAIL, "X-Long: ", "word http://a.example/ ", 0},
    {"one Subject", TRAWL_INPUT_MAIL, "Subject: ", "word http://a.example/ ", 0},
    {"one folded Subject", TRAWL_INPUT_MAIL, "Subject: ", "x\n ", 0},
    {"one References", TRAWL_INPUT_MAIL, "References: ", "<1@b.example> ", 0},
    {"header lines", TRAWL_INPUT_MAIL, "", "X-a: b\n", 0},
    {"header lines with addresses", TRAWL_INPUT_MAIL, "", "List-Post: <mailto:a@b.example>\n", 0},
    {"a header's \"=?utf-8?Q?\"", TRAWL_INPUT_MAIL, "Subject: ", "=?utf-8?Q?", 0},
    {"a header's encoded-words", TRAWL_INPUT_MAIL, "Subject: ", "=?utf-8?Q?=C3=A4?= ", 0},
    {"Subjects made of encoded-words", TRAWL_INPUT_MAIL, "",
     "Subject: =?iso-2022-jp?B?GyRCJCIbKEI=?= =?big5?Q?=A4@=A4?=\n", 0},
    /* encodings */
    {"one line of base64", TRAWL_INPUT_MAIL, MAIL_SHAPES_CODED("base64"),
     "d29yZCBodHRwOi8vYS5leGFtcGxlLw0K", 0},
    {"base64 that decodes to line breaks", TRAWL_INPUT_MAIL, MAIL_SHAPES_CODED("base64"), "\r\n",
     0},
    {"invalid base64", TRAWL_INPUT_MAIL, MAIL_SHAPES_CODED("base64"), "A=*", 0},
    {"soft line breaks", TRAWL_INPUT_MAIL, MAIL_SHAPES_CODED("quoted-printable"), "=\n", 0},
    {"one line of soft line breaks", TRAWL_INPUT_MAIL,
     MAIL_SHAPES_CODED("quoted-printable") "http://a.example/", "x=\n", 0},
    {"quoted-printable", TRAWL_INPUT_MAIL, MAIL_SHAPES_CODED("quoted-printable"),
     "word http://a.example/=C3=A4 =3D =\nit\n", 0},
    {"quoted-printable, one line of blanks", TRAWL_INPUT_MAIL,
     MAIL_SHAPES_CODED("quoted-printable"), " ", 0},
    {"uuencode", TRAWL_INPUT_MAIL, MAIL_SHAPES_CODED("x-uuencode") "begin 644 a\n", "#0V%T\n", 0},
    /* parts */
    {"boundaries", TRAWL_INPUT_MAIL, MAIL_SHAPES_MULTI, "--a\n", 1000000},
    {"parts", TRAWL_INPUT_MAIL, MAIL_SHAPES_MULTI,
     "--a\nContent-Type: text/plain\n\nhttp://a.example/\n", 1000000},
    {"parts inside parts", TRAWL_INPUT_MAIL, "",
     "Content-Type: multipart/mixed; boundary=a\n\n--a\n", 1000000},
    {"messages inside messages", TRAWL_INPUT_MAIL, "", "Content-Type: message/rfc822\n\n", 0},
    {"a digest", TRAWL_INPUT_MAIL, "Content-Type: multipart/digest; boundary=a\n\n",
     "--a\n\nSubject: http://a.example/\n\nhttp://b.example/\n", 1000000},
    {"lines that begin with --", TRAWL_INPUT_MAIL, MAIL_SHAPES_MULTI "--a\n\n", "--b\n", 0},
    {"lines that almost match a boundary", TRAWL_INPUT_MAIL, MAIL_SHAPES_MULTI "--a\n\n",
     "--a  x\n", 0},
    {"a preamble", TRAWL_INPUT_MAIL, MAIL_SHAPES_MULTI, MAIL_SHAPES_TEXT, 0},
    {"a preamble, no boundary parameter", TRAWL_INPUT_MAIL, MAIL_SHAPES_TYPE("multipart/mixed"),
     MAIL_SHAPES_TEXT, 0},
    {"a preamble of unknown boundaries", TRAWL_INPUT_MAIL, MAIL_SHAPES_TYPE("multipart/mixed"),
     "--b\n", 0},
    {"an attachment", TRAWL_INPUT_MAIL, MAIL_SHAPES_TYPE("image/png"), MAIL_SHAPES_TEXT, 0},
    /* texts */
    {"a calendar of empty folded lines", TRAWL_INPUT_MAIL, MAIL_SHAPES_TYPE("text/calendar"),
     "\r\n ", 0},
    {"a calendar folded after each character", TRAWL_INPUT_MAIL,
     MAIL_SHAPES_TYPE("text/calendar") "URL:http://a.example/", "x\r\n ", 0},
    {"DelSp, line breaks only", TRAWL_INPUT_MAIL,
     MAIL_SHAPES_TYPE("text/plain; format=flowed; delsp=yes"), " \n", 0},
    {"DelSp, one character a line", TRAWL_INPUT_MAIL,
     MAIL_SHAPES_TYPE("text/plain; format=flowed; delsp=yes") "http://a.example/", "x \n", 0},
    {"DelSp, quoted", TRAWL_INPUT_MAIL, MAIL_SHAPES_TYPE("text/plain; format=flowed; delsp=yes"),
     "> see http://a.exam \n> ple/x now \n", 0},
    {"clear-signed lines", TRAWL_INPUT_MAIL, "\n-----BEGIN PGP SIGNED MESSAGE-----\n\n", "- -\n",
     0},
    {"lines of URLs", TRAWL_INPUT_MAIL, MAIL_SHAPES_TYPE("text/uri-list"), "http://a.example/\n",
     0},
    {"a list of URLs on one line", TRAWL_INPUT_MAIL, MAIL_SHAPES_TYPE("text/uri-list"),
     "http://a.example/", 0},
    /* charsets */
    {"koi8-r", TRAWL_INPUT_MAIL, MAIL_SHAPES_TYPE("text/plain; charset=koi8-r"),
     "\xF0\xD2\xC9\xD7\xC5\xD4 http://a.example/ x\n", 0},
    {"iso-2022-jp", TRAWL_INPUT_MAIL, MAIL_SHAPES_TYPE("text/plain; charset=iso-2022-jp"),
     "\x1B$B$\"$$\x1B(B http://a.example/ x\n", 0},
    {"iso-2022-jp, shifts only", TRAWL_INPUT_MAIL,
     MAIL_SHAPES_TYPE("text/plain; charset=iso-2022-jp"), "\x1B$B\x1B(B", 0},
    {"hz, escaped line breaks", TRAWL_INPUT_MAIL,
     MAIL_SHAPES_TYPE("text/plain; charset=hz-gb-2312"), "~\n", 0},
    {"utf-7, shifts only", TRAWL_INPUT_MAIL, MAIL_SHAPES_TYPE("text/plain; charset=utf-7"), "+-",
     0},
    {"gbk", TRAWL_INPUT_MAIL, MAIL_SHAPES_TYPE("text/plain; charset=gbk"),
     "\xD6\xD0\xCE\xC4 http://a.example/ x\n", 0},
    /* containers */
    {"\">From \" lines", TRAWL_INPUT_MBOX, "From a@b.example Mon Jun 30 02:34:00 2008\n\n",
     ">From a\n", 0},
    {"\">From \" lines in a header", TRAWL_INPUT_MBOX,
     "From a@b.example Mon Jun 30 02:34:00 2008\nSubject: x\n", " y\n>From a\n", 0},
    {"\">From \" lines and soft breaks", TRAWL_INPUT_MBOX,
     "From a@b.example Mon Jun 30 02:34:00 2008\n" MAIL_SHAPES_CODED("quoted-printable"),
     ">From =\n", 0},
    {"\">From \" lines of one link", TRAWL_INPUT_MBOX,
     "From a@b.example Mon Jun 30 02:34:00 2008\n\n<URL:http://a.example/", "x\n>From a\n", 0},
    {"\"From \" lines", TRAWL_INPUT_MBOX, "", "From a@b.example Mon Jun 30 02:34:00 2008\n", 0},
    {"lines of four ^A", TRAWL_INPUT_MMDF, "", "\1\1\1\1\n", 0},
    {"a batch", TRAWL_INPUT_RNEWS, "", "#! rnews 23\n\nsee http://a.example/\n\n", 0},
    {"articles of an NNTP server", TRAWL_INPUT_NNTP, "",
     "220 1 <1@b.example> article\n\nsee http://a.example/\n.\n", 0},
    {"records of WARC", TRAWL_INPUT_WARC, "",
     "WARC/1.0\nWARC-Type: resource\nContent-Type: text/plain\nContent-Length: 24\n\nsee http://a.example/ so\n\n",
     0},
    {"one record of WARC", TRAWL_INPUT_WARC,
     "WARC/1.0\nWARC-Type: conversion\nContent-Type: text/html\nContent-Length: 999999999999\n\n",
     "<a href=\"http://a.example/\">x</a> ", 0},
    {"chunks of one byte", TRAWL_INPUT_WARC,
     "WARC/1.0\nWARC-Type: response\nContent-Type: application/http\nContent-Length: 999999999999\n\n"
     "HTTP/1.1 200 OK\nContent-Type: text/plain\nTransfer-Encoding: chunked\n\n",
     "1\nh\n1\n \n", 0},
    {"header lines of a record of WARC", TRAWL_INPUT_WARC, "WARC/1.0\n", "X-a: b\n", 0},
    {"first lines of WARC", TRAWL_INPUT_WARC, "", "WARC/1.0\n", 0},
    {"a text", TRAWL_INPUT_TEXT, "", MAIL_SHAPES_TEXT, 0},
};

enum { MAIL_SHAPES = sizeof mail_shapes / sizeof mail_shapes[0], MAIL_SHAPES_BLOCK = 1 << 16 };

/* Feeds this many bytes of a shape in blocks of 64 KiB, cut anywhere. */
static inline int mail_shape_feed(const mail_shape *s, trawl_mail *m, unsigned long long bytes)
{
    static char block[2 * MAIL_SHAPES_BLOCK];
    size_t n = strlen(s->unit), at = 0;
    int result = trawl_mail_feed(m, s->head, strlen(s->head));

    for (size_t i = 0; i < sizeof block; i++)
        block[i] = i < n ? s->unit[i] : block[i - n];
    while (bytes > 0 && !result) {
        size_t k = bytes < MAIL_SHAPES_BLOCK ? (size_t)bytes : MAIL_SHAPES_BLOCK;
        result = trawl_mail_feed(m, block + at, k);
        at = (at + k) % n;
        bytes -= k;
    }
    return result ? result : trawl_mail_finish(m);
}

#endif
