/* t_options.c - options by name: trawl_options_set(), trawl_options_read(), trawl_option_word() */
#include <trawl_options.h>

#include "tap.h"

static trawl_config config;
static trawl_mail_config mail;
static trawl_emit_config emit;
static trawl_options options;
static trawl_option_fault fault;

static void begin(void)
{
    config = (trawl_config){.size = sizeof config};
    mail = (trawl_mail_config){.size = sizeof mail, .input = TRAWL_INPUT_TEXT};
    emit = (trawl_emit_config){.size = sizeof emit};
    options =
        (trawl_options){.size = sizeof options, .find = &config, .mail = &mail, .emit = &emit};
    fault = (trawl_option_fault)TRAWL_OPTION_FAULT_INIT;
}

static int read_options(const char *text)
{
    begin();
    return trawl_options_read(&options, text, strlen(text), &fault);
}

static bool is_text(trawl_str s, const char *text)
{
    return s.n == strlen(text) && (s.n == 0 || memcmp(s.p, text, s.n) == 0);
}

/* ---- What options set ---- */

#define STANDARD (TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_HTML)
#define URLS (TRAWL_FIND_URL | TRAWL_FIND_HDR | TRAWL_FIND_HTML | TRAWL_FIND_OSC8)

static void kinds(void)
{
    static const struct {
        const char *text;
        unsigned find;
    } cases[] = {
        {"", STANDARD},
        {"find=url", URLS},
        {"find=url,www", URLS | TRAWL_FIND_WWW},
        {"find=url,-hdr", URLS & ~(unsigned)TRAWL_FIND_HDR},
        {"find=+ip,-www", (STANDARD | TRAWL_FIND_IP) & ~(unsigned)TRAWL_FIND_WWW},
        {"find=-www,+www", STANDARD},
        {"find=+ip,-ip", STANDARD},
        {"find=email,+ip", TRAWL_FIND_EMAIL | TRAWL_FIND_IP},
        {"find=url find=email", TRAWL_FIND_EMAIL},
        {"profile=uts58", TRAWL_FIND_URL | TRAWL_FIND_EMAIL | TRAWL_FIND_DOMAIN},
        {"profile=rfc1738", TRAWL_FIND_URL},
        {"profile=screen", STANDARD},
        {"find=+ip profile=rfc1738", TRAWL_FIND_URL | TRAWL_FIND_IP},
        {"domains=strong", STANDARD | TRAWL_FIND_DOMAIN},
        {"domains=all find=url", URLS},
        {"profile=rfc1738 find=-url domains=strong", TRAWL_FIND_DOMAIN},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        is_int(read_options(cases[i].text), TRAWL_OK, "\"%s\"", cases[i].text);
        is_int(config.find, cases[i].find, "\"%s\": the kinds", cases[i].text);
    }
}

