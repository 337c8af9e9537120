// tap.mjs - the Test Anything Protocol for the tests in JavaScript
//
// ok(held, name, note) prints a line and, for a failure, the note as comments; unprintable bytes
// are escaped.

let run = 0;
let failed = 0;

const printable = (text) => String(text).replace(/[^\x20-\x7e\n]/gu, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);

export function note(text) {
    process.stdout.write(printable(text).replace(/^/gm, '# ') + '\n');
}

export function ok(held, name, why = '') {
    run += 1;
    failed += held ? 0 : 1;
    process.stdout.write(`${held ? 'ok' : 'not ok'} ${run} - ${printable(name).replace(/[\n#]/g, ' ')}\n`);
    if (!held && why)
        note(why);
    return held;
}

// none FAULTS NAME: checks that there are no faults; prints the first few.
export function none(faults, name) {
    const shown = faults.slice(0, 12).map((f) => f.slice(0, 1200)).join('\n');

    return ok(faults.length === 0, name, `${faults.length} of them:\n${shown}`);
}

export function same(got, wanted, name) {
    return ok(got === wanted, name, `got    ${got}\nwanted ${wanted}`);
}

export function done() {
    process.stdout.write(`1..${run}\n`);
    return failed === 0 ? 0 : 1;
}
