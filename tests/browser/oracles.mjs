// oracles.mjs - what a page must show and link to: a second implementation of doc/rules.md
//
// display(source): a byte that is not UTF-8 becomes its character in windows-1252. CR and CR LF become
// LF, and FF is left out. C0 controls other than tab and LF, DEL, C1 controls and noncharacters become
// U+FFFD. Invisible controls (bidi, zero width, soft hyphen) are shown as [U+202E]. A byte-order mark of
// UTF-16 at the front decides the charset.
//
// judge(url), F1 to F4: returns 'dead', the href, or 'open' if only IDNA can decide about the host.
// `url` is bytes.
//
// Uses nothing of the library.

import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

// ---- display(source) ----

const charsetOf = (bytes) => {
    if (bytes[0] === 0xff && bytes[1] === 0xfe)
        return 'utf-16le';
    return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
};

// The characters of UTF-8, as bytes (Unicode, table 3-7), or one other byte.
const characters = /((?:[\0-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|\xed[\x80-\x9f][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+)|([^])/g;
// The bytes from 0x80 to 0x9f in windows-1252. A TextDecoder of some versions of node reads ISO 8859-1.
const windows = '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90' +
    '\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

// decode BYTES [ALL]: returns the characters of BYTES, which are a part of the text ALL.
export function decode(bytes, all = bytes) {
    const charset = charsetOf(all);

    if (charset !== 'utf-8')
        return new TextDecoder(charset, { ignoreBOM: true }).decode(bytes);
    return Buffer.from(bytes).toString('latin1').replace(characters, (_, good, byte) =>
        (good ? Buffer.from(good, 'latin1').toString('utf8') : windows[byte.charCodeAt(0) - 0x80] ?? byte));
}

const hidden = /[\u200b\ufeff\u2060\u00ad\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const everyHidden = new RegExp(hidden, 'g');

export function display(text) {
    return text
        .replace(/\r\n?/g, '\n')
        .replace(/\f/g, '')
        .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]|\p{Noncharacter_Code_Point}/gu, '\ufffd')
        .replace(everyHidden, (c) => `[U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);
}

// displayed BYTES [ALL]: returns what a page shows of BYTES. A byte-order mark at the start is not shown.
export const displayed = (bytes, all) => display(decode(bytes, all).replace(/^\ufeff/, ''));

// difference GOT WANTED: returns the first place where two texts differ, with its surroundings.
export function difference(got, wanted) {
    let i = 0;

    while (i < got.length && got[i] === wanted[i])
        i += 1;
    const around = (text) => JSON.stringify(text.slice(Math.max(0, i - 30), i + 40));
    return `from character ${i}: got ${around(got)} (${got.length}), wanted ${around(wanted)} (${wanted.length})`;
}

// ---- Live links ----

const never = new RegExp('^(javascript|vbscript|livescript|data|blob|filesystem|file|about|view-source|jar|chrome.*|' +
    'resource|ms-.*|search|hcp|hxxps?)$');

// Ports that browsers refuse for http (the Fetch standard, "bad port").
const badPorts = new Set([0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
    103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526,
    530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190,
    5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080]);

const defaultPorts = { http: 80, https: 443, ftp: 21, gopher: 70, nntp: 119, news: 119, prospero: 1525, telnet: 23, wais: 210 };

const legal = /^[A-Za-z0-9._~\-:/?@!$&'()*+,;=]$/;

// encode PART: returns a part of a URL, one character a byte, in ASCII.
function encode(part) {
    return part.replace(/%[0-9a-fA-F]{2}|[^]/g, (c) =>
        c.length === 3 || legal.test(c) ? c : `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

// hostOf HOST: returns the host as an A-label; 'dead' for a deceptive host, 'open' where only IDNA
// can decide.
function hostOf(host) {
    const text = Buffer.from(host, 'latin1').toString('utf8');

    // Browsers refuse the zone of an IPv6 address, "%25eth0".
    if (host.startsWith('['))
        return isIPv6(host.slice(1, -1)) && host.endsWith(']') && !host.includes('%') ? host : 'dead';
    if (/^[A-Za-z0-9._-]*$/.test(host))
        return host;
    if (/[\\%\0-\x20"<>^`{|}\x7f]/.test(host) || /[\uff0e\uff0f\uff20\uff3c\uff1a\uff1f\uff03\u2044\u2215]/.test(text))
        return 'dead';
    // IDNA 2008 forbids a hyphen at an end of a label beyond ASCII, but browsers accept it.
    if (text.split('.').some((label) => /[^\0-\x7f]/.test(label) && /^-|-$/.test(label)))
        return 'open';
    return /^[\p{L}\p{M}\p{Nd}.\u3002\uff61-]*$/u.test(text) ? domainToASCII(text) || 'open' : 'open';
}

function portIsGood(scheme, port) {
    if (port === undefined || port === '')
        return true;
    if (!/^\d+$/.test(port) || Number(port) < 1 || Number(port) > 65535)
        return false;
    if (scheme === 'http' || scheme === 'https')
        return !badPorts.has(Number(port));
    return Number(port) >= 1024 || Number(port) === defaultPorts[scheme];
}

function mail(rest) {
    const [, addresses, query, fragment] = /^([^?#]*)(?:\?([^#]*))?(#[^]*)?$/.exec(rest);
    const all = (query || '').split('&');
    const fields = all.filter((field) => /^(subject|keywords|body)=/i.test(field));
    const control = /%0[0ad]/i;

    // F2: mailto has no host.
    if (rest.startsWith('//'))
        return 'dead';
    if (control.test(addresses) || all.some((f) => !/^body=/i.test(f) && control.test(f)))
        return 'dead';
    if (!addresses && !fields.length)
        return 'dead';
    // A fragment of a mailto has no meaning; it may be kept or dropped.
    return fragment ? 'open' : `mailto:${encode(addresses)}${fields.length ? `?${encode(fields.join('&'))}` : ''}`;
}

// withFragment REST: returns REST encoded; the first "#" begins the fragment (R20).
function withFragment(rest) {
    const [, front, fragment] = /^([^#]*)(?:#([^]*))?$/.exec(rest);

    return encode(front) + (fragment === undefined ? '' : `#${encode(fragment)}`);
}

// web SCHEME REST: judges any URL with "//", and news.
function web(scheme, rest) {
    const [, authority, tail] = /^\/\/([^/?#]*)([^]*)$/.exec(rest) || [];

    if (authority === undefined)
        return scheme === 'news' ? `news:${withFragment(rest)}` : 'dead';
    const [, user, host, port] = /^(?:([^]*)@)?(\[[^\]]*\]|[^:]*)(?::([^]*))?$/.exec(authority) || [];

    if (host === undefined || (user !== undefined && /^https?$/.test(scheme)) || !portIsGood(scheme, port))
        return 'dead';
    const ascii = hostOf(host);

    if (ascii === 'dead' || ascii === 'open')
        return ascii;
    if (host === '')
        return 'dead';
    const login = user === undefined ? '' : `${encode(user).replaceAll('@', '%40')}@`;

    return `${scheme}://${login}${ascii}${port === undefined ? '' : `:${port}`}${withFragment(tail)}`;
}

// judge URL [SCHEMES]: URL is bytes, SCHEMES are those that are live besides http, https and
// mailto.
export function judge(url, schemes = []) {
    const [, name, rest] = /^([A-Za-z][A-Za-z0-9+.-]*):([^]*)$/.exec(url.toString('latin1')) || [];
    const scheme = (name || '').toLowerCase();

    if (!name || never.test(scheme) || !['http', 'https', 'mailto', ...schemes].includes(scheme))
        return 'dead';
    if (/%(?![0-9a-fA-F]{2})/.test(rest))
        return 'dead';
    if (hidden.test(Buffer.from((/^\/\/([^/?#]*)/.exec(rest) || ['', ''])[1], 'latin1').toString('utf8')))
        return 'dead';
    if (/^(gopher|telnet|ftp|news)$/.test(scheme) && /%0[0ad]/i.test(rest))
        return 'dead';
    const href = scheme === 'mailto' ? mail(rest) : web(scheme, rest);

    return href.length > 8192 ? 'dead' : href;
}

// agrees HREF WANTED: returns true if an href (null for a dead link) is what judge() returned,
// apart from the case of scheme and host.
export function agrees(href, wanted) {
    const fold = (text) => text.replace(/^[^:]*:(\/\/[^/?#]*)?/, (front) => front.toLowerCase());

    if (wanted === 'open')
        return true;
    return wanted === 'dead' ? href === null : href !== null && fold(href) === fold(wanted);
}

// isUri HREF: returns true for printable ASCII that is a URI by RFC 3986, appendix A. Only the
// characters of the host are checked.
export function isUri(href) {
    const pchar = "[\\w.~!$&'()*+,;=:@%-]";
    const authority = "//([\\w.~!$&'()*+,;=:%-]*@)?(\\[[0-9a-f:.v]+\\]|[\\w.~!$&'()*+,;=%-]*)(:\\d*)?(?=[/?#]|$)";
    const uri = new RegExp(`^[a-z][a-z0-9+.-]*:(${authority})?(${pchar}|/)*([?](${pchar}|[/?])*)?(#(${pchar}|[/?])*)?$`, 'i');

    return uri.test(href) && !/%(?![0-9a-f]{2})/i.test(href);
}