static void members(void)
{
    is_int(read_options("  schemes=known\ttlds=classic\npublic-hosts hyphen=drop join\r\n"),
           TRAWL_OK, "bits");
    is_int(config.options,
           TRAWL_OPTION_KNOWN_SCHEMES | TRAWL_OPTION_CLASSIC_TLD | TRAWL_OPTION_PUBLIC_HOSTS |
               TRAWL_OPTION_HYPHEN_DROP | TRAWL_OPTION_JOIN,
           "bits: all of them");
    is_int(read_options("tlds=any tlds=classic domains=all domains=strong hyphen=drop hyphen=keep "
                        "schemes=known schemes=any"),
           TRAWL_OK, "the last one counts");
    is_int(config.options, TRAWL_OPTION_CLASSIC_TLD, "the last one counts: only its bits");
    is_int(read_options("schemes=known schemes=http,x-a+b.1 charset=iso-8859-2 "
                        "base=http://a.example/?b=c profile=screen columns=80 notation=texinfo"),
           TRAWL_OK, "texts");
    ok(is_text(config.schemes, "http,x-a+b.1") && is_text(config.charset, "iso-8859-2") &&
           is_text(config.base, "http://a.example/?b=c"),
       "texts are parts of the options");
    ok(config.options == 0 && config.profile == TRAWL_PROFILE_SCREEN && config.columns == 80 &&
           config.notation == TRAWL_NOTATION_TEXINFO,
       "schemes=NAMES, profile, columns, notation");
    ok(read_options("columns=24") == TRAWL_OK && config.columns == 24 &&
           read_options("columns=1000") == TRAWL_OK && config.columns == 1000,
       "columns: the least and the most");
    ok(read_options("columns=0099") == TRAWL_OK && config.columns == 99, "columns: four digits");
    is_int(read_options("from=news headers=all refang live=ftp,gopher"), TRAWL_OK, "other configs");
    ok(mail.input == TRAWL_INPUT_MAIL && mail.headers == TRAWL_HEADERS_ALL &&
           mail.options == TRAWL_MAIL_OPTION_REFANG && is_text(emit.live, "ftp,gopher"),
       "other configs: their members");
    is_int(read_options(""), TRAWL_OK, "no option");
    ok(fault.name.n == 0 && !fault.takes[0], "no option: no fault");
    ok(mail.input == TRAWL_INPUT_TEXT, "members that no option names stay");
}

/* ---- Faults ---- */

