// Detects sessions and traces whose input keeps growing while the answers stay short. Tokens beyond the usual
// length of the class could be summarised or dropped.
import { dollars } from '#lib/wording';
import { LONG_CONTEXT } from '../thresholds.ts';
import { callCost, meanUsage, shareOfSpent } from './class-cost.ts';
import {
  causeOf,
  callClassOf,
  sameClass,
  type ProposalFacts,
  type FoundProposal,
  type ModelPricing,
} from './facts.ts';
import { namedClass, roundedMicros, whole } from './wording.ts';
import type { ClassFigures } from '../records/class-figures.ts';
import type { LongContextFigures, LongContextQuestion } from '../records/long-contexts.ts';

const MAX_CLASSES = 50;

/** Selects classes with a call far above their median. Usually there is none, and no query runs. */
export const longContextQuestion = (classes: readonly ClassFigures[]): LongContextQuestion => ({
  classes: classes
    .filter(({ calls, input }) => calls >= LONG_CONTEXT.leastClassCalls && input.max >= reach(input.p50))
    .slice(0, MAX_CLASSES)
    .map(({ project, provider, model, classKind, className, input }) => ({
      project,
      provider,
      model,
      classKind,
      className,
      reaches: reach(input.p50),
      cutTo: input.p75,
    })),
  leastCalls: LONG_CONTEXT.leastCalls,
  leastGrowth: LONG_CONTEXT.leastGrowth,
  mostOutputGrowth: LONG_CONTEXT.mostOutputGrowth,
});

const reach = (median: number): number =>
  Math.max(LONG_CONTEXT.leastTokens, median * LONG_CONTEXT.timesMedian);

export const detectLongContexts = (
  { longContexts, classes }: ProposalFacts,
  pricing: ModelPricing,
): FoundProposal[] =>
  longContexts.flatMap((each) => {
    const figures = classes.find((one) => sameClass(one, each));
    const found = figures && foundFor(each, figures, pricing);
    return found ? [found] : [];
  });

function foundFor(
  each: LongContextFigures,
  figures: ClassFigures,
  pricing: ModelPricing,
): FoundProposal | null {
  const { model, longCalls, usage } = each;
  if (each.threads < LONG_CONTEXT.leastThreads || longCalls < LONG_CONTEXT.leastLongCalls) return null;
  const input = usage.uncachedInput + usage.cacheRead + usage.cacheWrite;
  if (input <= 0) return null;
  const mean = meanUsage(usage, longCalls);
  // The removed tokens have the same share of cached tokens as the class.
  const kept = 1 - each.excessTokens / input;
  const cut = {
    ...mean,
    uncachedInput: mean.uncachedInput * kept,
    cacheRead: mean.cacheRead * kept,
    cacheWrite: mean.cacheWrite * kept,
  };
  const now = callCost(pricing, figures, mean);
  const then = callCost(pricing, figures, cut);
  if (now === null || then === null || then >= now) return null;
  const { p50, p75 } = figures.input;
  return {
    kind: 'long_context',
    project: each.project,
    cause: causeOf(each),
    title: `Shorten the growing context of ${namedClass(each)} (${model})`,
    detail:
      `Along ${whole(each.threads)} sessions or traces the input grows to as much as ${whole(each.longest)} tokens, while half of all calls ` +
      `have at most ${whole(p50)}; the output does not grow. ${whole(longCalls)} of their calls exceed ${whole(p75)} tokens, which is enough for three of four calls, and cost ` +
      `${dollars(each.costUsd)}. Cut to that length, by summarising or dropping old content, they would cost ${dollars(shareOfSpent(each.costUsd, now, then))}.`,
    callIds: each.callIds,
    traceIds: each.traceIds,
    values: {
      ...callClassOf(each),
      threads: each.threads,
      longCalls,
      longestInputTokens: each.longest,
      medianInputTokens: Math.round(p50),
      cutToTokens: Math.round(p75),
      excessTokens: Math.round(each.excessTokens),
      spentUsd: roundedMicros(each.costUsd),
      listedUsd: roundedMicros(now * longCalls),
      cutUsd: roundedMicros(then * longCalls),
    },
    savingUsd: shareOfSpent(each.costUsd, now, now - then),
    confidence: 0.5,
  };
}
