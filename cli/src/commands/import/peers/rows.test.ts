// What becomes of rows of other back ends before the service maps them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SourceTally } from '../tally.ts';
import { langfuseRows, langfuseObservation } from './langfuse.ts';
import { runOf } from './langsmith.ts';
import { fileSource } from './peer-source.ts';

const RULES = { oldestMs: 0, latestMs: Number.MAX_SAFE_INTEGER, storesContent: true, anyProvider: true };

it('a row of a Langfuse blob export has the names and times of the interface', () => {
  const made = langfuseObservation({
    id: 'o1',
    trace_id: 't1',
    type: 'GENERATION',
    start_time: '2026-01-31 12:00:00.250000',
    end_time: null,
    completion_start_time: '2026-01-31 12:00:01.000000',
    provided_model_name: 'gpt-4o-mini',
    usage_details: '{"input":3,"output":2}',
    cost_details: '{"input":0.25,"output":0.5}',
    input: 'Where?',
    user_id: 'ann',
    tags: '["beta"]',
  });
  expect(made).toMatchObject({
    trace: { id: 't1', userId: 'ann', tags: ['beta'] },
    body: {
      id: 'o1',
      traceId: 't1',
      startTime: '2026-01-31T12:00:00.250Z',
      endTime: '2026-01-31T12:00:01.000Z',
      model: 'gpt-4o-mini',
      usageDetails: { input: 3, output: 2 },
      costDetails: { input: 0.25, output: 0.5, total: 0.75 },
      input: 'Where?',
    },
    costUsd: 0.75,
  });
});

it('scores of both versions of the interface have their subject and value', () => {
  const [parcel] = langfuseRows.parcelsOf(
    [
      { id: 's1', name: 'tone', dataType: 'CATEGORICAL', value: 0, stringValue: 'calm', traceId: 't1' },
      { id: 's2', name: 'ok', data_type: 'BOOLEAN', value: 1, observation_id: 'o1' },
      { id: 's3', name: 'all', dataType: 'NUMERIC', value: 0.5, subject: { kind: 'session', id: 'chat' } },
    ],
    RULES,
  );
  const { batch } = JSON.parse(String(parcel?.body() ?? '')) as { batch: { body: object }[] };
  expect(parcel?.tally.scores).toBe(3);
  expect(batch.map(({ body }) => body)).toMatchObject([
    { id: 's1', value: 'calm', traceId: 't1' },
    { id: 's2', value: true, observationId: 'o1' },
    { id: 's3', value: 0.5, sessionId: 'chat' },
  ]);
});

it('the counts that LangSmith keeps beside a run go where its clients put them', () => {
  const run = {
    id: 'r',
    run_type: 'llm',
    start_time: '2026-01-31T12:00:00',
    prompt_tokens: 5,
    completion_tokens: 2,
    total_cost: '0.25',
    first_token_time: '2026-01-31T12:00:01',
  };
  expect(runOf(run)).toMatchObject({
    end_time: '2026-01-31T12:00:00',
    extra: {
      metadata: { usage_metadata: { input_tokens: 5, output_tokens: 2, total_tokens: 7, total_cost: 0.25 } },
    },
    events: [{ name: 'new_token', time: '2026-01-31T12:00:01' }],
  });
  // A chain has the sums of its children.
  expect(JSON.stringify(runOf({ ...run, run_type: 'chain' }))).not.toContain('usage_metadata');
});

it('lines of a file that are no rows of the back end are counted, and a file without any is refused', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-peer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'observations.jsonl');
  const read = async (content: string) => {
    writeFileSync(file, content);
    const tally = new SourceTally();
    for await (const parcel of fileSource('langfuse', '', [file], langfuseRows).parcels(null, RULES))
      tally.add(parcel.tally);
    return tally.state;
  };
  const row = '{"id":"o1","traceId":"t1","type":"SPAN","startTime":"2026-01-31T12:00:00Z"}';
  expect(await read(`${row}\n{"cut\n{"other":1}\n`)).toMatchObject({
    read: 3,
    unfit: { invalid_json: { count: 1, example: `${file}:2` }, not_a_record: { count: 1 } },
  });
  await expect(read('{"other":1}\n')).rejects.toThrow('There is no record of langfuse');
});
