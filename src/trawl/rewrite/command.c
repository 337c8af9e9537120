/* command.c - the command "trawl rewrite": changes the links of HTML or text, and nothing else
 *
 * Reads the options and the files; actions.c decides about links, and the library writes. With -i a
 * file is replaced once its new text is complete, and only if something changed; each is read by a
 * process of its own (app/newfile/).
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <trawl_options.h>
#include <unistd.h>

#include "base/ascii.h"
#include "app/io/io.h"
#include "app/newfile/newfile.h"
#include "app/sandbox/sandbox.h"
#include "trawl/rewrite/rewrite.h"

/* The new text of an input. */
struct new_text {
    struct output *out;
    int old;      /* the file that it replaces, open for reading, or -1 */
    off_t n;      /* bytes so far */
    bool differs; /* from the old file */
};

/* Returns true when the old file has other bytes than p[0..n) at this offset, or cannot be read. */
static bool differs_at(const struct new_text *new, const char *p, size_t n)
{
    char block[4096];

    for (size_t i = 0, part; i < n; i += part) {
        part = n - i < sizeof block ? n - i : sizeof block;
        if (pread(new->old, block, part, new->n + (off_t)i) != (ssize_t)part ||
            memcmp(block, p + i, part) != 0)
            return true;
    }
    return false;
}

static int rewrite_write(void *user, const char *p, size_t n)
{
    struct new_text *new = user;

    if (new->old >= 0 && !new->differs)
        new->differs = differs_at(new, p, n);
    new->n += (off_t)n;
    output_bytes(new->out, p, n);
    return new->out->error != 0;
}

/* ---- Options ---- */

static const char *const rewrite_formats[] = {"html", "text", NULL};
static const char *const rewrite_spellings[] = {"punycode", NULL};

static int rewrite_set_kinds(void *target, const char *value)
{
    return kinds_read(&((struct rewrite_options *)target)->kinds, "rewrite", value);
}

static int rewrite_set_scheme(void *target, const char *value)
{
    struct rewrite_options *o = target;

    if (strcmp(value, "live") != 0)
        return select_add_schemes(&o->urls.only, "rewrite: --scheme: ", value);
    o->urls.live = true;
    return 0;
}

static int rewrite_set_hosts(void *target, const char *value)
{
    return select_add_hosts(&((struct rewrite_options *)target)->urls.only,
                            "rewrite: --host: ", value);
}

static int rewrite_set_sites(void *target, const char *value)
{
    return select_add_sites(&((struct rewrite_options *)target)->urls.only,
                            "rewrite: --site: ", value);
}

static int rewrite_set_not(void *target, const char *value)
{
    struct rewrite_options *o = target;

    return select_not(&(struct left_out){.urls = &o->urls, .invalid = &o->find.invalid}, "rewrite",
                      value);
}

static int rewrite_set_valid(void *target, const char *value)
{
    return standards_read(&((struct rewrite_options *)target)->find.valid, "rewrite: --valid",
                          value);
}

static int rewrite_set_attr(void *target, const char *value)
{
    trawl_rewrite_config *config = &((struct rewrite_options *)target)->config;

    return attribute_read(&(struct attributes){&config->css_class, &config->rel, &config->target},
                          "rewrite", value);
}

static int rewrite_set_live(void *target, const char *value)
{
    struct rewrite_options *o = target;
    trawl_emit_config emit = TRAWL_EMIT_CONFIG_INIT;
    trawl_options options = TRAWL_OPTIONS_INIT;
    trawl_option_fault fault = TRAWL_OPTION_FAULT_INIT;

    options.emit = &emit;
    if (trawl_options_set(&options, "live", 4, value, strlen(value), &fault) != TRAWL_OK) {
        say("rewrite", "--live: ", value, " is not a list of schemes that can be live");
        return -1;
    }
    o->config.live = (trawl_str){value, strlen(value)};
    return 0;
}

static int rewrite_set_base(void *target, const char *value)
{
    ((struct rewrite_options *)target)->find.base = (trawl_str){value, strlen(value)};
    return command_base("rewrite", "--base: ", value) ? -1 : 0;
}

