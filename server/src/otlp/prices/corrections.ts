// Prices that the price table has wrong, has under another name, or lacks: the last word. `source` is where the
// vendor publishes them. A test fails if both public lists contradict one. The table's price applies to everything
// that is not listed here. `null` removes a price: the seller does not sell under that name, and no price is
// better than another seller's. Change CORRECTIONS_VERSION with the table: it is stored as the price version of
// costs.
import { matchesGlob } from '#lib/glob';
import { flatRates, type Rates } from './rates.ts';
import type { Rate } from './table/form.ts';

export const CORRECTIONS_VERSION = '2026-11-19';

export interface PriceCorrection {
  /** A vendor or gateway, by its id in the price table. */
  seller: string;
  /** A name; may contain `*`. */
  model: string;
  /** Valid from this time. Before it, the previous entry applies, else the table. */
  from?: string;
  rates: Rates | null;
  source: string;
}

const text = (input: Rate, output: Rate, cacheRead?: Rate): Rates => ({
  ...flatRates(0, 0),
  input,
  output,
  cacheRead,
  audioInput: undefined,
  audioOutput: undefined,
  imageInput: input,
  imageOutput: undefined,
});

const above = (start: number, base: number, price: number): Rate => ({ base, tiers: [{ start, price }] });

const FINE_TUNES = 'openai.com/api/pricing, fine-tuning';
const MISTRAL = 'mistral.ai/pricing';
const DEEPSEEK = 'api-docs.deepseek.com/quick_start/pricing';
/**
 * Too old for LiteLLM's list. The table has the same figures for 1.5 under OpenRouter's names
 * (`gemini-pro-1.5`).
 */
const GEMINI = 'ai.google.dev/gemini-api/docs/pricing';
const HUNDRED_TWENTY_EIGHT_K = 128_000;

