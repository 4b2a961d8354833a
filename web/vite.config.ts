import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { hashedTheme } from './hashed-theme.ts';
import { precompress } from './precompress.ts';
import { preloadFonts } from './preload-fonts.ts';
import { reference } from './reference.ts';

const SERVICE = process.env['TRACEWELL_URL'] ?? 'http://127.0.0.1:4318';

/**
 * A browser takes longer for many small files than for some large ones. A page is about ten files: what every page
 * needs, what many need, what some need, and its own.
 */
const CHUNKS = [
  { name: 'app', tags: ['$initial' as const], priority: 4 },
  { name: 'icons', test: /[\\/]lucide-react[\\/]/, priority: 3 },
  { name: 'common', minShareCount: 10, priority: 2 },
  { name: 'shared', minShareCount: 4, entriesAware: true, entriesAwareMergeThreshold: 4_000, priority: 1 },
];

export default defineConfig({
  root: import.meta.dirname,
  // Files find each other wherever the service is mounted. It puts the path into the page (server/src/http/own-url.ts).
  base: './',
  plugins: [react(), tailwindcss(), hashedTheme(), preloadFonts(), reference(), precompress()],
  build: {
    // `/assets` has what is served as it is. Files in `/app` have a content hash in their names and can be
    // cached forever.
    assetsDir: 'app',
    target: 'es2024',
    cssTarget: ['chrome125', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      // Compressing takes most of a build, as it should.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: { groups: CHUNKS },
        // The bundler names these after every page that uses them.
        chunkFileNames: ({ name }) => `app/${name.split('~', 1)[0]}-[hash].js`,
      },
    },
    chunkSizeWarningLimit: 700,
  },
  // `npm run dev -w web` next to a running service: pages come from Vite, everything else from the service.
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/v1', '/assets', '/docs'].map((path) => [path, { target: SERVICE }])),
  },
});
