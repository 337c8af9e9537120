"""HTML fragments as bleach's parser and serializer treat them: to a tree, to tokens, to text.

The tree is that of HTML's rules for a fragment in a <div>, but for content of tables and <select>
that is misplaced there: it stays where it is. Tags that are not recognized are text. What the
serializer writes is well formed: all elements are closed, attributes are in quotes.
"""

import html
import re

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
_RAW = frozenset("iframe noscript script style".split())
_TEXT_ONLY = _RAW | {"textarea", "title"}
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

_NEXT = re.compile(r"<(?=[a-zA-Z/!?])")
_NAME = re.compile(r"</?([a-zA-Z][^\s/>]*)")
_ATTRIBUTE = re.compile(r"[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"'][^\s>]*)))?")
_TAG_END = re.compile(r"[\s/]*>")
_COMMENT = re.compile(r"<!--(?:-?>|(.*?)(?:--!?>|\Z))", re.S)
_BOGUS = re.compile(r"<[!?/]([^>]*)(?:>|\Z)")
_REFERENCE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[a-zA-Z][a-zA-Z0-9]*;|[a-zA-Z][a-zA-Z0-9]*(?![a-zA-Z0-9=]))")
_SPACE = "\t\n\x0c \r"


class _Node:
    """An element. Children are other elements, str for text, or tuples with one str for comments."""

    __slots__ = ("name", "attrs", "children", "parent")

    def __init__(self, name, attrs=None):
        self.name, self.attrs, self.children, self.parent = name, attrs or {}, [], None

    def append(self, child):
        if isinstance(child, _Node):
            if child.parent:
                child.parent.children = [other for other in child.parent.children if other is not child]
            child.parent = self
        self.children.append(child)
        return child


