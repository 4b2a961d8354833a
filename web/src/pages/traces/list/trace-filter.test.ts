import { expect, it } from 'vitest';
import { readTraceFilter, withoutField, writeTraceFilter, type TraceFilter } from './trace-filter.ts';

it('survives a round trip through the URL', () => {
  const filters: TraceFilter[] = [
    {},
    { name: 'checkout', agent: 'Support', tool: 'find_order', failingTool: true, hasError: false },
    { hasError: true },
    { failingTool: false },
  ];
  for (const filter of filters) expect(readTraceFilter(writeTraceFilter(filter))).toEqual(filter);
  // A parameter that is not set is removed from the URL, and others are left alone.
  expect(writeTraceFilter({ tool: 'x' })).toMatchObject({ tool: 'x', name: undefined, hasError: undefined });
  expect(Object.keys(writeTraceFilter({}))).not.toContain('window');
});

it('ignores what is not a filter', () => {
  expect(readTraceFilter({ name: '  ', hasError: 'yes', failingTool: '', model: 'gpt-4o' })).toEqual({});
  expect(readTraceFilter({ tool: ['a', 'b'] })).toEqual({ tool: 'a' });
});

it('can be removed one field at a time', () => {
  expect(withoutField({ name: 'a', hasError: true }, 'hasError')).toEqual({ name: 'a' });
});
