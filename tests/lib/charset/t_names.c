/* t_names.c - looks up charset names in all spellings that mail uses, and names that must be
 * unknown */
#include "charset/charset.h"
#include "tap.h"

static const struct {
    const char *label, *name; /* NULL: unknown */
} labels[] = {
    {"utf-8", "utf-8"},
    {"UTF8", "utf-8"},
    {"utf8mb4", "utf-8"},
    {"unicode-1-1-utf-8", "utf-8"},
    {"us-ascii", "us-ascii"},
    {"ANSI_X3.4-1968", "us-ascii"},
    {"unknown-8bit", "us-ascii"},
    {"iso-8859-1", "windows-1252"},
    {"ISO_8859-1:1987", "windows-1252"},
    {"latin1", "windows-1252"},
    {"latin-1", "windows-1252"},
    {"l1", "windows-1252"},
    {"cp1252", "windows-1252"},
    {"iso-8859-2", "iso-8859-2"},
    {"iso8859_2", "iso-8859-2"},
    {"iso-8859-8-i", "iso-8859-8"},
    {"iso-8859-8-e", "iso-8859-8"},
    {"logical", "iso-8859-8"},
    {"iso-8859-9", "windows-1254"},
    {"iso-8859-11", "windows-874"},
    {"TIS-620", "windows-874"},
    {"iso-8859-15", "iso-8859-15"},
    {"latin-9", "iso-8859-15"},
    {"x-mac-roman", "macintosh"},
    {"x-mac-cyrillic", "x-mac-cyrillic"},
    {"x-mac-centraleurroman", "x-mac-ce"},
    {"x-mac-greek", "x-mac-greek"},
    {"x-mac-turkish", "x-mac-turkish"},
    {"koi8-r", "koi8-r"},
    {"KOI8-RU", "koi8-u"},
    {"windows-1251", "windows-1251"},
    {"x-cp1251", "windows-1251"},
    {"win-1251", "windows-1251"},
    {"ibm866", "ibm866"},
    {"cp850", "ibm850"},
    {"ks_c_5601-1987", "euc-kr"},
    {"windows-949", "euc-kr"},
    {"cp949", "euc-kr"},
    {"hz-gb-2312", "hz-gb-2312"},
    {"HZ", "hz-gb-2312"},
    {"gb2312", "gbk"},
    {"eucgb2312_cn", "gbk"}, /* A8: Python's names */
    {"hz_gb", "hz-gb-2312"},
    {"gb2312_1980", "gbk"},
    {"csiso58gb231280", "gbk"},
    {"chinese", "gbk"},
    {"936", "gbk"},
    {"gb18030_2000", "gb18030"},
    {"big5_tw", "big5"},
    {"csbig5", "big5"},
    {"hkscs", "big5-hkscs"},
    {"u_jis", "euc-jp"},
    {"ujis", "euc-jp"},
    {"s_jis", "shift_jis"},
    {"ms_kanji", "shift_jis"},
    {"csiso2022jp", "iso-2022-jp"},
    {"iso2022jp_1", "iso-2022-jp"},
    {"ks_x_1001", "euc-kr"},
    {"ksc5601", "euc-kr"},
    {"949", "euc-kr"},
    {"cskoi8r", "koi8-r"},
    {"cyrillic", "iso-8859-5"},
    {"l2", "iso-8859-2"},
    {"u8", "utf-8"},
    {"utf_8_sig", "utf-8"},
    {"646", "us-ascii"},
    {"x_mac_japanese", "shift_jis"},
    {"latin", "windows-1252"},
    {"x-gbk", "gbk"},
    {"gb18030", "gb18030"},
    {"big5", "big5"},
    {"x-x-big5", "big5"},
    {"big5-hkscs", "big5-hkscs"},
    {"x-sjis", "shift_jis"},
    {"shift-jis", "shift_jis"},
    {"windows-31j", "shift_jis"},
    {"x-euc-jp", "euc-jp"},
    {"iso-2022-jp", "iso-2022-jp"},
    {"cp50220", "iso-2022-jp"},
    {"iso-2022-kr", "iso-2022-kr"},
    {"iso-2022-cn-ext", "iso-2022-cn"},
    {"unicode-1-1-utf-7", "utf-7"},
    {"utf-16", "utf-16"},
    {"UTF-16LE", "utf-16le"},
    {"ucs-2", "utf-16"},
    {"utf-32be", "utf-32be"},
    {"\"iso-8859-5\"", "iso-8859-5"},
    {"  'koi8-u'\r\n", "koi8-u"},
    {" \t\" utf-8 \" ", "utf-8"},
    {"iso 8859-7", "iso-8859-7"},
    {"", NULL},
    {"\"\"", NULL},
    {"---", NULL},
    {"utf-9", NULL}, /* A8, keep */
    {"eucgb2312_xx", NULL},
    {"utf-8//TRANSLIT", "utf-8"}, /* as glibc reads names */
    {"I!B (M) 1025/", "ibm1025"},
    {"ISO-10646/UCS4/", "utf-32"},
    {"utf-7-imap", "utf-7-imap"},
    {"utf-8; format=flowed", NULL},
    {"../../etc/passwd", NULL},
    {"iso-2022-cn-ext//", "iso-2022-cn"},
    {"CSIBM1140", "ibm1140"},
    {"IBM-1025", "ibm1025"},
    {"osf10020402", "ibm1026"},
    {"IBM1390", "ibm930"}, /* of the same single bytes; see is_forbidden() */
    {"IBM1399", "ibm939"},
    {"IBM-1371", "ibm937"},
    {"ANSI_X3.110-1983", "iso_6937-2"}, /* of the same signs; see is_forbidden() */
    {"T.61", "iso_6937-2"},
    {"ARMSCII8", "armscii-8"},
    {"CP1133", "ibm1133"},
    {"iso-8859-12", NULL},
    {"iso-8859-1x", NULL},
    {"utf", "utf-8"},
    {"utfx", NULL},
    {"ut\xC3\xA6", NULL},
    {"iso885919878888888888888888888888888888888888888888888888888888", NULL},
};

static void known_labels(void)
{
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        const names_row *row = names_find(labels[i].label, strlen(labels[i].label));
        is_str(row ? row->name : NULL, labels[i].name, "%s", labels[i].label);
    }
    ok(names_find("utf-16\0x", 8) == names_find("utf-16", 6), "a name ends at a NUL");
}

/* Names that must never be passed to iconv: each had a bug that could be reached by naming it. */
static bool is_forbidden(const char *name)
{
    static const char *const forbidden[] = {"EXT",     "IBM139", "IBM1364", "IBM1371",
                                            "IBM1388", "X3.110", "//",      "CSA_Z243"};

    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
        if (strstr(name, forbidden[i]))
            return true;
    return false;
}

static void all_rows(void)
{
    size_t count = 0;

    for (const names_row *row; (row = names_at(count)); count++) {
        bool good = names_find(row->name, strlen(row->name)) == row;
        for (unsigned i = 0; i < NAMES_ICONV && row->opens[i]; i++)
            good = good && (row->kind == NAMES_MULTI || row->kind == NAMES_EBCDIC) &&
                   !is_forbidden(row->opens[i]);
        ok(good && (row->kind != NAMES_MULTI || row->opens[0]), "%s is found by its own name",
           row->name);
    }
    ok(count > 70, "%d charsets", (int)count);
}

int main(void)
{
    known_labels();
    all_rows();
    return done();
}
