// Detects large inputs that seem to share a prefix, come in quick succession and are billed in full. Content
// is encrypted, so only lengths are visible: the shortest input of each day hardly varies and is most of a
// typical input.
import { dollars, percent } from '#lib/wording';
import { PROMPT_CACHING } from '../thresholds.ts';
import { callCost, meanUsage, shareOfSpent } from './class-cost.ts';
import { causeOf, callClassOf, type ProposalFacts, type FoundProposal, type ModelPricing } from './facts.ts';
import { namedClass, roundedMicros, whole } from './wording.ts';
import type { ClassFigures } from '../records/class-figures.ts';

interface Cacheable {
  /** The length of the probable common prefix. */
  tokens: number;
  /** Calls that would read from the cache, and calls that would write to it. */
  hits: number;
  writes: number;
}

export const detectPromptCaching = ({ classes }: ProposalFacts, pricing: ModelPricing): FoundProposal[] =>
  classes.flatMap((each) => {
    const cacheable = cacheableOf(each);
    const found = cacheable && foundFor(each, cacheable, pricing);
    return found ? [found] : [];
  });

const wholeInput = ({ usage }: ClassFigures): number =>
  usage.uncachedInput + usage.cacheRead + usage.cacheWrite;

export function cacheableOf(each: ClassFigures): Cacheable | null {
  const { input, usage, dailyLeastInput } = each;
  const served = each.calls - each.errors;
  if (served < PROMPT_CACHING.leastCalls) return null;
  if (usage.cacheRead > wholeInput(each) * PROMPT_CACHING.mostCachedShare) return null;
  const least = dailyLeastInput.toSorted((left, right) => left - right);
  const at = (share: number): number => least[Math.round((least.length - 1) * share)] ?? 0;
  const middle = at(0.5);
  // Tolerates one odd day in ten on either side.
  if (middle <= 0 || at(0.9) - at(0.1) > middle * PROMPT_CACHING.mostSpread) return null;
  // The daily minimum may be chance, so the p05 of all calls limits it.
  const tokens = Math.floor(Math.min(middle, input.p05));
  if (tokens < leastTokens(each) || tokens < input.p50 * PROMPT_CACHING.leastShareOfMedian) return null;
  const writes = each.slots;
  const hits = served - writes;
  return hits < served * PROMPT_CACHING.leastWarmShare ? null : { tokens, hits, writes };
}

const leastTokens = ({ provider, model }: ClassFigures): number =>
  PROMPT_CACHING.leastTokensOf.find((each) => each.provider === provider && each.model.test(model))?.tokens ??
  PROMPT_CACHING.leastTokens;

function foundFor(each: ClassFigures, cacheable: Cacheable, pricing: ModelPricing): FoundProposal | null {
  const { provider, model } = each;
  const served = each.calls - each.errors;
  const usage = meanUsage(each.usage, served);
  const moved = Math.min(cacheable.tokens, usage.uncachedInput);
  const uncachedInput = usage.uncachedInput - moved;
  const now = callCost(pricing, each, usage);
  const hit = callCost(pricing, each, {
    ...usage,
    uncachedInput,
    cacheRead: usage.cacheRead + moved,
  });
  const write = callCost(pricing, each, {
    ...usage,
    uncachedInput,
    cacheWrite: usage.cacheWrite + moved,
  });
  // A provider that does not cache the model charges the full price.
  if (now === null || hit === null || write === null || now <= 0 || hit >= now) return null;
  const savedUsd = cacheable.hits * (now - hit) - cacheable.writes * (write - now);
  const savingUsd = shareOfSpent(each.costUsd, now * served, savedUsd);
  const explicit = provider === 'anthropic';
  return {
    kind: 'prompt_caching',
    project: each.project,
    cause: causeOf(each),
    title: `Have ${model} cache the beginning of the inputs of ${namedClass(each)}`,
    detail:
      `${whole(served)} calls send about ${whole(each.input.p50)} tokens each, never much less than ${whole(cacheable.tokens)}, and ` +
      `${percent(each.usage.cacheRead / Math.max(1, wholeInput(each)))} of it is read from the cache. ${percent(cacheable.hits / served)} of the calls come within the same five minutes as ` +
      `an earlier one. If the first ${whole(cacheable.tokens)} tokens are the same each time, the calls would cost ` +
      `${dollars(each.costUsd - savingUsd)} instead of ${dollars(each.costUsd)}${write > now ? ', including the cost of filling the cache' : ''}. ` +
      (explicit
        ? 'Mark the end of the fixed part with cache_control.'
        : 'The provider caches common prefixes automatically: put changing parts (times, ids, the question) after the fixed ones.'),
    callIds: each.callIds,
    traceIds: each.traceIds,
    values: {
      ...callClassOf(each),
      caching: explicit ? 'explicit' : 'automatic',
      calls: served,
      hits: cacheable.hits,
      writes: cacheable.writes,
      cacheableTokens: cacheable.tokens,
      medianInputTokens: Math.round(each.input.p50),
      cachedShare: roundedMicros(each.usage.cacheRead / Math.max(1, wholeInput(each))),
      spentUsd: roundedMicros(each.costUsd),
      cachedUsd: roundedMicros(each.costUsd - savingUsd),
      listedUsd: roundedMicros(now * served),
      savedPerHitUsd: now - hit,
      extraPerWriteUsd: write - now,
    },
    savingUsd,
    // If the provider caches automatically but did not, the prefixes may differ.
    confidence: explicit ? 0.6 : 0.4,
  };
}
