// reflow.mjs - pages whose paragraphs flow: words and links are kept; lines and quotes become elements

import { displayed } from './oracles.mjs';
import { convert, linksOf } from './inputs.mjs';
import { documents } from './chrome.mjs';
import { bare, strangers } from './content.mjs';
import { none, ok, same } from './tap.mjs';

const mail = [
    'On Tuesday Ann wrote:', '',
    '> The first line of a paragraph that goes on for as long as a line', '> of mail may be, and then for one line more, to its end.',
    '>', '> > What is quoted in a quote stands deeper, and is in a paragraph of', '> > its own.', '',
    'My answer is a paragraph as well, and it is so long that it flows', 'over two lines.', '', '    a table', '    of things', '', '-- ', 'Joe', 'http://joe.example/', '',
].join('\n');

export async function reflow(browser, { hostile, whole }) {
    const inputs = [...hostile, ...whole].filter((_, i) => i % 2 === 0);
    const links = linksOf(inputs);
    const { seen, happened } = await documents(browser, convert(inputs, ['--page']), 'main');
    const faults = [...happened];

    for (const [i, input] of inputs.entries()) {
        const { box } = seen[i];
        const [got, wanted] = [bare(box.text), bare(displayed(input.bytes))];
        const live = new Set(links[i].map(({ href }) => href));

        if (got !== wanted)
            faults.push(`${input.name}: reads ${JSON.stringify(got.slice(0, 300))}, wanted ${JSON.stringify(wanted.slice(0, 300))}`);
        if (box.anchors.some(({ href }) => !live.has(href) && !(href?.startsWith('#') && box.ids.includes(href.slice(1)))))
            faults.push(`${input.name}: an anchor that is not a live link`);
        faults.push(...strangers(box).map((shape) => `${input.name}: <${shape}>`));
    }
    none(faults, `${inputs.length} documents`);
    await structure(browser);
}

async function structure(browser) {
    await browser.show(convert([{ bytes: Buffer.from(mail) }], ['--page'])[0]);
    const page = await browser.page.evaluate(() => ({
        quotes: document.querySelectorAll('blockquote').length,
        nested: document.querySelectorAll('blockquote blockquote').length,
        paragraphs: Array.from(document.querySelectorAll('p'), (p) => (p.querySelector('br') ? '' : p.innerText).replace(/\s+/g, ' ').trim()),
        pre: Array.from(document.querySelectorAll('pre'), (p) => p.textContent),
        link: document.querySelector('a')?.getAttribute('href'),
        html: document.body.innerHTML,
    }));

    ok(page.quotes >= 2 && page.nested >= 1, 'quotes are nested blockquotes', page.html);
    ok(page.paragraphs.includes('My answer is a paragraph as well, and it is so long that it flows over two lines.'), 'the lines of a paragraph are joined', page.html);
    ok(page.paragraphs.some((p) => /^The first line .* as a line of mail may be, .* to its end\.$/.test(p)), 'the lines of a quoted paragraph are joined', page.html);
    ok(page.pre.some((text) => /a table\n\s*of things/.test(text)), 'indented text is unchanged', page.html);
    same(page.link, 'http://joe.example/', 'the link in the signature is kept');
}
