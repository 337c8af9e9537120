// fragments.mjs - fragments of HTML in which nothing runs, made of the attacks of ../corpus/attacks.mjs
//
// fragments COUNT: {name, bytes}, the same every time. In each, an attack is data: text, a value, a
// comment, an address, or the content of an element that is not markup. It runs if the program that
// puts links in decodes, escapes or moves one of its bytes by mistake.

import { attacks } from '../corpus/attacks.mjs';

// All functions take and return bytes as Latin-1.
const references = (bytes) => bytes.replace(/[<&]/g, (c) => `&#${c.charCodeAt(0)};`);
const value = (bytes) => bytes.replace(/[<>"'&`=\s]/g, (c) => `&#x${c.charCodeAt(0).toString(16)};`);
const quoted = (bytes) => bytes.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
const single = (bytes) => bytes.replace(/&/g, '&amp;').replace(/'/g, '&#39;');
const named = (bytes) => bytes.replace(/[&<>"'(]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&apos;', '(': '&lpar;' }[c]));
const all = (bytes) => bytes.replace(/[^]/g, (c) => `&#${c.charCodeAt(0)};`);
const percent = (bytes) => bytes.replace(/[^a-z0-9]/gi, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
const raw = (bytes) => bytes.replace(/<\//g, '<\\/');
const comment = (bytes) => bytes.replace(/-/g, '_');
const word = (bytes) => bytes.replace(/\s/g, '');

const google = (bytes) => `https://www.google.com/url?q=${percent(bytes)}&amp;sa=D`;
const outlook = (bytes) => `https://nam02.safelinks.protection.outlook.com/?url=${percent(bytes)}&amp;data=x`;

const places = [
    // text
    (t) => `http://a.example/${references(word(t))}`,
    (t) => `http://${references(word(t))}.example/ www.a.example/?${named(word(t))}#x`,
    (t) => `&lt;URL:http://a.example/${named(t)}&gt; mailto:${named(word(t))}@a.example joe@${references(word(t))}.example`,
    (t) => `http://a.example/${all(t)}`,
    (t) => `<p>${references(t)} http://a.example/ ${references(t)}</p>`,
    // tags in a URL
    (t) => `http://a.example/<b title="${quoted(t)}">${references(word(t))}</b>/x`,
    (t) => `http://a.exam<wbr>ple/${references(word(t))}<br><i>${references(word(t))}</i>`,
    (t) => `<b>http://a.example<!-- ${comment(t)} --></b>/${references(word(t))}`,
    // values and comments
    (t) => `<p title='http://a.example/${single(t)}'>http://b.example/</p><p title=http://a.example/${value(t)}>http://b.example/`,
    (t) => `<!-- http://a.example/${comment(t)} -->http://b.example/<!--http://a.example/${comment(t)}-->`,
    // links of the input
    (t) => `<a href="http://a.example/${quoted(t)}">http://a.example/${references(word(t))}</a>`,
    (t) => `<a title='${single(t)}' href='http://a.example/?utm_source=${single(t)}'>x</a> http://b.example/?utm_source=x&amp;y=${references(word(t))}`,
    (t) => `<a href=http://a.example/?fbclid=${value(t)} rel=x>${references(t)}</a>`,
    (t) => `<a href="${google(t)}">${google(t)}</a> ${google(`http://b.example/${t}`)}`,
    (t) => `<a href='${outlook(t)}' name="${quoted(t)}">x</a> ${outlook(`http://b.example/"${t}`)}`,
    (t) => `<a href="${outlook('javascript:alert(1)//' + t)}">x</a> ${google('javascript:alert(1)//' + t)} ${google('data:text/html,' + t)}`,
    (t) => `<a name=${value(t)}>http://a.example/${references(word(t))}<p>http://b.example/`,
    // contents that are not markup
    (t) => `<textarea>http://a.example/${raw(t)}</textarea>http://b.example/`,
    (t) => `<xmp>http://a.example/${raw(t)}</xmp>http://b.example/<noembed>http://c.example/${raw(t)}</noembed>`,
    (t) => `<script type=x>http://a.example/${raw(t).replace(/<!--|<script/gi, '<')}</script>http://b.example/`,
    // elements whose content parsers read in another way
    (t) => `<table>http://a.example/${references(t)}<tr><td>http://b.example/${references(t)}</table>http://c.example/`,
    (t) => `<select><option>http://a.example/${references(t)}</select>http://b.example/`,
    (t) => `<svg><title>http://a.example/${references(t)}</title><text>http://b.example/</text></svg>http://c.example/${references(word(t))}`,
    (t) => `<math><mtext>http://a.example/${references(t)}</mtext></math>http://b.example/`,
    (t) => `<template><a>http://a.example/${references(t)}</template>http://b.example/${references(word(t))}`,
    (t) => `<svg><style>http://a.example/${references(t)}</style></svg>http://b.example/<p>http://c.example/`,
    (t) => `<noscript>http://a.example/${references(t)}</noscript>http://b.example/`,
    (t) => `<object><a>http://a.example/${references(t)}</object>http://b.example/<button>http://c.example/</button>`,
];

export function fragments(count) {
    const some = attacks();

    return Array.from({ length: count }, (_, i) => {
        // The place changes in every step, and the attack in other steps, so that each place gets
        // attacks of all kinds.
        const place = i % places.length;
        const attack = some[(i * 611) % some.length];

        return { name: `fragment ${i} (place ${place}, ${attack.name})`, bytes: Buffer.from(places[place](attack.bytes.toString('latin1').slice(0, 400)), 'latin1') };
    });
}
