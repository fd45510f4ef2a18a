// Has the browser fetch the font of every screen with the page itself.
import type { Plugin } from 'vite';

/** The letters of every screen: without them the first words are set twice, and in another font first. */
const firstFont = /inter-latin-wght-normal-[\w-]+\.woff2$/;

/** `<link rel="preload">` of the font. Where the build has no such file any more, it stops. */
export const preloadFont = (): Plugin => ({
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const fonts = Object.keys(bundle).filter((file) => firstFont.test(file));
      if (fonts.length === 0) throw new Error('preload-font.ts: the build has no such font');
      return fonts.map((file) => ({
        tag: 'link',
        attrs: {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          href: `/${file}`,
          crossorigin: true,
        },
        injectTo: 'head',
      }));
    },
  },
});
