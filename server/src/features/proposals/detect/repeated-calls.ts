// Detects calls with the same input as an earlier call of the same day. A cached answer would do if the same
// answer is wanted.
import { dollars, percent } from '#lib/wording';
import { REPEATED_CALLS } from '../thresholds.ts';
import { causeOf, callClassOf, sameClass, type ProposalFacts, type FoundProposal } from './facts.ts';
import { namedClass, roundedMicros, whole } from './wording.ts';
import type { RepeatFigures } from '../records/repeated-inputs.ts';

export const detectRepeatedCalls = ({ repeats, classes }: ProposalFacts): FoundProposal[] =>
  repeats
    .filter((each) => each.repeats >= REPEATED_CALLS.leastRepeats)
    .map((each) => {
      const figures = classes.find((one) => sameClass(one, each));
      // A class beyond the query limit has at least these calls.
      return foundFor(each, figures ? figures.calls - figures.errors : each.calls);
    });

function foundFor(each: RepeatFigures, served: number): FoundProposal {
  const share = each.repeats / served;
  const embedding = /embed/i.test(each.model);
  return {
    kind: 'repeated_calls',
    project: each.project,
    cause: causeOf(each),
    title: `Reuse answers for ${namedClass(each)} instead of asking ${each.model} again`,
    detail:
      `${whole(each.repeats)} of ${whole(served)} calls (${percent(share)}) had exactly the input of another call of the same day and model, one of them ` +
      `${whole(each.most)} times in a day. All but the first of each day cost ${dollars(each.repeatsCostUsd)}. ` +
      (embedding
        ? 'The same input gives the same embedding.'
        : 'The temperature is not known: dismiss this if you want different answers to the same input.'),
    callIds: each.callIds,
    traceIds: each.traceIds,
    values: {
      ...callClassOf(each),
      sameAnswer: embedding ? 'certain' : 'unknown',
      calls: served,
      repeats: each.repeats,
      mostInADay: each.most,
      repeatsCostUsd: roundedMicros(each.repeatsCostUsd),
    },
    savingUsd: each.repeatsCostUsd,
    confidence: embedding ? 0.95 : share >= 0.5 ? 0.7 : 0.6,
  };
}
