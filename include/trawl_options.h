/* trawl_options.h - options by name, for programs whose users write "find=url,www profile=uts58"
 *
 * Names and values are those of trawl(1), so that all programs spell them in the same way:
 *
 *     find=KINDS  profile=NAME  columns=N  notation=NAME  schemes=WHICH  domains=WHICH
 *     tlds=WHICH  hyphen=HOW  charset=NAME  base=URL  public-hosts  join
 *                                                          members of trawl_config
 *     from=KIND  headers=WHICH  refang                     members of trawl_mail_config
 *     live=SCHEMES                                         a member of trawl_emit_config
 *
 * These functions are in libraries with the parts html and mail.
 *
 * Example: read the options in a text, or print what is wrong with them
 *
 *     #include <stdio.h>
 *     #include <string.h>
 *     #include <trawl_options.h>
 *
 *     int main(void)
 *     {
 *         trawl_config config = TRAWL_CONFIG_INIT;
 *         trawl_options options = TRAWL_OPTIONS_INIT;
 *         trawl_option_fault fault = TRAWL_OPTION_FAULT_INIT;
 *         const char *text = "find=url profile=plain";
 *
 *         options.find = &config;
 *         if (trawl_options_read(&options, text, strlen(text), &fault) == TRAWL_OK)
 *             return 0;
 *         printf("%.*s: %.*s is wrong; it takes %s\n", (int)fault.name.n, fault.name.p,
 *                (int)fault.value.n, fault.value.p, fault.takes);
 *         return 2;
 *     }
 */
#ifndef TRAWL_OPTIONS_H
#define TRAWL_OPTIONS_H

#include <trawl_emit.h>
#include <trawl_mail.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The initial values of the structs below, as in trawl.h. */
#define TRAWL_OPTIONS_INIT TRAWL_SIZED(trawl_options)
#define TRAWL_OPTION_FAULT_INIT TRAWL_SIZED(trawl_option_fault)

/* Where options are stored. Members that no option names keep their values. The texts in the
 * configs are parts of your text. */
typedef struct trawl_options {
    size_t size;
    /* Each with its size set. The options of a config that is NULL do not exist. */
    trawl_config *find;
    trawl_mail_config *mail;
    trawl_emit_config *emit;
    /* Names of options that your program does not have, separated by blanks. NULL: none. */
    const char *without;
    /* The rest is used by the functions below; it must be zero at first. */
    trawl_str kinds; /* the value of find= */
    int domains;     /* domains= was given */
} trawl_options;

/* Why an option was refused. */
typedef struct trawl_option_fault {
    size_t size;
    trawl_str name;  /* the option, in your text */
    trawl_str value; /* the part of its value that is wrong; empty if a value is missing */
    int known;       /* 0: there is no such option */
    char takes[320]; /* what it takes: "strong or all"; for an unknown option, all options */
} trawl_option_fault;

/* Sets one option: name "find", value "url,www". `value` is NULL for an option without a value.
 * Also sets trawl_config.find to the kinds that all options so far select: those in find=, or the
 * default of the profile. `fault` may be NULL. Returns TRAWL_OK, TRAWL_ERROR_BAD_OPTION, or
 * TRAWL_ERROR_MISUSE for NULL or a missing size. */
TRAWL_API int trawl_options_set(trawl_options *o, const char *name, size_t name_n,
                                const char *value, size_t value_n, trawl_option_fault *fault);

/* Sets the options in a text: words NAME=VALUE or NAME, separated by blanks or line ends. Stops at
 * the first wrong word. Returns the same as trawl_options_set(). */
TRAWL_API int trawl_options_read(trawl_options *o, const char *text, size_t n,
                                 trawl_option_fault *fault);

/* Returns the i-th word, from 0, that an option takes. Returns NULL after the last word, and for an
 * option that takes no words. Sets *value to the word's meaning (a bit of enum trawl_find or
 * trawl_option, enum trawl_profile, ...), and *help to a short description, which may be empty;
 * both may be NULL. All texts are static. */
TRAWL_API const char *trawl_option_word(const char *option, int i, int *value, const char **help);

#ifdef __cplusplus
}
#endif

#endif