class _Builder:
    """Builds the tree: the stack of open elements and the list of formatting elements of HTML."""

    def __init__(self):
        self.root = _Node("div")
        self.stack, self.formatting = [self.root], []

    # ---- The stack ----

    def in_scope(self, name, *more):
        for node in reversed(self.stack):
            if node.name == name and node is not self.root:
                return True
            if node is self.root or node.name in _SCOPE or node.name in more:
                return False
        return False

    def close_to(self, name):
        while len(self.stack) > 1:
            if self.stack.pop().name == name:
                break

    def close_implied(self, keep=None):
        while self.stack[-1].name in _IMPLIED and self.stack[-1].name != keep and len(self.stack) > 1:
            self.stack.pop()

    def close_p(self):
        if self.in_scope("p", "button"):
            self.close_implied("p")
            self.close_to("p")

    def insert(self, name, attrs):
        node = self.stack[-1].append(_Node(name, attrs))
        self.stack.append(node)
        return node

    def reconstruct(self):
        """Open the formatting elements again that were closed by something else."""
        at = len(self.formatting)
        if at and self.formatting[at - 1] is self.stack[-1]:
            return  # the usual case, and in linear time however deep the elements are
        while at and self.formatting[at - 1] is not None and self.formatting[at - 1] not in self.stack:
            at -= 1
        for i in range(at, len(self.formatting)):
            self.formatting[i] = self.insert(self.formatting[i].name, dict(self.formatting[i].attrs))

    # ---- Input ----

    def text(self, text):
        if text:
            self.reconstruct()
            children = self.stack[-1].children
            if children and isinstance(children[-1], str):
                children[-1] += text
            else:
                children.append(text)

    def comment(self, text):
        self.stack[-1].append((text,))

    def start(self, name, attrs):
        if name in _IGNORED:
            return
        if name in _CLOSES_P:
            self.start_block(name)
        elif name in ("option", "optgroup"):
            if self.stack[-1].name == "option":
                self.stack.pop()
            self.reconstruct()
        elif name in ("rp", "rt"):
            self.close_implied()
        elif name in ("tr", "td", "th", "tbody", "thead", "tfoot", "caption", "col", "colgroup"):
            if not self.start_row(name):
                return
        else:
            if name == "a":
                self.close_anchor()
            elif name == "button" and self.in_scope("button"):
                self.end("button")
            self.reconstruct()
        node = self.insert(name, attrs)
        if name in _VOID:
            self.stack.pop()
        elif name in _FORMATTING:
            self.formatting.append(node)
        elif name in ("object", "td", "th", "caption"):
            self.formatting.append(None)

    def start_block(self, name):
        if name in ("li", "dd", "dt"):
            same = ("li",) if name == "li" else ("dd", "dt")
            for node in reversed(self.stack):
                if node.name in same and node is not self.root:
                    self.close_implied(node.name)
                    self.close_to(node.name)
                    break
                if node.name in _SPECIAL and node.name not in ("address", "div", "p") or node is self.root:
                    break
        self.close_p()
        if name in _HEADINGS and self.stack[-1].name in _HEADINGS:
            self.stack.pop()

    def start_row(self, name):
        """Prepare for a part of a table. Returns False if there is no table."""
        if not any(node.name == "table" for node in self.stack):
            return False
        parents = {"td": ("tr",), "th": ("tr",), "tr": ("tbody", "thead", "tfoot")}.get(name, ("table",))
        if name == "col" and self.stack[-1].name == "colgroup":
            return True
        while self.stack[-1].name not in (*parents, "table"):
            self.leave(self.stack.pop())
        if self.stack[-1].name == "table" and name in ("td", "th", "tr"):
            self.insert("tbody", {})
        if self.stack[-1].name in ("tbody", "thead", "tfoot") and name in ("td", "th"):
            self.insert("tr", {})
        if name == "col":
            self.insert("colgroup", {})
        return True

    def leave(self, node):
        """Forget the formatting elements inside of a cell or the like that was closed."""
        if node.name in ("object", "td", "th", "caption") and None in self.formatting:
            while self.formatting.pop() is not None:
                pass

    def close_anchor(self):
        for node in reversed(self.formatting):
            if node is None:
                return
            if node.name == "a":
                self.adopt("a")
                self.formatting = [other for other in self.formatting if other is not node]
                self.stack = [other for other in self.stack if other is not node]
                return

    def end(self, name):
        if name in _FORMATTING:
            self.adopt(name)
        elif name == "p":
            if not self.in_scope("p", "button"):
                self.insert("p", {})
            self.close_implied("p")
            self.close_to("p")
        elif name == "br":
            self.reconstruct()
            self.stack[-1].append(_Node("br"))
        elif name in _HEADINGS:
            if any(self.in_scope(heading) for heading in _HEADINGS):
                self.close_implied()
                while len(self.stack) > 1 and self.stack.pop().name not in _HEADINGS:
                    pass
        elif name in _SPECIAL:
            tables = name in ("table", "tbody", "thead", "tfoot", "tr", "td", "th", "caption")
            if any(node.name == name for node in self.stack[1:]) if tables else self.in_scope(name, *(("ol", "ul") if name == "li" else ())):
                self.close_implied(name)
                while len(self.stack) > 1:
                    node = self.stack.pop()
                    self.leave(node)
                    if node.name == name:
                        break
        else:
            self.end_other(name)

    def end_other(self, name):
        for at in range(len(self.stack) - 1, 0, -1):
            if self.stack[at].name == name:
                del self.stack[at:]
                return
            if self.stack[at].name in _SPECIAL:
                return

    def adopt(self, name):
        """The adoption agency of HTML: the end tag of a formatting element, also a misnested one."""
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
            if element not in self.stack:
                self.formatting.remove(element)
                return
            if not self.in_scope(name):
                return
            at = self.stack.index(element)
            block = next((i for i in range(at + 1, len(self.stack)) if self.stack[i].name in _SPECIAL), None)
            if block is None:
                del self.stack[at:]
                self.formatting.remove(element)
                return
            self.adopt_block(element, at, block)

    def adopt_block(self, element, at, block):
        furthest, ancestor = self.stack[block], self.stack[at - 1]
        bookmark, last, i = self.formatting.index(element), furthest, block
        for count in range(1, block - at + 1):
            i -= 1
            node = self.stack[i]
            if node is element:
                break
            if count > 3 and node in self.formatting:
                self.formatting.remove(node)
            if node not in self.formatting:
                del self.stack[i]
                continue
            clone = _Node(node.name, dict(node.attrs))
            self.formatting[self.formatting.index(node)] = self.stack[i] = clone
            if last is furthest:
                bookmark = self.formatting.index(clone) + 1
            clone.append(last)
            last = clone
        ancestor.append(last)
        clone = _Node(element.name, dict(element.attrs))
        for child in list(furthest.children):
            furthest.children.remove(child) if not isinstance(child, _Node) else None
            clone.append(child)
        furthest.children = []
        furthest.append(clone)
        place = self.formatting.index(element)
        self.formatting.remove(element)
        self.formatting.insert(bookmark - (1 if place < bookmark else 0), clone)
        self.stack.remove(element)
        self.stack.insert(self.stack.index(furthest) + 1, clone)