static int rewrite_set_charset(void *target, const char *value)
{
    trawl_recode_config config = TRAWL_RECODE_CONFIG_INIT;
    trawl_recode *known = NULL;

    config.charset = (trawl_str){value, strlen(value)};
    if (*value == 0 ||
        trawl_recode_open(&known, &config, rewrite_write, NULL) == TRAWL_ERROR_BAD_CHARSET) {
        say("rewrite", "--charset: unknown charset ", value, NULL);
        return -1;
    }
    trawl_recode_close(&known);
    ((struct rewrite_options *)target)->charset = config.charset;
    return 0;
}

static int rewrite_set_template(void *target, const char *value)
{
    const char *why = template_refuse(value);

    if (why)
        say("rewrite", "--to: ", value, why);
    ((struct rewrite_options *)target)->template.text = value;
    return why ? -1 : 0;
}

static int rewrite_set_growth(void *target, const char *value)
{
    unsigned long long most = options_number(value, 6);

    if (most < 2) {
        say("rewrite", "--max-output: ", value, " is not a number, 2 to 999999");
        return -1;
    }
    ((struct rewrite_options *)target)->growth = (unsigned)most;
    return 0;
}

static int rewrite_set_short(void *target, const char *value)
{
    unsigned long long most = options_number(value, 6);

    if (most < 2) {
        say("rewrite", "--short: ", value, " is not a number of characters, 2 to 999999");
        return -1;
    }
    ((struct rewrite_options *)target)->config.text_max = (unsigned)most;
    return 0;
}

#define TARGET rewrite_options

/* clang-format off */
static const struct option command_options_of_rewrite[] = {
    {FLAG(0, "link", link), .topic = "What to do:",
     .help = "HTML: make links of the URLs in the text; the default"},
    {FLAG(0, "unwrap", unwrap),
     .help = "replace links to known redirectors and security gateways by\n"
             "those that they lead to"},
    {FLAG(0, "untrack", untrack),
     .help = "remove parameters that track clicks, such as utm_source"},
    {TEXT(0, "untrack", "FILE", tracking_file), IS_FILE,
     .help = "also remove those in this file, one a line: NAME, PREFIX*,\n"
             "or NAME SITE"},
    {CALL(0, "to", "TEMPLATE", rewrite_set_template),
     .help = "let http and https links lead to this URL, with {url} (the\n"
             "link, percent-encoded), {raw}, {host}, {site} or {hmac}"},
    {TEXT(0, "key", "FILE", key_file), IS_FILE,
     .help = "with {hmac}: the key, the bytes of this file"},
    {FLAG(0, "defang", defang),
     .help = "write links so that no program follows them:\n"
             "hxxps://www[.]example[.]com"},
    {FLAG(0, "drop", drop),
     .help = "HTML: replace each link by its text; text: remove URLs"},
    {FLAG(0, "seal", seal),
     .help = "HTML, with --to, --defang or --drop: remove scripts, and\n"
             "change or remove all addresses that browsers follow or load"},
    {TEXT(0, "report", "FILE", report_file), IS_FILE,
     .help = "with --seal: write a JSON record for each change"},
    {CALL(0, "max-output", "N", rewrite_set_growth),
     .help = "with --seal: end a page that would be N times as long as\n"
             "what was read (20), and longer than 1 MB"},
    {CHOICE('f', "from", "FORMAT", format, rewrite_formats, "format"), .topic = "Input:",
     .help = "read html or text; the default is html, or, without --link\n"
             "and options for HTML only, what the input looks like"},
    {CALL(0, "base", "URL", rewrite_set_base),
     .help = "with --seal: the address of the page, for partial links"},
    {CALL(0, "charset", "NAME", rewrite_set_charset),
     .help = "with --seal: the charset that came with the page; otherwise\n"
             "that of its first bytes counts"},
    {FLAG('i', "in-place", in_place),
     .help = "replace the files that change"},
    {STRING(0, "skip", "NAMES", config.skip),
     .help = "HTML: put no links into these elements: pre,code"},
    {FLAG(0, "explain", explain),
     .help = "report text that has a URL but does not become a link"},
    {CALL(0, "find", "KINDS", rewrite_set_kinds), LIST_OF(kinds_word), .topic = "Which links:",
     .help = "find these kinds of links in text, as trawl does"},
    {CALL(0, "scheme", "NAMES", rewrite_set_scheme),
     .help = "change only links of these schemes: http,https; or live,\n"
             "those that hypertext makes live"},
    {CALL(0, "host", "PATTERNS", rewrite_set_hosts),
     .help = "change only links to these hosts:\n"
             "www.example.org,*.example.net"},
    {CALL(0, "site", "NAMES", rewrite_set_sites),
     .help = "change only links to these sites, with all hosts below them"},
    {CALL(0, "not", "NAME=VALUE", rewrite_set_not),
     .help = "do not change links that match host=, site= or scheme=, with\n"
             "a value as for the option of that name; valid=STANDARDS:\n"
             "find only links in text that each of these refuses. May be\n"
             "given again"},
    {NUMBER(0, "valid", find.valid, TRAWL_STANDARD_ANY),
     .help = "find only links in text that a standard accepts"},
    {CALL(0, "valid", "STANDARDS", rewrite_set_valid), LIST(standards_word),
     .help = "find only links in text that one of these accepts (alone:\n"
             "any of them): 1738, 1630, 3986, iri, scheme"},
    {CALL(0, "live", "SCHEMES", rewrite_set_live), .topic = "New links:",
     .help = "make links of these schemes too: ftp,gopher"},
    {CALL(0, "attr", "NAME=VALUE", rewrite_set_attr), .word = attribute_word,
     .help = "set their class, target or rel (the default is\n"
             "rel=\"nofollow noopener noreferrer ugc\"). May be given again\n"
             "for others"},
    {CALL(0, "short", "N", rewrite_set_short),
     .help = "cut text of more than N characters; the title has all of it"},
    {CHOICE(0, "spell", "HOW", spell, rewrite_spellings, "spelling"),
     .help = "punycode: show hosts beyond ASCII as xn--..."},
    LAST_OPTIONS("end the options: the rest are files"),
};
/* clang-format on */

