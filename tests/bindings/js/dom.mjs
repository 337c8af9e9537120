// dom.mjs - linkifyNodes() in a page: shapes of nodes, links over several nodes, hostile texts; and
// parts() in React
//
// pages() runs in the browser.

import { readFileSync } from 'node:fs';

import { packages } from '../../browser/chrome.mjs';
import { none, ok, same } from '../../browser/tap.mjs';

const a = (url, text = url) => `<a href="${url}">${text}</a>`;
const one = 'http://a.example/x';
// HTML, and the same with links. The second one is left out where nothing changes.
const shapes = [
    [`<p>see ${one}, joe@b.example</p>`, `<p>see ${a(one)}, ${a('mailto:joe@b.example', 'joe@b.example')}</p>`],
    ['<p>http://a.<b>example</b>/x</p>', `<p>${a(one, 'http://a.<b>example</b>/x')}</p>`],
    ['<p><b>http://a.</b><i>exa<wbr>mple/x</i>. y</p>', `<p>${a(one, '<b>http://a.</b><i>exa<wbr>mple/x</i>')}. y</p>`],
    ['<p><b>z http://a.</b>example/x y</p>', `<p><b>z ${a(one, 'http://a.')}</b>${a(one, 'example/x')} y</p>`],
    [`<p><b><i>${one}</i></b></p>`, `<p><b><i>${a(one)}</i></b></p>`],
    [`${one}<b>!</b><br>${one}`, `${a(one)}<b>!</b><br>${a(one)}`],
    ['<div>http://a.example/</div><div>x</div>', `<div>${a('http://a.example/')}</div><div>x</div>`],
    ['&lt;URL:http://a.<br>example/x&gt;', `&lt;URL:${a(one, 'http://a.')}<br>${a(one, 'example/x')}&gt;`],
    ['http://a.\nexample/x'],
    [`<pre>${one}</pre><code>${one}</code> <a>${one}</a><textarea>${one}</textarea><script>"${one}"</script><style>/* ${one} */</style>`],
    [`<div contenteditable="true"><p>${one}</p></div><svg><text>${one}</text></svg><button>${one}</button><select><option>${one}</option></select>`],
    [`<div contenteditable="false">${one}</div>`, `<div contenteditable="false">${a(one)}</div>`],
    ['http://a.example/<code>x</code>'],
    ['http://a.example/<a name="n"></a>x', `${a('http://a.example/')}<a name="n"></a>x`],
    ['javascript:alert(1) data:text/html,x ftp://a.example/ file:///x'],
    ['<!-- http://a.example/ -->'],
    ['<table><tbody><tr><td>http://a.example/</td><td>x</td></tr></tbody></table>', `<table><tbody><tr><td>${a('http://a.example/')}</td><td>x</td></tr></tbody></table>`],
    [`<ul><li>http://a.example/<ul><li>x</li></ul>${one}</li></ul>`, `<ul><li>${a('http://a.example/')}<ul><li>x</li></ul>${a(one)}</li></ul>`],
    ['<p>http://a.example/<img>x</p>', `<p>${a('http://a.example/')}<img>x</p>`],
    ['<b>Note:</b>http://a.example/', `<b>Note:</b>${a('http://a.example/')}`],
    ['<p>joe<b>@b</b>.example</p>', `<p>${a('mailto:joe@b.example', 'joe<b>@b</b>.example')}</p>`],
    ['http://a.example/?a=1&amp;b"', `${a('http://a.example/?a=1&amp;b')}"`],
    ['<p>http://a.example/<span contenteditable="">x</span></p>'],
    [`<pre>${one}<b></b><i><b></b></i></pre>${one}`, `<pre>${one}<b></b><i><b></b></i></pre>${a(one)}`],
    [`<details><summary>${one}</summary>${one}</details>`, `<details><summary>${a(one)}</summary>${a(one)}</details>`],
    [`<template>${one}</template><p>(${one})<span>.</span></p>`, `<template>${one}</template><p>(${a(one)})<span>.</span></p>`],
    [`<section><h2>${one}<small>, ${one}</small></h2></section>`, `<section><h2>${a(one)}<small>, ${a(one)}</small></h2></section>`],
    ['<p>http:<b>//a.example/</b><span></span>x</p>', `<p>${a(one, 'http:<b>//a.example/</b><span></span>x')}</p>`],
    ['<p><a>y</a>http://a.example/</p>', `<p><a>y</a>${a('http://a.example/')}</p>`],
    ['<p>http://a.example/<object></object>x</p>', `<p>${a('http://a.example/')}<object></object>x</p>`],
    [`<noscript>${one}</noscript><iframe srcdoc="x">${one}</iframe><label>${one}</label>`, `<noscript>${one}</noscript><iframe srcdoc="x">${one}</iframe><label>${a(one)}</label>`],
    ['<dl><dt>www.a.com</dt><dd>/x</dd></dl>', `<dl><dt>${a('https://www.a.com', 'www.a.com')}</dt><dd>/x</dd></dl>`],
    [`<my-tag>${one}</my-tag><p>x</p>`, `<my-tag>${a(one)}</my-tag><p>x</p>`],
    [`<fieldset><legend>${one}</legend><math><mi>${one}</mi></math></fieldset>`, `<fieldset><legend>${a(one)}</legend><math><mi>${one}</mi></math></fieldset>`],
    ['<p>http://a.example/x<input>y<hr></p>', `<p>${a(one)}<input>y</p><hr><p></p>`],
    [`<p>${one}&nbsp;${one}&#10;${one}</p>`, `<p>${a(one)}&nbsp;${a(one)}\n${a(one)}</p>`],
];

