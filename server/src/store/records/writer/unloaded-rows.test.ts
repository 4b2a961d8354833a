import { describe, expect, it } from 'vitest';
import type { Rows } from './log/segment.ts';
import { RowBuffer } from './rows/row-buffer.ts';
import { endsOf, UnloadedRows, type RowBatch } from './unloaded-rows.ts';

const ACCOUNT = 7;
const none = () => false;

const newRows = (): Rows => ({
  calls: new RowBuffer(64),
  observations: new RowBuffer(64),
  call_content: new RowBuffer(64),
  messages: new RowBuffer(64),
});

function keep(
  unloaded: UnloadedRows,
  times: number[],
  calls: string[],
  observations: string[] = [],
  contents: string[] = [],
): RowBatch {
  const rows = newRows();
  // A row of another request in the same commit.
  rows.calls.text('before');
  const from = endsOf(rows);
  for (const text of calls) rows.calls.text(text);
  for (const text of observations) rows.observations.text(text);
  for (const text of contents) rows.call_content.text(text);
  return unloaded.keep(rows, from, times, [...calls, ...observations]);
}

describe('unloaded rows', () => {
  it('returns the newest segment that has rows of these times', () => {
    const unloaded = new UnloadedRows();
    unloaded.add(1, ACCOUNT, keep(unloaded, [100, 300.5, 200], ['a']));
    unloaded.add(2, ACCOUNT, keep(unloaded, [900.5], ['b']));
    const newest = (startMs: number, endMs: number) => unloaded.newest(ACCOUNT, { startMs, endMs });
    expect([newest(0, 100), newest(0, 101), newest(300, 900), newest(301, 900)]).toEqual([null, 1, 1, null]);
    // A row has whole milliseconds.
    expect([newest(901, 1_000), newest(900, 901), newest(0, 1_000)]).toEqual([null, 2, 2]);
    expect([unloaded.newest(ACCOUNT, {}), unloaded.newest(ACCOUNT + 1, {})]).toEqual([2, null]);
  });

  it('searches for whole texts, in the rows of one request of the account', () => {
    const unloaded = new UnloadedRows();
    const long = 'ü'.repeat(100);
    unloaded.add(1, ACCOUNT, keep(unloaded, [1], ['trace-10', long], ['span']));
    unloaded.add(2, ACCOUNT, keep(unloaded, [1], ['other', '']));
    const newest = (...texts: string[]) => unloaded.newest(ACCOUNT, { texts });
    expect([newest('trace-10'), newest('trace-1'), newest('race-10'), newest(long)]).toEqual([
      1,
      null,
      null,
      1,
    ]);
    expect([newest('span'), newest('span', 'trace-10'), newest('span', 'other')]).toEqual([1, 1, null]);
    expect([newest(''), newest('before')]).toEqual([2, null]);
  });

  it('returns the calls that may be in an answer, until they are loaded', () => {
    const unloaded = new UnloadedRows();
    for (const segment of [1, 2, 3]) {
      const batch = keep(unloaded, [segment], [`of-${segment}`], ['not a call']);
      unloaded.add(segment, ACCOUNT, batch);
    }
    const calls = (endMs: number, most = 100) =>
      unloaded.rows(ACCOUNT, { endMs }, 'calls', most)?.get('calls')?.toString('latin1');
    const spans = (most: number) => unloaded.rows(ACCOUNT, { endMs: 2 }, 'spans', most);
    expect([...(spans(100)?.values() ?? [])].map((bytes) => bytes.toString('latin1'))).toEqual([
      '\u0004of-1',
      '\u000Anot a call',
    ]);
    expect([spans(16), spans(15)]).toEqual([expect.anything(), null]);
    expect([calls(1), calls(3), calls(9)]).toEqual([
      '',
      '\u0004of-1\u0004of-2',
      '\u0004of-1\u0004of-2\u0004of-3',
    ]);
    expect([calls(9, 15), calls(9, 14)]).toEqual(['\u0004of-1\u0004of-2\u0004of-3', undefined]);
    unloaded.loaded((segment) => segment <= 2);
    expect([calls(9), unloaded.newest(ACCOUNT, { endMs: 3 })]).toEqual(['\u0004of-3', null]);
  });

  it('returns the contents of the requests that have one of these ids', () => {
    const unloaded = new UnloadedRows();
    unloaded.add(1, ACCOUNT, keep(unloaded, [1], ['a'], [], ['of a']));
    unloaded.add(2, ACCOUNT, keep(unloaded, [2], ['b'], ['c'], ['of b', 'of c']));
    const contents = (...ids: string[]) =>
      unloaded.rows(ACCOUNT, { ids }, 'contents', 100)?.get('call_content')?.toString('latin1');
    expect([contents('x'), contents('a'), contents('x', 'c')]).toEqual([
      '',
      '\u0004of a',
      '\u0004of b\u0004of c',
    ]);
    expect([unloaded.newest(ACCOUNT, { ids: ['x'] }), unloaded.newest(ACCOUNT, { ids: ['a'] })]).toEqual([
      null,
      1,
    ]);
  });

  it('treats rows that are not in memory as matching', () => {
    const unloaded = new UnloadedRows();
    unloaded.addUnknown(1, ACCOUNT);
    const about = { startMs: 5, endMs: 6, texts: ['nowhere'] };
    expect([unloaded.newest(ACCOUNT, about), unloaded.rows(ACCOUNT, about, 'calls', 100)]).toEqual([1, null]);
    unloaded.loaded((segment) => segment === 1);
    expect(unloaded.newest(ACCOUNT, about)).toBeNull();
  });

  it('keeps eight megabytes of rows, and only the times of the rest', () => {
    const unloaded = new UnloadedRows();
    const megabyte = 'x'.repeat(2 ** 20 - 3);
    for (let segment = 1; segment <= 9; segment += 1)
      unloaded.add(segment, ACCOUNT, keep(unloaded, [segment], [megabyte]));
    const newest = (texts: string[], endMs = 100) => unloaded.newest(ACCOUNT, { texts, endMs });
    expect([newest(['nowhere'], 9), newest(['nowhere'])]).toEqual([null, 9]);
    expect([newest([megabyte], 9), newest([], 9)]).toEqual([8, 8]);
    unloaded.loaded((segment) => segment <= 8);
    unloaded.loaded(none);
    unloaded.add(10, ACCOUNT, keep(unloaded, [10], ['kept again']));
    expect([newest(['kept again']), newest(['nowhere'])]).toEqual([10, 9]);
    const failed = keep(unloaded, [1], [megabyte]);
    unloaded.drop(failed);
    expect(failed.calls?.length).toBe(0);
  });
});
