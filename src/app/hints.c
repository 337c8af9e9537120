/* hints.c - what to type in place of the options of other tools
 *
 * People try the names that they know from searching tools, link checkers, and filters of JSON. The
 * nearest name by its letters would often be a wrong one: --css for --csv.
 */
#include "app/options.h"

#include <stdio.h>
#include <string.h>

/* `given`: options of other tools, separated by blanks. A row applies if the command has `option`,
 * a letter or a name, and if that accepts `value`, unless `value` is NULL. With `say` NULL the
 * message is "use" with the option and its value. The first row that applies counts. */
struct hint {
    const char *given, *option, *value, *say;
};

#define FOLDERS "folders are read with their subfolders; drop this option"
#define PATTERN "trawl finds links by itself; for your own patterns see --rules"
#define NO_NETWORK "trawl opens no connection; give its list to a link checker"

static const struct hint hints[] = {
    /* Output formats. */
    {"--json --jsonl --ndjson --compact-output", "t", "json", NULL},
    {"--csv", "t", "csv", NULL},
    {"--tsv --tab", "t", "tsv", NULL},
    {"--html --htm", "page", NULL, "use -t html, with --page for a whole page"},
    {"--html", "t", "html", NULL},
    {"--xml", "t", "xhtml", NULL},
    {"--markdown --md", "t", "md", NULL},
    {"--text --plain-text --plain", "t", "text", NULL},
    {"--text", "f", "text", NULL},
    {"--list --dump --only-matching", "t", "list", NULL},
    {"--urls-only", "find", NULL,
     "-t list, the default, prints only links; use --find url to skip addresses"},
    {"--url", "find", NULL, "use --find url, or --host for links to a host"},
    {"--urls", "find", NULL, "use --find url"},
    {"--hyperlink-format --pretty", "t", "term", NULL},
    {"--format --output-format --template", "t", NULL, "use -t FORMAT"},
    {"--type", "find", NULL, "use -t FORMAT for the output, -f KIND for the input"},
    {"--output --out", "o", NULL, "use -o FILE"},
    {"--output --out", "t", NULL, "the output is standard output: use > FILE"},
    /* What is printed of a link. */
    {"--raw-output", "spell", "raw", NULL},
    {"--as-is", "spell", NULL, "use -t tsv, which writes no ' before formulas"},
    {"--ascii-output", "spell", NULL, "use -t json --fields ascii"},
    {"--normalize", "spell", "canonical", NULL},
    {"--print0 --zero --null-data", "null", NULL, NULL},
    {"--vimgrep", "line-number", NULL, "use -H --line-number=column"},
    {"--byte-offset --offset", "fields", NULL, "use -t json --fields url,spans"},
    {"--no-filename", "with-filename", NULL, "no names are printed without -H; drop this option"},
    {"--filename --heading", "with-filename", NULL, NULL},
    {"--before-context --after-context", "context", NULL, "use -t json --context N (characters)"},
    {"--passthru --passthrough", "t", "text", NULL},
    {"--stats", "count", NULL, "use -c, or trawl index and trawl report"},
    {"--count-matches --number", "count", NULL, NULL},
    {"--exit-status --silent", "quiet", NULL, NULL},
    {"--files-with-matches", "files-with-links", NULL, NULL},
    {"--sort", "uniq", NULL, "use | sort, or trawl index and trawl query"},
    {"--limit --max-count --max-results", "uniq", NULL, "use | head -n N"},
    {"--max-count --max-results", "limit", NULL, NULL},
    {"--stream", "also", NULL, "use -t json --also provisional"},
    {"--line-buffered", "also", NULL, "links are printed as they come; drop this option"},
    {"--verbose --debug --why", "explain", NULL, NULL},
    {"--no-color", "color", "never", NULL},
    {"--colors", "color", "always", NULL},
    {"--colour", "color", NULL, "use --color WHEN"},
    {"--no-progress", "progress", "never", NULL},
    /* What is found and left out. */
    {"--unique --dedupe --distinct", "uniq", NULL, NULL},
    {"--exclude --ignore --skip", "not", NULL,
     "use --not host=NAME, --not site=NAME or another --not"},
    {"--invert-match", "not", NULL, "use --not NAME=VALUE"},
    {"--include --filter --select", "host", NULL,
     "use --host PATTERNS, --site NAMES or --scheme NAMES"},
    {"--domain", "site", NULL, "use --site NAMES, or --find +domain for names without http"},
    {"--protocol", "scheme", NULL, "use --scheme NAMES"},
    {"--http --web", "scheme", NULL, "use --scheme http,https"},
    {"--https", "scheme", NULL, "use --scheme https"},
    {"--email --emails", "find", NULL, "use --find email,addr"},
    {"--mail", "find", NULL, "use --find email,addr, or -f mail for a message"},
    {"--include-mail", "find", NULL, "addresses are found; drop this option"},
    {"--exclude-mail --no-mail --no-email", "find", NULL,
     "use --find -email,-addr and --not scheme=mailto"},
    {"--exclude-private", "domains", NULL, "use --domains public"},
    {"--ip", "find", NULL, "use --find +ip"},
    {"--no-quotes --unquoted", "new", NULL, NULL},
    {"--no-headers", "headers", "none", NULL},
    {"--headers-only", "zone", "header", NULL},
    {"--suspicious --phishing", "flag", NULL, "use --flag danger"},
    {"--base-url --root-dir", "base", NULL, NULL},
    {"--regexp --regex --pattern -e", "rules", NULL, PATTERN},
    {"--ignore-case -i", "rules", NULL,
     "schemes and hosts are found in either case; drop this option"},
    {"--multiline -U", "join", NULL, "links over several lines are joined; drop this option"},
    {"--invalid-only", "not", NULL, "use --not valid=3986"},
    {"--redirects --resolve", "unwrap", NULL, NULL},
    {"--rewrite --replace", "unwrap", NULL, "use trawl rewrite"},
    {"--seal", "unwrap", NULL, "use trawl rewrite --seal"},
    {"--untrack", "unwrap", NULL, "use trawl rewrite --untrack"},
    {"--check", "unwrap", NULL, "use trawl check"},
    {"--open --run --pick", "unwrap", NULL, "use trawl pick"},
    {"--exec -x", "uniq", NULL, "use | xargs"},
    {"--timeout --insecure --method --accept --user-agent", "unwrap", NULL, NO_NETWORK},
    {"--offline", "unwrap", NULL, "trawl opens no connection; drop this option"},
    /* Input. */
    {"--input --file", "from", NULL, "name the file without an option"},
    {"--stdin", "from", NULL, "standard input is read when no file is named"},
    {"--files-from", "files0-from", NULL, "use --files0-from FILE, or xargs"},
    {"--recursive --directory -r -R", "jobs", NULL, FOLDERS},
    {"--recursive --directory -r -R", "notation", NULL, FOLDERS},
    {"--glob -g", "files", NULL, "use --files PATTERN, or --exclude PATTERN"},
    {"--extension --extensions", "files", NULL, "use --files '*.EXTENSION'"},
    {"--name", "files", NULL, NULL},
    {"--exclude-path --exclude-dir", "exclude", NULL, NULL},
    {"--no-ignore", "gitignore", NULL,
     "without --gitignore, ignored files are read; drop this option"},
    {"--hidden", "files0-from", NULL, "name the hidden file or folder"},
    {"--follow", "jobs", NULL, "symbolic links to files are followed; name those to folders"},
    {"--search-zip --decompress --gzip", "max-unpacked", NULL,
     "gzip, zstd, xz and bzip2 are unpacked; drop this option"},
    {"--max-filesize", "max-unpacked", NULL, "files may have any size; see also --max-unpacked"},
    {"--encoding", "charset", NULL, NULL},
    {"--decode", "charset", NULL, "mail is decoded; drop this option, or see --charset"},
    {"--mime --eml", "from", "mail", NULL},
    {"--mbox", "from", "mbox", NULL},
    {"--maildir", "jobs", NULL, "name the folder without an option"},
    {"--threads --parallel", "jobs", NULL, NULL},
};

