// Writes the files that each screen needs into the page, so that the browser fetches them at once
// (public/before-start.js) and not after the start has run.
import { readFileSync } from 'node:fs';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

interface Budget {
  screens: Record<string, { chunks: string[] }>;
}

/** The font of every screen: loaded late, the first text is laid out twice, at first in another font. */
const firstFont = /inter-latin-wght-normal-[\w-]+\.woff2$/;

/** Names are often in Urdu: a font that is loaded late has the whole table laid out twice. */
const urduFont = /noto-naskh-arabic-arabic-wght-normal-[\w-]+\.woff2$/;
const urduScreens = ['report', 'sreport'];

const fontLink = (href: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: true },
  injectTo: 'head',
});

type Bundle = Rolldown.OutputBundle;

/** The files of these chunks, of their imports and styles, without those that the page names itself. */
const filesOf = (bundle: Bundle, chunks: readonly string[], known: ReadonlySet<string>) => {
  const found = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || found.has(file)) return;
    found.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const imported of chunk.imports) add(imported);
  };
  for (const chunk of chunks) add(chunk);
  return [...found].filter((file) => !known.has(file));
};

/** `<meta name="fetch-ahead">`: the files, and for each screen of budget.json the indexes of its files. */
export const fetchAhead = (): Plugin => ({
  name: 'fetch-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {}, chunk: entry }) => {
      const { screens } = JSON.parse(readFileSync('budget.json', 'utf8')) as Budget;
      const byModule = new Map(
        Object.values(bundle).flatMap((made) =>
          made.type === 'chunk' && made.facadeModuleId
            ? [[made.facadeModuleId, made.fileName]]
            : [],
        ) as [string, string][],
      );
      const fileOf = (source: string): string => {
        const file = [...byModule].find(([module]) => module.endsWith(`/${source}`))?.[1];
        if (!file) throw new Error(`budget.json names ${source}, which the build does not have`);
        return file;
      };
      const known = new Set(entry ? filesOf(bundle, [entry.fileName], new Set()) : []);
      const files: string[] = [];
      const placeOf = (file: string) => {
        if (!files.includes(file)) files.push(file);
        return files.indexOf(file);
      };
      const fonts = Object.keys(bundle).filter((file) => urduFont.test(file));
      const ofScreens = Object.entries(screens).map(([name, { chunks }]) => [
        name === 'login' ? '/' : `/${name}`,
        [
          ...filesOf(bundle, chunks.map(fileOf), known),
          ...(urduScreens.includes(name) ? fonts : []),
        ].map(placeOf),
      ]);
      const content = JSON.stringify({
        files: files.map((file) => file.replace(/^assets\//, '')),
        screens: Object.fromEntries(ofScreens),
      });
      return [
        { tag: 'meta', attrs: { name: 'fetch-ahead', content }, injectTo: 'head-prepend' },
        ...Object.keys(bundle)
          .filter((file) => firstFont.test(file))
          .map((file) => fontLink(`/${file}`)),
      ];
    },
  },
});
