# sql.py - runs statements in DuckDB or ClickHouse, and prints the rows of the last one as TSV
#
#     python3 tests/engines/sql.py duckdb LIBRARY <STATEMENTS
#     python3 tests/engines/sql.py clickhouse LIBRARY [OPTION...] <STATEMENTS
#
# LIBRARY is the engine as a shared library, and OPTION is one of "clickhouse local". Each statement
# ends in ";" at the end of a line. Writes the seconds that the last statement took to standard error.

import ctypes
import os
import sys
import time

POINTER, TEXT, SIZE = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t


def declare(library, **functions):
    for name, (result, *arguments) in functions.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments


def duckdb(path):
    """Returns a function that runs a statement and returns its rows."""
    library = ctypes.CDLL(path)
    declare(library, duckdb_open=(ctypes.c_int, TEXT, POINTER), duckdb_connect=(ctypes.c_int, POINTER, POINTER),
            duckdb_query=(ctypes.c_int, POINTER, TEXT, POINTER), duckdb_result_error=(TEXT, POINTER),
            duckdb_row_count=(SIZE, POINTER), duckdb_column_count=(SIZE, POINTER),
            duckdb_value_varchar=(TEXT, POINTER, SIZE, SIZE))
    database, connection = POINTER(), POINTER()
    assert library.duckdb_open(None, ctypes.byref(database)) == 0
    assert library.duckdb_connect(database, ctypes.byref(connection)) == 0

    def run(statement):
        result = ctypes.byref((POINTER * 16)())
        assert library.duckdb_query(connection, statement, result) == 0, library.duckdb_result_error(result).decode()
        columns = range(library.duckdb_column_count(result))
        rows = ((library.duckdb_value_varchar(result, column, row) for column in columns)
                for row in range(library.duckdb_row_count(result)))
        return b''.join(b'\t'.join(rb'\N' if cell is None else cell for cell in row) + b'\n' for row in rows)

    return run


def clickhouse(path, *options):
    library = ctypes.CDLL(path)
    declare(library, chdb_connect=(ctypes.POINTER(POINTER), ctypes.c_int, POINTER),
            chdb_query=(POINTER, POINTER, TEXT, TEXT), chdb_result_error=(TEXT, POINTER),
            chdb_result_buffer=(POINTER, POINTER), chdb_result_length=(SIZE, POINTER))
    words = (TEXT * (1 + len(options)))(b'clickhouse', *map(os.fsencode, options))
    connection = library.chdb_connect(len(words), words)
    assert connection

    def run(statement):
        result = library.chdb_query(connection[0], statement, b'TabSeparated')
        error = library.chdb_result_error(result)
        assert not error, error.decode()
        return ctypes.string_at(library.chdb_result_buffer(result), library.chdb_result_length(result))

    return run


def main(engine, *words):
    run, rows = globals()[engine](*words), b''
    for statement in sys.stdin.buffer.read().split(b';\n'):
        if statement.strip():
            start = time.monotonic()
            rows = run(statement)
            seconds = time.monotonic() - start
    sys.stdout.buffer.write(rows)
    sys.stdout.flush()
    print(f'{seconds:.2f}', file=sys.stderr)
    sys.stderr.flush()
    os._exit(0)  # the engines have threads that may outlive them


if __name__ == '__main__':
    main(*sys.argv[1:])
