/* message.c - trawl.Message: what mail() tells about the message that has a link */
#include "trawl_py.h"

static PyStructSequence_Field message_fields[] = {
    {"number", "its number in the input, from 1"},
    {"offset", "of its first byte"},
    {"id", "its Message-ID without brackets"},
    {"date", "when it was sent, \"2008-06-30T02:34:00-07:00\"; empty if unknown"},
    {"time", "the same in seconds since 1970; None if unknown"},
    {"sender", "the address in From"},
    {"from_", "the whole field From"},
    {"subject", "its subject"},
    {"list_id", "the id in List-Id"},
    {"in_reply_to", "the id of the message that it answers"},
    {"uri", "of a record of WARC: the URL of the page"},
    {NULL, NULL}};
PyStructSequence_Desc py_message_desc = {"trawl.Message", "A message that mail() has read.",
                                         message_fields, 11};

static PyObject *message_asdict(PyObject *message, PyObject *unused)
{
    PyObject *dict = PyDict_New();

    (void)unused;
    for (Py_ssize_t i = 0; dict && i < 11; i++)
        if (PyDict_SetItemString(dict, message_fields[i].name, PyTuple_GetItem(message, i)) < 0)
            Py_CLEAR(dict);
    return dict;
}

static PyMethodDef message_method = {"asdict", message_asdict, METH_NOARGS,
                                     "asdict()\n--\n\nReturn a dict of the fields."};

int py_message_ready(PyTypeObject *type)
{
    PyObject *method = PyDescr_NewMethod(type, &message_method);
    int result = method ? PyObject_SetAttrString((PyObject *)type, "asdict", method) : -1;

    Py_XDECREF(method);
    return result;
}

PyObject *py_message_new(py_state *state, const trawl_mail_message *message)
{
    PyObject *made = PyStructSequence_New(state->message_type);
    PyObject *value[11] = {PyLong_FromUnsignedLongLong(message->number),
                           PyLong_FromUnsignedLongLong(message->offset),
                           py_str_of(message->id),
                           py_str_of(message->date_iso),
                           message->time_iso.n > 0 ? PyLong_FromLongLong(message->time)
                                                   : Py_NewRef(Py_None),
                           py_str_of(message->from_addr),
                           py_str_of(message->from),
                           py_str_of(message->subject),
                           py_str_of(message->list_id),
                           py_str_of(message->in_reply_to),
                           py_str_of(message->uri)};
    bool good = made != NULL;

    for (Py_ssize_t i = 0; i < 11; i++) {
        good = good && value[i];
        if (made && value[i])
            PyStructSequence_SetItem(made, i, value[i]);
        else
            Py_XDECREF(value[i]);
    }
    if (!good)
        Py_CLEAR(made);
    return made;
}
