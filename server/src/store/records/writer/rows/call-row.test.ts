import { expect, it } from 'vitest';
import { plainCall } from '#test/support/call-rows';
import type { JsonObject } from '../../record.ts';
import { writeCall } from './call-row.ts';
import { RowBuffer } from './row-buffer.ts';

/**
 * The end of a row: the prompt of the registry that a call names, the run that made it, its fingerprints, and its
 * dimensions, which are empty here.
 */
function promptColumns(requestMeta: JsonObject): Buffer {
  const rows = new RowBuffer(1);
  writeCall(rows, {
    account: 1,
    project: 1,
    receivedAtMs: 1,
    expiresAtMs: 1,
    call: plainCall('id', 1, { requestMeta }),
    cost: { costUsd: 0, cacheSavingsUsd: 0, source: 'none' },
    hasContent: false,
    evalRun: 0,
  });
  return rows.taken();
}

const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([Buffer.byteLength(value)]), Buffer.from(value)]);
const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const row = (id: number, name: string, version: string, label: string): Buffer =>
  Buffer.concat([
    number(id),
    text(name),
    text(version),
    text(label),
    number(0),
    Buffer.alloc(16),
    Buffer.alloc(11),
  ]);

it.each([
  [
    { promptId: 7, promptName: 'greet', promptVersion: 'v2', promptLabel: 'prod' },
    row(7, 'greet', 'v2', 'prod'),
  ],
  [{ promptName: '挨拶', promptVersion: 3 }, row(0, '挨拶', '3', '')],
  [{ promptVersion: 1.5 }, row(0, '', '1.5', '')],
  [{ promptId: 2 ** 32, promptName: 5, promptVersion: null, promptLabel: {} }, row(0, '', '', '')],
  [{ promptId: '7' }, row(0, '', '', '')],
  [{}, row(0, '', '', '')],
] as [JsonObject, Buffer][])('%j', (meta, expected) => {
  expect(promptColumns(meta).subarray(-expected.length).toString('hex')).toBe(expected.toString('hex'));
});
