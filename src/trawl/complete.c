/* complete.c - "trawl help completion SHELL": prints the completions for bash, zsh or fish
 *
 * The tables of options have all that the completions need: names, choices, the words of lists with
 * commas, and which values are files. Before a command's name is known, files and commands are
 * completed.
 */
#include "app/command.h"

struct script {
    struct output *o;
    const struct command *const *commands;
    size_t count;
};

const char *const complete_shells[] = {"bash", "zsh", "fish", NULL};

/* ---- What an option takes ---- */

static bool complete_is_end(const struct option *t)
{
    return !t->name && !t->letter;
}

/* Returns true for an entry that the shell completes: not the end of the options, "--". */
static bool is_real(const struct option *t)
{
    return t->letter || t->name[0];
}

/* Returns true for the second of two entries with the same name: its value may be left out, and
 * must follow "=". */
static bool is_optional(const struct option *table, const struct option *t)
{
    return t->name && t->value && t > table && t[-1].name && strcmp(t[-1].name, t->name) == 0;
}

/* Returns true for the first of two entries with the same name. */
static bool has_twin(const struct option *t)
{
    return t->name && !complete_is_end(t + 1) && t[1].name && strcmp(t->name, t[1].name) == 0;
}

/* Writes all words with this text between. */
static void complete_put_words(struct output *o, const struct option *t, const char *between)
{
    const char *word;

    for (int i = 0; (word = option_word(t, i)) != NULL; i++) {
        output_text(o, i > 0 ? between : "");
        output_text(o, word);
    }
}

/* Writes text in single quotes of a shell, with a backslash before each byte of `special`. */
static void complete_put_quoted(struct output *o, const char *text, size_t n, const char *special)
{
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\'') {
            output_text(o, "'\\''");
            continue;
        }
        output_text(o, strchr(special, text[i]) ? "\\" : "");
        output_byte(o, text[i] == '\n' ? ' ' : text[i]);
    }
}

/* Writes the first sentence of the help, or what precedes a list in it. */
static void put_help(struct output *o, const struct option *t, const char *special)
{
    size_t n = 0;
    const char *p = t->help;

    while (p[n] && p[n] != ';' && !(strchr(".:", p[n]) && (p[n + 1] == '\n' || !p[n + 1])) &&
           !(p[n] == '.' && p[n + 1] == ' '))
        n++;
    complete_put_quoted(o, p, n, special);
}

static void put_commands(const struct script *s, const char *between)
{
    for (size_t i = 0; i < s->count; i++) {
        output_text(s->o, i > 0 ? between : "");
        output_text(s->o, s->commands[i]->name);
    }
}

/* Calls `put` for the filter and for each command that has options. */
static void each_command(const struct script *s,
                         void (*put)(const struct script *s, const struct command *c))
{
    put(s, &command_find);
    for (size_t i = 0; i < s->count; i++)
        if (s->commands[i]->options)
            put(s, s->commands[i]);
}

/* ---- bash ---- */

/* Writes the patterns of an option: 'check,-t' | 'check,--to' | 'check,--to='. An optional value is
 * completed only after "=". */
static void put_patterns(struct output *o, const struct command *c, const struct option *t,
                         bool optional)
{
    const char *name = c->name ? c->name : "";

    output_text(o, "        ");
    if (t->letter)
        output_printf(o, "'%s,-%c'%s", name, t->letter, t->name ? " | " : "");
    if (t->name)
        output_printf(o, "'%s,--%s%s'", name, t->name, optional ? "=" : "");
    if (t->name && !optional)
        output_printf(o, " | '%s,--%s='", name, t->name);
    output_text(o, ") ");
}

static void put_bash_values(const struct script *s, const struct command *c)
{
    for (const struct option *t = c->options; !complete_is_end(t); t++) {
        if (!t->value || !is_real(t))
            continue;
        put_patterns(s->o, c, t, is_optional(c->options, t));
        output_text(s->o, t->file ? "kind=files" : t->many ? "kind=list" : "kind=words");
        output_text(s->o, " words='");
        complete_put_words(s->o, t, " ");
        output_text(s->o, "' ;;\n");
    }
}

static void put_bash_options(const struct script *s, const struct command *c)
{
    output_printf(s->o, "        '%s') words='", c->name ? c->name : "");
    for (const struct option *t = c->options; !complete_is_end(t); t++) {
        if (!is_real(t))
            continue;
        if (t->letter)
            output_printf(s->o, "-%c ", t->letter);
        if (t->name)
            output_printf(s->o, "--%s%s ", t->name, is_optional(c->options, t) ? "=" : "");
    }
    output_printf(s->o, "' kind=%s ;;\n", c->urls ? "words" : "files");
}

