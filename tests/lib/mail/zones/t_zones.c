/* t_zones.c - zones of texts labelled by hand, in pieces of any size
 *
 * In the texts below a byte marks where a zone begins: N new, S signature, F footer, W forwarded,
 * Q quoted. A text whose name begins with "answer" is in a message that answers another one.
 * As in a message, lines.c reads the text first and reports signatures.
 */
#include <trawl_mail.h>

#include "mail/body/body.h"
#include "mail/zones/inside.h"
#include "tap.h"

static int zones_feed(zones *z, const char *p, size_t n)
{
    size_t used;
    int stop = 0;

    for (; n > 0 && !stop; p += used, n -= used)
        stop = zones_step(z, p, n, &used);
    return stop;
}

#define N "\1"
#define S "\2"
#define F "\3"
#define W "\4"
#define Q "\5"

#define DASHES_69 "---------------------------------------------------------------------\n"
#define DASHES_30 "------------------------------\n"
#define LOW_47 "_______________________________________________\n"
#define LOW_32 "________________________________\n"
#define LOW_60 "____________________________________________________________\n"

static const struct {
    const char *name, *text;
} texts[] = {
    /* ---- Only new text ---- */
    {"one line", "See http://a.example/ for more.\n"},
    {"an empty text", ""},
    {"a quote",
     "On Monday Joe wrote:\n> -----Original Message-----\n> From: a@b.example\n> Sent: now\nNo.\n"},
    {"a quoted footer", "> " LOW_47 "> foo mailing list\n> http://l.example/\nYes.\n"},
    {"Markdown: a rule of underscores",
     "One\n\n" LOW_32 "\nTwo http://a.example/\n\n___\n\nThree\n"},
    {"Markdown: a long rule of underscores",
     "One\n" LOW_60 "\nTwo mailing lists: http://a.example/\n"},
    {"Markdown: a rule of dashes, headings",
     "Title\n=====\n\n---\n\n## Unsubscribe\n\nPart\n----\nText\n"},
    {"front matter",
     "---\ntitle: To unsubscribe\nfrom: a@b.example\n---\ntext http://a.example/\n"},
    {"an RFC's page",
     "Berners-Lee                                       [Page 3]\n\f\nRFC 1738      URL      December 1994\n"
     "\nFrom: Tim\n\n   Date: the field\n\nSubject: none\n"},
    {"a header in the text",
     "From: a@b.example\nDate: Mon, 1 May 2006\nTo: c@d.example\nSubject: x\n\ntext\n"},
    {"a header with a time and its zone",
     "From: a@b.example\nDate: Mon, 4 May 2020 10:15:00 +0200\nSubject: x\n\ntext\n"},
    {"From, with Sent far below", "From: a@b.example\n\nSent: yesterday\nSubject: x\n"},
    {"From and Sent, no Subject",
     "From: here\nSent: there\n1\n2\n3\n4\n5\n6\n7\n8\nSubject: x\nhttp://a.example/\n"},
    {"code with dashes",
     "--- original message.c\t2003-01-01\n+++ b.c\n@@ -1 +1 @@\n-- x\n--i;\n------\nint f(void)\n"},
    {"SQL", "-- Original message\nSELECT 1; -- Forwarded message\n--- Forwarded message\n"},
    {"text about forwarded headers",
     "Outlook writes ----Original Message---- there.\n  -----Original Message-----\nI mean it.\n"},
    {"text about forwarding",
     "Forwarded message: none\nOriginal Message\nBegin forwarded message: no\n"},
    {"text about lists",
     "To unsubscribe from the list, see http://a.example/\nYou received this because I wrote.\n"
     "The foo mailing list is down.\nTo unsubscribe from this list, ask me.\nUnsubscribe: never\n"},
    {"a line with a list and more after a rule", LOW_60 "Foo mailing lists: http://a.example/\n"},
    {"a rule and text about lists", DASHES_69 "The foo mailing list is down: http://a.example/\n"},
    {"a rule, text and unsubscribe", DASHES_69 "Some text.\nTo unsubscribe, ask.\n"},
    {"\"was sent to\" without unsubscribe",
     "This message was sent to the list\nunsubscribe\nThis email was sent to a@b.example\n"
     "by mistake.\n1\n2\n3\n4\nPlease unsubscribe\n"},
    {"single words of mass mails",
     "Unsubscribe\nThis newsletter is late.\nYou received this because I like you.\n"},
    {"30 dashes in new text", "a\n\n" DASHES_30 "\nMessage: 1\nDate: x\n"},
    {"Yahoo's name",
     "Yahoo! Groups Links are here: http://a.example/\nYour use of Yahoo! Mail is fine\n"},
    {"a form",
     "Name: ____________________________________________________\n" LOW_60 "(signature)\n"},
    {"a table of =", "====  =====\na     b\n====  =====\nTo be\n"},
    /* ---- Signatures ---- */
    {"a signature", "Text\n" S "-- \nJoe\nhttp://joe.example/\n"},
    {"a signature at the start", S "-- \nJoe\n"},
    {"two dashes without a blank, and no name", "Text\n--\nJoe http://joe.example/\n"},
    {"two dashes without a blank",
     "Text\n--\nJoe Doe\n" S "http://joe.example/\n" N "\nText http://a.example/\n"},
    {"a closing", "Text\nBest regards,\n\nJoe\n" S "http://joe.example/\n"},
    {"a closing, a name, references", "Text\nThanks!\nJoe\n" S N "[1] http://a.example/\n"},
    {"a closing in a sentence", "Text\nBest regards to you and\nJoe\nhttp://a.example/\n"},
    {"a rule and a title", "Text\n-----\nJoe\nhttp://a.example/\n"},
    {"CRLF", "Text\r\n" S "-- \r\nJoe\r\n" LOW_47 "" F "foo mailing list\r\n"},
    /* ---- Mailman ---- */
    {"Mailman",
     "Text\n" LOW_47 F "foo mailing list\nfoo@l.example\nhttp://l.example/mailman/listinfo/foo\n"},
    {"Mailman after a signature",
     "Hi\n" S "-- \nJoe\n" LOW_47 F "foo@l.example\nhttp://l.example/\n"},
    {"Mailman 3",
     "Hi\n" LOW_47 F
     "foo mailing list -- foo@l.example\nTo unsubscribe send an email to x@l.example\n"},
    {"Mailman's underscores before an empty line", "Hi\n" LOW_47 "\nText\n"},
    {"more underscores, and a list", "Hi\n" LOW_60 "foo mailing list" F "\nfoo@l.example\n"},
    {"sponsors above",
     "Hi\n-------------------------------------------------------\nThis SF.Net email is sponsored" F
     " by: X\nhttp://x.example/\n" LOW_47 "foo mailing list\nhttp://l.example/\n"},
    {"an attachment of the archive",
     "Hi\n-------------- next part --------------\nAn HTML attachment was scrubbed" F
     "...\nURL: <http://l.example/attachment.htm>\n"},
    {"parts of the archive",
     "Hi\n" LOW_47 F "foo mailing list\nfoo@l.example\n-------------- next part --------------\n" N
     "Text of a part, http://a.example/\n-------------- next part --------------\n"
     "A non-text attachment was scrubbed" F "...\nName: a.png\nURL: <http://l.example/a.png>\n"},
    {"a digest", "Today's topics\n\n" LOW_47 F "foo mailing list\nhttp://l.example/\n\n" DASHES_30
                 "\nMessage: " N "1\nDate: x\n\nText http://a.example/\n"},
    /* ---- Other list managers ---- */
    {"Google Groups",
     "Hi\n\n" S "-- \nYou received this message because" F
     " you are subscribed to the Google Groups \"foo\" group.\nTo unsubscribe from this group, email x@g.example\n"},
    {"Google Groups, old",
     "Hi\n\n--~--~---------~--~----~------------~-------~--~----~\nYou received this message because" F
     " you are subscribed to the Google Groups \"foo\" group.\nhttp://g.example/\n"},
    {"Google Groups without a rule",
     "You received this message because you are subscribed to the Google" F "\nGroups.\n"},
    {"LISTSERV",
     "Hi\n\n########################################################################\n\nTo unsubscribe" F
     " from the FOO list, click the following link:\nhttp://l.example/SIGNOFF\n"},
    {"LISTSERV, underscores",
     "Hi\n" LOW_32 "\nTo unsubscribe" F " from the FOO list:\nwrite to: mailto:x@l.example\n"},
    {"LISTSERV without a rule",
     "Hi\nTo unsubscribe from the FOO list, click the following link" F ":\nhttp://l.example/\n"},
    {"Yahoo",
     "Hi\n\n------------------------ Yahoo! Groups Sponsor --------------------~--> \n" F
     "Buy!\nhttp://y.example/\n--------------------------------------------------------------------~-> \n\n \n"
     "Yahoo! Groups Links\n\n<*> http://y.example/\n"},
    {"Yahoo, without a sponsor",
     "Hi\n\n \nYahoo! Groups Links\n" F "\n<*> To visit:\n    http://y.example/\n"},
    {"eGroups",
     "Hi\n\nTo unsubscribe from this group, send an email" F " to:\nfoo-unsubscribe@e.example\n"},
    {"Topica",
     "Hi\n\n==^================================================================\n" F
     "This email was sent to: a@b.example\n\nEASY UNSUBSCRIBE click here: http://t.example/\n"},
    {"Sympa", "Hi\n" S "-- \nFoo-list mailing list" F
              ".  Subscription management and archives:\nhttps://s.example/\n"},
    {"groups.io", "Hi\n\n\n-=-=-=-=-=-=-=-=-=-=-=-\nGroups.io Links:" F
                  " You receive all messages\nhttps://g.example/\n"
                  "-=-=-=-=-=-=-=-=-=-=-=-\n"},
    {"Majordomo", "Hi\n--\nTo unsubscribe" F
                  " from this list: send the line \"unsubscribe foo\" in\nthe body to "
                  "m@k.example\nhttp://k.example/\n"},
    {"Majordomo, one dash",
     "Hi\n-\nTo unsubscribe" F " from this list: send the line \"x\"\nhttp://k.example/\n"},
    {"ezmlm", "Hi\n\n" DASHES_69 "To unsubscribe" F
              ", e-mail: foo-unsubscribe@e.example\nFor additional commands\n"},
    {"shouting", "Hi\n" S "-- \nTo UNSUBSCRIBE" F ", email to foo-request@d.example\n"},
    {"PostgreSQL's lists",
     "Hi\n---------------------------(end of broadcast)---------------------------\n" F
     "TIP 1: http://p.example/\n"},
    {"a tracker", "Hi\n\n" S "-- \nYou are receiving this mail because" F
                  ":\nYou are the assignee\nhttp://b.example/\n"},
    {"a mass mail", "Buy!\n\nThis email was sent to a@b.example by Shop.\nNo mail? Unsubscribe" F
                    ": http://s.example/u\nShop, Main Street\n"},
    {"a mass mail, in one line",
     "Buy!\nThis message was sent to a@b.example. To unsubscribe, go\nto unsubscribe" F
     " http://s.example/u\n"},
    {"a header with a time without its zone",
     "From: a@b.example\nDate: Monday, May 4, 2020 at 10:15 AM\nSubject: " W "x\n\ntext\n"},
    /* ---- Quoted without marks ---- */
    {"a quote without marks",
     "No.\n\nOn 4 May 2020, Joe <j@a.example> wrote:\n\n" Q "Text http://a.example/\n\n-- \nJoe\n"},
    {"a folded line",
     "No.\n\nOn 4 May 2020, Joe\n<j@a.example> wrote:\n\n" Q "Text http://a.example/\n"},
    {"answer: the name first",
     "Text http://own.example/\n\nAnn Lee wrote:\n\n" Q "Text http://a.example/\n"},
    {"answer: the name first, CRLF",
     "Text http://own.example/\r\n\r\nAnn Lee wrote:\r\n\r\n" Q "Text http://a.example/\r\n"},
    {"answer: the name in the first line", "Ann Lee wrote:\n\nText http://a.example/\n"},
    {"the name first, in no answer", "Text http://own.example/\n\nAnn Lee wrote:\n\nText\n"},
    {"answer: a sentence", "Text http://own.example/\n\nIn a mail Ann Lee wrote:\n\nText\n"},
    {"answer: the name and the date",
     "Ann <a@b.example> schrieb am 3.5.2024 um 10:12:\n\n" Q "Text http://a.example/\n"},
    {"answer: a wide colon", "Text http://own.example/\n\n山田さんは書きました：\n" Q "Text\n"},
    {"answer: bars below the name", "Ann wrote:\n" Q "| http://a.example/\n" N "Text\n"},
    {"answer: bars below the name, and a signature",
     "Ann wrote:\n" Q "| http://a.example/\n" S "-- \n* Joe\n"},
    {"answer: a long text above the name",
     "Text " DASHES_69 DASHES_69 "Ann Lee wrote:\n\n" Q "Text\n"},
    {"a folded line in German", "Am 4. Mai 2020 schrieb Joe\n<j@a.example>:\n" Q "Text\n"},
    {"a folded line with CRLF", "On 4 May 2020, Joe\r\n<j@a.example> wrote:\r\n" Q "Text\r\n"},
    {"a line between", "On 4 May 2020, Joe\n\n<j@a.example> wrote:\nText\n"},
    {"a date and a line with a colon", "On 4 May 2020, we met\n<j@a.example>:\nText\n"},
    {"a quote with marks", "On 4 May 2020, Joe <j@a.example> wrote:\n\n> Text\n\nNo.\n"},
    {"a quote with bars",
     "On 4 May 2020, Joe <j@a.example> wrote:\n" Q "| Text\n\n" N "No.\n\n" Q "| b\n" N "No.\n"},
    {"a quote with initials", "On 4 May 2020, Joe <j@a.example> wrote:\nJD> Text\nNo.\n"},
    {"a quote with other marks",
     "On 4 May 2020, Joe <j@a.example> wrote:\n" Q ": Text\n: b\n" N "No.\n"},
    {"a wide mark, no address", "On 4 May 2020, Joe wrote:\n" Q "\xEF\xBC\x9E Text\n" N "No.\n"},
    {"guillemets", "On 4 May 2020, Joe wrote:\n\n" Q "\xC2\xBB Text\n" N "No.\n"},
    {"a mark that opens no quote", "On 4 May 2020, Joe wrote:\n\xC2\xAB Text\n"},
    {"bars below other text", "Text:\n| Text\n| Text\n"},
    {"marks below a note in brackets",
     "On 4 May 2020, Joe <j@a.example> wrote:\n\n[...]\n\n> Text\n\nNo.\n"},
    {"no marks below such a note", "On 4 May 2020, Joe <j@a.example> wrote:\n(snip)\n" Q "Text\n"},
    {"marks in the tenth line", "On 4 May 2020, Joe <j@a.example> wrote:\n" Q
                                "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n" N "> Text\nNo.\n"},
    {"marks below ten lines", "On 4 May 2020, Joe <j@a.example> wrote:\n" Q
                              "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n> Text\nNo.\n"},
    {"a quote in a quote", "On 4 May 2020, Joe <j@a.example> wrote:\n" Q
                           "a\nOn 3 May 2020, Ann <a@a.example> wrote:\n" Q "b\n"},
    {"Yahoo indents it",
     "No.\n\n    On Monday, May 4, 2020, 10:15:00 AM, Joe <j@a.example> wrote:  \n \n " Q "Text\n"},
    {"German", "Nein.\n\nAm 4. Mai 2020 um 10:15 schrieb Joe <j@a.example>:\n\n" Q "Text\n"},
    {"Chinese, a wide colon", "\xE5\x9C\xA8 2020-05-04 10:15:00\xEF\xBC\x8C"
                              "<j@a.example> \xE5\x86\x99\xE9\x81\x93\xEF\xBC\x9A\n" Q "Text\n"},
    {"a footer ends a quote", "On 4 May 2020, Joe <j@a.example> wrote:\n" Q "a\n" LOW_47 F
                              "foo mailing list\nfoo@l.example\n"},
    {"the next message ends a quote", "On 4 May 2020, Joe <j@a.example> wrote:\n" Q
                                      "a\n\n" DASHES_30 "\nMessage: " N "1\nDate: x\n"},
    {"quoted in a forwarded message",
     "-----Original Message-----\n" W "On 4 May 2020, Joe <j@a.example> wrote:\na\n"},
    {"an address alone", "On 4 May 2020, j@a.example wrote:\n" Q "Text\n"},
    {"no address", "On 4 May 2020, Joe wrote:\nText\n"},
    {"answer: no address", "On 4 May 2020, Joe wrote:\n" Q "Text\n"},
    {"answer: no address, no digit", "On Monday, Joe wrote:\nText\n"},
    {"Polish", "W dniu 4.05.2020 o 10:15, Joe <j@a.example> pisze:\n\n" Q "Text\n"},
    {"Polish, a day in numbers",
     "W dniu 4.05.2020 o 10:15 Joe <j@a.example> napisa\xC5\x82(a):\n\n" Q "Text\n"},
    {"Japanese, the year first", "2020\xE5\xB9\xB4"
                                 "5\xE6\x9C\x88"
                                 "4\xE6\x97\xA5 Joe <j@a.example>:\n\n" Q "Text\n"},
    {"an indented quote", "On 4 May 2020, Joe <j@a.example> wrote:\n\n   Text\n\nNo.\n"},
    {"no digit", "On Monday, Joe <j@a.example> wrote:\nText\n"},
    {"no colon at the end", "On 4 May 2020 Joe <j@a.example> wrote: it is fine.\nText\n"},
    {"a quote far below", "On 4 May 2020, Joe <j@a.example> wrote:\n\n\n\n\n\nText\n"},
    /* ---- Forwarded ---- */
    {"Outlook",
     "FYI\n\n-----Original Message-----\n" W "From: a@b.example\nText http://a.example/\n"},
    {"Outlook after a signature",
     "FYI\n" S "-- \nJoe\n\n-----Original Message-----\n" W "From: a@b.example\n-- \nAnn\n"},
    {"Outlook, German",
     "Siehe unten\n-----Urspr\xC3\xBCngliche Nachricht-----\n" W "Von: a@b.example\n"},
    {"Outlook, French", "Voir\n-----Message d'origine-----\n" W "De : a@b.example\n"},
    {"Outlook, Spanish", "Ver\n-----Mensaje original-----\n" W "De: a@b.example\n"},
    {"GMX", "Hallo\n-------- Original-Nachricht --------\n" W "> Datum: x\n"},
    {"Thunderbird",
     "See\n-------- Forwarded Message --------\n" W "Subject: x\nhttp://a.example/\n"},
    {"Gmail", "See\n\n---------- Forwarded message ---------\n" W "From: Joe <joe@a.example>\n"},
    {"mutt", "See\n\n----- Forwarded message from Joe <joe@a.example> -----\n" W
             "\nText\nhttp://a.example/\n\n----- End forwarded message -----\n" N "\n" S
             "-- \nAnn http://ann.example/\n"},
    {"MH", "See\n------- Forwarded Message\n" W "\nText\n\n------- End of Forwarded Message\n" N
           "\nBye\n"},
    {"Pegasus", "See\n------- Forwarded message follows -------\n" W "Text\n"},
    {"Notes", "See\n----- Forwarded by Joe Smith/ACME on 01/02/2003 10:00 AM -----\n" W "Text\n"},
    {"Apple Mail", "See\n\nBegin forwarded message:\n" W "\n> From: Joe\n"},
    {"Apple Mail, French", "Voir\n\nD\xC3\xA9"
                           "but du message r\xC3\xA9"
                           "exp\xC3\xA9"
                           "di\xC3\xA9\xC2\xA0:" W "\n\n> De: Joe\n"},
    {"a header after underscores",
     "Yes.\n\n" LOW_32 "From: Joe <joe@a.example>\nSent: " W "Monday\nTo: l@b.example\n"},
    {"a header after underscores, with Date",
     "Yes.\n\n" LOW_32 "Von: Joe <joe@a.example>\nDatum: " W "Montag\nAn: l@b.example\n"},
    {"a header without underscores",
     "Yes.\n\nFrom: Joe <joe@a.example>\nSent: Monday\nTo: l@b.example;\n m@c.example\n"
     "Subject: " W "x\n\nhttp://a.example/\n"},
    {"a header without underscores, in French",
     "Oui.\n\nDe : Joe <joe@a.example>\nEnvoy\xC3\xA9 : lundi\n\xC3\x80 : l@b.example\nObjet : " W
     "x\n"},
    {"a footer in it, and another",
     "FYI\n-----Original Message-----\n" W "Text\n" LOW_47 F "foo mailing list\n"
     "-----Original Message-----\n" W "Old\n"},

    /* ---- What an answer quotes below a header ---- */
    {"answer: a header, and one in it",
     "Yes.\n\nFrom: Joe <j@a.example>\nSent: Monday\nTo: l@b.example\nSubject: " Q
     "x\n\nhttp://a.example/\n-- \nJoe\n\nVon: Ann\nGesendet: Montag\nBetreff: " Q
     "y\n\nold\n> x\n"},
    {"answer: a line above the header counts once",
     "Yes.\n-----Original Message-----\n" Q "From: Joe\nSent: Monday\nSubject: x\n\ntext\n"},
    {"answer: underscores above it",
     "Yes.\n\n" LOW_32 "\nFrom: Joe\nSent: " Q "Monday\nSubject: x\n\nt\n"},
    {"answer: a line without a header", "Oui\n-----Message d'origine-----\n" Q "texte\n"},
    {"answer: after its signature", "Yes.\n" S "-- \nAnn\n-----Original Message-----\n" Q "text\n"},
    {"answer: a footer in it",
     "Yes.\n-----Original Message-----\n" Q "text\n" LOW_47 F "foo mailing list\n"
     "-----Original Message-----\n" Q "old\n"},
    {"answer: what it forwards", "Yes.\n-------- Forwarded Message --------\n" W
                                 "From: Joe\nSent: Monday\nSubject: x\n\ntext\n"},
};

