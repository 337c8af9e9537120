# sites.py - the places of a C file that can be mutated, by the syntax tree of clang
#
# sites(file, flags) yields a Site for each mutant: the range of bytes in the file, the text that
# replaces them, and what was done. Places come from functions, enumerations and numbers of macros.
# Tables are left out: their rows are data, which other tests compare with the lists that they are
# made from.

import collections
import json
import re
import subprocess

Site = collections.namedtuple('Site', 'begin end text kind function')

COMPARED = {'<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '=='}
# The children of a statement that are statements themselves, from this index on.
BODIES = {'CompoundStmt': 0, 'IfStmt': 1, 'ForStmt': 4, 'WhileStmt': 1, 'DoStmt': 0, 'CaseStmt': 1, 'DefaultStmt': 0}


class Tree:
    """A file's syntax tree, and the bytes of the file."""

    def __init__(self, path, flags):
        self.path = path
        with open(path, 'rb') as f:
            self.source = f.read()
        dump = subprocess.run(['clang', '-fsyntax-only', '-w', *flags, '-Xclang', '-ast-dump=json', path],
                              stdout=subprocess.PIPE, check=True).stdout
        self.file = None
        self.top = [node for node in json.loads(dump)['inner'] if self.in_file(node)]

    def in_file(self, node):
        """Returns true for a node of the file itself. The dump names a file only where it changes."""
        loc = node.get('loc', {})
        for place in (loc, *(loc.get(k, {}) for k in ('spellingLoc', 'expansionLoc'))):
            self.file = place.get('file', self.file)
        for place in self.places(node.get('range', {})):
            self.file = place.get('file', self.file)
        found = self.file == self.path
        for child in node.get('inner', ()):
            self.in_file(child)
        return found

    @staticmethod
    def places(span):
        for edge in ('begin', 'end'):
            place = span.get(edge, {})
            yield from (place, place.get('spellingLoc', {}), place.get('expansionLoc', {}))

    def span(self, node):
        """Returns the range of a node in the file. A macro counts as a whole."""
        edges = []
        for edge in ('begin', 'end'):
            place = node['range'][edge]
            macro = 'expansionLoc' in place
            place = place.get('expansionLoc', place)
            if 'offset' not in place:
                return None
            end = place['offset'] + place['tokLen']
            if macro and self.source[end:end + 1] == b'(':
                end = self.source.index(b')', end) + 1
            edges.append(place['offset'] if edge == 'begin' else end)
        return tuple(edges)

    def text(self, span):
        return self.source[span[0]:span[1]].decode()


def operator_between(tree, left, right, operator):
    """Returns the range of the operator between two operands."""
    at = tree.source.find(operator.encode(), left[1], right[0])
    return (at, at + len(operator)) if at >= 0 else None


def of_operator(tree, node, function):
    operator = node['opcode']
    whole, left, right = (tree.span(n) for n in (node, *node['inner']))
    if not (whole and left and right):
        return
    if operator in ('&&', '||'):
        yield Site(*whole, f'({tree.text(left)})', f'drop a condition of {operator}', function)
        if node['inner'][0].get('opcode') != operator: # else it drops several operands
            yield Site(*whole, f'({tree.text(right)})', f'drop a condition of {operator}', function)
    elif operator in COMPARED:
        place = operator_between(tree, left, right, operator)
        if place:
            yield Site(*place, COMPARED[operator], 'flip a comparison', function)


def of_statement(tree, node, function):
    """Yields the deletion of a call or an assignment."""
    kind, operator = node.get('kind'), node.get('opcode', '')
    if kind in ('CallExpr', 'CompoundAssignOperator') or (kind == 'BinaryOperator' and operator == '=') \
            or (kind == 'UnaryOperator' and operator in ('++', '--')):
        span = tree.span(node)
        if span:
            yield Site(*span, '(void)0', 'delete a statement', function)


def of_node(tree, node, function):
    kind, inner = node.get('kind'), node.get('inner', [])
    if kind == 'BinaryOperator':
        yield from of_operator(tree, node, function)
    elif kind in ('IfStmt', 'ConditionalOperator'):
        span = tree.span(inner[0])
        if span:
            yield Site(*span, f'!({tree.text(span)})', 'negate a condition', function)
    elif kind == 'IntegerLiteral':
        span = tree.span(node)
        if span and re.fullmatch(r'\d+', tree.text(span)):
            yield Site(*span, str(int(tree.text(span)) + 1), 'add 1 to a constant', function)
    elif kind == 'ReturnStmt':
        span = tree.span(node)
        swapped = {'return true': 'return false', 'return false': 'return true'}.get(tree.text(span) if span else '')
        if swapped:
            yield Site(*span, swapped, 'swap what is returned', function)
    if kind in BODIES:
        for child in inner[BODIES[kind]:]:
            yield from of_statement(tree, child, function)


def walk(tree, node, function):
    if node.get('kind') == 'InitListExpr':
        return
    yield from of_node(tree, node, function)
    for child in node.get('inner', ()):
        yield from walk(tree, child, function)


def sites(path, flags):
    tree = Tree(path, flags)
    for found in re.finditer(rb'^#define \w+ (\d+)$', tree.source, re.M):
        yield Site(*found.span(1), str(int(found[1]) + 1), 'add 1 to a constant', '')
    seen = set()
    for node in tree.top:
        if node['kind'] in ('FunctionDecl', 'EnumDecl'):
            for site in walk(tree, node, node.get('name', '')):
                if site[:3] not in seen:
                    seen.add(site[:3])
                    yield site
