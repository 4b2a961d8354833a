import { defineConfig } from 'vitest/config';
import { serviceFlags } from './server/bin/node-flags.js';

// Tests without a store (`pure`, `web`) run once; every test that touches metadata (`*.store.test.ts`,
// `server/test/**`) can run on both engines. Files with `.proof.` in their name repeat, kill, simulate or measure:
// `npm test` leaves them out. Forks, not threads: the in-process record engine is one per process.
const both = ['server/src/**/*.store.test.ts', 'server/test/**/*.test.ts'];
const engine = 'server/src/**/*.engine.test.ts';
/** TEST_PROOFS=none leaves the proofs out, as `npm test` does. */
const leftOut = ['**/node_modules/**', ...(process.env['TEST_PROOFS'] === 'none' ? ['**/*.proof.*'] : [])];
/**
 * They measure the memory or the threads of their process, so no other file may have used it before. It runs
 * as the service does.
 */
const apart = [
  'server/test/attacks/unread-answers.proof.test.ts',
  'server/src/store/records/engine/engine-threads.proof.engine.test.ts',
];
const shared = {
  pool: 'forks' as const,
  isolate: false,
  hookTimeout: 120_000,
  testTimeout: 30_000,
  expect: { poll: { timeout: 20_000 } },
};
/**
 * Node loads the files itself, as in the product, with its own cache of compiled code. Through Vite each
 * project would transform the same thousand modules again.
 */
const byNode = { experimental: { viteModuleRunner: false, nodeLoader: false } };
/** As in the service: the heap may grow to three times what is in use, so it is collected less often. */
const seldomCollected = ['--heap-growing-percent=200'];

export default defineConfig({
  test: {
    tags: [
      { name: 'journey', description: 'Through the dashboard, in `npm test` too.' },
      {
        name: 'proof',
        description: 'Left out of `npm test`, as a whole file with `.proof.` in its name is.',
      },
    ],
    projects: [
      {
        test: {
          ...shared,
          ...byNode,
          name: 'pure',
          include: [
            'server/src/**/*.test.ts',
            '{cli,sdk}/{src,test}/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
            'clients/{harness,model-server}/**/*.test.ts',
          ],
          exclude: [...leftOut, ...both, engine],
          setupFiles: ['server/test/support/each-pure-file.ts'],
        },
      },
      // The plain functions of the dashboard. Their files need Vite: some hold JSX.
      { test: { ...shared, name: 'web', include: ['web/src/**/*.test.ts'], exclude: leftOut } },
      // The records store against every engine that can be had here, one file at a time: they share one.
      {
        test: {
          ...shared,
          ...byNode,
          name: 'engine',
          include: [engine],
          exclude: [...leftOut, ...apart],
          fileParallelism: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      // The dashboard in a real browser, on the real service; web/e2e/chromium.ts says where the browser
      // comes from.
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['web/e2e/**/*.test.ts'],
          globalSetup: ['web/e2e/setup.ts'],
          testTimeout: 180_000,
          // Each look at a page by role costs the browser milliseconds.
          expect: { poll: { timeout: 20_000, interval: 150 } },
        },
      },
      {
        test: {
          ...shared,
          ...byNode,
          name: 'apart',
          isolate: true,
          execArgv: serviceFlags(),
          include: apart,
          globalSetup: ['server/test/support/setup.ts'],
          provide: { engine: 'sqlite' as const },
        },
      },
      ...(['sqlite', 'postgres'] as const).map((engine) => ({
        test: {
          ...shared,
          ...byNode,
          execArgv: seldomCollected,
          name: engine,
          include: both,
          exclude: [...leftOut, ...apart],
          globalSetup: ['server/test/support/setup.ts'],
          setupFiles: ['server/test/support/each-file.ts'],
          provide: { engine },
        },
      })),
    ],
  },
});
