// display.mjs - display(source): what a text's hypertext has to read as, stated here a second time
//
// doc/design.md: an invalid UTF-8 sequence is one U+FFFD; CR and CRLF are LF; C0 but tab and LF, DEL and C1 are U+FFFD; the
// controls that nobody sees (bidi, zero width, soft hyphen) are shown as [U+202E]. Noncharacters, which neither HTML nor
// XML lets stand, are U+FFFD. A byte-order mark of UTF-16 at the
// front says what the text is in. Nothing here is taken from the library.

const charsetOf = (bytes) => {
    if (bytes[0] === 0xff && bytes[1] === 0xfe)
        return 'utf-16le';
    return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
};

// decode BYTES [ALL]: the characters; ALL is the text that BYTES are cut from, when they are.
export function decode(bytes, all = bytes) {
    return new TextDecoder(charsetOf(all), { ignoreBOM: true }).decode(bytes);
}

const unseen = /[\u200b\ufeff\u2060\u00ad\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function display(text) {
    return text
        .replace(/\r\n?/g, '\n')
        .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]|\p{Noncharacter_Code_Point}/gu, '\ufffd')
        .replace(unseen, (c) => `[U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);
}

export const displayed = (bytes, all) => display(decode(bytes, all));

// difference GOT WANTED: where two texts part, with what stands around.
export function difference(got, wanted) {
    let i = 0;

    while (i < got.length && got[i] === wanted[i])
        i += 1;
    const around = (text) => JSON.stringify(text.slice(Math.max(0, i - 30), i + 40));
    return `from character ${i}: got ${around(got)} (${got.length}), wanted ${around(wanted)} (${wanted.length})`;
}
