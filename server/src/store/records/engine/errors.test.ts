import { ClickHouseError } from '@clickhouse/client';
import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/app-error';
import { translateRecords } from './errors.ts';

const engineError = (code: string) =>
  new ClickHouseError({ message: 'secret_table at /data/store/abc', code, type: 'X' });

const TOTAL = '(total) memory limit exceeded: would use 790.24 MiB, maximum: 762.94 MiB; secret_table';

const socketError = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.7:8123`), { code });

describe('translateRecords', () => {
  it.each([
    ['full disk', engineError('243'), 'records_unavailable', /disk/],
    ['memory limit', engineError('241'), 'query_too_large', /shorter time window/],
    [
      'memory limit of the whole engine',
      new ClickHouseError({ message: TOTAL, code: '241', type: 'X' }),
      'records_busy',
      /no memory left/,
    ],
    [
      'the same in a stream',
      Object.assign(new Error('broken off', { cause: new Error(TOTAL) }), { code: '241' }),
      'records_busy',
      /no memory left/,
    ],
    ['time limit', engineError('159'), 'query_too_slow', /longer than/],
    ['too many parts', engineError('252'), 'records_busy', /more work/],
    ['server gone', socketError('ECONNREFUSED'), 'records_unavailable', /cannot be reached/],
    ['name not found', socketError('ENOTFOUND'), 'records_unavailable', /cannot be reached/],
    ['request timed out', new Error('Timeout error.'), 'records_unavailable', /cannot be reached/],
    ['ENOSPC in a text', new Error('write failed: No space left on device'), 'records_unavailable', /disk/],
  ])('%s: 503 with a clear message and no engine text', (_name, thrown, reason, sentence) => {
    const error = translateRecords(thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ status: 503, reason, cause: thrown });
    expect((error as AppError).message).toMatch(sentence);
    expect((error as AppError).message).not.toMatch(/secret_table|10\.0\.0\.7|ENO/);
  });

  it('returns our own bugs unchanged', () => {
    const syntax = engineError('62');
    expect(translateRecords(syntax)).toBe(syntax);
  });

  it('returns an AppError unchanged', () => {
    const known = new AppError('conflict', 'x', 'y');
    expect(translateRecords(known)).toBe(known);
  });
});
