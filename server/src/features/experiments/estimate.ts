// POST /v1/experiments/estimate: what an experiment would cost, from the filled prompts and the prices.
import { usd } from '#lib/money';
import type { Context } from '#core/context';
import {
  costOfTokens,
  embedderSource,
  inputTokensOf,
  judgeSource,
  outputTokensOf,
  roughTokens,
  sourceById,
  type ModelSource,
} from '#services/models';
import { JUDGE_TOKENS, type Criterion } from '#services/scores';
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
  const rubricsOf = (type: Criterion['type']) =>
    criteria.flatMap((criterion) => (criterion.type === type ? [criterion.rubric] : []));
  const judged = rubricsOf('llm_judge');
  const similar = rubricsOf('embedding_similarity');
  const cells = { sample, variants: variants.length, nowMs };
  const judging = scoringCost(judged.length > 0 ? await judgeSource(ctx) : null, cells, judged, judgeTokens);
  const comparing = scoringCost(
    similar.length > 0 ? await embedderSource(ctx) : null,
    cells,
    similar,
    similarityTokens,
  );
  const scoring = {
    cost: add(judging.cost, comparing.cost),
    priceKnown: judging.priceKnown && comparing.priceKnown,
  };
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

interface ScoringTokens {
  asked: number;
  likely: number;
  high: number;
}

/** What scoring costs by these rubrics; free if there are none, or no model. */
function scoringCost(
  source: ModelSource | null,
  cells: { sample: readonly PlannedItem[]; variants: number; nowMs: number },
  rubrics: readonly string[],
  tokensOf: (rubric: string, item: PlannedItem) => ScoringTokens,
): { priceKnown: boolean; cost: Cost } {
  let [cost, priceKnown] = [FREE, true];
  if (!source) return { priceKnown, cost };
  for (const item of cells.sample)
    for (const rubric of rubrics) {
      const { asked, likely, high } = tokensOf(rubric, item);
      const priced = priceRange(source, asked, likely, high, cells.nowMs);
      if (priced) for (let of = 0; of < cells.variants; of += 1) cost = add(cost, priced);
      else priceKnown = false;
    }
  return { priceKnown, cost };
}

const judgeTokens = (rubric: string, item: PlannedItem): ScoringTokens => {
  const texts = roughTokens(rubric) + roughTokens(item.input) + roughTokens(item.expected ?? '');
  return { ...JUDGE_TOKENS, asked: texts + outputOf(item) + JUDGE_TOKENS.asked };
};

/** The answer and the reference text are read; nothing is written. */
const similarityTokens = (rubric: string, item: PlannedItem): ScoringTokens => ({
  asked: roughTokens(rubric) + roughTokens(item.expected ?? '') + outputOf(item),
  likely: 0,
  high: 0,
});
