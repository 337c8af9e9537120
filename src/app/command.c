/* command.c - functions that the commands share: options, operands, lines, standards, the end */
#include "app/command.h"

#include <errno.h>

#include "app/io/io.h"
#include "app/sandbox/sandbox.h"

void command_help(struct output *o, const struct command *command)
{
    output_text(o, command->usage);
    options_help(o, command->options);
    output_text(o, command->more);
}

bool command_options(struct output *out, const struct command *command, struct options *args,
                     int argc, char **argv, void *target, int *status)
{
    *args = (struct options){
        .command = command->name, .table = command->options, .argc = argc, .argv = argv};
    *status = STATUS_GOOD;
    switch (options_read(args, target)) {
    case OPTIONS_GOOD:
        return true;
    case OPTIONS_HELP:
        command_help(out, command);
        break;
    case OPTIONS_BRIEF:
        output_text(out, command->brief);
        break;
    case OPTIONS_VERSION:
        version_print(out);
        break;
    default:
        *status = STATUS_TROUBLE;
        break;
    }
    return false;
}

/* Calls `item` with each line of the text. A line ends at LF, and a CR before it is dropped; a last
 * line without LF counts only if `over` is set. Stops when `item` returns a value other than 0, and
 * returns this value; returns 0 after the last line. Sets *used to the length of the lines that
 * `item` got. */
static int each_of(trawl_str text, bool over, command_item *item, void *user, size_t *used)
{
    int status = 0;

    for (*used = 0; status == 0 && *used < text.n;) {
        const char *p = text.p + *used, *lf = memchr(p, '\n', text.n - *used);
        size_t n = lf ? (size_t)(lf - p) : text.n - *used;

        if (!lf && !over)
            break;
        *used += n + (lf != NULL);
        status = item(user, (trawl_str){p, n - (lf && n > 0 && p[n - 1] == '\r')});
    }
    return status;
}

/* Calls `item` with each line of standard input. Flushes output before a read that waits. */
static int each_line(struct output *o, const char *command, command_item *item, void *user)
{
    static char block[INPUT_BLOCK];
    struct buffer text = {0};
    struct input in;
    ssize_t got;
    int status = 0;
    size_t used;

    if (source_is_output(NULL, command, NULL) || input_open(&in, NULL, o) < 0)
        return STATUS_TROUBLE;
    in.command = command;
    do {
        got = input_read(&in, block);
        if (got > 0 && buffer_add(&text, block, (size_t)got) != TRAWL_OK)
            status = command_trouble(command, TRAWL_ERROR_NO_MEMORY);
        else if (got <= 0 || memchr(block, '\n', (size_t)got)) {
            status = each_of(buffer_str(&text), got <= 0, item, user, &used);
            text.n -= used;
            if (used > 0 && text.p)
                memmove(text.p, text.p + used, text.n);
        }
    } while (got > 0 && status == 0 && o->error == 0);
    if (input_complain(&in) < 0)
        status = STATUS_TROUBLE;
    input_close(&in);
    buffer_free(&text);
    return status;
}

int command_each(struct output *o, const struct options *options, int first, command_item *item,
                 void *user)
{
    int status = 0;

    if (first >= options->operands) {
        source_announce(options->command);
        return each_line(o, options->command, item, user);
    }
    for (int i = first; i < options->operands && status == 0 && o->error == 0; i++) {
        if (options_is_stdin(options, i))
            status = each_line(o, options->command, item, user);
        else
            status = item(user, (trawl_str){options->argv[i], strlen(options->argv[i])});
    }
    return status;
}

void (*command_no_memory)(void);

int command_trouble(const char *command, int error)
{
    if (error == TRAWL_ERROR_NO_MEMORY && command_no_memory)
        command_no_memory();
    say(command, trawl_strerror(error), NULL, NULL);
    return STATUS_TROUBLE;
}

