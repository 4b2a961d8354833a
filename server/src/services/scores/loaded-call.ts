import type { CallRecord } from '#records';
import { say } from './evaluators/sentences.ts';
import type { EvalReason } from './reasons.ts';
import type { Reasoning } from './sentences.ts';

/** The reason why there is nothing to score. */
interface Missing {
  /** A reason of the store if the output could not be stored. */
  reason: EvalReason | (string & {});
  said: Reasoning;
  costMicros: number;
}

export type LoadedCall = { call: CallRecord; missing: null } | { call: null; missing: Missing };

export const missing = (reason: Missing['reason'], said: Reasoning, costMicros = 0): LoadedCall => ({
  call: null,
  missing: { reason, said, costMicros },
});

/** For an item of a dataset that has no expected output. */
export const noExpectedOutput = (): LoadedCall =>
  missing('no_expected_output', say('no_expected_output', {}));
