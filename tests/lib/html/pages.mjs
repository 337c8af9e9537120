// pages.mjs - the pages to compare: testdata, random pages of HTML's corner cases, and damaged
// pages
//
// The same seeds give the same pages. A page is a string without lone surrogates, and does not
// begin with a byte-order mark.

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

export function chance(seed) {
    let state = seed >>> 0;

    // mulberry32
    const next = () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let t = Math.imul(state ^ (state >>> 15), state | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    const less = (n) => Math.floor(next() * n);

    return { less, one: (list) => list[less(list.length)] };
}

export function files(directory) {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap((entry) => {
        const name = path.join(directory, entry.name);

        return entry.isDirectory() ? files(name) : [name];
    });
}

// clean TEXT: returns TEXT with lone surrogates replaced by U+FFFD, as in a browser's input. Node 18
// has no toWellFormed().
export const clean = (text) => Buffer.from(text).toString().replace(/^\ufeff+/, '');

export function fromFiles(directory) {
    return files(directory).map((name) => ({ name, text: clean(readFileSync(name).toString('utf8')) }));
}

const tags = ['a', 'p', 'div', 'span', 'b', 'i', 'br', 'img', 'td', 'table', 'tr', 'li', 'o:p', 'base', 'meta', 'form', 'link',
    'q', 'font', 'A', 'DIV', 'input', 'noscript', 'object', 'x-y', 'h1', 'ul', 'blockquote', 'area', 'video', 'é', 'n\0l'];
const rawTags = ['title', 'textarea', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'script', 'TITLE', 'Script', 'STYLE'];
// Elements whose parsing needs a tree.
const foreign = ['svg', 'math', 'svg', 'SVG', 'foreignObject', 'desc', 'mi', 'path', 'annotation-xml',
    'select', 'option', 'select', 'template', 'frameset', 'head', 'body', 'html'];
const names = ['href', 'src', 'srcset', 'action', 'formaction', 'cite', 'data', 'poster', 'ping', 'background', 'longdesc',
    'content', 'alt', 'title', 'HREF', 'Src', 'style', 'class', 'id', 'x', 'onclick', '"', "'", '<', 'hr\0ef', 'href"', 'ñ'];
const texts = ['word', ' ', '\n', '\r\n', '\r', '\t', 'two words', 'é', '日本', '😀', '<', '</', '>', '&', ';', '--', '-->', ']]>',
    '"', "'", '=', '/', '\0', '\f', 'http://a.example/?a=1&b=2', 'www.b.example', '1 < 2 > 0', '<>', '</>', '< a', '<3', '\u00a0'];
const referenceTails = ['', ';', '=', 'x', '1', ' ', ';;', '&', '<'];
const comments = ['<!-- a -->', '<!---->', '<!-->', '<!--->', '<!-- a --!>', '<!-- - -- --- -->', '<!-- <!-- -->', '<!--a--b-->',
    '<!--[if mso]><p>a</p><![endif]-->', '<![if !mso]>', '<![endif]>', '<!--[if !mso]><!-->', '<!--<![endif]-->', '<!doctype html>',
    '<!DOCTYPE html PUBLIC "-//a>b" "c">', '<!x>', '<!>', '<!->', '<?php a ?>', '</ x>', '</1>', '<!--', '<!', '<![CDATA[a<b>&amp;]]>',
    '<![CDATA[', ']]>', '<!---!>', '<!----!>', '<!--!>', '<!--\0-->'];
const scripts = ['<!--', '-->', '<script>', '</script>', '<script', '</script', '-', '--', '<', '</', '</scr', '<!-', '</SCRIPT >',
    '<Script/', 'if (a<b && c>d) ', '->', '>', '\0'];

// The names of all references come from run.mjs.
export function maker(references) {
    function reference(c) {
        const which = c.less(10);

        if (which < 6)
            return `&${c.one(references).replace(/;$/, '')}${c.one(referenceTails)}`;
        if (which < 8)
            return `&#${c.one(['', '0', '65', '128', '150', '159', '233', '55296', '8364', '128512', '1114111', '1114112',
                '99999999999', '13', '10'])}${c.one(referenceTails)}`;
        return `&#${c.one(['x', 'X'])}${c.one(['', '0', '41', '80', '9f', 'E9', 'd800', 'DFFF', '20ac', '1F600', '10ffff', '110000',
            'fffffffffff', 'd'])}${c.one(referenceTails)}`;
    }

    function text(c) {
        let s = '';

        for (let n = 1 + c.less(4); n > 0; n -= 1)
            s += c.less(4) === 0 ? reference(c) : c.one(texts);
        return s;
    }

    function attribute(c) {
        const equals = c.one(['=', '=', '=', '= ', ' =', ' = ', '\n=\r\n', '==', '']);
        const quote = c.one(['"', '"', "'", '', '`']);
        let value = text(c);

        if (c.less(40) === 0)
            value = value.repeat(1 + c.less(30));
        if (!quote)
            value = value.replace(/[\s>]/g, '');
        else if (c.less(8))
            value = value.replaceAll(quote, '');
        return c.one(names) + (c.less(6) ? `${equals}${quote}${value}${quote}` : '');
    }

    function tag(c, name) {
        let s = `<${name}`;

        for (let n = c.less(4); n > 0; n -= 1)
            s += c.one([' ', ' ', ' ', '\n', '/', '\t ', '', '\f']) + attribute(c);
        return s + c.one(['>', '>', '>', '>', ' >', '/>', ' / >', '\n>']);
    }

    function rawElement(c) {
        const name = c.one(rawTags);
        let s = tag(c, name);

        for (let n = c.less(6); n > 0; n -= 1)
            s += c.one([text, text, (d) => tag(d, d.one(tags)), (d) => d.one(comments), (d) => d.one(scripts),
                (d) => d.one(scripts), (d) => `</${name.slice(0, d.less(name.length + 1))}`])(c);
        return s + (c.less(12) ? `</${name}${c.one(['>', '>', ' >', '/>', ' a=b>'])}` : '');
    }

    function part(c, all) {
        const which = c.less(20);

        if (which < 7)
            return text(c);
        if (which < 12)
            return tag(c, c.one(tags));
        if (which < 15)
            return `</${c.one(tags)}${c.one(['>', '>', ' >', ' a="b>c">', '/>'])}`;
        if (which < 17)
            return c.one(comments);
        if (which < 18 || !all)
            return rawElement(c);
        return c.less(2) ? tag(c, c.one(foreign)) : `</${c.one(foreign)}>`;
    }

    // page C ALL: makes a page. If ALL is false, the page has nothing whose parsing needs a tree.
    return function page(c, all) {
        let s = '';

        for (let n = 2 + c.less(24); n > 0; n -= 1)
            s += part(c, all);
        return clean(s);
    };
}

const bits = ['<', '>', '/', '"', "'", '&', ';', '=', '-', '!', '--', ' ', '\n', '\0', 'a', '<a href=', '</', '<!--', '-->', ']]>', '&#',
    '<script>', '</title>', '&lt', '<textarea', '😀'];

// spoil C TEXT OTHER: returns TEXT with a few places changed, by difficult characters or a piece of
// OTHER.
export function spoil(c, text, other) {
    let s = text;

    for (let n = 1 + c.less(6); n > 0; n -= 1) {
        const at = c.less(s.length + 1);
        const length = c.less(3) ? c.less(4) : c.less(60);

        if (c.less(3) === 0)
            s = s.slice(0, at) + s.slice(at + length);
        else if (c.less(4) === 0)
            s = s.slice(0, at) + other.slice(c.less(other.length + 1)).slice(0, 80) + s.slice(at);
        else
            s = s.slice(0, at) + c.one(bits) + s.slice(c.less(2) ? at : at + 1);
    }
    return clean(c.less(10) ? s : s.slice(0, c.less(s.length + 1)));
}
