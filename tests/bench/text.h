/* text.h - makes mail text of any length from a seed
 *
 * The messages look real: a few header fields, a quoted text, paragraphs, programs, change logs,
 * lists, a signature. Some have UTF-8 beyond ASCII; in a third, lines end in CR LF. Bytes that may
 * begin a link are about as frequent as in mail archives: a colon in 109 bytes, an "@" in 313, a
 * URL with a scheme in 2600; 2 bytes in 100 are beyond ASCII. Other mixes make sparser texts. For a
 * mailbox see mailbox.h.
 */
#ifndef TRAWL_TESTS_BENCH_TEXT_H
#define TRAWL_TESTS_BENCH_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- Random numbers, the same for the same seed ---- */

typedef struct chance {
    uint64_t state;
} chance;

/* Returns 32 random bits, by Knuth's multiplier; the lower bits of such a sequence are poor. */
static inline uint32_t chance_bits(chance *c)
{
    c->state = c->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(c->state >> 32);
}

static inline uint32_t chance_below(chance *c, uint32_t n)
{
    return (uint32_t)(((uint64_t)chance_bits(c) * n) >> 32);
}

/* Returns a number from from to to, both included. */
static inline uint32_t chance_from_to(chance *c, uint32_t from, uint32_t to)
{
    return from + chance_below(c, to - from + 1);
}

/* Returns true in `in_10000` of ten thousand calls. */
static inline bool chance_is(chance *c, uint32_t in_10000)
{
    return chance_below(c, 10000) < in_10000;
}

/* ---- Words ---- */

