// A Parquet file that the service writes itself, read back by the engine: the same fields and values as in
// the engine's own file, and the added columns.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadCall } from '#records';
import { callRow, plainCall } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../../store/records/engine/engine.ts';
import { migrateRecords } from '../../store/records/migrations/migrate.ts';
import { streamCalls, streamParquet } from '../../store/records/questions/export-calls.ts';
import { parquetExport } from './export-parquet.ts';

const now = Date.now() - 60_000;
const account = newAccount();
const scope = { account, project: null, sinceMs: 0 };
const never = new AbortController().signal;
const wanted = { order: { by: 'timestamp', descending: false } as const, cap: 10_000 };

/** More calls than fit into a row group, with every kind of missing value. */
const CALLS = Array.from({ length: 5_200 }, (_, at) =>
  plainCall(`call-${String(at).padStart(5, '0')}`, now + at, {
    tags: [{}, { env: 'prod' }, { a: '日本 🚀', b: '', c: "it's" }][at % 3] ?? {},
    error: at % 4 === 0 ? 'late' : null,
    errorDetails: at % 5 === 0 ? { status: at } : null,
    traceId: at % 2 === 0 ? `t${at}` : null,
    piiRedacted: at % 3 === 1,
    costUsd: at / 8,
    requestMeta: at % 6 === 0 ? { stream: true } : null,
  }),
);

const added = {
  names: ['scores', 'input', 'output'] as const,
  of: async (calls: readonly ReadCall[]) => {
    expect(calls.length).toBeLessThanOrEqual(100);
    const at = new Map(calls.map(({ call: { id } }) => [id, Number(id.slice(5))]));
    return (id: string) => ({
      scores: [],
      input: at.get(id),
      ...((at.get(id) ?? 0) % 2 === 0 ? { output: [{ text: `said ${id} "🚀"` }] } : {}),
    });
  },
};

const embedded = (await testEngines()).filter(({ config }) => config.kind === 'embedded');

describe.each(embedded)('Parquet with content on the $name engine', ({ config }) => {
  const options = testOptions();
  const folder = mkdtempSync(path.join(tmpdir(), 'parquet-'));
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, options);
    await migrateRecords(engine);
    await engine.insert(
      'calls',
      CALLS.map((call) => callRow({ account }, call)),
    );
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  async function rowsOf(name: string, chunks: AsyncIterable<Uint8Array>): Promise<Record<string, unknown>[]> {
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    const file = path.join(folder, name);
    writeFileSync(file, Buffer.concat(parts));
    return engine.query(`SELECT * FROM file('${file}', 'Parquet') ORDER BY id`);
  }

  it('has the same calls as the file of the engine, and the added columns', async () => {
    const own = await rowsOf(
      'own.parquet',
      parquetExport(streamCalls({}, wanted).parts(engine, scope, never), added),
    );
    const theirs = await rowsOf('theirs.parquet', streamParquet({}, wanted).parts(engine, scope, never));
    expect(own).toHaveLength(CALLS.length);
    expect(own.map(({ scores: _scores, input: _input, output: _output, ...call }) => call)).toEqual(theirs);
    expect(own.slice(0, 2).map(({ scores, input, output }) => [scores, input, output])).toEqual([
      ['[]', '0', '[{"text":"said call-00000 \\"🚀\\""}]'],
      ['[]', '1', null],
    ]);
  });

  it('has no rows if there are no calls', async () => {
    const none = { ...scope, account: newAccount() };
    expect(
      await rowsOf('none.parquet', parquetExport(streamCalls({}, wanted).parts(engine, none, never), added)),
    ).toEqual([]);
  });
});