/* ---- Runs ---- */

/* A message that answers no other one, and an answer. */
static const trawl_mail_message messages[] = {
    {.number = 0}, {.in_reply_to = {"1@a", 3}}, {.number = 1}};

typedef struct run {
    zones z;
    char *got;
    size_t n, at;
    const char *text; /* the text read; got is copied from it */
    unsigned reply;   /* which of messages */
} run;

static int change(void *user, uint64_t at, zones_place place)
{
    static const char marks[TRAWL_ZONE_COUNT] = {[TRAWL_ZONE_NEW] = N[0],
                                                 [TRAWL_ZONE_SIGNATURE] = S[0],
                                                 [TRAWL_ZONE_FOOTER] = F[0],
                                                 [TRAWL_ZONE_FORWARDED] = W[0],
                                                 [TRAWL_ZONE_QUOTED] = Q[0]};
    run *r = user;

    while (r->at < at)
        r->got[r->n++] = r->text[r->at++];
    r->got[r->n++] = marks[place.zone];
    return 0;
}

static int feed(void *user, const char *p, size_t n)
{
    return zones_feed(&((run *)user)->z, p, n);
}

static int signature(void *user)
{
    return zones_signature(&((run *)user)->z);
}

/* Reads a text and inserts the zones: a first piece, then pieces of another size. */
static void read_in(run *r, const char *text, size_t n, size_t first, size_t then)
{
    lines l;
    lines_out out = {.user = r, .read = feed, .unread = feed, .cut = feed, .signature = signature};

    r->text = text;
    r->n = r->at = 0;
    zones_open(&r->z, kernel_choose());
    zones_begin(&r->z, change, r, &messages[r->reply]);
    lines_begin(&l, LINES_PLAIN, &out);
    for (size_t i = 0, size = first; i < n; i += size, size = then) {
        char *piece = malloc(n - i < size ? n - i : size);
        size = n - i < size ? n - i : size;
        memcpy(piece, text + i, size);
        lines_feed(&l, piece, size);
        free(piece);
    }
    lines_finish(&l);
    while (r->at < n)
        r->got[r->n++] = text[r->at++];
}