/* bash divides words at "=": "--to=json" is three words. */
static void put_bash(const struct script *s)
{
    output_text(s->o,
                "# bash completion of trawl, made by \"trawl help completion bash\"\n"
                "_trawl() {\n"
                "    local cur=${COMP_WORDS[COMP_CWORD]} option='' command='' kind='' words=''\n"
                "    local i=$((COMP_CWORD - 1))\n"
                "    [ \"$cur\" != = ] || { cur='' i=$COMP_CWORD; }\n"
                "    option=${COMP_WORDS[i]}\n"
                "    [ \"$option\" != = ] || [ \"$i\" -lt 2 ] || option=${COMP_WORDS[i - 1]}=\n"
                "    if [ \"$COMP_CWORD\" -gt 1 ]; then\n"
                "        case ${COMP_WORDS[1]} in\n"
                "        ");
    put_commands(s, " | ");
    output_text(s->o, ") command=${COMP_WORDS[1]} ;;\n"
                      "        esac\n"
                      "    fi\n"
                      "    case $command,$option in\n");
    each_command(s, put_bash_values);
    output_text(s->o, "    esac\n"
                      "    COMPREPLY=()\n"
                      "    if [ -z \"$kind\" ]; then\n"
                      "        case $command in\n");
    each_command(s, put_bash_options);
    output_text(s->o, "        help) words='");
    put_commands(s, " ");
    output_text(s->o, "' kind=words ;;\n"
                      "        esac\n"
                      "        if [ \"$command\" != help ] && [ \"${cur#-}\" = \"$cur\" ]; then\n"
                      "            words=''\n"
                      "            [ \"$COMP_CWORD\" -gt 1 ] || words='");
    put_commands(s, " ");
    output_text(
        s->o,
        "'\n"
        "            [ \"$kind\" != files ] || mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
        "        fi\n"
        "        [ \"$kind\" != files ] || compopt -o filenames 2>/dev/null\n"
        "        kind=words\n"
        "    fi\n"
        "    case $kind in\n"
        "    files)\n"
        "        compopt -o filenames 2>/dev/null\n"
        "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -f -- \"$cur\") ;;\n"
        "    list)\n"
        "        local before=''\n"
        "        [ \"${cur%,*}\" = \"$cur\" ] || before=${cur%,*},\n"
        "        compopt -o nospace 2>/dev/null\n"
        "        mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$words\" -- \"${cur##*,}\") ;;\n"
        "    words)\n"
        "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W \"$words\" -- \"$cur\") ;;\n"
        "    esac\n"
        "    [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != --*= ]] || compopt -o nospace 2>/dev/null\n"
        "}\n"
        "complete -F _trawl trawl\n");
}

/* ---- zsh ---- */

static void put_zsh_value(struct output *o, const struct option *t, bool optional)
{
    output_text(o, optional ? "::" : ":");
    complete_put_quoted(o, t->value, strlen(t->value), ":");
    output_text(o, ":");
    if (!option_word(t, 0)) {
        output_text(o, t->file ? "_files" : "");
        return;
    }
    output_text(o, t->file   ? "{_alternative \"words\\:word\\:("
                   : t->many ? "_sequence compadd - "
                             : "(");
    complete_put_words(o, t, " ");
    output_text(o, t->file ? ")\" \"files\\:file\\:_files\"}" : t->many ? "" : ")");
}

static void put_zsh_option(struct output *o, const struct option *t, bool optional)
{
    const char *join = t->value ? optional ? "=-" : "=" : "";

    output_text(o, "        ");
    if (t->letter && t->name)
        output_printf(o, "'(-%c --%s)'{-%c%s,--%s%s}", t->letter, t->name, t->letter,
                      t->value ? "+" : "", t->name, join);
    else if (t->letter)
        output_printf(o, "-%c", t->letter);
    else
        output_printf(o, "'%s--%s%s'", t->many ? "*" : "", t->name, join);
    output_text(o, "'[");
    put_help(o, t, "[]:\\");
    output_text(o, "]");
    if (t->value)
        put_zsh_value(o, t, optional);
    output_text(o, "'\n");
}

