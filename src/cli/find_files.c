/* find_files.c - the files that options of the filter name: --tlds, --rules, --css; see find_files.h */
#include "cli/find_files.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/input.h"
#include "cli/say.h"

/* The public list of suffixes has 300 KB. */
#define FILE_MAX ((size_t)16 << 20)

/* A place in a file and a message of the library's. */
#define MESSAGE_MAX (PATH_MAX + 300)

static int read_file(struct reply *text, const char *name)
{
    struct input in;
    int failed;

    if (input_open(&in, name, NULL) < 0)
        return -1;
    failed = input_all(&in, text, FILE_MAX);
    input_close(&in);
    return failed;
}

static int read_tlds(struct find_options *f, const char *name)
{
    if (read_file(&f->tlds, name) < 0)
        return -1;
    f->config.tlds = (trawl_str){f->tlds.p, f->tlds.n};
    if (f->tlds.n == 0)
        say(NULL, "--tlds: ", name, " is empty; it should list top-level domains, one a line");
    return f->tlds.n == 0 ? -1 : 0;
}

static int read_rules(struct find_options *f, const char *name)
{
    trawl_fault fault = {.size = sizeof fault};
    char message[MESSAGE_MAX];
    int error;

    if (read_file(&f->rules, name) < 0)
        return -1;
    f->rules_name = name;
    f->config.rules = (trawl_str){f->rules.p, f->rules.n};
    error = trawl_rules_check(f->config.rules, &fault);
    if (error == TRAWL_BAD_RULE) {
        (void)snprintf(message, sizeof message, "%s:%llu:%llu: %s", name, (unsigned long long)fault.line,
                       (unsigned long long)fault.column, fault.why);
        say(NULL, "", message, NULL);
    } else if (error != TRAWL_OK) {
        (void)command_trouble(NULL, error);
    }
    return error == TRAWL_OK ? 0 : -1;
}

/* A file that is empty is a stylesheet too: one that styles nothing. */
static int read_css(struct find_options *f, const char *name)
{
    if (strcmp(name, "none") != 0 && read_file(&f->css, name) < 0)
        return -1;
    f->emit.css = (trawl_str){f->css.p, f->css.n};
    if (f->css.n == 0)
        f->emit.options |= TRAWL_EMIT_NO_STYLE;
    return 0;
}

int find_files_read(const struct find_asked *a)
{
    if (a->tlds && read_tlds(a->f, a->tlds) < 0)
        return -1;
    if (a->rules && read_rules(a->f, a->rules) < 0)
        return -1;
    return a->css ? read_css(a->f, a->css) : 0;
}

void find_files_free(struct find_options *f)
{
    reply_free(&f->tlds);
    reply_free(&f->rules);
    reply_free(&f->css);
}

void find_files_complain(const struct find_options *f, const trawl *t)
{
    char message[MESSAGE_MAX];
    trawl_str rule;
    uint64_t line, times;

    for (unsigned i = 0; trawl_rules_complaint(t, i, &rule, &line, &times) == 1; i++) {
        (void)snprintf(message, sizeof message,
                       "%s:%llu: rule %.*s hit its limits at %llu place%s, and made no link there", f->rules_name,
                       (unsigned long long)line, (int)rule.n, rule.p, (unsigned long long)times, times == 1 ? "" : "s");
        say(NULL, "", message, NULL);
    }
}
