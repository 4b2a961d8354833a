import { describe, expect, it } from 'vitest';
import { conversationOf, messagesOf } from './conversation.ts';
import { splitThinking } from './thinking.ts';

describe('splitThinking', () => {
  it.each([
    ['<think>\nHmm.\n</think>\n\nThe answer.', 'Hmm.', 'The answer.'],
    ['  <thinking>Hmm.</thinking> The answer.', 'Hmm.', 'The answer.'],
    ['<think>One.</think><think>Two.</think>\nThe answer.', 'One.\n\nTwo.', 'The answer.'],
    ['<think>\n\n</think>\n\nThe answer.', '', 'The answer.'],
    // It ran out of tokens.
    ['<think>Let me see', 'Let me see', ''],
    // The prompt ended with the opening tag.
    ['Hmm.\n</think>\n\nThe answer.', 'Hmm.', 'The answer.'],
    ['Hmm.</think>', 'Hmm.', ''],
  ])('%j', (said, reasoning, text) => {
    expect(splitThinking(said)).toEqual({ reasoning, text });
  });

  it.each([
    'The answer.',
    '',
    'Models write <think>…</think> before they answer.',
    'Use </think> to end it.',
    'A model writes\n<think>\nlike this\n</think>\nand then answers.',
  ])('leaves %j as it is', (said) => {
    expect(splitThinking(said)).toEqual({ reasoning: '', text: said });
  });

  it('takes time in proportion to the text', () => {
    // CPU time, because other load does not add to it.
    const begun = process.threadCpuUsage();
    for (const part of ['<think>', '</think>', '<think></think>', ' ', '</think> '])
      splitThinking(part.repeat(200_000));
    const { user, system } = process.threadCpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});

describe('messages', () => {
  const said = '<think>Hmm.</think>Hello <b>there</b>';
  const parts = [
    { kind: 'reasoning', text: 'Hmm.' },
    { kind: 'text', text: 'Hello <b>there</b>' },
  ];

  it('of a model have separate reasoning, in every shape', () => {
    expect(conversationOf({ requestMeta: { output: said }, toolCalls: null }).output).toEqual([
      { role: 'assistant', parts },
    ]);
    for (const message of [
      { role: 'assistant', content: said },
      { role: 'assistant', content: [{ type: 'text', text: said }] },
      { role: 'model', parts: [{ text: said }] },
    ])
      expect(messagesOf([message], 'user')).toEqual([{ role: 'assistant', parts }]);
    expect(messagesOf('<think>Hmm.</think>', 'assistant')).toEqual([
      { role: 'assistant', parts: [{ kind: 'reasoning', text: 'Hmm.' }] },
    ]);
  });

  it('of others are unchanged', () => {
    for (const role of ['user', 'system'])
      expect(messagesOf(said, role)).toEqual([{ role, parts: [{ kind: 'text', text: said }] }]);
    expect(messagesOf([{ role: 'user', content: said }], 'assistant')).toEqual([
      { role: 'user', parts: [{ kind: 'text', text: said }] },
    ]);
  });
});
