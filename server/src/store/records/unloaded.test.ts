// Which questions wait for a load, and what happens to an answer that a load overtook.
import { expect, it } from 'vitest';
import type { RecordsEngine } from './engine/engine.ts';
import { createRecordsStore } from './create-records-store.ts';
import type { RecordWriter, UnloadedRecords } from './writer/writer.ts';
import {
  selectAggregate,
  selectCall,
  selectCalls,
  selectDistribution,
  selectFacetValues,
  selectPercentiles,
  selectSealedContent,
  selectSession,
  selectTrace,
  selectTraceList,
} from './index.ts';

const scope = { account: 7, project: null, sinceMs: 0 };
const window = { startMs: 0, endMs: 3_600_000 };
const newest = { order: { by: 'timestamp', descending: true }, after: null, limit: 50 } as const;

function asking(unloaded: UnloadedRecords | null) {
  const asked: boolean[] = [];
  const steps: unknown[] = [];
  const engine = {
    kind: 'embedded',
    query: async (sql: string) => {
      asked.push(sql.includes("FROM file('/a/file'"));
      return [];
    },
  } as unknown as RecordsEngine;
  const writer = {
    settle: async (_account: number, about: unknown) => void steps.push(about),
    unloaded: async () => unloaded,
  } as unknown as RecordWriter;
  return { store: createRecordsStore(engine, writer), asked, steps };
}

const questions = {
  listCalls: (store: ReturnType<typeof asking>['store']) => store.ask(scope, selectCalls({}, newest)),
  aggregate: (store: ReturnType<typeof asking>['store']) =>
    store.ask(scope, selectAggregate(window, { axis: 'model', metric: 'cost' })),
  percentiles: (store: ReturnType<typeof asking>['store']) =>
    store.ask(scope, selectPercentiles(window, { metric: 'latency', axis: null })),
  distribution: (store: ReturnType<typeof asking>['store']) =>
    store.ask(scope, selectDistribution(window, { metric: 'latency', buckets: 5, scale: 'linear' })),
};

it.each(Object.entries(questions))('%s reads unloaded calls, and waits for nothing', async (_name, ask) => {
  const { store, asked, steps } = asking({
    files: new Map([['calls', '/a/file']] as const),
    isCurrent: () => true,
    end: () => undefined,
  });
  await ask(store);
  expect([asked, steps]).toEqual([[true], []]);
});

it('a list of traces reads unloaded calls and observations, in its order and in its figures', async () => {
  const statements: string[] = [];
  const engine = {
    kind: 'embedded',
    query: async (sql: string) => {
      statements.push(sql);
      return statements.length === 1
        ? [{ source: 'unloaded calls', place_id: 'a', at_ms: '5', from_ms: '5', found: '1' }]
        : [];
    },
  } as unknown as RecordsEngine;
  const reads: unknown[] = [];
  const writer = {
    unloaded: async (_account: number, _about: unknown, which: unknown) => {
      reads.push(which);
      return {
        files: new Map([
          ['calls', '/a/file'],
          ['observations', '/another/file'],
        ]),
        isCurrent: () => true,
        end: () => undefined,
      };
    },
  } as unknown as RecordWriter;
  const filter = { calls: {}, hasError: true };
  await createRecordsStore(engine, writer).ask(scope, selectTraceList(filter, { after: null, limit: 5 }));
  expect(reads).toEqual(['spans']);
  const files = statements.map((sql) =>
    ['/a/file', '/another/file'].map((file) => sql.split(`FROM file('${file}'`).length - 1),
  );
  // The order: each file as a source of traces, and in the condition of all four sources.
  expect(files).toEqual([
    [1 + 4, 1 + 4],
    [1, 0],
    [0, 1],
  ]);
});

it.each(Object.entries(questions))(
  '%s is asked again when a load has begun meanwhile',
  async (_name, ask) => {
    const { store, asked, steps } = asking({
      files: new Map([['calls', '/a/file']] as const),
      isCurrent: () => false,
      end: () => undefined,
    });
    await ask(store);
    // The second time everything is in the tables.
    expect([asked, steps.length]).toEqual([[true, false], 1]);
  },
);

it('a question that timed out holds back no load', async () => {
  let ended = false;
  const taking = Promise.withResolvers<UnloadedRecords | null>();
  const writer = { unloaded: () => taking.promise } as unknown as RecordWriter;
  const store = createRecordsStore({} as RecordsEngine, writer, 1);
  await expect(store.ask(scope, selectCalls({}, newest))).rejects.toMatchObject({ reason: 'records_behind' });
  taking.resolve({
    files: new Map([['calls', '/a/file']] as const),
    isCurrent: () => true,
    end: () => void (ended = true),
  });
  await taking.promise;
  await Promise.resolve();
  expect(ended).toBe(true);
});

it('a question reads the tables alone when no unloaded record is relevant to it', async () => {
  const { store, asked, steps } = asking(null);
  await store.ask(scope, selectCalls({}, newest));
  expect([asked, steps]).toEqual([[false], []]);
});

it('a question by a key passes the key to the writer, which knows what is not loaded', async () => {
  const { store, steps } = asking(null);
  await store.ask(scope, selectCall('an-id'));
  await store.ask(scope, selectTrace('a-trace', 10));
  await store.ask(scope, selectSession('a-session', 10));
  await store.ask(
    scope,
    selectSealedContent([
      { id: 'a', timestampMs: 5 },
      { id: 'b', timestampMs: 3 },
    ]),
  );
  await store.ask(
    scope,
    selectFacetValues({ ...window, userId: 'ada', tags: { env: 'prod' } }, { facet: 'error', limit: 5 }),
  );
  expect(steps).toEqual([
    { texts: ['an-id'] },
    { texts: ['a-trace'] },
    { texts: ['a-session'] },
    { ...window, texts: ['ada', 'env', 'prod'] },
  ]);
});
