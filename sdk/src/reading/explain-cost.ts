// Explains a cost line by line: tokens in disjoint buckets, each with its price (docs/prices.md). What these
// prices do not explain, such as cached audio, is shown as the rest.
import { mediaTokens, splitByPrice, tokenBuckets, toolUses, type TokenBuckets } from './token-buckets.ts';

interface Price {
  source: string;
  version: string;
  inputPerMTok: number;
  outputPerMTok: number;
  cacheReadPerMTok: number;
  cacheWritePerMTok: number;
  /** Null if the call has no such tokens. */
  cacheWrite1hPerMTok: number | null;
  audioInputPerMTok: number | null;
  audioOutputPerMTok: number | null;
  imageInputPerMTok: number | null;
  imageOutputPerMTok: number | null;
  batch: boolean;
  /** `flex` or `priority`; '' for any other tier. */
  tier: string;
  /** The gateway whose price table was used; '' for the vendor's own table. */
  gateway: string;
}

const BUCKETS = [
  'input',
  'audioInput',
  'imageInput',
  'cacheRead',
  'cacheWrite',
  'cacheWrite1h',
  'output',
  'audioOutput',
  'imageOutput',
  'reasoning',
] as const;
type Bucket = (typeof BUCKETS)[number];

const TOOLS = ['webSearch', 'fileSearch', 'codeContainer'] as const;

/** A tool that the vendor ran and bills by use. */
export interface ToolLine {
  tool: (typeof TOOLS)[number];
  uses: number;
  perThousand: number | null;
  usd: number | null;
}

export interface CostLine {
  bucket: Bucket;
  tokens: number;
  perMTok: number | null;
  usd: number | null;
}

interface CostFacts {
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  costUsd: number;
}

interface Explained {
  /** `client`: sent with the call; `none`: the model has no price. */
  source: 'client' | 'none' | 'price';
  price: Price | null;
  lines: CostLine[];
  /** Empty if the vendor ran none. */
  tools: ToolLine[];
  tokens: number;
  /** The part of the cost that the lines do not explain. */
  rest: number;
  savedUsd: number;
  audioTokens: number;
  imageTokens: number;
  /** The gateway that served the call; '' for the vendor. */
  gateway: string;
}

type Meta = Record<string, unknown>;

const amount = (meta: Meta, name: string): number => {
  const value = meta[name];
  return typeof value === 'number' && value > 0 ? value : 0;
};

const usageOf = ({ promptTokens, completionTokens, totalTokens }: CostFacts, meta: Meta): TokenBuckets =>
  tokenBuckets({
    prompt: promptTokens,
    completion: completionTokens,
    total: totalTokens,
    cacheRead: amount(meta, 'cachedTokens'),
    cacheWrite: amount(meta, 'cacheWriteTokens'),
    reasoning: amount(meta, 'reasoningTokens'),
    audio: amount(meta, 'audioTokens'),
  });

function priceOf(value: unknown): Price | null {
  if (typeof value !== 'object' || value === null) return null;
  const price = value as Meta;
  const optional = (name: string) => (typeof price[name] === 'number' ? price[name] : null);
  const number = (name: string) => optional(name) ?? 0;
  const text = (name: string) => (typeof price[name] === 'string' ? price[name] : '');
  return {
    source: text('source'),
    version: text('version'),
    inputPerMTok: number('inputPerMTok'),
    outputPerMTok: number('outputPerMTok'),
    cacheReadPerMTok: number('cacheReadPerMTok'),
    cacheWritePerMTok: number('cacheWritePerMTok'),
    cacheWrite1hPerMTok: optional('cacheWrite1hPerMTok'),
    audioInputPerMTok: optional('audioInputPerMTok'),
    audioOutputPerMTok: optional('audioOutputPerMTok'),
    imageInputPerMTok: optional('imageInputPerMTok'),
    imageOutputPerMTok: optional('imageOutputPerMTok'),
    batch: price['batch'] === true,
    tier: [text('tier'), text('speed'), text('inferenceGeo')].filter(Boolean).join(', '),
    gateway: text('gateway'),
  };
}

