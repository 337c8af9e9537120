// decide.mjs - applies the callback and the options that linkify(), toHtml() and linkifyNodes()
// share

import { expect } from './arguments.mjs';

// A link that a callback can change.
export class Anchor {
    constructor(isNew, attributes, text, kind, flags) {
        Object.assign(this, { new: isNew, attributes, text, kind, flags });
    }

    get href() {
        return this.attributes.href;
    }

    set href(url) {
        this.attributes.href = url;
    }
}

// Returns the result of the caller's function. Throws if it is a Promise, since nothing here waits.
function now(result) {
    if (typeof result?.then === 'function')
        throw new TypeError('trawl: the result of your function: expected a value, not a Promise');
    return result;
}

// Returns the value of an option for a link: the one for all links, or that for its kind; "email"
// and "url" are for kinds without an entry. Functions are called with the link's text or address.
function chosen(option, argument, { kind, href }) {
    const one = typeof option === 'object' ? option[kind] ?? option[/^mailto:/i.test(href) ? 'email' : 'url'] : option;

    return typeof one === 'function' ? now(one(argument, kind)) : one;
}

// Applies the options to a new link. Returns false if the text stays without a link.
function prepare(anchor, { attributes, format, validate, truncate, defaultProtocol }) {
    if (defaultProtocol !== undefined && anchor.flags.includes('scheme-implied'))
        anchor.href = anchor.href.replace(/^https?(?=:)/, defaultProtocol.replace(/:.*/, ''));
    if (!(chosen(validate, anchor.href, anchor) ?? true))
        return false;
    Object.assign(anchor.attributes, attributes);
    anchor.text = chosen(format, anchor.text, anchor) ?? anchor.text;
    if (truncate > 0 && [...anchor.text].length > truncate) {
        anchor.attributes.title ??= anchor.text;
        anchor.text = `${[...anchor.text].slice(0, truncate - 1).join('')}\u2026`;
    }
    return true;
}

// Returns a function that returns false for an Anchor that stays text. trawl_rewrite.h limits names.
export function decider({ callback, ...options }, longestName = 31) {
    return (anchor) => {
        const before = { ...anchor.attributes }; // of a page, so any name may be there

        if ((anchor.new && !prepare(anchor, options)) || now(callback?.(anchor)) === false)
            return false;
        expect("the link's text", 'string', anchor.text);
        for (const [name, value] of Object.entries(expect('attributes', 'object', anchor.attributes)))
            if (value === null || value === undefined)
                delete anchor.attributes[name];
            else if (before[name] === value || (/^[\w:.-]+$/.test(name) && name.length <= longestName) || (Object.hasOwn(before, name) && !name.includes('\0')))
                expect(`attribute ${name}`, 'string', value);
            else
                throw new RangeError(`trawl: attribute '${name}': expected a name of ${name.length > longestName ? `at most ${longestName} ` : ''}letters, digits, "-", "_", ":" and "."`);
        return true;
    };
}
