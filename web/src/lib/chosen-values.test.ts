import { describe, expect, it } from 'vitest';
import type { FilterCondition } from './call-conditions.ts';
import type { CallFilter } from './call-filter.ts';
import { chosenOf, rangeOf, toggleValue, withChosen, withRange } from './chosen-values.ts';

const is = (field: string, ...values: string[]): FilterCondition => ({ field, op: 'is', values });

describe('the values of a field', () => {
  const filter: CallFilter = {
    provider: 'openai',
    model: 'gpt',
    error: true,
    tags: { env: 'prod', team: 'a' },
    where: [is('tool', 'search'), { field: 'provider', op: 'isNot', values: ['google'] }],
    search: 'x',
  };

  it('are read from conditions and from the older fields', () => {
    expect(chosenOf(filter, 'provider')).toEqual({ is: ['openai'], isNot: ['google'] });
    expect(chosenOf(filter, 'status')).toEqual({ is: ['failed'], isNot: [] });
    expect(chosenOf({ error: false }, 'status').is).toEqual(['ok']);
    expect(chosenOf({ error: 'limit' }, 'status').is).toEqual([]);
    expect(chosenOf(filter, 'tag:env').is).toEqual(['prod']);
    expect(chosenOf(filter, 'tool').is).toEqual(['search']);
    // Part of a name is not a value.
    expect(chosenOf(filter, 'model')).toEqual({ is: [], isNot: [] });
  });

  it('replace what the filter said about the field, and nothing else', () => {
    expect(withChosen(filter, 'provider', { is: ['openai', 'mistral', 'openai'], isNot: [] })).toEqual({
      model: 'gpt',
      error: true,
      tags: filter.tags,
      where: [is('tool', 'search'), is('provider', 'openai', 'mistral')],
      search: 'x',
    });
    const cleared = withChosen(withChosen(filter, 'tag:env', { is: [], isNot: [] }), 'status', {
      is: [],
      isNot: [],
    });
    expect(cleared.tags).toEqual({ team: 'a' });
    expect(cleared).not.toHaveProperty('error');
    expect(withChosen({ where: [is('tool', 'x')] }, 'tool', { is: [], isNot: [] })).toEqual({});
    expect(withChosen({ error: 'limit' }, 'status', { is: ['failed'], isNot: [] })).toEqual({
      error: 'limit',
      where: [is('status', 'failed')],
    });
  });

  it('are wanted, excluded, or neither', () => {
    const none = { is: [], isNot: [] };
    const wanted = toggleValue(none, 'is', 'a');
    expect(wanted).toEqual({ is: ['a'], isNot: [] });
    expect(toggleValue(wanted, 'isNot', 'a')).toEqual({ is: [], isNot: ['a'] });
    expect(toggleValue(wanted, 'is', 'a')).toEqual(none);
  });
});

describe('a range', () => {
  it('is read from conditions and from the older lower bounds', () => {
    expect(rangeOf({ minLatencyMs: 5 }, 'latencyMs')).toEqual({ min: 5, max: undefined });
    const filter = withRange({ minCostUsd: 1, model: 'gpt' }, 'costUsd', { min: 0, max: 2 });
    expect(filter).toEqual({
      model: 'gpt',
      where: [
        { field: 'costUsd', op: 'atLeast', values: [0] },
        { field: 'costUsd', op: 'atMost', values: [2] },
      ],
    });
    expect(rangeOf(filter, 'costUsd')).toEqual({ min: 0, max: 2 });
    expect(withRange(filter, 'costUsd', { min: undefined, max: undefined })).toEqual({ model: 'gpt' });
  });
});
