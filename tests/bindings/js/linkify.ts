// linkify.ts - LinkifyTrawl in the types of markdown-it 14 and 15, for the compiler alone

import MarkdownIt from 'markdown-it';
import { LinkifyTrawl, type Match } from 'trawl-links/markdown-it';

const md = new MarkdownIt({ linkify: true });
const linkify: typeof md.linkify = new LinkifyTrawl({ fuzzyLink: true });

Object.assign(md, { linkify });
new LinkifyTrawl().set({ fuzzyIP: true }).tlds('onion', true).add('git:', 'http:').add('@', {
    validate: (text, pos, self) => (self.test(text.slice(pos)) ? 1 : 0),
    normalize: (match) => { match.url = match.raw; },
});

export class Own extends LinkifyTrawl {
    first = (text: string): Match | undefined => this.match(text)?.[0];
}
LinkifyTrawl({ '@': { validate: /^\w+/ }, 'git:': 'http:', 'ftp:': null }, { fuzzyLink: true }).onCompile();
new LinkifyTrawl(null, { fuzzyLink: true });
// @ts-expect-error there is no such option
new LinkifyTrawl({ fuzzyLinks: true });
