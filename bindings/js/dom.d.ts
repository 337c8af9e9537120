// dom.d.ts - the types of dom.mjs

import type { Anchor, Decisions, Finding } from './index.js';

export interface DomOptions extends Finding, Decisions {
    /** Schemes that may be links besides http, https and mailto. */
    live?: readonly string[] | string;
    rel?: string;
    className?: string;
    target?: string;
    /** Elements without links; pre and code if not given. */
    ignoreTags?: readonly string[] | string;
}

/** Makes links of the URLs in the text below an element. Returns the new elements. */
export function linkifyNodes(element: Element | DocumentFragment, options?: DomOptions): HTMLAnchorElement[];
/** A text as strings and links, in order. */
export function parts(text: string, options?: DomOptions): (string | Anchor)[];
