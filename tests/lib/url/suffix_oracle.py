"""suffix_oracle.py - registrable domains by the Public Suffix List, found in the simplest way

    suffix_oracle.py

Prints a line "HOST TAB DOMAIN" (DOMAIN empty: none) for hosts made from every rule of the list.
If Debian's public_suffix_list.dat has the version that src/gen/suffixes.txt was made from, the
rules are read from it, else from suffixes.txt itself; the last line, "# NAME", says from which.
Every end of a host is looked up among the rules, also with a "*" for its first label, and after a
"!". If an exception matches, it decides; otherwise the longest rule decides.
"""
import random
import re
import subprocess
import sys

LIST = "/usr/share/publicsuffix/public_suffix_list.dat"
DATA = "src/gen/suffixes.txt"


def debian_version():
    try:
        return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "publicsuffix"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=True).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        return None


def rules():
    text = open(DATA, encoding="utf-8").read()
    if re.search("version ([^;]*);", text).group(1) == debian_version():
        lines = open(LIST, encoding="utf-8").read().splitlines()
        return LIST, [line.split()[0] for line in lines if line.strip() and not line.startswith("//")]
    found = []
    for line in text.splitlines():
        if not line.startswith("#"):
            rest, labels = line.split(": ")
            found += [label + ("" if rest == "." else "." + rest) for label in labels.split()]
    return DATA, found


def domain(host, all_rules):
    labels = [l[4:].encode().decode("punycode") if l.startswith("xn--") else l for l in host.lower().split(".")]
    suffix = 1
    for n in range(len(labels), 0, -1):
        end = labels[len(labels) - n:]
        if "!" + ".".join(end) in all_rules:
            suffix = n - 1
            break
        if ".".join(end) in all_rules or ".".join(["*"] + end[1:]) in all_rules:
            suffix = max(suffix, n)
    return ".".join(host.split(".")[-suffix - 1:]) if len(labels) > suffix else ""


def a_form(host):
    return ".".join(l if l.isascii() else "xn--" + l.encode("punycode").decode() for l in host.split("."))


def hosts(all_rules, chance):
    for rule in all_rules:
        name = rule.lstrip("!").replace("*", "any")
        for front in ("", "x.", "b\u00FCcher.", "a.b-1.", "www.example."):
            yield front + name
            if not name.isascii():
                yield front + a_form(name)
        yield "x." + name.upper() if name.isascii() else "X." + name
        yield name.partition(".")[2] or "localhost"
        labels = ["q"] + name.split(".")
        labels[chance.randrange(len(labels))] = chance.choice(["com", "co", "zz", "www", "jp", "city", "\u516C\u53F8"])
        yield ".".join(labels)


def main():
    source, all_rules = rules()
    known = set(all_rules)
    out = open(sys.stdout.fileno(), "w", encoding="utf-8", newline="\n", closefd=False)
    for host in hosts(all_rules, random.Random(6)):
        out.write("%s\t%s\n" % (host, domain(host, known)))
    out.write("# %s\n" % source)
    out.flush()


main()
