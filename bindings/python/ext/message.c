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
    {NULL, NULL}};
PyStructSequence_Desc py_message_desc = {"trawl.Message", "A message that mail() has read.",
                                         message_fields, 10};

PyObject *py_message_new(py_state *state, const trawl_mail_message *message)
{
    PyObject *made = PyStructSequence_New(state->message_type);
    PyObject *value[10] = {PyLong_FromUnsignedLongLong(message->number),
                           PyLong_FromUnsignedLongLong(message->offset),
                           py_str_of(message->id),
                           py_str_of(message->date_iso),
                           message->time_iso.n > 0 ? PyLong_FromLongLong(message->time)
                                                   : Py_NewRef(Py_None),
                           py_str_of(message->from_addr),
                           py_str_of(message->from),
                           py_str_of(message->subject),
                           py_str_of(message->list_id),
                           py_str_of(message->in_reply_to)};
    bool good = made != NULL;

    for (Py_ssize_t i = 0; i < 10; i++) {
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
