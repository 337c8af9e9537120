// charsets.mjs - texts in other charsets: the writer escapes them after decoding

import { bare } from './content.mjs';
import { convert } from './inputs.mjs';
import { display } from './oracles.mjs';
import { documents } from './chrome.mjs';
import { none, same } from './tap.mjs';

const attack = '"><script>alert(1)</script> http://a.example/x';
const utf16 = (text, big) => {
    const bytes = Buffer.from(text, 'utf16le');

    return (big ? bytes.swap16() : bytes).toString('latin1');
};

// The charset, the bytes, the expected text.
const texts = [
    ['utf-7', '+ACIAPgA8-script+AD4-alert(1)+ADw-/script+AD4 http://a.example/x', attack],
    ['utf-7', `+AOQ-${'+ADw-img src+AD0-x onerror+AD0-alert(1)+AD4-'}`, '\u00e4<img src=x onerror=alert(1)>'],
    ['iso-2022-jp', `\x1b$B$"\x1b(B${attack}`, `\u3042${attack}`],
    ['shift_jis', `\x82\xa0${attack}`, `\u3042${attack}`],
    ['shift_jis', `\x82${attack}`, `\ufffd${attack}`],
    ['euc-jp', `\xa4\xa2${attack}`, `\u3042${attack}`],
    ['gb18030', `\xc4\xe3${attack}`, `\u4f60${attack}`],
    ['big5', `\xa7A${attack}`, `\u4f60${attack}`],
    ['hz-gb-2312', `~{Dc~}${attack}`, `\u4f60${attack}`],
    ['iso-8859-5', `\xb0${attack}`, `\u0410${attack}`],
    ['koi8-r', `\xc1${attack}`, `\u0430${attack}`],
    ['windows-1252', `\x93${attack}\x94`, `\u201c${attack}\u201d`],
    ['windows-1255', `\xfe\xe0${attack}`, `\u200f\u05d0${attack}`],
    ['utf-16le', utf16(`\u202e${attack}`), `\u202e${attack}`],
    ['utf-16be', utf16(`\u4f60${attack}`, true), `\u4f60${attack}`],
    ['', `\xff\xfe${utf16(attack)}`, `\ufeff${attack}`],
    ['', `\xfe\xff${utf16(attack, true)}`, `\ufeff${attack}`],
    ['', `\xef\xbb\xbf${attack}`, `\ufeff${attack}`],
];

export async function charsets(browser) {
    const written = texts.map(([charset, bytes]) =>
        convert([{ bytes: Buffer.from(bytes, 'latin1') }], ['--page', ...(charset ? ['--charset', charset] : [])])[0]);
    const { seen, happened } = await documents(browser, written, 'main');

    none(happened, 'no requests and no scripts in any charset');
    texts.forEach(([charset, bytes, says], i) =>
        same(bare(seen[i].box.text), bare(display(says.replace(/^\ufeff/, ''))), `${charset || 'a byte-order mark'}: ${bytes.slice(0, 12)}`));
}