static void hold(const char *name, const char *labelled)
{
    size_t m = strlen(labelled), n = 0;
    char *text = malloc(m + 1);
    size_t wrong = 0;
    run r = {.got = malloc(2 * m + 64),
             .reply = strncmp(name, "answer", 6) == 0      ? 1
                      : strncmp(name, "a closing", 9) == 0 ? 2
                                                           : 0};

    for (size_t i = 0; i < m; i++)
        if ((unsigned char)labelled[i] > (unsigned char)Q[0])
            text[n++] = labelled[i];
    read_in(&r, text, n, n, 1);
    is_mem(r.got, r.n, labelled, m, "%s", name);
    for (size_t first = 0; first <= n; first++) {
        read_in(&r, text, n, first ? first : 1, first ? n : 1);
        wrong += r.n != m || memcmp(r.got, labelled, m) != 0;
    }
    is_int(wrong, 0, "%s: the same byte by byte, and in two pieces", name);
    free(text);
    free(r.got);
}

static const char *const marks[] = {
    "-----Urspr\xC3\xBCngliche Nachricht-----",
    "-----Original-Nachricht-----",
    "-------- Originalnachricht --------",
    "-------- Weitergeleitete Nachricht --------",
    "-----Message d'origine-----",
    "-----Message d\xE2\x80\x99origine-----",
    "-------- Message original --------",
    "-------- Message transf\xC3\xA9r\xC3\xA9 --------",
    "-----Mensaje original-----",
    "-------- Mensaje reenviado --------",
    "-----Mensagem original-----",
    "---------- Mensagem encaminhada ----------",
    "-----Messaggio originale-----",
    "---------- Messaggio inoltrato ----------",
    "-----Oorspronkelijk bericht-----",
    "-------- Doorgestuurd bericht --------",
    "-----Ursprungligt meddelande-----",
    "-------- Vidarebefordrat meddelande --------",
    "-----Oprindelig meddelelse-----",
    "-------- Videresendt meddelelse --------",
    "-----Opprinnelig melding-----",
    "-------- Videresendt melding --------",
    "-----Alkuper\xC3\xA4inen viesti-----",
    "-------- V\xC3\xA4litetty viesti --------",
    "-----Wiadomo\xC5\x9B\xC4\x87 oryginalna-----",
    "-----Oryginalna wiadomo\xC5\x9B\xC4\x87-----",
    "-----P\xC5\xAFvodn\xC3\xAD zpr\xC3\xA1va-----",
    "-------- P\xC5\x99\x65poslan\xC3\xA1 zpr\xC3\xA1va --------",
    "-----Eredeti \xC3\xBCzenet-----",
    "-------- Tov\xC3\xA1\x62\x62\xC3\xADtott \xC3\xBCzenet --------",
    ("-----\xD0\x98\xD1\x81\xD1\x85\xD0\xBE\xD0\xB4\xD0\xBD\xD0\xBE\xD0\xB5 "
     "\xD1\x81\xD0\xBE\xD0\xBE\xD0\xB1\xD1\x89\xD0\xB5\xD0\xBD\xD0\xB8\xD0\xB5-----"),
    "-----\xE5\x8E\x9F\xE5\xA7\x8B\xE9\x82\xAE\xE4\xBB\xB6-----",
    "-------- \xE8\xBD\xAC\xE5\x8F\x91\xE9\x82\xAE\xE4\xBB\xB6 --------",
    "---------- Forwarded message from Ann ----------",
    "--- Start of forwarded message ---",
    "---- Original Message ----",
    "Begin forwarded message:",
    "Begin doorgestuurd bericht:",
    "Anfang der weitergeleiteten Nachricht:",
    "Anfang der weitergeleiteten E-Mail:",
    "Inicio del mensaje reenviado:",
    "Inizio messaggio inoltrato:",
    "In\xC3\xAD\x63io da mensagem reencaminhada:",
    "Vidarebefordrat brev:",
};