/* clang-format off */
static const char words_list[] =
    "the of to and a in is that it for I you this be on not with as have are or but if was at from can by there an we "
    "which would do what so will all they one my has about like no any some just me your more when get other only use "
    "than don't out them know how up think then time also work should it's could does make see people because its "
    "problem same their into good these want been way even need very first I'm who well new file two find using most "
    "were over try such now still being same here where he much may those code after really right point before list "
    "help each question something line might program case many sure system go sense read since thanks different number "
    "able running data set look used part back version same seems change every another part both doing put run error "
    "through long must off between without better too call give things function true why example own last send name "
    "mail below down message wrote little type our post while best however course mean against always answer around "
    "above least kind take old never anyone probably thing source support far few bit server output idea again write "
    "us day please state standard anything test rather enough order made machine comes word says quite reason small "
    "against next current second end real text value got hand per free possible pretty user process given let's "
    "already simply known until fact makes he'd done memory once open works say check large agree having great though "
    "place simple anyway group issue start write page place working bad called show someone hope default actually "
    "perhaps compiler correct following years year information build window package define patch keyboard disk "
    "language library address network access came several matter available hard month yes week nothing side later "
    "found lot opinion wrong difference string build certain directory interested almost local single argument half "
    "high added local three whole size less allow option command week main tell asked device release general book "
    "wish ask cannot close missing yet exactly article copy changes usually body less common control instead level "
    "feel stuff clear device heard easy public result remember single start certainly format hear suggest likely buy "
    "believe means won't object class returned fine thread either neither whether fix fixed pointer driver port "
    "method often become header share include includes included compile window screen color colour keep house "
    "interface left turn kernel configure installed install interesting later discuss discussion wonder consider "
    "behaviour behavior under words reply character characters doesn't isn't wouldn't didn't can't that's there's "
    "I've you're I'd they're we've haven't aren't shouldn't what's works looking trying getting going making reading "
    "writing taking putting sending saying running setting testing thinking building waiting assuming according "
    "regarding considering apparently obviously basically currently generally previously recently completely "
    "unfortunately unless otherwise meanwhile moreover therefore although somewhere everyone everything anybody "
    "nobody himself itself themselves yourself together maybe along across among within toward towards during "
    "power switch card drive cable speed clock battery engine valve paint garden kitchen river winter summer "
    "weather music record guitar piano concert movie camera picture lens film museum history war peace law court "
    "government president minister party election vote country city town village school university student teacher "
    "professor doctor hospital medicine disease health food bread water coffee wine beer sugar price cost money "
    "dollar pound tax bank market company customer product service factory industry energy oil gas coal nuclear "
    "planet orbit moon rocket shuttle launch satellite mission space physics theory quantum particle mass gravity "
    "theorem proof lemma integer vector matrix equation axiom set topology group algebra probability statistic "
    "sample mean variance estimate measure measured measurement unit metre mile inch foot weight heavy light dark "
    "green blue red white black yellow brown grey bright dull sharp soft smooth rough quick slow fast early late "
    "morning evening night noon today tomorrow yesterday Monday Tuesday Friday January March April June October "
    "December father mother brother sister wife husband son daughter child children friend neighbour family baby "
    "dog cat horse bird fish tree leaf flower grass stone sand mountain valley bridge road street corner wall door "
    "roof floor ceiling table chair lamp bed pillow blanket shirt shoe coat hat glove pocket bag box bottle glass "
    "algorithm allocate array assembly assertion attribute autoconf backup bandwidth benchmark binary bitmap boolean "
    "boot browser buffer bug byte cache callback checksum client commit compatible compression conditional config "
    "constant container corrupt crash cursor daemon database deadlock debug declaration decode deprecated descriptor "
    "developer diff digest documentation domain download dump duplicate dynamic editor embedded emulator encode "
    "encryption environment event exception executable expression extension failure feature fetch filename "
    "filesystem filter firewall flag floating font fork fragment framework frequency garbage generic global handler "
    "hardware hash heap hexadecimal hook host icon identifier image implementation import index inheritance "
    "initialize inline input insert integer interpreter interrupt invalid iterator keyword latency license linker "
    "literal loader lock log login loop macro maintainer malloc manual mask merge metadata module mount multiple "
    "namespace newline newsgroup node null obsolete offset operand operator optimization overflow overhead override "
    "packet parameter parent parse parser partition password path pattern performance permission pipe pixel platform "
    "plugin policy portable preprocessor priority privilege procedure processor profile prompt protocol prototype "
    "proxy queue random recursive redirect redundant reference register regression remote repository request "
    "resolve resource restore revision root router routine runtime sample scheduler schema script segment semantics "
    "semaphore sequence session shell signal signature snapshot socket sort specification stack statement static "
    "storage stream struct subject submit subset suffix symbol synchronous syntax template terminal throughput "
    "timeout timestamp token toolchain trace traffic transaction transfer trigger tuple undefined underscore unicode "
    "update upgrade upload utility valid variable vendor virtual volume warning whitespace widget wildcard workaround "
    "wrapper yield zero zone acknowledge adventure afternoon amusing ancient anecdote annoying appreciate argue "
    "astonishing awkward awful beautiful beginner behalf bizarre bother brilliant broken bulletin careful cheerful "
    "claim clever colleague column comfortable complain complicated concern conclusion confess confusing congratulate "
    "contradiction convenient conversation convince couple crazy curious decade decision definitely deliberate "
    "delighted depend describe deserve desperate detail determine disagree disappointed distinct doubt dreadful eager "
    "elegant eliminate encounter enormous enthusiasm entirely equivalent essential eventually evidence excellent "
    "exclusive excuse experience experiment explain explanation extremely faithful familiar fascinating favourite "
    "flexible forgive forgotten fortunate frankly frequent frustrating fundamental gather genuine gradually guarantee "
    "guess happen hesitate honest horrible humble hypothesis ignorance illustrate imagine immediately impossible "
    "impression incredible inevitable insist intend invent involve irrelevant judge knowledge laugh legitimate "
    "literature logical magnificent marvellous meaningful mention mistake moderate mysterious naive necessary "
    "negligible nevertheless notice notorious obscure observe occasion offend opportunity ordinary original outcome "
    "paragraph particular patient peculiar persuade philosophy plausible pleasure polite practice precise prefer "
    "presumably principle promise proposal prove publish purpose puzzle quarrel quote rational realize reasonable "
    "recommend regret relevant reluctant replace require respect responsible ridiculous satisfy scarcely scientific "
    "secret serious severe significant similar sincerely situation skeptical somewhat sophisticated specific "
    "speculate splendid strange struggle stubborn stupid subtle succeed sufficient superb suppose surprise suspect "
    "sympathy technique temporary tendency terrible thorough tiny tradition tremendous trouble typical ultimately "
    "understand unique unlikely unusual useless vague various vast vicious violate vital warn wasteful whatever "
    "whenever whereas wherever whoever wicked widespread willing wisdom withdraw witness wonderful worry worse worst "
    "worth worthwhile wrap wreck wrinkle written yield youth zealous";
