// Explains a cost line by line: tokens in disjoint buckets, each with its price. It reads usage as the service does
// (docs/prices.md). What these prices do not explain, such as cached audio, is shown as the rest.

export interface Price {
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
type PlainBucket = 'input' | 'cacheRead' | 'cacheWrite' | 'output' | 'reasoning';

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

const near = (left: number, right: number): boolean => Math.abs(left - right) < 1e-6 * Math.max(1, right);

/** Clients differ in whether input includes cached tokens and output includes reasoning; the total decides. */
export function bucketsOf(facts: CostFacts, meta: Meta): Record<PlainBucket, number> {
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
    tier: text('tier'),
    gateway: text('gateway'),
  };
}

/** Splits audio and images off input and output, if the price has rates for them. */
function splitOf(
  plain: Record<PlainBucket, number>,
  meta: Meta,
  price: Price | null,
): Record<Bucket, number> {
  const { input, cacheRead, cacheWrite, output, reasoning } = plain;
  const audio = amount(meta, 'audioTokens');
  const images = amount(meta, 'imageTokens');
  const count = (name: string) => (typeof meta[name] === 'number' ? meta[name] : undefined);
  const out = output + reasoning;
  const audioOut = Math.min(count('audioOutputTokens') ?? Math.max(0, audio - input), out, audio);
  const audioOutput = price?.audioOutputPerMTok == null ? 0 : audioOut;
  const audioInput = price?.audioInputPerMTok == null ? 0 : Math.min(audio - audioOut, input);
  // Image models do not report how many output tokens are text.
  const imageOut = Math.min(count('imageOutputTokens') ?? output, out - audioOutput);
  const imageOutput = price?.imageOutputPerMTok == null ? 0 : imageOut;
  const imageIn = Math.max(0, images - (count('imageOutputTokens') ?? 0));
  const imageInput = price?.imageInputPerMTok == null ? 0 : Math.min(imageIn, input - audioInput);
  const cacheWrite1h =
    price?.cacheWrite1hPerMTok == null ? 0 : Math.min(amount(meta, 'cacheWrite1hTokens'), cacheWrite);
  const beyondText = Math.max(0, audioOutput + imageOutput - output);
  return {
    input: input - audioInput - imageInput,
    audioInput,
    imageInput,
    cacheRead,
    cacheWrite: cacheWrite - cacheWrite1h,
    cacheWrite1h,
    output: output - (audioOutput + imageOutput - beyondText),
    audioOutput,
    imageOutput,
    reasoning: reasoning - beyondText,
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

export function explainCost(facts: CostFacts, meta: Meta): Explained {
  const price = priceOf(meta['pricing']);
  const tokens = splitOf(bucketsOf(facts, meta), meta, price);
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
    imageTokens: amount(meta, 'imageTokens'),
    gateway: typeof meta['gateway'] === 'string' ? meta['gateway'] : '',
  };
}
