"""tree_twin.py - a slow, plain tree builder by the text of the HTML standard (13.2.6), with nodes

    tree_twin.py [scripts] <pages

Reads the pages of tree_pages.py and prints what tests/tools/html_tree.c prints. It shares nothing
with src/lib/html: its nodes have parents and children, and the link of a text is found by going up.
Its tokenizer knows the markup that tree_pages.py writes. <select> may hold any element, as in the
standard of 2025. As in browsers, <search> is not special.
"""
import re
import sys

HTML, MATH, SVG = '', 'math:', 'svg:'
SPECIAL = set('''address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd
    details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html
    iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre
    script section select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp'''.split())
FORMATTING = set('a b big code em font i nobr s small strike strong tt u'.split())
SCOPE = set('applet caption html table td th marquee object select template'.split())
MATH_POINTS = set('mi mo mn ms mtext'.split())
SVG_POINTS = {'foreignobject', 'desc', 'title'}
IMPLIED = set('dd dt li optgroup option p rb rp rt rtc'.split())
CLOSES_P = set('''address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup
    main menu nav ol p search section summary ul'''.split())
ENDS_BLOCK = CLOSES_P - {'p'} | {'button', 'listing', 'pre', 'select'}
HEADINGS = set('h1 h2 h3 h4 h5 h6'.split())
BREAKOUT = set('''b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol
    p pre ruby s small span strong strike sub sup table tt u ul var'''.split())
IN_HEAD = set('base basefont bgsound link meta noframes script style template title'.split())
TABLE_PARTS = set('caption col colgroup tbody td tfoot th thead tr'.split())
QUIRKS = ('-//w3c//dtd html 3.2 final//', '-//w3c//dtd html 4.0 transitional//', '-//ietf//dtd html//')
KNOWN = SPECIAL | FORMATTING | IMPLIED | SVG_POINTS | MATH_POINTS | set(
    '''abbr acronym annotation-xml bdi cite data del desc dfn dialog foreignobject image ins kbd legend malignmark mark math mglyph q ruby
    samp search span sub sup svg time var'''.split())


class Node:
    def __init__(self, name, space=HTML, attributes=None):
        self.name, self.space, self.attributes = name, space, attributes or {}
        self.parent = None
        self.children = []
        self.content = None

    def is_html(self, *names):
        return self.space == HTML and self.name in names

    def remove(self):
        if self.parent:
            self.parent.children.remove(self)
        self.parent = None

    def insert(self, node, before=None):
        node.remove()
        self.children.insert(self.children.index(before) if before else len(self.children), node)
        node.parent = self

    def is_special(self):
        if self.space == HTML:
            return self.name in SPECIAL
        return self.is_scope()

    def is_scope(self):
        if self.space == HTML:
            return self.name in SCOPE
        if self.space == MATH:
            return self.name in MATH_POINTS or self.name == 'annotation-xml'
        return self.name in SVG_POINTS

    def is_math_point(self):
        return self.space == MATH and self.name in MATH_POINTS

    def is_html_point(self):
        if self.space == SVG:
            return self.name in SVG_POINTS
        return self.space == MATH and self.name == 'annotation-xml' and \
            self.attributes.get('encoding', '').lower() in ('text/html', 'application/xhtml+xml')


class Tag:
    def __init__(self, name, closing=False, attributes=None, self_closing=False):
        self.name, self.closing, self.attributes, self.self_closing = name, closing, attributes or {}, self_closing


