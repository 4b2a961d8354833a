import { describe, expect, it } from 'vitest';
import { variantsFor } from './draft-variant.ts';

const connection = {
  id: 'mdc_1',
  provider: 'openai',
  baseUrl: 'https://api.openai.com/v1',
  models: [],
  defaultModel: 'gpt-4o',
  isDefault: true,
} as unknown as Parameters<typeof variantsFor>[1][number];
const call = {
  prompt: { id: 7, name: 'refund', number: 2 },
  versions: [
    { id: 6, name: 'refund', number: 1 },
    { id: 7, name: 'refund', number: 2 },
    { id: 9, name: 'refund', number: 3 },
  ],
  system: 'Be brief.',
  provider: 'openai',
  model: 'gpt-4o-mini',
};
const shortOf = (variants: ReturnType<typeof variantsFor>) =>
  variants.map(({ promptId, system, model, connectionId }) => [promptId, system, model, connectionId]);

describe('the variants of an experiment that is opened from a call', () => {
  it('are the version that the call used and the newest other one, with its model', () => {
    expect(shortOf(variantsFor(call, [connection]))).toEqual([
      ['7', '', 'gpt-4o-mini', 'mdc_1'],
      ['9', '', 'gpt-4o-mini', 'mdc_1'],
    ]);
    const only = { ...call, versions: [call.prompt] };
    expect(variantsFor(only, [connection]).map(({ promptId }) => promptId)).toEqual(['7', '7']);
  });

  it('have the instructions of the call if it used no prompt of the registry', () => {
    const unknown = { ...call, prompt: null, versions: [] };
    expect(shortOf(variantsFor(unknown, [connection]))).toEqual([
      ['', 'Be brief.', 'gpt-4o-mini', 'mdc_1'],
      ['', 'Be brief.', 'gpt-4o-mini', 'mdc_1'],
    ]);
  });

  it('are empty without a call', () => {
    expect(shortOf(variantsFor(null, [connection]))).toEqual([
      ['', '', '', 'mdc_1'],
      ['', '', '', 'mdc_1'],
    ]);
  });
});