/* The first two lines of a forwarded header. The text counts as forwarded from the second line's
 * value on. */
static const char *const headers[] = {
    "Von: a\nGesendet: ",
    "De : a\nEnvoy\xC3\xA9 : ",
    "De\xC2\xA0: a\nEnvoy\xC3\xA9\xC2\xA0: ",
    "De: a\nEnviado el: ",
    "De: a\nEnviada em: ",
    "Da: a\nInviato: ",
    "Van: a\nVerzonden: ",
    "Fr\xC3\xA5n: a\nSkickat: ",
    "Fra: a\nSendt: ",
    "Od: a\nWys\xC5\x82\x61no: ",
    "Od: a\nOdesl\xC3\xA1no: ",
    "*From:* a\n*Sent:*",
    "De: a\nFecha: ",
    "Da: a\nData: ",
    "Van: a\nDatum: ",
};

/* Tests each phrase between two other lines. */
static void words_of_forwarding(void)
{
    char text[200];

    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        snprintf(text, sizeof text, "One.\n%s\n%s", marks[i], W "Two http://a.example/\n");
        hold(marks[i], text);
    }
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        snprintf(text, sizeof text, "One.\n%s%s%s", LOW_32, headers[i],
                 W "today\n\nTwo http://a.example/\n");
        hold(headers[i], text);
    }
}

