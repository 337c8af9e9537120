/* mail.c - trawl.mail(): an iterator over the links of messages, mailboxes and pages
 *
 * The input is bytes, a file, a path, a message of the module email, or a mailbox of the module
 * mailbox, whose messages are read one after the other. A file is read MAIL_BLOCK bytes at a time.
 * The reader runs without the GIL and keeps links and messages, which become objects when they are
 * requested.
 */
#include "trawl_py.h"

#define MAIL_BLOCK 65536
#define MAIL_TEXTS 8

/* A message that has links: its numbers, and the lengths of its texts. The texts are in
 * mail_iter.texts, one after the other. */
typedef struct mail_note {
    trawl_mail_message message;
    size_t at;
} mail_note;

typedef struct mail_iter {
    PyObject_HEAD trawl_mail *reader;
    py_settings *settings;
    PyObject *file;  /* NULL for bytes */
    PyObject *items; /* an iterator over the messages of a mailbox, or NULL */
    py_text text;
    size_t at; /* the place of the next byte to read */
    int input;
    uint64_t item;      /* the number of the message in the mailbox, from 1, or 0 */
    bool ended, opened; /* opened: the file was opened here, and is closed here */
    py_found found;
    size_t next; /* the next record */
    py_bytes texts;
    py_bytes notes;
    size_t next_note;  /* its offset in `notes`, in bytes */
    PyObject *message; /* the Message of the last link */
    uint64_t number, noted;
    atomic_flag busy;
} mail_iter;

/* ---- Messages ---- */

static void mail_texts_of(trawl_mail_message *message, trawl_str *text[MAIL_TEXTS])
{
    trawl_str *all[MAIL_TEXTS] = {&message->id,        &message->date_iso,   &message->time_iso,
                                  &message->from_addr, &message->from,       &message->subject,
                                  &message->list_id,   &message->in_reply_to};

    memcpy(text, all, sizeof all);
}

/* Keeps a message without Python's objects. */
static int mail_keep(mail_iter *self, const trawl_mail_message *message)
{
    trawl_str *text[MAIL_TEXTS];
    mail_note note = {*message, self->texts.n};

    if (self->item > 0)
        note.message.number = self->item;
    py_bytes_add(&self->notes, (const char *)&note, sizeof note);
    mail_texts_of(&note.message, text);
    for (int i = 0; i < MAIL_TEXTS; i++)
        py_bytes_add(&self->texts, text[i]->p, text[i]->n);
    return self->texts.failed || self->notes.failed ? TRAWL_ERROR_NO_MEMORY : 0;
}

static int mail_event(void *user, const trawl_event *event)
{
    mail_iter *self = user;

    if (event->type != TRAWL_EVENT_LINK)
        return 0;
    if (event->message && event->message->number != 0 && event->message->number != self->noted) {
        self->noted = event->message->number;
        if (mail_keep(self, event->message) != 0)
            return TRAWL_ERROR_NO_MEMORY;
    }
    return py_found_add(&self->found, event->link, event);
}

/* Makes the Message of a note. */
static PyObject *mail_message(py_state *state, mail_iter *self, mail_note *note)
{
    trawl_str *text[MAIL_TEXTS];
    const char *p = self->texts.p + note->at;

    mail_texts_of(&note->message, text);
    for (int i = 0; i < MAIL_TEXTS; i++) {
        text[i]->p = p;
        p += text[i]->n;
    }
    return py_message_new(state, &note->message);
}

/* ---- Reading ---- */

/* Closes the file if it was opened here. Keeps the exception that is set. */
static void mail_close(mail_iter *self)
{
    PyObject *type, *value, *trace;

    PyErr_Fetch(&type, &value, &trace);
    if (self->opened)
        Py_XDECREF(PyObject_CallMethod(self->file, "close", NULL));
    self->opened = false;
    PyErr_Restore(type, value, trace);
}

/* Feeds the next block, and ends the input if it is the last one. */
static int mail_feed(py_state *state, mail_iter *self, const char *p, size_t n, bool last)
{
    int error;

    Py_BEGIN_ALLOW_THREADS error = trawl_mail_feed(self->reader, p, n);
    if (error == TRAWL_OK && last)
        error = trawl_mail_finish(self->reader);
    Py_END_ALLOW_THREADS self->ended = last || error != TRAWL_OK;
    if (error != TRAWL_OK)
        py_raise(state, error);
    return error == TRAWL_OK ? 0 : -1;
}

