// What spans take from spans of other requests, in any order, against a plain walk to the root.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callRow, observationRow, plainCall, plainObservation } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '#records/engine/engine';
import { migrateRecords } from '#records/migrations/migrate';
import { bitsOf } from '#records/writer/rows/lineage';
import { INHERITED, NO_LABELS, type Lineage } from '#records/record';
import { selectLineage, setLineage, wholeAccount, type CallRecord, type ObservationRecord } from '#records';
import { seededRandom } from '#lib/seeded-random';
import { lineageChanges } from './settle.ts';

const HOUR_MS = 3_600_000;
const now = Date.now() - HOUR_MS;
const OPEN: Lineage = { takesTags: true, inherited: 0, inheritedTags: [] };

describe.each(await testEngines())('runs on the $name engine', ({ config }) => {
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
    await migrateRecords(engine);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${engine.database} SYNC`);
    await engine.close();
  });

  const settle = async (account: number, traceIds: readonly string[]): Promise<number> => {
    const spans = await selectLineage(traceIds, 1_000).run(engine, wholeAccount(account));
    const changes = lineageChanges(spans);
    await setLineage(changes).run(engine, account);
    return changes.length;
  };

  const lineageRow = (lineage: Lineage | undefined) => ({ lineage: lineage ? bitsOf(lineage) : 0 });
  const insert = (account: number, project: number, record: CallRecord | ObservationRecord) =>
    record.kind === 'call'
      ? engine.insert('calls', [
          {
            ...callRow({ account, project }, record),
            user_id: record.labels?.userId ?? '',
            agent: record.labels?.agent ?? '',
            ...lineageRow(record.lineage),
          },
        ])
      : engine.insert('observations', [
          { ...observationRow({ account, project }, record), ...lineageRow(record.lineage) },
        ]);

  it('end with what a walk to the root finds, after each of the requests in any order', async () => {
    const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
    const random = seededRandom(seed);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
    const account = newAccount();
    const traces = ['t1', 't2', 't3'];
    const records: (CallRecord | ObservationRecord)[] = traces.flatMap((traceId) =>
      Array.from({ length: 12 }, (_, at) => {
        const spanId = `${traceId}s${at}`;
        const parent =
          at === 0 ? null : random() < 0.1 ? 'missing' : `${traceId}s${Math.floor(random() * at)}`;
        const isJson = random() < 0.15;
        const common = {
          sessionId: pick([null, null, 'one', 'two']),
          parentSpanId: parent,
          labels: { ...NO_LABELS, userId: pick(['', '', 'ann', 'bob']), agent: pick(['', '', 'planner']) },
          tags: pick<Record<string, string>>([{}, {}, { team: 'a' }, { team: 'b', "it's": 'x' }]),
          ...(isJson ? {} : { lineage: OPEN }),
        };
        const atMs = now + at;
        return random() < 0.5
          ? plainCall(`${traceId}-${spanId}`, atMs, { ...common, traceId, spanId })
          : plainObservation(traceId, spanId, atMs, { ...common, lineage: OPEN });
      }),
    );
    const stored: typeof records = [];
    for (const record of records.toSorted(() => random() - 0.5)) {
      await insert(account, 1, record);
      stored.push(record);
      if (random() < 0.3) await settle(account, traces);
    }
    await settle(account, traces);
    expect(await settle(account, traces), `seed ${seed}: settled once is settled`).toBe(0);
    const rows = await selectLineage(traces, 1_000).run(engine, wholeAccount(account));
    for (const record of stored) {
      const row = rows.find(({ id }) => id === record.id);
      const expected = walked(record, stored);
      expect([row?.values, row?.tags], `seed ${seed}, ${record.id}`).toEqual([
        expected.values,
        expected.tags,
      ]);
    }
  });

  it('take back what a nearer span says later, and never cross projects', async () => {
    const account = newAccount();
    const root = plainObservation('r', 'a', now, { sessionId: 'far', lineage: OPEN });
    const leaf = plainObservation('r', 'c', now + 2, { parentSpanId: 'b', lineage: OPEN });
    await insert(account, 1, root);
    await insert(account, 1, leaf);
    await insert(account, 2, plainObservation('r', 'd', now + 3, { parentSpanId: 'a', lineage: OPEN }));
    await settle(account, ['r']);
    const session = async () => {
      const rows = await selectLineage(['r'], 10).run(engine, wholeAccount(account));
      return rows.map(({ id, values }) => [id, values[0]]);
    };
    expect(await session()).toEqual([
      ['r-a', 'far'],
      ['r-c', 'far'],
      ['r-d', ''],
    ]);
    await insert(
      account,
      1,
      plainObservation('r', 'b', now + 1, { parentSpanId: 'a', sessionId: 'near', lineage: OPEN }),
    );
    await settle(account, ['r']);
    expect(await session()).toEqual([
      ['r-a', 'far'],
      ['r-b', 'near'],
      ['r-c', 'near'],
      ['r-d', ''],
    ]);
  });
});

function walked(record: CallRecord | ObservationRecord, all: readonly (CallRecord | ObservationRecord)[]) {
  const run = all.filter(({ traceId }) => traceId === record.traceId);
  const roots = run.filter(({ parentSpanId }) => parentSpanId === null);
  const ownOf = ({ sessionId, labels }: CallRecord | ObservationRecord) => [
    sessionId ?? '',
    labels?.userId ?? '',
    labels?.agent ?? '',
    '',
    '',
  ];
  let values = ownOf(record);
  let tags = { ...record.tags };
  if (!record.lineage) return { values, tags };
  let at: CallRecord | ObservationRecord | undefined = record;
  while (at && at.parentSpanId !== null) {
    const parentId: string = at.parentSpanId;
    at = run.find(({ spanId }) => spanId === parentId) ?? (roots.length === 1 ? roots[0] : undefined);
    if (!at) break;
    const said = ownOf(at);
    values = INHERITED.map((_, place) => values[place] || (said[place] ?? ''));
    tags = Object.assign({}, at.tags, tags);
  }
  return { values, tags };
}
