// markdown-it.d.ts - the types of the interface of linkify-it

import type MarkdownIt from 'markdown-it';

// The class LinkifyIt of linkify-it 6 has a private member, so only a type made from it fits.
type LinkifyIt = InstanceType<typeof MarkdownIt>['linkify'];

export class Match {
    schema: string;
    index: number;
    lastIndex: number;
    raw: string;
    text: string;
    url: string;
    constructor(text: string, schema: string, index: number, lastIndex: number);
}

export interface LinkifyOptions {
    fuzzyLink?: boolean;
    fuzzyEmail?: boolean;
    fuzzyIP?: boolean;
    urlAuth?: boolean;
    '---'?: boolean;
    maxLength?: number;
    tlds?: string[];
    /** Ignored: trawl has no regular expressions. */
    rebuilder?: unknown;
}

export interface Schema {
    validate?: RegExp | ((text: string, pos: number, self: LinkifyTrawl) => number | boolean);
    normalize?: (match: Match, self: LinkifyTrawl) => void;
}

interface More {
    set(options?: LinkifyOptions): LinkifyTrawl;
    add(schema: string, rule: string): LinkifyTrawl;
    add(schema: string, rule?: Schema | null): LinkifyTrawl;
    tlds(list: string | string[], keepOld?: boolean): LinkifyTrawl;
    pretest(text: string): boolean;
    /** Called after each change, as in linkify-it 5. */
    onCompile(): void;
}

export type LinkifyTrawl = More & LinkifyIt;
type Schemas = { [schema: string]: Schema | string | null };

/** Options, or schemas and options, as in linkify-it 5. */
export const LinkifyTrawl: {
    new (options?: LinkifyOptions): LinkifyTrawl;
    new (schemas: Schemas | null, options?: LinkifyOptions): LinkifyTrawl;
    (options?: LinkifyOptions): LinkifyTrawl;
    (schemas: Schemas | null, options?: LinkifyOptions): LinkifyTrawl;
    readonly prototype: LinkifyTrawl;
};
