// Adds a preload of the text font to the built page, so that the first text is drawn in it. The mono font is
// loaded when it is needed.
import type { Plugin } from 'vite';

const TEXT_FONT = /inter-latin.*\.woff2$/;

export const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => TEXT_FONT.test(file))
        .map((file) => ({
          tag: 'link',
          injectTo: 'head-prepend' as const,
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `./${file}`, crossorigin: true },
        })),
  },
});
