// arguments.mjs - tests the arguments and options of the package, and reports what is expected;
// tests whether a text may have links

export function fail(name, value, known) {
    throw new RangeError(`trawl: ${name}: unknown '${String(value)}'; known: ${known.filter(Boolean).join(', ')}`);
}

const TYPES = {
    string: ['a string', (value) => typeof value === 'string'],
    boolean: ['true or false', (value) => typeof value === 'boolean'],
    count: ['a whole number from 0', (value) => Number.isSafeInteger(value) && value >= 0],
    list: ['a string, or an array of strings', (value) => [value].flat().every((word) => typeof word === 'string')],
    function: ['a function', (value) => typeof value === 'function'],
    choice: ['a function, or an object with one for each kind', (value) => typeof value === 'function' || (typeof value === 'object' && value !== null)],
    module: ['a WebAssembly.Module, or its bytes', (value) => value instanceof WebAssembly.Module || ArrayBuffer.isView(value) || /ArrayBuffer\]$/.test(Object.prototype.toString.call(value))],
    protocol: ["'http' or 'https'", (value) => /^https?(?::|$)/.test(value)],
    object: ['an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value)],
};

// Returns the value if it has the type, or throws a TypeError with `name`, the argument or option.
export function expect(name, type, value) {
    const [what, is] = TYPES[type];

    if (type === 'string' && ArrayBuffer.isView(value))
        throw new TypeError(`trawl: ${name}: expected a string, not bytes; new TextDecoder().decode(bytes) makes one`);
    if (!is(value))
        throw new TypeError(`trawl: ${name}: expected ${what}, not ${value === null || Array.isArray(value) ? JSON.stringify(value) : typeof value === 'number' ? value : typeof value === 'string' && value.length < 32 ? `'${value}'` : `of type ${typeof value}`}`);
    return value;
}

// Returns true if a text has a colon that can be part of a link: one that is not at the end of the
// text and not before a space. Faster than a regular expression.
export function hasColon(text) {
    for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1))
        if (at + 1 < text.length && text[at + 1] !== ' ')
            return true;
    return false;
}

export function given(options) {
    return expect('options', 'object', options ?? {});
}

export function list(value) {
    return value === undefined ? [] : Array.isArray(value) ? value : value.split(',');
}

// The options of decide.mjs.
export const DECIDING = { callback: 'function', attributes: 'object', format: 'choice', validate: 'choice', truncate: 'count', defaultProtocol: 'protocol' };

// The options of finding.
export const SWITCHES = ['join', 'hyphenDrop', 'allDomains', 'knownSchemes', 'anyTld', 'classicTld', 'otherEnds', 'pageLinks', 'publicHosts'];
export const FINDING = { find: 'list', profile: 'string', notation: 'string', columns: 'count', schemes: 'list', tlds: 'list', base: 'string', ...Object.fromEntries(SWITCHES.map((name) => [name, 'boolean'])) };

// Divides options into those of `types`, which are tested, and those of finding.
export function divided(types, options, finding = FINDING) {
    const [own, others] = [{}, {}];

    for (const [name, value] of Object.entries(given(options)))
        if (value !== undefined && Object.hasOwn(types, name))
            own[name] = expect(`option ${name}`, types[name], value);
        else if (value !== undefined)
            others[name] = Object.hasOwn(finding, name) ? value : fail('options', name, Object.keys({ ...types, ...finding }));
    return [own, others];
}