// What runs in the page: the shapes, many more with a URL cut by tags, and hostile texts, each put in
// as text.
async function pages({ list, texts, url }) {
    const [{ linkifyNodes }, { init }] = await Promise.all(['dom', 'index'].map((name) => import(`/site/package/web/${name}.mjs`)));
    const faults = [];
    const plain = { rel: '' };
    const made = (html) => Object.assign(document.createElement('div'), { innerHTML: html });
    // Without links, and with each text as one node.
    const bare = (element) => {
        const copy = element.cloneNode(true);

        copy.querySelectorAll('a[href]').forEach((link) => link.replaceWith(...link.childNodes));
        return copy.innerHTML;
    };
    const once = (html, element, options) => {
        const { innerHTML } = element;

        if (linkifyNodes(element, options).length > 0 || element.innerHTML !== innerHTML)
            faults.push(`twice: ${html}: ${element.innerHTML}`);
    };

    await init();
    for (const [html, wanted = html] of list) {
        const element = made(html);

        linkifyNodes(element, plain);
        if (element.innerHTML !== wanted)
            faults.push(`${html}: ${element.innerHTML}, not ${wanted}`);
        once(html, element, plain);
    }
    let cuts = 0;

    for (const [open, close] of [['<b>', '</b>'], ['<i><span class="x">', '</span></i>'], ['<!-- -->', ''], ['<wbr>', '<u></u>']])
        for (let from = 0; from < url.length; from += 3)
            for (let to = from + 1; to <= url.length; to += 5) {
                const html = `<p>see ${from % 3 ? '' : '<em>so '}${url.slice(0, from)}${open}${url.slice(from, to)}${from % 3 ? '' : '</em>'}${close}${url.slice(to)}, and</p>`;
                const element = made(html);
                const before = bare(element);
                const links = linkifyNodes(element, plain);

                cuts++;
                if (links.map(({ textContent }) => textContent).join('') !== url || links.some(({ href }) => href !== url) || bare(element) !== before)
                    faults.push(`${html}: ${element.innerHTML}`);
                once(html, element, plain);
            }
    const host = made('<span></span>');
    const shadow = host.firstChild.attachShadow({ mode: 'open' });

    shadow.innerHTML = url;
    if (linkifyNodes(host).length > 0 || linkifyNodes(made(`<a>${url}</a>`).firstChild).length > 0)
        faults.push('a shadow root, or the inside of a link, is changed');
    if (linkifyNodes(shadow).length !== 1)
        faults.push('a shadow root that is passed');
    for (const text of texts) {
        const element = document.createElement('p');

        element.append(text);
        linkifyNodes(element);
        if (element.textContent !== text || [...element.querySelectorAll('*')].some((link) => link.localName !== 'a' || !/^(?:https?|mailto):/i.test(link.getAttribute('href')) || link.attributes.length !== 2))
            faults.push(`hostile: ${element.innerHTML}`);
    }
    // Guards against quadratic time, in which 1,000 links take half a minute.
    const many = ['http://a.example/b ', 'http://a.<b>example</b>/b ', '<p>x http://a.example/<br></p>'].map((html) => made(html.repeat(1000)));
    const deep = made('<b></b>');

    for (let i = 0, at = deep.firstChild; i < 20000; i++) {
        at.append('a ', document.createElement('b'));
        at = at.lastChild;
    }
    many.push(deep);
    const from = performance.now();

    if (many.some((each) => linkifyNodes(each).length !== (each === deep ? 0 : 1000)) || performance.now() - from > 8000)
        faults.push(`3,000 links in ${performance.now() - from} ms`);
    const element = made(`${url} joe@b.example http://c.example/ <code>${url}</code>`);

    linkifyNodes(element, { ignoreTags: [], className: 'c', callback: (anchor) => { anchor.text = `<${anchor.kind}>`; anchor.attributes.rel = null; return anchor.kind !== 'email'; } });
    return { faults, cuts, decided: element.innerHTML };
}

