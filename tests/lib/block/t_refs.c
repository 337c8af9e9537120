/* t_refs.c - keys of headings and references, and the references in lines of text */
#include "block/block.h"
#include "growing.h"
#include "tap.h"

/* In the result each reference is {text|key}. Lines are separated by LF; all are one paragraph. */
static const struct {
    const char *text, *want;
} references[] = {
    {"see Section 3.1.", "see {Section 3.1|section-3.1}."},
    {"see section 3.1, and", "see {section 3.1|section-3.1}, and"},
    {"(see Sec. 3)", "(see {Sec. 3|section-3})"},
    {"in \xC2\xA7"
     "3.1 and \xC2\xA7 4",
     "in {\xC2\xA7"
     "3.1|section-3.1} and {\xC2\xA7 4|section-4}"},
    {"in \xC2\xA7\xC2\xA7 3 and 4", "in {\xC2\xA7\xC2\xA7 3|section-3} and {4|section-4}"},
    {"chapter 4 of this book", "{chapter 4|section-4} of this book"},
    {"(see Appendix B)", "(see {Appendix B|appendix-b})"},
    {"Appendix A.2 and appendix 3", "{Appendix A.2|appendix-a.2} and {appendix 3|appendix-3}"},
    {"Section A.2", "{Section A.2|appendix-a.2}"},
    {"described in the Appendix.", "described in the {Appendix|appendix}."},
    {"Section IV", "{Section IV|section-iv}"},
    {"Part II", "{Part II|part-ii}"},
    {"Subsection 3.2a", "{Subsection 3.2a|section-3.2a}"},
    {"sections 3.1 and 3.2", "{sections 3.1|section-3.1} and {3.2|section-3.2}"},
    {"Sections 3, 4, and 5.", "{Sections 3|section-3}, {4|section-4}, and {5|section-5}."},
    {"Sections 5.1.1--5.1.3", "{Sections 5.1.1|section-5.1.1}--{5.1.3|section-5.1.3}"},
    {"Sections 3\xE2\x80\x93"
     "5",
     "{Sections 3|section-3}\xE2\x80\x93{5|section-5}"},
    {"Section 3.1 and 3.2", "{Section 3.1|section-3.1} and {3.2|section-3.2}"},
    {"Appendices A and B", "{Appendices A|appendix-a} and {B|appendix-b}"},
    {"\xE2\x80\x9CSection 3\xE2\x80\x9D", "\xE2\x80\x9C{Section 3|section-3}\xE2\x80\x9D"},
    {"Section\n3.1", "{Section|section-3.1}\n{3.1|section-3.1}"},
    {"sections 3.1\nand 3.2", "{sections 3.1|section-3.1}\nand {3.2|section-3.2}"},
    {"sections 3.1 and\n3.2, 4",
     "{sections 3.1|section-3.1} and\n{3.2|section-3.2}, {4|section-4}"},
    {"RFC 1738. Section 3 says", "RFC 1738. {Section 3|section-3} says"},
    {"we extend [RFC2396] (see Section 3)",
     "we extend {[RFC2396]|ref-rfc2396} (see {Section 3|section-3})"},
    {"Section 3 of this document", "{Section 3|section-3} of this document"},
    {"Section 3 of\nthis memo", "{Section 3|section-3} of\nthis memo"},
    {"SECTION 3", "{SECTION 3|section-3}"},

    /* other documents */
    {"section 5.1 of [RFC2396]", "section 5.1 of {[RFC2396]|ref-rfc2396}"},
    {"section 5.1 of RFC 2396", "section 5.1 of RFC 2396"},
    {"section 5.1 of the C standard", "section 5.1 of the C standard"},
    {"Section 2.4 (Server Identity\nCheck) of RFC 2595",
     "Section 2.4 (Server Identity\nCheck) of RFC 2595"},
    {"Section 3 (\"Schemes\") of this document",
     "{Section 3|section-3} (\"Schemes\") of this document"},
    {"section 5.1\nof RFC 2396", "section 5.1\nof RFC 2396"},
    {"Sections 3 and 4\nof RFC 2396, section 5", "Sections 3 and 4\nof RFC 2396, section 5"},
    {"Section 3.5 of RFC 1034 [13] and Section 2.1 of RFC 1123\n[5], as",
     "Section 3.5 of RFC 1034 {[13]|ref-13} and Section 2.1 of RFC 1123\n{[5]|ref-5}, as"},
    {"RFC 2396, section 5.1", "RFC 2396, section 5.1"},
    {"RFC 2396,\nsection 5.1", "RFC 2396,\nsection 5.1"},
    {"RFC2396 Section 5", "RFC2396 Section 5"},
    {"RFC 2396's section 5", "RFC 2396's section 5"},
    {"RFC 1808 (Section 4) defined", "RFC 1808 (Section 4) defined"},
    {"[RFC2396] section 5.2", "{[RFC2396]|ref-rfc2396} section 5.2"},
    {"[RFC2396, Section 5.1]", "[{RFC2396|ref-rfc2396}, {Section 5.1|ref-section5.1}]"},
    {"Section 5.1 [RFC2396]", "Section 5.1 {[RFC2396]|ref-rfc2396}"},
    {"Section 4.2, RFC 822", "Section 4.2, RFC 822"},
    {"draft-ietf-x-03, section 3", "draft-ietf-x-03, section 3"},
    {"section 4 in [2]", "section 4 in {[2]|ref-2}"},

    /* nothing */
    {"this section 3.x", "this section 3.x"},
    {"in this section A and B", "in this section A and B"},
    {"intersection 3", "intersection 3"},
    {"section, 3", "section, 3"},
    {"cross-section 3", "cross-section 3"},
    {"section 3abc", "section 3abc"},
    {"section 3, 5 people", "{section 3|section-3}, 5 people"},
    {"part 2", "part 2"},
    {"Section", "Section"},
    {"Section\n", "Section\n"},
    {"\xC2\xA7", "\xC2\xA7"},
    {"http://a.example/section 3", "http://a.example/section 3"},

    /* labels */
    {"see [RFC1738].", "see {[RFC1738]|ref-rfc1738}."},
    {"see [RFC 1738].", "see {[RFC 1738]|ref-rfc1738}."},
    {"see [RFC\n1738].", "see {[RFC|ref-rfc1738}\n{1738]|ref-rfc1738}."},
    {"[3], [12]", "{[3]|ref-3}, {[12]|ref-12}"},
    {"text.[1] More[2][3]", "text.{[1]|ref-1} More{[2]|ref-2}{[3]|ref-3}"},
    {"[3, 5]", "[{3|ref-3}, {5|ref-5}]"},
    {"[3,\n5]", "[{3|ref-3},\n{5|ref-5}]"},
    {"[RFC1738; Knuth97]", "[{RFC1738|ref-rfc1738}; {Knuth97|ref-knuth97}]"},
    {"[TLP, p. 3]", "[{TLP|ref-tlp}, {p. 3|ref-p.3}]"},
    {"[C++]", "{[C++]|ref-c--}"},
    {"[G\xC3\xB6"
     "del31]",
     "{[G\xC3\xB6"
     "del31]|ref-gc3b6del31}"},
    {"[1998]", "{[1998]|ref-1998}"},
    {"a[3] argv[1] f()[2] x_names[1]", "a[3] argv[1] f()[2] x_names[1]"},
    {"a[1][2]", "a[1][2]"},
    {"[0] [12345]", "[0] [12345]"},
    {"[text](url) [s]he [1]=x", "[text](url) [s]he [1]=x"},
    {"[a long text, as people put in brackets when they write]",
     "[a long text, as people put in brackets when they write]"},
    {"[", "["},
    {"[]", "[]"},
    {"[ ]", "[ ]"},
    {"[3", "[3"},
    {"", ""},
};

