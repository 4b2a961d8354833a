// Files of items: uploaded with a mapping, previewed, and downloaded again.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ParquetFile } from '#lib/parquet-file';
import { makeTestApp, OPERATOR_TOKEN, type Caller, type TestAccount, type TestApp } from '#test/support/app';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
  account = await app.account();
  const limits = { limits: { datasetItems: 10_000, itemCharacters: 5_000 } };
  await app.call('PATCH', `/operator/accounts/${account.id}`, limits, {
    authorization: `Bearer ${OPERATOR_TOKEN}`,
  });
});
afterAll(() => app.stop());

const URL = '/v1/eval-datasets';
const TYPES = {
  csv: 'text/csv',
  jsonl: 'application/x-ndjson',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
};
type Format = keyof typeof TYPES;

let names = 0;
const made = async (from: Caller = account): Promise<number> => {
  const reply = await from.call('POST', URL, { name: `Set ${(names += 1)}` });
  expect(reply.statusCode).toBe(201);
  return reply.json().id;
};

const send = (
  id: number,
  format: Format,
  file: string | Buffer,
  {
    query = {},
    path = 'import',
    headers = {},
  }: { query?: object; path?: string; headers?: Record<string, string> } = {},
) => {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  return account.call('POST', `${URL}/${id}/items/${path}?${text.toString()}`, file, {
    'content-type': TYPES[format],
    ...headers,
  });
};

async function sent(...args: Parameters<typeof send>) {
  const reply = await send(...args);
  expect([reply.body, reply.statusCode]).toEqual([reply.body, 200]);
  return reply.json();
}

const itemsOf = async (id: number) =>
  (await account.call('GET', `${URL}/${id}/items?limit=200`)).json().items;

const CSV = [
  'question;answer;topic;level;fold;nr',
  '"Why; ""really""?";Because;physics;2;train;a1',
  '"two\nlines";"[{""role"":""assistant"",""content"":""Yes""}]";;3;test;a2',
  ';no question;x;1;train;a3',
  "'-5 degrees?;;;;;a4",
].join('\r\n');
const MAPPING = {
  input: 'question',
  expectedOutput: 'answer',
  metadata: ['topic', 'level'],
  split: 'fold',
  externalId: 'nr',
};

