/* arrow.mjs - for test_many.py: prints the table in a file of Arrow's IPC format as JSON
 *
 *     node arrow.mjs FILE
 *
 * Prints the names of the columns, and a list for each row. TRAWL_NPM is the folder of the npm
 * packages.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { tableFromIPC } = createRequire(`${process.env.TRAWL_NPM}/`)('apache-arrow');
const table = tableFromIPC(readFileSync(process.argv[2]));
const names = table.schema.fields.map((field) => field.name);
const rows = table.toArray().map((row) => names.map((name) => row[name]));

console.log(JSON.stringify([names, ...rows], (_, value) => (typeof value === 'bigint' ? Number(value) : value)));
