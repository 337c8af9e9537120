/* hints.c - what to type in place of the options of other tools
 *
 * People try the names that they know from searching tools, link checkers, and filters of JSON. The
 * nearest name by its letters would often be a wrong one: --css for --csv.
 */
#include "app/options.h"

#include <stdio.h>
#include <string.h>

/* `given`: options of other tools, separated by blanks; "*" at the end of one is any text. A row
 * applies if the command has `option`, a letter or a name, and if that accepts `value`, unless
 * `value` is NULL. With `say` NULL the message is "use" with the option and its value. The first
 * row that applies counts. */
struct hint {
    const char *given, *option, *value, *say;
};

#define FOLDERS "folders are read with their subfolders; drop this option"
#define PATTERN "trawl finds links by itself; for your own patterns see --rules"
#define NO_NETWORK "trawl opens no connection; give its list to a link checker"

static const struct hint hints[] = {
    /* Output formats. */
    {"--json --jsonl --ndjson --compact-output --jsonlines --json-lines", "t", "json", NULL},
    {"--csv --excel --xlsx", "t", "csv", NULL},
    {"--tsv --tab", "t", "tsv", NULL},
    {"--html --htm", "page", NULL, "use -t html, with --page for a whole page"},
    {"--html", "t", "html", NULL},
    {"--xml", "t", "xhtml", NULL},
    {"--markdown --md", "t", "md", NULL},
    {"--text --plain-text --plain --text-only", "t", "text", NULL},
    {"--text", "f", "text", NULL},
    {"--list --dump --only-matching --links --only-urls --extract --extract-urls", "t", "list",
     NULL},
    {"--urls-only", "find", NULL,
     "-t list, the default, prints only links; use --find url to skip addresses"},
    {"--url", "find", NULL, "use --find url, or --host for links to a host"},
    {"--urls", "find", NULL, "use --find url"},
    {"--hyperlink-format --pretty -p", "t", "term", NULL},
    {"--yaml --pdf --docx --latex --org --rst --rss", "t", NULL,
     "use -t json, html or md, and another program for the rest"},
    {"--format --output-format --template", "t", NULL, "use -t FORMAT"},
    {"--formats --list-formats", "t", NULL, "--help names those of -t"},
    {"--raw-output", "spell", "raw", NULL},
    {"--slurp* --sort-keys --indent --arg* --jsonargs --seq --raw* --null-input --join-output", "t",
     NULL, "use -t json and | jq"},
    {"--type* -T", "find", NULL, "use -t FORMAT for the output, -f KIND for the input, or --files"},
    {"--output --out", "o", NULL, "use -o FILE"},
    {"--output --out", "t", NULL, "the output is standard output: use > FILE"},
    /* What is printed of a link. */
    {"--as-is", "t", "tsv", NULL},
    {"--ascii-output", "spell", NULL, "use -t json --fields ascii"},
    {"--normalize", "spell", "canonical", NULL},
    {"--defanged", "spell", "defang", NULL},
    {"--print0 --zero --null-data", "null", NULL, NULL},
    {"--vimgrep", "line-number", NULL, "use -H --line-number=column"},
    {"--byte-offset --offset -b", "fields", NULL, "use -t json --fields url,spans"},
    {"--no-filename --no-heading --no-line-number --trim --nohelp -N -I", "with-filename", NULL,
     "without -H and -n only links are printed; drop this option"},
    {"--host-only --hosts --hostname --domains-only", "fields", NULL, "use -t tsv --fields host"},
    {"--with-title --anchor --link-text", "fields", NULL, "use -t tsv --fields url,anchor"},
    {"--filename --heading", "with-filename", NULL, NULL},
    {"--before-context --after-context --show-context -A -B -C", "context", NULL,
     "use -t json --context N (characters)"},
    {"--passthru --passthrough", "t", "text", NULL},
    {"--stats --statistics --summary", "count", NULL, "use -c, or trawl index and trawl report"},
    {"--count-matches --number", "count", NULL, NULL},
    {"--group-by --count-by --top", "count", NULL, "use trawl index and trawl query --count-by"},
    {"--files-without-match", "count", NULL, "use -c -H: files without links have 0"},
    {"--exit-status --silent", "quiet", NULL, NULL},
    {"--no-messages -s", "quiet", NULL, "use 2>/dev/null"},
    {"--files-with-matches --dump-inputs", "files-with-links", NULL, NULL},
    {"--sort --sortr --sort-by", "uniq", NULL, "use | sort, or trawl index and trawl query"},
    {"--reverse --tac", "uniq", NULL, "use | tac"},
    {"--limit --max-count --max-results --first --head -m", "uniq", NULL, "use | head -n N"},
    {"--last --tail", "uniq", NULL, "use | tail -n N"},
    {"--max-count --max-results --top", "limit", NULL, NULL},
    {"--stream", "also", NULL, "use -t json --also provisional"},
    {"--max-columns* --no-max-columns* -M", "also", NULL, "links are printed whole; use | cut"},
    {"--crlf --mmap --no-mmap --show-errors --no-follow --skip-missing --no-binary --no-text "
     "--no-ignore-messages",
     "also", NULL, "this is so without an option; drop it"},
    {"--line-buffered --block-buffered --unbuffered", "also", NULL,
     "links are printed as they come; drop this option"},
    {"--verbose --debug --why --trace", "explain", NULL, NULL},
    {"--no-color --monochrome-output", "color", "never", NULL},
    {"--colors --color-output", "color", "always", NULL},
    {"--colour", "color", NULL, "use --color WHEN"},
    {"--no-progress", "progress", "never", NULL},
    /* What is found and left out. */
    {"--unique --dedupe --dedup --distinct", "uniq", NULL, NULL},
    {"--exclude --ignore --skip --exclude-file", "not", NULL,
     "use --not host=NAME, --not site=NAME or another --not"},
    {"--invert-match", "not", NULL, "use --not NAME=VALUE"},
    {"-v", "explain", NULL, "use --explain for the reasons, --not NAME=VALUE to leave links out"},
    {"--host --site --scheme --zone --flag", "not", NULL,
     "this command can only leave links out: use --not NAME=VALUE"},
    {"--skip-host --exclude-host --ignore-host", "not", NULL, "use --not host=PATTERNS"},
    {"--skip-site --exclude-site --exclude-domain", "not", NULL, "use --not site=NAMES"},
    {"--skip-scheme --exclude-scheme", "not", NULL, "use --not scheme=NAMES"},
    {"--broken", "flag", NULL, "use --flag multi for links over lines; none is opened"},
    {"--only-flag", "flag", NULL, NULL},
    {"--tld", "host", NULL, "use --host '*.TLD'"},
    {"--require-https", "scheme", NULL, "use --scheme http, which lists those without TLS"},
    {"--include --filter --select", "host", NULL,
     "use --host PATTERNS, --site NAMES or --scheme NAMES"},
    {"--domain", "site", NULL, "use --site NAMES, or --find +domain for names without http"},
    {"--protocol", "scheme", NULL, "use --scheme NAMES"},
    {"--http --web --only-web", "scheme", NULL, "use --scheme http,https"},
    {"--https", "scheme", NULL, "use --scheme https"},
    {"--email --emails", "find", NULL, "use --find email,addr"},
    {"--mail", "find", NULL, "use --find email,addr, or -f mail for a message"},
    {"--include-mail --include-fragments --include-verbatim", "find", NULL,
     "they are found; drop this option"},
    {"--no-www --no-bare --strict", "find", NULL, "use --find url"},
    {"--exclude-mail --no-mail --no-email", "find", NULL,
     "use --find -email,-addr and --not scheme=mailto"},
    {"--exclude-private --exclude-all-private --exclude-loop* --exclude-link*", "domains", NULL,
     "use --domains public"},
    {"--ip", "find", NULL, "use --find +ip"},
    {"--no-refang", "refang", NULL, "hxxp is no link without --refang; drop this option"},
    {"--no-quotes --unquoted", "new", NULL, NULL},
    {"--unquoted --no-quotes", "not", NULL, "use --not zone=quoted"},
    {"--header", "no-header", NULL,
     "-t csv begins with the names of the columns; drop this option"},
    {"--no-headers", "headers", "none", NULL},
    {"--headers-only", "zone", "header", NULL},
    {"--suspicious --phishing", "flag", NULL, "use --flag danger"},
    {"--base-url --root-dir", "base", NULL, NULL},
    {"--regex* --pattern --word-regexp --line-regexp --fixed-strings --pcre2* --engine --no-unicode "
     "--auto-hybrid-regex --dfa-size-limit --no-pcre2* -e -w -E -F -G -P",
     "rules", NULL, PATTERN},
    {"--ignore-case --case-sensitive --smart-case -i -S", "rules", NULL,
     "schemes and hosts are found in either case; drop this option"},
    {"--no-join", "join", NULL, "use --not flag=multi to leave out links over lines"},
    {"--multiline* -U", "join", NULL, "links over several lines are joined; drop this option"},
    {"--invalid --invalid-only", "valid", NULL, "use --not valid=3986"},
    {"--redirects --resolve", "unwrap", NULL, NULL},
    {"--rewrite --replace --remap", "unwrap", NULL, "use trawl rewrite"},
    {"--seal", "unwrap", NULL, "use trawl rewrite --seal"},
    {"--untrack", "unwrap", NULL, "use trawl rewrite --untrack"},
    {"--check", "unwrap", NULL, "use trawl check"},
    {"--single --compact --open --run --pick --run-safe --browser --pipe --menu", "unwrap", NULL,
     "use trawl pick"},
    {"--no-browser", "unwrap", NULL, "no browser is started without trawl pick; drop this option"},
    {"--index --db --database", "evidence", NULL, "use trawl index DB INPUT"},
    {"--width --wrap", "columns", NULL, "use --columns N if lines end at N; trawl wrap folds"},
    {"--config --no-config --genconf", "rules", NULL, "there are no settings in files"},
    {"--usage --man --manual --examples --example", "help", NULL, "the manual is man trawl"},
    {"--license --about", "version", NULL, NULL},
    {"--exec --exec-batch -x -X", "uniq", NULL, "use | xargs"},
    {"--timeout --insecure --method --accept --user-agent --cache --proxy --header --head --fail "
     "--retry* --max-retries --max-redirects --max-con* --max-time --max-cache* --location --data "
     "--github-token --remote-name --dead --suggest --archive --host-con* --basic-auth --cookie* -k",
     "unwrap", NULL, NO_NETWORK},
    {"--offline", "unwrap", NULL, "trawl opens no connection; drop this option"},
    /* Former versions of trawl. */
    {"--forget", "prune", NULL, "use trawl forget DB WHAT"},
    {"--no-stuff", "flowed", NULL, "use --flowed=unstuffed"},
    {"--tracking", "untrack", NULL, "use --untrack=FILE"},
    {"--canonical", "t", "canonical", NULL},
    {"--anonymous", "addresses", "hidden", NULL},
    {"--mask-addresses", "addresses", "obscured", NULL},
    {"--file --uri", "t", "file", NULL},
    {"--segment", "t", "segment", NULL},
    {"--plus --query", "t", "form", NULL},
    {"--times", "decode", NULL, "use | trawl encode once more"},
    {"--prefix", "decode", NULL,
     "write the URL before the output, as in \"URL$(trawl encode NAME)\""},
    {"--whole", "flowed", NULL, "no URL is broken any more; drop this option"},
    {"--words", "subject", NULL, "use --subject TEXT for words of subjects"},
    {"--words", "jobs", NULL, "\"trawl query --subject\" finds words of subjects"},
    {"--completion", "gitignore", NULL, "use trawl help completion SHELL"},
    {"--schema", "gitignore", NULL, "use trawl help schema"},
    /* Input. */
    {"--input --file --from-file --mailbox --search-path --base-dir*", "from", NULL,
     "name the file without an option"},
    {"--clipboard --paste", "from", NULL, "use wl-paste | trawl, or xclip -o | trawl"},
    {"--stdin", "from", NULL, "standard input is read when no file is named"},
    {"--files-from", "files0-from", NULL, "use --files0-from FILE, or xargs"},
    {"--change* --newer --older --size --owner --mount --xdev --one-file-system", "files0-from",
     NULL, "use find -print0 and | trawl --files0-from -"},
    {"--absolute-path --full-path", "files0-from", NULL, "names are printed as you give them"},
    {"--max-depth --maxdepth --min-depth --exact-depth --prune -d", "exclude", NULL,
     "folders are read whole; --exclude PATTERN leaves some out"},
    {"--recursive --directory -r -R", "jobs", NULL, FOLDERS},
    {"--recursive --directory -r -R", "notation", NULL, FOLDERS},
    {"--glob* --iglob -g", "files", NULL, "use --files PATTERN, or --exclude PATTERN"},
    {"--extension --extensions", "files", NULL, "use --files '*.EXTENSION'"},
    {"--name", "files", NULL, NULL},
    {"--exclude-path --exclude-dir --ignore-file*", "exclude", NULL, NULL},
    {"--pre --pre-glob", "files", NULL,
     "convert the files in a pipe, as in pdftotext FILE - | trawl"},
    {"--no-ignore* --unrestricted --no-require-git", "gitignore", NULL,
     "without --gitignore, ignored files are read; drop this option"},
    {"--hidden --dotfiles -.", "files0-from", NULL, "name the hidden file or folder"},
    {"--no-hidden", "files0-from", NULL, "hidden files are left out; drop this option"},
    {"--binary -a", "files0-from", NULL, "any bytes are read; drop this option"},
    {"--follow -L", "jobs", NULL, "symbolic links to files are followed; name those to folders"},
    {"--search-zip --decompress --gzip --compressed -z", "max-unpacked", NULL,
     "gzip, zstd, xz and bzip2 are unpacked; drop this option"},
    {"--max-filesize", "max-unpacked", NULL, "files may have any size; see also --max-unpacked"},
    {"--encoding --input-encoding", "charset", NULL, NULL},
    {"--decode --decode-html --attachments", "charset", NULL,
     "mail is decoded; drop this option, or see --charset"},
    {"--mime --eml", "from", "mail", NULL},
    {"--mbox", "from", "mbox", NULL},
    {"--maildir", "jobs", NULL, "name the folder without an option"},
    {"--threads --parallel", "jobs", NULL, NULL},
};

