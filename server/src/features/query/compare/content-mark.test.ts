import { describe, expect, it } from 'vitest';
import { contentMark } from './content-mark.ts';

const called = (id: string, query: string) => [
  {
    role: 'assistant',
    tool_calls: [{ id, type: 'function', function: { name: 'find', arguments: { query } } }],
  },
  { role: 'tool', tool_call_id: id, content: 'Found' },
];

describe('the mark of content', () => {
  it('is the same whatever ids join a tool call and its result, and in whatever order members come', () => {
    const mark = contentMark({ input: called('call_1', 'x'), output: { a: 1, b: 2 } });
    expect(contentMark({ input: called('call_2', 'x'), output: { b: 2, a: 1 } })).toBe(mark);
    expect(contentMark({ input: called('call_1', 'y'), output: { a: 1, b: 2 } })).not.toBe(mark);
  });

  it('keeps ids that mean something', () => {
    expect(contentMark({ input: { id: 'order-7' } })).not.toBe(contentMark({ input: { id: 'order-8' } }));
    expect(contentMark({ input: { id: 7 } })).not.toBe(contentMark({ input: { id: 8 } }));
  });

  it('reads input and output of an observation from its attributes, and nothing else', () => {
    const said = { 'gen_ai.tool.call.arguments': '{"city":"Bern"}', 'thread.name': 'a' };
    const mark = contentMark({ attributes: said });
    expect(mark).not.toBe('');
    expect(contentMark({ attributes: { ...said, 'thread.name': 'b' } })).toBe(mark);
    expect(contentMark({ attributes: { ...said, 'gen_ai.tool.call.result': 'Sun' } })).not.toBe(mark);
    expect(contentMark({ attributes: { 'thread.name': 'a' } })).toBe('');
  });
});
