// attacks.mjs - more than 1,000 texts that try to become markup, a script, a request or another text
//
// attacks(): {name, text, bytes}, the same every time, each text once: those of
// testdata/hostile/xss.txt and of hostile_mail.mjs, those below, and each payload after each way to
// end a context, in one of the encodings.

import { markup } from '../hostile_mail.mjs';
import { specTexts } from '../inputs.mjs';

// What ends the context that a text is in.
const breakers = [
    '', '"', "'", '`', '">', "'>", '"/>', '-->', '--!>', ']]>', '?>', '</a>', '</title>', '</style>', '</textarea>', '</script>',
    '</pre></main></section>', '</h2></header>', '</bdi></a></li></ul>', '&quot;>', '&#34;>', '%22>', '\\">', '\u2028', '\0">',
    '\u202e">', 'http://a.example/"', "http://a.example/'", 'http://a.example/>', '<http://a.example/"', '<URL:http://a.example/?a&amp;"',
    '\x1b[31m">',
];

const payloads = [
    '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<svg/onload=alert(1)>', ' onmouseover=alert(1) x=',
    ' autofocus onfocus=alert(1) tabindex=0 ', ' style=position:fixed;inset:0;background:red ', '<a href=javascript:alert(1)>x</a>',
    '<iframe src=//127.0.0.1:9/>', '<base href=//127.0.0.1:9/>', '<meta http-equiv=refresh content=0;url=http://127.0.0.1:9/>',
    '<style>@import"http://127.0.0.1:9/"</style>', '<form id=x action=http://127.0.0.1:9/><input autofocus onfocus=alert(1)>',
    '<math><mi xlink:href=javascript:alert(1)>x', '<details open ontoggle=alert(1)>', '<b id=message-1 name=body>x</b>',
    '<link rel=stylesheet href=http://127.0.0.1:9/>', 'javascript:alert(1)', 'http://a.example/\u202egpj.exe',
    'http://www.bank.example@evil.example/', '<h1>Log in</h1>',
];

