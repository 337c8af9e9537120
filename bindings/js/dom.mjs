// dom.mjs - makes the links of a page elements: linkifyNodes(), and parts() for programs that
// create the elements themselves
//
// The text of each block is read as one text, so a URL may run over several nodes. It becomes one
// <a> if that holds whole elements; otherwise each text node of it becomes an <a> of its own.

import { DECIDING, divided, FINDING, list } from './arguments.mjs';
import { Anchor, decider } from './decide.mjs';
import { find } from './index.mjs';

const OPTIONS = { ...DECIDING, rel: 'string', target: 'string', className: 'string', live: 'list', ignoreTags: 'list' };
const INLINE = new Set('a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(' '));
// The text in these elements is not text of the page, or must not have links.
const NEVER = 'a,audio,button,canvas,datalist,iframe,math,meter,noembed,noframes,noscript,object,option,progress,script,select,style,svg,template,textarea,title,video,xmp,[contenteditable]:not([contenteditable="false"])';

// Returns a function that makes the Anchors of the links of a text, and the options of finding.
function anchors(options) {
    const [{ rel = 'nofollow noopener noreferrer ugc', target, className, live, ignoreTags = ['pre', 'code'], ...own }, finding] = divided(OPTIONS, options, { ...FINDING, rules: true });
    const schemes = ['http', 'https', 'mailto', ...list(live)];
    const decide = decider(own, Infinity);
    const attributes = Object.entries({ rel, target, class: className }).filter(([, value]) => value);

    return { skip: [NEVER, ...list(ignoreTags)].join(), decided: (text, isFree = () => true) => find(text, finding).flatMap((link) => {
        const anchor = new Anchor(true, { href: link.url, ...Object.fromEntries(attributes) }, link.raw, link.kind, link.flags);

        return schemes.includes(/^[^:]*/.exec(link.url)[0].toLowerCase()) && isFree(link) && decide(anchor) ? [{ link, anchor }] : [];
    }) };
}

// Returns a text as strings and Anchors, in order.
export function parts(text, options) {
    const all = [];
    let at = 0;

    for (const { link, anchor } of anchors(options).decided(text)) {
        all.push(text.slice(at, link.start), anchor);
        at = link.end;
    }
    return [...all, text.slice(at)].filter((part) => part !== '');
}

// Returns the blocks below a node: their texts, with the nodes of each text. Nodes that are not
// free get no links.
function* blocks(root, skip) {
    let block = { text: '', nodes: [] };
    const walker = root.ownerDocument.createTreeWalker(root, 5);
    const inside = []; // the open elements, each with whether it ends the block, and whether it is skipped
    const close = (node) => {
        while (inside.length > 0 && inside.at(-1).element !== node.parentNode)
            block.ends = inside.pop().isBlock || block.ends;
    };

    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const isElement = node.nodeType === 1;
        const name = node.localName;

        close(node);
        if (isElement) {
            const isAround = inside.at(-1)?.isFree ?? true;

            inside.push({ element: node, isBlock: !INLINE.has(name) && name !== 'br', isFree: isAround && !node.matches(skip), isPre: name === 'pre' || inside.at(-1)?.isPre });
            block.ends ||= inside.at(-1).isBlock;
            if (isAround && !inside.at(-1).isFree && node.textContent === '')
                block.text += ' '; // a link must not contain it
        }
        if (block.ends) {
            yield block;
            block = { text: '', nodes: [] };
        }
        if (name === 'br')
            block.text += '\n';
        if (isElement)
            continue;
        block.nodes.push({ node, start: block.text.length, isFree: inside.at(-1)?.isFree ?? true });
        block.text += inside.at(-1)?.isPre ? node.data : node.data.replace(/[\t\n\f\r]/g, ' ');
    }
    yield block;
}

function elementOf({ attributes }, { ownerDocument }) {
    const a = ownerDocument.createElement('a');

    Object.entries(attributes).forEach(([name, value]) => a.setAttribute(name, value));
    return a;
}

