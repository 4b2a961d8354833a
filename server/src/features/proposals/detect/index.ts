// Runs all detectors and keeps what is worth proposing.
import { MIN_SAVING_USD, MIN_SHARE_OF_SPEND } from '../thresholds.ts';
import { detectCheaperModels } from './cheaper-model.ts';
import { detectFailingVersions } from './failing-prompt-version.ts';
import type { ProposalFacts, FoundProposal, ModelPricing } from './facts.ts';
import { detectLongContexts } from './long-context.ts';
import { detectPromptCaching } from './prompt-caching.ts';
import { detectRepeatedCalls } from './repeated-calls.ts';

/** Scales savings from the window to a month. */
export function detectAll(
  facts: ProposalFacts,
  pricing: ModelPricing,
  windowsPerMonth: number,
): FoundProposal[] {
  const spent = new Map(facts.classes.map(({ project, projectCostUsd }) => [project, projectCostUsd]));
  const found = [
    ...detectCheaperModels(facts, pricing),
    ...detectPromptCaching(facts, pricing),
    ...detectRepeatedCalls(facts),
    ...detectFailingVersions(facts),
    ...detectLongContexts(facts, pricing),
  ];
  return found
    .filter(({ kind, project, savingUsd }) => {
      // A worse prompt is worth reporting at any cost.
      if (kind === 'failing_prompt_version') return true;
      const least = Math.max(
        MIN_SAVING_USD / windowsPerMonth,
        (spent.get(project) ?? 0) * MIN_SHARE_OF_SPEND,
      );
      return savingUsd >= least;
    })
    .map((each) => aMonth(each, windowsPerMonth));
}

const aMonth = (found: FoundProposal, windows: number): FoundProposal => ({
  ...found,
  savingUsd: found.savingUsd * windows,
});
