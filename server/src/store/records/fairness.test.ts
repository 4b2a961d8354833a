// Fairness through the store, as the service uses it: the connection pool is real, and only the engine behind
// it is slow.
import { expect, it } from 'vitest';
import { FairConnectionPool } from './engine/fair-connection-pool.ts';
import type { RecordsEngine } from './engine/engine.ts';
import { createRecordsStore } from './create-records-store.ts';
import type { RecordWriter } from './writer/writer.ts';
import { selectAggregate, selectCall } from './index.ts';

const HOUR_MS = 3_600_000;
const scope = (account: number) => ({ account, project: null, sinceMs: 0 });
const window = { startMs: 0, endMs: HOUR_MS };
const question = { axis: 'model', metric: 'cost', offsetMinutes: 0 } as const;

function stuck() {
  const seats = new FairConnectionPool(['one', 'two', 'three']);
  const ends: (() => void)[] = [];
  const engine = {
    kind: 'server',
    query: (sql, _params, { account, heavy = false } = {}) =>
      seats.run(account === undefined ? null : { account, heavy }, async () => {
        // Sums do not return until they are released; everything else is answered at once.
        if (/\bsum\(/.test(sql)) await new Promise<void>((resolve) => ends.push(resolve));
        return [];
      }),
  } as Partial<RecordsEngine> as RecordsEngine;
  const writer = { settle: async () => undefined } as unknown as RecordWriter;
  return { engine, store: createRecordsStore(engine, writer), letGo: () => ends.forEach((end) => end()) };
}

it('an account that asks for 60 sums at once has to wait; others, and ingest, are answered meanwhile', async () => {
  const { engine, store, letGo } = stuck();
  const outcomes = Array.from({ length: 60 }, () =>
    store.ask(scope(1), selectAggregate(window, question)).then(
      () => 'answered',
      (error: { reason?: string }) => error.reason ?? 'unknown',
    ),
  );
  await expect(store.ask(scope(2), selectCall('a'))).resolves.toBeNull();
  await expect(store.ask(scope(1), selectCall('a'))).resolves.toBeNull();
  await expect(engine.query('SELECT 1')).resolves.toEqual([]);
  const timer = setInterval(letGo, 1);
  const counted = Object.groupBy(await Promise.all(outcomes), (outcome) => outcome);
  clearInterval(timer);
  expect({ answered: counted['answered']?.length, refused: counted['too_many_queries']?.length }).toEqual({
    answered: 33,
    refused: 27,
  });
});

it('two accounts with heavy questions take turns', async () => {
  const { store, letGo } = stuck();
  const order: number[] = [];
  const ask = (account: number) =>
    store.ask(scope(account), selectAggregate(window, question)).then(() => order.push(account));
  const asked = [1, 1, 1, 1, 2, 2].map(ask);
  const timer = setInterval(letGo, 1);
  await Promise.all(asked);
  clearInterval(timer);
  const pairs = [order.slice(0, 2), order.slice(2, 4)].map((pair) => pair.toSorted());
  expect([...pairs, order.slice(4)]).toEqual([
    [1, 2],
    [1, 2],
    [1, 1],
  ]);
});
