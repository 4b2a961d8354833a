import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentsOf } from './fences.ts';

const text = (said: string) => ({ isCode: false, text: said, lang: '' });
const code = (said: string, lang = '') => ({ isCode: true, text: said, lang });

describe('fenced code', () => {
  it('is separated from the text around it, with its language', () => {
    expect(segmentsOf('a\n```ts x=1\nb\n\nc\n```\nd')).toEqual([text('a'), code('b\n\nc', 'ts'), text('d')]);
    expect(segmentsOf('~~~\r\n```\r\n~~~')).toEqual([code('```')]);
    expect(segmentsOf('````\n```\n````')).toEqual([code('```')]);
  });

  it('goes to the end if nothing closes it', () => {
    expect(segmentsOf('a\n```\nb\n~~~')).toEqual([text('a'), code('b\n~~~')]);
  });

  it('is part of the text inside a list, and does not begin within a line', () => {
    for (const whole of ['1. a\n   ```\n   b\n   ```', 'a ``` b', '```a`b'])
      expect(segmentsOf(whole)).toEqual([text(whole)]);
    expect(segmentsOf('')).toEqual([text('')]);
  });

  it('loses no line', () => {
    const line = fc.constantFrom('a', '', '```', '~~~~', '```js', ' ```', '`````');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const kept = segmentsOf(lines.join('\n')).flatMap((segment) => segment.text.split('\n'));
        const words = (list: string[]) => list.filter((each) => each === 'a').length;
        expect(words(kept)).toBe(words(lines));
      }),
    );
  });
});
