// Segments that an earlier version left: their rows of content have no words.
import { writeFileSync, readFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { RowBuffer } from '../rows/row-buffer.ts';
import { FRAME_BYTES } from './frame.ts';
import { loadSql } from './load.ts';
import { recoverLog } from './recover.ts';
import { Segment, fileOf } from './segment.ts';

it('is loaded with the columns that it was written with', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-older-'));
  const name = '0000000001-0000abcd';
  const segment = await Segment.create(folder, name);
  const rows = { calls: new RowBuffer(), observations: new RowBuffer(), call_content: new RowBuffer() };
  rows.calls.uint32(1);
  rows.calls.rows = 1;
  rows.call_content.uint32(1);
  rows.call_content.rows = 1;
  await segment.commit(rows);
  await segment.close();
  const frames = fileOf(folder, name, 'frames');
  const [fresh] = (await recoverLog(folder)).segments;
  expect(fresh).toMatchObject({ name, older: false });
  expect(loadSql(folder, { name, ...fresh, rows: segment.rows }, 'call_content')).toContain('sealed, words)');

  const bytes = readFileSync(frames);
  bytes.writeUInt32LE(0x54574c31, 0);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, FRAME_BYTES - 4)), FRAME_BYTES - 4);
  writeFileSync(frames, bytes);
  const [found] = (await recoverLog(folder)).segments;
  expect(found).toMatchObject({ name, older: true, rows: { calls: 1, call_content: 1 } });
  const sql = loadSql(folder, { name, ...found, rows: segment.rows }, 'call_content');
  expect(sql).toContain('(account, id, timestamp, expires_at, sealed)');
  expect(sql).not.toContain('words');
});
