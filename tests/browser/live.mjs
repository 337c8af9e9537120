// live.mjs - which links are live in HTML, and what their href is, stated here a second time (doc/rules.md, F1 to F4)
//
// judge(url) answers 'dead', 'open' (a host that only IDNA can decide about), or the href. It knows the default schemes and
// those it is given, and takes the link as found: bytes. Nothing here is taken from the library.

import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

const never = new RegExp('^(javascript|vbscript|livescript|data|blob|filesystem|file|about|view-source|jar|chrome.*|' +
    'resource|ms-.*|search|hcp|hxxps?)$');

// Ports that browsers refuse to fetch from over http (the Fetch standard, "bad port").
const badPorts = new Set([0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
    103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526,
    530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190,
    5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080]);

const defaultPorts = { http: 80, https: 443, ftp: 21, gopher: 70, nntp: 119, news: 119, prospero: 1525, telnet: 23, wais: 210 };

const legal = /^[A-Za-z0-9._~\-:/?@!$&'()*+,;=]$/;

// encode PART: a part of a URL, one character a byte, in ASCII.
function encode(part) {
    return part.replace(/%[0-9a-fA-F]{2}|[^]/g, (c) =>
        c.length === 3 || legal.test(c) ? c : `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

// hostOf HOST: as an A-label; 'dead' where it holds what deceives, 'open' where only IDNA or a taste in names can tell.
function hostOf(host) {
    const text = Buffer.from(host, 'latin1').toString('utf8');

    // No browser takes the zone of an IPv6 address, "%25eth0".
    if (host.startsWith('['))
        return isIPv6(host.slice(1, -1)) && host.endsWith(']') && !host.includes('%') ? host : 'dead';
    if (/^[A-Za-z0-9._-]*$/.test(host))
        return host;
    if (/[\\%\0-\x20"<>^`{|}\x7f]/.test(host) || /[\uff0e\uff0f\uff20\uff3c\uff1a]/.test(text))
        return 'dead';
    // A label beyond ASCII with a hyphen at an end is none by IDNA 2008, but one for browsers.
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
    const fields = (query || '').split('&').filter((field) => /^(subject|keywords|body)=/i.test(field));
    const control = /%0[0ad]/i;

    // F2: mailto has no host.
    if (rest.startsWith('//'))
        return 'dead';
    if (control.test(addresses) || fields.some((f) => !/^body=/i.test(f) && control.test(f)))
        return 'dead';
    if (!addresses && !fields.length)
        return 'dead';
    // What a fragment of a mailto is for nobody knows; it may stay or go.
    return fragment ? 'open' : `mailto:${encode(addresses)}${fields.length ? `?${encode(fields.join('&'))}` : ''}`;
}

// withFragment REST: encoded; the first "#" begins the fragment (R19).
function withFragment(rest) {
    const [, front, fragment] = /^([^#]*)(?:#([^]*))?$/.exec(rest);

    return encode(front) + (fragment === undefined ? '' : `#${encode(fragment)}`);
}

// web SCHEME REST: any URL with "//", and news.
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

const unseen = /\u200b|\ufeff|\u2060|\u00ad|\u061c|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

// judge URL [SCHEMES]: URL is bytes, SCHEMES those that are live besides http, https and mailto.
export function judge(url, schemes = []) {
    const [, name, rest] = /^([A-Za-z][A-Za-z0-9+.-]*):([^]*)$/.exec(url.toString('latin1')) || [];
    const scheme = (name || '').toLowerCase();

    if (!name || never.test(scheme) || !['http', 'https', 'mailto', ...schemes].includes(scheme))
        return 'dead';
    if (/%(?![0-9a-fA-F]{2})/.test(rest))
        return 'dead';
    if (unseen.test(Buffer.from((/^\/\/([^/?#]*)/.exec(rest) || ['', ''])[1], 'latin1').toString('utf8')))
        return 'dead';
    if (/^(gopher|telnet|ftp|news)$/.test(scheme) && /%0[0ad]/i.test(rest))
        return 'dead';
    const href = scheme === 'mailto' ? mail(rest) : web(scheme, rest);

    return href.length > 8192 ? 'dead' : href;
}

// agrees HREF WANTED: is an href, or null for a dead link, what judge() said? Scheme and host are compared without case.
export function agrees(href, wanted) {
    const fold = (text) => text.replace(/^[^:]*:(\/\/[^/?#]*)?/, (front) => front.toLowerCase());

    if (wanted === 'open')
        return true;
    return wanted === 'dead' ? href === null : href !== null && fold(href) === fold(wanted);
}

// isUri HREF: printable ASCII, and a URI by RFC 3986, appendix A (of the host only its characters).
export function isUri(href) {
    const pchar = "[\\w.~!$&'()*+,;=:@%-]";
    const authority = "//([\\w.~!$&'()*+,;=:%-]*@)?(\\[[0-9a-f:.v]+\\]|[\\w.~!$&'()*+,;=%-]*)(:\\d*)?(?=[/?#]|$)";
    const uri = new RegExp(`^[a-z][a-z0-9+.-]*:(${authority})?(${pchar}|/)*([?](${pchar}|[/?])*)?(#(${pchar}|[/?])*)?$`, 'i');

    return uri.test(href) && !/%(?![0-9a-f]{2})/i.test(href);
}