/* Returns true when options change links, and do not only make new links. */
static bool rewrite_changes(const struct rewrite_options *o)
{
    return o->unwrap || o->untrack || o->template.text || o->defang || o->drop;
}

/* Returns true when an option is for HTML only. */
static bool rewrite_is_of_html(const struct rewrite_options *o)
{
    const trawl_rewrite_config *c = &o->config;

    return c->skip.n + c->rel.n + c->css_class.n + c->target.n > 0 || c->text_max || o->spell;
}

enum rewrite_given {
    GIVEN_TEXT,   /* -f text */
    GIVEN_CHANGE, /* an option that changes links */
    GIVEN_LINK,
    GIVEN_DROP,
    GIVEN_DEFANG,
    GIVEN_TO,
    GIVEN_HMAC, /* in --to */
    GIVEN_KEY,
    GIVEN_SEAL,
    GIVEN_SELECTION, /* of links */
    GIVEN_REPORT,
    GIVEN_REPORT_OUT, /* on standard output */
    GIVEN_BASE,
    GIVEN_CHARSET,
    GIVEN_GROWTH,
    GIVEN_OF_HTML,
    GIVEN_IN_PLACE,
    GIVEN_FILES
};

static const char text_needs[] =
    "text needs one of --unwrap, --untrack, --to, --defang and --drop, and has "
    "no --link",
                  one_change[] = "--drop and --defang go neither together nor with --link or --to",
                  seal_needs[] = "--seal is for HTML, with one of --to, --defang and --drop",
                  hmac_and_key[] = "{hmac} in --to and --key go together";

