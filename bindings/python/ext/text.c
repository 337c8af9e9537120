/* text.c - texts of Python: their bytes, offsets in units, and results
 *
 * The UTF-8 of a str in ASCII is its own memory. That of any other str is made once, and Python
 * keeps it. Objects that another thread might change during a scan are copied.
 */
#include "trawl_py.h"

/* Puts another exception in the place of the UnicodeEncodeError of a lone surrogate. */
static void text_refuse_surrogate(PyObject *object, const char *what)
{
    Py_ssize_t n = PyUnicode_GetLength(object), i = 0;
    char code[16];

    PyErr_Clear();
    while (i < n && (PyUnicode_ReadChar(object, i) & 0xfffff800u) != 0xd800u)
        i++;
    snprintf(code, sizeof code, "%04X", (unsigned)PyUnicode_ReadChar(object, i));
    PyErr_Format(PyExc_ValueError,
                 "%s has a lone surrogate, U+%s at index %zd, which has no UTF-8 form", what, code,
                 i);
}

static int text_open_str(py_text *text, PyObject *object, const char *what)
{
    Py_ssize_t n;

    text->p = PyUnicode_AsUTF8AndSize(object, &n);
    if (!text->p) {
        if (PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
            text_refuse_surrogate(object, what);
        return -1;
    }
    text->n = (size_t)n;
    text->is_str = true;
    text->plain = n == PyUnicode_GetLength(object);
    text->holds = Py_NewRef(object);
    return 0;
}

static int text_open_buffer(py_text *text, PyObject *object, const char *what)
{
    if (PyObject_GetBuffer(object, &text->view, PyBUF_SIMPLE) < 0) {
        if (PyErr_ExceptionMatches(PyExc_TypeError))
            PyErr_Format(PyExc_TypeError, "%s must be str or a bytes-like object, not %R", what,
                         (PyObject *)Py_TYPE(object));
        return -1;
    }
    text->viewed = true;
    text->p = text->view.buf;
    text->n = (size_t)text->view.len;
    if (!text->view.readonly) {
        text->holds = PyBytes_FromStringAndSize(text->p, (Py_ssize_t)text->n);
        PyBuffer_Release(&text->view);
        text->viewed = false;
        if (!text->holds)
            return -1;
        text->p = PyBytes_AsString(text->holds);
    }
    return 0;
}

int py_text_open(py_text *text, PyObject *object, const char *what)
{
    *text = (py_text){.plain = true};
    if (PyUnicode_Check(object))
        return text_open_str(text, object, what);
    if (!PyBytes_CheckExact(object))
        return text_open_buffer(text, object, what);
    text->p = PyBytes_AsString(object);
    text->n = (size_t)PyBytes_Size(object);
    text->holds = Py_NewRef(object);
    return 0;
}

void py_text_close(py_text *text)
{
    if (text->viewed)
        PyBuffer_Release(&text->view);
    text->viewed = false;
    Py_CLEAR(text->holds);
}

int py_text_option(trawl_str *s, PyObject *object)
{
    Py_ssize_t n;

    if (object == Py_None)
        return 0;
    if (!PyUnicode_Check(object)) {
        PyErr_Format(PyExc_TypeError, "this option takes a str or None, not %R", object);
        return -1;
    }
    s->p = PyUnicode_AsUTF8AndSize(object, &n);
    s->n = (size_t)n;
    return s->p ? 0 : -1;
}

Py_ssize_t py_place_move(py_place *place, const char *p, size_t from, size_t byte)
{
    while (place->byte < byte) {
        place->unit += (p[place->byte - from] & 0xc0) != 0x80;
        place->byte++;
    }
    while (place->byte > byte) {
        place->byte--;
        place->unit -= (p[place->byte - from] & 0xc0) != 0x80;
    }
    return (Py_ssize_t)place->unit;
}

PyObject *py_str(const char *p, size_t n)
{
    return PyUnicode_DecodeUTF8(n > 0 ? p : "", (Py_ssize_t)n, "replace");
}

PyObject *py_str_of(trawl_str s)
{
    return py_str(s.p, s.n);
}

PyObject *py_like(bool is_str, const char *p, size_t n)
{
    return is_str ? py_str(p, n) : PyBytes_FromStringAndSize(n > 0 ? p : "", (Py_ssize_t)n);
}

void py_bytes_add(py_bytes *bytes, const char *p, size_t n)
{
    if (bytes->room - bytes->n < n) {
        size_t room = 2 * bytes->room > bytes->n + n ? 2 * bytes->room : bytes->n + n + 1024;
        char *more = realloc(bytes->p, room);

        if (!more) {
            bytes->failed = true;
            return;
        }
        bytes->p = more;
        bytes->room = room;
    }
    if (n > 0)
        memcpy(bytes->p + bytes->n, p, n);
    bytes->n += n;
}

void py_bytes_free(py_bytes *bytes)
{
    free(bytes->p);
    *bytes = (py_bytes){.n = 0};
}

int py_bytes_write(void *user, const char *p, size_t n)
{
    py_bytes *bytes = user;

    py_bytes_add(bytes, p, n);
    return bytes->failed ? TRAWL_ERROR_NO_MEMORY : 0;
}
