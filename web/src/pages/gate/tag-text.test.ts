import { describe, expect, it } from 'vitest';
import { readList, readTags, writeList, writeTags } from './tag-text.ts';

describe('lists as people type them', () => {
  it('are separated by Western or Japanese commas, or by line breaks', () => {
    expect(readList(' a, b、c\n\n d,')).toEqual(['a', 'b', 'c', 'd']);
    expect(readList(' , \n')).toBeNull();
    expect(writeList(['a', 'b'])).toBe('a, b');
    expect(writeList(null)).toBe('');
  });
});

describe('tags as people type them', () => {
  it('survive a round trip, with colons in the value', () => {
    const tags = { env: 'prod', url: 'http://x:80' };
    expect(readTags(writeTags(tags))).toEqual(tags);
    expect(readTags(' env : prod ')).toEqual({ env: 'prod' });
    expect(readTags('flag:')).toEqual({ flag: '' });
  });

  it('are absent, or cannot be parsed', () => {
    expect(readTags('  ')).toBeNull();
    expect(readTags('production')).toBeUndefined();
    expect(readTags('env:prod, production')).toBeUndefined();
    expect(readTags(':prod')).toBeUndefined();
  });
});