static void put_zsh_options(const struct script *s, const struct command *c)
{
    output_printf(s->o, "    %s)\n        specs=(\n", c->name ? c->name : "''");
    for (const struct option *t = c->options; !complete_is_end(t); t++)
        if (is_real(t) && !has_twin(t))
            put_zsh_option(s->o, t, is_optional(c->options, t));
    output_text(s->o, c->urls   ? "        '*: :_message URL'\n"
                      : c->name ? "        '*:file:_files'\n"
                                : "        '1: :_trawl_first'\n        '*:file:_files'\n");
    output_text(s->o, "        ) ;;\n");
}

static void put_zsh(const struct script *s)
{
    output_text(s->o, "#compdef trawl\n"
                      "# zsh completion of trawl, made by \"trawl help completion zsh\"\n"
                      "_trawl_first() {\n"
                      "    _alternative 'commands:command:(");
    put_commands(s, " ");
    output_text(s->o, ")' 'files:file:_files'\n"
                      "}\n"
                      "_trawl() {\n"
                      "    local -a specs\n"
                      "    local command=''\n"
                      "    if (( CURRENT > 2 )); then\n"
                      "        case $words[2] in\n"
                      "        (");
    put_commands(s, "|");
    output_text(s->o, ") command=$words[2]; shift words; (( CURRENT-- )) ;;\n"
                      "        esac\n"
                      "    fi\n"
                      "    case $command in\n");
    each_command(s, put_zsh_options);
    output_text(s->o, "    help)\n        specs=('1:command:(");
    put_commands(s, " ");
    output_text(s->o, ")') ;;\n"
                      "    esac\n"
                      "    _arguments -s -S $specs\n"
                      "}\n"
                      "_trawl \"$@\"\n");
}

/* ---- fish ---- */

static void put_fish_option(struct output *o, const struct option *t, bool optional)
{
    if (t->letter)
        output_printf(o, " -s %c", t->letter);
    if (t->name)
        output_printf(o, " -l %s", t->name);
    if (t->value && t->file)
        output_text(o, " -r -F");
    else if (t->value)
        output_text(o, optional ? " -f" : " -x");
    if (t->value && option_word(t, 0)) {
        output_text(o, t->many ? " -a '(__trawl_list " : " -a '");
        complete_put_words(o, t, " ");
        output_text(o, t->many ? ")'" : "'");
    }
    output_text(o, " -d '");
    put_help(o, t, "\\");
    output_text(o, "'\n");
}

static void put_fish_options(const struct script *s, const struct command *c)
{
    for (const struct option *t = c->options; !complete_is_end(t); t++) {
        if (!is_real(t) || has_twin(t))
            continue;
        if (c->name)
            output_printf(s->o, "complete -c trawl -n '__trawl_is %s'", c->name);
        else
            output_text(s->o, "complete -c trawl -n '__trawl_is find'");
        put_fish_option(s->o, t, is_optional(c->options, t));
    }
    if (c->urls)
        output_printf(s->o, "complete -c trawl -n '__trawl_is %s' -f\n", c->name);
}

static void put_fish(const struct script *s)
{
    output_text(s->o, "# fish completion of trawl, made by \"trawl help completion fish\"\n"
                      "function __trawl_is\n"
                      "    set -l words (commandline -opc)\n"
                      "    set -l command find\n"
                      "    contains -- \"$words[2]\" ");
    put_commands(s, " ");
    output_text(s->o, "; and set command $words[2]\n"
                      "    test $command = $argv[1]\n"
                      "end\n"
                      "function __trawl_list\n"
                      "    set -l before (string replace -rf '^(?:-[^=]*=)?(.*,).*$' '$1' -- "
                      "(commandline -ct))\n"
                      "    printf '%s\\n' \"$before\"$argv\n"
                      "end\n");
    each_command(s, put_fish_options);
    output_text(s->o, "complete -c trawl -n '__fish_is_first_token' -a '");
    put_commands(s, " ");
    output_text(s->o, "'\ncomplete -c trawl -n '__trawl_is help' -x -a '");
    put_commands(s, " ");
    output_text(s->o, "'\n");
}

int complete_run(struct output *o, const struct command *const *commands, size_t count,
                 const char *shell)
{
    const struct script s = {o, commands, count};
    int i =
        options_choose(NULL, "completion", "shell", complete_shells, shell, strlen(shell), NULL);

    if (i < 0)
        return STATUS_TROUBLE;
    if (i == 0)
        put_bash(&s);
    else if (i == 1)
        put_zsh(&s);
    else
        put_fish(&s);
    return STATUS_GOOD;
}
