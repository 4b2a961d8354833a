import { describe, expect, it } from 'vitest';
import { changeKind, draftOf, valueLine, readDraft } from './item-value.ts';

const MESSAGES = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Why?' },
];

describe('a value in the editor', () => {
  it.each([
    ['text'],
    [MESSAGES],
    [{ a: [1, null] }],
    [7],
    [false],
    [[]],
    [[{ role: 'user', content: 'x', name: 'y' }]],
  ])('is unchanged if nothing is changed: %j', (value) =>
    expect(readDraft(draftOf(value))).toEqual({ value, isBad: false }),
  );

  it('is nothing if nothing is written', () => {
    expect(readDraft(draftOf(null)).value).toBeNull();
    expect(
      readDraft({ kind: 'messages', text: '', messages: [{ role: 'user', content: ' ' }] }).value,
    ).toBeNull();
    expect(readDraft({ kind: 'json', text: '{', messages: [] })).toEqual({ value: undefined, isBad: true });
  });

  it('takes along what was written when its kind changes', () => {
    const asMessages = changeKind(draftOf('Why?'), 'messages');
    expect(readDraft(asMessages).value).toEqual([{ role: 'user', content: 'Why?' }]);
    expect(readDraft(changeKind(asMessages, 'text')).value).toBe('Why?');
    expect(readDraft(changeKind(draftOf(MESSAGES), 'json')).value).toEqual(MESSAGES);
    expect(readDraft(changeKind(changeKind(draftOf(MESSAGES), 'json'), 'messages')).value).toEqual(MESSAGES);
    expect(readDraft(changeKind(draftOf(null), 'json')).value).toBeNull();
  });

  it('is one line in a list', () => {
    expect([valueLine(MESSAGES), valueLine('a\n b'), valueLine({ a: 1 }), valueLine(null)]).toEqual([
      'Why?',
      'a b',
      '{"a":1}',
      '',
    ]);
  });

  it('shows a conversation with tools by its question and its tool calls', () => {
    const call = { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'refund', arguments: {} }] };
    const messages = [{ role: 'user', content: 'Refund me.' }, call, call];
    expect(valueLine({ messages, tools: [] })).toBe('Refund me. → refund × 2');
    const [, ...calls] = messages;
    const long = { messages: [{ role: 'user', content: 'Refund me. '.repeat(9) }, ...calls] };
    expect(valueLine(long)).toMatch(/^Refund me\. .{30,45}… → refund × 2$/);
    expect(valueLine({ messages: 'none' })).toBe('{"messages":"none"}');
  });
});