describe('an upload', () => {
  it('200: a CSV file with semicolons, previewed and stored as one version', async () => {
    const id = await made();
    const preview = await sent(id, 'csv', CSV, { query: { mapping: MAPPING }, path: 'import/preview' });
    expect(preview.columns.slice(0, 2)).toEqual([
      { name: 'question', example: 'Why; "really"?' },
      { name: 'answer', example: 'Because' },
    ]);
    expect(preview).toMatchObject({ format: 'csv', rowCount: 4, refusedCount: 1, mapping: MAPPING });
    expect(preview.refused).toMatchObject([{ row: 3, field: 'input', reason: 'input_required' }]);
    expect(preview.items[1]).toEqual({
      row: 2,
      input: 'two\nlines',
      expectedOutput: [{ role: 'assistant', content: 'Yes' }],
      metadata: { level: '3' },
      split: 'test',
      externalId: 'a2',
      sourceCallId: null,
    });
    expect(await itemsOf(id)).toEqual([]);
    const result = await sent(id, 'csv', CSV, { query: { mapping: MAPPING } });
    expect(result).toMatchObject({ version: 2, added: 3, rowCount: 4, refusedCount: 1, itemCount: 3 });
    expect(await itemsOf(id)).toMatchObject([
      {
        input: 'Why; "really"?',
        expectedOutput: 'Because',
        metadata: { topic: 'physics', level: '2' },
        split: 'train',
      },
      { input: 'two\nlines', externalId: 'a2' },
      { input: '-5 degrees?', metadata: null },
    ]);
    // The same file again changes nothing: the rows have the ids of the items.
    expect(await sent(id, 'csv', CSV, { query: { mapping: MAPPING } })).toMatchObject({
      version: 2,
      unchanged: 3,
    });
    const [entry] = (await account.call('GET', '/v1/audit?action=eval_dataset.import')).json().entries;
    expect(entry.metadata).toMatchObject({ added: 3, refused: 1, version: 2 });
  });

  it('200: without a mapping by the usual names; nested paths; several columns; JSON; compressed', async () => {
    const id = await made();
    const lines = [
      { inputs: { question: 'a', context: ['c'] }, expected: 1, split: 'x' },
      { inputs: { question: 'b' }, metadata: { m: 1 } },
    ];
    const jsonl = lines.map((line) => JSON.stringify(line)).join('\n');
    const usual = await sent(id, 'jsonl', gzipSync(jsonl), { headers: { 'content-encoding': 'gzip' } });
    expect(usual).toMatchObject({
      added: 2,
      mapping: { input: 'inputs', expectedOutput: 'expected', split: 'split' },
    });
    expect(await itemsOf(id)).toMatchObject([
      { input: { question: 'a', context: ['c'] }, expectedOutput: 1, split: 'x' },
      { input: { question: 'b' }, expectedOutput: null, metadata: { m: 1 } },
    ]);
    const nested = await made();
    const mapping = { input: 'inputs.question', expectedOutput: 'inputs.context.0' };
    await sent(nested, 'json', JSON.stringify({ items: lines }), { query: { mapping } });
    expect(await itemsOf(nested)).toMatchObject([{ input: 'a', expectedOutput: 'c' }, { input: 'b' }]);
    const wide = await made();
    await sent(wide, 'csv', 'a,b,c\n1,2,3\n', { query: { mapping: { input: ['a', 'c'] } } });
    expect(await itemsOf(wide)).toMatchObject([{ input: { a: '1', c: '3' } }]);
  });

  it('200: bad lines, long texts and duplicates are counted with their rows', async () => {
    const id = await made();
    const lines = [
      '{"input":"a"}',
      'not json',
      '',
      '[1]',
      `{"input":"${'x'.repeat(5_001)}"}`,
      '{"input":"a"}',
      '{"id":1}',
    ];
    const result = await sent(id, 'jsonl', lines.join('\n'), { query: { mapping: { input: 'input' } } });
    expect(result).toMatchObject({ added: 1, rowCount: 6, refusedCount: 4, duplicates: { skipped: 1 } });
    expect(result.refused.map(({ row, reason }: Record<string, unknown>) => [row, reason])).toEqual([
      [2, 'invalid_json'],
      [3, 'invalid_row'],
      [4, 'text_too_long'],
      [6, 'input_required'],
    ]);
    const replaced = await sent(id, 'jsonl', '{"input":"a","answer":"new"}', {
      query: { duplicates: 'replace' },
    });
    expect(replaced).toMatchObject({ added: 0, changed: 1, duplicates: { replaced: 1 } });
  });

  it('400, 413, 415, 409: files that cannot be read, each with its reason', async () => {
    const id = await made();
    const reasons = async (...args: Parameters<typeof send>) => {
      const reply = await send(...args);
      return [reply.statusCode, reply.json().reason];
    };
    expect(await reasons(id, 'csv', Buffer.alloc(0))).toEqual([400, 'file_empty']);
    expect(await reasons(id, 'csv', Buffer.from([0xff, 0xfe, 0x41, 0x00]))).toEqual([400, 'invalid_utf8']);
    expect(await reasons(id, 'csv', 'input\n"never closed')).toEqual([400, 'invalid_csv']);
    expect(await reasons(id, 'json', '{"a":1}')).toEqual([400, 'invalid_file']);
    expect(await reasons(id, 'json', '[{')).toEqual([400, 'invalid_json']);
    expect(await reasons(id, 'parquet', 'PAR1 not really PAR1')).toEqual([400, 'invalid_parquet']);
    expect(await reasons(id, 'parquet', Buffer.alloc(4_000, 0x41))).toEqual([400, 'invalid_parquet']);
    expect(await reasons(id, 'csv', 'what,ever\n1,2\n')).toEqual([400, 'invalid_request']);
    expect(await reasons(id, 'csv', `input\n${'x\n'.repeat(20_001)}`)).toEqual([400, 'too_many_rows']);
    for (const [mapping, path] of [
      ['{', 'mapping'],
      ['{}', 'mapping'],
      ['{"input":"a","wrong":"b"}', 'mapping'],
      ['{"input":"none"}', 'mapping.input'],
      ['{"input":"input","metadata":["input","gone"]}', 'mapping.metadata'],
    ]) {
      const reply = await send(id, 'csv', 'input\nx\n', { query: { mapping } });
      expect([mapping, reply.statusCode, reply.json().details[0].path]).toEqual([
        mapping,
        400,
        expect.stringContaining(path ?? ''),
      ]);
    }
    const type = await account.call('POST', `${URL}/${id}/items/import`, 'x', {
      'content-type': 'text/plain',
    });
    expect(type.statusCode).toBe(415);
    const bomb = gzipSync(Buffer.alloc(70 * 1_048_576, 0x20));
    expect((await send(id, 'jsonl', bomb, { headers: { 'content-encoding': 'gzip' } })).statusCode).toBe(413);
    const other = await app.account();
    const foreign = await other.call('POST', `${URL}/${id}/items/import`, 'input\nx', {
      'content-type': 'text/csv',
    });
    expect(foreign.statusCode).toBe(404);
    await account.call('PATCH', `${URL}/${id}`, { frozen: true });
    expect(await reasons(id, 'csv', 'input\nx\n')).toEqual([409, 'dataset_frozen']);
    expect(await itemsOf(id)).toEqual([]);
  });

  it('200: a Parquet file with numbers, times, lists and empty values; JSON in a text', async () => {
    const id = await made();
    const rows = [
      {
        q: 'a',
        n: 2.5,
        at: Date.parse('2026-01-02T03:04:05Z'),
        tags: { k: 'v' },
        m: '[{"role":"user","content":"hi"}]',
      },
      { q: 'b', n: 0, at: 0, tags: {}, m: null },
    ];
    type Row = (typeof rows)[number];
    const file = new ParquetFile<Row>([
      { name: 'q', kind: 'text', value: ({ q }) => q },
      { name: 'n', kind: 'number', value: ({ n }) => n },
      { name: 'at', kind: 'time', value: ({ at }) => at },
      { name: 'tags', kind: 'map', value: ({ tags }) => tags },
      { name: 'm', kind: 'text', isOptional: true, value: ({ m }) => m },
    ]);
    const bytes = Buffer.concat([file.group(rows.slice(0, 1)), file.group(rows.slice(1)), file.end()]);
    const mapping = { input: 'q', expectedOutput: 'm', metadata: ['n', 'at', 'tags'] };
    expect(await sent(id, 'parquet', bytes, { query: { mapping } })).toMatchObject({
      added: 2,
      refusedCount: 0,
    });
    expect(await itemsOf(id)).toMatchObject([
      {
        input: 'a',
        expectedOutput: [{ role: 'user', content: 'hi' }],
        metadata: { n: 2.5, at: '2026-01-02T03:04:05.000Z', tags: { k: 'v' } },
      },
      { input: 'b', expectedOutput: null, metadata: { n: 0 } },
    ]);
  });
});

