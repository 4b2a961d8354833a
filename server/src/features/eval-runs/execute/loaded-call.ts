import type { CallRecord } from '#records';

/** Why there is nothing to score. */
export interface Missing {
  reason: string;
  message: string;
  costMicros: number;
}

export type LoadedCall = { call: CallRecord; missing: null } | { call: null; missing: Missing };

export const missing = (reason: string, message: string, costMicros = 0): LoadedCall => ({
  call: null,
  missing: { reason, message, costMicros },
});
