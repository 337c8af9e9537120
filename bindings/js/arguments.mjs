// arguments.mjs - tests the arguments and options of the package, and says what is expected

export function fail(name, value, known) {
    throw new RangeError(`trawl: ${name}: unknown '${value}'; known: ${known.filter(Boolean).join(', ')}`);
}

const TYPES = {
    string: ['a string', (value) => typeof value === 'string'],
    boolean: ['true or false', (value) => typeof value === 'boolean'],
    count: ['a whole number from 0', (value) => Number.isSafeInteger(value) && value >= 0],
    list: ['a string, or an array of strings', (value) => [value].flat().every((word) => typeof word === 'string')],
    function: ['a function', (value) => typeof value === 'function'],
    choice: ['a function, or an object with one for each kind', (value) => typeof value === 'function' || (typeof value === 'object' && value !== null)],
    object: ['an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value)],
};

// Returns the value if it has the type, or throws a TypeError with `name`, the argument or option.
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

// The options of decide.mjs.
export const DECIDING = { callback: 'function', attributes: 'object', format: 'choice', validate: 'choice', truncate: 'count', defaultProtocol: 'string' };

// Divides options into those of `types`, which are tested, and others.
export function divided(types, options) {
    const [own, others] = [{}, {}];

    for (const [name, value] of Object.entries(given(options)))
        if (!Object.hasOwn(types, name))
            others[name] = value;
        else if (value !== undefined)
            own[name] = expect(`option ${name}`, types[name], value);
    return [own, others];
}
