/* module.c - the module trawl._core: its state, exceptions and types
 *
 * Each interpreter has a module of its own; the library has no state that Python could see. On a
 * Python without the GIL, the module says that it does not need one.
 */
#include "trawl_py.h"

_Static_assert(sizeof(py_state) == PY_STATE_OBJECTS * sizeof(PyObject *), "all members");

py_state *py_state_of(PyObject *module)
{
    return PyModule_GetState(module);
}

py_state *py_state_at(PyObject *object)
{
    return PyType_GetModuleState(Py_TYPE(object));
}

PyObject *py_raise(py_state *state, int error)
{
    if (error == TRAWL_ERROR_NO_MEMORY)
        return PyErr_NoMemory();
    PyErr_SetString(error == TRAWL_ERROR_NOT_BUILT ? state->not_built_error
                    : error == TRAWL_ERROR_BAD_CHARSET || error == TRAWL_ERROR_BAD_OPTION ||
                            error == TRAWL_ERROR_BAD_RULE
                        ? state->option_error
                        : state->error,
                    trawl_strerror(error));
    return NULL;
}

int py_begin(py_state *state, atomic_flag *busy)
{
    if (!atomic_flag_test_and_set(busy))
        return 0;
    PyErr_SetString(state->error, "another thread is using this object");
    return -1;
}

static int module_type(PyObject *module, PyTypeObject **type, PyType_Spec *spec)
{
    *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    return *type ? PyModule_AddType(module, *type) : -1;
}

static int module_exceptions(PyObject *module, py_state *state)
{
    PyObject *bases;

    state->error = PyErr_NewExceptionWithDoc("trawl.Error",
                                             "All exceptions of trawl derive from it.", NULL, NULL);
    bases = state->error ? PyTuple_Pack(2, state->error, PyExc_ValueError) : NULL;
    if (bases)
        state->option_error = PyErr_NewExceptionWithDoc(
            "trawl.OptionError", "An option is unknown or wrong.", bases, NULL);
    Py_XDECREF(bases);
    if (state->option_error)
        state->not_built_error = PyErr_NewExceptionWithDoc(
            "trawl.NotBuiltError", "This build lacks what the call needs, such as PCRE2.",
            state->error, NULL);
    if (!state->not_built_error)
        return -1;
    return PyModule_AddObjectRef(module, "Error", state->error) < 0 ||
                   PyModule_AddObjectRef(module, "OptionError", state->option_error) < 0 ||
                   PyModule_AddObjectRef(module, "NotBuiltError", state->not_built_error) < 0
               ? -1
               : 0;
}

static int module_names(py_state *state)
{
    bool good = true;

    for (int i = 0; good && i < TRAWL_KIND_COUNT; i++)
        good = (state->kinds[i] = PyUnicode_InternFromString(trawl_kind_name(i))) != NULL;
    for (int i = 0; good && i < TRAWL_ZONE_COUNT; i++)
        good = (state->zones[i] = PyUnicode_InternFromString(trawl_zone_name(i))) != NULL;
    for (int i = 0; good && i < TRAWL_FLAG_COUNT; i++)
        good = (state->flags[i] = PyUnicode_InternFromString(trawl_flag_name(i))) != NULL;
    return good ? 0 : -1;
}

static int module_exec(PyObject *module)
{
    static PyMethodDef *const methods[] = {py_find_methods, py_url_methods,     py_html_methods,
                                           py_mail_methods, py_linkify_methods, py_rewrite_methods,
                                           py_many_methods};
    py_state *state = PyModule_GetState(module);
    int result;

    state->empty = PyTuple_New(0);
    state->cache = PyDict_New();
    if (!state->empty || !state->cache || module_exceptions(module, state) < 0 ||
        module_names(state) < 0 ||
        module_type(module, &state->settings_type, &py_settings_spec) < 0 ||
        module_type(module, &state->link_type, &py_link_spec) < 0 ||
        py_link_ready(state->link_type) < 0 ||
        module_type(module, &state->scanner_type, &py_scanner_spec) < 0 ||
        module_type(module, &state->mail_type, &py_mail_spec) < 0)
        return -1;
    state->message_type = PyStructSequence_NewType(&py_message_desc);
    if (!state->message_type || PyModule_AddType(module, state->message_type) < 0)
        return -1;
    state->defaults = PyObject_CallNoArgs((PyObject *)state->settings_type);
    if (!state->defaults)
        return -1;
    result = PyModule_AddStringConstant(module, "__version__", trawl_version());
    for (size_t i = 0; result == 0 && i < sizeof methods / sizeof *methods; i++)
        result = PyModule_AddFunctions(module, methods[i]);
    return result;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    py_state *state = PyModule_GetState(module);

    for (int i = 0; i < PY_STATE_OBJECTS; i++)
        Py_VISIT(state->object[i]);
    return 0;
}

static int module_clear(PyObject *module)
{
    py_state *state = PyModule_GetState(module);

    for (int i = 0; i < PY_STATE_OBJECTS; i++)
        Py_CLEAR(state->object[i]);
    return 0;
}

static void module_free(void *module)
{
    if (PyModule_GetState(module))
        module_clear(module);
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}};
static struct PyModuleDef module_def = {PyModuleDef_HEAD_INIT,         .m_name = "trawl._core",
                                        .m_size = sizeof(py_state),    .m_slots = module_slots,
                                        .m_traverse = module_traverse, .m_clear = module_clear,
                                        .m_free = module_free};

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&module_def);
}
