// Makes server/prices/table.json, the price table of the release, of two public lists, and the figures that its
// test compares with. It downloads nothing; get the two packages before:
//
//   pip download --no-deps genai-prices litellm -d wheels && cd wheels && for each in *.whl; do unzip -q $each; done
//   node tools/prices.ts wheels 2026-11-12
//
// The date is the day of the newer package. It prints where the two lists disagree and which was taken.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CatalogTable } from '../server/src/otlp/prices/table/form.ts';
import { sellersOfGenaiPrices, type TheirSeller } from '../server/src/otlp/prices/table/from-genai-prices.ts';
import { modelOfLiteLlm, type TheirEntry } from '../server/src/otlp/prices/table/from-litellm.ts';
import { mergePrices } from '../server/src/otlp/prices/table/merge.ts';
import { pythonValue } from './prices/python-data.ts';

const [folder, date] = process.argv.slice(2);
if (folder === undefined || date === undefined || !/^\d{4}-\d\d-\d\d$/.test(date))
  throw new Error('Usage: node tools/prices.ts <folder of the unpacked packages> <date of the newer one>');

const read = (...parts: string[]): string => readFileSync(path.join(folder, ...parts), 'utf8');
const versionOf = (name: string): string => {
  const found = readdirSync(folder)
    .map((file) => new RegExp(`^${name}-([\\d.]+)\\.dist-info$`).exec(file)?.[1])
    .find((version) => version !== undefined);
  if (found === undefined) throw new Error(`There is no ${name} in ${folder}.`);
  return found;
};

const theirs = pythonValue(read('genai_prices', 'data.py'), 'providers') as TheirSeller[];
const entries = Object.entries(
  JSON.parse(read('litellm', 'model_prices_and_context_window_backup.json')) as Record<string, TheirEntry>,
);
const { table, differences } = mergePrices({
  sellers: sellersOfGenaiPrices(theirs),
  liteLlm: entries.flatMap(([name, entry]) => modelOfLiteLlm(name, entry) ?? []),
  date,
  names: [`genai-prices ${versionOf('genai_prices')}`, `LiteLLM ${versionOf('litellm')}`],
});

const place = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));
/** A line for each model, so that a new version can be read as a difference. */
const linesOf = ({ date, sources, sellers }: CatalogTable): string => {
  const lists = sellers.map(({ models, ...seller }) => {
    const lines = models.map((model) => JSON.stringify(model)).join(',\n');
    return `${JSON.stringify(seller).slice(0, -1)},"models":[\n${lines}\n]}`;
  });
  return `{"date":${JSON.stringify(date)},"sources":${JSON.stringify(sources)},"sellers":[\n${lists.join(',\n')}\n]}\n`;
};
writeFileSync(place('server/prices/table.json'), linesOf(table));

// The entries of both lists for the models of the vendors, for the test.
const VENDORS = new Set([
  'openai',
  'anthropic',
  'google',
  'mistral',
  'x-ai',
  'deepseek',
  'cohere',
  'azure',
  'aws',
]);
const litellm = entries.filter(([, { litellm_provider: seller = '', mode }]) => {
  const own =
    /^(?:openai|text-completion-openai|anthropic|gemini|vertex_ai-language-models|mistral|xai|deepseek|cohere|cohere_chat|azure|azure_ai|bedrock|bedrock_converse)$/;
  return own.test(seller) && (mode === 'chat' || mode === 'responses' || mode === 'completion');
});
const raw = [
  ...theirs.flatMap(({ id, fallback_model_providers: resells, models }) =>
    VENDORS.has(id)
      ? models.map(({ id: model, match, prices }) => ({
          list: 'genai-prices',
          seller: id,
          resells,
          model,
          match,
          prices,
        }))
      : [],
  ),
  ...litellm.map(([model, entry]) => ({
    list: 'LiteLLM',
    seller: entry.litellm_provider,
    model,
    prices: Object.fromEntries(
      Object.entries(entry).filter(
        ([key, cost]) =>
          /^(?:in|out)put_cost_per_token$|^cache_\w+_token_cost$/.test(key) && typeof cost === 'number',
      ),
    ),
  })),
];
writeFileSync(
  place('server/test/prices/public-lists.jsonl'),
  `${raw.map((line) => JSON.stringify(line)).join('\n')}\n`,
);

for (const { seller, model, ours, theirs: other, taken } of differences)
  process.stdout.write(
    `${seller} ${model}: genai-prices ${JSON.stringify(ours)}, LiteLLM ${JSON.stringify(other)}; ${taken}\n`,
  );
process.stdout.write(
  `${table.sellers.reduce((sum, { models }) => sum + models.length, 0)} models, ${differences.length} differences\n`,
);
