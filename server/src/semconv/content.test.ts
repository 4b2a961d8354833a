import { describe, expect, it } from 'vitest';
import type { Json } from '#records/record';
import { isContent, isContentAttribute } from './content.ts';
import { CONTENT_KEYS, TOOL_INPUT_KEYS, TOOL_OUTPUT_KEYS } from './meaning.ts';
import { LABEL_NAMES, TECHNICAL_NAMES } from './technical.ts';

describe('the tables of names', () => {
  it('list nothing as technical that a dialect declares as content', () => {
    expect([...TECHNICAL_NAMES, ...LABEL_NAMES].filter(isContentAttribute)).toEqual([]);
    expect([...TECHNICAL_NAMES].filter((name) => LABEL_NAMES.has(name))).toEqual([]);
  });

  it('treat the input and output of tools as content', () => {
    const keys = [...TOOL_INPUT_KEYS, ...TOOL_OUTPUT_KEYS];
    expect(keys.filter((key) => !isContentAttribute(key))).toEqual([]);
    expect(TOOL_INPUT_KEYS[0]).toBe('gen_ai.tool.call.arguments');
    expect(CONTENT_KEYS).toEqual(expect.arrayContaining(['full_command', 'events', 'gen_ai.memory.*']));
  });

  it.each<[string, Json, boolean]>([
    ['finishReasons', ['stop'], false],
    ['finishReasons', ['x'.repeat(201)], true],
    ['finishReasons', [{ reason: 'stop' }], true],
    ['finishReasons', Array(33).fill(1), true],
    ['operation', 'chat', false],
    ['operation', 'x'.repeat(201), true],
    ['userId', 'x'.repeat(512), false],
    ['userId', 'x'.repeat(513), true],
    ['anything', 'x', true],
    ['anything', 1, false],
    ['anything', true, false],
    ['anything', '', false],
    ['anything', [1], true],
    ['anything', {}, false],
    ['anything', { a: 1 }, true],
    ['one two', 1, true],
    ['one two', null, true],
    ['x'.repeat(101), 1, true],
    ['gen_ai.prompt.0.content', 7, true],
    ['gen_ai.prompt.name', 'order', false],
    ['error', 'no', true],
    ['error.type', 'no', false],
    ['tracewell.tag.env', 'prod', false],
    ['__proto__', 'x', true],
    ['constructor', 'x', true],
  ])('%s of %j is content: %s', (key, value, content) => {
    expect(isContent(key, value)).toBe(content);
  });
});
