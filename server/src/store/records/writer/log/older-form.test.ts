// Segments that an earlier version left: their rows do not have all the columns of today's.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { RowBuffer } from '../rows/row-buffer.ts';
import { FRAME_BYTES, type DataFile } from './segment.ts';
import { loadSql } from './load.ts';
import { GroupCommitLog } from './log.ts';
import { recoverLog } from './recover.ts';
import { Segment, fileOf } from './segment.ts';

it('an older segment is loaded with the columns that it was written with', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-older-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const name = '0000000001-0000abcd';
  const segment = await Segment.create(folder, name);
  const rows = { calls: new RowBuffer(), observations: new RowBuffer(), call_content: new RowBuffer() };
  rows.calls.uint32(1);
  rows.calls.rows = 1;
  rows.call_content.uint32(1);
  rows.call_content.rows = 1;
  await segment.commit(rows);
  await segment.finish();
  const frames = fileOf(folder, name, 'frames');
  const [fresh] = (await recoverLog(folder)).segments;
  const columnsOf = (form: number, file: DataFile): string =>
    /\((.*?)\)/.exec(
      loadSql(folder, [{ name, form, rows: { calls: 1, observations: 1, call_content: 1 } }], file),
    )?.[1] ?? '';
  expect(fresh).toMatchObject({ name, form: 5 });
  expect(columnsOf(5, 'calls')).toMatch(/, tools_hash, content_rules$/);
  expect(columnsOf(5, 'observations')).toMatch(/, input_hash, content_rules$/);
  expect(columnsOf(5, 'call_content')).toMatch(/, sealed, word_hashes$/);

  const earlier = [
    { magic: 0x54574c31, form: 1, content: /, expires_at, sealed$/, calls: /, eval_run$/ },
    { magic: 0x54574c32, form: 2, content: /, sealed, words$/, calls: /, eval_run$/ },
    { magic: 0x54574c33, form: 3, content: /, sealed, words$/, calls: /, input_hash, tools_hash$/ },
    { magic: 0x54574c34, form: 4, content: /, sealed, words$/, calls: /, tools_hash, content_rules$/ },
  ];
  for (const { magic, form, content, calls } of earlier) {
    const bytes = readFileSync(frames);
    bytes.writeUInt32LE(magic, 0);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, FRAME_BYTES - 4)), FRAME_BYTES - 4);
    writeFileSync(frames, bytes);
    const [found] = (await recoverLog(folder)).segments;
    expect(found).toMatchObject({ name, form, rows: { calls: 1, call_content: 1 } });
    expect(columnsOf(form, 'call_content')).toMatch(content);
    expect(columnsOf(form, 'calls')).toMatch(calls);
    expect(columnsOf(form, 'observations')).toMatch(
      form < 3 ? /, has_content$/ : form < 4 ? /, input_hash$/ : /, input_hash, content_rules$/,
    );
  }
});

it('segments of an earlier version that wait at the start are loaded apart from those of today', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-older-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const number of [1, 2, 3, 4, 5]) {
    const name = `000000000${number}-0000abcd`;
    const segment = await Segment.create(folder, name);
    const rows = { calls: new RowBuffer(), observations: new RowBuffer(), call_content: new RowBuffer() };
    rows.calls.uint32(number);
    rows.calls.rows = 1;
    await segment.commit(rows);
    await segment.finish();
    if (number > 3) continue;
    const frames = fileOf(folder, name, 'frames');
    const bytes = readFileSync(frames);
    bytes.writeUInt32LE(0x54574c34, 0);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, FRAME_BYTES - 4)), FRAME_BYTES - 4);
    writeFileSync(frames, bytes);
  }
  const loads: number[][] = [];
  const { log } = await GroupCommitLog.open({
    folder,
    load: async (segments) => void loads.push(segments.map(({ form }) => form ?? 0)),
    onProblem: (error) => {
      throw error;
    },
  });
  await log.loaded(5);
  await log.close();
  // The loader begins with the first one, and then takes what has come meanwhile.
  expect(loads).toEqual([[4], [4, 4], [5, 5]]);
});