int command_base(const char *command, const char *what, const char *value)
{
    trawl_verdict v = {.size = sizeof v};
    int error = trawl_check(&v, value, strlen(value));

    if (error != TRAWL_OK)
        return command_trouble(command, error);
    if (v.valid)
        return 0;
    say(command, what, value, " is not an absolute URL; \"trawl check URL\" says why");
    return STATUS_TROUBLE;
}

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/* Accepts a tag of BCP 47: groups of up to eight letters and digits; the first has only letters. */
int command_lang(const char *command, const char *value)
{
    const char *p = value;
    size_t group = strspn(p, LETTERS);

    while (group >= 1 && group <= 8 && p[group] == '-') {
        p += group + 1;
        group = strspn(p, LETTERS "0123456789");
    }
    if (group >= 1 && group <= 8 && !p[group])
        return 0;
    say(command, "--lang: ", value, " is not the tag of a language, such as en or zh-Hant");
    return -1;
}

/* ---- Strengths ---- */

const char *const strengths[] = {"url", "scheme", "normal", NULL};
url_form *const strength_forms[] = {trawl_canonical, trawl_scheme_form, trawl_normal};

/* ---- Standards ---- */

const struct standard standards[STANDARDS] = {
    {TRAWL_STANDARD_RFC1738, "1738", "RFC 1738"},
    {TRAWL_STANDARD_RFC1630, "1630", "RFC 1630"},
    {TRAWL_STANDARD_RFC3986, "3986", "RFC 3986"},
    {TRAWL_STANDARD_IRI, "iri", "RFC 3987"},
};

/* The standards that --valid names: those of reports, and the RFC of the scheme. */
static const struct standard chosen_standards[STANDARDS + 1] = {
    {TRAWL_STANDARD_RFC1738, "1738", ""},  {TRAWL_STANDARD_RFC1630, "1630", ""},
    {TRAWL_STANDARD_RFC3986, "3986", ""},  {TRAWL_STANDARD_IRI, "iri", ""},
    {TRAWL_STANDARD_SCHEME, "scheme", ""},
};

const char *standards_word(int i)
{
    return i <= STANDARDS ? chosen_standards[i].name : NULL;
}

int standards_of(unsigned wanted, trawl_str url)
{
    trawl_verdict v = {.size = sizeof v};
    int error;

    if (!(wanted & TRAWL_STANDARD_SCHEME))
        return trawl_standards(url.p, url.n, NULL);
    error = trawl_check(&v, url.p, url.n);
    if (error == TRAWL_OK && !v.own && v.valid & TRAWL_STANDARD_RFC3986)
        v.valid |= TRAWL_STANDARD_SCHEME;
    return error == TRAWL_OK ? (int)v.valid : error;
}

int standards_read(unsigned *bits, const char *option, const char *value)
{
    const char *names[STANDARDS + 2] = {NULL};
    unsigned long long chosen;

    for (int i = 0; i <= STANDARDS; i++)
        names[i] = chosen_standards[i].name;
    chosen = options_choose_all(option, "standard", names, value, NULL);
    for (int i = 0; i <= STANDARDS; i++)
        *bits |= chosen >> i & 1 ? chosen_standards[i].bit : 0;
    return chosen ? 0 : -1;
}

char *put_standards(char *to, unsigned valid, bool quoted)
{
    static const char in_lists[STANDARDS][8] = {"1738,", "1630,", "3986,", "iri,"};
    static const char in_quotes[STANDARDS][8] = {"\"1738\",", "\"1630\",", "\"3986\",", "\"iri\","};

    for (unsigned i = 0; i < STANDARDS; i++) {
        if (!(valid & standards[i].bit))
            continue;
        memcpy(to, quoted ? in_quotes[i] : in_lists[i], 8);
        to += (quoted ? 6 : 4) + (i < STANDARDS - 1);
    }
    return valid ? to - 1 : to;
}

char *put_json_bytes(char *to, const char *member, trawl_str text)
{
    if (printable_is_utf8(text))
        return to;
    to = PUT(put_word(PUT(to, ",\""), member), "\":\"");
    return PUT(put_hex(to, text.p, text.n), "\"");
}

int command_end(struct output *out, const char *command, int status)
{
    (void)output_close(out);
    sandbox_end();
    if (out->error == ENOMEM || buffer_failed_silently() ||
        (buffer_failed() && status < STATUS_TROUBLE))
        return command_trouble(command, TRAWL_ERROR_NO_MEMORY);
    if (out->error == 0 || out->error == EPIPE)
        return status;
    say_system(command, "writing", out->error);
    return STATUS_TROUBLE;
}
