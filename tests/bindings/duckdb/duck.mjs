/* duck.mjs - runs statements in DuckDB with the extension, and prints their rows
 *
 *     node duck.mjs EXTENSION STATEMENT...
 *
 * Prints each row as a line of JSON, a list of its columns, and for a statement that fails "error: "
 * and the message. TRAWL_NPM is the folder of the npm packages.
 */
import { createRequire } from 'node:module';

const { DuckDBInstance } = createRequire(`${process.env.TRAWL_NPM}/`)('@duckdb/node-api');
const [extension, ...statements] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', { allow_unsigned_extensions: 'true' });
const db = await instance.connect();

await db.run(`LOAD '${extension}'`);
for (const statement of statements) {
    try {
        for (const row of (await db.runAndReadAll(statement)).getRowsJson())
            console.log(JSON.stringify(row));
    } catch (error) {
        console.log(`error: ${error.message.replaceAll('\n', ' ')}`);
    }
}
