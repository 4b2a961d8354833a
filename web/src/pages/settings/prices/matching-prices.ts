import type { Schemas } from '#api';

type CatalogPrice = Pick<Schemas['ModelPrice'], 'provider' | 'model'>;

/** Prices whose provider and model contain every word, those whose model begins with the text first. */
export function matchingPrices<Price extends CatalogPrice>(prices: readonly Price[], text: string): Price[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...prices];
  const begins = ({ model }: CatalogPrice) => (model.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return prices
    .filter(({ provider, model }) => {
      const name = `${provider} ${model}`.toLowerCase();
      return words.every((word) => name.includes(word));
    })
    .toSorted((one, other) => begins(one) - begins(other));
}