/* clang-format on */

enum { WORDS_MOST = 2048, WORDS_SLOTS = 1 << 14 };

typedef struct words {
    const char *word[WORDS_MOST];
    uint8_t length[WORDS_MOST];
    uint16_t slot[WORDS_SLOTS]; /* slots in proportion to each word's frequency */
    size_t count;
} words;

static inline void words_begin(words *w)
{
    double sum = 0, share = 0;
    size_t slot = 0;

    w->count = 0;
    for (const char *p = words_list; *p; p += *p == ' ') {
        w->word[w->count] = p;
        w->length[w->count] = (uint8_t)strcspn(p, " ");
        p += w->length[w->count++];
    }
    for (size_t i = 0; i < w->count; i++)
        sum += 1 / ((double)i + 6);
    for (size_t i = 0; i < w->count; i++) {
        share += 1 / ((double)i + 6) / sum;
        while (slot < WORDS_SLOTS && (double)slot < share * WORDS_SLOTS)
            w->slot[slot++] = (uint16_t)i;
    }
    while (slot < WORDS_SLOTS)
        w->slot[slot++] = (uint16_t)(w->count - 1);
}

/* Returns the number of a random word. */
static inline size_t words_any(const words *w, chance *c)
{
    return w->slot[chance_bits(c) % WORDS_SLOTS];
}

/* ---- Phrases ---- */

typedef struct phrases {
    const char *const *phrase;
    uint32_t count;
} phrases;

