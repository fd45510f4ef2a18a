// Texts, and what a spreadsheet's cell holds in their place. JavaScript (contract), SQL (`database/escape-formula.ts`)
// and the row writer of exports (`exports/csv-rows.ts`) are tested with the same table.

/** Text and escaped text. */
export const formulaCases: readonly (readonly [text: string, escaped: string])[] = [
  ...['=1+1', '+92', '-5', '@home', '\tx', '\rx', '\nx', ' =1', '"=1', '\u00a0=1', '＝1+1'],
  ...['＋1', '－1', '＠x', '""=1', ' " -1'],
].map((text) => [text, `'${text}`] as const);

/** The same where a spreadsheet of another locale or setting begins a cell inside the text. */
export const innerFormulaCases: typeof formulaCases = [
  ['a;=1+1', "a;'=1+1"],
  ['a;"=1+1"', 'a;"\'=1+1"'],
  ['a\n-1\tb', "a\n'-1\tb"],
  ['=a\t+b', "'=a\t'+b"],
  ['x\r\n@y', "x\r\n'@y"],
  ['x;＝1', "x;'＝1"],
];

/** Texts that stay as they are. */
export const harmlessTexts: readonly string[] = [
  ...['', '1+1', 'plain', "'=1", 'a; -1', 'a = b', '2-3\n4', 'a,=b', 'say "hi"', 'مکان ۱۲', '🏠'],
];

/** All of them. */
export const escapedTexts: typeof formulaCases = [
  ...formulaCases,
  ...innerFormulaCases,
  ...harmlessTexts.map((text) => [text, text] as const),
];
