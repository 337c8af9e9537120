// verdicts.mjs - what is wrong with the pages of places.mjs in a browser, attack by attack

import { bare, strangers } from '../content.mjs';
import { boxes } from '../chrome.mjs';
import { difference, isUri } from '../oracles.mjs';

const innerId = /^#[A-Za-z0-9._-]+$/;

// boxFaults BOX WANTED MORE: the faults of an element that holds one attack.
function boxFaults(box, wanted, { more, isForeign }) {
    const away = box.anchors.filter(({ href, rel }) => !(innerId.test(href) && rel === null));
    const text = bare(box.text);

    return [
        ...strangers(box, more).map((shape) => `<${shape}>`),
        ...away.filter(({ href, leadsTo }) => href === null || !isUri(href) || !/^(https?|mailto|news|nntp|ftp):/.test(leadsTo)).map(({ href, leadsTo }) => `not a safe link: ${href} ${leadsTo}`),
        ...(isForeign ? [] : away.filter((a) => a.rel !== 'nofollow noopener noreferrer ugc' || a.direction !== 'ltr').map(({ href }) => `a link without rel or <bdi>: ${href}`)),
        ...box.ids.filter((id, i) => !innerId.test(`#${id}`) || box.ids.indexOf(id) !== i).map((id) => `the id ${id}`),
        ...(box.directions ? ['a raw control of directions'] : []),
        ...(wanted?.whole !== undefined && wanted.whole !== text ? [difference(text, wanted.whole)] : []),
        ...(wanted?.parts ?? []).filter((part) => !text.includes(part)).map((part) => `does not show ${JSON.stringify(part)} in ${JSON.stringify(text.slice(0, 600))}`),
    ];
}

// outside BOX: runs in the page. Returns the elements and attributes that no page of trawl has,
// inside the boxes or outside, and the ids that occur twice outside the boxes.
function outside(box) {
    const strange = Array.from(document.querySelectorAll('script, base, object, embed, iframe, frame, form, input, button, img, svg, math, video'));
    const handlers = document.evaluate('//@*[starts-with(name(), "on") or name() = "style"]', document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    const ids = Array.from(document.querySelectorAll('[id]')).filter((e) => box !== '.box' || !e.parentElement.closest('.box')).map(({ id }) => id);
    const seen = new Set();

    return [...strange.map((e) => `<${e.localName}> in the page`), ...ids.filter((id) => seen.has(id) || !seen.add(id)).map((id) => `twice the id ${id}`),
        ...Array.from({ length: handlers.snapshotLength }, (_, i) => `the attribute ${handlers.snapshotItem(i).name} in the page`)];
}

// faultsOf BROWSER SET: every fault of a set of pages: {name, what}.
export async function faultsOf(browser, set) {
    const faults = [];
    let at = 0;

    for (const page of set.pages) {
        const happened = await browser.show(page, set.type);
        const found = await boxes(browser, set.box);

        faults.push(...happened.map((what) => `after ${at}: ${what}`));
        if (found.some(({ inPlace }) => set.box === '.box' && !set.isForeign && !inPlace))
            faults.push(`after ${at}: a text broke out`);
        faults.push(...(await browser.page.evaluate(outside, set.box)).map((what) => `after ${at}: ${what}`));
        for (const box of found) {
            faults.push(...boxFaults(box, set.wanted[at], set).map((fault) => `attack ${at}: ${fault}`));
            at += 1;
        }
    }
    if (at !== set.wanted.length)
        faults.push(`${at} boxes of ${set.wanted.length}`);
    return faults;
}
