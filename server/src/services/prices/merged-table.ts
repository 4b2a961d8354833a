// Merges the current two public lists into a price table.
import type { OutboundClient } from '#lib/outbound/client';
import { isoTime } from '#lib/clock';
import { mergePrices, modelOfLiteLlm, readTable, sellersOfGenaiPrices, type CatalogTable } from '#otlp';
import { readSource } from './read-source.ts';

export const PUBLIC_LISTS = {
  genaiPrices: 'https://raw.githubusercontent.com/pydantic/genai-prices/main/prices/new_data/v2/data.json',
  liteLlm: 'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json',
};

export async function mergedTable(
  lists: typeof PUBLIC_LISTS,
  outbound: OutboundClient,
  nowMs: number,
): Promise<{ table: CatalogTable; differences: ReturnType<typeof mergePrices>['differences'] }> {
  const [theirs, entries] = await Promise.all([
    listOf<Parameters<typeof sellersOfGenaiPrices>[0]>(lists.genaiPrices, outbound),
    listOf<Record<string, Parameters<typeof modelOfLiteLlm>[1]>>(lists.liteLlm, outbound),
  ]);
  if (!Array.isArray(theirs)) throw new Error(`${lists.genaiPrices} is not the data of genai-prices.`);
  const date = isoTime(nowMs).slice(0, 10);
  const { table, differences } = mergePrices({
    sellers: sellersOfGenaiPrices(theirs),
    liteLlm: Object.entries(entries).flatMap(([name, entry]) => modelOfLiteLlm(name, entry) ?? []),
    date,
    names: [`genai-prices of ${date}`, `LiteLLM of ${date}`],
  });
  // Lists from outside are checked like a file.
  return { table: readTable(JSON.stringify(table)), differences };
}

async function listOf<T>(source: string, outbound: OutboundClient): Promise<T> {
  try {
    return JSON.parse(await readSource(source, outbound)) as T;
  } catch (error) {
    throw new Error(`${source} could not be read: ${(error as Error).message}`, { cause: error });
  }
}
