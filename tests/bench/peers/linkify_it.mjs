// linkify_it.mjs - prints URLs and addresses, by linkify-it:  node linkify_it.mjs FILE
//
// Imported from node_modules of the working directory.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(process.cwd() + '/');
const { linkifyit } = require('linkify-it');
const found = linkifyit().match(readFileSync(process.argv[2], 'utf8')) ?? [];
process.stdout.write(found.map((link) => link.raw).join('\n') + '\n');
