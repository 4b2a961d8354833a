// How a cost comes about, line by line: tokens in buckets that do not overlap, each by its price. The same reading as the
// service's own (docs/prices.md); what these prices do not explain, such as audio, is said as what is left.

export interface Price {
  source: string;
  version: string;
  inputPerMTok: number;
  outputPerMTok: number;
  cacheReadPerMTok: number;
  cacheWritePerMTok: number;
  batch: boolean;
}

export const BUCKETS = ['input', 'cacheRead', 'cacheWrite', 'output', 'reasoning'] as const;
export type Bucket = (typeof BUCKETS)[number];

export interface CostLine {
  bucket: Bucket;
  tokens: number;
  perMTok: number | null;
  usd: number | null;
}

export interface CostFacts {
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  costUsd: number;
}

export interface Explained {
  /** `client`: sent with the call; `none`: nobody has a price. */
  source: 'client' | 'none' | 'price';
  price: Price | null;
  lines: CostLine[];
  tokens: number;
  /** Part of the cost that these lines do not explain. */
  rest: number;
  savedUsd: number;
  audioTokens: number;
}

type Meta = Record<string, unknown>;

const amount = (meta: Meta, name: string): number => {
  const value = meta[name];
  return typeof value === 'number' && value > 0 ? value : 0;
};

const near = (left: number, right: number): boolean => Math.abs(left - right) < 1e-6 * Math.max(1, right);

/** Whether input includes the cache, and output the reasoning, differs by who counted; the total tells. */
export function bucketsOf(facts: CostFacts, meta: Meta): Record<Bucket, number> {
  const { promptTokens, completionTokens, totalTokens } = facts;
  const cacheRead = amount(meta, 'cachedTokens');
  const cacheWrite = amount(meta, 'cacheWriteTokens');
  const reasoning = amount(meta, 'reasoningTokens');
  const cache = cacheRead + cacheWrite;
  let cacheApart = cache > promptTokens;
  let reasoningApart = reasoning > completionTokens;
  const beyond =
    totalTokens -
    promptTokens -
    completionTokens -
    (cacheApart ? cache : 0) -
    (reasoningApart ? reasoning : 0);
  if (near(beyond, cache + reasoning)) [cacheApart, reasoningApart] = [true, true];
  else if (!reasoningApart && near(beyond, reasoning)) reasoningApart = true;
  else if (!cacheApart && near(beyond, cache)) cacheApart = true;
  return {
    input: cacheApart ? promptTokens : promptTokens - cache,
    cacheRead,
    cacheWrite,
    output: reasoningApart ? completionTokens : completionTokens - reasoning,
    reasoning,
  };
}

function priceOf(value: unknown): Price | null {
  if (typeof value !== 'object' || value === null) return null;
  const price = value as Meta;
  const number = (name: string) => (typeof price[name] === 'number' ? price[name] : 0);
  return {
    source: typeof price['source'] === 'string' ? price['source'] : '',
    version: typeof price['version'] === 'string' ? price['version'] : '',
    inputPerMTok: number('inputPerMTok'),
    outputPerMTok: number('outputPerMTok'),
    cacheReadPerMTok: number('cacheReadPerMTok'),
    cacheWritePerMTok: number('cacheWritePerMTok'),
    batch: price['batch'] === true,
  };
}

export function explainCost(facts: CostFacts, meta: Meta): Explained {
  const tokens = bucketsOf(facts, meta);
  const price = priceOf(meta['pricing']);
  const perMTok = (bucket: Bucket): number | null =>
    price &&
    {
      input: price.inputPerMTok,
      cacheRead: price.cacheReadPerMTok,
      cacheWrite: price.cacheWritePerMTok,
      output: price.outputPerMTok,
      reasoning: price.outputPerMTok,
    }[bucket];
  const lines = BUCKETS.filter(
    (bucket) => tokens[bucket] > 0 || bucket === 'input' || bucket === 'output',
  ).map((bucket): CostLine => {
    const rate = perMTok(bucket);
    return {
      bucket,
      tokens: tokens[bucket],
      perMTok: rate,
      usd: rate === null ? null : (tokens[bucket] * rate) / 1e6,
    };
  });
  const sum = lines.reduce((total, { usd }) => total + (usd ?? 0), 0);
  const rest = price ? facts.costUsd - sum : 0;
  return {
    source: price ? 'price' : meta['pricing'] === null ? 'none' : 'client',
    price,
    lines,
    tokens: lines.reduce((total, line) => total + line.tokens, 0),
    rest: Math.abs(rest) > Math.max(1e-9, facts.costUsd * 1e-4) ? rest : 0,
    savedUsd: price ? (tokens.cacheRead * Math.max(0, price.inputPerMTok - price.cacheReadPerMTok)) / 1e6 : 0,
    audioTokens: amount(meta, 'audioTokens'),
  };
}
