// POST /v1/experiments/estimate: what an experiment would cost, from the filled prompts and the prices.
import { usd } from '#lib/money';
import type { Context } from '#core/context';
import {
  costOfTokens,
  inputTokensOf,
  judgeSource,
  outputTokensOf,
  roughTokens,
  sourceById,
  type ModelSource,
} from '#services/models';
import { JUDGE_TOKENS } from '#services/scores';
import { planExperiment, type PlannedItem } from './create.ts';
import type { ExperimentEstimate, NewExperiment } from './schemas.ts';
import { orderFor, type StoredVariant } from './variants.ts';

/** Evenly spread. Filling more prompts would hardly change the sum. */
const SAMPLED = 500;
/** Tokens of an answer to an item without an expected output. */
const USUAL_OUTPUT = 300;

interface Cost {
  low: number;
  likely: number;
  high: number;
}

export async function estimateExperiment(ctx: Context, input: NewExperiment): Promise<ExperimentEstimate> {
  const { items, variants, criteria, repetitions } = await planExperiment(ctx, input);
  const step = Math.max(1, Math.ceil(items.length / SAMPLED));
  const sample = items.filter((_, at) => at % step === 0);
  const scale = (items.length / sample.length) * repetitions;
  const nowMs = ctx.clock.now();
  const perVariant = await Promise.all(
    variants.map(async (variant) => {
      const source =
        variant.connectionId === null
          ? null
          : await sourceById(ctx, variant.connectionId, variant.model ?? undefined);
      return { variant, ...sampleCost(source, variant, sample, nowMs) };
    }),
  );
  const judged = criteria.filter(({ type }) => type === 'llm_judge');
  const scoring = await judgeCost(
    ctx,
    sample,
    variants.length,
    judged.map(({ rubric }) => rubric),
  );
  const sum = [...perVariant.map(({ cost }) => cost), scoring.cost].reduce(add);
  return {
    itemCount: items.length,
    cellCount: items.length * variants.length * repetitions,
    sampledItems: sample.length,
    priceKnown: perVariant.every(({ priceKnown }) => priceKnown) && scoring.priceKnown,
    variants: perVariant.map(({ variant, inputTokens, priceKnown, cost }) =>
      Object.assign(scaled(cost, scale), {
        name: variant.name,
        model: variant.model,
        inputTokens: Math.round(inputTokens * scale),
        priceKnown,
      }),
    ),
    scoring: {
      judgedCells: judged.length * items.length * variants.length * repetitions,
      priceKnown: scoring.priceKnown,
      ...scaled(scoring.cost, scale),
    },
    total: scaled(sum, scale),
  };
}

const FREE: Cost = { low: 0, likely: 0, high: 0 };

const add = (one: Cost, other: Cost): Cost => ({
  low: one.low + other.low,
  likely: one.likely + other.likely,
  high: one.high + other.high,
});

const scaled = ({ low, likely, high }: Cost, scale: number) => ({
  lowUsd: usd(low * scale),
  likelyUsd: usd(likely * scale),
  highUsd: usd(high * scale),
});

const outputOf = ({ expected }: PlannedItem): number =>
  expected === null ? USUAL_OUTPUT : roughTokens(expected);

function sampleCost(
  source: ModelSource | null,
  variant: StoredVariant,
  sample: readonly PlannedItem[],
  nowMs: number,
): { inputTokens: number; priceKnown: boolean; cost: Cost } {
  // Own code costs nothing here.
  if (!source) return { inputTokens: 0, priceKnown: true, cost: FREE };
  let [inputTokens, cost, priceKnown] = [0, FREE, true];
  for (const item of sample) {
    const order = orderFor(variant, item.input);
    const tokens = inputTokensOf(order);
    const most = outputTokensOf(order);
    const priced = priceRange(source, tokens, Math.min(most, outputOf(item)), most, nowMs);
    inputTokens += tokens;
    if (priced) cost = add(cost, priced);
    else priceKnown = false;
  }
  return { inputTokens, priceKnown, cost };
}

function priceRange(
  source: ModelSource,
  input: number,
  likely: number,
  most: number,
  nowMs: number,
): Cost | null {
  const of = (output: number): number | null => costOfTokens(source, { input, output }, nowMs);
  const [low, middle, high] = [of(0), of(likely), of(most)];
  return low === null || middle === null || high === null ? null : { low, likely: middle, high };
}

async function judgeCost(
  ctx: Context,
  sample: readonly PlannedItem[],
  variants: number,
  rubrics: readonly string[],
): Promise<{ priceKnown: boolean; cost: Cost }> {
  const source = rubrics.length === 0 ? null : await judgeSource(ctx);
  if (!source) return { priceKnown: true, cost: FREE };
  const nowMs = ctx.clock.now();
  let [cost, priceKnown] = [FREE, true];
  for (const item of sample)
    for (const rubric of rubrics) {
      const texts = roughTokens(rubric) + roughTokens(item.input) + roughTokens(item.expected ?? '');
      const asked = texts + outputOf(item) + JUDGE_TOKENS.asked;
      const priced = priceRange(source, asked, JUDGE_TOKENS.likely, JUDGE_TOKENS.high, nowMs);
      if (priced) for (let of = 0; of < variants; of += 1) cost = add(cost, priced);
      else priceKnown = false;
    }
  return { priceKnown, cost };
}