/** Tokens of a kind without its own price are shown with the others. */
function linesOf(usage: TokenBuckets, meta: Meta, price: Price | null): Record<Bucket, number> {
  // Only image models have a price for images that were not counted.
  const parts = splitByPrice(usage, mediaTokens(meta), price?.imageOutputPerMTok != null);
  const priced = (rate: number | null | undefined, tokens: number): number => (rate == null ? 0 : tokens);
  const audioInput = priced(price?.audioInputPerMTok, parts.audioInput);
  const imageInput = priced(price?.imageInputPerMTok, parts.imageInput);
  const audioOutput = priced(price?.audioOutputPerMTok, parts.audioOutput);
  const imageOutput = priced(price?.imageOutputPerMTok, parts.imageOutput);
  const cacheWrite1h = priced(price?.cacheWrite1hPerMTok, parts.cacheWrite1h);
  const media = audioOutput + imageOutput;
  return {
    input: usage.uncachedInput - audioInput - imageInput,
    audioInput,
    imageInput,
    cacheRead: usage.cacheRead,
    cacheWrite: usage.cacheWrite - cacheWrite1h,
    cacheWrite1h,
    output: Math.max(0, usage.outputText - media),
    audioOutput,
    imageOutput,
    reasoning: usage.reasoning - Math.max(0, media - usage.outputText),
  };
}

const perMTok = (price: Price): Record<Bucket, number> => ({
  input: price.inputPerMTok,
  audioInput: price.audioInputPerMTok ?? 0,
  imageInput: price.imageInputPerMTok ?? 0,
  cacheRead: price.cacheReadPerMTok,
  cacheWrite: price.cacheWritePerMTok,
  cacheWrite1h: price.cacheWrite1hPerMTok ?? 0,
  output: price.outputPerMTok,
  audioOutput: price.audioOutputPerMTok ?? 0,
  imageOutput: price.imageOutputPerMTok ?? 0,
  reasoning: price.outputPerMTok,
});

function toolLines(meta: Meta, isPriced: boolean): ToolLine[] {
  const used = toolUses(meta) ?? {};
  const pricing = meta['pricing'] as Meta | null | undefined;
  return TOOLS.flatMap((tool) => {
    const uses = used[tool];
    if (uses === undefined) return [];
    const given = isPriced ? pricing?.[`${tool}PerThousand`] : null;
    const perThousand = typeof given === 'number' ? given : null;
    return [{ tool, uses, perThousand, usd: perThousand === null ? null : (uses * perThousand) / 1_000 }];
  });
}

export function explainCost(facts: CostFacts, meta: Meta): Explained {
  const price = priceOf(meta['pricing']);
  const tokens = linesOf(usageOf(facts, meta), meta, price);
  const rates = price && perMTok(price);
  const lines = BUCKETS.filter(
    (bucket) => tokens[bucket] > 0 || bucket === 'input' || bucket === 'output',
  ).map((bucket): CostLine => {
    const rate = rates && rates[bucket];
    return {
      bucket,
      tokens: tokens[bucket],
      perMTok: rate,
      usd: rate === null ? null : (tokens[bucket] * rate) / 1e6,
    };
  });
  const tools = toolLines(meta, price !== null);
  const sum = [...lines, ...tools].reduce((total, { usd }) => total + (usd ?? 0), 0);
  const rest = price ? facts.costUsd - sum : 0;
  return {
    source: price ? 'price' : meta['pricing'] === null ? 'none' : 'client',
    price,
    lines,
    tools,
    tokens: lines.reduce((total, line) => total + line.tokens, 0),
    rest: Math.abs(rest) > Math.max(1e-9, facts.costUsd * 1e-4) ? rest : 0,
    savedUsd: price ? (tokens.cacheRead * Math.max(0, price.inputPerMTok - price.cacheReadPerMTok)) / 1e6 : 0,
    audioTokens: amount(meta, 'audioTokens'),
    imageTokens: amount(meta, 'imageTokens'),
    gateway: typeof meta['gateway'] === 'string' ? meta['gateway'] : '',
  };
}