const wide = (text) => text.replace(/[<>"'=]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
const utf7 = (text) => text.replace(/[<>"']/g, (c) => `+${Buffer.from(c, 'utf16le').swap16().toString('base64').replace(/=+$/, '')}-`);
const references = (text) => text.replace(/[<>"'&]/g, (c) => `&#x${c.charCodeAt(0).toString(16)};`);

// Functions of a text, that return a text or bytes.
const encodings = [
    (text) => text,
    references,
    (text) => references(references(text)),
    (text) => text.replace(/[<>"' ]/g, (c) => `%${c.charCodeAt(0).toString(16)}`),
    (text) => text.toUpperCase(),
    wide,
    utf7,
    (text) => text.replace(/</g, '<\0').replace(/script/g, 'scr\tipt'),
    (text) => text.replace(/<(\w)/g, '<\u200b$1').replace(/java/g, 'ja\u00adva'),
    // overlong UTF-8 of "<" and '"'
    (text) => Buffer.from(Buffer.from(text).toString('latin1').replace(/</g, '\xc0\xbc').replace(/"/g, '\xe0\x80\xa2'), 'latin1'),
    // a byte that begins a character before each "<"
    (text) => Buffer.from(Buffer.from(text).toString('latin1').replace(/[<"]/g, '\xe2\x80$&'), 'latin1'),
];

const spoofs = [
    // directions
    '\u202eelpmaxe.knab//:ptth', '\u202e\u2066http://a.example/\u2069\u202c', 'a\u2067b\u2069c', '\u2067\u2067\u2067 never closed', '\u202a\u202b\u202c\u202d',
    '\u200f\u200f http://a.example/ \u200f', '\u061c1.2.3.4', '\u05d0\u05d1\u05d2 http://a.example/ \u05d3', '\u05d0\u05d1\u05d2', '\u0627\u0644\u0639 (1) \u0628',
    'http://a.example/\u05d0/b/\u05d1', 'http://\u05d0\u05d1.example/1/2', '1 \u05d0 2 \u05d1 3', '(\u05d0', '\u05d0 <\u05d1@a.example>', 'report\u202etxt.exe',
    'Ann\u2028Subject: other', 'Ann\u2029Subject: other', '\u202d\u202e'.repeat(60), '\u2066'.repeat(130), '\u2069\u2069\u2069\u202c\u202c',
    // invisible and odd characters
    'pay\u200bpal', 'pay\u00adpal', 'pay\u2060pal', 'a\ufeffb', 'a\u034fb', 'a\u180eb', 'a\u115fb\u1160c\u3164d\uffa0e', 'a\u{e0061}\u{e0062}\u{e007f}', '\ufff9a\ufffab\ufffb',
    '\ufffc\ufffd\ufffe\uffff', '\u{1ffff}\u{10ffff}', 'Z\u0351\u036b\u0343'.repeat(30), '\u0300'.repeat(200), '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', '\u20e3\ufe0f\u{1f3fb}',
    // names and hosts like others
    'http://\u0430pple.com/', 'http://\u0440\u0430\u0443\u0440\u0430l.example/', 'http://xn--80ak6aa92e.com/', 'http://a.example\u2044b.example/', 'http://a.example\uff0fb.example/',
    'http://a.example\u3002evil.example/', 'http://a.example%2eevil.example/', 'http://a.example%00.evil.example/', 'http://bank.example:443@evil.example/', 'http://0x7f.1/',
    'http://[::ffff:127.0.0.1]/', 'http://a.example\\@evil.example/', 'http://evil.example#@a.example/', 'http://evil.example?@a.example/', 'https:a.example', 'http:///a.example',
    'http:\\\\evil.example\\x', 'HTTP://A.EXAMPLE/"', 'http://a.example/%E2%80%AEgpj.exe', 'http://a.example/%0d%0aSet-Cookie:x', 'http://a.example:80:80/',
    'mailto:a@b.example?bcc=c@d.example&body=%0d%0a"', 'mailto:%22onclick=alert(1)%22@a.example', '"<script>"@a.example', 'a@b.example"onclick=alert(1)',
    // words of our own pages
    '[U+202E]', '&#x5b;U+202E]', 'id="message-1"', '#message-1', 'message-1', 'trawl-toc', 'mid-x', '#trawl-toc', 'Table of contents', 'class="trawl-note"',
    '<span class="trawl-note" hidden>x</span>', '<a class="trawl-here" href="#x">', 'href="#section-1"', 'Section 1.1', '[1]', '1. <b>', '1.1. "><b>', '# <b>', '* <b>', '- [ ] <b>',
    '> > <b>', '|<b>|<b>|', '+---+\n|<b>|\n+---+', '```<b>', '-- \n<b>', '<b>\n===', '<i>\n---', '*<b>*', '_<b>_', '/<b>/', '[<b>](javascript:alert(1))', '![x](http://127.0.0.1:9/x.png)',
    '[x]: javascript:alert(1)', '<javascript:alert(1)>', '[a](<javascript:alert(1)>)', '[a](data:text/html,<script>alert(1)</script>)', '`<b>`', '\\<b>', '\\[a](javascript:alert(1))',
    '<http://a.example/>](javascript:alert(1))', '[http://a.example/](javascript:alert(1))', '&lt;b&gt;\\&lt;', '***bold*** ~~x~~', '    <b>indented', '\t<b>tab', '1) <b>\n2) <i>',
    // templates of other programs, clobbering, style
    '{{constructor.constructor("alert(1)")()}}', '${alert(1)}', '#{alert(1)}', '<%=alert(1)%>', '[[${alert(1)}]]', '{%alert%}', '<img name=getElementById>', '<form name=body><input name=firstChild>',
    '<a id=trawl_found>x</a>', '<input id=q><ul id=found>', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '"});alert(1);//', '\');alert(1);//', '\\\');alert(1);//', '*/alert(1)/*',
    '</script><script>alert(1)//', '<!--<script>', '\u2028alert(1)//', 'expression(alert(1))', '}*{display:none', 'url(javascript:alert(1))', '@import "http://127.0.0.1:9/";',
    // parsers that correct what they read
    '<noscript><style></noscript><img src=x onerror=alert(1)>', '<svg></p><style><a id="</style><img src=x onerror=alert(1)>">', '<math></p><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
    '<table><td><a href="</td><img src=x onerror=alert(1)>">', '<select><iframe><script>alert(1)</script>', '<frameset><frame src=//127.0.0.1:9/>', '<a href=x/**/onclick=alert(1)>', '<img/src="x"/onerror="alert(1)"',
    '<svg><script>alert&#40;1)</script>', '<svg><animate onbegin=alert(1) attributeName=x dur=1s>', '<svg><use href="data:image/svg+xml,x#x">', '<x/onpointerrawupdate=alert(1)>', '<body/onpageshow=alert(1)>',
    '<button popovertarget=x>x</button><div popover id=x onbeforetoggle=alert(1)>', '<object type=text/html data=//127.0.0.1:9/>', '<embed src=//127.0.0.1:9/>', '<img src=`x`onerror=alert(1)>',
    '<isindex action=javascript:alert(1) type=image>', '<image src=x onerror=alert(1)>', '<video><source onerror=alert(1)>', '<audio src=x onerror=alert(1)>', '<track default oncuechange=alert(1)>',
    '<dialog open onclose=alert(1)>', '<input type=image src=//127.0.0.1:9/ onerror=alert(1)>', '<keygen autofocus onfocus=alert(1)>', '<marquee onstart=alert(1)>', '<xss contenteditable autofocus onfocus=alert(1)>',
    '<a target=_top href=//127.0.0.1:9/>x</a>', '<area href=javascript:alert(1)>', '<template shadowrootmode=open><script>alert(1)</script></template>', '<script type=module>import"//127.0.0.1:9/"</script>',
    '<script type=speculationrules>{"prefetch":[{"source":"list","urls":["/x"]}]}</script>', '<link rel=preload as=image href=//127.0.0.1:9/>', '<link rel=dns-prefetch href=//evil.example>', '<meta charset=utf-7>+ADw-script+AD4-alert(1)',
    '<?xml-stylesheet href="javascript:alert(1)"?>', '<!ENTITY x "y">&x;', '<xml id=x><![CDATA[<img src=x onerror=alert(1)>]]></xml>', '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
    // lengths and repeats
    '<'.repeat(500), '"'.repeat(500), '&'.repeat(500), '<b>'.repeat(300), '&lt;'.repeat(300), '('.repeat(400), '[U+'.repeat(100), '\0'.repeat(50), '<!--'.repeat(50),
];

function generated() {
    return breakers.flatMap((breaker, b) => payloads.map((payload, p) => {
        const encode = encodings[(b * 3 + p) % encodings.length];

        return Buffer.from(encode(breaker + payload));
    }));
}

export function attacks() {
    const written = [...specTexts('testdata/hostile/xss.txt').map(({ bytes }) => bytes.subarray(0, 600)), ...[...markup, ...spoofs].map((text) => Buffer.from(text))];
    const once = new Map([...written, ...generated()].map((bytes) => [bytes.toString('latin1'), bytes]));

    return [...once.values()].map((bytes, i) => ({ name: `attack ${i}`, bytes, text: bytes.toString('utf8') }));
}
