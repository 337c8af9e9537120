// run.mjs PART FOLDER [FORM] - tests a part of the package in node_modules of FOLDER: see t_web.sh

import { createRequire } from 'node:module';
import path from 'node:path';

import { done } from '../../browser/tap.mjs';
import { core, light } from './core.mjs';
import { react } from './dom.mjs';
import { hostile, hostileHosts } from './hostile.mjs';
import { markdown } from './markdown.mjs';
import { same } from './same.mjs';
import { xterm } from './xterm.mjs';

const [part, folder, form] = process.argv.slice(2);
const slow = (load) => hostile(load('trawl-links'), form !== 'short');
const parts = {
    markdown, xterm, react, light,
    core: (load) => core(load('trawl-links'), form === 'long'),
    hostile(load) {
        slow(load);
        hostileHosts(load);
    },
    // Tests the package with the usual modules, then loads it again for those that need no vector
    // instructions, as in an engine that has none.
    same(load) {
        same(load);
        Object.keys(load.cache).forEach((file) => delete load.cache[file]);
        WebAssembly.validate = () => false;
        same(load, 'scalar: ');
        slow(load);
    },
};

await parts[part](createRequire(path.join(path.resolve(folder), 'x.js')));
process.exitCode = done();