#define PHRASES(name, ...)                                                                         \
    static const char *const name##_list[] = {__VA_ARGS__};                                        \
    static const phrases name = {name##_list, sizeof name##_list / sizeof name##_list[0]}

/* ---- Pieces ---- */

PHRASES(phrases_first, "Joe", "Jane", "Max", "Eve", "Alan", "Barbara", "Chris", "Dennis", "Erika",
        "Frank", "Grace", "Hans", "Ingrid", "Jim", "Ken", "Linda", "Mary", "Neil", "Olga", "Peter",
        "Quentin", "Richard", "Susan", "Tom", "Ursula", "Victor", "Wendy", "Xavier", "Yuki", "Zoe",
        "A. N.", "J.");
PHRASES(phrases_last, "Bloggs", "Doe", "Muster", "Smith", "Jones", "Miller", "Tanaka", "Jensen",
        "Rossi", "Garcia", "Kowalski", "Novak", "Dupont", "Weber", "O'Brien", "McDonald",
        "Andersson", "Virtanen", "Silva", "Petrov", "Brown", "Hughes", "Clark", "Walker", "Example",
        "Other");
PHRASES(phrases_top, "com", "com", "com", "com", "org", "org", "net", "edu", "de", "co.uk", "fr",
        "fi", "se", "ca", "com.au", "jp", "nl", "it", "gov", "mil");
PHRASES(phrases_host, "~w.example.~t", "~w.~w.example.~t", "~w~d.example.~t", "~w-~w.example.~t",
        "example.~t", "lists.example.~t", "~w.~w~d.example.~t", "ftp.~w.example.~t");
PHRASES(phrases_user, "~w", "~w~d", "~w.~w", "~w_~w", "j~w", "~w-~w", "~w+~w", "k~d");
PHRASES(phrases_address, "~v@~h");
PHRASES(phrases_file, "~w.html", "~w/~w.html", "~w/", "~w/~w/~w-~d.txt", "~w/~w?id=~d",
        "~d/~m/~w-~w-~w.html", "~w#~w", "~w~d/~w.tar.gz", "cgi-bin/~w.cgi?~w=~d&~w=~w", "~w/~x",
        "~W_~W", "", "~w-~w/msg~d.html", "~w/~w/~w/~w.c");
PHRASES(phrases_url, "http://www.~h/~f", "http://www.~h/~f", "http://~h/~f", "http://~h/~f",
        "https://www.~h/~f", "https://~h/~f", "https://~h/~w/~w/issues/~d", "ftp://ftp.~h/pub/~f",
        "http://www.~h", "https://~h:80~d/~f");
PHRASES(phrases_name, "~1 ~2", "~1 ~2", "~1 ~2", "~1 ~w ~2", "\"~2, ~1\"", "~1", "\"~1 '~W' ~2\"");
PHRASES(phrases_day, "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
PHRASES(phrases_month, "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov",
        "Dec");
PHRASES(phrases_date, "1~9", "2", "3", "5", "7", "9", "2~9", "30");
PHRASES(phrases_hour, "0~9", "1~9", "20", "21", "22", "23");
PHRASES(phrases_digit, "0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
PHRASES(phrases_year, "199~9", "200~9", "201~9");
PHRASES(phrases_time, "~H:~m", "~H:~m:~m");

/* ---- Within paragraphs ---- */

PHRASES(phrases_url_in_text, "~u", "~u", "~u", "~u", "<~u>", "<~u>", "(~u)", "(see ~u)", "<URL:~u>",
        "~u,", "www.~h/~f");
PHRASES(phrases_address_in_text, "~a", "<~a>", "~n <~a>", "<~x.~d@~h>", "~a,", "mailto:~a", "(~a)");
PHRASES(phrases_colon, "~w:", "~w:", "~w:", "~W:", "PS:", "Note:", "~T", "~H:~m", "e.g.:", "C:\\~W",
        "~d:~d", "~w::~w", "std::~w", "~w:~w", ":-)", ":)", "Re:");
PHRASES(phrases_odd, "~d", "~d.~d", "\"~w\"", "(~w ~w)", "'~w'", "`~w'", "*~w*", "_~w_", "~w/~w",
        "~w-~w", "$~d", "~d%", "...", "~w.c", "/usr/~w/~w", "~w()", "&~w", "#~d", "~w = ~d", "[~d]",
        "e.g.", "i.e.", "<~w>", "~1", "~2", "USA", "~W~W", "~d,~d", "x86", "--~w", "~w|~w", "'~w",
        "~w~w");
PHRASES(phrases_beyond, "caf\xC3\xA9", "M\xC3\xBCller", "f\xC3\xBCr", "na\xC3\xAFve",
        "\xE2\x80\x9C~w\xE2\x80\x9D", "\xE2\x80\x94", "se\xC3\xB1or",
        "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E", "\xE2\x80\x99~w", "\xE2\x80\xA6",
        "\xD1\x87\xD1\x82\xD0\xBE", "\xD0\xB8", "\xD1\x8D\xD1\x82\xD0\xBE", "\xC3\xA9t\xC3\xA9",
        "\xC3\xA0", "gr\xC3\xB6\xC3\x9Fte", "\xC2\xA0~d\xC2\xA0\xE2\x82\xAC",
        "\xCE\xBA\xCE\xB1\xCE\xB9", "\xE4\xBD\xA0\xE5\xA5\xBD", "pi\xC4\x85ty", "\xC3\xBCppig",
        "don\xE2\x80\x99t", "it\xE2\x80\x99s", "~w\xE2\x80\x93~w", "\xC2\xA7~d",
        "sm\xC3\xB6rg\xC3\xA5s", "\xC3\xA7\xC3\xA0",
        "\xD0\xBF\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82", "\xEC\x95\x88\xEB\x85\x95");

/* ---- Lines ---- */

PHRASES(phrases_program, "    ~w = ~w(~w, ~d);", "    if (~w->~w == ~d) {", "    }",
        "        return ~w;", "    std::~w<~w> ~w;", "    for (i = 0; i < ~d; i++)",
        "#include <~w.h>", "  case ~W: ~w = ~w; break;", "    printf(\"~w: %d\\n\", ~w);",
        "    ~W::~w(~w);", "  public:", "    /* ~w ~w ~w ~w */", "    x = ~w ? ~w : ~w;",
        "void ~w(struct ~w *~w, int ~w)", "    ~w[~d] = 0x~x;", "    // ~w ~w the ~w", "{", "}");
PHRASES(phrases_changes, "20~m-1~9-2~9  ~1 ~2  <~a>", "", "\t* ~w/~w.c (~w_~w): ~W ~w ~w ~w.",
        "\t* ~w.h (~w): ~W ~w.", "\t(~w_~w): ~W the ~w of ~w.", "\t~w the ~w ~w. ~W ~w ~w ~w.",
        "\t* ~w/~w.h: ~W.", "\t~w in ~w and ~w, for ~w.");
PHRASES(phrases_items, "  * ~w ~w ~w ~w ~w ~w", "  * ~W: ~w ~w ~w", "  - ~w ~w ~w, ~w ~w",
        "  ~9) ~W ~w ~w ~w ~w ~w?", "    ~w ~w ~w ~w ~w ~w ~w", "  o ~w ~w (~w ~w ~w)",
        "~W ~w\t~d\t~d\t~d", "| ~w | ~d | ~w |", "-----------------");
PHRASES(phrases_log, "~M ~e ~H:~m:~m ~w ~w[~d]: ~w ~w ~w", "~w.c:~d: ~w: ~w ~w",
        "[~d.~x] ~w ~w: ~w ~w ~d ~w", "$ ~w -~w ~w.~w | ~w", "make: *** [~w.o] ~w ~d",
        "0x~x  ~x ~x ~x", "-rw-r--r--  1 ~w ~w ~d ~M ~e ~H:~m ~w.c", "~w ~d ~w ~w ~w ~d ~d");
PHRASES(phrases_lone, "", "    ~w ~w ~w", "  ~W ~w ~w ~w ~w ~w ~w ~w", "~W ~w ~w,", "[...]", "~W,",
        "--", "#~w ~w");
PHRASES(phrases_answer, "On ~D, ~M ~e, ~Y at ~T, ~n wrote:", "~n <~a> wrote:",
        "In article <~x@~h>, ~n wrote:", "~n writes:", "On ~Y-0~9-1~9, ~n <~a> wrote:",
        "Quoting ~n (~a):", "On ~M ~e, ~T, ~n wrote:");
PHRASES(phrases_signature, "~1 ~2", "~1 ~2 | ~w ~w", "~W ~w ~w ~w ~w ~w.", "http://www.~h/", "~a",
        "tel ~d-~d, fax ~d-~d", "~W ~w, ~W ~w and ~w ~w", "\"~W ~w ~w ~w ~w\"", "    -- ~1 ~2",
        "~n, ~w ~w", "[ ~w ~w ~w ]");
/* The first four are in every header. */
PHRASES(phrases_head, "From: ~n <~a>", "Date: ~D, ~e ~M ~Y ~H:~m:~m +0~900",
        "Subject: ~W ~w ~w ~w ~w", "To: ~a", "Cc: ~n <~a>, ~n <~a>", "Message-ID: <~x.~d@~h>",
        "In-Reply-To: <~x.~d@~h>", "References: <~x.~d@~h>", "Newsgroups: comp.~w.~w",
        "X-Mailer: ~W ~d.~d", "Organization: ~W ~w", "Lines: ~d");

static const struct {
    char letter;
    const phrases *of;
} phrases_named[] = {
    {'1', &phrases_first}, {'2', &phrases_last},    {'t', &phrases_top},   {'h', &phrases_host},
    {'v', &phrases_user},  {'a', &phrases_address}, {'f', &phrases_file},  {'u', &phrases_url},
    {'n', &phrases_name},  {'D', &phrases_day},     {'M', &phrases_month}, {'H', &phrases_hour},
    {'9', &phrases_digit}, {'e', &phrases_date},    {'Y', &phrases_year},  {'T', &phrases_time}};
static const phrases *const phrases_blocks[] = {&phrases_program, &phrases_changes, &phrases_items,
                                                &phrases_log, &phrases_lone};
enum {
    PHRASES_NAMED = sizeof phrases_named / sizeof phrases_named[0],
    PHRASES_BLOCKS = sizeof phrases_blocks / sizeof phrases_blocks[0]
};

/* ---- Text ---- */

/* Frequencies: per 10000 words, or per 10000 messages. */
typedef struct mailtext_mix {
    uint32_t url, address, colon; /* per 10000 words */
    uint32_t head, answer, signature, crlf, beyond;
    bool blocks; /* also programs, lists, logs */
} mailtext_mix;

static const mailtext_mix mailtext_ordinary = {.url = 28,
                                               .address = 33,
                                               .colon = 138,
                                               .head = 8400,
                                               .answer = 5500,
                                               .signature = 5000,
                                               .crlf = 3333,
                                               .beyond = 1750,
                                               .blocks = true};
static const mailtext_mix mailtext_sparse = {
    .url = 29, .address = 7, .colon = 36, .crlf = 3333, .beyond = 1400};

typedef struct mailtext {
    chance by;
    words vocabulary;
    const mailtext_mix *mix;
    char *out;
    size_t n, room;
    size_t line;           /* the start of the line */
    const phrases *block;  /* NULL: a paragraph */
    unsigned left, quoted; /* lines of the block */
    unsigned beyond;       /* per 10000 words, in this message */
    bool crlf, sentence, opened;
} mailtext;

static inline void mailtext_begin(mailtext *m, const mailtext_mix *mix, uint64_t seed)
{
    memset(m, 0, sizeof *m);
    m->by.state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    m->mix = mix;
    words_begin(&m->vocabulary);
}

static inline uint32_t mailtext_random(mailtext *m, uint32_t below)
{
    return chance_below(&m->by, below);
}

static inline void mailtext_bytes(mailtext *m, const char *s, size_t n)
{
    n = n < m->room - m->n ? n : m->room - m->n;
    memcpy(m->out + m->n, s, n);
    m->n += n;
}

static inline void mailtext_put(mailtext *m, const char *s)
{
    mailtext_bytes(m, s, strlen(s));
}

static inline const char *mailtext_word(mailtext *m, size_t *n)
{
    size_t i = words_any(&m->vocabulary, &m->by);

    *n = m->vocabulary.length[i];
    return m->vocabulary.word[i];
}

/* Adds a word, perhaps with a capital. With `letters`, the word has no apostrophe, as in names. */
static inline void mailtext_put_word(mailtext *m, bool capital, bool letters)
{
    size_t n, at = m->n;
    const char *word = mailtext_word(m, &n);

    while (letters && memchr(word, '\'', n))
        word = mailtext_word(m, &n);
    mailtext_bytes(m, word, n);
    if (capital && at < m->n && m->out[at] >= 'a' && m->out[at] <= 'z')
        m->out[at] -= 'a' - 'A';
}

static inline void mailtext_number(mailtext *m, const char *format, uint32_t below)
{
    char digits[16];

    snprintf(digits, sizeof digits, format, (unsigned)mailtext_random(m, below));
    mailtext_put(m, digits);
}

/* Puts a phrase. "~" and a letter are replaced: "~w" and "~W" by a word, "~d" by a number, "~m" by
 * a minute, "~x" by eight hex digits, "~" and a letter of phrases_named[] by one of the phrases of
 * that letter. Names of hosts are made up. */
static inline void mailtext_phrase(mailtext *m, const char *phrase)
{
    for (const char *tilde; (tilde = strchr(phrase, '~')); phrase = tilde + 2) {
        mailtext_bytes(m, phrase, (size_t)(tilde - phrase));
        switch (tilde[1]) {
        case 'w':
        case 'W':
            mailtext_put_word(m, tilde[1] == 'W', true);
            break;
        case 'd':
            mailtext_number(m, "%u", mailtext_random(m, 3) ? 100 : 10000);
            break;
        case 'm':
            mailtext_number(m, "%02u", 60);
            break;
        case 'x':
            mailtext_number(m, "%08x", UINT32_MAX);
            break;
        default:
            for (size_t i = 0; i < PHRASES_NAMED; i++)
                if (phrases_named[i].letter == tilde[1]) {
                    const phrases *p = phrases_named[i].of;
                    mailtext_phrase(m, p->phrase[mailtext_random(m, p->count)]);
                }
        }
    }
    mailtext_put(m, phrase);
}

static inline void mailtext_end_line(mailtext *m)
{
    while (m->n > m->line && m->n < m->room && m->out[m->n - 1] == ' ')
        m->n--;
    mailtext_put(m, m->crlf ? "\r\n" : "\n");
    m->line = m->n;
}

static inline void mailtext_phrase_line(mailtext *m, const char *phrase)
{
    mailtext_phrase(m, phrase);
    mailtext_end_line(m);
}

/* ---- Paragraphs ---- */

static inline void mailtext_one_of(mailtext *m, const phrases *p)
{
    mailtext_phrase(m, p->phrase[mailtext_random(m, p->count)]);
}

/* Adds the punctuation after a word. */
static inline void mailtext_point(mailtext *m)
{
    uint32_t r = mailtext_random(m, 100);

    m->sentence = r < 8;
    mailtext_put(m, r < 6    ? ". "
                    : r < 7  ? "? "
                    : r < 8  ? "! "
                    : r < 15 ? ", "
                    : r < 16 ? "; "
                    : r < 17 ? " - "
                             : " ");
}

static inline void mailtext_any(mailtext *m)
{
    const mailtext_mix *x = m->mix;
    uint32_t r = mailtext_random(m, 10000);
    uint32_t address = x->url + x->address, colon = address + x->colon;

    if (r < x->url)
        mailtext_one_of(m, &phrases_url_in_text);
    else if (r < address)
        mailtext_one_of(m, &phrases_address_in_text);
    else if (r < colon)
        mailtext_one_of(m, &phrases_colon);
    else if (chance_is(&m->by, 300))
        mailtext_one_of(m, &phrases_odd);
    else if (chance_is(&m->by, m->beyond))
        mailtext_one_of(m, &phrases_beyond);
    else
        mailtext_put_word(m, m->sentence, false);
    mailtext_point(m);
}

static inline void mailtext_words_line(mailtext *m)
{
    size_t most = 60 + mailtext_random(m, 14);

    while (m->n - m->line < most && m->n < m->room)
        mailtext_any(m);
    mailtext_end_line(m);
}

/* Chooses the next lines. */
static inline void mailtext_next_block(mailtext *m)
{
    uint32_t r = mailtext_random(m, 100);

    mailtext_end_line(m);
    m->block =
        !m->mix->blocks || r < 84 ? NULL : phrases_blocks[mailtext_random(m, PHRASES_BLOCKS)];
    m->left = 2 + mailtext_random(m, 7);
    m->quoted = r < 20 ? 1 + (r < 4) : 0;
    m->sentence = true;
}

/* Puts a line of a body. */
static inline void mailtext_line(mailtext *m)
{
    if (m->left == 0)
        mailtext_next_block(m);
    m->left--;
    m->line = m->n;
    for (unsigned i = m->quoted; i > 0; i--)
        mailtext_put(m, i > 1 ? ">" : "> ");
    if (m->block)
        mailtext_phrase_line(m, m->block->phrase[mailtext_random(m, m->block->count)]);
    else
        mailtext_words_line(m);
}

/* ---- Messages ---- */

static inline void mailtext_message(mailtext *m)
{
    const mailtext_mix *x = m->mix;

    m->crlf = chance_is(&m->by, x->crlf);
    m->beyond = !chance_is(&m->by, x->beyond) ? 0 : chance_is(&m->by, 5000) ? 4000 : 1000;
    if (chance_is(&m->by, x->head))
        for (size_t i = 0; i < phrases_head.count; i++)
            if (i < 4 || chance_is(&m->by, 5000))
                mailtext_phrase_line(m, phrases_head.phrase[i]);
    mailtext_end_line(m);
    if (chance_is(&m->by, x->answer)) {
        mailtext_one_of(m, &phrases_answer);
        mailtext_end_line(m);
        m->left = 1 + mailtext_random(m, 9);
        m->quoted = 1;
        m->block = NULL;
    }
    for (unsigned more = 5 + mailtext_random(m, 30); more > 0 && m->n < m->room; more--)
        mailtext_line(m);
    mailtext_end_line(m);
    m->left = 0;
    if (!chance_is(&m->by, x->signature))
        return;
    mailtext_put(m, m->crlf ? "-- \r\n" : "-- \n");
    m->line = m->n;
    for (unsigned i = 1 + mailtext_random(m, 4); i > 0; i--) {
        mailtext_one_of(m, &phrases_signature);
        mailtext_end_line(m);
    }
    mailtext_end_line(m);
}

/* Fills out[0..n) with the text. */
static inline void mailtext_fill(mailtext *m, char *out, size_t n)
{
    m->out = out;
    m->room = n;
    m->n = m->line = 0;
    if (!m->opened) /* otherwise the text would begin with a header and be read as mail */
        mailtext_put(m, "This text is not a message.\n\n");
    m->opened = true;
    while (m->n < n)
        mailtext_message(m);
}

/* Fills out with the same text each time. */
static inline void mailtext_make(char *out, size_t n)
{
    static mailtext m;

    mailtext_begin(&m, &mailtext_ordinary, 20031109);
    mailtext_fill(&m, out, n);
}

/* ---- Texts by name: ordinary ones, and those that could make a writer hold much ---- */

typedef struct long_text {
    const char *name;
    const char *unit; /* repeated; NULL: made by fill */
    void (*fill)(char *block, size_t n, uint64_t at);
} long_text;

/* All blocks are the same. */
static inline void long_text_mail(char *block, size_t n, uint64_t at)
{
    (void)at;
    mailtext_make(block, n);
}

/* A link in each 40 bytes. */
static inline void long_text_links(char *block, size_t n, uint64_t at)
{
    for (size_t i = 0; i < n;) {
        char line[128];
        unsigned k = (unsigned)((at + i) % 9973);
        int len = snprintf(line, sizeof line,
                           "see http://www%u.example.com/a/%u.html or <joe%u@example.org>, %s", k,
                           k, k % 97, k % 3 ? "" : "it says\n");
        size_t some = (size_t)len < n - i ? (size_t)len : n - i;
        memcpy(block + i, line, some);
        i += some;
    }
}

enum { LONG_TEXT_MAIL };

static const long_text long_texts[] = {
    {"ordinary mail", NULL, long_text_mail},
    {"text full of links", NULL, long_text_links},
    {"a line of \"a\"", "a", NULL},
    {"a line of \"http://a/b \"", "http://a/b ", NULL},
    {"a line of \">\"", ">", NULL},
    {"a line of blanks", " ", NULL},
    {"quotes in quotes",
     "> > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > a\n> b\n", NULL},
    {"wrappers never closed", "<URL:http://a/ b\n c ", NULL},
    {"a wrapper of blank lines", "<URL:http://a/\n\n\n\n\n\n\n\n", NULL},
    {"cut characters", "\xE2\x80", NULL},
    {"CR", "\r", NULL},
};

enum { LONG_TEXTS = sizeof long_texts / sizeof long_texts[0] };

/* Fills a block with the bytes at..at+n of the text. */
static inline void long_text_fill(const long_text *t, char *block, size_t n, uint64_t at)
{
    size_t k = t->unit ? strlen(t->unit) : 1, j = (size_t)(at % k);

    if (!t->unit) {
        t->fill(block, n, at);
        return;
    }
    for (size_t i = 0; i < n; i++, j = j + 1 == k ? 0 : j + 1)
        block[i] = t->unit[j];
}

#endif
