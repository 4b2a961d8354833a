// Proposes a cheaper model of the same provider for a class of calls, either because the class is clearly
// simple or because the cheaper model scored as well on the same use.
import { dollars, percent } from '#lib/wording';
import { CHEAPER_MODEL } from '../thresholds.ts';
import { cheaperSiblings } from './cheaper-siblings.ts';
import { callCost, meanUsage, shareOfSpent } from './class-cost.ts';
import { ClassScores, type ComparedScores } from './class-scores.ts';
import { causeOf, callClassOf, type ProposalFacts, type FoundProposal, type ModelPricing } from './facts.ts';
import { namedClass, roundedMicros, whole } from './wording.ts';
import type { ClassFigures } from '../records/class-figures.ts';

interface Choice {
  model: string;
  /** Cost of the class at list prices, with the current and with the proposed model. */
  ownUsd: number;
  proposedUsd: number;
  compared: ComparedScores;
}

export function detectCheaperModels(facts: ProposalFacts, pricing: ModelPricing): FoundProposal[] {
  const scores = new ClassScores(facts.scores);
  return facts.classes.flatMap((each) => {
    const choice = chooseModel(each, scores, pricing);
    return choice ? [foundFor(each, choice)] : [];
  });
}

function chooseModel(each: ClassFigures, scores: ClassScores, pricing: ModelPricing): Choice | null {
  const served = each.calls - each.errors;
  if (served < CHEAPER_MODEL.leastCalls || each.costUsd <= 0) return null;
  if (each.errors / each.calls > CHEAPER_MODEL.mostErrorRateScored) return null;
  const usage = meanUsage(each.usage, served);
  const own = callCost(pricing, each, usage);
  if (own === null || own <= 0) return null;
  const cheaper = cheaperSiblings(each.provider, each.model).flatMap((model): Choice[] => {
    const cost = callCost(pricing, { ...each, model }, usage);
    if (cost === null || cost > own * CHEAPER_MODEL.mostCostShare) return [];
    const compared = scores.compare(each, model);
    return [{ model, ownUsd: own * served, proposedUsd: cost * served, compared }];
  });
  const scored = cheaper.filter(({ compared }) => compared.verdict === 'as_good');
  if (scored.length > 0)
    return scored.reduce((least, next) => (next.proposedUsd < least.proposedUsd ? next : least));
  // The next smaller model that did not score worse.
  return isSimple(each) ? (cheaper.find(({ compared }) => compared.verdict !== 'worse') ?? null) : null;
}

function isSimple(each: ClassFigures): boolean {
  const { calls, errors, withTools, input, outputP95, usage } = each;
  const served = calls - errors;
  const output = usage.outputText + usage.reasoning;
  return (
    input.p95 <= CHEAPER_MODEL.mostInputP95 &&
    // No output means an embedding or missing usage.
    output > 0 &&
    outputP95 <= CHEAPER_MODEL.mostOutputP95 &&
    withTools <= served * CHEAPER_MODEL.mostToolShare &&
    errors <= calls * CHEAPER_MODEL.mostErrorRate &&
    usage.reasoning <= output * CHEAPER_MODEL.mostReasoningShare &&
    usage.audio === 0
  );
}

function foundFor(each: ClassFigures, { model, ownUsd, proposedUsd, compared }: Choice): FoundProposal {
  const scored = compared.verdict === 'as_good';
  const served = each.calls - each.errors;
  const why = scored
    ? `It was scored at least as well on the same use: ${compared.criteria.map(inWords).join(', ')}.`
    : `They are short: 95 % of them have at most ${whole(each.input.p95)} tokens of input and ${whole(each.outputP95)} of output, ` +
      `${whole(each.withTools)} called a tool and ${percent(each.errors / each.calls)} failed. ${model} has no scores on them yet: try it before you change.`;
  return {
    kind: 'cheaper_model',
    project: each.project,
    cause: causeOf(each),
    title: `Use ${model} instead of ${each.model} for ${namedClass(each)}`,
    detail:
      `${whole(served)} calls cost ${dollars(each.costUsd)}. With the same tokens ${model} costs ${percent(proposedUsd / ownUsd)} of what ` +
      `${each.model} does. ${why}`,
    callIds: each.callIds,
    traceIds: each.traceIds,
    values: {
      proposedModel: model,
      ...callClassOf(each),
      basis: scored ? 'scores' : 'simple',
      calls: served,
      spentUsd: roundedMicros(each.costUsd),
      listedUsd: roundedMicros(ownUsd),
      proposedUsd: roundedMicros(proposedUsd),
      inputP95: Math.round(each.input.p95),
      outputP95: Math.round(each.outputP95),
      toolCalls: each.withTools,
      errorRate: roundedMicros(each.errors / each.calls),
      ...Object.fromEntries(
        (scored ? compared.criteria : []).flatMap(({ source, own, proposed, ownScores, proposedScores }) => [
          [`score:${source}:${each.model}`, roundedMicros(own)],
          [`scores:${source}:${each.model}`, ownScores],
          [`score:${source}:${model}`, roundedMicros(proposed)],
          [`scores:${source}:${model}`, proposedScores],
        ]),
      ),
    },
    savingUsd: shareOfSpent(each.costUsd, ownUsd, ownUsd - proposedUsd),
    confidence: confidenceOf(scored, compared.close, served),
  };
}

const inWords = ({
  source,
  own,
  proposed,
  ownScores,
  proposedScores,
}: ComparedScores['criteria'][number]): string =>
  `${source === 'human' ? 'by people' : `by criterion ${source}`} ${proposed.toFixed(2)} (${whole(proposedScores)} scores) against ${own.toFixed(2)} (${whole(ownScores)})`;

function confidenceOf(scored: boolean, close: boolean, calls: number): number {
  if (scored) return close ? 0.9 : 0.8;
  return calls >= 1_000 ? 0.6 : 0.5;
}
