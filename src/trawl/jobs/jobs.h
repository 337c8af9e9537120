/* jobs.h - "trawl split", "trawl map" and "trawl merge"
 *
 *   split.c     divides the inputs into tasks
 *   manifest.c  writes and reads the list of tasks
 *   map.c       does tasks
 *   task.c      writes and reads the file with the output of a task
 *   records.c   makes the output of a task for an index
 *   merge.c     joins the outputs; feed.c passes them on to trawl-archive
 *
 * A task has one or more rows of the manifest. A row is a part of the inputs: a file, the messages
 * of a file that begin in a range of bytes, or some files of a folder.
 */
#ifndef TRAWL_TRAWL_JOBS_JOBS_H
#define TRAWL_TRAWL_JOBS_JOBS_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/sip.h"
#include "app/command.h"
#include "trawl/filter/filter.h"
#include "app/io/io.h"
#include "app/sandbox/sandbox.h"
#include "app/gather/gather.h"
#include "app/newfile/newfile.h"

/* The exit statuses, with the values of sysexits.h. The scripts in contrib test 65 and 75. */
enum {
    JOBS_DONE = 0,
    JOBS_USAGE = 64,
    JOBS_DAMAGED = 65,  /* an input is damaged; the output has the links of the rest */
    JOBS_NO_INPUT = 66, /* an input, or the output of a task, is missing or has changed */
    JOBS_IO = 74,
    JOBS_AGAIN = 75 /* no memory, a full disk, a file that is being written */
};

/* Returns the exit status for an errno. */
int jobs_status_of(int number);

/* Prints "trawl: COMMAND: WHAT: REASON" for an errno. Returns its exit status. */
int jobs_trouble(const char *command, const char *what, int number);

/* ---- The manifest: manifest.c ----
 *
 * Each line is a row with the columns id, input, from, to, bytes, unit and mark, separated by TABs.
 * Lines that begin with "#" are comments; the first line is a comment with the version. The rows of
 * a task are consecutive.
 */

enum unit {
    UNIT_FILE,    /* a whole file: from 0 to its size */
    UNIT_RANGE,   /* the messages that begin in a range of bytes */
    UNIT_MEMBERS, /* the records whose members begin in a range of bytes of a compressed file */
    UNIT_LOT,     /* the files of a folder with the numbers from..to */
    UNIT_COUNT
};

struct row {
    uint64_t id, from, to, bytes;
    char *input;
    enum unit unit;
    char mark[72]; /* changes with the input: "SIZE@TIME"; of a folder, "COUNT@HASH" of its names */
};

struct manifest {
    struct buffer text;
    struct row *rows;
    size_t count;
    uint64_t tasks; /* the largest id */
    sip_hash hash;  /* of the text */
};

/* Makes the mark of an input. Sets *status by stat(). Returns 0, or an exit status after an
 * error message. */
int manifest_mark(const char *command, const char *input, char mark[72], struct stat *status);

void manifest_begin(struct output *o);
void manifest_row(struct output *o, const struct row *row);

/* Reads a manifest; "-" is standard input. Returns 0, or an exit status after an error message.
 * Needs manifest_close() in either case. */
int manifest_read(struct manifest *manifest, const char *command, const char *name);
void manifest_close(struct manifest *manifest);

/* ---- The output of a task: task.c ----
 *
 * The file ID.task has the line "trawl task 2", frames, and a trailer. A frame begins with a line
 * of fields, separated by TABs: "B BYTES NOTES", followed by BYTES bytes of links and NOTES bytes
 * of notes; or "E MESSAGES LINES", which ends a row of the manifest. The trailer is also a line of
 * fields: "T", the fields of struct trailer, and a checksum of everything before it.
 */

struct trailer {
    uint64_t id, links, bytes; /* bytes: of the links */
    uint64_t size;             /* of the file, without the trailer */
    bool damaged;              /* some of the input is damaged */
    sip_hash manifest, mark;   /* hashes of the manifest and of the options */
    char version[40];
    struct buffer words; /* the options, with a NUL */
};

