import { expect, it } from 'vitest';
import { withoutLookAlikes } from './look-alikes.ts';

it.each([
  ['openai', 'openai'],
  ['\u043epenai', 'openai'],
  ['\u041e\u0440\u0435n\u0410I', 'OpenAI'],
  ['\u03bfpen\u03b1\u03b9', 'openai'],
  ['\u03bf\u0301penai', 'openai'],
  ['\u00f6penai', 'openai'],
  ['\uff4f\uff50\uff45\uff4e\uff41\uff49', 'openai'],
  ['\u{1d428}penai', 'openai'],
  ['open\u0251\u0131', 'openai'],
  ['gpt\u20114o', 'gpt-4o'],
  ['\u0430nthr\u043e\u0440ic', 'anthropic'],
])('%s looks like %s', (given, latin) => {
  expect(withoutLookAlikes(given)).toBe(latin);
});

it.each(['\u044f\u043d\u0434\u0435\u043a\u0441', '\u691c\u7d22', '\u304c\u3093', 'a\u{1f680}', ''])(
  '%s is a word of its own',
  (text) => {
    expect(withoutLookAlikes(text)).toBe(text);
  },
);
