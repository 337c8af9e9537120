/* encode.c - the command "trawl encode": makes URLs of local names, and names of URLs
 *
 * Input: names as operands or lines. Percent-encodes all bytes except those that a standard calls
 * unreserved (RFC 1738 section 2.2, RFC 1630 "Recommendations", RFC 3986 section 2.3). --decode is
 * the reverse. Nothing is tested: "trawl check" does that.
 */
#include <limits.h>
#include <unistd.h>

#include "app/command.h"
#include "app/sandbox/sandbox.h"
#include "base/ascii.h"

struct encode {
    struct output *out;
    int as, to; /* 1 plus the choice; 0: not given */
    bool decode, null;
    int sandbox;
    bool bad; /* a "%" did not begin an escape */
    char folder[PATH_MAX];
    struct buffer name, url;
};

/* What a name becomes. */
static const char *const encode_parts[] = {"path", "segment", "form", "file", NULL};
enum { PART_PATH = 1, PART_SEGMENT, PART_FORM, PART_FILE };

static const char *const standards_of_data[] = {"1738", "1630", "3986", NULL};
enum { DATA_1738 = 1, DATA_1630, DATA_3986 };

/* The unreserved signs, besides letters and digits. RFC 1630 reserves "*" and "!". */
static const char *const data_signs[] = {
    [DATA_1738] = "$-_.+!*'(),", [DATA_1630] = "$-_@.&'(),", [DATA_3986] = "-._~"};

#define TARGET encode

/* clang-format off */
static const struct option encode_options[] = {
    {CHOICE('t', "to", "PART", to, encode_parts, "part of a URL"),
     .help = "make a path (the default), a segment of one (\"/\" is encoded,\n"
             "too), the value of a form (a segment, in which a space\n"
             "becomes \"+\", and \"+\" %2B), or a file: URL (a name that\n"
             "does not begin with \"/\" is in the working directory)"},
    {CHOICE(0, "as", "STANDARD", as, standards_of_data, "standard"),
     .help = "encode what is not data by 3986 (RFC 3986, the default: all\n"
             "but letters, digits and - . _ ~), 1738 or 1630"},
    {FLAG('d', "decode", decode),
     .help = "decode instead; with -t form \"+\" is a space"},
    {FLAG('0', "null", null),
     .help = "end each line with NUL and escape nothing; otherwise\n"
             "unprintable bytes are \\t \\n \\r \\xHH"},
    LAST_OPTIONS("end the options: the rest are names"),
};
/* clang-format on */

/* Returns a message about options that conflict, or NULL. */
static const char *encode_conflict(const struct encode *e)
{
    return e->decode && (e->as || (e->to && e->to != PART_FORM))
               ? "--decode reads any escapes; it goes with neither --as nor -t, except -t form"
               : NULL;
}

/* Returns true for a byte that stays as it is. */
static bool encode_keeps(const struct encode *e, char byte)
{
    if (byte == '/')
        return e->to != PART_SEGMENT && e->to != PART_FORM;
    if (byte == '+' && e->to == PART_FORM)
        return false;
    return ascii_is_alnum((unsigned char)byte) ||
           (byte != '\0' && strchr(data_signs[e->as ? e->as : DATA_3986], byte));
}

/* Encodes the name. Needs room for three times its bytes. */
static char *encode_name(const struct encode *e, trawl_str from, char *to)
{
    static const char hex[] = "0123456789ABCDEF";

    for (size_t i = 0; i < from.n; i++) {
        const unsigned char c = (unsigned char)from.p[i];

        if (encode_keeps(e, from.p[i])) {
            *to++ = from.p[i];
        } else if (c == ' ' && e->to == PART_FORM) {
            *to++ = '+';
        } else {
            *to++ = '%';
            *to++ = hex[c >> 4];
            *to++ = hex[c & 15];
        }
    }
    return to;
}

