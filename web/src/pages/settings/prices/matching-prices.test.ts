import { expect, it } from 'vitest';
import { matchingPrices } from './matching-prices.ts';

const PRICES = [
  { provider: 'azure', model: 'eu/gpt-5' },
  { provider: 'openai', model: 'gpt-5' },
  { provider: 'openai', model: 'gpt-5-mini' },
  { provider: 'anthropic', model: 'claude-sonnet-4-5' },
];
const found = (text: string) => matchingPrices(PRICES, text).map(({ model }) => model);

it('every word is in the provider or the model, in any case, and what begins with it comes first', () => {
  expect(found('GPT-5')).toEqual(['gpt-5', 'gpt-5-mini', 'eu/gpt-5']);
  expect(found('openai mini')).toEqual(['gpt-5-mini']);
  expect(found(' sonnet ')).toEqual(['claude-sonnet-4-5']);
  expect(found('nothing')).toEqual([]);
  expect(found('')).toHaveLength(4);
});
