// Compares the guardian's queries on the real tables with plain code over the same records, which include one
// incident of each kind. The queries run concurrently, so that they are batched into few statements.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#lib/clock';
import { batching } from '#test/support/batching-engine';
import { callRow, observationRow, plainCall, plainObservation } from '#test/support/call-rows';
import { MadeRecords } from '#test/support/guardian-records';
import type { Made } from '#test/support/made-records';
import { ordinaryRecords, plantedIncidents } from '#test/support/guardian-week';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../../../store/records/engine/engine.ts';
import { migrateRecords } from '../../../store/records/migrations/migrate.ts';
import { createRecordsStore } from '../../../store/records/create-records-store.ts';
import type { RecordsStore } from '../../../store/records/store.ts';
import type { RecordWriter } from '../../../store/records/writer/writer.ts';
import { fakeRecords } from '#test/support/fake-records';
import { selectArrivalCounts } from './arrivals.ts';
import {
  selectAnsweringModels,
  selectLatencyBaselines,
  selectQuarterBaselines,
  selectTraceBaselines,
} from './baseline.ts';
import { selectCallGroups } from './call-groups.ts';
import { selectEvidence, selectQuarters } from './quarters.ts';
import { selectRedactedCalls, selectRedactions } from './redactions.ts';
import { selectRetries } from './retries.ts';
import { selectLargeTraces, selectToolRepeats } from './traces.ts';

const account = newAccount();
// The history begins on the Monday of last week, and the incidents are on the Thursday. Older rows would
// expire in the engine.
const monday = Math.floor((Date.now() / DAY_MS - 4) / 7) * 7 * DAY_MS + 4 * DAY_MS - 7 * DAY_MS;
const atMs = monday + 3 * DAY_MS + 10 * HOUR_MS;
const nowMs = atMs + 5 * HOUR_MS;
const scope = { account, project: null, sinceMs: nowMs - 30 * DAY_MS };

const planted = plantedIncidents(account, atMs);
const made: Made[] = [
  ...ordinaryRecords(9, { account, startMs: monday, days: 4, newModelMs: DAY_MS }),
  ...Object.values(planted).flat(),
];
// The same trace and input of another account do not count.
const foreign = (planted['tool_loop'] ?? []).map((each) =>
  Object.assign({}, each, { id: `their-${each.id}`, account: account - 1 }),
);

const rowOf = (each: Made): object => {
  const belonging = { account: each.account, project: each.project };
  const received_at = new Date(each.receivedMs).toISOString();
  if (each.kind === 'span') {
    const { type, name } = each;
    const observation = {
      ...plainObservation(each.traceId, each.id, each.atMs, { type, name } as object),
      id: each.id,
    };
    return { ...observationRow(belonging, observation), received_at, input_hash: each.inputHash };
  }
  const { redaction } = each;
  return {
    ...callRow(
      belonging,
      plainCall(each.id, each.atMs, {
        provider: each.provider,
        model: each.model,
        costUsd: each.costUsd,
        latencyMs: each.latencyMs,
        error: each.error === '' ? null : each.error,
        traceId: each.traceId,
        requestMeta: { responseModel: each.responseModel },
      }),
    ),
    received_at,
    input_hash: each.inputHash,
    tools_hash: each.toolsHash,
    tool_calls: each.tools,
    pii_redacted: redaction !== null,
    redaction_metadata: redaction
      ? JSON.stringify({
          kinds: Object.fromEntries(redaction.kinds.map((kind) => [kind, 1])),
          fields: redaction.fields,
        })
      : '',
  };
};

const round = (value: number): number => Number(value.toPrecision(9));
/** Ignores the order of lists. A query may return any part of a long list, so only its length is compared. */
const plain = (rows: readonly object[]): string[] =>
  rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .filter(([name]) => name !== 'told')
          .toSorted()
          .map(([name, value]: [string, unknown]) => {
            if (typeof value === 'number') return [name, round(value)];
            if (!Array.isArray(value)) return [name, value];
            const texts = value.map((part) => JSON.stringify(part)).toSorted();
            return [name, texts.length === 20 || name === 'traceIds' ? texts.length : texts];
          }),
      ),
    )
    .toSorted();

