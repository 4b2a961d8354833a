// Texts that have a meaning in SQL, in the engine's parameters or in its formats, in every place of every
// question that takes a text: each finds its own record and nothing else. Another account has the same
// records, which differ in latency. There are few statements, since each takes seconds under emulation: all
// texts at once as tags and in one long text, and the worst of them one by one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { INJECTIONS } from '#test/support/bad-queries';
import { batching } from '#test/support/batching-engine';
import { callRow, observationRow, plainCall, plainObservation } from '#test/support/call-rows';
import { minutesUnderEmulation, newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { selectAggregate } from './aggregate.ts';
import type { ReadCall } from './call-columns.ts';
import { selectSealedContent } from './content.ts';
import { selectDistribution } from './distribution.ts';
import { streamCalls, streamParquet } from './export-calls.ts';
import { selectCall } from './call.ts';
import { selectCalls, type CallOrder, type CallPlace } from './calls.ts';
import { selectPercentiles } from './percentiles.ts';
import type { Scope } from './scope.ts';
import { selectSession } from './session.ts';
import { selectTrace } from './trace.ts';

const now = Date.now();
const account = newAccount();
const other = newAccount();
const scope: Scope = { account, project: null, sinceMs: now - 30 * DAY_MS };
const OWN_MS = 1;
const FOREIGN_MS = 2;

/** All of them in one text, forwards and backwards, so that one closes what another opens. */
const WHOLE = [...INJECTIONS, ...INJECTIONS.toReversed()].join('').toWellFormed();
const EACH = Object.fromEntries(INJECTIONS.map((text) => [text.toWellFormed(), text.toWellFormed()]));
const STORED = [
  "'",
  '\\',
  '\\N',
  '{account: UInt32}',
  "' OR 1=1 --",
  'a\n\nSELECT 1',
  'nul\0nul',
  '\ufffd',
  WHOLE,
];

const call = (text: string, at: number, latencyMs: number) =>
  plainCall(text, now - DAY_MS + at, {
    provider: text,
    model: text,
    error: text,
    traceId: text,
    spanId: text,
    sessionId: text,
    tags: text === WHOLE ? { ...EACH, [WHOLE]: WHOLE } : { [text]: text },
    latencyMs,
  });

const byModel: CallOrder = { by: 'model', descending: false };
const page = (after: CallPlace | null = null, order = byModel) => ({ order, after, limit: 1_000 });
const everywhere = (text: string) => ({
  provider: text,
  model: text,
  error: text,
  traceId: text,
  sessionId: text,
  userId: text,
  tags: { [text]: text },
  search: text,
  where: [
    ...['id', 'model', `tag:${text}`].map((field) => ({ field, op: 'is' as const, values: [text, 'x'] })),
    { field: 'userId', op: 'isNot' as const, values: [`${text}.`] },
  ],
});
const window = { startMs: now - 2 * DAY_MS, endMs: now };

const ids = (calls: readonly ReadCall[]): string[] => calls.map(({ call: { id } }) => id);
const own = (calls: readonly ReadCall[]): boolean =>
  calls.every(({ call: { latencyMs } }) => latencyMs === OWN_MS);

const engines = await testEngines();

describe.skipIf(minutesUnderEmulation).each(engines)('odd texts on the $name engine', ({ config }) => {
  let engine: RecordsEngine;
  let asking: RecordsEngine;

  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
    asking = batching(engine);
    await migrateRecords(engine);
    const rows = STORED.flatMap((text, at) => [
      callRow({ account, userId: text }, call(text, at, OWN_MS)),
      callRow({ account: other, userId: text }, call(text, at, FOREIGN_MS)),
    ]);
    await engine.insert('calls', rows);
    await engine.insert('observations', [
      observationRow({ account }, plainObservation(WHOLE, 'span', now - DAY_MS)),
      observationRow({ account: other }, plainObservation(WHOLE, 'foreign', now - DAY_MS)),
    ]);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE IF EXISTS ${engine.database} SYNC`);
    await engine.close();
  });

  it('find their own record and no other: as an id, in every filter at once, as names and values of tags', async () => {
    const [found, filtered, tagged, almost] = await Promise.all([
      Promise.all(STORED.map((text) => selectCall(text).run(asking, scope))),
      Promise.all(STORED.map((text) => selectCalls(everywhere(text), page()).run(asking, scope))),
      selectCalls({ tags: EACH }, page()).run(asking, scope),
      selectCalls({ tags: { ...EACH, "'": "''" } }, page()).run(asking, scope),
    ]);
    expect(found.map((each) => each?.call)).toEqual(STORED.map((text, at) => call(text, at, OWN_MS)));
    expect(filtered.map(ids)).toEqual(STORED.map((text) => [text]));
    expect([...filtered, tagged].every(own)).toBe(true);
    expect([ids(tagged), ids(almost)]).toEqual([[WHOLE], []]);
  });

  it('work when bound one at a time, and in every other question', async () => {
    const filter = { ...window, ...everywhere(WHOLE) };
    const never = new AbortController().signal;
    const wanted = { order: byModel, cap: 1_000 };
    expect(ids(await selectCalls(everywhere(WHOLE), page()).run(engine, scope))).toEqual([WHOLE]);
    const trace = await selectTrace(WHOLE, 10).run(engine, scope);
    expect([ids(trace.calls), own(trace.calls)]).toEqual([[WHOLE], true]);
    expect(trace.observations.map(({ observation: { spanId } }) => spanId)).toEqual(['span']);
    const session = await selectSession(WHOLE, 10).run(engine, scope);
    expect([ids(session?.calls ?? []), session?.totals.calls]).toEqual([[WHOLE], 1]);
    expect(await selectSealedContent([{ id: WHOLE, timestampMs: now }]).run(engine, scope)).toEqual(
      new Map(),
    );

    const byTag = await selectAggregate(filter, { axis: 'tag', tagKey: WHOLE, metric: 'latency' }).run(
      engine,
      scope,
    );
    expect(byTag).toMatchObject({ groups: [{ key: WHOLE, value: OWN_MS, count: 1 }], total: { count: 1 } });
    const inSums = { ...window, provider: WHOLE, model: WHOLE };
    const byName = await selectAggregate(inSums, { axis: 'model', metric: 'latency' }).run(engine, scope);
    expect(byName).toMatchObject({ groups: [{ key: WHOLE, value: OWN_MS, count: 1 }], total: { count: 1 } });
    expect(
      await selectPercentiles(filter, { metric: 'latency', axis: null }).run(engine, scope),
    ).toMatchObject({
      max: OWN_MS,
      count: 1,
    });
    expect(
      await selectDistribution(filter, { metric: 'latency', buckets: 3, scale: 'linear' }).run(engine, scope),
    ).toEqual([{ from: OWN_MS, to: OWN_MS, count: 1 }]);

    const exported: string[] = [];
    for await (const batch of streamCalls(filter, wanted).parts(engine, scope, never))
      exported.push(...ids(batch as ReadCall[]));
    expect(exported).toEqual([WHOLE]);
    const parts: Uint8Array[] = [];
    for await (const part of streamParquet(filter, wanted).parts(engine, scope, never)) parts.push(part);
    expect(Buffer.concat(parts).includes(WHOLE)).toBe(true);
  });

  it('begin a page after themselves, from any place, and only in their own account', async () => {
    const order = STORED.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
    const behind = (text: string) => order.slice(order.indexOf(text) + 1);
    const at = (text: string) => now - DAY_MS + STORED.indexOf(text);
    const far = Number.MAX_SAFE_INTEGER;
    const byTime: CallOrder = { by: 'timestamp', descending: true };
    const [pages, lone, beyond] = await Promise.all([
      Promise.all(
        order.map((text) =>
          selectCalls({}, page({ value: text, timestampMs: at(text), id: text })).run(asking, scope),
        ),
      ),
      // Half a surrogate pair is sent as the replacement character.
      selectCalls({ traceId: '\ud800', tags: { '\udc00': '\ud800' } }, page()).run(asking, scope),
      Promise.all(
        [far, -far].map((timestampMs) =>
          selectCalls({}, page({ value: timestampMs, timestampMs, id: '\0' }, byTime)).run(asking, scope),
        ),
      ),
    ]);
    expect(pages.map(ids)).toEqual(order.map(behind));
    expect(pages.every(own)).toBe(true);
    expect(ids(lone)).toEqual(['\ufffd']);
    expect(beyond.map((each) => each.length)).toEqual([STORED.length, 0]);
    expect(beyond.every(own)).toBe(true);
  });

  it('accept windows from the first year to the last', async () => {
    const ever = {
      startMs: Date.parse('0001-01-01T00:00:00Z'),
      endMs: Date.parse('9999-12-31T23:59:59.999Z'),
    };
    const counts = { axis: 'model', metric: 'count' } as const;
    const [listed, none, summed, raw] = await Promise.all([
      selectCalls(ever, page()).run(asking, scope),
      selectCalls({ endMs: ever.startMs }, page()).run(asking, scope),
      selectAggregate(ever, counts).run(asking, scope),
      selectAggregate({ ...ever, userId: WHOLE }, counts).run(asking, scope),
    ]);
    expect([listed.length, none.length]).toEqual([STORED.length, 0]);
    expect([summed.total.count, raw.total.count]).toEqual([STORED.length, 1]);
  });
});
