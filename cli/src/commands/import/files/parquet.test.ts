import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, expect, it } from 'vitest';
import type { SourcePosition } from '../source.ts';
import { fileRows, formatOfRows } from './rows.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-parquet-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const COUNT = 2_500;
const START = Date.UTC(2026, 0, 31);

function fileWith(name: string): string {
  const file = path.join(folder, name);
  const numbers = Array.from({ length: COUNT }, (_, at) => at);
  const buffer = parquetWriteBuffer({
    columnData: [
      { name: 'id', data: numbers.map((at) => `run-${at}`), type: 'STRING' },
      { name: 'start_time', data: numbers.map((at) => new Date(START + at)), type: 'TIMESTAMP' },
      { name: 'total_tokens', data: numbers.map(BigInt), type: 'INT64' },
      { name: 'huge', data: numbers.map(() => 2n ** 60n), type: 'INT64' },
      { name: 'total_cost', data: numbers.map(() => 0.25), type: 'DOUBLE' },
      { name: 'inputs', data: numbers.map((at) => ({ question: `Where ${at}?` })), type: 'JSON' },
      { name: 'error', data: numbers.map((at) => (at === 1 ? 'No.' : null)), type: 'STRING', nullable: true },
    ],
    rowGroupSize: [1_200, 1_300],
  });
  writeFileSync(file, Buffer.from(buffer));
  return file;
}

async function read(file: string, from: SourcePosition | null = null) {
  const groups = [];
  for await (const { rows, next, share } of fileRows([file], formatOfRows, from))
    groups.push({ rows, next, share });
  return groups;
}

it('rows are as JSON would have them', async () => {
  const file = fileWith('runs.parquet');
  const rows = (await read(file)).flatMap((group) => group.rows);
  expect(rows).toHaveLength(COUNT);
  expect(rows[1]).toEqual({
    fields: {
      id: 'run-1',
      start_time: new Date(START + 1).toISOString(),
      total_tokens: 1,
      huge: String(2n ** 60n),
      total_cost: 0.25,
      inputs: { question: 'Where 1?' },
      error: 'No.',
    },
    text: null,
    place: `${file}[1]`,
  });
});

it('from each place to go on, exactly the rest is read', async () => {
  const file = fileWith('rest.parquet');
  const groups = await read(file);
  expect(groups.map(({ rows }) => rows.length)).toEqual([1_000, 200, 1_000, 300]);
  let seen = 0;
  for (const { rows, next } of groups) {
    seen += rows.length;
    const rest = (await read(file, JSON.parse(JSON.stringify(next)) as SourcePosition)).flatMap(
      (group) => group.rows,
    );
    expect([rest.length, rest[0]?.fields?.['id']]).toEqual([
      COUNT - seen,
      seen === COUNT ? undefined : `run-${seen}`,
    ]);
  }
});

it('a file that is none is named', async () => {
  const file = path.join(folder, 'no.parquet');
  writeFileSync(file, 'PAR1 but not really PAR1');
  await expect(read(file)).rejects.toThrow('no.parquet is no Parquet file that can be read');
  await expect(read(path.join(folder, 'missing.parquet'))).rejects.toThrow(
    'missing.parquet cannot be read (ENOENT)',
  );
});
