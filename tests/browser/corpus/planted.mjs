// planted.mjs - tests verdicts.mjs: it must find the faults of pages that trawl could have written
// by mistake

import { faultsOf } from './verdicts.mjs';
import { none, ok } from '../tap.mjs';

// What a writer with a fault would have written.
const faults = [
    ['"<" is not escaped', (html) => html.replaceAll('&lt;', '<')],
    ['"&" is not escaped', (html) => html.replaceAll('&amp;', '&')],
    ['a quote is not escaped in an attribute', (html) => html.replace(/ (href|title)="[^"]*"/g, (attribute) => attribute.replace(/%22|&quot;/g, '"'))],
    ['controls of directions are raw', (html) => html.replaceAll('[U+202E]', '\u202e')],
    ['javascript is live', (html) => html.replace(/href="http:\/\/a\.example/g, 'href="javascript:alert(1)//')],
    ['an id is used twice', (html) => html.replace(/ id="(?!all)[^"]*"/g, ' id="x"').replace(/<pre class="box">/g, '<pre class="box" id="x">')],
    ['links are not isolated', (html) => html.replaceAll('<bdi dir="ltr">', '<bdi>')],
    ['rel is missing', (html) => html.replace(/ rel="[^"]*"/, '')],
    ['a picture is loaded', (html) => html.replace('</bdi>', '</bdi><img src="http://evil.example/x.png">')],
    ['a character is lost', (html) => html.replace(/(>[^<>]*)alert/, '$1aler')],
];

export async function planted(browser, set) {
    const [first] = set.pages;
    const one = async (html) => faultsOf(browser, { ...set, pages: [Buffer.from(html)] });
    const text = first.toString('utf8');
    const before = new Set(await one(text));

    none([...before].filter((fault) => !/^\d+ boxes of/.test(fault)), `${set.name}: no fault without a planted one`);
    for (const [name, plant] of faults) {
        const found = (await one(plant(text))).filter((fault) => !before.has(fault));

        ok(plant(text) !== text && found.length > 0, `${set.name}: found when ${name}`);
    }
}
