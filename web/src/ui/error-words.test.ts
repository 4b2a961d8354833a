import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';

// The language module listens to other tabs.
vi.stubGlobal('window', new EventTarget());
const { ApiError } = await import('#api');
const { ERRORS_JA, errorWords, fieldFault } = await import('./error-words.ts');

const said = (reason: string) =>
  new ApiError('A project with this name exists already.', {
    status: 409,
    reason,
    details: [{ path: 'items.0.name', message: 'A project with this name exists already.' }],
  });

describe('an error of the service', () => {
  it('is worded by its reason in Japanese, and as the service says it in English', () => {
    expect(errorWords(said('name_taken'), 'ja')).toBe('この名前はすでに使われています。');
    expect(errorWords(said('name_taken'), 'en')).toBe('A project with this name exists already.');
    expect(errorWords(said('toString'), 'ja')).toBe('A project with this name exists already.');
    expect(errorWords(said('unexpected_answer'), 'en')).toBeNull();
  });

  it('is shown at its field in the same words', () => {
    expect(fieldFault(said('name_taken'), 'name', 'ja')).toBe('この名前はすでに使われています。');
    expect(fieldFault(said('name_taken'), 'name', 'en')).toBe('A project with this name exists already.');
    expect(fieldFault(said('invalid_request'), 'name', 'ja')).toBe(
      'この値は使えません（A project with this name exists already.）',
    );
    expect(fieldFault(said('name_taken'), 'items.0.name', 'en')).not.toBeNull();
    expect(fieldFault(said('name_taken'), 'items.1.name', 'en')).toBeNull();
    expect(fieldFault(said('name_taken'), 'email', 'ja')).toBeNull();
    expect(fieldFault(new Error('x'), 'name', 'ja')).toBeNull();
  });

  it('has wordings only for reasons that the service gives', () => {
    const source = new URL('../../../server/src/', import.meta.url);
    const all = globSync('**/*.ts', { cwd: source })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => readFileSync(new URL(file, source), 'utf8'))
      .join('\n');
    const roles = new Set(['judge_unavailable', 'generator_unavailable']);
    const unknown = Object.keys(ERRORS_JA).filter(
      (reason) => !roles.has(reason) && !all.includes(`'${reason}'`),
    );
    expect(unknown).toEqual([]);
    for (const words of Object.values(ERRORS_JA)) expect(words).toMatch(/[ぁ-ん].*。$/);
  });
});
