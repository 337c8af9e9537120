"""HTML fragments as bleach's parser and serializer treat them: to a tree, to tokens, to text.

The tree is that of HTML's rules for a fragment in a <div>, except that content which is misplaced
in a table or a <select> stays where it is. Tags that are not recognized are text. What the
serializer writes is well formed: all elements are closed, attributes are in quotes. References such
as "&lt;" are part of the text and of values; the serializer writes them as they are.

Time and output grow with the length of the text. Elements nest at most 512 deep: at that depth, the
innermost one is closed before another one opens. The tags that HTML's rules repeat, such as <b> in
the next <p>, may be at most 16 times as long as the text. After that, a <b> ends with its <p>.
"""

import re
from collections import defaultdict
from html.entities import html5

__all__ = ["RECOGNIZED", "escape", "parse", "render", "render_tag", "simple_pieces"]

RECOGNIZED = frozenset("""
a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col
colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2
h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd keygen label legend li link map mark menu meta
meter nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script
section select slot small source span strong style sub summary sup table tbody td template textarea tfoot th
thead time title tr track u ul var video wbr
""".split())
_VOID = frozenset("area base br col embed hr img input keygen link meta param source track wbr".split())
_FORMATTING = frozenset("a b code em i s small strong u".split())
_CLOSES_P = frozenset("""address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2
h3 h4 h5 h6 header hgroup hr li dd dt menu nav ol p pre section summary table ul""".split())
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_IMPLIED = frozenset("dd dt li option optgroup p rp rt".split())
_SPECIAL = frozenset("""address area article aside base blockquote body br button caption col colgroup dd details div
dl dt embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html iframe img input li link
menu meta nav object ol p param pre script section select source style summary table tbody td template textarea tfoot
th thead title tr track ul wbr""".split())
_SCOPE = frozenset("applet caption html table td th marquee object template".split())
_P_SCOPE, _LI_SCOPE = _SCOPE | {"button"}, _SCOPE | {"ol", "ul"}
_MARKED = frozenset("caption object td th".split())
_TEXT_ONLY = frozenset("iframe noscript script style textarea title".split())
_IGNORED = frozenset(("html", "head", "body"))
_BOOLEAN = {"": ("irrelevant", "itemscope"), "style": ("scoped",), "img": ("ismap",), "audio": ("autoplay", "controls"),
            "video": ("autoplay", "controls"), "script": ("defer", "async"), "details": ("open",),
            "datagrid": ("multiple", "disabled"), "command": ("hidden", "disabled", "checked", "default"),
            "hr": ("noshade",), "menu": ("autosubmit",), "fieldset": ("disabled", "readonly"),
            "option": ("disabled", "readonly", "selected"), "optgroup": ("disabled", "readonly"),
            "button": ("disabled", "autofocus"), "input": ("disabled", "readonly", "required", "autofocus", "checked",
                                                           "ismap"),
            "select": ("disabled", "readonly", "autofocus", "multiple"), "output": ("disabled", "readonly"),
            "iframe": ("seamless",)}

_DEPTH = 512  # the depth to which Chrome nests elements
_REPEATS = 16  # the tags that HTML's rules repeat may be at most this many times as long as the text

