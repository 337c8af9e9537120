/* say.h - messages to the user, on standard error
 *
 * A message says what was wrong and with what: "trawl: check: unknown option --foo; ...". What came from outside is
 * escaped as for people, so a hostile argument cannot drive the terminal.
 */
#ifndef TRAWL_CLI_SAY_H
#define TRAWL_CLI_SAY_H

/* "trawl: COMMAND: TEXT", then ARGUMENT escaped, then REST, then LF. command, argument and rest may be NULL. */
void say(const char *command, const char *text, const char *argument, const char *rest);

/* The same for trouble the system reported: "trawl: COMMAND: WHAT: No such file or directory". */
void say_system(const char *command, const char *what, int number);

/* From now on, what this thread says goes there; NULL: to standard error. */
struct output_elsewhere;
void say_elsewhere(struct output_elsewhere *e);

#endif
