// Writes XML: elements with escaped attributes and texts.

/** A piece of XML, which needs no escaping any more. */
export class Xml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML 1.0 does not have, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const noCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escaped = (text: string): string =>
  text.replace(noCharacters, '').replace(/[&<>"]/g, (character) => entities[character] as string);

type Attributes = Readonly<Record<string, string | undefined>>;

/** An element; attributes without a value are left out. */
export const element = (
  name: string,
  attributes: Attributes = {},
  ...content: readonly (Xml | string)[]
): Xml => {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(value)}"`],
  );
  const inner = content.map((part) => (part instanceof Xml ? part.text : escaped(part))).join('');
  const start = `<${name}${written.join('')}`;
  return new Xml(inner === '' ? `${start}/>` : `${start}>${inner}</${name}>`);
};

/** A whole document. */
export const xmlDocument = (root: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${root.text}`;
