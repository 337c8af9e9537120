// xterm.d.ts - the types of the addon for xterm.js

import type { Finding } from './index.js';

/** What the addon uses of a terminal of xterm.js. */
export interface TerminalLike {
    readonly cols: number;
    readonly buffer: { readonly active: { readonly length: number; getLine(y: number): unknown } };
    registerLinkProvider(provider: { provideLinks(y: number, callback: (links: TerminalLink[] | undefined) => void): void }): { dispose(): void };
}

export interface TerminalLink {
    text: string;
    /** Cells, counted from 1; the last one included. */
    range: { start: { x: number; y: number }; end: { x: number; y: number } };
    activate(event: MouseEvent, text: string): void;
    hover?(event: MouseEvent, text: string): void;
    leave?(event: MouseEvent, text: string): void;
}

type Handler = (event: MouseEvent, url: string) => void;

export class TrawlLinksAddon {
    constructor(handler?: Handler, options?: Finding & { hover?: Handler; leave?: Handler });
    activate(terminal: TerminalLike): void;
    dispose(): void;
    /** The links that have a cell in row y, counted from 1 in the buffer. */
    links(terminal: TerminalLike, y: number): TerminalLink[] | undefined;
}
