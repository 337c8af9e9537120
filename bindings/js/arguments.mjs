// arguments.mjs - tests the arguments and options of the package, and says what is expected

export function fail(name, value, known) {
    throw new RangeError(`trawl: ${name}: unknown '${value}'; known: ${known.filter(Boolean).join(', ')}`);
}

const TYPES = {
    string: ['a string', (value) => typeof value === 'string'],
    boolean: ['true or false', (value) => typeof value === 'boolean'],
    count: ['a whole number from 0', (value) => Number.isSafeInteger(value) && value >= 0],
    list: ['a string, or an array of strings', (value) => [value].flat().every((word) => typeof word === 'string')],
    object: ['an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value)],
};

// Returns the value if it has the type. `name` is that of the argument or option.
export function expect(name, type, value) {
    const [what, is] = TYPES[type];

    if (!is(value))
        throw new TypeError(`trawl: ${name}: expected ${what}, not ${value === null || Array.isArray(value) ? JSON.stringify(value) : typeof value === 'number' ? value : `of type ${typeof value}`}`);
    return value;
}

export function given(options) {
    return expect('options', 'object', options ?? {});
}

export function list(value) {
    return value === undefined ? [] : Array.isArray(value) ? value : value.split(',');
}
