/* run.mjs - runs the statements of standard input in DuckDB, and prints the rows of the last one
 *
 *     node run.mjs <statements.sql
 *
 * Prints the first column of each row as a line. TRAWL_NPM is the folder of the npm packages.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { DuckDBInstance } = createRequire(`${process.env.TRAWL_NPM}/`)('@duckdb/node-api');
const db = await (await DuckDBInstance.create(':memory:')).connect();
const statements = await db.extractStatements(readFileSync(0, 'utf8'));
let rows = [];

for (let i = 0; i < statements.count; i++)
    rows = (await (await statements.prepare(i)).runAndReadAll()).getRowsJson();
for (const [value] of rows)
    console.log(value);
