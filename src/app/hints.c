/* hints.c - what to type in place of the options of other tools
 *
 * People try the names that they know from searching tools, link checkers, and filters of JSON. The
 * nearest name by its letters would often be a wrong one: --css for --csv.
 */
#include "app/options.h"

#include <stdio.h>
#include <string.h>

/* `given`: options of other tools, separated by blanks; "*" at the end of one is any text. A row
 * applies if the command has `option`, a letter or a name. If `say` begins with "=", the message is
 * "use" with the option and the value that follows, which the option must accept. The first row
 * that applies counts. */
struct hint {
    const char *given, *option, *say;
};

#define FOLDERS "folders are read with their subfolders; drop this option"
#define PATTERN "trawl finds links by itself; for your own patterns see --rules"
#define NO_NETWORK "trawl opens no connection; give its list to a link checker"

static const struct hint hints[] = {
    /* Output formats. */
    {"--json --jsonl --ndjson --compact-output --jsonlines --json-lines", "t", "=json"},
    {"--csv --excel --xlsx", "t", "=csv"},
    {"--tsv --tab", "t", "=tsv"},
    {"--html --htm", "page", "use -t html, with --page for a whole page"},
    {"--html", "t", "=html"},
    {"--xml", "t", "=xhtml"},
    {"--markdown --md", "t", "=md"},
    {"--text --plain-text --plain --text-only", "t", "=text"},
    {"--text", "f", "=text"},
    {"--list --dump --only-matching --links --only-urls --extract --extract-urls", "t", "=list"},
    {"--urls-only", "find",
     "-t list, the default, prints only links; use --find url to skip addresses"},
    {"--url", "find", "use --find url, or --host for links to a host"},
    {"--urls", "find", "use --find url"},
    {"--hyperlink-format --pretty -p", "t", "=term"},
    {"--yaml --pdf --docx --latex --org --rst --rss", "t",
     "use -t json, html or md, and another program for the rest"},
    {"--format --output-format --template", "t", "use -t FORMAT"},
    {"--formats --list-formats", "t", "--help lists the formats of -t"},
    {"--raw --raw-output", "spell", "=raw"},
    {"--slurp* --sort-keys --indent --arg* --jsonargs --seq --raw* --null-input --join-output", "t",
     "use -t json and | jq"},
    {"--type* -T", "find", "use -t FORMAT for the output, -f KIND for the input, or --files"},
    {"--output --out", "o", "use -o FILE"},
    {"--output --out", "t", "the output is standard output: use > FILE"},
    /* What is printed of a link. */
    {"--ascii-output", "spell", "use -t json --fields ascii"},
    {"--normalize --canonical", "spell", "=canonical"},
    {"--defang --defanged", "spell", "=defang"},
    {"--print0 --zero --null-data", "null", "="},
    {"--vimgrep", "line-number", "use -H --line-number=column"},
    {"--column", "line-number", "use --line-number=column"},
    {"--byte-offset --offset -b", "fields", "use -t json --fields url,spans"},
    {"--no-filename --no-heading --no-line-number --trim --nohelp -N -I", "with-filename",
     "without -H and -n only links are printed; drop this option"},
    {"--host-only --hosts --hostname --domains-only", "fields", "use -t tsv --fields host"},
    {"--with-title --anchor --link-text", "fields", "use -t tsv --fields url,anchor"},
    {"--filename --heading", "with-filename", "="},
    {"--before-context --after-context --show-context -A -B -C", "context",
     "use -t json --context N (characters)"},
    {"--passthru --passthrough", "t", "=text"},
    {"--stats --statistics --summary", "count", "use -c, or trawl index and trawl report"},
    {"--count-matches --number", "count", "="},
    {"--group-by --count-by --top", "count", "use trawl index and trawl query --count-by"},
    {"--files-without-match", "count", "use -c -H: files without links have 0"},
    {"--exit-status --silent", "quiet", "="},
    {"--no-messages -s", "quiet", "use 2>/dev/null"},
    {"--files-with-matches --dump-inputs", "files-with-links", "="},
    {"--sort --sortr --sort-by", "uniq", "use | sort, or trawl index and trawl query"},
    {"--reverse --tac", "uniq", "use | tac"},
    {"--limit --max-count --max-results --first --head -m", "uniq", "use | head -n N"},
    {"--last --tail", "uniq", "use | tail -n N"},
    {"--max-count --max-results --top", "limit", "="},
    {"--max-columns* --no-max-columns* -M", "also", "links are printed whole; use | cut"},
    {"--crlf --mmap --no-mmap --show-errors --no-follow --skip-missing --no-binary --no-text "
     "--no-ignore-messages",
     "also", "this is so without an option; drop it"},
    {"--line-buffered --block-buffered --unbuffered", "also",
     "links are printed as they come; drop this option"},
    {"--verbose --debug --why --trace", "explain", "="},
    {"--no-color --monochrome-output", "color", "=never"},
    {"--colors --color-output", "color", "=always"},
    {"--colour", "color", "use --color WHEN"},
    {"--no-progress", "progress", "=never"},
    /* What is found and left out. */
    {"--unique --dedupe --dedup --distinct", "uniq", "="},
    {"--exclude --ignore --skip --exclude-file", "not",
     "use --not host=NAME, --not site=NAME or another --not"},
    {"--invert-match", "not", "use --not NAME=VALUE"},
    {"-v", "explain", "use --explain for the reasons, --not NAME=VALUE to leave links out"},
    {"--host --site --scheme --zone --flag", "not",
     "this command can only leave links out: use --not NAME=VALUE"},
    {"--skip-host --exclude-host --ignore-host", "not", "use --not host=PATTERNS"},
    {"--skip-site --exclude-site --exclude-domain", "not", "use --not site=NAMES"},
    {"--skip-scheme --exclude-scheme", "not", "use --not scheme=NAMES"},
    {"--broken", "flag", "use --flag multi for links over lines; trawl opens no link"},
    {"--tld", "host", "use --host '*.TLD'"},
    {"--require-https", "scheme", "use --scheme http, which lists those without TLS"},
    {"--include --filter --select", "host", "use --host PATTERNS, --site NAMES or --scheme NAMES"},
    {"--domain", "site", "use --site NAMES, or --find +domain for names without http"},
    {"--protocol", "scheme", "use --scheme NAMES"},
    {"--http --web --only-web", "scheme", "use --scheme http,https"},
    {"--https", "scheme", "use --scheme https"},
    {"--email --emails", "find", "use --find email,addr"},
    {"--mail", "find", "use --find email,addr, or -f mail for a message"},
    {"--include-mail --include-fragments --include-verbatim", "find",
     "these links are found; drop this option"},
    {"--no-www --no-bare --strict", "find", "use --find url"},
    {"--exclude-mail --no-mail --no-email", "find",
     "use --find -email,-addr and --not scheme=mailto"},
    {"--exclude-private --exclude-all-private --exclude-loop* --exclude-link*", "domains",
     "use --domains public"},
    {"--ip", "find", "use --find +ip"},
    {"--no-refang", "refang", "hxxp is no link without --refang; drop this option"},
    {"--no-quotes", "new", "="},
    {"--no-quotes", "not", "use --not zone=quoted"},
    {"--header", "no-header", "-t csv begins with the names of the columns; drop this option"},
    {"--no-headers", "headers", "=none"},
    {"--headers-only", "zone", "=header"},
    {"--suspicious --phishing", "flag", "use --flag danger"},
    {"--base-url --root-dir", "base", "="},
    {"--regex* --pattern --word-regexp --line-regexp --fixed-strings --pcre2* --engine --no-unicode "
     "--auto-hybrid-regex --dfa-size-limit --no-pcre2* -e -w -E -F -G -P",
     "rules", PATTERN},
    {"--ignore-case --case-sensitive --smart-case -i -S", "rules",
     "schemes and hosts are found in either case; drop this option"},
    {"--no-join", "join", "use --not flag=multi to leave out links over lines"},
    {"--multiline* -U", "join", "links over several lines are joined; drop this option"},
    {"--redirects --resolve", "unwrap", "="},
    {"--rewrite --replace --remap", "unwrap", "use trawl rewrite"},
    {"--seal", "unwrap", "use trawl rewrite --seal"},
    {"--untrack", "unwrap", "use trawl rewrite --untrack"},
    {"--check", "unwrap", "use trawl check"},
    {"--single --compact --open --run --pick --run-safe --browser --pipe --menu", "unwrap",
     "use trawl pick"},
    {"--no-browser", "unwrap", "no browser is started without trawl pick; drop this option"},
    {"--index --db --database", "files", "use trawl index DB INPUT"},
    {"--width --wrap", "columns", "use --columns N if lines end at N"},
    {"--config --no-config --genconf", "rules", "there are no settings in files"},
    {"--usage --man --manual --examples --example", "help", "the manual is man trawl"},
    {"--license --about", "version", "="},
    {"--exec --exec-batch -x -X", "uniq", "use | xargs"},
    {"--timeout --insecure --method --accept --user-agent --cache --proxy --header --head --fail "
     "--retry* --max-retries --max-redirects --max-con* --max-time --max-cache* --location --data "
     "--github-token --remote-name --dead --suggest --archive --host-con* --basic-auth --cookie* -k",
     "unwrap", NO_NETWORK},
    {"--offline", "unwrap", "trawl opens no connection; drop this option"},
    /* Input. */
    {"--input --file --from-file --mailbox --search-path --base-dir*", "from",
     "name the file without an option"},
    {"--clipboard --paste", "from", "use wl-paste | trawl, or xclip -o | trawl"},
    {"--stdin", "from", "standard input is read when no file is named"},
    {"--files-from", "files0-from", "use --files0-from FILE, or xargs"},
    {"--change* --newer --older --size --owner --mount --xdev --one-file-system", "files0-from",
     "use find -print0 and | trawl --files0-from -"},
    {"--absolute-path --full-path", "files0-from", "names are printed as you give them"},
    {"--max-depth --maxdepth --min-depth --exact-depth --prune -d", "exclude",
     "folders are read whole; --exclude PATTERN leaves some out"},
    {"--recursive --directory -r -R", "jobs", FOLDERS},
    {"--recursive --directory -r -R", "notation", FOLDERS},
    {"--glob* --iglob -g", "files", "use --files PATTERN, or --exclude PATTERN"},
    {"--extension --extensions", "files", "use --files '*.EXTENSION'"},
    {"--name", "files", "="},
    {"--exclude-path --exclude-dir --ignore-file*", "exclude", "="},
    {"--pre --pre-glob", "files", "convert the files in a pipe, as in pdftotext FILE - | trawl"},
    {"--no-ignore* --unrestricted --no-require-git", "gitignore",
     "without --gitignore, ignored files are read; drop this option"},
    {"--hidden --dotfiles -.", "files0-from", "name the hidden file or folder"},
    {"--no-hidden", "files0-from", "hidden files are left out; drop this option"},
    {"--binary -a", "files0-from", "any bytes are read; drop this option"},
    {"--follow -L", "jobs", "symbolic links to files are followed; name those to folders"},
    {"--gzip --compress --compressed -z", "t", "=gzip"},
    {"--search-zip --decompress --gzip --compressed -z", "max-unpacked",
     "gzip, zstd, xz and bzip2 are unpacked; drop this option"},
    {"--max-filesize", "max-unpacked", "files may have any size; see also --max-unpacked"},
    {"--encoding --input-encoding", "charset", "="},
    {"--decode --decode-html --attachments", "charset",
     "mail is decoded; drop this option, or see --charset"},
    {"--mime --eml", "from", "=mail"},
    {"--mbox", "from", "=mbox"},
    {"--maildir", "jobs", "name the folder without an option"},
    {"--threads --parallel", "jobs", "="},
    /* Values: this hint replaces the list of values that the option takes. */
    {"--uniq=host --uniq=site --uniq=domain", "uniq",
     "for hosts: trawl -t tsv --fields host | sort -u"},
    {"--scheme=web --scheme=www --scheme=url", "scheme", " is not a scheme; use http,https"},
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
        if (name[1] ? table->name && strcmp(table->name, name) == 0 : table->letter == *name)
            return table;
    return NULL;
}

bool options_hint(const struct option *table, const char *given, char *hint, size_t size)
{
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        const struct hint *row = &hints[i];
        const struct option *option =
            hint_has(row->given, given, strlen(given)) ? hint_option(table, row->option) : NULL;
        const char *value = row->say + 1;

        if (!option || (*row->say == '=' && *value && !option_takes(option, value)))
            continue;
        if (!*value)
            value = option->value ? option->value : "";
        if (*row->say != '=')
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
    char given[64];

    (void)snprintf(given, sizeof given, "%s=%.*s", option, (int)(n < 40 ? n : 40), value);
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++)
        if (hint_has(hints[i].given, given, strlen(given)))
            return hints[i].say;
    return NULL;
}
