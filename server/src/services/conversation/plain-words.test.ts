import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import { lineOf, previewOf } from './preview.ts';
import { plainWords } from './plain-words.ts';

describe('plainWords', () => {
  it.each([
    [
      '## Refunds\n\nWe pay **within 30 days**, see [the terms](https://example.com/a_b).',
      'Refunds We pay within 30 days, see the terms.',
    ],
    ['Use `npm ci`:\n\n```sh\nnpm ci\n```\nThen *start* it.', 'Use npm ci: npm ci Then start it.'],
    ['- apples\n- **pears**\n', '• apples • pears'],
    ['3. three\n4. four', '3. three 4. four'],
    ['> quoted\n\n---\n~~old~~ new', 'quoted old new'],
    ['![a cat](https://example.com/cat.png) Look!', 'a cat Look!'],
    ['| city | sun |\n|---|---|\n| Lima | yes |', 'city sun Lima yes'],
    ['- [x] done\n- [ ] open', '• done • open'],
  ])('%j', (text, words) => {
    expect(lineOf(plainWords(text))).toBe(words);
  });

  it.each([
    'Where is my order?',
    '2 * 3 * 4 = 24',
    'snake_case_name and other_names',
    '<order id="7">late</order>',
    'C:\\temp\\new',
    'a < b && c > d',
    'Call me at 5. Thanks!',
  ])('leaves %j as it is', (text) => {
    expect(lineOf(plainWords(text))).toBe(text);
  });

  it('takes little time, whatever the text', () => {
    const all = () => {
      for (const mark of ['*', '_', '`', '[', '](', '<', '> ', '- ', '|', '**a ', '~~', '!['])
        for (let at = 0; at < 20; at += 1) plainWords(mark.repeat(100_000));
    };
    expect(leastCpuMs(all, 2_000)).toBeLessThan(2_000);
  });
});

it('a preview has the words without marks, and without reasoning', () => {
  expect(
    previewOf({
      input: '**Where** is it?',
      output: '<think>Hmm, *where*?</think>\n\n# Answer\n\nIn `Lima`.',
    }),
  ).toEqual({ input: 'Where is it?', output: 'Answer In Lima.' });
  // The output of programs is not Markdown.
  expect(previewOf({ attributes: { 'gen_ai.tool.call.result': '{"a":"*b*"}' } }).output).toBe('{"a":"*b*"}');
});
