import type { JsonObject } from '#records';
import { isLastDay } from './calendar.ts';
import type { Random } from './random.ts';

export interface SampleFailure {
  error: string;
  errorDetails: JsonObject;
  latencyMs: number;
  /** True if the client succeeds after a short wait. */
  passes: boolean;
}

const RATE_LIMIT: SampleFailure = {
  error: 'rate_limit_exceeded',
  errorDetails: {
    type: 'rate_limit_error',
    code: 'rate_limit_exceeded',
    status: 429,
    message: 'Rate limit reached for tokens per minute. Please try again in 1.4 s.',
  },
  latencyMs: 190,
  passes: true,
};

const TIMEOUT: SampleFailure = {
  error: 'timeout',
  errorDetails: { type: 'timeout', status: 504, message: 'No answer within 30 s.' },
  latencyMs: 30_000,
  passes: false,
};

const CONTEXT_LENGTH: SampleFailure = {
  error: 'context_length_exceeded',
  errorDetails: {
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
    status: 400,
    message: 'The input has more tokens than the context window of the model holds.',
  },
  latencyMs: 420,
  passes: false,
};

const USUAL = 0.03;
const LAST_DAY = 0.08;

export function failureAt(random: Random, atMs: number, nowMs: number): SampleFailure | null {
  if (!random.chance(isLastDay(atMs, nowMs) ? LAST_DAY : USUAL)) return null;
  return random.one([RATE_LIMIT, RATE_LIMIT, TIMEOUT, CONTEXT_LENGTH]);
}
