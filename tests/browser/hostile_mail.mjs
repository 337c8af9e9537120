// hostile_mail.mjs - random messages with markup wherever a message can hold it; the same every
// time
//
// madeMail COUNT: {name, bytes, shown, unseen}. The parts and fields of each message hold attacks
// from testdata/hostile/xss.txt and from below, next to words that must be in the page (shown), and
// markup with words that must not be (unseen).

import { specTexts } from './inputs.mjs';

export const markup = [
    '<script>alert(1)</script>', '"><script>alert(1)</script>', '<img src=x onerror=alert(1)>', '</pre></section></main><script>alert(1)</script>',
    '<svg onload=alert(1)>', '</title><script>alert(1)</script>', '--><script>alert(1)</script>', '<!--', '<style>*{display:none}', '<textarea>',
    '&lt;script&gt;alert(1)&lt;/script&gt;', '&#60;img src=x onerror=alert(1)&#62;', '&lt;img src=x onerror=alert&lpar;1&rpar;&gt;', ']]>',
    '<base href="http://127.0.0.1:9/">', '<base href="javascript:alert(1)//">', '<meta http-equiv=refresh content="0;url=http://127.0.0.1:9/">', '<iframe srcdoc="<script>alert(1)</script>">',
    '<a href="javascript:alert(1)">x</a>', '<a href="java&#10;script:alert(1)">x</a>', '<a href="http://a.example/&quot; onmouseover=alert(1) x=&quot;">http://a.example/" onclick=alert(1)</a>',
    '<form action=http://127.0.0.1:9/><button formaction="javascript:alert(1)">go</button>', '<link rel=stylesheet href=http://127.0.0.1:9/s.css>',
    '<object data="javascript:alert(1)">', '<video poster=http://127.0.0.1:9/p.png src=x onerror=alert(1)>', '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">', '<plaintext>', '<xmp><script>alert(1)</script></xmp>', '<![CDATA[<script>alert(1)</script>]]>',
    '<svg><![CDATA[<script>alert(1)</script>]]></svg>', '<template><script>alert(1)</script></template>', '<svg><style><img src=x onerror=alert(1)></style></svg>',
    'http://a.example/"><script>alert(1)</script>', 'http://a.example/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;', '<http://a.example/\' onclick=alert(1)>',
    '<b id=message-1 name=message-1 class=trawl-message>x</b>', '<section class="trawl-message" id="message-1">x</section>', '\u202e<b>\u200b', '<scr\0ipt>alert(1)</script>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>', '<img srcset="http://127.0.0.1:9/a 1x, javascript:alert(1) 2x">', '<body background=http://127.0.0.1:9/ onload=alert(1)>',
];

export function chance(seed) {
    let state = seed;
    const below = (n) => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 8) % n;
    };

    return { below, one: (list) => list[below(list.length)], some: (n, make) => Array.from({ length: below(n + 1) }, make) };
}

export const encodedWord = (text, { below }) => (below(2)
    ? `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
    : `=?utf-8?Q?${[...Buffer.from(text)].map((b) => `=${b.toString(16).toUpperCase().padStart(2, '0')}`).join('')}?=`);

export const quoted = (text) => `"${text.replace(/[\r\n\0]/g, '').replace(/[\\"]/g, '\\$&')}"`;
export const line = (text) => text.replace(/[\r\n\0]+/g, ' ');

function encode(body, { below }) {
    const bytes = Buffer.from(body);

    if (below(3) === 0)
        return ['Content-Transfer-Encoding: base64\n', bytes.toString('base64').replace(/.{76}/g, '$&\n') + '\n'];
    if (below(2) === 0)
        return ['Content-Transfer-Encoding: quoted-printable\n', [...bytes].map((b) => (b === 10 ? '\n' : b > 126 || b === 61 || b < 32
            ? `=${b.toString(16).toUpperCase().padStart(2, '0')}` : String.fromCharCode(b))).join('').replace(/[^\n]{70}(?=[^\n]{3})/g, (run) =>
            (/=.?$/.test(run) ? run : `${run}=\n`))];
    return ['', body];
}

