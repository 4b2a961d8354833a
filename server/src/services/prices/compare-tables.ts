// The differences between two price tables.
import type { CatalogTable } from '#otlp';

interface TableChange {
  seller: string;
  model: string;
  /** Prices as JSON; null if the model is not in that table. */
  before: string | null;
  after: string | null;
}

export function compareTables(before: CatalogTable, after: CatalogTable): TableChange[] {
  const [old, renewed] = [pricesIn(before), pricesIn(after)];
  const keys = [...new Set([...old.keys(), ...renewed.keys()])].toSorted();
  return keys.flatMap((key): TableChange[] => {
    const [was, is] = [old.get(key) ?? null, renewed.get(key) ?? null];
    const [seller = '', model = ''] = key.split('\n');
    return was === is ? [] : [{ seller, model, before: was, after: is }];
  });
}

const pricesIn = ({ sellers }: CatalogTable): Map<string, string> =>
  new Map(
    sellers.flatMap(({ id, models }) =>
      models.map(
        ({ id: model, prices, tiers }) => [`${id}\n${model}`, JSON.stringify({ prices, tiers })] as const,
      ),
    ),
  );