/* ---- Languages ---- */

/* The first, second, third and last field of a forwarded header: "From|To|Sent|Subject". */
static const char *const fields[] = {
    "From|To|Sent|Subject",
    "من|إلى|تاريخ الإرسال|الموضوع",
    "发件人|收件人|发送时间|主题",
    "寄件者|收件者|寄件日期|主旨",
    "Od|Komu|Odesláno|Předmět",
    "Fra|Til|Sendt|Emne",
    "Van|Aan|Verzonden|Onderwerp",
    "Lähettäjä|Vastaanottaja|Lähetetty|Aihe",
    "De|À|Envoyé|Objet",
    "Von|An|Gesendet|Betreff",
    "Από|Προς|Στάλθηκε|Θέμα",
    "מאת|אל|נשלח|נושא",
    "Feladó|Címzett|Elküldve|Tárgy",
    "Da|A|Inviato|Oggetto",
    "差出人|宛先|送信日時|件名",
    "보낸 사람|받는 사람|보낸 날짜|제목",
    "Od|Do|Wysłano|Temat",
    "De|Para|Enviada em|Assunto",
    "От|Кому|Отправлено|Тема",
    "De|Para|Enviado el|Asunto",
    "Från|Till|Skickat|Ämne",
    "Kimden|Kime|Gönderildi|Konu",
    "Від|Кому|Надіслано|Тема",
    "Từ|Đến|Đã gửi|Chủ đề",
};

/* Lines that mail programs add as a signature. */
static const char *const devices[] = {
    "Sent from my tablet",
    "أرسلت من هاتفي",
    "发自我的平板",
    "從我的平板傳送",
    "Odesláno z tabletu",
    "Sendt fra min tavle",
    "Verzonden vanaf mijn tablet",
    "Lähetetty iPadista",
    "Envoyé de mon téléphone",
    "Von meinem Telefon gesendet",
    "Στάλθηκε από το κινητό μου",
    "נשלח מה-iPad שלי",
    "Inviato da iPad",
    "iPadから送信",
    "나의 iPad에서 보냄",
    "Wysłane z tabletu",
    "Enviado do meu tablet",
    "Отправлено с планшета",
    "Enviado desde mi tableta",
    "Skickat från min platta",
    "iPhone'umdan gönderildi",
    "Надіслано з планшета",
    "Đã gửi từ máy tính bảng",
};

/* More lines before a forwarded message. */
static const char *const more_marks[] = {
    "----- 原始邮件 -----",
    "------------------ 原始邮件 ------------------",
    "-------- 原始訊息 --------",
    "---------- 轉寄郵件 ----------",
    "-----元のメッセージ-----",
    "---------- 転送メッセージ ----------",
    "-----원본 메시지-----",
    "---------- 전달된 메시지 ----------",
    "-----رسالة أصلية-----",
    "-----הודעה מקורית-----",
    "-----Αρχικό μήνυμα-----",
    "---------- Προωθημένο μήνυμα ----------",
    "-------- Пересылаемое сообщение --------",
    "-----Оригінальне повідомлення-----",
    "---------- Переслане повідомлення ---------",
    "-----Özgün İleti-----",
    "-----Thư gốc-----",
    "---------- Thư được chuyển tiếp ---------",
    "------------------ Original ------------------",
    "Начало переадресованного сообщения:",
    "Початок пересланого повідомлення:",
    "Początek przekazywanej wiadomości:",
    "Start på videresendt besked:",
    "İletilen ileti başlangıcı:",
};

