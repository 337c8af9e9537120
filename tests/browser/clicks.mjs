// clicks.mjs - a click anywhere on a link sends the right request to the server

import { run } from './command.mjs';
import { convert } from './inputs.mjs';
import { none, ok, same } from './tap.mjs';

// page TEXT: the page that the library makes of a text, or the command of { mail }.
const page = (text, options = []) => (text.mail
    ? run(['-t', 'html', '--page', ...options], Buffer.from(text.mail))
    : convert([{ bytes: Buffer.from(text) }], ['--page', ...options])[0]);

// arrive BROWSER ACT: returns the request that reaches the server after ACT, which has to lead to
// another page.
async function arrive({ page: tab, site }, act) {
    const there = tab.waitForEvent('load', { timeout: 20000 }).catch(() => null);

    site.asked.length = 0;
    await act();
    await there;
    return site.asked.map(({ url, headers }) => ({ url, referer: headers.referer }));
}

// follow BROWSER NAME TEXT WANTED [OPTIONS]: clicks every anchor of the page; each must lead to the
// path WANTED.
async function follow(browser, name, text, wanted, options = []) {
    const html = page(text, options);
    const faults = [];
    let count = 1;

    for (let i = 0; i < count; i += 1) {
        await browser.show(html);
        const anchors = browser.page.locator('a');

        count = await anchors.count();
        if (count === 0)
            return ok(false, name, `no anchor in ${html}`);
        const asked = await arrive(browser, () => anchors.nth(i).click());

        if (asked.length !== 1 || asked[0].url !== wanted || asked[0].referer)
            faults.push(`anchor ${i + 1} of ${count}: ${JSON.stringify(asked)}, wanted ${wanted} and no Referer`);
    }
    return none(faults, `${name} (${count})`);
}

// Clicks the first and the last character of each line box of a link.
async function followEdges(browser, name, text, wanted) {
    const html = page(text);
    const faults = [];
    const boxes = () => browser.page.evaluate(() => Array.from(document.querySelectorAll('a'), (a) =>
        Array.from(a.getClientRects(), ({ left, right, top, bottom }) => ({ left, right, top, bottom }))).flat()
        .filter((r) => r.right - r.left > 8));

    await browser.show(html);
    const points = (await boxes()).flatMap((r) => [r.left + 3, r.right - 3].map((x) => [x, (r.top + r.bottom) / 2]));

    for (const [x, y] of points) {
        await browser.show(html);
        const asked = await arrive(browser, () => browser.page.mouse.click(x, y));

        if (asked.length !== 1 || asked[0].url !== wanted)
            faults.push(`at ${x}, ${y}: ${JSON.stringify(asked)}`);
    }
    ok(points.length >= 4, `${name}: at least two lines`, `${points.length} points`);
    none(faults, name);
}

async function stays(browser, name, text, selector) {
    await browser.show(page(text));
    const before = browser.page.url();
    const body = await browser.page.locator(selector).boundingBox();

    browser.site.asked.length = 0;
    for (let x = 4; x < Math.min(body.width, 400); x += 12)
        await browser.page.mouse.click(body.x + x, body.y + body.height / 2);
    ok(browser.page.url() === before && browser.site.asked.length === 0, name, JSON.stringify(browser.site.asked));
}

// A quote mark between two pieces of a link is not part of what an anchor shows.
async function markBetween(browser, text) {
    await browser.show(page(text));
    const inside = await browser.page.evaluate(() => Array.from(document.querySelectorAll('a'), (a) => a.innerText));

    same(String(inside.filter((piece) => piece.includes('>')).length), '0', 'quote marks are not shown in the anchors');
}

export async function clicks(browser) {
    const at = browser.site.origin;

    await follow(browser, 'a bare link', `see ${at}/bare.`, '/bare');
    await follow(browser, 'a link in a wrapper', `see <URL:${at}/wrapped>.`, '/wrapped');
    await follow(browser, 'a link broken over two lines', `see <URL:${at}/bro\n   ken/path>.`, '/broken/path');
    await follow(browser, 'a link broken over four lines', `see <URL:${at}/a/\nb/\nc/\nd>.`, '/a/b/c/d');
    await follow(browser, 'a link with a quote mark inside', `> see <URL:${at}/quo\n> ted/path>.\n`, '/quoted/path');
    await follow(browser, 'a link with three quote marks inside, and CRLF', `>>> <URL:${at}/x\r\n>>> /y\r\n> >> /z>\r\n`, '/x/y/z');
    await follow(browser, 'a link with initials as a quote mark inside', `JD> <URL:${at}/x\nJD> /y>\n`, '/x/y');
    await follow(browser, 'a link broken after a hyphen', `<URL:${at}/foo-\nbar>`, '/foo-bar');
    await follow(browser, 'a link with "&" and quotes, which a browser escapes', `${at}/?a=1&b="2"&c='3'`, '/?a=1&b=%222%22&c=%273%27');
    await follow(browser, 'a link beyond ASCII', `${at}/\u00e4?\u00f6`, '/%C3%A4?%C3%B6');
    await follow(browser, 'a link with a template', 'http://a.example/x?y=1&z', '/out?u=http%3A%2F%2Fa.example%2Fx%3Fy%3D1%26z',
        ['--link-template', `${at}/out?u=%u`]);
    await follow(browser, 'a broken link with a template', '> <URL:http://a.exa\n> mple/x>', '/out?u=http%3A%2F%2Fa.example%2Fx',
        ['--link-template', `${at}/out?u=%u`]);
    await followEdges(browser, 'both ends of every piece of a broken link', `> see <URL:${at}/quo\n> ted/and/long> and\n`, '/quoted/and/long');
    await markBetween(browser, `> see <URL:${at}/quo\n> ted/path>.\n`);
    await stays(browser, 'a URL that is not live', 'javascript:alert(1) <URL:javascript:alert(1)>', 'main p');
    await stays(browser, 'a URL with userinfo', `http://www.bank.example@127.0.0.1:${new URL(at).port}/x`, 'main p');

    const mail = (html) => ({ mail: `Subject: x\nContent-Type: text/html\n\n${html}` });

    await follow(browser, 'an anchor of a message of HTML', mail(`See <a href="${at}/an?a&amp;b">the <b>page</b></a>.`), '/an?a&b');
    await follow(browser, 'an anchor over several blocks', mail(`<a href="${at}/blocks"><p>one<p>two</a>`), '/blocks');
    await follow(browser, 'an anchor with a base', mail(`<base href="${at}/d/"><a href="../rel">x</a>`), '/rel');
    await follow(browser, 'an anchor with another URL as its text', mail(`<a href="${at}/real">http://good.example/shown</a>`), '/real');
    await follow(browser, 'an anchor with a picture', mail(`<a href="${at}/picture"><img src="${at}/i.png" alt="the picture"></a>`), '/picture');
    await stays(browser, 'an anchor of mail that is not live', mail('<a href="javascript:alert(1)">javascript</a> <a href="java&#10;script:alert(1)">x</a> <a href="data:text/html,x">y</a>'), 'section p');

    await browser.show(page(`${at}/tab`));
    await browser.page.keyboard.press('Tab');
    const asked = await arrive(browser, () => browser.page.keyboard.press('Enter'));

    same(JSON.stringify(asked.map(({ url }) => url)), '["/tab"]', 'a link by keyboard');
}