static const struct options_conflict rewrite_conflicts[] = {
    {GIVEN(TEXT), GIVEN(LINK), 0, text_needs},
    {GIVEN(TEXT), 0, GIVEN(CHANGE), text_needs},
    {GIVEN(DROP), GIVEN(DEFANG) | GIVEN(TO) | GIVEN(LINK), 0, one_change},
    {GIVEN(DEFANG), GIVEN(TO) | GIVEN(LINK), 0, one_change},
    {GIVEN(SEAL), GIVEN(TEXT), 0, seal_needs},
    {GIVEN(SEAL), 0, GIVEN(TO) | GIVEN(DEFANG) | GIVEN(DROP), seal_needs},
    {GIVEN(SEAL), GIVEN(SELECTION), 0,
     "--seal is for all links: it goes with none of --scheme, --host and --site"},
    {GIVEN(REPORT) | GIVEN(BASE) | GIVEN(CHARSET) | GIVEN(GROWTH), 0, GIVEN(SEAL),
     "--report, --base, --charset and --max-output go with --seal only"},
    {GIVEN(HMAC), 0, GIVEN(KEY), hmac_and_key},
    {GIVEN(KEY), 0, GIVEN(HMAC), hmac_and_key},
    {GIVEN(TEXT), GIVEN(OF_HTML), 0, "--skip, --attr, --short and --spell are for HTML"},
    {GIVEN(REPORT_OUT), 0, 0, "--report needs a file: the page goes to standard output"},
    {GIVEN(IN_PLACE), 0, GIVEN(FILES), "-i needs files"},
};

/* Returns a message about options that conflict, or NULL. */
static const char *rewrite_conflict(const struct rewrite_options *o, const struct options *args)
{
    const bool given[] = {
        [GIVEN_TEXT] = o->format == 1 + TRAWL_REWRITE_FORMAT_TEXT,
        [GIVEN_CHANGE] = rewrite_changes(o),
        [GIVEN_LINK] = o->link,
        [GIVEN_DROP] = o->drop,
        [GIVEN_DEFANG] = o->defang,
        [GIVEN_TO] = o->template.text != NULL,
        [GIVEN_HMAC] = template_has(&o->template, "{hmac}"),
        [GIVEN_KEY] = o->key_file != NULL,
        [GIVEN_SEAL] = o->seal,
        [GIVEN_SELECTION] = select_wanted(&o->urls),
        [GIVEN_REPORT] = o->report_file != NULL,
        [GIVEN_REPORT_OUT] = o->report_file && strcmp(o->report_file, "-") == 0,
        [GIVEN_BASE] = o->find.base.n > 0,
        [GIVEN_CHARSET] = o->charset.n > 0,
        [GIVEN_GROWTH] = o->growth > 0,
        [GIVEN_OF_HTML] = rewrite_is_of_html(o),
        [GIVEN_IN_PLACE] = o->in_place,
        [GIVEN_FILES] = args->operands > 0,
    };

    return options_conflict(rewrite_conflicts, sizeof rewrite_conflicts / sizeof *rewrite_conflicts,
                            given, sizeof given / sizeof *given);
}

/* ---- Files ---- */

static int rewrite_take_nothing(void *user, const trawl_event *event)
{
    (void)user, (void)event;
    return 0;
}

/* Returns true if these first bytes are of mail. To rewrite a message as a page would damage its
 * encoded parts and keep their links. */
static bool rewrite_is_mail(const char *p, size_t n)
{
    trawl_mail *m = NULL;
    int input = TRAWL_INPUT_AUTO;

    for (size_t i = 0; i < n && p[i] != ':' && p[i] != ' ' && p[i] != '\n'; i++)
        if (p[i] == '<' || p[i] == '&')
            return false; /* as most pages begin */
    if (trawl_mail_open(&m, NULL, rewrite_take_nothing, NULL) == TRAWL_OK &&
        trawl_mail_feed(m, p, n) == TRAWL_OK && trawl_mail_finish(m) == TRAWL_OK)
        input = trawl_mail_input(m);
    trawl_mail_close(&m);
    return input >= TRAWL_INPUT_MAIL && input <= TRAWL_INPUT_NNTP;
}

/* Returns why an input that begins with these bytes is refused, or NULL. Mail is refused only
 * without a format. */
static const char *rewrite_refuse(const struct rewrite_options *o, const char *p, size_t n)
{
    if (!o->seal && n >= 2 && (memcmp(p, "\xFF\xFE", 2) == 0 || memcmp(p, "\xFE\xFF", 2) == 0))
        return " is in UTF-16; make it UTF-8 first: iconv -f UTF-16 -t UTF-8";
    if (o->format == 0 && rewrite_is_mail(p, n))
        return " is mail, not a page; save its HTML part with a mail program, and rewrite that, "
               "or read it as a page with -f html";
    return NULL;
}