/* Words with which the footer of a group begins; the zone changes after them. */
static const char *const groups[] = {
    "Sie erhalten diese Nachricht, weil Sie in Google",
    "Vous recevez ce message, car vous êtes abonné",
    "Has recibido este mensaje porque estás suscrito",
    "Você recebeu essa mensagem porque está inscrito",
    "Hai ricevuto questo messaggio perché sei iscritto",
    "Je ontvangt dit bericht omdat je bent geabonneerd",
    "Otrzymujesz tę wiadomość, ponieważ subskrybujesz",
    "Du får det här meddelandet eftersom du prenumererar",
    "Вы получили это сообщение, поскольку подписаны",
    "Ви отримали це повідомлення, оскільки підписалися",
    "您收到此邮件是因为您订阅了",
    "이 메일은 Google 그룹스",
    "このメールは Google グループ",
};

/* The headers of several programs. %1 to %4 are the names of the fields. */
static const char *const shapes[][2] = {
    {"Outlook",
     "Yes.\n\n%1: Joe <joe@a.example>\n%3: 1/2/2026\n%2: l@b.example\n%4: " W "x\n\ny\n"},
    {"Naver", "Yes.\n\n%1: joe@a.example\n%2: l@b.example\n%3: today\n%4: " W "x\n"},
    {"folded",
     "Yes.\n%1: joe@a.example\n%2: l@b.example;\n\tm@b.example\n %3: n@b.example\n%3: today\n%4: " W
     "x\n"},
    {"bold", "Yes.\n\n*%1:* joe@a.example\n*%3:* today\n*%2:* l@b.example\n*%4:* " W "x\n"},
    {"no-break spaces", "Yes.\n\n%1\u00A0: joe@a.example\n%3\u00A0: today\n%4\u00A0: " W "x\n"},
    {"a value in the next line",
     "Yes.\n\n%1:\n joe@a.example\n%2:\n l@b.example\n%3:\n today\n%4:" W "\n x\n"},
    {"no last field",
     "Yes.\n\n%1: joe@a.example\n%3: today\n%2: l@b.example\n\nhttp://a.example/\n"},
    {"text between", "Yes.\n\n%1: joe@a.example\nMore.\n%3: today\n%4: x\n"},
};

/* Writes a shape with the fields of a language. */
static void fill(char *to, const char *shape, const char *names)
{
    for (; *shape; shape++) {
        const char *name = names;
        if (*shape != '%') {
            *to++ = *shape;
            continue;
        }
        for (char k = *++shape; k > '1'; k--)
            name = strchr(name, '|') + 1;
        for (; *name && *name != '|'; name++)
            *to++ = *name;
    }
    *to = '\0';
}

static void languages(void)
{
    char text[400], name[100];

    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
            fill(text, shapes[k][1], fields[i]);
            snprintf(name, sizeof name, "A6 %s, %s", shapes[k][0], fields[i]);
            hold(name, text);
        }
    for (size_t i = 0; i < sizeof more_marks / sizeof more_marks[0]; i++) {
        snprintf(text, sizeof text, "One.\n%s\n%s", more_marks[i], W "Two http://a.example/\n");
        hold(more_marks[i], text);
    }
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        snprintf(text, sizeof text, "One.\n\n%s%s", groups[i], F " x\nhttp://g.example/\n");
        hold(groups[i], text);
    }
    hold("wide colons",
         "好。\n\n发件人：joe@a.example\n发送时间：今天\n收件人：l@b.example\n主题：" W "x\n");
}

/* A program's signature ends at the next empty line, and does not begin within a line. */
static void programs(void)
{
    char text[400];

    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        zones_sign sign;
        size_t used = 0, n = strlen(devices[i]);
        sign = zones_look(0, &(zones_line){devices[i], n, true, true}, &used);
        is_int(sign, ZONES_DEVICE, "%s", devices[i]);
        snprintf(text, sizeof text, "One.\n\n%.*s%s%s%s", (int)used, devices[i], S,
                 devices[i] + used, "\n" N "\nTwo http://a.example/\n> " LOW_32 "\n");
        hold(devices[i], text);
    }
    hold("a phone's link", "Yes.\n\nGet Outlook for " S "iOS<http://o.example/>\n" N
                           "\nOn Monday Joe wrote:\n> No.\n");
    hold("a phone's line is long", "Yes.\nSent from my " S "phone\n1\n2\n3\n" N "4\n");
    hold("a phone and then a signature",
         "Yes.\nSent from my " S "phone\n-- \nJoe\n\nhttp://joe.example/\n");
    hold("about phones",
         "It was Sent from my phone.\nSent from the hall.\nVon meinem Telefon aus rufe ich an.\n");
}

/* ---- Limits ---- */

/* A footer ends after ZONES_FOOTER lines; only ZONES_LINE bytes of a line are compared. */
static void limits(void)
{
    char text[8192] = "", longer[400] = "";

    strcat(text, DASHES_30 "To unsubscribe" F "\n");
    for (int i = 0; i < ZONES_FOOTER - 1; i++)
        strcat(text, "issue\n");
    strcat(text, "issue\n" N "http://a.example/\n");
    hold("a footer at the top of a newsletter ends", text);
    memset(longer, '-', 300);
    strcat(longer, "\nTo unsubscribe, x\n");
    hold("a rule beyond ZONES_LINE", longer);
    memset(longer, '-', 250);
    strcpy(longer + 250, "\nTo unsubscribe" F ", x\n");
    hold("a rule within ZONES_LINE", longer);
    memset(longer, 'x', 300);
    memcpy(longer, "To unsubscribe from the ", 24);
    strcpy(longer + 300, " list, click the following link\n");
    hold("words beyond ZONES_LINE", longer);
}

static int ignore_change(void *user, uint64_t at, zones_place place)
{
    (void)user, (void)at, (void)place;
    return 0;
}

static int stop_at_once(void *user, uint64_t at, zones_place place)
{
    (void)user;
    return place.zone == TRAWL_ZONE_FOOTER ? (int)at : 0;
}

static int count(void *user, uint64_t at, zones_place place)
{
    (void)at, (void)place;
    ++*(int *)user;
    return 0;
}

/* A step reports at most one change, and reports it before it takes the bytes that follow. */
static void steps(void)
{
    static const char text[] = "a\n----Forwarded by\nGroups.io Links:\n----Forwarded by\n\nb\n";
    size_t used, at = 0, most = 0;
    int changes = 0, before;
    zones z;

    zones_open(&z, kernel_choose());
    zones_begin(&z, count, &changes, &messages[0]);
    for (int k = 0; at < sizeof text - 1 && k < 100; k++, at += used) {
        before = changes;
        zones_step(&z, text + at, sizeof text - 1 - at, &used);
        most = (size_t)(changes - before) > most ? (size_t)(changes - before) : most;
    }
    is_int(at, sizeof text - 1, "steps read the whole text");
    is_int(changes, 3, "steps report its changes");
    is_int(most, 1, "a step reports one change");
}