describe.each(await testEngines())('queries of the guardian on the $name engine', ({ config }) => {
  const options = testOptions();
  const oracle = new MadeRecords();
  oracle.nowMs = nowMs;
  oracle.add(made);
  const answers = fakeRecords(oracle.questions);
  let engine: RecordsEngine;
  let store: RecordsStore;

  beforeAll(async () => {
    engine = await openEngine(config, options);
    await migrateRecords(engine);
    const writer = {
      settle: async () => undefined,
      settleAll: async () => undefined,
    } as unknown as RecordWriter;
    store = createRecordsStore(batching(engine), writer);
    const here = made.filter(({ receivedMs }) => receivedMs <= nowMs);
    await engine.insert('calls', [...here.filter(({ kind }) => kind === 'call'), ...foreign].map(rowOf));
    await engine.insert('observations', here.filter(({ kind }) => kind === 'span').map(rowOf));
  }, 300_000);
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  it('return what plain code returns', { timeout: 300_000 }, async () => {
    const window = { afterMs: atMs - HOUR_MS, untilMs: nowMs };
    const span = { fromMs: atMs - 14 * DAY_MS, toMs: nowMs - HOUR_MS };
    const fresh = { afterMs: atMs + 3.1 * HOUR_MS, untilMs: nowMs };
    const kinds = ['api_key', 'credit_card'];
    const evidence = { project: 1, model: null, fromMs: atMs, toMs: nowMs, responseModel: null };
    const model = { provider: 'openai', model: 'gpt-5-mini' };
    const named = await answers.ask(scope, selectRedactedCalls(window, 100));
    const quarters = [0, 1, 3, 6, 8, 10].map((at) => Math.floor(atMs / 900_000) + at);
    const asks: ((of: RecordsStore) => Promise<readonly object[]>)[] = [
      (of) => of.ask(scope, selectCallGroups(window)),
      (of) => of.ask(scope, selectCallGroups(fresh)),
      (of) => of.ask(scope, selectLargeTraces(window, { spans: 12, costUsd: 0.5 })),
      (of) => of.ask(scope, selectToolRepeats(window, 2)),
      (of) =>
        of.ask(scope, selectRetries(window, { sinceMs: window.afterMs, leastAttempts: 2, leastFailures: 2 })),
      async (of) => (await of.ask(scope, selectRedactedCalls(window, 100))).map((hash) => ({ hash })),
      (of) => of.ask(scope, selectRedactions(window, { settledMs: nowMs, seen: [], fresh: [], kinds })),
      (of) =>
        of.ask(
          scope,
          selectRedactions(window, {
            settledMs: fresh.afterMs,
            seen: named.slice(0, 1),
            fresh: named.slice(-1),
            kinds,
          }),
        ),
      (of) => of.ask(scope, selectQuarters(quarters)),
      (of) => of.ask(scope, selectEvidence({ ...evidence, by: 'errors' })),
      (of) => of.ask(scope, selectEvidence({ ...evidence, by: 'cost' })),
      (of) => of.ask(scope, selectEvidence({ ...evidence, model, by: 'latency' })),
      (of) =>
        of.ask(
          scope,
          selectEvidence({
            ...evidence,
            project: 3,
            responseModel: 'gpt-5-mini-2026-01-15',
            by: 'time',
          }),
        ),
      (of) => of.ask(scope, selectQuarterBaselines(span)),
      (of) => of.ask(scope, selectLatencyBaselines(span, 1)),
      (of) => of.ask(scope, selectTraceBaselines(span, 1)),
      (of) => of.ask(scope, selectAnsweringModels(span, ['gpt-5-mini', 'mistral-large-latest'])),
      async (of) =>
        (await of.askAll(selectArrivalCounts(new Date(atMs - DAY_MS).toISOString().slice(0, 10)))).filter(
          (row) => row.account === account,
        ),
    ];
    const stored = await Promise.all(asks.map((ask) => ask(store)));
    for (const [at, ask] of asks.entries()) {
      const expected = plain(await ask(answers));
      expect([at, expected.length > 0]).toEqual([at, true]);
      expect([at, plain(stored[at] ?? [])]).toEqual([at, expected]);
    }
  });
});
