import { describe, expect, it } from 'vitest';
import { isCondition, readCondition, writeCondition, type FilterCondition } from './call-conditions.ts';

const is = (field: string, ...values: string[]): FilterCondition => ({ field, op: 'is', values });

describe('a condition in the URL', () => {
  it('survives a round trip', () => {
    const conditions: FilterCondition[] = [
      is('model', 'a,"b"', '日本'),
      { field: 'tag:te:am', op: 'isNot', values: [''] },
      { field: 'latencyMs', op: 'atMost', values: [1.5] },
      is('status', 'ok', 'failed'),
    ];
    for (const condition of conditions) expect(readCondition(writeCondition(condition))).toEqual([condition]);
  });

  it('is dropped if the service would reject it', () => {
    const wrong = [
      'x',
      '7',
      '{}',
      '[]',
      '["model"]',
      '["model","is"]',
      '["model","is",7]',
      '["model","atLeast",7]',
      '["account","is","x"]',
      '["tag:","is","x"]',
      '["status","is","broken"]',
      '["latencyMs","is","1"]',
      '["latencyMs","atLeast","1"]',
      '["latencyMs","atLeast",-1]',
      '["latencyMs","atLeast",1,2]',
      `["model","is","${'x'.repeat(257)}"]`,
    ];
    for (const text of wrong) expect([text, readCondition(text)]).toEqual([text, []]);
    expect(isCondition(is('id', ...Array.from({ length: 201 }, String)))).toBe(false);
    expect(isCondition(null)).toBe(false);
  });
});
