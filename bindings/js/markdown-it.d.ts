// markdown-it.d.ts - the types of the interface of linkify-it

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
}

export interface Schema {
    validate?: RegExp | ((text: string, pos: number, self: LinkifyTrawl) => number);
    normalize?: (match: Match, self: LinkifyTrawl) => void;
}

export class LinkifyTrawl {
    constructor(options?: LinkifyOptions);
    set(options?: LinkifyOptions): this;
    add(schema: string, rule?: Schema | string | null): this;
    tlds(list: string | string[], keepOld?: boolean): this;
    pretest(text: string): boolean;
    test(text: string): boolean;
    testSchemaAt(text: string, schema: string, pos: number): number;
    match(text: string): Match[] | null;
    matchAtStart(text: string): Match | null;
    normalize(match: Match): void;
}