def _decode_value(value):
    return _REFERENCE.sub(lambda found: html.unescape(found[0]), value) if "&" in value else value


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
            attrs.setdefault((None, name), _decode_value(found[2] or found[3] or found[4] or ""))
        at = found.end()
        if found[0].endswith("=") or text[at:at + 1] == "=":
            at += 1
            if text[at:at + 1] in "\"'" and text[at:at + 1]:
                return None


def _raw_text(text, name, at):
    """Return (content, end) of an element that has only text."""
    end = re.compile(f"</{name}(?=[\\s/>])", re.I).search(text, at)
    return (text[at:end.start()], end.start()) if end else (text[at:], len(text))


def _build(text, recognized):
    builder, at = _Builder(), 0
    while True:
        found = _NEXT.search(text, at)
        builder.text(html.unescape(text[at:found.start() if found else None]))
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
                builder.stack[-1].children.append(content if lower in _RAW else html.unescape(content))
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
    """Yield a text as html5lib's tree walkers do: space at its ends is apart."""
    middle = text.lstrip(_SPACE)
    if len(middle) < len(text):
        yield {"type": "SpaceCharacters", "data": text[:len(text) - len(middle)]}
    core = middle.rstrip(_SPACE)
    if core:
        yield {"type": "Characters", "data": core}
    if len(core) < len(middle):
        yield {"type": "SpaceCharacters", "data": middle[len(core):]}


def _walk(root):
    pending = [iter(root.children)]
    names = [root.name]
    while pending:
        child = next(pending[-1], None)
        if child is None:
            pending.pop()
            name = names.pop()
            if pending:
                yield {"type": "EndTag", "name": name, "namespace": None}
        elif isinstance(child, str):
            yield from _text_tokens(child)
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
    if "<" not in text:
        return [text] if "\0" not in text and "\r" not in text else None
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
            if name == "pre" and pieces[i + 1][:1] == "\n":
                return None
    if open_names or any(sign in piece for piece in pieces[::2] for sign in "<\0\r"):
        return None
    return pieces


def parse(text, recognized=RECOGNIZED):
    """Yield the tokens of a fragment, in the form of html5lib's tree walkers."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    if "<" not in text:
        return _text_tokens(html.unescape(text) if "&" in text else text)
    return _walk(_build(text, recognized))


def escape(text):
    """Return the HTML of a text."""
    return text.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;")


def render_tag(name, attrs):
    """Return a start tag."""
    pieces = ["<", name]
    for (_, attribute), value in attrs.items():
        value = str(value)
        pieces += " ", attribute
        if attribute in _BOOLEAN.get(name, ()) or attribute in _BOOLEAN[""]:
            continue
        quote = "'" if '"' in value and "'" not in value else '"'
        value = value.replace("&", "&amp;")
        value = value.replace('"', "&quot;") if quote == '"' else value
        pieces += "=", quote, value, quote
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