static void add_refs(growing *out, block_refs *r, const char *line, size_t n)
{
    block_ref ref;
    size_t at = 0;

    while (block_refs_next(r, &ref)) {
        if (ref.from < at || ref.to > n || ref.from > ref.to) {
            growing_add(out, "(wrong place)", 13);
            return;
        }
        growing_add(out, line + at, ref.from - at);
        growing_add(out, "{", 1);
        growing_add(out, line + ref.from, ref.to - ref.from);
        growing_add(out, "|", 1);
        growing_add(out, ref.key, ref.key_n);
        growing_add(out, "}", 1);
        at = ref.to;
    }
    growing_add(out, line + at, n - at);
}

static void test_references(void)
{
    for (size_t i = 0; i < sizeof references / sizeof references[0]; i++) {
        static block_refs r;
        const char *line = references[i].text, *end;
        growing out = {0};

        memset(&r, 0, sizeof r);
        for (; line; line = end ? end + 1 : NULL) {
            const char *next, *next_end;
            end = strchr(line, '\n');
            next = end ? end + 1 : "";
            next_end = strchr(next, '\n');
            block_refs_line(&r, line, end ? (size_t)(end - line) : strlen(line), 0, next,
                            next_end ? (size_t)(next_end - next) : strlen(next));
            add_refs(&out, &r, line, end ? (size_t)(end - line) : strlen(line));
            if (end)
                growing_add(&out, "\n", 1);
        }
        is_mem(out.p, out.n, references[i].want, strlen(references[i].want), "%s",
               references[i].text);
        free(out.p);
    }
}

