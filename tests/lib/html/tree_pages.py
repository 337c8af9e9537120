"""tree_pages.py - makes misnested pages for the tests of html/tree.h

    tree_pages.py FIRST COUNT [parse5|browser] >pages

Prints COUNT pages, each as its length, a line feed, and its bytes; FIRST is the seed of the first
one. Every text is a word of its own (w7), every <a> has a href of its own (l7). With a last
operand, the pages leave out what that program reads unlike the standard:

  parse5 7.3 has <select> of an older standard; </tbody> ends a row that is in no <tbody>; </table>
  ends a table outside of a template; elements of svg and math that hold HTML hold no CDATA sections,
  and their end tags end HTML in them
  Chromium ends no HTML element foreignobject by "</foreignObject>" in svg, and a text in a template
  decides how the template goes on
"""
import random
import sys

FORMAT = ['b', 'i', 'u', 'font', 'nobr', 'code', 'em', 's']
BLOCK = ['div', 'p', 'center', 'blockquote', 'section', 'address', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'h1', 'h3', 'pre', 'form',
         'listing', 'dialog', 'details', 'summary', 'search', 'menu']
TABLE = ['table', 'tr', 'td', 'th', 'tbody', 'thead', 'tfoot', 'caption', 'colgroup', 'col']
MARKER = ['object', 'marquee', 'applet', 'button', 'template']
RAW = ['title', 'textarea', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'script']
FOREIGN = ['svg', 'math', 'foreignObject', 'desc', 'title', 'mi', 'mo', 'mtext', 'annotation-xml', 'mglyph', 'g', 'path', 'font', 'a',
           'malignmark']
FRAME = ['html', 'head', 'body', 'frameset', 'frame', 'noscript', 'meta', 'base', 'link']
OTHER = ['span', 'x-y', 'abbr', 'ruby', 'rt', 'rp', 'rb', 'rtc', 'br', 'img', 'image', 'hr', 'input', 'param', 'wbr', 'area',
         'sub', 'dir', 'summary', 'nav', 'keygen', 'source']
RUBY = ['ruby', 'rt', 'rp', 'rb', 'rtc', 'b']
SELECT = ['select', 'option', 'optgroup', 'select', 'input', 'hr', 'button']
ATTRIBUTES = ['', '', ' color=red', ' size="2"', ' color=red size=1', ' size=1 color="red"', " class='x&amp;y'", ' class="x&y"',
              ' type=hidden', ' type="HIDDEN"', ' encoding=text/html', ' encoding=text/htm1', ' type=hidder', ' encoding="Application/xhtml+xml"', ' color=red color=blue', ' x=']
DOCTYPES = ['', '', '<!doctype html>', '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
            '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
            '<!doctype svg>', '<?doctype html>', '<!-- c --><!doctype html>', '<!DOCTYPE html SYSTEM "about:legacy-compat">',
            '<!doctype html PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">', '<!DOCTYPE>', '<!doctype html public>', ' <!doctype html>x']
# Begins that change the insertion mode.
PREFIXES = ['', '', '', '<body>', '<table>', '<table><tr><td>', '<b><table>', '<a href=l0><table><tr><td>', '<svg><desc>', '<math><mtext>',
            '<svg><foreignObject>', '<math><annotation-xml encoding=text/html>', '<template>', '<template><tr>', '<p><b><i><u><s>',
            '<ul><li><div>', '<svg>', '<math>', '<head>', '<frameset>', '<noscript>', '<head><noscript>', '<table><caption>', '<table><b><div>', '<table><template>', '<table><tr><template>',
            '<table><colgroup>', '<form><table>', '<svg><title>', '<a href=l0><b><p>', '<object>', '<b><a href=l0><i><u><s><p>', '<a href=l0>' + '<div><section>' * 5,
            '<b><i>' + '<div>' * 9 + '</b>', '<b><i>' + '<div>' * 9 + '</b>' + '</div>' * 9]


ENDS = {
    '': {},
    'parse5': dict.fromkeys(['tbody', 'thead', 'tfoot'], 'table') | dict.fromkeys(
        ['foreignObject', 'desc', 'title', 'mi', 'mo', 'mtext', 'annotation-xml'], 'svg'),
    'browser': {'foreignObject': 'svg'},
}


class Page:
    def __init__(self, seed, judge):
        self.random = random.Random(seed)
        self.words = 0
        self.links = 0
        self.judge = judge
        one = self.random
        classes = [FORMAT, FORMAT, BLOCK, TABLE, TABLE, MARKER, FOREIGN, FRAME, OTHER, OTHER, RUBY]
        if judge != 'parse5':
            classes += [SELECT, SELECT]
        names = sum(one.sample(classes, one.randint(2, 5)), [])
        self.names = sorted(one.sample(names, min(len(names), one.randint(4, 12))))
        if judge:
            self.names = [name for name in self.names if name != 'template']
        if one.random() < .3:  # few names, so that one tag often meets another
            few = one.choice([['b', 'i', 'p', 'div'], ['b', 'i', 'u', 'font', 'p'], ['table', 'b', 'div', 'td'], RUBY, ['table', 'template', 'i', 'tr'],
                              ['select', 'option', 'optgroup', 'b']])
            if not judge or not {'template', 'select'} & set(few):
                self.names = few
        self.open = []

    def text(self):
        self.words += 1
        return self.random.choice(['%s', '%s', '%s ', ' %s']) % ('w%d' % self.words)

    def start(self, name):
        one = self.random
        self.open.append(name)
        if name == 'a':
            self.links += 1
            return one.choice(['<a href=l%d>', '<a href=l%d>', '<a class=x href="l%d">', '<a name=n%d>', '<a xlink:href=l%d>']) % self.links
        return '<%s%s%s>' % (name, one.choice(ATTRIBUTES), one.choice(['', '', '', '', '/']) if one.random() < .3 else '')

    def end(self):
        one = self.random
        name = one.choice(self.open[-6:]) if self.open and one.random() < .75 else one.choice(self.names + ['a'])
        return '</%s>' % ENDS[self.judge].get(name, name)

    def raw(self):
        name = self.random.choice(RAW)
        return '<%s>%s%s' % (name, self.text(), self.random.choice(['</%s>' % name, '</%s >' % name, '</%s/>' % name]))

    def piece(self):
        one = self.random
        kind = one.random()
        if kind < .3:
            return self.text()
        if kind < .42:
            return self.start('a')
        if kind < .66:
            return self.start(one.choice(self.names))
        if kind < .94:
            return self.end()
        return one.choice([lambda: '<!-- c -->', self.raw, lambda: ' ', lambda: '' if self.judge == 'parse5' else '<![CDATA[%s]]>' % self.text(), lambda: '</a>',
                           lambda: '&amp;', lambda: '</br>', lambda: '</p>', lambda: '</body>', lambda: '</html>'])()

    def whole(self):
        one = self.random
        prefixes = [prefix for prefix in PREFIXES if not (self.judge and 'template' in prefix)]
        parts = [one.choice(DOCTYPES), one.choice(prefixes)]
        parts += [self.piece() for _ in range(one.randint(5, 40))]
        return ''.join(parts) + self.text()


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    judge = (sys.argv[3:] or [''])[0]
    for seed in range(first, first + count):
        data = Page(seed, judge).whole().encode()
        sys.stdout.buffer.write(b'%d\n%s' % (len(data), data))


if __name__ == '__main__':
    main()