describe('a download', () => {
  it.each(['jsonl', 'parquet', 'csv'] as const)(
    '200: %s of a version, which can be uploaded again',
    async (format) => {
      const id = await made();
      const items = [
        {
          input: 'text, with "quotes"\nand lines',
          expectedOutput: '=SUM(A1)',
          metadata: { a: [1, { b: null }] },
          split: 'test',
        },
        { input: [{ role: 'user', content: '日本語 🚀' }], expectedOutput: { n: 1 }, externalId: 'k1' },
        { input: 'last', expectedOutput: '' },
      ];
      await account.call('POST', `${URL}/${id}/items/batch`, { items });
      await account.call('POST', `${URL}/${id}/items/batch`, { remove: [1, 2] });
      const reply = await account.call('GET', `${URL}/${id}/export?format=${format}&version=2`);
      expect([reply.statusCode, reply.headers['content-disposition']]).toEqual([
        200,
        `attachment; filename="dataset-${id}-v2.${format}"`,
      ]);
      const again = await made();
      const mapping = {
        input: 'input',
        expectedOutput: 'expectedOutput',
        metadata: ['metadata'],
        split: 'split',
        externalId: 'externalId',
      };
      expect(await sent(again, format, reply.rawPayload, { query: { mapping } })).toMatchObject({ added: 3 });
      const strip = ({ createdAt: _c, updatedAt: _u, ...item }: Record<string, unknown>) => item;
      const before = (await account.call('GET', `${URL}/${id}/items?version=2`)).json().items.map(strip);
      const after = (await itemsOf(again)).map(strip);
      // An empty expected output is none in a file.
      before[2].expectedOutput = null;
      expect(after).toEqual(before);
      expect((await account.call('GET', `${URL}/${id}/export?version=9`)).json().reason).toBe(
        'unknown_version',
      );
      expect((await account.call('GET', `${URL}/${id}/export?format=xml`)).statusCode).toBe(400);
    },
  );
});
