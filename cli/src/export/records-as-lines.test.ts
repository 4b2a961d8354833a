import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { RecordsAsLines } from './records-as-lines.ts';

const RECORDS = [{ id: '}{"', tags: { a: { b: '\\' } } }, { id: '東京 👩‍👩‍👧 \\"', list: [{ x: 1 }, []] }, {}];

/** The document in pieces of a size. */
function pieces(document: string, size: number): Readable {
  const bytes = Buffer.from(document);
  const count = Math.ceil(bytes.length / size);
  return Readable.from(Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size)));
}

it.each([1, 2, 3, 7, 1_000])('writes a record per line, from pieces of %i bytes', async (size) => {
  const lines = new RecordsAsLines();
  const written = await text(pieces(JSON.stringify({ records: RECORDS }), size).pipe(lines));
  expect(written).toBe(RECORDS.map((record) => `${JSON.stringify(record)}\n`).join(''));
  expect(lines.records).toBe(3);
});

it('an empty list has no line, and a document that ends early is an error', async () => {
  expect(await text(pieces('{"records":[]}', 4).pipe(new RecordsAsLines()))).toBe('');
  for (const cut of ['{"records":[{"id":1}', '{"records":[{"id":"x']) {
    await expect(text(pieces(cut, 100).pipe(new RecordsAsLines()))).rejects.toThrow('ended early');
  }
});
