import { describe, expect, it } from 'vitest';
import type { Json } from '#records';
import { leastCpuMs } from '#test/support/cpu-time';
import { firstUserLine, lineOf, MAX_PREVIEW, previewOf } from './preview.ts';

const user = (content: Json) => ({ role: 'user', content });

describe('previewOf', () => {
  it('shows the newest message of the user and the text of the answer', () => {
    expect(
      previewOf({
        systemInstructions: 'Be kind.',
        input: [user('Hello'), { role: 'assistant', content: 'Hi!' }, user('  How\n\tare   you? ')],
        output: [{ role: 'assistant', content: [{ type: 'text', text: 'Fine,\nthanks.' }] }],
      }),
    ).toEqual({ input: 'How are you?', output: 'Fine, thanks.' });
  });

  it('reads texts, JSON as text, and parts of other vendors', () => {
    expect(previewOf({ input: 'Why?', output: '{"answer": 42}' })).toEqual({
      input: 'Why?',
      output: '{"answer":42}',
    });
    const parts = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'Hola' }] }]);
    expect(previewOf({ input: parts }).input).toBe('Hola');
    expect(
      previewOf({ input: [user([{ type: 'image_url' }, { type: 'text', text: 'What is it?' }])] }).input,
    ).toBe('[image_url] What is it?');
  });

  it('falls back to the last message, and prefers a message of the user to tool results', () => {
    const result = { role: 'tool', tool_call_id: 'c', content: 'sunny' };
    expect(previewOf({ input: [user('Weather?'), result] }).input).toBe('Weather?');
    expect(previewOf({ input: [{ role: 'system', content: 'Summarise.' }, result] }).input).toBe('sunny');
  });

  it('shows tool calls where there is no text, and never reasoning', () => {
    const call = { id: 'c', type: 'function', function: { name: 'weather', arguments: '{"city":"Lima"}' } };
    const thought = { type: 'reasoning', text: 'The user wants…' };
    expect(previewOf({ output: [{ role: 'assistant', content: null, tool_calls: [call] }] }).output).toBe(
      'weather({"city":"Lima"})',
    );
    const message = { role: 'assistant', content: [thought], tool_calls: [call, { name: 'stop' }] };
    expect(previewOf({ output: [message] }).output).toBe('weather({"city":"Lima"}) stop()');
    expect(
      previewOf({ output: [{ role: 'assistant', content: [thought, { type: 'text', text: 'Hi' }] }] }).output,
    ).toBe('Hi');
    expect(previewOf({ output: [{ role: 'assistant', content: [thought] }] }).output).toBeNull();
    expect(previewOf({ toolCalls: [{ name: 'search', arguments: { q: 'x' } }] }).output).toBe(
      'search({"q":"x"})',
    );
  });

  it('reads the content of observations from attributes of any dialect', () => {
    const of = (attributes: Record<string, string>) => previewOf({ attributes });
    expect(
      of({ 'gen_ai.tool.call.arguments': '{"q":"cats"}', 'gen_ai.tool.call.result': 'Many cats' }),
    ).toEqual({ input: '{"q":"cats"}', output: 'Many cats' });
    expect(
      of({
        'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Plan it"}]}]',
        'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"Done"}]}]',
      }),
    ).toEqual({ input: 'Plan it', output: 'Done' });
    expect(
      of({
        'input.value': 'cats',
        'retrieval.documents.0.document.content': 'Cats purr.',
        'retrieval.documents.1.document.content': 'Dogs bark.',
      }),
    ).toEqual({ input: 'cats', output: 'Cats purr.' });
    expect(of({ 'my.own.note': 'nothing said' })).toEqual({ input: null, output: null });
  });

  it('is null without content', () => {
    expect(previewOf({})).toEqual({ input: null, output: null });
    expect(previewOf({ input: ' \n ', output: [] })).toEqual({ input: null, output: null });
  });
});

it('firstUserLine is the beginning of the conversation', () => {
  expect(firstUserLine({ input: [{ role: 'system', content: 'S' }, user('First'), user('Second')] })).toBe(
    'First',
  );
  expect(firstUserLine({ input: [{ role: 'system', content: 'S' }] })).toBeNull();
});

describe('lineOf', () => {
  it('cuts at the end of a character, even one of several code points', () => {
    expect(lineOf('x'.repeat(MAX_PREVIEW))).toBe('x'.repeat(MAX_PREVIEW));
    expect(lineOf('x'.repeat(MAX_PREVIEW + 1))).toBe(`${'x'.repeat(MAX_PREVIEW - 1)}…`);
    const family = '👩‍👩‍👧';
    const line = lineOf(family.repeat(100)) ?? '';
    expect(line.length).toBeLessThanOrEqual(MAX_PREVIEW);
    expect(line.replaceAll(family, '')).toBe('…');
    expect(line.isWellFormed()).toBe(true);
    // One character of 400 code units.
    expect(lineOf(`e${'\u0301'.repeat(400)}`)?.length).toBe(MAX_PREVIEW);
  });

  it('has no line breaks, no control characters and no reversed text', () => {
    expect(lineOf('a\r\n\u2028b\u0000c\u202ed')).toBe('a b c d');
    expect(lineOf(`${' '.repeat(10_000)}far`)).toBe('far');
    expect(lineOf('\n')).toBeNull();
  });

  it('reads little of a long text', () => {
    const text = 'word '.repeat(50_000);
    const often = () => {
      for (let at = 0; at < 1_000; at += 1) lineOf(text);
    };
    expect(leastCpuMs(often, 2_000)).toBeLessThan(2_000);
  });
});
