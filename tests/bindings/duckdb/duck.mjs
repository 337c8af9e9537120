/* duck.mjs - runs statements in DuckDB with the extension, and prints their rows
 *
 *     node duck.mjs EXTENSION STATEMENT...
 *     node duck.mjs <STATEMENTS
 *
 * Prints each row as a line of JSON, a list of its columns. For a statement that fails, prints
 * "error: " and the message. Without arguments, runs the statements of standard input without the
 * extension, and prints the first column of the last one. TRAWL_NPM is the folder of the npm
 * packages.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { DuckDBInstance } = createRequire(`${process.env.TRAWL_NPM}/`)('@duckdb/node-api');
const [extension, ...statements] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', { allow_unsigned_extensions: 'true' });
const db = await instance.connect();

if (extension) {
    await db.run(`LOAD '${extension}'`);
} else {
    const all = await db.extractStatements(readFileSync(0, 'utf8'));
    let rows = [];

    for (let i = 0; i < all.count; i++)
        rows = (await (await all.prepare(i)).runAndReadAll()).getRowsJson();
    for (const [value] of rows)
        console.log(value);
}
for (const statement of statements) {
    try {
        for (const row of (await db.runAndReadAll(statement)).getRowsJson())
            console.log(JSON.stringify(row));
    } catch (error) {
        console.log(`error: ${error.message.replaceAll('\n', ' ')}`);
    }
}