_NEXT = re.compile(r"<(?=[a-zA-Z/!?])")
_NAME = re.compile(r"</?([a-zA-Z][^\s/>]*)")
_ATTRIBUTE = re.compile(r"[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"'][^\s>]*)))?")
_TAG_END = re.compile(r"[\s/]*>")
_COMMENT = re.compile(r"<!--(?:-?>|(.*?)(?:--!?>|\Z))", re.S)
_BOGUS = re.compile(r"<[!?/]([^>]*)(?:>|\Z)")
_AMPERSAND = re.compile(r"&(?:(#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);)?")
_SPACE = "\t\n\x0c \r"


class _Node:
    """An element. Children are other elements, str for text, or tuples with one str for comments."""

    __slots__ = ("name", "attrs", "children", "parent")

    def __init__(self, name, attrs=None):
        self.name, self.attrs, self.children, self.parent = name, attrs or {}, [], None

    def append(self, child):
        """Add a child. An element with a parent is moved: it must be the last child there."""
        if isinstance(child, _Node):
            if child.parent:
                child.parent.children.pop()
            child.parent = self
        self.children.append(child)
        return child

    def take_children(self, other):
        """Move the children of another element into this one."""
        self.children, other.children = other.children, []
        for child in self.children:
            if isinstance(child, _Node):
                child.parent = self

    def clone(self):
        """Return an element with the same name and attributes, and without children."""
        return _Node(self.name, dict(self.attrs))

    def size(self):
        """Return about how long the tags of the element are."""
        return 5 + 2 * len(self.name) + sum(4 + len(name) + len(value) for (_, name), value in self.attrs.items())


class _Builder:
    """Builds the tree: the stack of open elements and the list of formatting elements of HTML.

    The time grows with the length of the text, since the stack has at most _DEPTH elements, and
    self.repeats bounds what HTML's rules repeat.
    """

    def __init__(self, length):
        self.root = _Node("div")
        self.stack, self.formatting = [self.root], []
        self.opened, self.names = set(), defaultdict(int)  # the elements above the root, and their names
        self.repeats = _REPEATS * length + 10_000

    # ---- The stack ----

    def in_scope(self, names, bounds=_SCOPE):
        """Tell whether one of the names is open, with none of the bounds inside it."""
        if any(self.names[name] for name in names):
            for node in reversed(self.stack):
                if node.name in names:
                    return True
                if node.name in bounds:
                    return False
        return False

    def place(self, node, at):
        """Put an element into the stack."""
        self.stack.insert(at, node)
        self.opened.add(node)
        self.names[node.name] += 1

    def pop(self):
        """Close the innermost element. If it is a cell or the like, forget formatting elements in
        it."""
        node = self.stack.pop()
        self.opened.remove(node)
        self.names[node.name] -= 1
        if node.name in _MARKED and None in self.formatting:
            while self.formatting.pop() is not None:
                pass
        return node

    def remove(self, node):
        """Take an element out of the stack, but not those inside it."""
        self.stack.remove(node)
        self.opened.remove(node)
        self.names[node.name] -= 1

    def close_to(self, name):
        while len(self.stack) > 1:
            if self.pop().name == name:
                break

    def close_implied(self, keep=None):
        while self.stack[-1].name in _IMPLIED and self.stack[-1].name != keep:
            self.pop()

    def close_p(self):
        """Close a paragraph. Returns False if there is none."""
        if not self.in_scope(("p",), _P_SCOPE):
            return False
        self.close_implied("p")
        self.close_to("p")
        return True

    def insert(self, name, attrs):
        """Open an element. At the greatest depth, close the innermost one first, for good."""
        if len(self.stack) > _DEPTH:
            innermost = self.pop()
            if innermost in self.formatting:
                self.formatting.remove(innermost)
        node = self.stack[-1].append(_Node(name, attrs))
        self.place(node, len(self.stack))
        return node

    # ---- Formatting elements ----

    def remember(self, node):
        """Add a formatting element. Of equal elements, the last three are kept, by HTML's rule."""
        equal = []
        for i in range(len(self.formatting) - 1, -1, -1):
            other = self.formatting[i]
            if other is None:
                break
            if other.name == node.name and other.attrs == node.attrs:
                equal.append(i)
        if len(equal) > 2:
            del self.formatting[equal[2]]
        self.formatting.append(node)

    def may_repeat(self, nodes):
        """Tell whether the tags of these elements may be repeated, and count their length."""
        self.repeats -= sum(node.size() for node in nodes)
        return self.repeats >= 0

    def reconstruct(self):
        """Open again the formatting elements that something else closed."""
        at = len(self.formatting)
        while at and self.formatting[at - 1] is not None and self.formatting[at - 1] not in self.opened:
            at -= 1
        if at < len(self.formatting):
            closed = self.formatting[at:]
            if len(self.stack) + len(closed) > _DEPTH or not self.may_repeat(closed):
                closed = []
            self.formatting[at:] = [self.insert(node.name, dict(node.attrs)) for node in closed]

    # ---- Input ----

    def text(self, text):
        if text:
            self.reconstruct()
            self.stack[-1].append(text)

    def comment(self, text):
        self.stack[-1].append((text,))

    def start(self, name, attrs):
        if name in _IGNORED:
            return
        if name in _CLOSES_P:
            self.start_block(name)
        elif name in ("option", "optgroup"):
            if self.stack[-1].name == "option":
                self.pop()
            self.reconstruct()
        elif name in ("rp", "rt"):
            self.close_implied()
        elif name in ("tr", "td", "th", "tbody", "thead", "tfoot", "caption", "col", "colgroup"):
            if not self.start_row(name):
                return
        else:
            if name == "a":
                self.close_anchor()
            elif name == "button" and self.in_scope(("button",)):
                self.end("button")
            self.reconstruct()
        if name in _VOID:
            self.stack[-1].append(_Node(name, attrs))
            return
        node = self.insert(name, attrs)
        if name in _FORMATTING:
            self.remember(node)
        elif name in _MARKED:
            self.formatting.append(None)

    def start_block(self, name):
        if name in ("li", "dd", "dt"):
            same = ("li",) if name == "li" else ("dd", "dt")
            for node in reversed(self.stack):
                if node.name in same:
                    self.close_implied(node.name)
                    self.close_to(node.name)
                    break
                if node.name in _SPECIAL and node.name not in ("address", "div", "p"):
                    break
        self.close_p()
        if name in _HEADINGS and self.stack[-1].name in _HEADINGS:
            self.pop()

    def start_row(self, name):
        """Prepare for a part of a table. Returns False if there is no table."""
        if not self.names["table"]:
            return False
        parents = {"td": ("tr",), "th": ("tr",), "tr": ("tbody", "thead", "tfoot")}.get(name, ("table",))
        if name == "col" and self.stack[-1].name == "colgroup":
            return True
        while self.stack[-1].name not in (*parents, "table"):
            self.pop()
        if self.stack[-1].name == "table" and name in ("td", "th", "tr"):
            self.insert("tbody", {})
        if self.stack[-1].name in ("tbody", "thead", "tfoot") and name in ("td", "th"):
            self.insert("tr", {})
        if name == "col":
            self.insert("colgroup", {})
        return True

    def close_anchor(self):
        for node in reversed(self.formatting):
            if node is None:
                return
            if node.name == "a":
                self.adopt("a")
                if node in self.formatting:
                    self.formatting.remove(node)
                if node in self.opened:
                    self.remove(node)
                return

    def end(self, name):
        if name in _FORMATTING:
            self.adopt(name)
        elif name == "p":
            if not self.close_p():
                self.stack[-1].append(_Node("p"))
        elif name == "br":
            self.reconstruct()
            self.stack[-1].append(_Node("br"))
        elif name in _HEADINGS:
            if self.in_scope(_HEADINGS):
                self.close_implied()
                while self.pop().name not in _HEADINGS:
                    pass
        elif name in _SPECIAL:
            tables = name in ("table", "tbody", "thead", "tfoot", "tr", "td", "th", "caption")
            if self.names[name] if tables else self.in_scope((name,), _LI_SCOPE if name == "li" else _SCOPE):
                self.close_implied(name)
                self.close_to(name)
        else:
            self.end_other(name)

    def end_other(self, name):
        if self.in_scope((name,), _SPECIAL):
            self.close_to(name)

    def adopt(self, name):
        """Close a formatting element, even a misnested one: HTML's adoption agency algorithm."""
        for _ in range(8):
            element = None
            for node in reversed(self.formatting):
                if node is None:
                    break
                if node.name == name:
                    element = node
                    break
            if element is None:
                self.end_other(name)
                return
            if element not in self.opened:
                self.formatting.remove(element)
                return
            if not self.in_scope((name,)):
                return
            at = self.stack.index(element)
            block = next((i for i in range(at + 1, len(self.stack)) if self.stack[i].name in _SPECIAL), None)
            if block is None or not self.may_repeat([element, *self.stack[max(at + 1, block - 3):block]]):
                self.formatting.remove(element)
                while self.pop() is not element:
                    pass
                return
            self.adopt_block(element, at, block)

    def adopt_block(self, element, at, block):
        furthest, ancestor = self.stack[block], self.stack[at - 1]
        bookmark, last, i = self.formatting.index(element), furthest, block
        for count in range(1, block - at):
            i -= 1
            node = self.stack[i]
            if count > 3 and node in self.formatting:
                self.formatting.remove(node)
            self.remove(node)
            if node not in self.formatting:
                continue
            clone = node.clone()
            self.formatting[self.formatting.index(node)] = clone
            self.place(clone, i)
            if last is furthest:
                bookmark = self.formatting.index(clone) + 1
            clone.append(last)
            last = clone
        ancestor.append(last)
        clone = element.clone()
        clone.take_children(furthest)
        furthest.append(clone)
        place = self.formatting.index(element)
        self.formatting.remove(element)
        self.formatting.insert(bookmark - (1 if place < bookmark else 0), clone)
        self.remove(element)
        self.place(clone, self.stack.index(furthest) + 1)


def _read_tag(text, at):
    """Return (attributes, end) of the tag whose name ends at `at`, or None if the text ends in it."""
    attrs = {}
    while True:
        end = _TAG_END.match(text, at)
        if end:
            return attrs, end.end()
        found = _ATTRIBUTE.match(text, at)
        if not found:
            return None
        name = found[1].lower()
        if not any(sign in name for sign in "\"'<"):
            attrs.setdefault((None, name), found[2] or found[3] or found[4] or "")
        at = found.end()
        if not found[4] and text[at:at + 1] == "=":
            at += 1
            if text[at:at + 1] in "\"'" and text[at:at + 1]:
                return None


def _raw_text(text, name, at):
    """Return (content, end) of an element that has only text."""
    end = re.compile(f"</{name}(?=[\\s/>])", re.I).search(text, at)
    return (text[at:end.start()], end.start()) if end else (text[at:], len(text))


def _build(text, recognized):
    builder, at = _Builder(len(text)), 0
    while True:
        found = _NEXT.search(text, at)
        builder.text(text[at:found.start() if found else None])
        if not found:
            return builder.root
        begin, name = found.start(), _NAME.match(text, found.start())
        if not name:
            at = _other_markup(builder, text, begin)
            continue
        lower = name[1].lower()
        tag = _read_tag(text, name.end())
        if tag is None or lower not in recognized:
            end = tag[1] if tag else len(text)
            builder.text(text[begin:end])
            at = end
            continue
        at = tag[1]
        if text[begin + 1] == "/":
            builder.end(lower)
            continue
        builder.start(lower, tag[0])
        if lower in _TEXT_ONLY and builder.stack[-1].name == lower:
            content, at = _raw_text(text, lower, at)
            if content:
                builder.stack[-1].append(content)
        elif lower == "pre" and text.startswith("\n", at):
            at += 1


def _other_markup(builder, text, begin):
    """Read a comment or the like. Returns its end."""
    found = _COMMENT.match(text, begin)
    if found:
        builder.comment(found[1] or "")
        return found.end()
    found = _BOGUS.match(text, begin)
    if text.startswith("</", begin):
        if found[0] != "</>":
            builder.text(found[0])
    elif not text[begin:begin + 9].lower() == "<!doctype":
        builder.comment(found[1] if text[begin + 1] == "!" else text[begin + 1:found.end()].rstrip(">"))
    return found.end()


def _text_tokens(text):
    """Yield a text as html5lib's tree walkers do: space at its ends is in tokens of its own."""
    middle = text.lstrip(_SPACE)
    if len(middle) < len(text):
        yield {"type": "SpaceCharacters", "data": text[:len(text) - len(middle)]}
    core = middle.rstrip(_SPACE)
    if core:
        yield {"type": "Characters", "data": core}
    if len(core) < len(middle):
        yield {"type": "SpaceCharacters", "data": middle[len(core):]}


def _walk(root):
    pending, names, texts = [iter(root.children)], [root.name], []
    while pending:
        child = next(pending[-1], None)
        if isinstance(child, str):
            texts.append(child)
            continue
        yield from _text_tokens("".join(texts))
        texts.clear()
        if child is None:
            pending.pop()
            name = names.pop()
            if pending:
                yield {"type": "EndTag", "name": name, "namespace": None}
        elif isinstance(child, tuple):
            yield {"type": "Comment", "data": child[0]}
        else:
            kind = "EmptyTag" if child.name in _VOID else "StartTag"
            yield {"type": kind, "name": child.name, "namespace": None, "data": dict(child.attrs)}
            if kind == "StartTag":
                pending.append(iter(child.children))
                names.append(child.name)


_SIMPLE = re.compile(r"(<(?:/?(?:p|b|i|em|strong|u|s|code|span|small|div|blockquote|pre|ul|ol|li)|br)>)")
_INLINE = frozenset("b i em strong u s code span small".split())


def simple_pieces(text):
    """Divide a fragment of well-nested tags without attributes into text and tags, in turns.

    What the serializer writes has the same tags. Returns None for other fragments.
    """
    if "\0" in text or "\r" in text:
        return None
    pieces, open_names = _SIMPLE.split(text), []
    for i in range(1, len(pieces), 2):
        tag = pieces[i]
        if tag[1] == "/":
            if not open_names or open_names.pop() != tag[2:-1]:
                return None
        elif tag != "<br>":
            name, outer = tag[1:-1], open_names[-1] if open_names else ""
            if name in _INLINE and name in open_names:
                return None
            if name not in _INLINE and (outer == "p" or outer in _INLINE):
                return None
            if name == "li" and outer not in ("ul", "ol"):
                return None
            open_names.append(name)
            if len(open_names) > _DEPTH:
                return None
            if name == "pre" and pieces[i + 1][:1] == "\n":
                return None
    return None if open_names or text.count("<") != len(pieces) // 2 else pieces


def parse(text, recognized=RECOGNIZED):
    """Yield the tokens of a fragment, in the form of html5lib's tree walkers."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    if "<" not in text:
        return _text_tokens(text)
    return _walk(_build(text, recognized))


def _escape_ampersands(text):
    """Return a text with "&amp;" for each ampersand that does not begin a reference."""
    if "&" not in text:
        return text
    return _AMPERSAND.sub(lambda found: found[0] if found[1] and (found[1][0] == "#" or found[1] + ";" in html5)
                          else "&amp;" + found[0][1:], text)


def escape(text):
    """Return the HTML of a text with references."""
    return _escape_ampersands(text).replace(">", "&gt;").replace("<", "&lt;")


def render_tag(name, attrs):
    """Return a start tag."""
    pieces = ["<", name]
    for (_, attribute), value in attrs.items():
        value = str(value)
        pieces += " ", attribute
        if attribute in _BOOLEAN.get(name, ()) or attribute in _BOOLEAN[""]:
            continue
        quote = "'" if '"' in value and "'" not in value else '"'
        value = _escape_ampersands(value)
        pieces += "=", quote, value.replace('"', "&quot;") if quote == '"' else value, quote
    pieces.append(">")
    return "".join(pieces)


def render(tokens):
    """Return the HTML of tokens."""
    pieces = []
    for token in tokens:
        kind = token["type"]
        if kind in ("Characters", "SpaceCharacters"):
            pieces.append(escape(token["data"]))
        elif kind in ("StartTag", "EmptyTag"):
            pieces.append(render_tag(token["name"], token["data"]))
        elif kind == "EndTag":
            pieces.append(f"</{token['name']}>")
        elif kind == "Comment":
            pieces.append(f"<!--{token['data']}-->")
    return "".join(pieces)
