import { describe, expect, it } from 'vitest';
import { insertedAt, isReferable, referenceChoices, referenceText } from './reference.ts';

describe('a reference to another prompt', () => {
  it('is offered by label, by the newest version and by number', () => {
    const choices = referenceChoices([
      { version: 'b', number: 2, deployedLabels: ['beta', 'a|b'] },
      { version: 'a', number: 1, deployedLabels: ['production'] },
    ]);
    expect(choices.map(({ value }) => value)).toEqual([
      'label=production',
      'label=beta',
      'label=latest',
      'version=2',
      'version=1',
    ]);
    expect(referenceChoices([])).toEqual([]);
  });

  it('is written as the service reads it, at the cursor', () => {
    expect(referenceText('legal/refunds', 'version=3')).toBe(
      '@@@langfusePrompt:name=legal/refunds|version=3@@@',
    );
    expect([insertedAt('ab', 1, '-'), insertedAt('ab', null, '-'), insertedAt('ab', 9, '-')]).toEqual([
      'a-b',
      'ab-',
      'ab-',
    ]);
    expect([isReferable('a b/c'), isReferable('a@b'), isReferable('a|b')]).toEqual([true, false, false]);
  });
});