/* A subject, whether its message has In-Reply-To, and whether this message is an answer. */
static const struct {
    const char *subject;
    bool field, reply;
} subjects[] = {
    {"Re: x", false, true},
    {"RE : x", false, true},
    {"[list] Re[2]: x", false, true},
    {"[a] [b] Re^3: x", false, true},
    {"AW: x", false, true},
    {"Re: Fwd: x", false, true},
    {"Fwd: Re: x", true, false},
    {"FW: x", true, false},
    {"[list] wg: x", true, false},
    {"x", true, true},
    {"x", false, false},
    {"", false, false},
    {"Re x", false, false},
    {"Rex: x", false, false},
    {"re one: x", false, false},
    {"[x", true, true},
    {": x", false, false},
    {"Fwd x: y", true, true},
    {"\xE5\x9B\x9E\xE5\xA4\x8D\xEF\xBC\x9Ax", false, true},
};

static void replies(void)
{
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
        trawl_mail_message m = {.subject = {subjects[i].subject, strlen(subjects[i].subject)},
                                .in_reply_to = {"1@a", subjects[i].field ? 3 : 0}};
        is_int(zones_is_reply(&m), subjects[i].reply, "%s: %s", subjects[i].subject,
               subjects[i].field ? "with In-Reply-To" : "alone");
    }
}

/* A line that names the writer of a quote, or a field From; and the writer's name. */
static const struct {
    const char *line, *name;
} writers[] = {
    {"On Mon, May 4, 2020 at 10:15 AM Ann Lee <ann@a.example> wrote:", "Ann Lee"},
    {"On 4 May 2020, Joe <joe@a.example> wrote:", "Joe"},
    {"On Mon, May 04, 2020 at 10:15:00AM +0200, Ann Lee wrote:", "Ann Lee"},
    {"On 4 May 2020 10:15, \"Doe, Joe\" <joe@a.example> wrote:", "Doe, Joe"},
    {"On 4 May 2020, Doe, Joe <joe@a.example> wrote:", "Doe, Joe"},
    {"On 4 May 2020, <joe@a.example> wrote:", "joe@a.example"},
    {"On 4 May 2020, joe@a.example wrote:", "joe@a.example"},
    {"On 4 May 2020, Joe [mailto:joe@a.example] wrote:", "Joe"},
    {"Am Mo., 4. Mai 2020 um 10:15 Uhr schrieb Ann Lee <ann@a.example>:", "Ann Lee"},
    {"Am 04.05.20 um 10:15 schrieb Ann Lee:", "Ann Lee"},
    {"Le lun. 4 mai 2020 \xC3\xA0 10:15, Ann Lee <ann@a.example> a \xC3\xA9"
     "crit :",
     "Ann Lee"},
    {"El lun, 4 may 2020 a las 10:15, Ann Lee (<ann@a.example>) escribi\xC3\xB3:", "Ann Lee"},
    {"Op ma 4 mei 2020 om 10:15 schreef Ann Lee <ann@a.example>:", "Ann Lee"},
    {"\xD0\xBF\xD0\xBD, 4 \xD0\xBC\xD0\xB0\xD1\x8F 2020 \xD0\xB3. \xD0\xB2 10:15, Ann <a@a.example>:",
     "Ann"},
    {"Den 4 maj 2020 kl. 10:15 skrev Ann Lee <ann@a.example>:", "Ann Lee"},
    {"On 4 May 2020, A Smith <a@a.example> wrote:", "A Smith"},
    {"On 4 May 2020, Om Shah wrote:", "Om Shah"},
    {"From: A Smith <a@a.example>", "A Smith"},
    {"From: Ann Ha <ann@a.example>", "Ann Ha"},
    {"From: Ann Lee <ann@a.example>", "Ann Lee"},
    {"*From:* \"Doe, Joe\" [mailto:joe@a.example]", "Doe, Joe"},
    {"Von: <ann@a.example>", "ann@a.example"},
    {"\xE5\x8F\x91\xE4\xBB\xB6\xE4\xBA\xBA\xEF\xBC\x9A Ann 2 <a@a.example>", "Ann 2"},
    {"From: <mailto:ann@a.example>", "ann@a.example"},
    {"From:", ""},
    {"From", ""},
    {"From: aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgg\xC3\xA4x",
     "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgg"},
};

static void names(void)
{
    for (size_t i = 0; i < sizeof writers / sizeof writers[0]; i++) {
        const char *line = writers[i].line;
        trawl_str who = zones_who(line, strlen(line), !strstr(line, "20"));
        is_mem(who.p, who.n, writers[i].name, strlen(writers[i].name), "%s", line);
    }
}

/* Tests the writer of a quote that a folded line names. */
static void folded_names(void)
{
    static const char *const folded[] = {
        "On Mon, May 4, 2020 at 10:15 AM Ann Lee <ann@a.example>\nwrote:\n\n> x\n",
        "On Mon, May 4, 2020 at 10:15 AM Ann\nLee <ann@a.example> wrote:\n\n> x\n",
        "Am 4. Mai 2020 um 10:15 schrieb Ann Lee\n<ann@a.example>:\n> x\n"};
    const trawl_mail_message message = {.number = 1};
    zones z;

    zones_open(&z, kernel_choose());
    for (size_t i = 0; i < sizeof folded / sizeof folded[0]; i++) {
        trawl_str who;
        zones_begin(&z, ignore_change, NULL, &message);
        (void)zones_feed(&z, folded[i], strlen(folded[i]));
        who = zones_writer(&z, z.writers.at[1]);
        is_mem(who.p, who.n, "Ann Lee", 7, "%s", folded[i]);
    }
}

static void small_things(void)
{
    static const char text[] = "a\n-----Original Message-----\nGroups.io Links: x\n";
    zones z;

    zones_open(&z, kernel_choose());
    zones_begin(&z, stop_at_once, NULL, &messages[0]);
    is_int(zones_feed(&z, text, sizeof text - 1), 2 + 27 + 16, "the caller's value is returned");
    is_str(trawl_zone_name(TRAWL_ZONE_FORWARDED), "forwarded", "a zone's name");
    is_str(trawl_zone_name(TRAWL_ZONE_NONE), "none", "the name of no zone");
    is_str(trawl_zone_name(TRAWL_ZONE_COUNT), "unknown", "the name of an unknown number");
}