/* The label, the key and the title of a line, by its kind. */
static const struct {
    enum block_kind kind;
    const char *text, *label, *key, *title;
} keys[] = {
    {BLOCK_HEADING, "3.1. Schemes and Hosts", "3.1", "section-3.1", "schemes-and-hosts"},
    {BLOCK_HEADING, "   3.1. Don't panic!", "3.1", "section-3.1", "dont-panic"},
    {BLOCK_HEADING, "Appendix A.2. BNF", "A.2", "appendix-a.2", "bnf"},
    {BLOCK_HEADING, "APPENDIX 1: BNF", "1", "appendix-1", "bnf"},
    {BLOCK_HEADING, "A. BNF", "A.", "appendix-a", "bnf"},
    {BLOCK_HEADING, "APPENDIX: Recommendations", NULL, "appendix", "recommendations"},
    {BLOCK_HEADING, "IV. Wine", "IV", "section-iv", "wine"},
    {BLOCK_HEADING, "Part II: Wine", "II", "part-ii", "wine"},
    {BLOCK_HEADING, "Chapter 4. Wine", "4", "section-4", "wine"},
    {BLOCK_HEADING, "Introduction", NULL, "", "introduction"},
    {BLOCK_HEADING, "Section 3", NULL, "", "title-section-3"},
    {BLOCK_HEADING, "Ref RFC", NULL, "", "title-ref-rfc"},
    {BLOCK_HEADING,
     "\xC3\x9C"
     "ber uns",
     NULL, "", "ber-uns-9af0b243"},
    {BLOCK_HEADING, "***", NULL, "", ""},
    {BLOCK_CONTENTS, "3.1. Schemes ........ 12", "3.1", "section-3.1", "schemes"},
    {BLOCK_CONTENTS, "3.1. Schemes . . . .  12", "3.1", "section-3.1", "schemes"},
    {BLOCK_CONTENTS, "Preface      iv", NULL, "", "preface"},
    {BLOCK_CONTENTS, "RFC 1738", NULL, "", "rfc-1738"},
    {BLOCK_REFERENCE, "[RFC 1738] Berners-Lee", "RFC 1738", "ref-rfc1738", ""},
    {BLOCK_REFERENCE, "[1] http://a.example/", "1", "ref-1", ""},
    {BLOCK_ITEM, "[1] an item", "1", "ref-1", ""},
    {BLOCK_ITEM, "1. an item", "1", "", ""},
    {BLOCK_PARAGRAPH, "3.1", "3.1", "", ""},
};

static void test_keys(void)
{
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *text = keys[i].text, *label = keys[i].label;
        block_decision is = {.kind = keys[i].kind, .text = strspn(text, " ")};
        char key[BLOCK_KEY];
        size_t n;

        if (label) {
            is.key_from = (size_t)(strstr(text, label) - text);
            is.key_to = is.key_from + strlen(label);
        }
        n = block_key(&is, text, strlen(text), key);
        is_mem(key, n, keys[i].key, strlen(keys[i].key), "the key of %s", text);
        n = block_title_key(&is, text, strlen(text), key);
        is_mem(key, n, keys[i].title, strlen(keys[i].title), "the title's key of %s", text);
    }
}

static void test_long(void)
{
    static char text[3 * BLOCK_LINE_MAX];
    static block_refs r;
    block_ref ref;
    size_t n = 0;

    for (size_t i = 0; i < sizeof text; i++)
        text[i] = "[1] "[i % 4];
    block_refs_line(&r, text, sizeof text, 0, text, sizeof text);
    while (block_refs_next(&r, &ref))
        n++;
    is_int(n, BLOCK_LINE_MAX / 4, "only the start of a long line is searched");
    memset(text, '\0', sizeof text);
    memcpy(text, "[", 1);
    block_refs_line(&r, text, sizeof text, 0, "", 0);
    ok(!block_refs_next(&r, &ref), "NULs are no references");
}

int main(void)
{
    test_references();
    test_keys();
    test_long();
    return done();
}
