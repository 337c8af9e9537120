# doctests.py - runs the examples in the docstrings of the package trawl and in the blocks of
# bindings/python/README.md that begin with ">>>"
#
#     python3 doctests.py [README.md]
#
# A function of the package without an example is a failure, too.
import doctest
import importlib
import sys
import trawl

MODULES = ["trawl", "trawl.archive", "trawl.compat", "trawl.compat.bleach", "trawl.compat.linkify_it"]


def objects():
    """Yields (name, docstring, globals) for each module and each of its public names."""
    for name in MODULES:
        module = importlib.import_module(name)
        yield name, module.__doc__, vars(module)
        for public in getattr(module, "__all__", ()):
            yield f"{name}.{public}", getattr(module, public).__doc__, vars(module)


def main():
    parser, runner, bare = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS), []
    for name, text, names in objects():
        test = parser.get_doctest(text or "", dict(names), name, None, 0)
        if test.examples:
            runner.run(test)
        elif callable(getattr(trawl, name.removeprefix("trawl."), None)) and name not in (
                "trawl.Error", "trawl.Message", "trawl.NotBuiltError", "trawl.OptionError", "trawl.Refusal",
                "trawl.Verdict"):
            bare.append(name)
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            runner.run(parser.get_doctest(file.read().replace("\n```", "\n\n```"), {}, path, path, 0))
    print(*(f"{name} has no example" for name in bare), sep="\n")
    print(f"{runner.tries} examples, {runner.failures} failed")
    return 1 if runner.failures or bare or runner.tries < 50 else 0


sys.exit(main())