static int mail_read_file(py_state *state, mail_iter *self)
{
    PyObject *block = PyObject_CallMethod(self->file, "read", "i", MAIL_BLOCK);
    py_text text;
    int result;

    if (!block)
        return -1;
    if (block != Py_None && PyUnicode_Check(block)) {
        PyErr_SetString(PyExc_TypeError, "mail() needs a binary file; open it with mode \"rb\"");
        Py_DECREF(block);
        return -1;
    }
    result = py_text_open(&text, block, "a block of the file");
    Py_DECREF(block);
    if (result < 0)
        return -1;
    result = mail_feed(state, self, text.p, text.n, text.n == 0);
    py_text_close(&text);
    if (self->ended)
        mail_close(self);
    return result;
}

static int mail_read(py_state *state, mail_iter *self)
{
    size_t n = self->text.n - self->at;
    const char *p = self->text.p + self->at;

    py_found_clear(&self->found);
    self->next = self->next_note = self->notes.n = self->texts.n = 0;
    if (self->file)
        return mail_read_file(state, self);
    n = n < MAIL_BLOCK ? n : MAIL_BLOCK;
    self->at += n;
    return mail_feed(state, self, p, n, self->at == self->text.n);
}

/* Begins the next message of the mailbox. Returns -1 after the last one, or with an exception. */
static int mail_next_item(py_state *state, mail_iter *self)
{
    PyObject *item = self->items ? PyIter_Next(self->items) : NULL;
    int error, result;

    if (!item)
        return -1;
    py_text_close(&self->text);
    result = py_text_open(&self->text, item, "a message of the mailbox");
    Py_DECREF(item);
    if (result < 0)
        return -1;
    self->item++;
    self->at = self->number = self->noted = 0;
    error = trawl_mail_reset(self->reader);
    if (error == TRAWL_OK)
        error = trawl_mail_expect(self->reader, self->input);
    self->ended = error != TRAWL_OK;
    return self->ended ? (py_raise(state, error), -1) : 0;
}

static PyObject *mail_next_link(py_state *state, mail_iter *self)
{
    py_offsets offsets = {.plain = true};
    uint64_t number;

    while (self->next == self->found.n) {
        if ((self->ended && mail_next_item(state, self) < 0) || mail_read(state, self) < 0)
            return NULL;
    }
    number = py_found_message(&self->found, self->next);
    if (number != self->number) {
        Py_CLEAR(self->message);
        self->number = number;
        if (number != 0 && self->next_note < self->notes.n) {
            self->message = mail_message(state, self, (void *)(self->notes.p + self->next_note));
            self->next_note += sizeof(mail_note);
            if (!self->message)
                return NULL;
        }
    }
    return py_link_new(state, &self->found, self->next++, &offsets, self->message);
}

static PyObject *mail_next(PyObject *object)
{
    py_state *state = py_state_at(object);
    mail_iter *self = (mail_iter *)object;
    PyObject *link;

    if (!state || py_begin(state, &self->busy) < 0)
        return NULL;
    link = mail_next_link(state, self);
    atomic_flag_clear(&self->busy);
    return link;
}

