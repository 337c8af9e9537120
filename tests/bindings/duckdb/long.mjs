/* long.mjs - the extension for DuckDB at length: its speed, its memory, and failing allocations
 *
 *     node long.mjs speed EXTENSION TEXT PATTERN
 *     node long.mjs mail EXTENSION MAILBOX MESSAGES
 *     node long.mjs failing EXTENSION
 *
 * "speed" makes rows of 2000 characters of TEXT, and prints lines NAME SECONDS CPU, each the best of
 * several runs, for regexp_extract_all() with PATTERN, trawl_urls() and trawl_links() on one thread;
 * then for trawl_links() of texts of 250 characters on one thread and on two.
 * "mail" reads the mailbox by read_mail(), which must find MESSAGES messages in it. It prints the
 * seconds, how many MB more it takes than for 1,000 messages, and the seconds from an interrupt of
 * a query to the end of the query.
 * "failing" needs an extension that was built with TRAWL_TEST_MEMORY. It lets each allocation fail,
 * alone and with all later ones: a statement must fail, or give the same rows. If something is
 * wrong, the program prints what, and exits with 1.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { DuckDBInstance } = createRequire(`${process.env.TRAWL_NPM}/`)('@duckdb/node-api');
const [what, extension, ...rest] = process.argv.slice(2);
let wrong = 0;

function fail(text) {
    console.log(`wrong: ${text}`);
    wrong++;
}

async function open() {
    const instance = await DuckDBInstance.create(':memory:', { allow_unsigned_extensions: 'true', threads: '1' });
    const db = await instance.connect();

    await db.run(`LOAD '${extension}'`);
    return { db, close: () => { db.closeSync(); instance.closeSync(); } };
}

// ---- Speed ----

// Runs the statements in turns: [NAME, THREADS, SQL].
async function time(db, rounds, ...statements) {
    const best = statements.map(() => [Infinity, Infinity]);

    for (let round = 0; round < rounds; round++)
        for (const [i, [, threads, sql]] of statements.entries()) {
            await db.run(`SET threads = ${threads}`);
            const begin = performance.now(), used = process.cpuUsage();

            await db.runAndReadAll(sql);
            const { user, system } = process.cpuUsage(used);
            best[i][0] = Math.min(best[i][0], (performance.now() - begin) / 1000);
            best[i][1] = Math.min(best[i][1], (user + system) / 1e6);
        }
    for (const [i, [name]] of statements.entries())
        console.log(name, ...best[i].map((seconds) => seconds.toFixed(3)));
}

async function speed(text, pattern) {
    const { db } = await open(), all = readFileSync(text, 'utf8'), quoted = pattern.replaceAll("'", "''");

    await db.run('CREATE TABLE s (text VARCHAR)');
    const rows = await db.createAppender('s');
    for (let i = 0; i < all.length; i += 2000) {
        rows.appendVarchar(all.slice(i, i + 2000));
        rows.endRow();
    }
    rows.closeSync();
    await db.run('CREATE TABLE t AS SELECT text FROM s, range(8)');
    await time(db, 9, ['regexp', 1, `SELECT sum(len(regexp_extract_all(text, '${quoted}'))) FROM t`],
        ['urls', 1, 'SELECT sum(len(trawl_urls(text))) FROM t'],
        ['links', 1, 'SELECT sum(len(trawl_links(text))) FROM t']);
    // A thread takes 122,880 rows at a time, so only many rows can be divided evenly. There are
    // many rounds, so that in one of them both processors are likely to be free.
    await db.run('CREATE TABLE u AS SELECT substr(text, 1, 250) AS text FROM t, range(16)');
    const links = 'SELECT sum(len(trawl_links(text))) FROM u';
    await time(db, 15, ['many', 1, links], ['many2', 2, links]);
}

// ---- A large mailbox ----

async function interrupted(db, name, sql) {
    const query = db.runAndReadAll(sql).then(() => 'it ended before', (error) => error.message);

    await new Promise((done) => setTimeout(done, 100));
    const begin = performance.now();
    db.interrupt();
    const how = await query;
    if (!/INTERRUPT/i.test(how))
        fail(`${name}: not interrupted: ${how}`);
    console.log(name, ((performance.now() - begin) / 1000).toFixed(3));
}

async function mail(mailbox, messages) {
    const { db } = await open();
    const read = `SELECT count(*), sum(length(text)), sum(length(html)), sum(len(links)) FROM read_mail('${mailbox}'`;

    await db.runAndReadAll(`${read}) WHERE number < 1000`);
    const before = process.resourceUsage().maxRSS;
    await time(db, 3, ['mail', 1, `${read})`]);
    const [count, ...sums] = (await db.runAndReadAll(`${read})`)).getRowsJson()[0];
    if (count !== messages || sums.some((sum) => Number(sum) < Number(messages)))
        fail(`read_mail: ${count} messages, ${sums}`);
    console.log('more-memory', ((process.resourceUsage().maxRSS - before) / 1024).toFixed(0));
    await interrupted(db, 'interrupted-table', `${read}), range(100)`);
    await db.run(`CREATE TABLE t AS SELECT text FROM read_mail('${mailbox}')`);
    await interrupted(db, 'interrupted-function', 'SELECT sum(len(trawl_links(text))) FROM t, range(100)');
}

// ---- Failing allocations ----

// During the first statement allocations fail while the extension is loaded. No statement calls a
// function with constants only: DuckDB calls such a function before the query, and once more if
// that fails.
const failing = [
    'SELECT 1',
    "SELECT trawl_links(x, 'find=+domain'), trawl_urls(x) FROM (VALUES ('http://a.example/ b@c.example'), ('http://é.example/ü')) v(x)",
    "SELECT trawl_urls(x), trawl_links(x) FROM (VALUES (from_hex('3C687474703A2F2F612F80E2823E'))) v(x)",
    "SELECT trawl_html(x, 'live=ftp'), trawl_unbreak(x) FROM (VALUES ('<URL:http://a.example/lo' || chr(10) || 'ng>.')) v(x)",
    "SELECT trawl_surt(x), trawl_resolve(x, 'b'), trawl_looks_like(x) FROM (VALUES ('http://p' || chr(1072) || 'ypal.com/%7e')) v(x)",
    "SELECT trawl_check(x), trawl_valid(x, '1738'), trawl_ascii(x), trawl_site(x) FROM (VALUES ('http://é.example/ x')) v(x)",
    "SELECT text, html, links, subject FROM read_mail('testdata/tour/archive.mbox')",
    "SELECT * FROM read_links('testdata/tour/*.mbox', since := '2000-01-01')",
    "SELECT * FROM read_links('testdata/html', options := 'find=url')",
    "SELECT url, raw, alt, spans, bytes, file_bytes FROM read_links('testdata/mail/*.eml') LIMIT 100",
];
const noMemory = /out of memory|could not be registered/i;

// Returns the rows as text, or the error, while allocations fail as the variable says.
async function answer(sql, variable, n) {
    const late = variable === 'TRAWL_FAIL_AT' && sql !== failing[0];
    let opened;

    try {
        if (variable && !late)
            process.env[variable] = String(n);
        opened = await open();
        if (late)
            process.env[variable] = String(n);
        return JSON.stringify((await opened.db.runAndReadAll(sql)).getRowsJson());
    } catch (error) {
        return `error: ${error.message}`;
    } finally {
        opened?.close();
    }
}

// Lets each allocation fail as the variable says, until none is left. Returns how many errors there
// were.
async function failWith(variable, sql, whole) {
    let errors = 0, same = 0;

    for (let n = 1; same < 10; n++) {
        const got = await answer(sql, variable, n);

        if (got !== whole && !noMemory.test(got))
            fail(`${variable}=${n}: ${sql}\n    ${got.slice(0, 500)}\n    ${whole.slice(0, 500)}`);
        errors += got !== whole;
        // An allocation that fails alone removes the variable, so a variable that is left shows
        // that there was no n-th allocation. The library can do without some allocations, so the
        // sweep ends only after ten such runs.
        same = got === whole && process.env[variable] ? same + 1 : 0;
        delete process.env[variable];
    }
    return errors;
}

async function testFailing() {
    for (const sql of failing) {
        const whole = await answer(sql);

        if (whole.startsWith('error'))
            fail(whole);
        const one = await failWith('TRAWL_FAIL_AT', sql, whole), later = await failWith('TRAWL_FAIL_AFTER', sql, whole);
        console.log(`${one} errors, ${later} without memory from then on: ${sql}`);
        if (one === 0 || (later === 0 && sql !== failing[0]))
            fail('no error');
    }
}

await { speed, mail, failing: testFailing }[what](...rest);
process.exit(wrong > 0 ? 1 : 0);