/* Returns true if this text has a tag, a comment or a character reference of HTML.
 * <http://a.example/> and <joe@a.example> are not tags. */
static bool rewrite_is_page(const char *p, size_t n)
{
    size_t k;

    for (size_t i = 0; i + 1 < n; i++) {
        if (p[i] != '<' && p[i] != '&')
            continue;
        if (p[i] == '<' && p[i + 1] == '!')
            return true;
        k = i + 1 + (p[i + 1] == (p[i] == '<' ? '/' : '#'));
        while (k < n && ascii_is_alnum((unsigned char)p[k]))
            k++;
        if (k < n && k > i + 1 && p[k] && strchr(p[i] == '<' ? "> /\t\r\n" : ";", p[k]))
            return true;
    }
    return false;
}

/* The way of a page: it is converted to UTF-8 if it is sealed, then passes the rewriter, then the
 * seal. */
struct way {
    trawl_recode *recode; /* NULL without --seal */
    trawl_rewrite *rewrite;
    trawl_seal *seal; /* NULL without --seal */
};

static int way_to_rewrite(void *user, const char *p, size_t n)
{
    return trawl_rewrite_feed(user, p, n);
}

static int way_to_seal(void *user, const char *p, size_t n)
{
    return trawl_seal_feed(user, p, n);
}

/* Opens the rewriter. `text`: all of the input looks like text, which decides without -f. What is
 * not known to be text is HTML: in a page that is read as text, links would stay live. */
static int way_open(struct way *way, struct rewrite_options *o, struct new_text *new, bool text)
{
    trawl_recode_config recode = TRAWL_RECODE_CONFIG_INIT;
    trawl_seal_config seal = TRAWL_SEAL_CONFIG_INIT;
    int error;

    o->config.format = o->format > 0        ? o->format - 1
                       : text && o->guesses ? TRAWL_REWRITE_FORMAT_TEXT
                                            : TRAWL_REWRITE_FORMAT_HTML;
    if (!o->seal)
        return trawl_rewrite_open(&way->rewrite, &o->config, rewrite_write, new);
    seal.decide = sealed_decide;
    seal.decide_user = o;
    seal.base = o->find.base;
    seal.limit = &o->limit;
    recode.charset = o->charset;
    error = trawl_seal_open(&way->seal, &seal, rewrite_write, new);
    if (!error)
        error = trawl_rewrite_open(&way->rewrite, &o->config, way_to_seal, way->seal);
    return error ? error : trawl_recode_open(&way->recode, &recode, way_to_rewrite, way->rewrite);
}

static int way_feed(const struct way *way, const char *p, size_t n)
{
    return way->recode ? trawl_recode_feed(way->recode, p, n)
                       : trawl_rewrite_feed(way->rewrite, p, n);
}

static int way_finish(const struct way *way)
{
    int error = way->recode ? trawl_recode_finish(way->recode) : TRAWL_OK;

    if (!error)
        error = trawl_rewrite_finish(way->rewrite);
    return error || !way->seal ? error : trawl_seal_finish(way->seal);
}

static void way_close(struct way *way)
{
    trawl_recode_close(&way->recode);
    trawl_rewrite_close(&way->rewrite);
    trawl_seal_close(&way->seal);
}

/* Sets how long the output may be after `read` bytes of the input. */
static void rewrite_set_limit(struct rewrite_options *o, uint64_t read)
{
    const uint64_t least = 1 << 20, most = read * (o->growth ? o->growth : 20);

    o->limit = most > least ? most : least;
}

/* Reads the first bytes of an input into `block`, which has room for 2 * INPUT_BLOCK. Returns their
 * number, 0 at the end, or -1 after an error. If the format is to be guessed, these are more than
 * INPUT_BLOCK bytes or all, however small the pieces of a pipe are. Sets *all if the input ended.
 */
static ssize_t rewrite_read_first(const struct rewrite_options *o, struct input *in, char *block,
                                  bool *all)
{
    const bool guess = o->format == 0 && o->guesses;
    size_t n = 0;
    ssize_t got;

    do {
        got = input_read(in, block + n);
        n += got > 0 ? (size_t)got : 0;
    } while (guess && got > 0 && n <= INPUT_BLOCK);
    *all = got == 0;
    return n > 0 ? (ssize_t)n : got;
}