struct task_writer {
    uint64_t id;
    int fd, error; /* errno of the first failure */
    sip_hash sum;
    uint64_t bytes, size;
    struct buffer notes;
    struct output out; /* receives what the filter writes */
    struct output_taker taker;
    char buffer[1 << 16];
};

/* Lets a command write the files of tasks in the folder, one at a time. `folder` must stay
 * valid. */
void task_allow(struct sandbox *box, const char *folder);

/* Opens a temporary file. Returns 0 or an errno. Needs task_close() in either case. */
int task_begin(struct task_writer *w, uint64_t id);

/* Writes a frame. */
void task_put(struct task_writer *w, trawl_str bytes);

void task_end_row(struct task_writer *w, uint64_t messages, uint64_t lines);

/* Writes the trailer, syncs the file, and renames it to ID.task. Returns 0 or an errno. */
int task_commit(struct task_writer *w, struct trailer *t);

/* Removes the file if it was not committed. */
void task_close(struct task_writer *w);

struct task_reader {
    FILE *file;
    sip_hash sum;
    uint64_t at, links_bytes;
    struct buffer bytes, notes; /* of a frame */
    char *line;
    size_t line_size;
    uint64_t messages, lines; /* of the row that the last FRAME_END ended */
    struct trailer trailer;
};

enum task_state { TASK_WHOLE, TASK_MISSING, TASK_UNREADABLE, TASK_TORN };
enum task_frame { FRAME_BYTES, FRAME_END, FRAME_TRAILER, FRAME_BAD };

/* Opens the output of a task, and reads its trailer. Returns TASK_TORN when the trailer is missing
 * or does not match the size of the file. Needs task_reader_close() in any case. */
enum task_state task_open(struct task_reader *r, const char *folder, uint64_t id);

/* Reads the next frame. Returns FRAME_TRAILER after the last one when the checksum is right, and
 * FRAME_BAD for damaged data. */
enum task_frame task_next(struct task_reader *r);

/* Removes the first note from *notes and stores it in *note. Returns false when none is left. */
bool task_note(trawl_str *notes, struct note *note);

void task_reader_close(struct task_reader *r);

/* ---- Records for an index: records.c ----
 *
 * The frames of a task have whole records of src/app/gather, without notes; the first one has a
 * RECORD_SETTINGS.
 */

struct records {
    trawl_settings *settings;
    struct record_settings what;
    struct gather *gather;
    struct task_writer *to; /* of the task that is done */
    bool damaged;
    int status; /* of what stopped a row */
};

/* Reads the options of "trawl map --index". Sets *mark to a hash of them. Returns a status. Needs
 * records_close() in either case. */
int records_open(struct records *records, int argc, char **argv, sip_hash *mark);
void records_begin(struct records *records, struct task_writer *to);

/* Writes the records of a part of the inputs. Returns a status. */
int records_row(struct records *records, const struct row *row, struct trailer *t);
void records_close(struct records *records);

/* The options in the trailer of a task for an index begin with this. */
#define RECORDS_WORD "--index"

/* ---- The index: feed.c ---- */

/* The process that becomes trawl-archive. */
struct feed {
    int to; /* the end of a pipe */
    pid_t child;
};

/* Forks the process now, since no program can be started once the sandbox is closed. Returns a
 * status. */
int feed_open(struct feed *f, const struct merge_options *options);

/* Passes the records on if `status` is JOBS_DONE; otherwise ends the process. Returns a status. */
int feed_index(const struct feed *f, const struct manifest *manifest, const char *folder,
               const struct merge_options *options, int status);

/* ---- The commands; each returns an exit status ---- */

typedef int jobs_command(struct output *out, int argc, char **argv);
jobs_command split_run, map_run, merge_run;

/* Runs one of them, and closes its output. Returns its exit status. */
int jobs_run(const char *name, jobs_command *run, struct output *out, int argc, char **argv);

#endif