function maker(r, attacks, message) {
    const attack = () => r.one(attacks);
    const word = (what) => {
        const made = `${what}w${message.shown.length + message.unseen.length}x${r.below(1e6)}e`;

        message[what].push(made);
        return made;
    };
    const htmlBody = () => {
        const hidden = [
            () => `<script>${word('unseen')}</script>`, () => `<style>${word('unseen')}</style>`, () => `<!-- ${word('unseen')} -->`,
            () => `<b title="${word('unseen')}">x</b>`, () => `<a name=${word('unseen')}>x</a>`, () => `<img alt='${word('shown')}'>`,
        ];

        return `<p>${word('shown')}</p>\n${r.some(3, () => r.one(hidden)()).join('')}\n${r.some(4, attack).join(r.one(['', '\n', '<p>', ' ']))}\n`;
    };
    const part = (type, body) => {
        const [encoding, text] = encode(body, r);
        const name = r.below(2) ? `; name=${quoted(attack())}` : '';
        const id = r.below(3) ? '' : `Content-ID: <${line(attack())}@a.example>\nContent-Location: ${line(attack())}\nContent-Base: ${line(attack())}\n`;
        const disposition = r.below(3) ? '' : `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(Buffer.from(attack()).toString())}\n`;

        return `Content-Type: ${type}; charset=utf-8${name}\n${id}${disposition}${encoding}\n${text}`;
    };
    const html = () => part('text/html', htmlBody());
    // Notices of pipermail, which takes attachments out of a text, and uuencode, which puts them
    // in.
    const scrubbed = () => `-------------- next part --------------\nA non-text attachment was scrubbed...\nName: ${word('shown')} ${line(attack())}\n` +
        `Type: x/${line(attack())}\nSize: 9 bytes\nDesc: ${line(attack())}\nURL: <http://a.example/attachments/20010101/0123abcd/${encodeURI(Buffer.from(line(attack())).toString())}>\n`;
    const uuencoded = () => `begin 644 ${line(attack())}\n#86)C\n\`\nend\n`;
    const plain = () => part('text/plain', `${word('shown')}\n${r.some(3, attack).join('\n')}\n${r.one([() => '', scrubbed, uuencoded])()}`);
    const multi = (kind, parts) => {
        const boundary = r.one(['b', '<b>', "'+_,-./:=?", 'x" onload']) + r.below(1e6);

        return `Content-Type: multipart/${kind}; boundary=${quoted(boundary)}\n\n${line(attack())}\n` +
            `${parts.map((p) => `--${boundary}\n${p}\n`).join('')}--${boundary}--\n${line(attack())}\n`;
    };

    return { attack, html, plain, multi, word };
}

// Of a text that is both plain and HTML, only the plain form is shown.
function body(r, attacks, message) {
    const make = maker(r, attacks, message);
    const alternative = () => {
        const first = make.plain();
        const page = { shown: [], unseen: [] };
        const second = maker(r, attacks, page).html();

        message.unseen.push(...page.shown.filter((w) => !message.shown.includes(w)), ...page.unseen);
        return make.multi('alternative', [first, second]);
    };

    return r.one([make.html, make.html, make.plain, alternative, () => make.multi('mixed', [make.plain(), make.html()]),
        () => make.multi('related', [make.html(), 'Content-Type: image/png\n\nno']), () => make.multi('mixed', [alternative(), make.html()]),
        () => `Content-Type: message/rfc822\n\nSubject: ${line(make.attack())}\n${make.html()}`])();
}

function message(number, attacks) {
    const r = chance(number + 1);
    const made = { name: `made ${number}`, shown: [], unseen: [] };
    const { attack, word } = maker(r, attacks, made);
    const text = () => (r.below(2) ? encodedWord(attack(), r) : line(attack()));
    const one = () => {
        const id = r.below(3) ? `<${number}.${r.below(9)}@a.example>` : `<${line(attack()).replace(/[<>]/g, '')}@a.example>`;

        return `From: ${text()} <joe@a.example>\nTo: ${text()}\nSubject: ${word('shown')} ${text()}\nMessage-ID: ${id}\nReferences: ${id} <${number}.1@a.example>\n` +
            `Date: ${r.below(2) ? 'Fri, 20 Nov 2026 10:00:00 +0100' : line(attack())}\nNewsgroups: ${line(attack())}\n${body(r, attacks, made)}`;
    };

    made.bytes = Buffer.from(r.below(3) ? one() : Array.from({ length: 2 + r.below(3) }, () =>
        `From a@b.example Fri Nov 20 10:00:00 2026\n${one().replace(/^From /gm, '>From ')}\n`).join(''));
    return made;
}

// attackMail: a message for each text of testdata/hostile/xss.txt and from above, with the text in each
// place that a site shows: names, subject, message-id, attachments, links, the body.
export function attackMail() {
    const r = chance(7);
    const attacks = [...markup, ...specTexts('testdata/hostile/xss.txt').map(({ bytes }) => bytes.toString('utf8').slice(0, 400))];

    return attacks.map((attack, i) => ({
        name: `attack ${i}`,
        bytes: Buffer.from(`From: ${i % 2 ? quoted(attack) : encodedWord(attack, r)} <joe${i % 30}@a.example>\nSubject: ${encodedWord(attack, r)}\n` +
            `Message-ID: <${line(attack).replace(/[<>]/g, '')}@a.example>\nIn-Reply-To: <${i % 5}.attack@a.example>\nDate: ${i % 9 ? `Fri, ${1 + (i % 28)} Nov 2024 10:00:00 +0100` : line(attack)}\n` +
            `List-Id: ${line(attack)} <x.a.example>\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n${attack.replaceAll('\n--b', '')}\n\nhttp://${attack.replace(/\s/g, '')}/ <URL:https://a${line(attack)}.example/x>\n` +
            `--b\nContent-Type: text/plain; name=${quoted(attack)}\nContent-Disposition: attachment\n\n${attack}\n` +
            `--b\nContent-Type: application/${line(attack)}\nContent-Disposition: attachment; filename*=utf-8''${encodeURIComponent(Buffer.from(attack).toString())}\n\nno\n--b--\n`),
    }));
}

export function madeMail(count) {
    const attacks = [...markup, ...markup, ...specTexts('testdata/hostile/xss.txt').map(({ bytes }) => bytes.toString('utf8').slice(0, 400))];

    return Array.from({ length: count }, (_, i) => message(i, attacks));
}
