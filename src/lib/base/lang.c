/* lang.c - the languages of charsets that are used for one language only, or nearly so
 *
 * Charsets used for several languages (ISO-8859-1, ISO-8859-5, windows-1251) have none. Case,
 * hyphens and underscores in names are ignored.
 */
#include "base/lang.h"

#include <string.h>

#include "base/ascii.h"

/* The start of a charset's name, in lower case and without "-" and "_", and its language. */
static const struct {
    const char *name, *lang;
} langs[] = {
    {"iso2022jp", "ja"},   {"eucjp", "ja"},       {"xeucjp", "ja"},      {"shiftjis", "ja"},
    {"sjis", "ja"},        {"xsjis", "ja"},       {"windows31j", "ja"},  {"cp932", "ja"},
    {"euckr", "ko"},       {"iso2022kr", "ko"},   {"ksc5601", "ko"},     {"cp949", "ko"},
    {"johab", "ko"},       {"gbk", "zh-Hans"},    {"gb2312", "zh-Hans"}, {"gb18030", "zh-Hans"},
    {"hz", "zh-Hans"},     {"euccn", "zh-Hans"},  {"iso2022cn", "zh"},   {"big5", "zh-Hant"},
    {"euctw", "zh-Hant"},  {"koi8r", "ru"},       {"koi8u", "uk"},       {"iso88597", "el"},
    {"windows1253", "el"}, {"iso88598", "he"},    {"windows1255", "he"}, {"iso88599", "tr"},
    {"windows1254", "tr"}, {"iso885911", "th"},   {"tis620", "th"},      {"windows874", "th"},
    {"viscii", "vi"},      {"windows1258", "vi"}, {"armscii", "hy"},     {"georgian", "ka"},
};

const char *lang_of_charset(const char *name, size_t n)
{
    char key[16];
    size_t len = 0;

    for (size_t i = 0; i < n && len + 1 < sizeof key; i++)
        if (name[i] != '-' && name[i] != '_')
            key[len++] = ascii_lower(name[i]);
    key[len] = '\0';
    for (size_t i = 0; i < sizeof langs / sizeof langs[0]; i++) {
        size_t same = strlen(langs[i].name);
        if (strncmp(key, langs[i].name, same) == 0 && (key[same] < '0' || key[same] > '9'))
            return langs[i].lang;
    }
    return "";
}