static int mail_traverse(PyObject *object, visitproc visit, void *arg)
{
    mail_iter *self = (mail_iter *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT((PyObject *)self->settings);
    Py_VISIT(self->file);
    Py_VISIT(self->items);
    Py_VISIT(self->text.holds);
    Py_VISIT(self->text.view.obj);
    Py_VISIT(self->message);
    return 0;
}

/* Ends the input first, since a finalizer may still ask for the next link. */
static int mail_clear(PyObject *object)
{
    mail_iter *self = (mail_iter *)object;

    self->ended = true;
    self->next = self->found.n;
    mail_close(self);
    Py_CLEAR(self->file);
    Py_CLEAR(self->items);
    py_text_close(&self->text);
    Py_CLEAR(self->message);
    return 0;
}

static void mail_dealloc(PyObject *object)
{
    mail_iter *self = (mail_iter *)object;
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    (void)mail_clear(object);
    trawl_mail_close(&self->reader);
    py_found_free(&self->found);
    py_bytes_free(&self->texts);
    py_bytes_free(&self->notes);
    Py_XDECREF((PyObject *)self->settings);
    PyObject_GC_Del(object);
    Py_DECREF(type);
}

/* ---- mail() ---- */

/* Sets an iterator over the bytes of each message of a mailbox. */
static int mail_open_box(mail_iter *self, PyObject *box)
{
    PyObject *keys = PyObject_CallMethod(box, "keys", NULL);
    PyObject *read = keys ? PyObject_GetAttrString(box, "get_bytes") : NULL;

    if (read)
        self->items = PyObject_CallFunctionObjArgs((PyObject *)&PyMap_Type, read, keys, NULL);
    Py_XDECREF(keys);
    Py_XDECREF(read);
    self->ended = true;
    return self->items ? 0 : -1;
}

static int mail_open_path(mail_iter *self, PyObject *path)
{
    PyObject *io = PyImport_ImportModule("io");

    self->file = io ? PyObject_CallMethod(io, "open", "Os", path, "rb") : NULL;
    self->opened = self->file != NULL;
    Py_XDECREF(io);
    return self->opened ? 0 : -1;
}

/* Sets the input. Messages of email and mailbox are read as mail, unless from_ says otherwise. */
static int mail_open(mail_iter *self, PyObject *source)
{
    bool message = PyObject_HasAttrString(source, "as_bytes");
    bool box = PyObject_HasAttrString(source, "get_bytes");
    PyObject *bytes;
    int result;

    if (PyUnicode_Check(source)) {
        PyErr_SetString(PyExc_TypeError, "mail() reads bytes, a binary file, a pathlib.Path, a "
                                         "message or a mailbox, not str");
        return -1;
    }
    if ((message || box) && self->input == TRAWL_INPUT_AUTO)
        self->input = TRAWL_INPUT_MAIL;
    if (box)
        return mail_open_box(self, source);
    if (PyObject_HasAttrString(source, "__fspath__"))
        return mail_open_path(self, source);
    if (PyObject_HasAttrString(source, "read")) {
        self->file = Py_NewRef(source);
        return 0;
    }
    bytes = message ? PyObject_CallMethod(source, "as_bytes", NULL) : Py_NewRef(source);
    result = bytes ? py_text_open(&self->text, bytes, "the input of mail()") : -1;
    Py_XDECREF(bytes);
    return result;
}

/* Tells the reader the name of the file. Returns 0, or -1 with an exception. */
static int mail_name(mail_iter *self, PyObject *path)
{
    PyObject *name;

    if (!PyUnicode_FSConverter(path, &name))
        return -1;
    (void)trawl_mail_name(self->reader, PyBytes_AsString(name), (size_t)PyBytes_Size(name));
    Py_DECREF(name);
    return 0;
}

static PyObject *mail_call(PyObject *module, PyObject *const *args, Py_ssize_t nargs,
                           PyObject *names)
{
    py_state *state = py_state_of(module);
    trawl_mail_config config = TRAWL_MAIL_CONFIG_INIT;
    mail_iter *self;
    int error;

    if (nargs < 1) {
        PyErr_SetString(PyExc_TypeError, "mail() needs bytes, a binary file or a path");
        return NULL;
    }
    self = (mail_iter *)PyType_GenericAlloc(state->mail_type, 0);
    if (!self)
        return NULL;
    atomic_flag_clear(&self->busy);
    self->settings = py_settings_call(state, args, nargs, 1, names);
    self->input = self->settings ? self->settings->input : 0;
    if (!self->settings || mail_open(self, args[0]) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    config.settings = self->settings->places;
    config.input = self->input;
    config.headers = self->settings->headers;
    config.options = self->settings->mail_options;
    error = trawl_mail_open(&self->reader, &config, mail_event, self);
    if (error == TRAWL_OK && (!self->opened || mail_name(self, args[0]) == 0))
        return (PyObject *)self;
    Py_DECREF(self);
    return error == TRAWL_OK ? NULL : py_raise(state, error);
}

PyDoc_STRVAR(
    mail_doc,
    "mail(source, settings=None, /, **options)\n--\n\n"
    "Iterate over the links of a message, a mailbox, a batch of news, a page or a web\n"
    "archive: bytes, a binary file, a pathlib.Path, a message of the module email, or a mailbox\n"
    "of the module mailbox. from_=\"mbox\" and so on say what it is; without it, its first bytes\n"
    "show it. start and end are in bytes of the source; in a mailbox, of the message. Each link\n"
    "has its message, part, zone, sender, line, column, quote, quoted_by, field and anchor.\n\n"
    ">>> source = b\"From: Joe <joe@example.org>\\nSubject: Hi\\nMessage-ID: <1@a>\\n\\n> http://a.example/\\n\"\n"
    ">>> for link in mail(source):\n"
    "...     print(link.url, link.zone, link.sender, link.message.subject)\n"
    "http://a.example/ quoted joe@example.org Hi\n");

PyMethodDef py_mail_methods[] = {
    {"mail", (PyCFunction)(void (*)(void))mail_call, METH_FASTCALL | METH_KEYWORDS, mail_doc},
    {NULL, NULL, 0, NULL}};

static PyType_Slot mail_slots[] = {{Py_tp_doc, "The links of an input; see mail()."},
                                   {Py_tp_dealloc, mail_dealloc},
                                   {Py_tp_traverse, mail_traverse},
                                   {Py_tp_clear, mail_clear},
                                   {Py_tp_iter, PyObject_SelfIter},
                                   {Py_tp_iternext, mail_next},
                                   {0, NULL}};
PyType_Spec py_mail_spec = {"trawl.MailLinks", sizeof(mail_iter), 0,
                            PY_TYPE_FLAGS | Py_TPFLAGS_DISALLOW_INSTANTIATION, mail_slots};
