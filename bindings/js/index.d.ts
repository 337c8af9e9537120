// index.d.ts - the types of the package; README.md explains it

/** What to find. */
export type Kind = 'url' | 'www' | 'addr' | 'email' | 'domain' | 'msgid' | 'hdr' | 'ip' | 'localhost' | 'netpath' | 'html' | 'osc8';

export interface Options {
    /** The default is url, www, addr, email and osc8; mail() adds hdr and html. */
    find?: readonly Kind[] | string;
    /** `screen` joins the URLs that a terminal has broken; `uts58` reads running text by UTS #58 alone. */
    profile?: 'mail' | 'uts58' | 'screen';
    notation?: 'auto' | 'none' | 'asciidoc' | 'markdown' | 'texinfo';
    /** The columns of the screen, for `profile: 'screen'`. */
    columns?: number;
    /** If given, no other schemes begin a link with "//". */
    schemes?: readonly string[] | string;
    /** Top-level domains instead of the built-in ones. */
    tlds?: readonly string[] | string;
    /** What partial URLs in <URL:...> are resolved against. */
    base?: string;
    /** Also guess on little evidence that a URL was broken. */
    join?: boolean;
    hyphenDrop?: boolean;
    /** With `find: ['domain']`: also domains whose only evidence is their last label. */
    allDomains?: boolean;
    knownSchemes?: boolean;
    anyTld?: boolean;
    classicTld?: boolean;
    otherEnds?: boolean;
    publicHosts?: boolean;
    pageLinks?: boolean;
}

/** A pattern of your own; the url has `$1` or `${name}` for groups, or is a function of the match. */
export interface Rule {
    match: RegExp;
    url: string | ((match: RegExpMatchArray) => string);
}

/** `rules`: the text of a rules file, see trawl-rules(5), or patterns of your own. */
export interface Finding extends Options {
    rules?: string | readonly Rule[];
}

export interface Alternative {
    url: string;
    /** `hyphen`, `join`, `entity`, ... */
    why: string;
}

/** A link. Places are UTF-16 code units. */
export interface Link {
    /** The whole URL: "https://www.example.org" for "www.example.org". */
    url: string;
    /** `bare`, `www`, `email`, `wrap`, ... */
    kind: string;
    start: number;
    end: number;
    /** The link as it is written. Its pieces are separated by a space. */
    raw: string;
    /** `scheme-implied`, `mixed-script`, ... */
    flags: readonly string[];
    /** The pieces of a link over several lines; null for other links. */
    spans: [number, number][] | null;
    /** Other readings, the most likely first. */
    alts: readonly Alternative[];
}

/** What decided about a candidate. */
export interface Decision {
    start: number;
    end: number;
    /** The number of a rule in doc/rules.md. */
    rule: string;
    what: string;
}

/** Loads a part. A browser needs it before the first call; node loads parts by itself. */
export function init(part?: 'find' | 'html' | 'mail', source?: BufferSource | WebAssembly.Module): Promise<void>;
export function version(): string;
/** The bytes of memory of each loaded module. */
export function memory(): number[];

export function find(text: string, options?: Finding): Link[];
/** The link at a place, such as the one that was clicked on. */
export function at(text: string, offset: number, options?: Finding): Link | null;
/** What decided about candidates. With `from`, about those of mail(). */
export function explain(text: string, options?: Options & { from?: 'auto' | 'text' | 'message' }): Decision[];

export type Form = 'canonical' | 'scheme' | 'normal' | 'ascii' | 'display' | 'surt';

/** Other forms than `canonical` and `ascii` need the part `mail`. */
export function canonical(url: string, form?: Form): string;
/** Whether two URLs have the same canonical form. */
export function same(one: string, other: string): boolean;
export function host(url: string): string | null;
/** The registrable domain of the host. Part `mail`. */
export function site(url: string): string | null;
/** The target in the URL of a redirector or security gateway. Part `mail`. */
export function unwrap(url: string): string | null;
export function resolve(base: string, ref: string, rule?: '3986' | '3986-loose' | '1630'): string;
export function defang(text: string, options?: Options): string;
/** Part `mail`. */
export function refang(text: string): string;
/** The links of a message, a page or a text. Part `mail`. */
export function mail(source: string, options?: Options & { from?: 'auto' | 'text' | 'message' }): Link[];

/** A link that a callback can change. */
export interface Anchor {
    /** False for an <a> that was there before. */
    readonly new: boolean;
    /** The attributes, decoded, with href. */
    attributes: Record<string, string | null | undefined>;
    text: string;
    /** That of find(); `html` for an <a> that was there before. */
    readonly kind: string;
    readonly flags: readonly string[];
    /** The address: attributes.href. */
    href: string;
}

/** A function of a text or an address, or one for each kind: `email`, `url` for all others, or a kind of Link. */
export type ByKind<T> = ((value: string, kind: string) => T) | { [kind: string]: T | ((value: string, kind: string) => T) | undefined };

/** What becomes of the links. All but the callback are for new links. */
export interface Decisions {
    /** Changes the link. Returns false for text without a link. */
    callback?: (anchor: Anchor) => unknown;
    attributes?: Record<string, string>;
    /** The text of a link. */
    format?: ByKind<string>;
    /** Whether an address becomes a link. */
    validate?: ByKind<boolean>;
    /** The longest text, in characters; a longer one ends in U+2026, and the link gets a title. */
    truncate?: number;
    /** The scheme of `www.example.org`; https if not given. */
    defaultProtocol?: 'http' | 'https';
}

export interface HtmlOptions extends Options, Decisions {
    /** Schemes that may be links besides http, https and mailto. */
    live?: readonly string[] | string;
    rel?: string;
    className?: string;
    target?: string;
}

/** A text as HTML. Part `html`. */
export function toHtml(text: string, options?: HtmlOptions & { page?: boolean; structure?: boolean; xhtml?: boolean; both?: boolean; title?: string; lang?: string }): string;
/** HTML with live links, and every other byte as it was. Part `html`. `ignoreTags` is another name of `skip`, the elements without links. */
export function linkify(html: string, options?: HtmlOptions & { skip?: readonly string[] | string; ignoreTags?: readonly string[] | string; textMax?: number; noText?: boolean; noRel?: boolean; punycode?: boolean }): string;

/** What may become a link when more text comes. */
export interface Provisional {
    url: null;
    kind: string;
    start: number;
    end: number;
    raw: string;
}

/** Finds the links of a text that comes in pieces. */
export class Scanner {
    constructor(options?: Options);
    /** The links that no further text can change. */
    feed(text: string): Link[];
    finish(): Link[];
    provisional(): Provisional[];
    static stream(options?: Options): TransformStream<string, Link>;
}
