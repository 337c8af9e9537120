/* js.h - what the WebAssembly modules of bindings/js share: the buffers of a call, and scans
 *
 * JavaScript writes its text, in UTF-8, to the buffer that input() returns, and calls a function
 * with its length. Results are in js_out, and valid until the next call. A function returns the
 * number of bytes or records in the result, or a negative enum trawl_error. Offsets are UTF-16 code
 * units.
 */
#ifndef TRAWL_JS_H
#define TRAWL_JS_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <trawl.h>

/* Makes the function one that JavaScript can call. */
#define JS_EXPORT(name) __attribute__((export_name(#name), visibility("default")))

/* Bytes that grow. After a failed call `failed` is set, and the bytes are incomplete. */
typedef struct js_bytes {
    char *p;
    size_t n, room;
    bool failed;
} js_bytes;

void *js_bytes_add(js_bytes *bytes, const void *p, size_t n);
/* A trawl_write whose user data is a js_bytes. */
int js_write(void *user, const char *p, size_t n);

/* A link or, if `rule` is not 0, what decided about a candidate. JavaScript reads it as 32-bit
 * words. */
typedef struct js_record {
    uint32_t kind, flags[2];
    uint32_t from, to;
    uint32_t url, url_n; /* in js_out.text; if url is JS_RAW, the text from `from` to `to` */
    uint32_t words;      /* in js_out.words: spans, if there are several, then readings */
    uint32_t spans, alts;
    uint32_t rule; /* the length of the rule, which precedes the sentence in url */
} js_record;

#define JS_RAW UINT32_MAX

/* The results of a call: text, records, and further words of these. */
extern struct js_out {
    js_bytes text, records, words;
} js_out;

extern js_bytes js_in;

/* Add to js_out.text, whose length before the call is returned, and to js_out.words. */
uint32_t js_add_text(trawl_str piece);
void js_add_word(size_t word);

/* A text and a place in it. Offsets in bytes are those of the scan. */
typedef struct js_text {
    const char *p;
    size_t from; /* the offset of p[0] */
    size_t byte; /* this place, and the number of units from p[0] on */
    uint32_t unit;
    bool ascii;
} js_text;

uint32_t js_unit_at(js_text *text, size_t byte);

/* Settings, the scan that uses them, and the text that it reads. */
typedef struct js_scan {
    trawl_settings *settings;
    trawl_scanner *scan;
    js_text text;
    js_bytes held; /* for a text in pieces: what is not decided, and its left context */
    size_t decided;
} js_scan;

/* A trawl_sink whose user data is a js_scan: adds the record of a link or of an explanation. */
int js_record_event(void *user, const trawl_event *event);
/* Removes a text that ends in a NUL from the front of *rest, and returns it. */
trawl_str js_word(const char **rest);
void js_out_clear(void);
/* Returns n, or the error of a call or of a buffer. */
int js_result(int error, size_t n);
/* Returns the number of records, or the error. */
int js_count(int error);

/* A function of trawl.h that writes a form of a URL. js_form_by() writes that of the input. */
typedef int js_former(const char *url, size_t n, char *out, size_t size, size_t *len);
int js_form_by(js_former *form, size_t n);

#endif
