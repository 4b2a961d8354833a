import { describe, expect, it } from 'vitest';
import { DAY_MS, isoTime } from '#lib/clock';
import { readScore } from './read-score.ts';

const nowMs = Date.parse('2026-03-01T12:00:00.000Z');
const rules = { nowMs, retentionDays: 30 };
const score = { name: 'helpful', value: 0.5, callId: 'c1' };

const read = (changes: object) => readScore({ ...score, ...changes }, rules);

const fit = (changes: object) => {
  const one = read(changes);
  if (!one.ok) throw new Error(one.rejection.reason);
  return one.score;
};

const rejected = (changes: object) => {
  const one = read(changes);
  if (one.ok) throw new Error('It was accepted.');
  return one.rejection;
};

describe('a score', () => {
  it.each([
    [0.5, undefined, 'numeric', { number: 0.5, label: null, text: null }],
    [-3, 'numeric', 'numeric', { number: -3, label: null, text: null }],
    [true, undefined, 'boolean', { number: 1, label: null, text: null }],
    [0, 'boolean', 'boolean', { number: 0, label: null, text: null }],
    ['good', undefined, 'categorical', { number: null, label: 'good', text: null }],
    ['two\nlines', 'text', 'text', { number: null, label: null, text: 'two\nlines' }],
  ])('%j as %s is %s', (value, dataType, kind, stored) => {
    expect(fit({ value, ...(dataType && { dataType }) })).toMatchObject({ dataType: kind, ...stored });
  });

  it('has null for missing optional fields, and empty text counts as missing', () => {
    expect(fit({ comment: '', traceId: '', metadata: null })).toEqual({
      id: null,
      name: 'helpful',
      dataType: 'numeric',
      number: 0.5,
      label: null,
      text: null,
      comment: null,
      metadata: null,
      source: null,
      callId: 'c1',
      traceId: null,
      spanId: null,
      sessionId: null,
      runId: null,
      createdAtMs: null,
    });
  });

  it.each([
    ['name', { name: undefined }],
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(129) }],
    ['name', { name: 'two\nlines' }],
    ['name', { name: 'half \ud800' }],
    ['value', { value: undefined }],
    ['value', { value: null }],
    ['value', { value: {} }],
    ['value', { value: '0.5', dataType: 'numeric' }],
    ['value', { value: 1e16 }],
    ['value', { value: Infinity }],
    ['value', { value: 2, dataType: 'boolean' }],
    ['value', { value: 'x'.repeat(257) }],
    ['value', { value: 'a\u0000b', dataType: 'text' }],
    ['value', { value: 'x'.repeat(10_001), dataType: 'text' }],
    ['dataType', { dataType: 'number' }],
    ['source', { source: 'me' }],
    ['comment', { comment: 7 }],
    ['comment', { comment: 'x'.repeat(10_001) }],
    ['metadata', { metadata: [] }],
    ['metadata', { metadata: { long: 'x'.repeat(16_384) } }],
    ['callId', { callId: 'x'.repeat(257) }],
    ['callId', { callId: null }],
    ['id', { id: 'annotation:7:label' }],
    ['id', { id: 'eval-score:7' }],
    ['createdAt', { createdAt: 'yesterday' }],
  ])('is rejected for its %s: %j', (field, changes) => {
    expect(rejected(changes)).toMatchObject({ field, code: 'field_rule' });
  });

  it('is rejected for metadata that is nested too deep', () => {
    let metadata: object = {};
    for (let depth = 0; depth < 20; depth += 1) metadata = { metadata };
    expect(rejected({ metadata })).toMatchObject({ field: 'metadata' });
  });

  it('is rejected for a time past retention or in the future', () => {
    const at = (ms: number) => ({ createdAt: isoTime(nowMs + ms) });
    expect(fit(at(-29 * DAY_MS)).createdAtMs).toBe(nowMs - 29 * DAY_MS);
    expect(rejected(at(-30 * DAY_MS)).code).toBe('timestamp_too_old');
    expect(rejected(at(DAY_MS + 1)).code).toBe('timestamp_in_future');
  });

  it('is rejected without quoting its text, which may be content', () => {
    expect(rejected({ value: 'secret '.repeat(40) }).reason).not.toContain('secret');
    expect(rejected({ id: 'mine', name: 7 })).toMatchObject({ id: 'mine' });
    expect(readScore('secret', rules)).toMatchObject({ ok: false, rejection: { id: null, field: null } });
  });
});
