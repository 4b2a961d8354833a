import { describe, expect, it } from 'vitest';
import { searchedText } from '#content';
import type { Content } from '#core/content/content';
import { snippetOf } from './snippet.ts';

const found = (content: Content, search: string) => snippetOf(content, searchedText(search));

describe('snippetOf', () => {
  it('shows the match as written in the text, with the text around it', () => {
    expect(found({ output: 'Your REFUND is on its way.' }, 'refund')).toEqual({
      before: 'Your ',
      match: 'REFUND',
      after: ' is on its way.',
    });
  });

  it('prefers words that stand together, and cuts long texts', () => {
    const text = `${'far '.repeat(50)}no order, the lost\n order came ${'late '.repeat(50)}`;
    expect(found({ input: [{ role: 'user', content: text }] }, 'lost order')).toEqual({
      before: `…${text.slice(text.indexOf('lost') - 60, text.indexOf('lost')).trimStart()}`,
      match: 'lost order',
      after: expect.stringMatching(/^ came late .*…$/),
    });
  });

  it('shows a phrase, and words without spaces between them', () => {
    expect(found({ output: 'It is on  its way' }, '"on its way"')?.match).toBe('on its way');
    expect(found({ output: '返金は東京の事務所から' }, '東京')).toEqual({
      before: '返金は',
      match: '東京',
      after: 'の事務所から',
    });
  });

  it('is null for content without the words', () => {
    expect(found({ output: 'Your refund' }, 'invoice')).toBeNull();
    expect(found({}, 'refund')).toBeNull();
  });
});
