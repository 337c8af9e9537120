/* types.c - the suffix of the file of an attachment, and the name under which it is saved
 *
 * A web server derives the type of a file from its suffix, so the suffix comes from a list, never
 * from a message. The list has only plain text, pictures and a few formats that run no scripts in a
 * page. HTML, SVG, XML and scripts are ".bin".
 */
#include "base/ascii.h"
#include "base/utf8.h"
#include "archive/site/message/message.h"

static const struct {
    const char *type, *first; /* first: how a picture begins */
    struct file_type is;
} file_types[] = {
    {"image/png", "\x89PNG\r\n", {"png", true, true, true}},
    {"image/jpeg", "\xFF\xD8\xFF", {"jpg", true, true, true}},
    {"image/jpg", "\xFF\xD8\xFF", {"jpg", true, true, true}},
    {"image/pjpeg", "\xFF\xD8\xFF", {"jpg", true, true, true}},
    {"image/gif", "GIF8", {"gif", true, true, true}},
    {"image/webp", "RIFF", {"webp", true, true, true}},
    {"application/pdf", "%PDF-", {"pdf", false, false, true}},
    {"application/zip", "PK", {"zip", false, false, true}},
    {"application/x-zip-compressed", "PK", {"zip", false, false, true}},
    {"application/gzip", "\x1F\x8B", {"gz", false, false, true}},
    {"application/x-gzip", "\x1F\x8B", {"gz", false, false, true}},
    {"application/x-bzip2", "BZh", {"bz2", false, false, true}},
    {"application/x-bzip", "BZh", {"bz2", false, false, true}},
    {"application/x-xz",
     "\xFD"
     "7zXZ",
     {"xz", false, false, true}},
    {"text/plain", "", {"txt", false, true, false}},
    {"application/pgp-signature", "", {"txt", false, true, false}},
    {"application/pgp-keys", "", {"txt", false, true, false}},
    {"application/x-patch", "", {"txt", false, true, false}},
    {"application/json", "", {"txt", false, true, false}},
    {"text/csv", "", {"txt", false, true, false}},
    {"text/markdown", "", {"txt", false, true, false}},
    {"text/enriched", "", {"txt", false, true, false}},
    {"text/calendar", "", {"txt", false, true, false}},
    {"text/x-patch", "", {"txt", false, true, false}},
    {"text/x-diff", "", {"txt", false, true, false}},
    {"text/x-log", "", {"txt", false, true, false}},
    {"text/x-c", "", {"txt", false, true, false}},
    {"text/x-csrc", "", {"txt", false, true, false}},
    {"text/x-chdr", "", {"txt", false, true, false}},
    {"text/x-c++src", "", {"txt", false, true, false}},
    {"text/x-tex", "", {"txt", false, true, false}},
    {"text/x-vcard", "", {"txt", false, true, false}},
    {"text/vcard", "", {"txt", false, true, false}},
};

struct file_type type_find(trawl_str type, trawl_str first)
{
    for (size_t i = 0; i < sizeof file_types / sizeof file_types[0]; i++) {
        const char *known = file_types[i].type, *begin = file_types[i].first;
        size_t n = strlen(begin);

        if (type.n == strlen(known) && ascii_same(type.p, known, type.n) && first.n >= n &&
            memcmp(first.p, begin, n) == 0)
            return file_types[i].is;
    }
    return (struct file_type){"bin", false, false, false};
}

/* ---- Names ---- */

/* Returns the suffix of a name, without the dot; empty if it has none. */
static trawl_str suffix_of(const char *name, size_t n)
{
    size_t at = n;

    while (at > 0 && name[at - 1] != '.')
        at--;
    return at > 1 ? (trawl_str){name + at, n - at} : (trawl_str){name, 0};
}

trawl_str type_of_name(trawl_str name)
{
    static const trawl_str other = {"application/octet-stream", 24};
    const trawl_str suffix = suffix_of(name.p, name.n);

    for (size_t i = 0; i < sizeof file_types / sizeof file_types[0]; i++)
        if (suffix.n > 0 && suffix.n == strlen(file_types[i].is.suffix) &&
            ascii_same(suffix.p, file_types[i].is.suffix, suffix.n))
            return (trawl_str){file_types[i].type, strlen(file_types[i].type)};
    return other;
}

/* Suffixes that a saved file may keep: opening it starts no program that is in the file. */
static const char safe_suffixes[] =
    "txt text log patch diff csv md asc sig png jpg jpeg gif webp tif tiff bmp pdf ps dvi tex zip gz"
    " tgz bz2 xz tar mp3 ogg wav mp4 webm odt ods odp c h cc cpp hpp ics vcf conf json pem crt";

/* Returns the part of a name below its last folder. */
static trawl_str below_folders(trawl_str name)
{
    size_t at = name.n;

    while (at > 0 && !strchr("/\\:", name.p[at - 1]))
        at--;
    return (trawl_str){name.p + at, name.n - at};
}

static bool stays_in_name(utf8_char character, char first)
{
    if (character.code < 0x80)
        return ascii_is_alnum((unsigned char)character.code) ||
               (character.code > 0 && strchr("._-+()", first));
    return character.code != UTF8_INVALID && character.code > 0xa0 && character.code != 0x2028 &&
           character.code != 0x2029 && character.code < 0xd800 &&
           !unicode_is(character.code,
                       UNICODE_HIDDEN | UNICODE_BIDI | UNICODE_IGNORED | UNICODE_UNSEEN);
}

void type_name(char name[SAVED_ROOM], trawl_str given, const struct file_type *type)
{
    trawl_str suffix;
    size_t n = 0;

    given = given.n > 0 ? below_folders(given) : given;
    for (size_t i = 0; i < given.n && n < 100;) {
        utf8_char character = utf8_decode(given.p + i, given.n - i);

        if (stays_in_name(character, given.p[i]) && (n > 0 || given.p[i] != '.') &&
            n + character.len <= 100) {
            memcpy(name + n, given.p + i, character.len);
            n += character.len;
        } else if (n > 0 && name[n - 1] != '_') {
            name[n++] = '_';
        }
        i += character.len;
    }
    if (n == 0) {
        memcpy(name, "attachment", 10);
        n = 10;
    }
    suffix = suffix_of(name, n);
    if (suffix.n == 0 || !ascii_is_word_of(safe_suffixes, suffix.p, suffix.n))
        n += (size_t)snprintf(name + n, SAVED_ROOM - n, ".%s", type->suffix);
    name[n] = '\0';
}
