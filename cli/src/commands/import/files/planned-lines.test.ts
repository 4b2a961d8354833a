import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import type { ImportSource } from '../source.ts';
import type { ImportRules } from '../tally.ts';
import { Mapping } from './mapping.ts';
import { recordFiles } from './records.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-plan-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RULES: ImportRules = { oldestMs: 0, latestMs: 9e15, storesContent: true, anyProvider: true };

const record = (index: number, text = 'x'.repeat(index % 700)) => ({
  id: `call-${index}`,
  provider: 'openai',
  model: 'gpt-4o-mini',
  timestamp: new Date(Date.UTC(2026, 0, 31) + index).toISOString(),
  totalTokens: 3,
  costUsd: 0.25,
  requestMeta: { input: `äöü 東京 \\n ${text}` },
});
const COUNT = 5_000;
const lines = Array.from({ length: COUNT }, (_, at) => JSON.stringify(record(at)));

function sourceOf(name: string, ...contents: (string | Buffer)[]): ImportSource & { files: string[] } {
  const files = contents.map((content, at) => {
    const file = path.join(folder, `${at}-${name}`);
    writeFileSync(file, content);
    return file;
  });
  return { ...recordFiles('jsonl', 'id', { files, format: 'jsonl', mapping: new Mapping({}, {}) }), files };
}

async function read(source: ImportSource) {
  const parcels = [];
  for await (const { body, next, tally, share } of source.parcels(null, RULES)) {
    const sent = body();
    parcels.push({
      isCopied: typeof sent !== 'string',
      records: (JSON.parse(String(Buffer.from(sent))) as { records: unknown[] }).records,
      next,
      tally: tally.state,
      share,
    });
  }
  return parcels;
}

const withoutForm = (parcels: Awaited<ReturnType<typeof read>>) =>
  parcels.map(({ isCopied: _form, ...parcel }) => parcel);

it.each([
  ['lines.jsonl', `${lines.join('\n')}\n`],
  ['no-end.jsonl', lines.join('\n')],
  ['windows.jsonl', lines.join('\r\n')],
  ['lines.jsonl.gz', gzipSync(lines.join('\n'))],
])('%s: the second reading copies what the first one checked', async (name, content) => {
  const last = `${JSON.stringify(record(COUNT))}\n`;
  const source = sourceOf(name, content, name.endsWith('.gz') ? gzipSync(last) : last);
  const [first, second] = [await read(source), await read(source)];
  expect(first.some(({ isCopied }) => isCopied)).toBe(false);
  expect(second.every(({ isCopied }) => isCopied)).toBe(true);
  expect(withoutForm(second)).toEqual(withoutForm(first));
  expect(second.flatMap(({ records }) => records)).toEqual(
    Array.from({ length: COUNT + 1 }, (_, at) => record(at)),
  );
});

it.each([
  ['blank.jsonl', `${lines[0]}\n\n${lines[1]}\n`, 2],
  ['broken.jsonl', `${lines[0]}\n{\n${lines[1]}\n`, 2],
  ['other-names.jsonl', `${lines[0]}\n{"model":"a","created_at":1769900000}\n`, 2],
  ['list.json', `[${lines.slice(0, 3).join(',')}]`, 3],
])('%s: what has to be written anew is read twice', async (name, content, count) => {
  const source = sourceOf(name, content);
  const [first, second] = [await read(source), await read(source)];
  expect(second.some(({ isCopied }) => isCopied)).toBe(false);
  expect(withoutForm(second)).toEqual(withoutForm(first));
  expect(second.flatMap(({ records }) => records)).toHaveLength(count);
});

it('a file that has changed since is read anew', async () => {
  const source = sourceOf('grows.jsonl', `${lines[0]}\n`);
  await read(source);
  appendFileSync(source.files[0] ?? '', `${lines[1]}\n`);
  expect((await read(source)).flatMap(({ records }) => records)).toHaveLength(2);
});
