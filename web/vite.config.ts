import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { precompress } from './precompress.ts';

const SERVICE = process.env['TRACEWELL_URL'] ?? 'http://127.0.0.1:4318';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), precompress()],
  build: {
    // `/assets` is the reference's; what lies in `/app` has its version in its name and may be kept for ever.
    assetsDir: 'app',
    target: 'es2024',
    cssTarget: ['chrome125', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 700,
  },
  // `npm run dev -w web` beside a running service: pages from here, everything else from there.
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/v1', '/assets', '/docs'].map((path) => [path, { target: SERVICE }])),
  },
});