/* Rewrites an open input. Returns 0, or STATUS_TROUBLE after an error message. */
static int rewrite_input(struct rewrite_options *o, struct input *in, struct new_text *new)
{
    static char block[2 * INPUT_BLOCK];
    const char *why = NULL;
    struct way way = {0};
    ssize_t got;
    int error = TRAWL_OK;
    bool all = false;

    o->limited = o->ended = false;
    in->command = "rewrite";
    got = rewrite_read_first(o, in, block, &all);
    if (got > 0 && (why = rewrite_refuse(o, block, (size_t)got)) == NULL)
        error = way_open(&way, o, new, all && !rewrite_is_page(block, (size_t)got));
    while (!error && !why && got > 0) {
        rewrite_set_limit(o, in->given);
        if ((error = way_feed(&way, block, (size_t)got)) == TRAWL_OK)
            got = all ? 0 : input_read(in, block);
    }
    if (!error && way.rewrite)
        error = way_finish(&way);
    way_close(&way);
    if (why) {
        say("rewrite", "", o->name ? o->name : "standard input", why);
        return STATUS_TROUBLE;
    }
    if (input_complain(in) < 0)
        return STATUS_TROUBLE;
    if (error < 0)
        return command_trouble("rewrite", error);
    if (o->ended)
        say("rewrite", o->name ? o->name : "standard input",
            ": the page ends early, since it would be too long; see --max-output", NULL);
    return new->out->error || o->ended ? STATUS_TROUBLE : 0;
}

/* Returns the exit status for a file that was rewritten. With --seal, a URL that is too long is
 * removed or changed, so it is no trouble. */
static int rewrite_status(const struct rewrite_options *o)
{
    if (o->seal)
        return o->removed || o->limited ? STATUS_SOME_BAD : STATUS_GOOD;
    return o->limited ? STATUS_TROUBLE : STATUS_GOOD;
}

/* Closes the sandbox and rewrites the file `old`: a new_file_work. */
static int rewrite_work(void *user, struct output *out, int old)
{
    struct rewrite_options *o = user;
    struct input in = {.name = o->name, .fd = old, .answers = out};
    struct new_text new = {.out = out, .old = old};
    struct sandbox box;
    char more;
    int status;

    sandbox_begin(&box, "rewrite", o->sandbox, 0);
    sandbox_output(&box, out->fd);
    if (o->report)
        sandbox_output(&box, o->report->fd);
    if ((status = sandbox_close(&box)) != 0)
        return status;
    status = rewrite_input(o, &in, &new);
    new.differs = new.differs || pread(old, &more, 1, new.n) != 0;
    if (in.unpacking) {
        say("rewrite", "", o->name, ": compressed files are not replaced");
        status = STATUS_TROUBLE;
    }
    if (output_flush(out) != 0) {
        say_system("rewrite", o->name, out->error);
        status = STATUS_TROUBLE;
    }
    if (o->report && output_flush(o->report) != 0) {
        say_system("rewrite", o->report_file, o->report->error);
        status = STATUS_TROUBLE;
    }
    input_close(&in);
    if (status != 0)
        return status;
    return rewrite_status(o) | (new.differs ? NEW_FILE_READY : 0);
}

/* Rewrites a file or standard input. Returns 0 or an exit status. */
static int rewrite_file(struct rewrite_options *o)
{
    struct input in;
    struct new_text new = {.out = o->out, .old = -1};
    int status;

    if (o->in_place) {
        status = new_file_write("rewrite", o->name, NEW_FILE_IN_PLACE, rewrite_work, o);
        return status < 0 ? STATUS_TROUBLE : status;
    }
    if (source_is_output(NULL, "rewrite", o->name) || input_open(&in, o->name, o->out) < 0)
        return STATUS_TROUBLE;
    status = rewrite_input(o, &in, &new);
    input_close(&in);
    return status == 0 ? rewrite_status(o) : status;
}

/* ---- The command ---- */