/* Words for values and commands: a row applies if the list of names that is searched has `name`. */
static const struct {
    const char *given, *name;
} hint_words[] = {
    {"jsonl ndjson jsonlines", "json"},
    {"excel xlsx", "csv"},
    {"markdown", "md"},
    {"xml", "xhtml"},
    {"urls links", "list"},
    {"plain markdown md asciidoc", "text"},
    {"eml email message rfc822", "mail"},
    {"htm page xml", "html"},
    {"ics vcf", "calendar"},
    {"http https ftp mailto", "url"},
    {"domain", "site"},
    {"title link_text", "anchor"},
    {"sender author", "from"},
    {"name filename path", "file"},
    {"line_number lineno", "line"},
    {"body main", "new"},
    {"phishing suspicious lying", "danger"},
    {"broken wrapped", "multi"},
    {"on yes true", "always"},
    {"off no false", "never"},
    {"off no false", "none"},
    {"all yes on", "any"},
    {"all yes on", "links"},
    {"terminal tmux pane", "screen"},
    {"strict", "rfc1738"},
    {"ascii", "canonical"},
    {"verify validate lint", "check"},
    {"open browse choose show", "pick"},
    {"defang unwrap untrack clean", "rewrite"},
    {"search", "query"},
    {"import update add", "index"},
    {"stats statistics", "report"},
    {"fold", "wrap"},
};

