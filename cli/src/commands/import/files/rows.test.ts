import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import type { SourcePosition } from '../source.ts';
import { formatOfRows, fileRows } from './rows.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-rows-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(name: string, content: string | Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

async function read(files: string[], from: SourcePosition | null = null) {
  const groups = [];
  for await (const { rows, next } of fileRows(files, formatOfRows, from)) {
    groups.push({ values: rows.map(({ fields }) => fields?.['n'] ?? null), next });
  }
  return groups;
}

const values = async (files: string[], from: SourcePosition | null = null) =>
  (await read(files, from)).flatMap((each) => each.values);

const COUNT = 2_500;
const jsonl = Array.from({ length: COUNT }, (_, n) => `{"n":${n},"text":"äöü ${'x'.repeat(n % 50)}"}`).join(
  '\n',
);
const csv = `n,text\n${Array.from({ length: COUNT }, (_, n) => `${n},"a ""b""\n${n}"`).join('\n')}\n`;

it.each([
  ['rows.jsonl', jsonl],
  ['rows.jsonl.gz', gzipSync(jsonl)],
  ['rows.csv', csv],
  ['rows.csv.gz', gzipSync(csv)],
])('%s: from each place to go on, exactly the rest is read', async (name, content) => {
  const file = fileWith(name, content);
  const groups = await read([file]);
  const all = groups.flatMap((group) => group.values.map(Number));
  expect(all).toEqual(Array.from({ length: COUNT }, (_, n) => n));
  expect(groups.length).toBeGreaterThan(2);
  let seen = 0;
  for (const { values: some, next } of groups) {
    seen += some.length;
    const rest = await values([file], JSON.parse(JSON.stringify(next)) as SourcePosition);
    expect([seen, rest.map(Number)]).toEqual([seen, all.slice(seen)]);
  }
});

it('files follow each other, and a place is in one of them', async () => {
  const files = [
    fileWith('a.jsonl', '{"n":1}\r\n\r\n{"n":2}\r\n'),
    fileWith('b.csv', '\uFEFFn\n3\n'),
    fileWith('c.jsonl', '{"n":4}'),
  ];
  const groups = await read(files);
  expect(groups.map((group) => group.values)).toEqual([[1, 2], ['3'], [4]]);
  expect(await values(files, groups[0]?.next ?? null)).toEqual(['3', 4]);
  expect(await values(files, groups[2]?.next ?? null)).toEqual([]);
});

it('a list, an object over several lines and a broken line are read as what they are', async () => {
  expect(await values([fileWith('list.json', '[{"n":1},\n{"n":2}, 3]')])).toEqual([1, 2, null]);
  expect(await values([fileWith('pretty.json', '{\n "data": [{"n": 5}]\n}')])).toEqual([5]);
  expect(await values([fileWith('cut.jsonl', '{"n":1}\n{"n":\n')])).toEqual([1, null]);
});

it('a file that is none is named', async () => {
  await expect(values([path.join(folder, 'missing.jsonl')])).rejects.toThrow(
    'missing.jsonl cannot be read (ENOENT)',
  );
  await expect(values([folder])).rejects.toThrow('is not a file');
  await expect(values([fileWith('text.jsonl', '{ no\njson')])).rejects.toThrow(
    'neither JSON lines nor one JSON document',
  );
});