/* Makes the settings of the library. Returns 0, or STATUS_TROUBLE after an error message. */
static int rewrite_settle(struct rewrite_options *o)
{
    int error;

    if (kinds_settle(&o->kinds, "rewrite", TRAWL_FIND_DEFAULT, &o->find.find) < 0)
        return STATUS_TROUBLE;
    o->link = o->link || !rewrite_changes(o);
    o->guesses = !o->link && !o->seal && !rewrite_is_of_html(o);
    if (o->seal) { /* the first pass makes and unwraps links, and the seal does the rest */
        o->seal_defang = o->defang;
        o->seal_drop = o->drop;
        o->defang = o->drop = false;
        o->config.options |= o->link ? 0 : TRAWL_REWRITE_OPTION_NO_TEXT;
    }
    error = trawl_settings_open(&o->settings, &o->find);
    if (error)
        return command_trouble("rewrite", error);
    o->config.settings = o->settings;
    o->config.decide = actions_decide;
    o->config.decide_user = o;
    if (rewrite_changes(o))
        o->config.options |= TRAWL_REWRITE_OPTION_ANCHORS;
    if (o->spell)
        o->config.options |= TRAWL_REWRITE_OPTION_PUNYCODE;
    return 0;
}

/* Reads a file of the options, if it was given. Returns 0, or STATUS_TROUBLE after an error
 * message. */
static int rewrite_read_file(const char *name, size_t most, struct buffer *text)
{
    struct input in;
    int failed;

    if (!name)
        return 0;
    if (input_open(&in, name, NULL) < 0)
        return STATUS_TROUBLE;
    in.command = "rewrite";
    failed = input_all(&in, text, most);
    input_close(&in);
    return failed ? STATUS_TROUBLE : 0;
}

/* Reads the files of --untrack and --key, which may end with a line break. Returns as
 * rewrite_read_file(). */
static int rewrite_read_files(struct rewrite_options *o)
{
    enum { SHORTEST = 16 };
    struct buffer *key = &o->template.key;
    struct stat file;

    if (rewrite_read_file(o->tracking_file, (size_t)1 << 20, &o->tracking) != 0 ||
        rewrite_read_file(o->key_file, 4096, key) != 0)
        return STATUS_TROUBLE;
    if (key->n > 0 && key->p[key->n - 1] == '\n')
        key->n--;
    if (o->key_file && stat(o->key_file, &file) == 0 && S_ISREG(file.st_mode) &&
        (file.st_mode & S_IROTH))
        say("rewrite", o->key_file, ": every user can read this key: chmod o= ", o->key_file);
    if (o->key_file && key->n < SHORTEST) {
        say("rewrite", o->key_file, ": a key needs at least 16 bytes", NULL);
        return STATUS_TROUBLE;
    }
    return 0;
}

/* Rewrites all inputs. Returns an exit status. */
static int rewrite_inputs(struct rewrite_options *o, const struct options *args)
{
    int status = STATUS_GOOD, one;

    if (args->operands == 0) {
        source_announce("rewrite");
        return rewrite_file(o);
    }
    for (int i = 0; i < args->operands && o->out->error == 0; i++) {
        o->name = options_is_stdin(args, i) ? NULL : args->argv[i];
        if (!o->name && o->in_place) {
            say("rewrite", "-i needs files, and - is standard input", NULL, NULL);
            return STATUS_TROUBLE;
        }
        if ((one = rewrite_file(o)) == SANDBOX_MISSING)
            return one;
        status = one > status ? one : status;
    }
    return status;
}

/* Closes the sandbox, unless each file is read in a sandbox of its own, and rewrites. Returns an
 * exit status. */
static int rewrite_in_sandbox(struct rewrite_options *o, const struct options *args)
{
    struct sandbox box;
    int status = STATUS_GOOD;

    if (!o->in_place) {
        sandbox_begin(&box, "rewrite", o->sandbox, 0);
        sandbox_inputs(&box, args, NULL);
        if (o->report)
            sandbox_output(&box, o->report->fd);
        status = sandbox_close(&box);
    }
    return status == STATUS_GOOD ? rewrite_inputs(o, args) : status;
}

