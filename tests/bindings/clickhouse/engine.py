# engine.py - ClickHouse as a library: npm's chdb, whose options are those of "clickhouse local"
#
# The functions of an XML file and the folder of user scripts are given by options.

import ctypes
import glob
import os
import shutil


class Engine:
    """One engine for each process. rows() runs a statement; Engine.Error has ClickHouse's message."""

    class Error(Exception):
        pass

    def __init__(self, modules, trawl, functions, folder):
        scripts = os.path.join(folder, 'scripts')
        os.makedirs(scripts)
        os.symlink(os.path.abspath(trawl), os.path.join(scripts, 'trawl'))
        shutil.copy(functions, folder)
        library, = glob.glob(os.path.join(modules, 'node_modules/@chdb/*/libchdb.so'))
        self.library = ctypes.CDLL(library)
        for name, result in (('chdb_query', ctypes.c_void_p), ('chdb_result_error', ctypes.c_char_p),
                             ('chdb_result_buffer', ctypes.c_void_p), ('chdb_result_length', ctypes.c_size_t)):
            function = getattr(self.library, name)
            function.restype = result
            function.argtypes = [ctypes.c_void_p]
        self.library.chdb_query.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
        self.library.chdb_destroy_query_result.argtypes = [ctypes.c_void_p]
        self.library.chdb_connect.restype = ctypes.POINTER(ctypes.c_void_p)
        words = ['clickhouse', f'--user_scripts_path={scripts}/',
                 f'--user_defined_executable_functions_config={folder}/*_function.xml']
        words = (ctypes.c_char_p * len(words))(*map(os.fsencode, words))
        self.connection = self.library.chdb_connect(len(words), words)
        if not self.connection:
            raise Engine.Error('no connection')

    def output(self, sql, form):
        """Runs a statement, and returns its output in a format of ClickHouse."""
        result = self.library.chdb_query(self.connection[0], sql.encode(), form.encode())
        error = self.library.chdb_result_error(result)
        length = self.library.chdb_result_length(result)
        data = ctypes.string_at(self.library.chdb_result_buffer(result), length) if length else b''
        self.library.chdb_destroy_query_result(result)
        if error:
            raise Engine.Error(error.decode('utf-8', 'replace'))
        return data

    def rows(self, sql):
        """Runs a statement, and returns its rows as TabSeparated."""
        return self.output(sql, 'TabSeparated').decode('utf-8', 'replace').splitlines()
