/* phrases.h - what mail has besides words: names, addresses, URLs, programs, lists, signatures
 *
 * In a phrase "~" and a letter stand for something by chance: w and W a word, d a number, m a minute, x eight hex
 * digits, and the letters of phrases_named[] for one of those phrases. All names of hosts are made up.
 */
#ifndef TRAWL_TESTS_BENCH_PHRASES_H
#define TRAWL_TESTS_BENCH_PHRASES_H

#include <stddef.h>
#include <stdint.h>

typedef struct phrases {
    const char *const *phrase;
    uint32_t count;
} phrases;

#define PHRASES(name, ...)                                                                                             \
    static const char *const name##_list[] = {__VA_ARGS__};                                                            \
    static const phrases name = {name##_list, sizeof name##_list / sizeof name##_list[0]}

/* ---- Pieces ---- */

PHRASES(phrases_first, "Joe", "Jane", "Max", "Eve", "Alan", "Barbara", "Chris", "Dennis", "Erika", "Frank", "Grace",
        "Hans", "Ingrid", "Jim", "Ken", "Linda", "Mary", "Neil", "Olga", "Peter", "Quentin", "Richard", "Susan", "Tom",
        "Ursula", "Victor", "Wendy", "Xavier", "Yuki", "Zoe", "A. N.", "J.");
PHRASES(phrases_last, "Bloggs", "Doe", "Muster", "Smith", "Jones", "Miller", "Tanaka", "Jensen", "Rossi", "Garcia",
        "Kowalski", "Novak", "Dupont", "Weber", "O'Brien", "McDonald", "Andersson", "Virtanen", "Silva", "Petrov",
        "Brown", "Hughes", "Clark", "Walker", "Example", "Other");
PHRASES(phrases_top, "com", "com", "com", "com", "org", "org", "net", "edu", "de", "co.uk", "fr", "fi", "se", "ca",
        "com.au", "jp", "nl", "it", "gov", "mil");
PHRASES(phrases_host, "~w.example.~t", "~w.~w.example.~t", "~w~d.example.~t", "~w-~w.example.~t", "example.~t",
        "lists.example.~t", "~w.~w~d.example.~t", "ftp.~w.example.~t");
PHRASES(phrases_user, "~w", "~w~d", "~w.~w", "~w_~w", "j~w", "~w-~w", "~w+~w", "k~d");
PHRASES(phrases_address, "~v@~h");
PHRASES(phrases_file, "~w.html", "~w/~w.html", "~w/", "~w/~w/~w-~d.txt", "~w/~w?id=~d", "~d/~m/~w-~w-~w.html", "~w#~w",
        "~w~d/~w.tar.gz", "cgi-bin/~w.cgi?~w=~d&~w=~w", "~w/~x", "~W_~W", "", "~w-~w/msg~d.html", "~w/~w/~w/~w.c");
PHRASES(phrases_url, "http://www.~h/~f", "http://www.~h/~f", "http://~h/~f", "http://~h/~f", "https://www.~h/~f",
        "https://~h/~f", "https://~h/~w/~w/issues/~d", "ftp://ftp.~h/pub/~f", "http://www.~h", "https://~h:80~d/~f");
PHRASES(phrases_name, "~1 ~2", "~1 ~2", "~1 ~2", "~1 ~w ~2", "\"~2, ~1\"", "~1", "\"~1 '~W' ~2\"");
PHRASES(phrases_day, "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
PHRASES(phrases_month, "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
PHRASES(phrases_date, "1~9", "2", "3", "5", "7", "9", "2~9", "30");
PHRASES(phrases_hour, "0~9", "1~9", "20", "21", "22", "23");
PHRASES(phrases_digit, "0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
PHRASES(phrases_year, "199~9", "200~9", "201~9");
PHRASES(phrases_time, "~H:~m", "~H:~m:~m");

/* ---- In a paragraph ---- */

PHRASES(phrases_url_in_text, "~u", "~u", "~u", "~u", "<~u>", "<~u>", "(~u)", "(see ~u)", "<URL:~u>", "~u,",
        "www.~h/~f");
PHRASES(phrases_address_in_text, "~a", "<~a>", "~n <~a>", "<~x.~d@~h>", "~a,", "mailto:~a", "(~a)");
PHRASES(phrases_colon, "~w:", "~w:", "~w:", "~W:", "PS:", "Note:", "~T", "~H:~m", "e.g.:", "C:\\~W", "~d:~d", "~w::~w",
        "std::~w", "~w:~w", ":-)", ":)", "Re:");
PHRASES(phrases_odd, "~d", "~d.~d", "\"~w\"", "(~w ~w)", "'~w'", "`~w'", "*~w*", "_~w_", "~w/~w", "~w-~w", "$~d", "~d%",
        "...", "~w.c", "/usr/~w/~w", "~w()", "&~w", "#~d", "~w = ~d", "[~d]", "e.g.", "i.e.", "<~w>", "~1", "~2", "USA",
        "~W~W", "~d,~d", "x86", "--~w", "~w|~w", "'~w", "~w~w");
PHRASES(phrases_beyond, "caf\xC3\xA9", "M\xC3\xBCller", "f\xC3\xBCr", "na\xC3\xAFve", "\xE2\x80\x9C~w\xE2\x80\x9D",
        "\xE2\x80\x94", "se\xC3\xB1or", "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E", "\xE2\x80\x99~w", "\xE2\x80\xA6",
        "\xD1\x87\xD1\x82\xD0\xBE", "\xD0\xB8", "\xD1\x8D\xD1\x82\xD0\xBE", "\xC3\xA9t\xC3\xA9", "\xC3\xA0",
        "gr\xC3\xB6\xC3\x9Fte", "\xC2\xA0~d\xC2\xA0\xE2\x82\xAC", "\xCE\xBA\xCE\xB1\xCE\xB9",
        "\xE4\xBD\xA0\xE5\xA5\xBD", "pi\xC4\x85ty", "\xC3\xBCppig", "don\xE2\x80\x99t", "it\xE2\x80\x99s",
        "~w\xE2\x80\x93~w", "\xC2\xA7~d", "sm\xC3\xB6rg\xC3\xA5s", "\xC3\xA7\xC3\xA0",
        "\xD0\xBF\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82", "\xEC\x95\x88\xEB\x85\x95");

/* ---- Lines ---- */

PHRASES(phrases_program, "    ~w = ~w(~w, ~d);", "    if (~w->~w == ~d) {", "    }", "        return ~w;",
        "    std::~w<~w> ~w;", "    for (i = 0; i < ~d; i++)", "#include <~w.h>", "  case ~W: ~w = ~w; break;",
        "    printf(\"~w: %d\\n\", ~w);", "    ~W::~w(~w);", "  public:", "    /* ~w ~w ~w ~w */",
        "    x = ~w ? ~w : ~w;", "void ~w(struct ~w *~w, int ~w)", "    ~w[~d] = 0x~x;", "    // ~w ~w the ~w", "{",
        "}");
PHRASES(phrases_changes, "20~m-1~9-2~9  ~1 ~2  <~a>", "", "\t* ~w/~w.c (~w_~w): ~W ~w ~w ~w.", "\t* ~w.h (~w): ~W ~w.",
        "\t(~w_~w): ~W the ~w of ~w.", "\t~w the ~w ~w. ~W ~w ~w ~w.", "\t* ~w/~w.h: ~W.",
        "\t~w in ~w and ~w, for ~w.");
PHRASES(phrases_items, "  * ~w ~w ~w ~w ~w ~w", "  * ~W: ~w ~w ~w", "  - ~w ~w ~w, ~w ~w", "  ~9) ~W ~w ~w ~w ~w ~w?",
        "    ~w ~w ~w ~w ~w ~w ~w", "  o ~w ~w (~w ~w ~w)", "~W ~w\t~d\t~d\t~d", "| ~w | ~d | ~w |",
        "-----------------");
PHRASES(phrases_log, "~M ~e ~H:~m:~m ~w ~w[~d]: ~w ~w ~w", "~w.c:~d: ~w: ~w ~w", "[~d.~x] ~w ~w: ~w ~w ~d ~w",
        "$ ~w -~w ~w.~w | ~w", "make: *** [~w.o] ~w ~d", "0x~x  ~x ~x ~x", "-rw-r--r--  1 ~w ~w ~d ~M ~e ~H:~m ~w.c",
        "~w ~d ~w ~w ~w ~d ~d");
PHRASES(phrases_lone, "", "    ~w ~w ~w", "  ~W ~w ~w ~w ~w ~w ~w ~w", "~W ~w ~w,", "[...]", "~W,", "--", "#~w ~w");
PHRASES(phrases_answer, "On ~D, ~M ~e, ~Y at ~T, ~n wrote:", "~n <~a> wrote:", "In article <~x@~h>, ~n wrote:",
        "~n writes:", "On ~Y-0~9-1~9, ~n <~a> wrote:", "Quoting ~n (~a):", "On ~M ~e, ~T, ~n wrote:");
PHRASES(phrases_signature, "~1 ~2", "~1 ~2 | ~w ~w", "~W ~w ~w ~w ~w ~w.", "http://www.~h/", "~a",
        "tel ~d-~d, fax ~d-~d", "~W ~w, ~W ~w and ~w ~w", "\"~W ~w ~w ~w ~w\"", "    -- ~1 ~2", "~n, ~w ~w",
        "[ ~w ~w ~w ]");
/* The first four are in every header. */
PHRASES(phrases_head, "From: ~n <~a>", "Date: ~D, ~e ~M ~Y ~H:~m:~m +0~900", "Subject: ~W ~w ~w ~w ~w", "To: ~a",
        "Cc: ~n <~a>, ~n <~a>", "Message-ID: <~x.~d@~h>", "In-Reply-To: <~x.~d@~h>", "References: <~x.~d@~h>",
        "Newsgroups: comp.~w.~w", "X-Mailer: ~W ~d.~d", "Organization: ~W ~w", "Lines: ~d");

static const struct {
    char letter;
    const phrases *of;
} phrases_named[] = {{'1', &phrases_first}, {'2', &phrases_last},    {'t', &phrases_top},   {'h', &phrases_host},
                     {'v', &phrases_user},  {'a', &phrases_address}, {'f', &phrases_file},  {'u', &phrases_url},
                     {'n', &phrases_name},  {'D', &phrases_day},     {'M', &phrases_month}, {'H', &phrases_hour},
                     {'9', &phrases_digit}, {'e', &phrases_date},    {'Y', &phrases_year},  {'T', &phrases_time}};
static const phrases *const phrases_blocks[] = {&phrases_program, &phrases_changes, &phrases_items, &phrases_log,
                                                &phrases_lone};
enum {
    PHRASES_NAMED = sizeof phrases_named / sizeof phrases_named[0],
    PHRASES_BLOCKS = sizeof phrases_blocks / sizeof phrases_blocks[0]
};

#endif