/* Returns true if the report would replace a file that is read. */
static bool rewrite_reads_report(const struct rewrite_options *o, const struct options *args)
{
    const char *const others[] = {o->key_file, o->tracking_file};
    const int more = sizeof others / sizeof others[0];
    struct stat report, one;
    bool same = false;

    if (stat(o->report_file, &report) != 0 || !S_ISREG(report.st_mode))
        return false;
    for (int i = 0; i < args->operands + more && !same; i++) {
        const char *name = i < more ? others[i] : args->argv[i - more];
        same = name && stat(name, &one) == 0 && one.st_dev == report.st_dev &&
               one.st_ino == report.st_ino;
    }
    return same;
}

/* Opens the file of --report, and does the rest. Returns an exit status. */
static int rewrite_with_report(struct rewrite_options *o, const struct options *args)
{
    static char buffer[INPUT_BLOCK];
    struct output report;
    const char *why = NULL;
    char rest[160];
    int status, fd, descriptor = o->report_file ? descriptor_of(o->report_file) : DESCRIPTOR_NONE;

    if (!o->report_file)
        return rewrite_in_sandbox(o, args);
    if (rewrite_reads_report(o, args)) {
        say("rewrite", "--report: ", o->report_file, " is read, too: the report would replace it");
        return STATUS_TROUBLE;
    }
    if (descriptor != DESCRIPTOR_NONE)
        fd = descriptor_open(descriptor, &why);
    else
        fd = open(o->report_file, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0) {
        (void)snprintf(rest, sizeof rest, ": %s; " DESCRIPTOR_CURE, why ? why : "");
        if (why)
            say("rewrite", "--report: ", o->report_file, rest);
        else
            say_system("rewrite", o->report_file, errno);
        return STATUS_TROUBLE;
    }
    output_open(&report, fd, buffer, sizeof buffer);
    o->report = &report;
    status = rewrite_in_sandbox(o, args);
    o->report = NULL;
    if (output_close(&report) == 0)
        return status;
    say_system("rewrite", o->report_file, report.error);
    return STATUS_TROUBLE;
}

static int rewrite_run(struct output *out, int argc, char **argv)
{
    struct rewrite_options o = {
        .out = out, .find = TRAWL_CONFIG_INIT, .config = TRAWL_REWRITE_CONFIG_INIT};
    struct options args;
    const char *what;
    int status = STATUS_GOOD;

    if (!command_options(out, &command_rewrite, &args, argc, argv, &o, &status))
        return status;
    o.untrack |= o.tracking_file != NULL;
    if ((what = rewrite_conflict(&o, &args)) != NULL) {
        say("rewrite", what, NULL, "; see \"trawl rewrite --help\"");
        status = STATUS_TROUBLE;
    } else if (rewrite_read_files(&o) != 0 || rewrite_settle(&o) != 0) {
        status = STATUS_TROUBLE;
    } else {
        status = rewrite_with_report(&o, &args);
    }
    trawl_settings_close(&o.settings);
    buffer_free(&o.tracking);
    template_free(&o.template);
    buffer_free(&o.address);
    buffer_free(&o.other);
    buffer_free(&o.canonical);
    select_free(&o.urls);
    return status;
}

/* clang-format off */
static const char rewrite_usage[] =
    "usage: trawl rewrite [options] [FILE...]\n"
    "\n"
    "Make the URLs in HTML live, or change the links of HTML or text, and write\n"
    "everything else as it is, byte for byte. Without a FILE, or for \"-\", read\n"
    "standard input.\n";

static const char rewrite_more[] =
    "\n"
    "Exit status: 0, also if nothing changed; 2 after an error, or if a URL is too\n"
    "long. With --seal: 1 if something had to be removed or a URL is too long; 2\n"
    "after an error.\n"
    "\n"
    "Examples:\n"
    "  trawl rewrite <comment.html >linked.html\n"
    "  trawl rewrite --unwrap --untrack -i *.html\n"
    "  trawl rewrite --defang report.txt\n"
    "  trawl rewrite --link --to 'https://go.example/?u={url}' page.html\n";
/* clang-format on */

const struct command command_rewrite = {
    "rewrite", rewrite_run, command_options_of_rewrite, rewrite_usage, rewrite_more, NULL, 0};