// Makes links of pieces of one text node, which keeps what precedes them. Returns the new elements.
function split(node, links) {
    const { data } = node;
    const rest = node.ownerDocument.createDocumentFragment();
    const elements = links.map(({ anchor, text, piece: { from, to } }, i) => {
        const a = elementOf(anchor, node);

        a.append(text ?? data.slice(from, to));
        rest.append(a, data.slice(to, links[i + 1]?.piece.from));
        return a;
    });

    node.after(rest);
    node.data = data.slice(0, links[0].piece.from);
    return elements;
}

// Puts an <a> around pieces of text nodes that follow each other, or one around each of them. Returns
// the new elements.
function wrapped(anchor, pieces) {
    const [first, last] = [pieces[0], pieces.at(-1)];
    let top = first.node.parentNode;
    // Returns the outermost node whose edge is that of the node.
    const lifted = (node, sibling) => {
        for (; node.parentNode !== top && !node[sibling]; node = node.parentNode);
        return node;
    };

    while (!top.contains(last.node))
        top = top.parentNode;
    let start = first.from === 0 ? lifted(first.node, 'previousSibling') : first.node;
    const end = last.to === last.node.data.length ? lifted(last.node, 'nextSibling') : last.node;

    if (pieces.length === 1 || start.parentNode !== top || end.parentNode !== top)
        return [...pieces].reverse().map((piece) => split(piece.node, [{ anchor, piece }])[0]).reverse();
    const a = elementOf(anchor, start);

    if (first.from > 0)
        start = first.node.splitText(first.from);
    if (last.to < last.node.data.length)
        last.node.splitText(last.to);
    start.before(a);
    while (a.lastChild !== end)
        a.append(a.nextSibling);
    return [a];
}

// Makes links of the URLs in the text below an element. Returns the new <a> elements.
export function linkifyNodes(element, options) {
    if (![1, 11].includes(element?.nodeType))
        throw new TypeError('trawl: element: expected an Element or a DocumentFragment');
    const { skip, decided } = anchors(options);
    const all = element.closest?.(skip) ? [] : [...blocks(element, skip)].filter(({ nodes }) => nodes.some(({ isFree }) => isFree));

    return all.flatMap(({ text, nodes }) => {
        let i = 0;
        const piecesOf = (from, to) => {
            const pieces = [];

            while (i < nodes.length && nodes[i].start + nodes[i].node.data.length <= from)
                i++;
            for (let k = i; k < nodes.length && nodes[k].start < to; k++)
                if (nodes[k].node.data !== '')
                    pieces.push({ ...nodes[k], from: Math.max(0, from - nodes[k].start), to: Math.min(nodes[k].node.data.length, to - nodes[k].start) });
            return pieces;
        };
        const spansOf = ({ spans, start, end }) => (spans ?? [[start, end]]).map((span) => piecesOf(...span));
        const groups = []; // the links of one text node, or one link over several nodes

        for (const { link, anchor } of decided(text, (each) => (each.pieces = spansOf(each)).flat().every(({ isFree }) => isFree))) {
            const [piece, ...others] = link.pieces.flat();
            const node = others.length === 0 ? piece.node : null;

            if (!node || groups.at(-1)?.node !== node)
                groups.push({ node, links: [] });
            groups.at(-1).links.push({ link, anchor, piece, text: anchor.text === link.raw ? undefined : anchor.text });
        }
        // From the last one, so that the offsets of earlier links stay valid.
        return groups.reverse().map(({ node, links }) => {
            if (node)
                return split(node, links);
            const [{ link, anchor }] = links;
            const elements = link.pieces.reverse().flatMap((pieces) => wrapped(anchor, pieces).reverse()).reverse();

            if (anchor.text !== link.raw)
                elements.forEach((a, k) => (k === 0 ? a.replaceChildren(anchor.text) : a.remove()));
            return elements.filter((a) => a.parentNode);
        }).reverse().flat();
    });
}
