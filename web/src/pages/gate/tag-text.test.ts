import { describe, expect, it } from 'vitest';
import { readList, readTags, writeList, writeTags } from './tag-text.ts';

describe('lists as people type them', () => {
  it('are parted by commas of either script and by lines', () => {
    expect(readList(' a, b、c\n\n d,')).toEqual(['a', 'b', 'c', 'd']);
    expect(readList(' , \n')).toBeNull();
    expect(writeList(['a', 'b'])).toBe('a, b');
    expect(writeList(null)).toBe('');
  });
});

describe('tags as people type them', () => {
  it('come back as they were, with colons in the value', () => {
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