static const char *const header_words[] = {
    "From: x",
    "*From:*",
    "Von: x",
    "Van: ",
    "De : x",
    "Fra: ",
    "Od: ",
    "Sent: x",
    "*Sent:* x",
    "Gesendet: x",
    "Envoy\xC3\xA9 : x",
    "Enviado: x",
    "Enviada el: x",
    "Inviato: x",
    "Verzonden: x",
    "Skickat: x",
    "Sendt: x",
    "Wys\xC5\x82"
    "ano: x",
    "Odesl\xC3\xA1no: x",
    "Date: x",
    "Date : x",
    "*Date:*",
    "Datum: x",
    "Fecha: ",
    "Data: ",
    "Subject: x",
    "*Subject:*",
    "Betreff: x",
    "Objet : x",
    "Asunto: x",
    "Assunto: x",
    "Oggetto: x",
    "Onderwerp: x",
    "\xC3\x84mne: x",
    "Emne: x",
    "Temat: x",
    "P\xC5\x99"
    "edm\xC4\x9Bt: x",
    "Groups.io Links:",
    "__._,_.___",
    "----",
    "To unsubscribe from this list: send the line",
    "Begin forwarded message:",
    "",
    " ",
    "unsubscribe",
    "a mailing list",
};

static kernel_starts starts;

/* zones_may_follow() must not reject a line that may change the zone. Tests words of headers in
 * many languages, with every first byte, after a line with every last byte. */
static void first_bytes(void)
{
    size_t missed = 0, passed = 0, used;

    zones_starts_make(&starts, true);
    for (unsigned after = 0; after < 256; after++)
        for (size_t k = 0; k < sizeof header_words / sizeof header_words[0]; k++)
            for (unsigned first = 0; first < 256; first++) {
                char text[80];
                size_t n = strlen(header_words[k]);
                zones_sign sign;
                memcpy(text, header_words[k], n + 1);
                text[0] = (char)(first > 0 ? first : (unsigned char)text[0]);
                n = n > 0 ? n : first > 0;
                text[n] = '\n';
                if (text[0] == '\n' || zones_may_follow(after, text, n + 1))
                    continue;
                passed++;
                sign = zones_look(after, &(zones_line){text, n, true, true}, &used);
                missed += sign != ZONES_TEXT && (sign != ZONES_BLANK || after != 0);
            }
    is_int(missed, 0, "skipped lines mean nothing");
    ok(passed > 30000, "many lines are skipped: %zu", passed);
}

/* ---- The kernels' search ---- */

/* Returns true when every kernel finds a line that begins like this. */
static bool is_found(const char *start)
{
    const kernel *k;
    char text[200];
    bool found = zones_may_begin(start);

    memset(text, 'x', sizeof text);
    text[50] = '\n';
    memcpy(text + 51, start, ZONES_START);
    for (size_t i = 0; (k = kernel_at(i)); i++)
        found = found && k->lines(&starts, text, 0, sizeof text) == 50;
    return found;
}

/* Checks the first words of all lines that may change the zone, and rules of every kind. */
static void searched(void)
{
    static const char *const words[] = {
        "To unsub", "This mes", "This ema", "This e-m", "This new",       "This mai",
        "You rece", "Yahoo! G", "Yahoo Gr", "Your use", "Groups.i",       "Anfang d",
        "Begin fo", "Begin do", "De: xxxx", "De : xxx", "De\xC2\xA0: xx", "D\xC3\xA9\x62ut d",
        "Da: xxxx", "From: xx", "Fra: xxx", "*From:*x", "Fr\xC3\xA5n: x", "In\xC3\xAD\x63io ",
        "Inicio d", "Inizio m", "Od: xxxx", "Von: xxx", "Van: xxx",       "Vidarebe"};
    static const char *const rules[] = {"--", "-=", "-\r", "-\n", "__", "##", "==", "**"};
    size_t missed = 0;

    zones_starts_make(&starts, true);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        missed += !is_found(words[i]);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        for (unsigned c = 0; c < 256; c++) {
            const char start[ZONES_START] = {rules[i][0], rules[i][1], (char)c};
            missed += !is_found(start);
        }
    is_int(missed, 0, "every first word is found");
}

/* ---- Random texts ---- */

static const char *const bits[] = {
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "-- \n",
    "--\n",
    "-",
    "-----",
    "\n-----",
    "Original Message",
    "Forwarded message",
    "next part",
    "\n--------------",
    "\n" DASHES_30,
    "\n" LOW_47,
    "\n" LOW_32,
    "_",
    "\nTo unsubscribe",
    " from the ",
    " list, click the following link",
    "\nFrom: ",
    "\nSent: ",
    "Subject: ",
    "\nSubject: ",
    "\nDate: ",
    "Message: ",
    "\nThis message was sent to ",
    "a@b.example",
    "unsubscribe",
    "foo mailing list",
    "\n==^=================",
    "\nAn HTML attachment was scrubbed",
    "\nGroups.io Links:",
    "\n> ",
    "text",
    "\nBegin forwarded message:",
    "\nEnd of forwarded message",
    "\xC3\xA9",
    "\n##########",
    "\nJoe wrote:\n",
    "\nAnn Lee <a@b.example> schrieb am 4. Mai 2020:\n",
    "| ",
    "\nBest regards,\n",
    "\nAnn Lee\n",
    ":\r\n",
    " because",
    "\nYou received this",
    "................................................................................................",
};

/* Random texts of these pieces must have the same zones when read whole, byte by byte and three
 * bytes at a time. */
static void by_chance(void)
{
    unsigned seed = 20261120;
    size_t differ = 0;
    char text[4096];
    run whole = {.got = malloc(3 * sizeof text)}, cut = {.got = malloc(3 * sizeof text)};

    for (int k = 0; k < 3000; k++) {
        size_t n = 0;
        whole.reply = cut.reply = k % 2;
        for (int i = 0; i < 24; i++) {
            seed = seed * 1103515245u + 12345u;
            const char *bit = bits[(seed >> 16) % (sizeof bits / sizeof bits[0])];
            memcpy(text + n, bit, strlen(bit));
            n += strlen(bit);
        }
        read_in(&whole, text, n, n, 1);
        for (size_t size = 1; size <= 3; size += 2) {
            read_in(&cut, text, n, 1 + seed % n, size);
            differ += cut.n != whole.n || memcmp(cut.got, whole.got, whole.n) != 0;
        }
    }
    is_int(differ, 0, "random texts: the same in pieces");
    free(whole.got);
    free(cut.got);
}

int main(void)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        hold(texts[i].name, texts[i].text);
    words_of_forwarding();
    languages();
    programs();
    limits();
    steps();
    replies();
    names();
    folded_names();
    small_things();
    first_bytes();
    searched();
    by_chance();
    return done();
}
