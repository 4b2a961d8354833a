import type { Message } from '@tracewell/sdk/reading';
import { describe, expect, it } from 'vitest';
import { firstSentence } from './first-sentence.ts';

describe('the title of a session', () => {
  const message = (role: string, text: string): Message => ({ role, parts: [{ kind: 'text', text }] });

  it('is the first sentence of the user', () => {
    expect(
      firstSentence([message('system', 'Be kind.'), message('user', 'Where is\u00a0my order? I waited.')]),
    ).toBe('Where is my order?');
    expect(firstSentence([message('user', '注文はどこですか？ 教えて')])).toBe('注文はどこですか？');
    expect(firstSentence([message('user', 'one line\nand more')])).toBe('one line');
  });

  it('is short, and none if no user said anything', () => {
    expect(firstSentence([message('user', '😀'.repeat(300))])).toBe(`${'😀'.repeat(50)}…`);
    expect(firstSentence([message('user', `a${'😀'.repeat(300)}`)])).toBe(`a${'😀'.repeat(49)}…`);
    expect(firstSentence([message('user', ' \n '), message('assistant', 'Hello')])).toBeNull();
  });
});
