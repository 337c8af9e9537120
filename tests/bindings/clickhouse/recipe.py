# recipe.py - what contrib/clickhouse says: the functions of its XML, the statements of its README

import re
import shlex
import xml.etree.ElementTree

FOLDER = 'contrib/clickhouse/'
XML = FOLDER + 'trawl_function.xml'


class Function:
    """A function of the XML."""

    def __init__(self, element):
        self.name = element.findtext('name')
        self.command = element.findtext('command')
        self.format = element.findtext('format')
        self.type = element.findtext('return_type')
        self.result = element.findtext('return_name')
        self.arguments = [(a.findtext('name'), a.findtext('type')) for a in element.findall('argument')]

    def option(self, name):
        words = shlex.split(self.command)
        return words[words.index(name) + 1]

    def fields(self):
        return self.option('--fields').split(',')

    def columns(self):
        """Returns the names in the array of tuples, without those of tuples inside."""
        inside = re.fullmatch(r'Array\(Tuple\((.*)\)\)', self.type)[1]
        while '(' in inside:
            inside = re.sub(r'\([^()]*\)', '', inside)
        return [column.split()[0] for column in inside.split(',')]


def functions():
    return [Function(f) for f in xml.etree.ElementTree.parse(XML).getroot().findall('function')]


def readme():
    with open(FOLDER + 'README', encoding='utf-8') as f:
        return f.read()


def statements():
    """Returns the statements of README: indented by four spaces, the last line ends in ";"."""
    return [re.sub(r'\s+', ' ', s).strip() for s in re.findall(r'^    ((?:SELECT|ALTER)[^;]*);$', readme(), re.M)]


def fields_of_readme():
    """Returns the fields of each function, as README lists them."""
    rows = re.findall(r'^    (trawl\w+)\((?:\w+)\) +(.*)$', readme(), re.M)
    known = {name: re.sub(r'\(.*?\)|;.*|^of [^:]*: |: what.*', '', text) for name, text in rows}
    return {name: [field.strip() for field in text.split(',')] for name, text in known.items()}


def executables():
    """Returns the commands and formats that README gives to executable()."""
    return re.findall(r"executable\( '([^']*)', (\w+)", ' '.join(statements()))
