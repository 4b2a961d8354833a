import { defineConfig } from 'vitest/config';
import { serviceFlags } from './server/bin/node-flags.js';

// Tests without a store (`pure`, `web`) run once; every test that touches metadata (`*.store.test.ts`,
// `server/test/**`) runs on both engines. Forks, not threads: the in-process record engine is one per process.
const both = ['server/src/**/*.store.test.ts', 'server/test/**/*.test.ts'];
const engine = 'server/src/**/*.engine.test.ts';
/**
 * They measure the memory or the threads of their process, so no other file may have used it before. It runs
 * as the service does.
 */
const apart = [
  'server/test/attacks/unread-answers.test.ts',
  'server/src/store/records/engine/engine-threads.engine.test.ts',
];
/**
 * Nothing in them depends on the metadata engine: they only create accounts and other objects there, and then
 * test something else. So they run on SQLite alone. `npm test` fails if PostgreSQL has not run all their
 * metadata statements in other files (tools/statement-shapes.ts).
 */
const besideMetadata = [
  // How long the thread works on a text, and threads that compile rubrics.
  'server/test/attacks/{costly-redaction,rubrics}.test.ts',
  // A record engine that stops answering.
  'server/test/faults/hung-exports.test.ts',
  // Pages and the OpenAPI document are made from the code.
  'server/test/http/pages.test.ts',
  // How records arrive: connections, encodings, sizes, the thread that prepares them.
  'server/test/{attacks/grpc-connections,whole-service/{exporter,grpc,ingest-fuzz,ingest-thread,peer-fuzz}}.test.ts',
  'server/test/http/{duplicate-spans,langsmith-captures,logs,odd-numbers,traces}.test.ts',
  // What is asked of the record engine, and how large the answers are.
  'server/test/http/{answer-size,export,query-bad-input,query-calls,query-numbers,query-users}.test.ts',
  'server/test/{attacks/slow-exports,whole-service/{content-search,previews,record-questions}}.test.ts',
  // How stored records are rewritten.
  'server/test/whole-service/earlier-records.test.ts',
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
          exclude: ['**/node_modules/**', ...both, engine],
          setupFiles: ['server/test/support/each-pure-file.ts'],
        },
      },
      // The plain functions of the dashboard. Their files need Vite: some hold JSX.
      { test: { ...shared, name: 'web', include: ['web/src/**/*.test.ts'] } },
      // The records store against every engine that can be had here, one file at a time: they share one.
      {
        test: {
          ...shared,
          ...byNode,
          name: 'engine',
          include: [engine],
          exclude: ['**/node_modules/**', ...apart],
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
          exclude: ['**/node_modules/**', ...apart, ...(engine === 'postgres' ? besideMetadata : [])],
          globalSetup: ['server/test/support/setup.ts'],
          setupFiles: ['server/test/support/each-file.ts'],
          provide: { engine },
        },
      })),
    ],
  },
});
