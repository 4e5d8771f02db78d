/** An element by its name, and what it holds: text, or elements in their order. Null leaves it out. */
export type Element = readonly [name: string, content: string | number | boolean | null | readonly Element[]];

/** A document, as S3 answers. */
export const xmlOf = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${write(root)}`;

const write = ([name, content]: Element): string =>
  content === null
    ? ''
    : `<${name}>${Array.isArray(content) ? content.map(write).join('') : escaped(String(content))}</${name}>`;

// By name: not every reader knows numbers.
const ENTITIES: Record<string, string> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#13;',
};

// XML 1.0 knows three control characters: who may meet others asks for names in the form of URLs.
const escaped = (text: string) =>
  text
    .replace(/[<>&"'\r]/g, (c) => ENTITIES[c] ?? c)
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '\ufffd');