class Builder:
    def __init__(self, scripts):
        self.scripts = scripts
        self.document = Node('#document')
        self.open, self.formatting, self.templates = [], [], []
        self.mode, self.original = 'initial', None
        self.head = self.form = None
        self.frames_ok, self.foster, self.quirks = True, False, False
        self.raw = None
        self.lines = []

    # ---- The stack

    @property
    def current(self):
        return self.open[-1]

    def place(self, target=None):
        target = target or self.current
        if self.foster and target.is_html('table', 'tbody', 'tfoot', 'thead', 'tr'):
            table = max((i for i, n in enumerate(self.open) if n.is_html('table')), default=-1)
            template = max((i for i, n in enumerate(self.open) if n.is_html('template')), default=-1)
            if template > table:
                return self.open[template].content, None
            if table < 0:
                return self.open[0], None
            if self.open[table].parent:
                return self.open[table].parent, self.open[table]
            return self.open[table - 1], None
        if target.content:
            return target.content, None
        return target, None

    def insert(self, name, space=HTML, attributes=None):
        node = Node(name, space, attributes)
        if space == HTML and name == 'template':
            node.content = Node('#content')
        parent, before = self.place() if self.open else (self.document, None)
        parent.insert(node, before)
        self.open.append(node)
        return node

    def insert_tag(self, tag):
        return self.insert(tag.name, HTML, tag.attributes)

    def find_scope(self, names, more=(), table=False):
        for node in reversed(self.open):
            if node.is_html(*names):
                return node
            if table and node.is_html('html', 'table', 'template'):
                return None
            if not table and (node.is_scope() or node.is_html(*more)):
                return None
        return None

    def has(self, *names):
        return self.find_scope(names)

    def has_button(self, name):
        return self.find_scope((name,), ('button',))

    def has_table(self, *names):
        return self.find_scope(names, table=True)

    def pop_to(self, node):
        while self.open.pop() is not node:
            pass

    def implied(self, *without):
        while self.current.space == HTML and self.current.name in IMPLIED - set(without):
            self.open.pop()

    def implied_thoroughly(self):
        while self.current.space == HTML and self.current.name in IMPLIED | TABLE_PARTS - {'col'}:
            self.open.pop()

    def clear_to(self, *names):
        while not self.current.is_html(*names, 'template', 'html'):
            self.open.pop()

    def close_p(self):
        node = self.has_button('p')
        if node:
            self.pop_to(node)

    def has_template(self):
        return any(n.is_html('template') for n in self.open)

    def reset(self):
        modes = {'td': 'cell', 'th': 'cell', 'tr': 'row', 'tbody': 'part', 'thead': 'part', 'tfoot': 'part', 'caption': 'caption',
                 'colgroup': 'colgroup', 'table': 'table', 'head': 'head', 'body': 'body', 'frameset': 'frameset'}
        for node in reversed(self.open):
            if node.is_html('template'):
                self.mode = self.templates[-1]
                return
            if node.space == HTML and node.name in modes:
                self.mode = modes[node.name]
                return
        self.mode = 'after head' if self.head else 'before head'

    # ---- The list of active formatting elements: nodes, and None for markers

    def after_marker(self):
        last = max((i for i, n in enumerate(self.formatting) if n is None), default=-1)
        return self.formatting[last + 1:]

    def add_formatting(self, node):
        same = [n for n in self.after_marker() if (n.name, n.attributes) == (node.name, node.attributes)]
        if len(same) >= 3:
            self.formatting.remove(same[0])
        self.formatting.append(node)

    def clear_formatting(self):
        while self.formatting and self.formatting.pop() is not None:
            pass

    def reconstruct(self):
        i = len(self.formatting)
        while i > 0 and self.formatting[i - 1] is not None and self.formatting[i - 1] not in self.open:
            i -= 1
        for k in range(i, len(self.formatting)):
            old = self.formatting[k]
            self.formatting[k] = self.insert(old.name, HTML, old.attributes)

    def adopt(self, tag):
        if self.current.is_html(tag.name) and self.current not in self.formatting:
            self.open.pop()
            return
        for _ in range(8):
            element = next((n for n in reversed(self.after_marker()) if n.name == tag.name), None)
            if not element:
                self.any_end(tag)
                return
            if element not in self.open:
                self.formatting.remove(element)
                return
            at = self.open.index(element)
            if any(n.is_scope() for n in self.open[at + 1:]):
                return
            block = next((n for n in self.open[at + 1:] if n.is_special()), None)
            if not block:
                self.pop_to(element)
                self.formatting.remove(element)
                return
            ancestor = self.open[at - 1]
            bookmark = self.formatting.index(element)
            node = last = block
            above = self.open.index(block)
            counter = 0
            while True:
                counter += 1
                above -= 1
                node = self.open[above]
                if node is element:
                    break
                if counter > 3 and node in self.formatting:
                    bookmark -= self.formatting.index(node) < bookmark
                    self.formatting.remove(node)
                if node not in self.formatting:
                    self.open.remove(node)
                    continue
                clone = Node(node.name, HTML, node.attributes)
                self.formatting[self.formatting.index(node)] = clone
                self.open[above] = clone
                node = clone
                if last is block:
                    bookmark = self.formatting.index(node) + 1
                node.insert(last)
                last = node
            parent, before = self.place(ancestor)
            parent.insert(last, before)
            clone = Node(element.name, HTML, element.attributes)
            for child in list(block.children):
                clone.insert(child)
            block.insert(clone)
            bookmark -= self.formatting.index(element) < bookmark
            self.formatting.remove(element)
            self.formatting.insert(bookmark, clone)
            self.open.remove(element)
            self.open.insert(self.open.index(block) + 1, clone)

    # ---- Text

    def text(self, text):
        for part in re.findall(r'\s+|[^\s]+', text):
            self.one_text(part)

    def one_text(self, text):
        blank = text.isspace()
        if self.open and self.current.space != HTML and not self.current.is_html_point() and not self.current.is_math_point():
            self.put(text)
            self.frames_ok = self.frames_ok and blank
            return
        while True:
            mode = self.mode
            if mode == 'text':
                self.put(text)
            elif mode in ('initial', 'before html', 'before head', 'head', 'head noscript', 'after head', 'colgroup'):
                if blank:
                    return
                self.tag_in(mode, Tag('#text'))
                if self.mode != mode:
                    continue
                self.drop(text)
            elif mode in ('after body', 'after after body') and not blank:
                self.mode = 'body'
                continue
            elif mode in ('frameset', 'after frameset', 'after after frameset'):
                self.drop(text)
            elif mode in ('table', 'part', 'row'):
                if self.current.is_html('table', 'tbody', 'template', 'tfoot', 'thead', 'tr') and blank:
                    return
                self.foster = True
                self.body_text(text)
                self.foster = False
            else:
                self.body_text(text)
            return

    def body_text(self, text):
        self.reconstruct()
        self.frames_ok = self.frames_ok and text.isspace()
        self.put(text)

    def drop(self, text):
        if not text.isspace():
            self.report(text, '-', 'dropped')

    def put(self, text):
        parent, _ = self.place()
        if text.isspace():
            return
        link = '-'
        node = parent
        while node and link == '-':
            if node.name == 'a' and node.space != MATH and 'href' in node.attributes:
                link = node.attributes['href']
            elif node.name == 'a' and node.space == SVG and 'xlink:href' in node.attributes:
                link = node.attributes['xlink:href']
            node = node.parent
        self.report(text, link, 'inside' if parent in (self.current, self.current.content) else 'before')

    def report(self, text, link, where):
        names = [n.space + (n.name if n.name in KNOWN else '?') for n in self.open]
        self.lines.append('%s\t%s\t%s\t%s' % (text, link, where, ' '.join(names)))

    # ---- Tags

    def tag(self, tag):
        if self.open and self.current.space != HTML and not self.by_html_rules(tag):
            self.foreign(tag)
        else:
            self.tag_in(self.mode, tag)

    def by_html_rules(self, tag):
        node = self.current
        if tag.closing:
            return False
        if node.is_math_point() and tag.name not in ('mglyph', 'malignmark'):
            return True
        if node.space == MATH and node.name == 'annotation-xml' and tag.name == 'svg':
            return True
        return node.is_html_point()

    def foreign(self, tag):
        breaks = tag.name in ('br', 'p') if tag.closing else tag.name in BREAKOUT or (
            tag.name == 'font' and {'color', 'face', 'size'} & set(tag.attributes))
        if breaks:
            while self.current.space != HTML and not self.current.is_html_point() and not self.current.is_math_point():
                self.open.pop()
            self.tag_in(self.mode, tag)
        elif not tag.closing:
            self.insert_foreign(tag, self.current.space)
        else:
            for node in reversed(self.open):
                if node is self.open[0]:
                    return
                if node.space == HTML:
                    self.tag_in(self.mode, tag)
                    return
                if node.name == tag.name:
                    self.pop_to(node)
                    return

    def insert_foreign(self, tag, space):
        self.insert(tag.name, space, tag.attributes)
        if tag.self_closing:
            self.open.pop()

    def tag_in(self, mode, tag):
        getattr(self, mode.replace(' ', '_') + ('_end' if tag.closing else '_start'))(tag)

    def again(self, mode, tag):
        self.mode = mode
        self.tag(tag) if tag.name != '#text' else None

    def start_raw(self, tag, state):
        self.insert_tag(tag)
        self.raw = (state, tag.name)
        self.original = self.mode
        self.mode = 'text'

    def text_start(self, tag):
        raise AssertionError

    def text_end(self, tag):
        self.open.pop()
        self.mode = self.original

    def initial_start(self, tag):
        self.quirks = True
        self.again('before html', tag)

    initial_end = initial_start

    def before_html_start(self, tag):
        if tag.name == 'html':
            self.insert_tag(tag)
            self.mode = 'before head'
        else:
            self.insert('html')
            self.again('before head', tag)

    def before_html_end(self, tag):
        if tag.name in ('head', 'body', 'html', 'br'):
            self.insert('html')
            self.again('before head', tag)

    def before_head_start(self, tag):
        if tag.name == 'html':
            return
        if tag.name == 'head':
            self.head = self.insert_tag(tag)
            self.mode = 'head'
        else:
            self.head = self.insert('head')
            self.again('head', tag)

    def before_head_end(self, tag):
        if tag.name in ('head', 'body', 'html', 'br'):
            self.head = self.insert('head')
            self.again('head', tag)

    def head_start(self, tag):
        name = tag.name
        if name in ('html', 'head'):
            return
        if name in ('base', 'basefont', 'bgsound', 'link', 'meta'):
            self.insert_tag(tag)
            self.open.pop()
        elif name == 'title':
            self.start_raw(tag, 'rcdata')
        elif name in ('noframes', 'style') or (name == 'noscript' and self.scripts):
            self.start_raw(tag, 'rawtext')
        elif name == 'noscript':
            self.insert_tag(tag)
            self.mode = 'head noscript'
        elif name == 'script':
            self.start_raw(tag, 'script')
        elif name == 'template':
            self.insert_tag(tag)
            self.formatting.append(None)
            self.frames_ok = False
            self.mode = 'template'
            self.templates.append('template')
        else:
            self.open.pop()
            self.again('after head', tag)

    def head_end(self, tag):
        if tag.name == 'head':
            self.open.pop()
            self.mode = 'after head'
        elif tag.name in ('body', 'html', 'br'):
            self.open.pop()
            self.again('after head', tag)
        elif tag.name == 'template' and self.has_template():
            self.implied_thoroughly()
            while not self.open.pop().is_html('template'):
                pass
            self.clear_formatting()
            self.templates.pop()
            self.reset()

    def head_noscript_start(self, tag):
        if tag.name in ('basefont', 'bgsound', 'link', 'meta', 'noframes', 'style'):
            self.head_start(tag)
        elif tag.name not in ('html', 'head', 'noscript'):
            self.open.pop()
            self.again('head', tag)

    def head_noscript_end(self, tag):
        if tag.name == 'noscript':
            self.open.pop()
            self.mode = 'head'
        elif tag.name == 'br':
            self.open.pop()
            self.again('head', tag)

    def after_head_start(self, tag):
        if tag.name == 'body':
            self.insert_tag(tag)
            self.frames_ok = False
            self.mode = 'body'
        elif tag.name == 'frameset':
            self.insert_tag(tag)
            self.mode = 'frameset'
        elif tag.name in IN_HEAD:
            self.open.append(self.head)
            self.head_start(tag)
            self.open.remove(self.head)
        elif tag.name not in ('html', 'head'):
            self.insert('body')
            self.again('body', tag)

    def after_head_end(self, tag):
        if tag.name == 'template':
            self.head_end(tag)
        elif tag.name in ('body', 'html', 'br'):
            self.insert('body')
            self.again('body', tag)

    # ---- In body

    def body_start(self, tag):
        name = tag.name
        if name in IN_HEAD:
            self.head_start(tag)
        elif name in ('html', 'head', 'frame') or name in TABLE_PARTS:
            pass
        elif name == 'body':
            if len(self.open) > 1 and self.open[1].is_html('body') and not self.has_template():
                self.frames_ok = False
        elif name == 'frameset':
            if len(self.open) > 1 and self.open[1].is_html('body') and self.frames_ok:
                self.open[1].remove()
                del self.open[1:]
                self.insert_tag(tag)
                self.mode = 'frameset'
        elif name in CLOSES_P | HEADINGS | {'pre', 'listing', 'plaintext'}:
            self.close_p()
            if name in HEADINGS and self.current.is_html(*HEADINGS):
                self.open.pop()
            self.insert_tag(tag)
            self.frames_ok = self.frames_ok and name not in ('pre', 'listing')
            if name == 'plaintext':
                self.raw = ('plaintext', name)
        elif name == 'form':
            if not self.form or self.has_template():
                self.close_p()
                node = self.insert_tag(tag)
                if not self.has_template():
                    self.form = node
        elif name in ('li', 'dd', 'dt'):
            self.frames_ok = False
            alike = ('li',) if name == 'li' else ('dd', 'dt')
            for node in reversed(self.open):
                if node.is_html(*alike):
                    self.pop_to(node)
                    break
                if node.is_special() and not node.is_html('address', 'div', 'p'):
                    break
            self.close_p()
            self.insert_tag(tag)
        elif name == 'button':
            node = self.has('button')
            if node:
                self.pop_to(node)
            self.reconstruct()
            self.insert_tag(tag)
            self.frames_ok = False
        elif name == 'a':
            node = next((n for n in reversed(self.after_marker()) if n.name == 'a'), None)
            if node:
                self.adopt(tag)
                if node in self.formatting:
                    self.formatting.remove(node)
                if node in self.open:
                    self.open.remove(node)
            self.reconstruct()
            self.add_formatting(self.insert_tag(tag))
        elif name == 'nobr':
            self.reconstruct()
            if self.has('nobr'):
                self.adopt(tag)
                self.reconstruct()
            self.add_formatting(self.insert_tag(tag))
        elif name in FORMATTING:
            self.reconstruct()
            self.add_formatting(self.insert_tag(tag))
        elif name in ('applet', 'marquee', 'object'):
            self.reconstruct()
            self.insert_tag(tag)
            self.formatting.append(None)
            self.frames_ok = False
        elif name == 'table':
            if not self.quirks:
                self.close_p()
            self.insert_tag(tag)
            self.frames_ok = False
            self.mode = 'table'
        else:
            self.body_start_more(tag)

    def body_start_more(self, tag):
        name = tag.name
        select = self.has('select')
        if name == 'input' and select:
            self.pop_to(select)
        if name in ('area', 'br', 'embed', 'img', 'image', 'keygen', 'wbr', 'input'):
            self.reconstruct()
            self.insert('img' if name == 'image' else name)
            self.open.pop()
            if name != 'input' or tag.attributes.get('type', '').lower() != 'hidden':
                self.frames_ok = False
        elif name in ('param', 'source', 'track'):
            self.insert_tag(tag)
            self.open.pop()
        elif name == 'hr':
            self.close_p()
            if select:
                self.implied()
            self.insert_tag(tag)
            self.open.pop()
            self.frames_ok = False
        elif name == 'textarea':
            self.start_raw(tag, 'rcdata')
            self.frames_ok = False
        elif name == 'xmp':
            self.close_p()
            self.reconstruct()
            self.frames_ok = False
            self.start_raw(tag, 'rawtext')
        elif name == 'iframe':
            self.frames_ok = False
            self.start_raw(tag, 'rawtext')
        elif name == 'noembed' or (name == 'noscript' and self.scripts):
            self.start_raw(tag, 'rawtext')
        elif name == 'select':
            if select:
                self.pop_to(select)
                return
            self.reconstruct()
            self.insert_tag(tag)
            self.frames_ok = False
        elif name in ('option', 'optgroup'):
            if select:
                self.implied(*(['optgroup'] if name == 'option' else []))
            elif self.current.is_html('option'):
                self.open.pop()
            self.reconstruct()
            self.insert_tag(tag)
        elif name in ('rb', 'rtc', 'rp', 'rt'):
            if self.has('ruby'):
                self.implied(*(['rtc'] if name in ('rp', 'rt') else []))
            self.insert_tag(tag)
        elif name in ('math', 'svg'):
            self.reconstruct()
            self.insert_foreign(tag, name + ':')
        else:
            self.reconstruct()
            self.insert_tag(tag)

    def any_end(self, tag):
        for node in reversed(self.open):
            if node.is_html(tag.name):
                self.implied(tag.name)
                self.pop_to(node)
                return
            if node.is_special():
                return

    def body_end(self, tag):
        name = tag.name
        if name == 'template':
            self.head_end(tag)
        elif name in ('body', 'html'):
            if self.has('body'):
                self.mode = 'after body'
                if name == 'html':
                    self.tag(tag)
        elif name in ENDS_BLOCK:
            self.end_in(self.has(name))
        elif name == 'form' and not self.has_template():
            node, self.form = self.form, None
            if node and node in self.open and not any(n.is_scope() for n in self.open[self.open.index(node) + 1:]):
                self.implied()
                self.open.remove(node)
        elif name == 'form':
            self.end_in(self.has('form'))
        elif name == 'p':
            if not self.has_button('p'):
                self.insert('p')
            self.close_p()
        elif name == 'li':
            self.end_in(self.find_scope(('li',), ('ol', 'ul')))
        elif name in ('dd', 'dt'):
            self.end_in(self.has(name))
        elif name in HEADINGS:
            self.end_in(self.has(*HEADINGS))
        elif name in FORMATTING:
            self.adopt(tag)
        elif name in ('applet', 'marquee', 'object'):
            node = self.has(name)
            self.end_in(node)
            if node:
                self.clear_formatting()
        elif name == 'br':
            self.body_start(Tag('br'))
        else:
            self.any_end(tag)

    def end_in(self, node):
        if node:
            self.pop_to(node)

    # ---- Tables

    def table_start(self, tag):
        name = tag.name
        if name == 'caption':
            self.clear_to('table')
            self.formatting.append(None)
            self.insert_tag(tag)
            self.mode = 'caption'
        elif name == 'colgroup':
            self.clear_to('table')
            self.insert_tag(tag)
            self.mode = 'colgroup'
        elif name == 'col':
            self.clear_to('table')
            self.insert('colgroup')
            self.again('colgroup', tag)
        elif name in ('tbody', 'tfoot', 'thead'):
            self.clear_to('table')
            self.insert_tag(tag)
            self.mode = 'part'
        elif name in ('td', 'th', 'tr'):
            self.clear_to('table')
            self.insert('tbody')
            self.again('part', tag)
        elif name == 'table':
            node = self.has_table('table')
            if node:
                self.pop_to(node)
                self.reset()
                self.tag(tag)
        elif name in ('style', 'script', 'template'):
            self.head_start(tag)
        elif name == 'input' and tag.attributes.get('type', '').lower() == 'hidden':
            self.insert_tag(tag)
            self.open.pop()
        elif name == 'form':
            if not self.form and not self.has_template():
                self.form = self.insert_tag(tag)
                self.open.pop()
        else:
            self.foster = True
            self.body_start(tag)
            self.foster = False

    def table_end(self, tag):
        if tag.name == 'table':
            node = self.has_table('table')
            if node:
                self.pop_to(node)
                self.reset()
        elif tag.name == 'template':
            self.head_end(tag)
        elif tag.name not in TABLE_PARTS | {'body', 'html'}:
            self.foster = True
            self.body_end(tag)
            self.foster = False

    def end_caption(self):
        node = self.has_table('caption')
        if node:
            self.pop_to(node)
            self.clear_formatting()
            self.mode = 'table'
        return node

    def caption_start(self, tag):
        if tag.name not in TABLE_PARTS:
            self.body_start(tag)
        elif self.end_caption():
            self.tag(tag)

    def caption_end(self, tag):
        if tag.name == 'caption':
            self.end_caption()
        elif tag.name == 'table':
            if self.end_caption():
                self.tag(tag)
        elif tag.name not in TABLE_PARTS | {'body', 'html'}:
            self.body_end(tag)

    def colgroup_start(self, tag):
        if tag.name == 'col':
            self.insert_tag(tag)
            self.open.pop()
        elif tag.name == 'template':
            self.head_start(tag)
        elif tag.name != 'html' and self.current.is_html('colgroup'):
            self.open.pop()
            self.again('table', tag)

    def colgroup_end(self, tag):
        if tag.name == 'template':
            self.head_end(tag)
        elif tag.name != 'col' and self.current.is_html('colgroup'):
            self.open.pop()
            self.mode = 'table'
            if tag.name != 'colgroup':
                self.tag(tag)

    def part_start(self, tag):
        name = tag.name
        if name == 'tr':
            self.clear_to('tbody', 'tfoot', 'thead')
            self.insert_tag(tag)
            self.mode = 'row'
        elif name in ('td', 'th'):
            self.clear_to('tbody', 'tfoot', 'thead')
            self.insert('tr')
            self.again('row', tag)
        elif name in TABLE_PARTS:
            self.leave_part(tag)
        else:
            self.table_start(tag)

    def leave_part(self, tag):
        if self.has_table('tbody', 'tfoot', 'thead'):
            self.clear_to('tbody', 'tfoot', 'thead')
            self.open.pop()
            self.again('table', tag)

    def part_end(self, tag):
        name = tag.name
        if name in ('tbody', 'tfoot', 'thead'):
            if self.has_table(name):
                self.clear_to('tbody', 'tfoot', 'thead')
                self.open.pop()
                self.mode = 'table'
        elif name == 'table':
            self.leave_part(tag)
        elif name not in TABLE_PARTS | {'body', 'html'}:
            self.table_end(tag)

    def leave_row(self):
        node = self.has_table('tr')
        if node:
            self.clear_to('tr')
            self.open.pop()
            self.mode = 'part'
        return node

    def row_start(self, tag):
        if tag.name in ('td', 'th'):
            self.clear_to('tr')
            self.insert_tag(tag)
            self.mode = 'cell'
            self.formatting.append(None)
        elif tag.name in TABLE_PARTS:
            if self.leave_row():
                self.tag(tag)
        else:
            self.table_start(tag)

    def row_end(self, tag):
        name = tag.name
        if name == 'tr':
            self.leave_row()
        elif name == 'table' or (name in ('tbody', 'tfoot', 'thead') and self.has_table(name)):
            if self.leave_row():
                self.tag(tag)
        elif name not in TABLE_PARTS | {'body', 'html'}:
            self.table_end(tag)

    def close_cell(self):
        node = self.has_table('td', 'th')
        if node:
            self.pop_to(node)
            self.clear_formatting()
            self.mode = 'row'
        return node

    def cell_start(self, tag):
        if tag.name not in TABLE_PARTS:
            self.body_start(tag)
        elif self.close_cell():
            self.tag(tag)

    def cell_end(self, tag):
        name = tag.name
        if name in ('td', 'th'):
            node = self.has_table(name)
            if node:
                self.pop_to(node)
                self.clear_formatting()
                self.mode = 'row'
        elif name in ('table', 'tbody', 'tfoot', 'thead', 'tr'):
            if self.has_table(name) and self.close_cell():
                self.tag(tag)
        elif name not in ('body', 'caption', 'col', 'colgroup', 'html'):
            self.body_end(tag)

    # ---- Templates, frames, and after the body

    def template_start(self, tag):
        modes = {'caption': 'table', 'colgroup': 'table', 'tbody': 'table', 'tfoot': 'table', 'thead': 'table', 'col': 'colgroup',
                 'tr': 'part', 'td': 'row', 'th': 'row'}
        if tag.name in IN_HEAD:
            self.head_start(tag)
        else:
            self.templates[-1] = modes.get(tag.name, 'body')
            self.again(self.templates[-1], tag)

    def template_end(self, tag):
        if tag.name == 'template':
            self.head_end(tag)

    def after_body_start(self, tag):
        if tag.name != 'html':
            self.again('body', tag)

    def after_body_end(self, tag):
        if tag.name == 'html':
            self.mode = 'after after body'
        else:
            self.again('body', tag)

    def frameset_start(self, tag):
        if tag.name == 'frameset':
            self.insert_tag(tag)
        elif tag.name == 'frame':
            self.insert_tag(tag)
            self.open.pop()
        elif tag.name == 'noframes':
            self.head_start(tag)

    def frameset_end(self, tag):
        if tag.name == 'frameset' and len(self.open) > 1:
            self.open.pop()
            if not self.current.is_html('frameset'):
                self.mode = 'after frameset'

    def after_frameset_start(self, tag):
        if tag.name == 'noframes':
            self.head_start(tag)

    def after_frameset_end(self, tag):
        if tag.name == 'html':
            self.mode = 'after after frameset'

    after_after_body_start = after_body_start

    def after_after_body_end(self, tag):
        self.again('body', tag)

    after_after_frameset_start = after_frameset_start

    def after_after_frameset_end(self, tag):
        pass

    # ---- The tokenizer

    def doctype(self, text):
        if self.mode != 'initial':
            return
        self.mode = 'before html'
        match = re.fullmatch(r'html(?:\s+public\s+"([^"]*)"(?:\s+"([^"]*)")?|\s+system\s+"[^"]*")?\s*', text.strip(), re.I)
        public = match and (match[1] or '').lower()
        self.quirks = not match or public.startswith(QUIRKS) or (
            public.startswith('-//w3c//dtd html 4.01 transitional//') and match[2] is None)

    def read(self, page):
        at = 0
        while at < len(page):
            at = self.read_raw(page, at) if self.raw else self.read_data(page, at)
        return self.lines

    def read_raw(self, page, at):
        state, name = self.raw
        end = re.compile(r'</%s[\s/>]' % name, re.I).search(page, at) if state != 'plaintext' else None
        stop = end.start() if end else len(page)
        text = page[at:stop]
        self.text(text.replace('&amp;', '&') if state == 'rcdata' else text)
        if end:
            self.raw = None
            self.tag(Tag(name, True))
            stop = page.index('>', stop) + 1
        return stop

    def read_data(self, page, at):
        for pattern, action in ((r'<!--.*?-->', None), (r'<!doctype(.*?)>', self.doctype), (r'<!\[CDATA\[(.*?)\]\]>', 'cdata'),
                                (r'<[!?].*?>', None), (r'</?([a-z][^\s/>]*)((?:[^>"\']|"[^"]*"|\'[^\']*\')*)>', 'tag'),
                                (r'&amp;', 'amp'), (r'[^<&]+', 'text'), (r'.', 'text')):
            match = re.compile(pattern, re.I | re.S).match(page, at)
            if action == 'cdata' and match and not (self.open and self.current.space != HTML):
                continue
            if match:
                break
        if action == 'tag':
            self.read_tag(match)
        elif action == 'cdata':
            self.text(match[1])
        elif action in ('text', 'amp'):
            self.text('&' if action == 'amp' else match[0])
        elif action:
            action(match[1])
        return match.end()

    def read_tag(self, match):
        closing = match[0][1] == '/'
        rest = match[2]
        self_closing = not closing and bool(re.search(r'(^|[\s"\'/])/$|^[^=]*/$', rest))
        attributes = {}
        for name, double, single, bare in re.findall(r'([^\s=/>]+)(?:\s*=\s*(?:"([^"]*)"|\'([^\']*)\'|([^\s>"\']*)))?', rest):
            attributes.setdefault(name.lower(), (double or single or bare).replace('&amp;', '&'))
        self.tag(Tag(match[1].lower(), closing, {} if closing else attributes, self_closing))


def main():
    data = sys.stdin.buffer.read()
    at = 0
    while at < len(data):
        line = data.index(b'\n', at)
        end = line + 1 + int(data[at:line])
        lines = Builder('scripts' in sys.argv[1:]).read(data[line + 1:end].decode())
        sys.stdout.write(''.join(line + '\n' for line in lines) + '\n')
        at = end


if __name__ == '__main__':
    main()