export async function dom(page, version) {
    const texts = readFileSync('testdata/hostile/xss.txt', 'utf8').split('\n').filter(Boolean);
    const url = 'https://www.a.example/path/to/b?c=d';
    const { faults, cuts, decided } = await page.evaluate(pages, { list: shapes, texts, url });

    none(faults, `${version}: linkifyNodes: ${shapes.length + cuts} shapes, and twice is once; ${texts.length} hostile texts`);
    ok(cuts > 150, 'many of them are cut by tags');
    same(decided, `<a href="${url}" class="c">&lt;bare&gt;</a> joe@b.example <a href="http://c.example/" class="c">&lt;bare&gt;</a> <code><a href="${url}" class="c">&lt;bare&gt;</a></code>`, 'linkifyNodes: a callback');
}

// The component in README.md, rendered on a server.
export function react(load) {
    const { createElement } = packages('react');
    const { renderToStaticMarkup } = packages('react-dom/server');
    const [, source] = /```jsx?\n(import \{ createElement \} from 'react';[^]*?)```/.exec(readFileSync('bindings/js/README.md', 'utf8'));
    const body = source.replace(/^import .*$/gm, '').replace('export function', 'return function');
    const Links = new Function('createElement', 'parts', body)(createElement, load('trawl-links/dom').parts);
    const text = 'see www.a.com/<b> & joe@b.example';

    same(load('trawl-links/dom').parts('http://a.com/', { attributes: { ['x'.repeat(40)]: 'y' } })[0].attributes['x'.repeat(40)], 'y', 'names of attributes may be long where no HTML is written');
    same(renderToStaticMarkup(createElement('p', null, createElement(Links, { target: '_blank' }, text))),
        '<p>see <a href="https://www.a.com/" rel="nofollow noopener noreferrer ugc" target="_blank">www.a.com/</a>&lt;b&gt; &amp; <a href="mailto:joe@b.example" rel="nofollow noopener noreferrer ugc" target="_blank">joe@b.example</a></p>', 'the component for React');
}