static void faults(void)
{
    static const struct {
        const char *text, *name, *value, *takes;
    } cases[] = {
        {"find=url,urls", "find", "urls", "url, www, addr, email, domain, "},
        {"find=", "find", "", "url, "},
        {"find", "find", "", "url, "},
        {"find=url,", "find", "", "url, "},
        {"find=url,+-ip", "find", "-ip", "url, "},
        {"find=url,+", "find", "", "url, "},
        {"find=url,-url,-hdr,-html,-osc8", "find", "url,-url,-hdr,-html,-osc8", "kinds of which"},
        {"join profile=x find=y", "profile", "x", "mail, uts58, rfc1738 or screen"},
        {"notation=latex", "notation", "latex", "asciidoc, markdown, texinfo or none"},
        {"columns=23", "columns", "23", "a number of columns from 24 to 1000"},
        {"columns=1001", "columns", "1001", "a number of columns from 24 to 1000"},
        {"columns=00080", "columns", "00080", "a number of columns from 24 to 1000"},
        {"columns=80x", "columns", "80x", "a number of columns from 24 to 1000"},
        {"columns=8:", "columns", "8:", "a number of columns from 24 to 1000"},
        {"columns=90/", "columns", "90/", "a number of columns from 24 to 1000"},
        {"columns=-80", "columns", "-80", "a number of columns from 24 to 1000"},
        {"columns", "columns", "", "a number of columns from 24 to 1000"},
        {"domains=", "domains", "", "strong or all"},
        {"tlds=ANY", "tlds", "ANY", "any or classic"},
        {"hyphen=both", "hyphen", "both", "keep or drop"},
        {"join=1", "join", "1", "no value"},
        {"refang=", "refang", "", "no value"},
        {"schemes=http,,ftp", "schemes", "http,,ftp", "any, known, or names"},
        {"schemes=1a", "schemes", "1a", "any, known, or names"},
        {"charset=", "charset", "", "the name of a charset"},
        {"base=/a", "base", "/a", "an absolute URL"},
        {"from=pdf", "from", "pdf", "auto, text, mail, "},
        {"headers=some", "headers", "some", "links, all or none"},
        {"live=ftp,javascript", "live", "javascript", "names of registered schemes"},
        {"live=ftp,x", "live", "x", "names of registered schemes"},
        {"live=,", "live", ",", "names of registered schemes"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        is_int(read_options(cases[i].text), TRAWL_ERROR_BAD_OPTION, "\"%s\"", cases[i].text);
        ok(fault.known == 1 && is_text(fault.name, cases[i].name) &&
               is_text(fault.value, cases[i].value) &&
               strncmp(fault.takes, cases[i].takes, strlen(cases[i].takes)) == 0,
           "\"%s\": %.*s cannot be \"%.*s\"; it takes %s", cases[i].text, (int)fault.name.n,
           fault.name.p, (int)fault.value.n, fault.value.p ? fault.value.p : "", fault.takes);
    }
}

/* Tests what a fault says, and that nothing of the previous fault stays in it. */
static void fault_texts(void)
{
    is_int(read_options("find=x"), TRAWL_ERROR_BAD_OPTION, "a list");
    is_str(
        fault.takes,
        "url, www, addr, email, domain, msgid, hdr, ip, localhost, netpath, html or osc8; a list "
        "with commas, +KIND to add one, -KIND to remove one",
        "a list: what it takes");
    begin();
    ok(trawl_options_read(&options, "find=url,+ip", 9, &fault) == TRAWL_ERROR_BAD_OPTION &&
           fault.value.n == 0,
       "nothing is read after the end");
    is_int(read_options("join fnd=url"), TRAWL_ERROR_BAD_OPTION, "an unknown name");
    ok(!fault.known && is_text(fault.name, "fnd") && is_text(fault.value, "url"),
       "an unknown name: which");
    is_str(
        fault.takes,
        "find, profile, columns, notation, schemes, domains, tlds, public-hosts, hyphen, join, refang, "
        "charset, base, from, headers, live",
        "an unknown name: all names fit");
    is_int(trawl_options_set(&options, "tlds", 4, "", 0, &fault), TRAWL_ERROR_BAD_OPTION,
           "the next");
    is_str(fault.takes, "any or classic", "the next: nothing of the one before");
    ok(trawl_options_set(&options, "x", 1, "", 0, &fault) && !fault.known, "the next is unknown");
    is_int(read_options("join\b"), TRAWL_ERROR_BAD_OPTION, "a control is no blank");
    begin();
    is_int(trawl_options_read(&options, "profile=rfc1738 find=-url", 25, NULL),
           TRAWL_ERROR_BAD_OPTION, "no kind, without a fault");
    begin();
    is_int(trawl_options_read(&options, "x", 1, NULL), TRAWL_ERROR_BAD_OPTION, "without a fault");
}

/* Options that a program does not have. */
static void absent(void)
{
    begin();
    options.mail = NULL;
    options.emit = NULL;
    options.without = " join  base";
    is_int(trawl_options_read(&options, "from=mail", 9, &fault), TRAWL_ERROR_BAD_OPTION,
           "a config that the program does not have");
    is_str(
        fault.takes,
        "find, profile, columns, notation, schemes, domains, tlds, public-hosts, hyphen, charset",
        "the options that it has");
    is_int(trawl_options_read(&options, "join", 4, &fault), TRAWL_ERROR_BAD_OPTION,
           "an option that it does not have");
    is_int(trawl_options_read(&options, "hyphen=drop", 11, &fault), TRAWL_OK, "one that it has");
    options.without = "joined jo";
    is_int(trawl_options_read(&options, "join", 4, &fault), TRAWL_OK, "a part of another's name");
    options.emit = &emit;
    ok(trawl_options_read(&options, "live=ftp", 8, &fault) == TRAWL_OK &&
           trawl_options_read(&options, "refang", 6, &fault) == TRAWL_ERROR_BAD_OPTION,
       "a config for output, none for mail");
    options.emit = NULL;
    options.mail = &mail;
    ok(trawl_options_read(&options, "live=ftp", 8, &fault) == TRAWL_ERROR_BAD_OPTION &&
           trawl_options_read(&options, "refang", 6, &fault) == TRAWL_OK,
       "a config for mail, none for output");
    options.mail = NULL;
    options.find = NULL;
    is_int(trawl_options_read(&options, "", 0, &fault), TRAWL_OK, "no config at all");
}

static void one_by_one(void)
{
    begin();
    is_int(trawl_options_set(&options, "find", 4, "+ip", 3, &fault), TRAWL_OK, "one option");
    is_int(config.find, STANDARD | TRAWL_FIND_IP, "find=+ip");
    is_int(trawl_options_set(&options, "profile", 7, "rfc1738", 7, NULL), TRAWL_OK, "another one");
    is_int(config.find, TRAWL_FIND_URL | TRAWL_FIND_IP, "the kinds follow the profile");
    is_int(trawl_options_set(&options, "join", 4, NULL, 0, NULL), TRAWL_OK, "one without a value");
    ok(config.options == TRAWL_OPTION_JOIN, "join");
    ok(trawl_options_set(&options, "columns", 7, "8000", 2, NULL) == TRAWL_OK &&
           config.columns == 80,
       "a value ends with its length");
    is_int(trawl_options_set(&options, "base", 4, "a b", 3, &fault), TRAWL_ERROR_BAD_OPTION,
           "a wrong value");
}

static void misuse(void)
{
    begin();
    is_int(trawl_options_read(NULL, "", 0, NULL), TRAWL_ERROR_MISUSE, "no options");
    is_int(trawl_options_read(&options, NULL, 1, NULL), TRAWL_ERROR_MISUSE, "no text");
    is_int(trawl_options_set(&options, NULL, 0, NULL, 0, NULL), TRAWL_ERROR_MISUSE, "no name");
    is_int(trawl_options_set(&options, "join", 4, NULL, 1, NULL), TRAWL_ERROR_MISUSE, "no value");
    is_int(trawl_options_set(NULL, "join", 4, NULL, 0, NULL), TRAWL_ERROR_MISUSE, "nothing to set");
    is_int(trawl_options_read(&options, NULL, 0, NULL), TRAWL_OK, "an empty text may be NULL");
    config.size = 0;
    is_int(trawl_options_read(&options, "", 0, NULL), TRAWL_ERROR_MISUSE, "a config without size");
    begin();
    mail.size = 0;
    is_int(trawl_options_read(&options, "", 0, NULL), TRAWL_ERROR_MISUSE, "of mail");
    begin();
    emit.size = 0;
    is_int(trawl_options_read(&options, "", 0, NULL), TRAWL_ERROR_MISUSE, "of output");
    begin();
    fault.size = 0;
    is_int(trawl_options_read(&options, "", 0, &fault), TRAWL_ERROR_MISUSE, "a fault without size");
    begin();
    options.size = 0;
    is_int(trawl_options_read(&options, "", 0, &fault), TRAWL_ERROR_MISUSE, "options without size");
}

/* ---- Words ---- */

static void words(void)
{
    static const char *const taken[] = {"find",   "profile", "domains", "tlds",
                                        "hyphen", "headers", "from"};
    char text[64];
    const char *word, *help = NULL;
    int value = 0, count = 0;

    for (size_t k = 0; k < sizeof taken / sizeof taken[0]; k++) {
        for (int i = 0; (word = trawl_option_word(taken[k], i, NULL, &help)); i++, count++) {
            (void)snprintf(text, sizeof text, "%s=%s", taken[k], word);
            is_int(read_options(text), TRAWL_OK, "%s (%s)", text, help);
        }
    }
    ok(count > 30, "%d words", count);
    ok(trawl_option_word("headers", 1, &value, &help) && value == TRAWL_HEADERS_ALL, "a value");
    is_str(help, "all except transport fields", "its description");
    ok(!trawl_option_word("join", 0, NULL, NULL) && !trawl_option_word("base", 0, NULL, NULL) &&
           !trawl_option_word("none", 0, NULL, NULL) && !trawl_option_word(NULL, 0, NULL, NULL) &&
           !trawl_option_word("find", -1, NULL, NULL) && !trawl_option_word("find", 99, NULL, NULL),
       "no words");
}

int main(void)
{
    kinds();
    members();
    faults();
    fault_texts();
    absent();
    one_by_one();
    misuse();
    words();
    return done();
}
