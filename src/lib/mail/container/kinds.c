/* kinds.c - the kinds of input: their names, how each is read, and how each begins
 *
 * The only list of their names. trawl_input_word() reads it for the command and the bindings.
 */
#include "mail/container/inside.h"

const container_row container_kinds[] = {
    [TRAWL_INPUT_AUTO] = {"auto", "detected from its first bytes", NULL, NULL},
    [TRAWL_INPUT_TEXT] = {"text", "a text without messages or headers", container_text, NULL},
    [TRAWL_INPUT_MAIL] = {"mail", "one message", container_message, NULL},
    [TRAWL_INPUT_MBOX] = {"mbox", "a mailbox; \">\" before \">From \" is removed", container_mbox,
                          NULL},
    [TRAWL_INPUT_MBOXO] = {"mboxo", "a mailbox; \">\" is removed from \">From \" only",
                           container_mbox, NULL},
    [TRAWL_INPUT_MBOXCL] = {"mboxcl", "a mailbox with Content-Length", container_mbox, NULL},
    [TRAWL_INPUT_MBOXCL2] = {"mboxcl2", "the same, and no \">\" is removed", container_mbox, NULL},
    [TRAWL_INPUT_MMDF] = {"mmdf", "messages between lines of four ^A", container_mmdf,
                          "nothing was read, because it has no line of four ^A"},
    [TRAWL_INPUT_RNEWS] = {"rnews", "a batch of news", container_rnews,
                           "nothing was read, because it has no line \"#! rnews\" with a number"},
    [TRAWL_INPUT_NNTP] = {"nntp", "articles as a news server sends them", container_nntp,
                          "nothing was read, because it has no article from a news server"},
    [TRAWL_INPUT_HTML] = {"html", "one page", container_text, NULL},
    [TRAWL_INPUT_CALENDAR] = {"calendar", "a calendar or vCards, with folded lines", container_text,
                              NULL},
    [TRAWL_INPUT_LDIF] = {"ldif", "entries of a directory, with folded lines", container_text,
                          NULL},
    [TRAWL_INPUT_PATCHES] = {"patches", "a mailbox that \"git format-patch\" wrote", container_mbox,
                             NULL},
};
_Static_assert(sizeof container_kinds / sizeof container_kinds[0] == TRAWL_INPUT_COUNT,
               "a kind of input has no row");

/* Other names of kinds. */
static const struct {
    const char *name, *help;
    enum trawl_input kind;
} kinds_synonyms[] = {
    {"news", "one article; the same as mail", TRAWL_INPUT_MAIL},
    {"mboxrd", "the same as mbox", TRAWL_INPUT_MBOX},
    {"vcard", "the same as calendar", TRAWL_INPUT_CALENDAR},
};

const container_beginning container_beginnings[] = {
    {"From ", sniff_patch_line, CONTAINER_LINE, TRAWL_INPUT_PATCHES, CONTAINER_PATCHES},
    {"From ", sniff_from_line, CONTAINER_LINE, TRAWL_INPUT_MBOX,
     "it begins with the \"From \" line of a mailbox"},
    {"\x01\x01\x01\x01\n", NULL, CONTAINER_BYTES, TRAWL_INPUT_MMDF,
     "it begins with a line of four ^A"},
    {"\x01\x01\x01\x01\r\n", NULL, CONTAINER_BYTES, TRAWL_INPUT_MMDF,
     "it begins with a line of four ^A"},
    {"#! ", sniff_batch_line, CONTAINER_LINE, TRAWL_INPUT_RNEWS,
     "it begins with the \"#! \" line of a news batch"},
    {"220 ", sniff_nntp_line, CONTAINER_LINE, TRAWL_INPUT_NNTP,
     "it begins with a news server's response"},
    {"221 ", sniff_nntp_line, CONTAINER_LINE, TRAWL_INPUT_NNTP,
     "it begins with a news server's response"},
    {"222 ", sniff_nntp_line, CONTAINER_LINE, TRAWL_INPUT_NNTP,
     "it begins with a news server's response"},
    {"begin:vcalendar", NULL, CONTAINER_ANY_CASE, TRAWL_INPUT_CALENDAR,
     "it begins with the first line of a calendar"},
    {"begin:vcard", NULL, CONTAINER_ANY_CASE, TRAWL_INPUT_CALENDAR,
     "it begins with the first line of a vCard"},
    {"", NULL, CONTAINER_ENTRIES, TRAWL_INPUT_LDIF,
     "it begins with an entry of a directory, or the version of LDIF"},
    {"From ", NULL, CONTAINER_FROM, TRAWL_INPUT_MBOX,
     "it begins with a \"From \" line without a date, followed by header fields"},
    {">From ", NULL, CONTAINER_FROM, TRAWL_INPUT_MAIL,
     "it begins with a \">From \" line, followed by header fields"},
    {"", NULL, CONTAINER_FIELDS, TRAWL_INPUT_MAIL, "it begins with header fields of mail or news"},
    {"", NULL, CONTAINER_PAGE, TRAWL_INPUT_HTML, "it begins like an HTML page"},
    {"", NULL, CONTAINER_BYTES, TRAWL_INPUT_TEXT,
     "it begins with neither a header of mail or news nor a mailbox separator"},
};

const char *container_name(enum trawl_input kind)
{
    return (unsigned)kind < TRAWL_INPUT_COUNT ? container_kinds[kind].name : "unknown";
}

const char *container_word(int i, int *kind, const char **help)
{
    const int synonym = i - TRAWL_INPUT_COUNT;
    const bool first = synonym < 0;

    if (i < 0 || synonym >= (int)(sizeof kinds_synonyms / sizeof kinds_synonyms[0]))
        return NULL;
    if (kind)
        *kind = first ? i : (int)kinds_synonyms[synonym].kind;
    if (help)
        *help = first ? container_kinds[i].help : kinds_synonyms[synonym].help;
    return first ? container_kinds[i].name : kinds_synonyms[synonym].name;
}
