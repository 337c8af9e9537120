/* mail.c - trawl.mail(): an iterator over the links of messages, mailboxes, pages and web archives
 *
 * The input is bytes or a file. A file is read MAIL_BLOCK bytes at a time. The reader runs without
 * the GIL and keeps links and messages, which become objects when they are asked for.
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
    PyObject *file; /* NULL for bytes */
    py_text text;
    size_t at; /* the place of the next byte to read */
    bool ended;
    py_found found;
    size_t next; /* the next record */
    py_bytes texts;
    mail_note *note;
    size_t notes, note_room, next_note;
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

/* Keeps a message without Python's objects. Its uri is the last of its texts. */
static int mail_keep(mail_iter *self, const trawl_mail_message *message)
{
    trawl_str *text[MAIL_TEXTS];
    mail_note *note;

    if (self->notes == self->note_room) {
        size_t room = 2 * self->note_room + 8;
        mail_note *more = realloc(self->note, room * sizeof *more);

        if (!more)
            return TRAWL_ERROR_NO_MEMORY;
        self->note = more;
        self->note_room = room;
    }
    note = &self->note[self->notes++];
    note->message = *message;
    note->at = self->texts.n;
    mail_texts_of(&note->message, text);
    for (int i = 0; i < MAIL_TEXTS; i++)
        py_bytes_add(&self->texts, text[i]->p, text[i]->n);
    py_bytes_add(&self->texts, message->uri.p, message->uri.n);
    return self->texts.failed ? TRAWL_ERROR_NO_MEMORY : 0;
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
    note->message.uri.p = p;
    return py_message_new(state, &note->message);
}

/* ---- Reading ---- */

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
    return result;
}

static int mail_read(py_state *state, mail_iter *self)
{
    size_t n = self->text.n - self->at;
    const char *p = self->text.p + self->at;

    py_found_clear(&self->found);
    self->next = self->next_note = self->notes = self->texts.n = 0;
    if (self->file)
        return mail_read_file(state, self);
    n = n < MAIL_BLOCK ? n : MAIL_BLOCK;
    self->at += n;
    return mail_feed(state, self, p, n, self->at == self->text.n);
}

static PyObject *mail_next_link(py_state *state, mail_iter *self)
{
    py_offsets offsets = {.plain = true};
    uint64_t number;

    while (self->next == self->found.n) {
        if (self->ended || mail_read(state, self) < 0)
            return NULL;
    }
    number = py_found_message(&self->found, self->next);
    if (number != self->number) {
        Py_CLEAR(self->message);
        self->number = number;
        if (number != 0 && self->next_note < self->notes) {
            self->message = mail_message(state, self, &self->note[self->next_note++]);
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

    if (!state)
        return NULL;
    if (atomic_flag_test_and_set(&self->busy)) {
        PyErr_SetString(state->error, "another thread is using this object");
        return NULL;
    }
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
    Py_CLEAR(self->file);
    py_text_close(&self->text);
    Py_CLEAR(self->message);
    return 0;
}

static void mail_dealloc(PyObject *object)
{
    mail_iter *self = (mail_iter *)object;
    PyTypeObject *type = Py_TYPE(object);
    freefunc free_it = (freefunc)PyType_GetSlot(type, Py_tp_free);

    PyObject_GC_UnTrack(object);
    (void)mail_clear(object);
    trawl_mail_close(&self->reader);
    py_found_free(&self->found);
    py_bytes_free(&self->texts);
    free(self->note);
    Py_XDECREF((PyObject *)self->settings);
    free_it(object);
    Py_DECREF(type);
}

/* ---- mail() ---- */

/* Sets the input: a file, or bytes. */
static int mail_open(mail_iter *self, PyObject *source)
{
    if (PyUnicode_Check(source)) {
        PyErr_SetString(PyExc_TypeError, "mail() reads bytes or a binary file, not str");
        return -1;
    }
    if (!PyObject_HasAttrString(source, "read"))
        return py_text_open(&self->text, source, "the input of mail()");
    self->file = Py_NewRef(source);
    return 0;
}

static PyObject *mail_call(PyObject *module, PyObject *const *args, Py_ssize_t nargs,
                           PyObject *names)
{
    py_state *state = py_state_of(module);
    trawl_mail_config config = TRAWL_MAIL_CONFIG_INIT;
    allocfunc allocate = (allocfunc)PyType_GetSlot(state->mail_type, Py_tp_alloc);
    mail_iter *self;
    int error;

    if (nargs < 1) {
        PyErr_SetString(PyExc_TypeError, "mail() needs bytes or a binary file");
        return NULL;
    }
    self = (mail_iter *)allocate(state->mail_type, 0);
    if (!self)
        return NULL;
    atomic_flag_clear(&self->busy);
    self->settings = py_settings_call(state, args, nargs, 1, names);
    if (!self->settings || mail_open(self, args[0]) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    config.settings = self->settings->places;
    config.input = self->settings->input;
    config.headers = self->settings->headers;
    config.options = self->settings->mail_options;
    error = trawl_mail_open(&self->reader, &config, mail_event, self);
    if (error == TRAWL_OK)
        return (PyObject *)self;
    Py_DECREF(self);
    return py_raise(state, error);
}

PyDoc_STRVAR(
    mail_doc,
    "mail(source, settings=None, /, **options)\n--\n\n"
    "Iterate over the links of a message, a mailbox, a batch of news, a page or a web\n"
    "archive: bytes or a binary file. from_=\"mbox\" and so on say what it is; without it,\n"
    "its first bytes show it. start and end are in bytes of the source. Each link has its\n"
    "message, part, zone, sender, line, column, quote, quoted_by, field and anchor.\n\n"
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
