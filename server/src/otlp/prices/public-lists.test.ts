// The price table against the two public lists that it was made of, for every chat model of the vendors' own
// interfaces, Azure and Bedrock. The lists are kept as they are in server/test/prices/public-lists.jsonl
// (tools/prices.ts), and this file reads them with its own few lines.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TokenUsage } from '#records';
import { vendorOfModel } from '../provider/model-vendor.ts';
import { catalogInUse } from './catalog.ts';
import { CORRECTIONS, correctionAt, correctionsFor } from './corrections.ts';
import { deriveCost, priceBook } from './prices.ts';

type Price = number | { base: number };
interface Line {
  list: 'genai-prices' | 'LiteLLM';
  seller: string;
  resells?: string[];
  model: string;
  match: Record<string, unknown>;
  prices: Record<string, Price> | { constraint?: { start_date?: string }; prices: Record<string, Price> }[];
}
interface Bill {
  input: number;
  output: number;
  cacheRead: number | null;
}

const AT = Date.parse(catalogInUse().table.date);
const HOUR = 3_600_000;

const lines = readFileSync(new URL('../../../test/prices/public-lists.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);
const genai = Map.groupBy(
  lines.filter(({ list }) => list === 'genai-prices'),
  ({ seller }) => seller,
);

const SELLERS: Record<
  string,
  { seller: string; call: (model: string) => { provider: string; gateway?: string } }
> = {
  ...Object.fromEntries(
    [
      ['openai', 'openai', 'openai'],
      ['text-completion-openai', 'openai', 'openai'],
      ['anthropic', 'anthropic', 'anthropic'],
      ['gemini', 'google', 'google'],
      ['vertex_ai-language-models', 'google', 'google'],
      ['mistral', 'mistral', 'mistral'],
      ['xai', 'x-ai', 'xai'],
      ['deepseek', 'deepseek', 'deepseek'],
      ['cohere', 'cohere', 'cohere'],
      ['cohere_chat', 'cohere', 'cohere'],
    ].map(
      ([name = '', seller = '', provider = '']) => [name, { seller, call: () => ({ provider }) }] as const,
    ),
  ),
  ...Object.fromEntries(
    ['azure', 'azure_ai'].map((name) => [name, { seller: 'azure', call: sold('azure') }] as const),
  ),
  ...Object.fromEntries(
    ['bedrock', 'bedrock_converse'].map((name) => [name, { seller: 'aws', call: sold('bedrock') }] as const),
  ),
};

function sold(gateway: string) {
  return (model: string) => ({ provider: vendorOfModel(model)?.id ?? 'amazon', gateway });
}

function matches(clause: Record<string, unknown>, text: string): boolean {
  const [kind, value] = Object.entries(clause)[0] ?? ['', ''];
  if (kind === 'or') return (value as Record<string, unknown>[]).some((each) => matches(each, text));
  if (kind === 'and') return (value as Record<string, unknown>[]).every((each) => matches(each, text));
  const asked = String(value);
  if (kind === 'regex') return new RegExp(asked).test(text);
  const lower = asked.toLowerCase();
  if (kind === 'equals') return text === lower;
  if (kind === 'starts_with') return text.startsWith(lower);
  return kind === 'ends_with' ? text.endsWith(lower) : text.includes(lower);
}

const base = (price: Price | undefined): number | null =>
  price === undefined ? null : typeof price === 'number' ? price : price.base;

/** The last one that has begun, and those of hours. */
function inForce(prices: Line['prices']): Record<string, Price>[] {
  if (!Array.isArray(prices)) return [prices];
  const begun = prices.filter(({ constraint }) => Date.parse(constraint?.start_date ?? '2000-01-01') <= AT);
  const last = begun.findLast(({ constraint }) => !constraint || constraint.start_date !== undefined);
  const ofHours = begun.filter(({ constraint }) => constraint && constraint.start_date === undefined);
  return [...new Set([last ?? prices[0], ...ofHours])].flatMap((dated) => (dated ? [dated.prices] : []));
}

/** The prices that genai-prices has for a name at any hour of that day. */
function genaiBills(seller: string, model: string): Bill[] {
  const own = genai.get(seller) ?? [];
  const shelves = [own, ...(own[0]?.resells ?? []).map((id) => genai.get(id) ?? [])];
  const found = shelves.map((shelf) => shelf.find(({ match }) => matches(match, model))).find(Boolean);
  if (!found) return [];
  return inForce(found.prices).flatMap((prices) => {
    const input = base(prices['input_mtok']);
    const output = base(prices['output_mtok']);
    return input === null && output === null
      ? []
      : [{ input: input ?? 0, output: output ?? 0, cacheRead: base(prices['cache_read_mtok']) }];
  });
}

const NONE: TokenUsage = {
  uncachedInput: 0,
  cacheRead: 0,
  cacheWrite: 0,
  outputText: 0,
  reasoning: 0,
  audio: 0,
};

function ourBills(sellerName: string, model: string): Bill[] {
  const named = SELLERS[sellerName]?.call(model) ?? { provider: '' };
  const book = priceBook();
  const cost = (usage: Partial<TokenUsage>, atMs: number) =>
    deriveCost({ ...named, model, atMs, usage: { ...NONE, ...usage } }, book);
  return Array.from({ length: 24 }, (_, hour) => AT + hour * HOUR).flatMap((atMs) => {
    const input = cost({ uncachedInput: 1_000 }, atMs);
    if (input.pricing === null) return [];
    return [
      {
        input: input.costUsd * 1_000,
        output: cost({ outputText: 1_000 }, atMs).costUsd * 1_000,
        cacheRead: cost({ cacheRead: 1_000 }, atMs).costUsd * 1_000,
      },
    ];
  });
}

const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= 0.005 * Math.max(a, b) + 1e-9;
const isSame = (a: Bill, b: Bill): boolean => isClose(a.input, b.input) && isClose(a.output, b.output);

interface Row {
  seller: string;
  model: string;
  ours: Bill[];
  theirs: Bill;
  genai: Bill[];
}
let rows: Row[] = [];

beforeAll(() => {
  rows = lines
    .filter(({ list }) => list === 'LiteLLM')
    .flatMap(({ seller, model, prices }): Row[] => {
      const listed = prices as Record<string, number>;
      const million = (name: string) => Number(((listed[name] ?? 0) * 1e6).toPrecision(10));
      const theirs = {
        input: million('input_cost_per_token'),
        output: million('output_cost_per_token'),
        cacheRead: million('cache_read_input_token_cost') || null,
      };
      // Capacity by the month, containers, and names without a price.
      if (theirs.input === 0 || theirs.output === 0 || model.includes('-commitment/')) return [];
      const plain = model
        .toLowerCase()
        .replace(/^(?:gemini|vertex_ai|mistral|xai|deepseek|cohere|azure|azure_ai|bedrock)\//, '');
      const ours = ourBills(seller, model);
      return [{ seller, model, ours, theirs, genai: genaiBills(SELLERS[seller]?.seller ?? '', plain) }];
    });
});

const show = ({ seller, model, ours, theirs, genai }: Row): string =>
  `${seller} ${model}: ours ${JSON.stringify(ours[0] ?? 'unpriced')}, LiteLLM ${JSON.stringify(theirs)}, genai-prices ${JSON.stringify(genai.at(-1) ?? 'no')}`;

describe('chat models of OpenAI, Anthropic, Google, Mistral, xAI, DeepSeek, Cohere, Azure and Bedrock', () => {
  test('95 % of those that both lists name have a price, and 99 % of these the price of one of the lists', () => {
    const both = rows.filter((row) => row.genai.length > 0);
    const priced = both.filter(({ ours }) => ours.length > 0);
    const equal = priced.filter(({ ours, theirs, genai }) =>
      ours.some((bill) => isSame(bill, theirs) || genai.some((other) => isSame(bill, other))),
    );
    const differs = priced.filter((row) => !equal.includes(row));
    const report = [
      `${both.length} names in both lists, ${priced.length} priced, ${equal.length} equal to one of them`,
      ...both.filter(({ ours }) => ours.length === 0).map(show),
      ...differs.map(show),
    ].join('\n');
    process.stdout.write(`${report}\n`);
    expect(both.length).toBeGreaterThan(500);
    expect(priced.length / both.length).toBeGreaterThanOrEqual(0.95);
    expect(equal.length / priced.length).toBeGreaterThanOrEqual(0.99);
  });

  test('where both lists agree, the table has their price, also for what is read from a cache', () => {
    const agreed = rows.filter(({ theirs, genai }) => genai.some((bill) => isSame(bill, theirs)));
    const wrong = agreed.filter(({ ours, theirs }) => !ours.some((bill) => isSame(bill, theirs)));
    expect(agreed.length).toBeGreaterThan(400);
    expect(wrong.map(show)).toEqual([]);
    const cached = agreed.filter(
      ({ theirs, genai }) =>
        theirs.cacheRead !== null &&
        genai.some((bill) => bill.cacheRead !== null && isClose(bill.cacheRead, theirs.cacheRead ?? 0)),
    );
    expect(cached.length).toBeGreaterThan(200);
    const dear = cached.filter(
      ({ ours, theirs }) => !ours.some(({ cacheRead }) => isClose(cacheRead ?? 0, theirs.cacheRead ?? 0)),
    );
    expect(dear.map(show)).toEqual([]);
  });

  test('names that one list has are priced too', () => {
    const one = rows.filter((row) => row.genai.length === 0);
    const priced = one.filter(({ ours }) => ours.length > 0);
    process.stdout.write(
      `${one.length} names only in LiteLLM, ${priced.length} priced\n${one
        .filter(({ ours }) => ours.length === 0)
        .map(show)
        .join('\n')}\n`,
    );
    expect(priced.length / one.length).toBeGreaterThanOrEqual(0.9);
  });

  test('no correction is contradicted by both lists', () => {
    const contradicted = rows.filter(({ seller, model, ours, theirs, genai }) => {
      const plain = model.replace(/^[a-z_]+\//, '');
      const own = correctionsFor(SELLERS[seller]?.seller ?? '', plain);
      return (
        correctionAt(own, AT)?.rates != null &&
        genai.some((bill) => isSame(bill, theirs)) &&
        !ours.some((bill) => isSame(bill, theirs))
      );
    });
    expect(CORRECTIONS.length).toBeGreaterThan(10);
    expect(contradicted.map(show)).toEqual([]);
  });
});
