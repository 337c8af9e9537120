/* trawl_py.h - what the files of the module trawl._core share
 *
 * The module uses the limited interface of Python 3.11, so that one build serves all later
 * versions. A function that returns NULL or -1 has set a Python exception, unless it says
 * otherwise. "Units" are what the caller counts: code points in str, bytes in bytes.
 */
#ifndef TRAWL_PY_H
#define TRAWL_PY_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <structmember.h>
#include <trawl.h>
#include <trawl_emit.h>
#include <trawl_mail.h>
#include <trawl_options.h>

/* Bytes: shorter texts are scanned without releasing the GIL, since that would cost more than the
 * scan. */
#define PY_SHORT 4096

/* The flags of every type. Objects refer to others, at least to their type, so the garbage
 * collector must find cycles of them. */
#define PY_TYPE_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_HAVE_GC)

/* The state of one import of the module: its objects, each by a name and in an array. */
enum { PY_STATE_OBJECTS = 11 + TRAWL_KIND_COUNT + TRAWL_ZONE_COUNT + TRAWL_FLAG_COUNT };
typedef union py_state {
    struct {
        PyTypeObject *settings_type, *link_type, *scanner_type, *mail_type, *message_type;
        PyObject *error, *option_error, *not_built_error;
        PyObject *defaults; /* a Settings */
        PyObject *cache;    /* a dict: options of calls, and their Settings */
        PyObject *empty;    /* an empty tuple */
        PyObject *kinds[TRAWL_KIND_COUNT], *zones[TRAWL_ZONE_COUNT], *flags[TRAWL_FLAG_COUNT];
    };
    PyObject *object[PY_STATE_OBJECTS];
} py_state;

/* ---- module.c ---- */

py_state *py_state_of(PyObject *module);
/* Returns the state of the module that defined the object's type. */
py_state *py_state_at(PyObject *object);
/* Sets the exception for an error of the library. Returns NULL. */
PyObject *py_raise(py_state *state, int error);
/* Sets `busy`, until the call ends. Returns 0, or -1 with an exception if a thread has set it. */
int py_begin(py_state *state, atomic_flag *busy);

/* ---- text.c ---- */

/* A text of the caller. */
typedef struct py_text {
    const char *p;
    size_t n;
    bool is_str;
    bool plain; /* offsets in bytes are offsets in units */
    PyObject *holds;
    Py_buffer view;
    bool viewed;
} py_text;

/* Borrows the bytes of a str or a bytes-like object, until the text is closed. `what` names the
 * object in messages. */
int py_text_open(py_text *text, PyObject *object, const char *what);
void py_text_close(py_text *text);

/* Sets *s to the bytes of a str, which owns them; None leaves *s as it is. Returns 0 or -1. */
int py_text_option(trawl_str *s, PyObject *object);

/* A place in a UTF-8 text, in bytes and in code points; both begin at 0. */
typedef struct py_place {
    size_t byte, unit;
} py_place;

/* Moves the place to a byte of the text, and returns its unit. p is the text from byte `from`
 * on. */
Py_ssize_t py_place_move(py_place *place, const char *p, size_t from, size_t byte);

/* Makes a str of bytes; U+FFFD replaces what is not UTF-8. */
PyObject *py_str(const char *p, size_t n);
PyObject *py_str_of(trawl_str s);
/* Makes a str, or a bytes object. */
PyObject *py_like(bool is_str, const char *p, size_t n);

/* Bytes that grow. After a failed call `failed` is set, and the bytes are incomplete. */
typedef struct py_bytes {
    char *p;
    size_t n, room;
    bool failed;
} py_bytes;

void py_bytes_add(py_bytes *bytes, const char *p, size_t n);
void py_bytes_free(py_bytes *bytes);
/* A trawl_write for a py_bytes. */
int py_bytes_write(void *user, const char *p, size_t n);

/* ---- settings.c ---- */

/* Settings for each use, which report only what that use needs. */
typedef struct py_settings {
    PyObject_HEAD trawl_settings *links, *places, *texts;
    int input, headers;
    unsigned mail_options;
    bool charset;      /* a charset is set, so a str cannot be read */
    bool gaps;         /* a text may be missing */
    PyObject *options; /* a dict */
} py_settings;

extern PyType_Spec py_settings_spec;
/* Returns a new reference to the Settings for a call. `settings` is the call's Settings, or NULL or
 * None for the defaults; `options` are its options by name, or NULL. */
py_settings *py_settings_for(py_state *state, PyObject *settings, PyObject *options);
/* The same as py_settings_for(), for a call with METH_FASTCALL: args[at] may be a Settings, and
 * `names` are those of options. */
py_settings *py_settings_call(py_state *state, PyObject *const *args, Py_ssize_t nargs,
                              Py_ssize_t at, PyObject *names);
/* Sets an exception if a text of this type cannot be read with the settings. */
int py_settings_fit(const py_settings *settings, const py_text *text);
/* Returns true if the object is a missing text, such as NaN; py_settings_gap() only if the settings
 * allow that. */
bool py_is_gap(PyObject *object);
bool py_settings_gap(const py_settings *settings, PyObject *object);

/* ---- link.c ---- */

/* What a scan has found, kept without Python's objects, so that no lock is needed. */
typedef struct py_found {
    size_t n;
    py_bytes records, spans, bytes;
} py_found;

/* Keeps a copy of a link. The message, part, zone and so on are kept only if `event` is not NULL.
 * Returns 0, or TRAWL_ERROR_NO_MEMORY. */
int py_found_add(py_found *found, const trawl_link *link, const trawl_event *event);
/* A trawl_link_sink and a trawl_sink for a py_found. */
int py_found_link(void *user, const trawl_link *link);
int py_found_event(void *user, const trawl_event *event);
void py_found_clear(py_found *found);
void py_found_free(py_found *found);

/* How offsets in bytes become those in the caller's units. */
typedef struct py_offsets {
    bool plain;
    const char *p; /* the text from byte `from` on */
    size_t from;
    py_place place;
} py_offsets;

extern PyType_Spec py_link_spec;
/* Completes the type. */
int py_link_ready(PyTypeObject *type);
/* Makes the Link of record i. `message` is its Message, or NULL. */
PyObject *py_link_new(py_state *state, const py_found *found, size_t i, py_offsets *offsets,
                      PyObject *message);
/* Makes a list of all links. */
PyObject *py_link_list(py_state *state, const py_found *found, py_offsets *offsets);
/* Returns the number of the message of record i, so that the caller knows when another message
 * begins. */
uint64_t py_found_message(const py_found *found, size_t i);

/* ---- message.c ---- */

extern PyStructSequence_Desc py_message_desc;
PyObject *py_message_new(py_state *state, const trawl_mail_message *message);

/* ---- The functions and types of the other files ---- */

extern PyType_Spec py_scanner_spec, py_mail_spec;
extern PyMethodDef py_find_methods[], py_url_methods[], py_html_methods[], py_mail_methods[],
    py_linkify_methods[], py_rewrite_methods[], py_many_methods[];

#endif