/* Decodes the name. A "%" that begins no escape stays, and sets e->bad. */
static char *decode_name(struct encode *e, trawl_str from, char *to)
{
    for (size_t i = 0; i < from.n; i++) {
        const int byte = ascii_escape(from.p + i, from.n - i);

        e->bad |= from.p[i] == '%' && byte < 0;
        *to++ = byte >= 0 ? (char)byte : from.p[i] == '+' && e->to == PART_FORM ? ' ' : from.p[i];
        i += byte >= 0 ? 2 : 0;
    }
    return to;
}

/* Puts the name into e->name, below the working directory if it needs one. */
static int begin_name(struct encode *e, trawl_str name)
{
    int error = TRAWL_OK;

    e->name.n = 0;
    if (e->to == PART_FILE && (name.n == 0 || name.p[0] != '/')) {
        error = buffer_add(&e->name, e->folder, strlen(e->folder));
        if (error == TRAWL_OK && e->folder[strlen(e->folder) - 1] != '/')
            error = buffer_add(&e->name, "/", 1);
    }
    return error == TRAWL_OK ? buffer_add(&e->name, name.p, name.n) : error;
}

static int encode_item(void *user, trawl_str name)
{
    struct encode *e = user;
    const char *front = e->to == PART_FILE ? "file://" : "";
    const bool bad = e->bad;
    int error = begin_name(e, name);
    const trawl_str from = buffer_str(&e->name);

    e->bad = false;
    e->url.n = 0;
    if (error == TRAWL_OK)
        error = buffer_add(&e->url, front, strlen(front));
    if (error == TRAWL_OK)
        error = buffer_make_room(&e->url, 3 * from.n + 1);
    if (error == TRAWL_OK) {
        char *to = e->url.p + e->url.n;

        to = e->decode ? decode_name(e, from, to) : encode_name(e, from, to);
        e->url.n = (size_t)(to - e->url.p);
    }
    if (error != TRAWL_OK) {
        output_flush(e->out);
        return command_trouble("encode", error);
    }
    output_line(e->out, buffer_str(&e->url), e->null);
    if (e->bad && buffer_add(&e->url, "", 1) == TRAWL_OK) {
        output_flush(e->out);
        say("encode", "a \"%\" without two hex digits stays: ", e->url.p, NULL);
    }
    e->bad |= bad;
    return 0;
}

static int encode_run(struct output *o, int argc, char **argv)
{
    struct encode e = {.out = o};
    struct options options;
    const char *what;
    int status;

    if (!command_options(o, &command_encode, &options, argc, argv, &e, &status))
        return status;
    if ((what = encode_conflict(&e)) != NULL) {
        say("encode", what, NULL, "; see \"trawl encode --help\"");
        return STATUS_TROUBLE;
    }
    if (e.to == PART_FILE && !getcwd(e.folder, sizeof e.folder)) {
        say("encode", "the working directory has no name; give names that begin with \"/\"", NULL,
            NULL);
        return STATUS_TROUBLE;
    }
    if (sandbox_to_read("encode", e.sandbox, NULL) != 0)
        return SANDBOX_MISSING;
    status = command_each(o, &options, 0, encode_item, &e);
    buffer_free(&e.name);
    buffer_free(&e.url);
    return status ? status : e.bad ? STATUS_SOME_BAD : STATUS_GOOD;
}

/* clang-format off */
static const char encode_usage[] =
    "usage: trawl encode [options] [NAME...]\n"
    "       trawl encode --decode [options] [TEXT...]\n"
    "\n"
    "Print each NAME as a part of a URL, or as a file: URL, one per line: bytes that\n"
    "a URL cannot have, or that have a meaning in it, become %HH. Without a NAME, or\n"
    "for \"-\", read names from standard input, one per line.\n"
    "\n";

static const char encode_more[] =
    "\n"
    "Exit status: 0; 1 if a \"%\" could not be decoded; 2 after an error.\n"
    "\n"
    "Examples:\n"
    "  trawl encode -t file '50% off #1.txt'\n"
    "  echo \"http://host.example/?q=$(trawl encode -t form 'C++ & me')\"\n"
    "  trawl encode --decode a%20b   # a b\n";
/* clang-format on */

const struct command command_encode = {
    "encode", encode_run, encode_options, encode_usage, encode_more, NULL, 1};
