// rules.mjs - the rules for safe hypertext by number, F1 to F12
//
// F7 is not about pages: see command.mjs.
//
// Each row: a name, a text, the options, the hrefs of its anchors in order, and for some the notes
// or titles.

import { convert } from './inputs.mjs';
import { documents } from './chrome.mjs';
import { bare } from './content.mjs';
import { display } from './oracles.mjs';
import { none, same } from './tap.mjs';

const long = 'x'.repeat(8100);

const rules = [
    ['F1 http, https and mailto', 'http://a.example/ https://b.example/ mailto:joe@c.example', [], ['http://a.example/', 'https://b.example/', 'mailto:joe@c.example']],
    ['F1 other schemes', 'ftp://a.example/ news:a.b gopher://a.example/ telnet://a.example/ wais://a.example/b x-own://a.example/', [], []],
    ['F1 --live news', 'ftp://a.example/ <URL:news:a.b> nntp://a.example/b/1 gopher://a.example/ wais://a.example/b', ['--live', 'news'],
        ['ftp://a.example/', 'news:a.b', 'nntp://a.example/b/1', 'gopher://a.example/']],
    ['F1 --live LIST', '<URL:ftp://a.example/> <URL:prospero://b.example//c> <URL:file://d.example/e> <URL:wais://e.example/f>', ['--live', 'ftp,news,prospero'],
        ['ftp://a.example/', 'prospero://b.example//c']],
    ['F1 schemes that are never live', '<URL:javascript:x> <URL:data:,x> <URL:file:///x> <URL:vbscript:x> <URL:about:blank> <URL:blob:x> <URL:chrome://x/> <URL:ms-word:x> <URL:hxxp://x.example/> <URL:view-source:x>',
        ['--live', 'javascript,data,file,vbscript,about,blob,chrome,ms-word,hxxp,view-source'], []],
    ['F1 an unregistered scheme', 'nosuch://a.example/', ['--live', 'nosuch'], []],
    ['F2 userinfo', 'http://u@a.example/ https://u:p@a.example/ http://@a.example/', [], []],
    ['F2 bad escapes', 'http://a.example/%zz http://a.example/% <URL:http://a.example/%4>', [], []],
    ['F2 an address with a zone', 'http://[fe80::7%25eth0]/ http://[fe80::7%eth0]/', [], []],
    ['F2 bad ports', 'http://a.example:0/ http://a.example:65536/ http://a.example:25/ https://a.example:6667/', [], []],
    ['F2 good ports', 'http://a.example:8080/ http://a.example:443/', [], ['http://a.example:8080/', 'http://a.example:443/']],
    ['F2 ports of other schemes', 'gopher://a.example:25/1x gopher://a.example:70/1x gopher://a.example:7070/1x', ['--live', 'gopher'],
        ['gopher://a.example:70/1x', 'gopher://a.example:7070/1x']],
    ['F2 line ends', '<URL:gopher://a.example/1x%0D%0Ay> <URL:ftp://a.example/%0a> <URL:mailto:a@b.example%0a> <URL:mailto:a@b.example?subject=%0d>', ['--live', 'news'], []],
    ['F2 a host in a mailto', '<URL:mailto://n.example.com/x> <mailto://a@b.example>', [], []],
    ['F2 line ends in the body of a mailto', '<URL:mailto:a@b.example?body=x%0D%0Ay>', [], ['mailto:a@b.example?body=x%0D%0Ay']],
    ['F2 an invisible character in a host', '<URL:http://a\u200e.example/>', [], []],
    ['F3 telnet', 'telnet://a.example/ telnet://u@a.example/ telnet://u:p@a.example/', ['--live', 'telnet'], ['telnet://a.example/']],
    ['F3 fields of mailto', 'mailto:a@b.example?cc=c@d.example&subject=x&bcc=e@f.example&BODY=y&to=g@h.example&keywords=z', [],
        ['mailto:a@b.example?subject=x&BODY=y&keywords=z']],
    ['F4 characters beyond ASCII', 'http://a.example/\u00e4?\u00f6#\u00fc', [], ['http://a.example/%C3%A4?%C3%B6#%C3%BC']],
    ['F4 a host beyond ASCII', 'http://b\u00fccher.example/', [], ['http://xn--bcher-kva.example/']],
    ['F5 a broken link', '<URL:http://a.example/x\n   y>', [], ['http://a.example/xy', 'http://a.example/xy']],
    ['F4 --rel, --class, --target', 'http://a.example/', ['--rel', 'nofollow', '--class', 'c', '--target', 't'], ['http://a.example/']],
    ['F7 bidi', 'http://a.example/x\u202egpj.exe', [], ['http://a.example/x']],
    ['F8 mixed scripts', 'http://\u0430pple.com/', [], ['http://xn--pple-43d.com/'], { notes: /xn--pple-43d\.com/ }],
    ['F8 one script that looks like another', 'http://\u0430\u0440\u0440\u0435.com/', [], ['http://xn--80ak6aa.com/'], { notes: /xn--80ak6aa\.com/ }],
    ['F9 misleading hosts', 'http://www.bank.example@evil.example/ http://a.example\\@evil.example/ http://a%2f.example/ http://a%40b.example/ http://a\uff0fb.example/ http://a\uff20b.example/', [], null],
    ['F9 unusual forms of IP addresses', 'http://0x7f000001/ http://2130706433/', [], null, { notes: /odd-ip.*odd-ip/s }],
    ['F11 long', `http://a.example/${long}`, [], [`http://a.example/${long}`]],
    ['F11 too long', `http://a.example/${'\u00e4'.repeat(3000)}`, [], []],
    ['F12 another reading', '<URL:http://a.example/?b&amp;c>', [], ['http://a.example/?b&amp;c'], { titles: /a\.example\/\?b&c/ }],
    ['F12 --both', '<URL:http://a.example/?b&amp;c>', ['--both'], ['http://a.example/?b&amp;c', 'http://a.example/?b&c']],
    ['F12 guesses are never links', `${'word '.repeat(10)}http://a.example/pa\nth/x goes on here, and the line is long enough\n`, ['--both', '--join'], ['http://a.example/pa']],
    ['F1 javascript', '<URL:javascript:alert(1)>', [], []],
    ['F4 a quote', 'http://a.example/"onclick=x', [], ['http://a.example/%22onclick=x']],
    ['F5 an ampersand', 'http://a.example/?a=1&b=2', [], ['http://a.example/?a=1&b=2']],
    ['F2 userinfo like a host', 'http://www.bank.example@evil.example/', [], [], { notes: /userinfo/ }],
    ['F2 a port and line ends', '<URL:gopher://h.example:25/1HELO%0D%0AMAIL>', ['--live', 'gopher'], []],
    ['F8 a Cyrillic letter', 'http://\u0430pple.com/', [], ['http://xn--pple-43d.com/'], { notes: /xn--pple-43d/ }],
    ['F12 a hyphen at a line end', '<URL:http://a.example/foo-\nbar>', [], ['http://a.example/foo-bar', 'http://a.example/foo-bar'], { titles: /foobar/ }],
];

// one RULE PAGE: checks a row. Adjacent equal hrefs count once, since the pieces of a link may be
// one anchor or several.
function one([name, text, options, wanted, more = {}], { box }) {
    const hrefs = box.anchors.map(({ href }) => href);
    const once = (list) => list.filter((href, i) => href !== list[i - 1]);
    const evil = hrefs.filter((href) => /evil|%2f|%40|127/i.test(href) && !options.includes('--both'));

    same(JSON.stringify(wanted ? once(hrefs) : evil), JSON.stringify(once(wanted ?? [])), name);
    same(bare(box.text), bare(display(text)), `${name}: the text`);
    for (const [kind, pattern] of Object.entries(more))
        same(pattern.test(box[kind].join(' ')) ? 'as wanted' : box[kind].join(' '), 'as wanted', `${name}: ${kind}`);
}

export async function rulesByNumber(browser) {
    const written = rules.map(([, text, options]) => convert([{ bytes: Buffer.from(text) }], ['--page', ...options])[0]);
    const { seen, happened } = await documents(browser, written, 'main');

    none(happened, 'no requests');
    rules.forEach((rule, i) => one(rule, seen[i]));
}