/** The last valid match applies. */
export const CORRECTIONS: readonly PriceCorrection[] = [
  // Open weights that OpenAI does not serve; the table has the price of another seller.
  { seller: 'openai', model: 'gpt-oss-*', rates: null, source: 'openai.com/open-models' },
  { seller: 'openai', model: 'ft:gpt-4o-mini-2024-*', rates: text(0.3, 1.2, 0.15), source: FINE_TUNES },
  { seller: 'openai', model: 'ft:gpt-4o-2024-*', rates: text(3.75, 15, 1.875), source: FINE_TUNES },
  { seller: 'openai', model: 'ft:gpt-4.1*', rates: text(3, 12, 0.75), source: FINE_TUNES },
  { seller: 'openai', model: 'ft:gpt-4.1-mini*', rates: text(0.8, 3.2, 0.2), source: FINE_TUNES },
  { seller: 'openai', model: 'ft:gpt-4.1-nano*', rates: text(0.2, 0.8, 0.05), source: FINE_TUNES },
  { seller: 'openai', model: 'ft:o4-mini*', rates: text(4, 16, 1), source: FINE_TUNES },
  { seller: 'openai', model: 'ft:davinci-002*', rates: text(12, 12), source: FINE_TUNES },
  { seller: 'openai', model: 'ft:babbage-002*', rates: text(1.6, 1.6), source: FINE_TUNES },

  {
    seller: 'anthropic',
    model: 'claude-instant*',
    rates: text(0.8, 2.4),
    source: 'claude.com/pricing, 2024; supported by what Bedrock asks',
  },

  {
    seller: 'google',
    model: 'gemini-1.5-flash-8b*',
    rates: text(
      above(HUNDRED_TWENTY_EIGHT_K, 0.0375, 0.075),
      above(HUNDRED_TWENTY_EIGHT_K, 0.15, 0.3),
      above(HUNDRED_TWENTY_EIGHT_K, 0.01, 0.02),
    ),
    source: GEMINI,
  },
  {
    seller: 'google',
    model: 'gemini-1.5-pro*',
    rates: text(
      above(HUNDRED_TWENTY_EIGHT_K, 1.25, 2.5),
      above(HUNDRED_TWENTY_EIGHT_K, 5, 10),
      above(HUNDRED_TWENTY_EIGHT_K, 0.3125, 0.625),
    ),
    source: GEMINI,
  },
  { seller: 'google', model: 'gemini-pro', rates: text(0.5, 1.5), source: `${GEMINI}, Gemini 1.0 Pro` },
  { seller: 'google', model: 'gemini-1.0-pro*', rates: text(0.5, 1.5), source: `${GEMINI}, Gemini 1.0 Pro` },

  { seller: 'mistral', model: 'mistral-embed', rates: text(0.1, 0), source: MISTRAL },
  { seller: 'mistral', model: 'codestral-embed*', rates: text(0.15, 0), source: MISTRAL },
  { seller: 'mistral', model: 'mistral-large-latest', rates: text(2, 6), source: MISTRAL },
  {
    seller: 'mistral',
    model: 'mistral-large-latest',
    from: '2025-12-02T00:00:00Z',
    rates: text(0.5, 1.5, 0.05),
    source: `${MISTRAL}, Mistral Large 3`,
  },
  { seller: 'mistral', model: 'mistral-large-2402', rates: text(4, 12), source: MISTRAL },
  // `mistral-small-2506` is left out: lists disagree about it (0.06 / 0.18, 0.1 / 0.3).
  {
    seller: 'mistral',
    model: 'mistral-small-2409',
    rates: text(0.2, 0.6),
    source: `${MISTRAL}; supported by llmdex.pankajk.tech for the model of September 2024`,
  },
  {
    seller: 'mistral',
    model: 'mistral-small-2503',
    rates: text(0.1, 0.3),
    source: `${MISTRAL}; supported by what Azure, watsonx and OpenRouter ask`,
  },
  { seller: 'mistral', model: 'ministral-3b-2410', rates: text(0.04, 0.04), source: MISTRAL },
  { seller: 'mistral', model: 'ministral-3b-latest', rates: text(0.04, 0.04), source: MISTRAL },
  {
    seller: 'mistral',
    model: 'ministral-3b-latest',
    from: '2025-12-02T00:00:00Z',
    rates: text(0.1, 0.1, 0.01),
    source: `${MISTRAL}, Ministral 3 3B; from the day that the table has for ministral-8b-latest`,
  },
  { seller: 'mistral', model: 'pixtral-12b-2409', rates: text(0.15, 0.15), source: MISTRAL },
  { seller: 'mistral', model: 'open-mixtral-8x22b*', rates: text(2, 6), source: MISTRAL },
  { seller: 'mistral', model: 'devstral-medium-2507', rates: text(0.4, 2), source: MISTRAL },

  // The price at night ended on 5 September 2025; V3.2 brought one price for both names on 29 September.
  ...['deepseek-chat', 'deepseek-reasoner'].flatMap((model): PriceCorrection[] => [
    {
      seller: 'deepseek',
      model,
      from: '2025-09-05T16:00:00Z',
      rates: text(0.56, 1.68, 0.07),
      source: DEEPSEEK,
    },
    {
      seller: 'deepseek',
      model,
      from: '2025-09-29T00:00:00Z',
      rates: text(0.28, 0.42, 0.028),
      source: DEEPSEEK,
    },
  ]),
  // Names of weights and of other sellers, which the table confuses with the two above.
  { seller: 'deepseek', model: 'deepseek-chat-*', rates: null, source: DEEPSEEK },
  { seller: 'deepseek', model: 'deepseek-r1-*', rates: null, source: DEEPSEEK },
];

/** All corrections for a name, oldest first. */
export const correctionsFor = (seller: string, model: string): readonly PriceCorrection[] =>
  CORRECTIONS.filter((entry) => entry.seller === seller && matchesGlob(entry.model, model));

/** Undefined if the table's price applies. */
export const correctionAt = (
  corrections: readonly PriceCorrection[],
  atMs: number,
): PriceCorrection | undefined =>
  corrections.findLast(({ from }) => from === undefined || Date.parse(from) <= atMs);
