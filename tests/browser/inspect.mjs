// inspect.mjs - what stands in a page: its text, its links, every element and attribute, and the document around them

// inPage {selector, framed, textIn}: runs in the page, by page.evaluate(). Of this document, or of each one framed in it:
// boxes, a {text, anchors, elements, ...} for each element that matches, and around, what is outside of body. The text is
// that of textIn inside of it, where this is given; notes of the writer (class trawl-note) are no part of it. Elements are
// "a href rel", each once, sorted.
function inPage({ selector, framed, textIn }) {
    const textOf = (element) => {
        const copy = element.cloneNode(true);

        for (const added of copy.querySelectorAll('.trawl-note'))
            added.remove();
        return copy.textContent;
    };
    const shape = (e) => [e.localName, ...Array.from(e.attributes, (a) => a.name).sort()].join(' ');
    const anchor = (a) => ({
        href: a.getAttribute('href'),
        leadsTo: a.href,
        text: textOf(a),
        rel: a.getAttribute('rel'),
        isNote: a.closest('.trawl-note') !== null,
        direction: a.closest('bdi')?.getAttribute('dir') ?? '',
    });
    const box = (e) => ({
        text: textOf(textIn ? e.querySelector(textIn) ?? e : e),
        anchors: Array.from(e.querySelectorAll('a'), anchor),
        elements: [...new Set(Array.from(e.querySelectorAll('*'), shape))].sort(),
        notes: Array.from(e.querySelectorAll('.trawl-note'), (n) => n.textContent),
        titles: Array.from(e.querySelectorAll('[title]'), (t) => t.title),
        ids: Array.from(e.querySelectorAll('[id]'), (i) => i.id),
        inPlace: e.parentElement?.id === 'all',
    });
    const around = (d) => ({
        head: Array.from(d.querySelectorAll('html, head, head *, body'), (e) =>
            [e.localName, ...Array.from(e.attributes, (a) => `${a.name}="${a.value}"`)].join(' ')),
        title: d.title,
        styles: Array.from(d.querySelectorAll('style'), (e) => e.textContent),
        mode: d.compatMode,
        charset: d.characterSet,
        scripts: d.scripts.length,
        comments: d.evaluate('count(//comment())', d, null, XPathResult.NUMBER_TYPE).numberValue,
    });
    const documents = framed ? Array.from(document.querySelectorAll('iframe'), (f) => f.contentDocument) : [document];

    return documents.map((d) => d && { boxes: Array.from(d.querySelectorAll(selector), box), around: around(d) });
}

// boxes BROWSER SELECTOR: those of the page that is shown.
export async function boxes(browser, selector) {
    const [{ boxes: found }] = await browser.page.evaluate(inPage, { selector, framed: false });

    return found;
}

const together = 25;

// documents BROWSER PAGES [TEXTIN]: of each, {box, around} of its body, and of all what happened. They are loaded in frames of one
// origin, many at once.
export async function documents(browser, pages, textIn = '') {
    const seen = [];
    const happened = [];

    for (let from = 0; from < pages.length; from += together) {
        const some = pages.slice(from, from + together);

        happened.push(...(await browser.showFrames(some)).map((what) => `of ${from} to ${from + some.length - 1}: ${what}`));
        seen.push(...await browser.page.evaluate(inPage, { selector: 'body', framed: true, textIn }));
    }
    return { seen: seen.map((d) => d && { box: d.boxes[0], around: d.around }), happened };
}
