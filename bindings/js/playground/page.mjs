// page.mjs - the playground: marks the links of a field as its user types, and tells why they are links
//
// All text of the user is put into the page as text, never as HTML, and no link can be opened.

import { parts } from './dom.mjs';
import { explain, find, init, mail, version } from './index.mjs';

const examples = {
    'the Appendix of RFC 1738': { text: 'Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;\ntype=d> but you can probably fetch it from <URL:ftp://ds.in\nternic.net/rfc>.  Note the warning in <URL:http://ds.internic.\nnet/instructions/overview.html#WARNING>.\n' },
    'a sign-in that a terminal broke': {
        profile: 'screen', columns: 60,
        text: 'Open this address in your browser:\n\n  https://auth.example.com/oauth/authorize?response_type=cod\n  e&client_id=app_EMxamEEZ73f0CkXaXp7hrann&redirect_uri=http\n  %3A%2F%2Flocalhost%3A1455%2Fauth%2Fcallback&scope=openid%2\n  0profile&state=kfjsdkfjdskfjdkab\n\nWaiting for the sign-in...\n',
    },
    'a letter': { text: 'Hello Zoë,\n\nsee http://www.example.org/a_(b), or (www.example.net/x). Ask joe@example.com!\n今天的记录在（https://example.com/会议/2024）。\n\n> The map is at http://maps.example/?q=a&amp;b=c and <http://www.example.org/of-\n> pears>.\n\nA trap: http://www.bank.example@evil.example/ and http://xn--pple-43d.com/\n' },
    'mail': { from: 'auto', text: 'From: ada@example.org\nSubject: caf=C3=A9\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n<p>Read <a href=3D"http://example.org/a?b=3D1">the minutes</a>, or http://exam=\nple.com/notes.\n' },
    'HTML': { from: 'auto', text: '<!DOCTYPE html>\n<title>A page</title>\n<p>See <a href="http://example.org/">http://other.example/</a> and http://example.com/x</p>\n' },
};
const callbacks = {
    'none': () => {},
    'no addresses': (anchor) => anchor.kind !== 'email',
    'in a new tab': (anchor) => { anchor.attributes.target = '_blank'; },
    'the host as text': (anchor) => { anchor.text = /^\w+:\/*([^/]*)/.exec(anchor.href)[1]; },
};
const settings = ['from', 'profile', 'columns', 'domains', 'text'];
const shownFirst = 100;
const longest = 20_000; // of a text in a permalink
const longestHtml = 4000; // of a text that is shown as HTML

const element = (id) => document.getElementById(id);
const field = element('text');
let links = [];
let chosen = -1;
let isAll = false;
let isWaiting = false;

function made(tag, text, ...children) {
    const node = document.createElement(tag);

    node.textContent = text;
    node.append(...children);
    return node;
}

// ---- Links ----

function read(text) {
    const kinds = ['url', 'www', 'addr', 'email', 'osc8', ...(element('domains').checked ? ['domain'] : [])];
    const from = element('from').value || undefined;
    const options = { find: from ? [...kinds, 'hdr', 'html'] : kinds, profile: element('profile').value, columns: Math.min(9999, Math.max(0, Math.trunc(element('columns').valueAsNumber) || 0)) };
    const all = (from ? mail(text, { ...options, from }) : find(text, options)).sort((one, other) => one.start - other.start);
    const shown = isAll ? all : all.slice(0, shownFirst);
    // An explanation costs more than finding the link, so only the links that are shown have one.
    const end = shown.length < all.length ? all[shown.length].start : text.length;

    return { all, shown, decisions: explain(text.slice(0, end), { ...options, from }) };
}

// The decisions about each link, and those about other candidates.
function divided(all, decisions) {
    const ofLink = all.map(() => []);
    const others = [];
    let first = 0;

    for (const decision of [...decisions].sort((one, other) => one.start - other.start)) {
        while (first < all.length && all[first].end <= decision.start)
            first += 1;
        if (first < all.length && all[first].start < Math.max(decision.end, decision.start + 1))
            ofLink[first].push(decision);
        else
            others.push(decision);
    }
    return { ofLink, others };
}

// ---- What is shown ----

function showMarks(text) {
    const nodes = [];
    let at = 0;

    links.forEach(({ start, end, spans }, i) => {
        for (const [from, to] of spans ?? [[start, end]]) {
            if (from < at || to <= from)
                continue;
            const mark = made('mark', text.slice(from, to));

            mark.dataset.link = String(i);
            nodes.push(text.slice(at, from), mark);
            at = to;
        }
    });
    // A line end at the end of a pre is not shown.
    element('marks').replaceChildren(...nodes, `${text.slice(at)}\n`);
    element('marks').scrollTop = field.scrollTop;
}

function rows(list) {
    const box = document.createElement('dl');

    for (const [name, text] of list.filter(([, value]) => value))
        box.append(made('dt', name), made('dd', text));
    return box;
}

function item(link, decisions, i) {
    const button = made('button', link.url);
    const { kind, flags, alts, raw, start, end } = link;
    const note = rows([
        ['kind', kind], ['in the text', raw === link.url ? '' : raw], ['place', `${start} to ${end}`], ['flags', flags.join(', ')],
        ...alts.map(({ url, why }) => [`other reading (${why})`, url]), ...decisions.map(({ rule, what }) => [rule, what]),
    ]);
    const row = made('li', '', button, note);

    button.type = 'button';
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => {
        field.setSelectionRange(start, end);
        choose(i);
        element('marks').querySelector('.chosen')?.scrollIntoView({ block: 'nearest' });
        field.scrollTop = element('marks').scrollTop;
    });
    return row;
}

function choose(i) {
    chosen = i;
    for (const node of document.querySelectorAll('.chosen'))
        node.classList.remove('chosen');
    for (const button of element('links').querySelectorAll('[aria-pressed=true]'))
        button.setAttribute('aria-pressed', 'false');
    const row = element('links').children[i];

    for (const node of [...element('marks').querySelectorAll(`[data-link="${i}"]`), ...(row ? [row] : [])])
        node.classList.add('chosen');
    row?.firstChild.setAttribute('aria-pressed', 'true');
}

const escaped = (text) => text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter]);

// Shows the HTML that linkifyNodes() would make of the text.
function showHtml(text) {
    const callback = callbacks[element('callback').value];
    const all = parts(text.slice(0, longestHtml), { rel: '', callback });

    element('made').hidden = element('from').value !== '';
    element('source').textContent = `callback: ${callback}`;
    element('html').textContent = all.map((part) => (typeof part === 'string' ? escaped(part) :
        `<a ${Object.entries(part.attributes).map(([name, value]) => `${name}="${escaped(value)}"`).join(' ')}>${escaped(part.text)}</a>`)).join('');
}

function show() {
    const text = field.value;
    const { all, shown, decisions } = read(text);
    const { ofLink, others } = divided(shown, decisions);

    links = all;
    element('status').textContent = `${all.length} ${all.length === 1 ? 'link' : 'links'}`;
    showMarks(text);
    element('links').replaceChildren(...shown.map((link, i) => item(link, ofLink[i], i)));
    element('more').hidden = shown.length === all.length;
    element('more').textContent = `Show all ${all.length}`;
    element('others').hidden = others.length === 0;
    element('refused').replaceChildren(...others.slice(0, shownFirst).map(({ start, end, rule, what }) =>
        made('li', '', made('code', text.slice(start, Math.min(end, start + 200))), rows([[rule, what]]))));
    showHtml(text);
    chosen = -1;
}

// Shows the text once before it is drawn. Text with many lines can arrive as an event for each.
function showOnce() {
    if (isWaiting)
        return;
    isWaiting = true;
    requestAnimationFrame(() => {
        isWaiting = false;
        show();
    });
}

// The link at the cursor.
function follow() {
    const at = field.selectionStart;
    const i = links.findIndex(({ start, end }) => start <= at && at <= end);

    if (document.activeElement === field && i !== chosen)
        choose(i);
}

// ---- Settings, examples, permalinks ----

const valueOf = (node) => (node.type === 'checkbox' ? String(node.checked) : node.value);

function set(values) {
    for (const name of settings) {
        const node = element(name);
        const value = values[name] ?? { from: '', profile: 'mail', columns: '0', domains: 'false', text: '' }[name];

        if (node.type === 'checkbox')
            node.checked = value === 'true';
        else
            node.value = value;
        if (node.value === '' && node.tagName === 'SELECT')
            node.selectedIndex = 0;
    }
    isAll = false;
    show();
}

function readHash() {
    const values = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

    if (values.text === undefined)
        return false;
    set(values);
    return true;
}

function makePermalink() {
    const isShort = field.value.length <= longest;

    if (isShort) {
        location.hash = new URLSearchParams(settings.map((name) => [name, valueOf(element(name))])).toString();
        element('status').textContent = 'Copy the address of this page: it has the text.';
    } else {
        element('status').textContent = `The text is too long: a permalink holds at most ${longest} characters.`;
    }
}

async function moduleBytes() {
    const packed = Uint8Array.from(atob(element('module').textContent), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));

    return new Response(stream).arrayBuffer();
}

async function start() {
    const module = await WebAssembly.compile(await moduleBytes());

    await init('find', module);
    await init('mail', module);
    element('example').append(...Object.keys(examples).map((name) => made('option', name)));
    element('callback').append(...Object.keys(callbacks).map((name) => made('option', name)));
    element('about').textContent = `trawl ${version()}. R5 and the like are rules of doc/rules.md in its sources.`;
    element('settings').addEventListener('submit', (event) => event.preventDefault());
    element('example').addEventListener('change', () => set(examples[element('example').value]));
    for (const name of ['from', 'profile', 'columns', 'domains', 'callback'])
        element(name).addEventListener('input', show);
    element('permalink').addEventListener('click', makePermalink);
    element('more').addEventListener('click', () => {
        isAll = true;
        show();
    });
    field.addEventListener('input', showOnce);
    field.addEventListener('scroll', () => { element('marks').scrollTop = field.scrollTop; });
    new ResizeObserver(() => { element('marks').style.height = `${field.offsetHeight}px`; }).observe(field);
    document.addEventListener('selectionchange', follow);
    addEventListener('hashchange', readHash);
    if (!readHash())
        set(Object.values(examples)[0]);
    document.body.dataset.ready = '';
}

start();
