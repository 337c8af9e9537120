// typed.ts - a program that uses all types of the package, for the compiler alone

import type { Terminal } from '@xterm/xterm';
import { at, canonical, defang, explain, find, init, linkify, mail, refang, Scanner, toHtml, type Link, type Provisional } from 'trawl-links';
import { TrawlLinksAddon } from 'trawl-links/xterm';

declare const terminal: Terminal;

async function all(): Promise<string> {
    await init();
    await init('html', new Uint8Array());
    const links: Link[] = find('x', { find: ['url', 'domain'], profile: 'screen', columns: 80 });
    const kinds = ['url', 'domain'] as const;
    const wide: Link[] = find('x', { find: kinds, tlds: 'com,onion', schemes: ['http'] as const });
    const one: Link | null = at('x', 0);
    const growing: Provisional[] = new Scanner().provisional();
    const stream: TransformStream<string, Link> = Scanner.stream({ find: 'url' });

    // @ts-expect-error there is no such profile
    find('x', { profile: 'letter' });
    // @ts-expect-error a provisional link has no URL
    growing[0].url.length;
    terminal.loadAddon(new TrawlLinksAddon((event, url) => event.preventDefault(), { schemes: ['http'] }));
    for await (const { url } of stream.readable)
        canonical(url);
    return [links.length, wide.length, one?.raw, explain('x')[0].rule, defang('x'), refang('x'), mail('x')[0].url, toHtml('x', { page: true }), linkify('x', { skip: ['pre'] })].join();
}

all();