/* What to say of a value that an option does not take. */
static const struct {
    const char *option, *given, *say;
} hint_values[] = {
    {"--uniq", "host site domain", "for hosts: trawl -t tsv --fields host | sort -u"},
    {"--scheme", "web www url", " is not a scheme; use http,https"},
};

/* Returns true if the list has the word, or its start with "*". */
static bool hint_has(const char *list, const char *word, size_t n)
{
    for (size_t k; *list; list += k + (list[k] == ' ')) {
        const bool start = list[(k = strcspn(list, " ")) - 1] == '*';

        if ((start ? n >= k - 1 : n == k) && memcmp(list, word, start ? k - 1 : n) == 0)
            return true;
    }
    return false;
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
            hint_has(row->given, given, strlen(given)) ? hint_option(table, row->option) : NULL;
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

const char *options_hint_word(const char *text, size_t n, const char *const *names)
{
    for (size_t i = 0; i < sizeof hint_words / sizeof hint_words[0]; i++)
        for (int k = 0; names[k] && hint_has(hint_words[i].given, text, n); k++)
            if (strcmp(names[k], hint_words[i].name) == 0)
                return names[k];
    return NULL;
}

const char *options_hint_value(const char *option, const char *value, size_t n)
{
    for (size_t i = 0; i < sizeof hint_values / sizeof hint_values[0]; i++)
        if (strcmp(hint_values[i].option, option) == 0 && hint_has(hint_values[i].given, value, n))
            return hint_values[i].say;
    return NULL;
}