/* Returns true if the list has the word. */
static bool hint_has(const char *list, const char *word)
{
    const size_t n = strlen(word);

    while ((list = strstr(list, word)) && list[n] && list[n] != ' ')
        list += n;
    return list;
}

/* Returns the option with this letter or name, or NULL. */
static const struct option *hint_option(const struct option *table, const char *name)
{
    for (; table->name || table->letter; table++)
        if (option_is_shown(table) &&
            (name[1] ? table->name && strcmp(table->name, name) == 0 : table->letter == *name))
            return table;
    return NULL;
}

static bool hint_takes(const struct option *option, const char *value)
{
    const char *word;

    for (int i = 0; option->choices && option->choices[i]; i++)
        if (strcmp(option->choices[i], value) == 0)
            return true;
    for (int i = 0; (option->names && (word = option->names(i, NULL, NULL))) ||
                    (option->word && (word = option->word(i)));
         i++)
        if (strcmp(word, value) == 0)
            return true;
    return false;
}

bool options_hint(const struct option *table, const char *given, char *hint, size_t size)
{
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        const struct hint *row = &hints[i];
        const struct option *option =
            hint_has(row->given, given) ? hint_option(table, row->option) : NULL;
        const char *value = row->value ? row->value : option && option->value ? option->value : "";

        if (!option || (row->value && !hint_takes(option, row->value)))
            continue;
        if (row->say)
            (void)snprintf(hint, size, ": %s", row->say);
        else
            (void)snprintf(hint, size, ": use %s%.*s%s%s", option->letter ? "-" : "--",
                           option->letter ? 1 : (int)strlen(option->name),
                           option->letter ? &option->letter : option->name, *value ? " " : "",
                           value);
        return true;
    }
    return false;
}
