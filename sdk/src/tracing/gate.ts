// The run-time gate from the side of an agent: ask, wait for a person if one has to decide, take the step, and
// give the held money back if the step was not taken.
import { context } from '@opentelemetry/api';
import { unwrap, type TracewellClient } from '../client.ts';
import { toTracewellError } from '../errors.ts';
import type { Schemas } from '../operations.ts';
import { untraced, withScope } from './context.ts';

/** A step, as POST /v1/gate/check takes it. */
export type GateStep = Schemas['GateCheck'];

export interface GateCheckOptions {
  /** What applies if the service does not answer: `allow` unless set. */
  onUnavailable?: 'allow' | 'deny';
  /** How long the check may take; 1,000 ms unless set. */
  timeoutMs?: number;
}

export interface GateRunOptions extends GateCheckOptions {
  /** `wait` (default) waits for a person to decide; `refuse` throws at once. */
  approval?: 'wait' | 'refuse';
  /** How long to wait for a person; 10 minutes unless set. */
  approvalTimeoutMs?: number;
  signal?: AbortSignal;
}

export interface StepVerdict extends Pick<
  Schemas['GateAnswer'],
  'decision' | 'reasons' | 'approvalId' | 'hold'
> {
  /** Null if the service did not answer. */
  gateCheckId: string | null;
  isUnavailable: boolean;
}

/** The step is not allowed. */
export class GateDenied extends Error {
  readonly reasons: StepVerdict['reasons'];
  /** Set if a person was asked. */
  readonly approvalId: string | null;
  /** What became of the question: `pending` if the wait was too long. */
  readonly approval: Schemas['GateApproval']['status'] | null;

  constructor(
    message: string,
    verdict: Pick<StepVerdict, 'reasons' | 'approvalId'>,
    approval: GateDenied['approval'] = null,
  ) {
    super(message);
    this.name = 'GateDenied';
    this.reasons = verdict.reasons;
    this.approvalId = verdict.approvalId;
    this.approval = approval;
  }
}

export interface Gate {
  /** It never rejects. */
  check(step: GateStep, options?: GateCheckOptions): Promise<StepVerdict>;
  /** Rejects with `GateDenied` if the step is not allowed, otherwise with what the function throws. */
  run<T>(step: GateStep, fn: (verdict: StepVerdict) => T | Promise<T>, options?: GateRunOptions): Promise<T>;
}

const TIMEOUT_MS = 1_000;
const APPROVAL_MS = 600_000;
/** The client gives up an answer that has not begun after 30 seconds. */
const WAIT_SECONDS = 20;
const PAUSE_MS = 1_000;
const HOLD_SECONDS = 300;

export function newGate(client: TracewellClient, onError: (error: Error) => void): Gate {
  const check: Gate['check'] = async (step, options = {}) => {
    const { onUnavailable = 'allow', timeoutMs = TIMEOUT_MS } = options;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await untraced(() => unwrap(client.POST('/v1/gate/check', { body: step, signal })));
      return { ...answer, isUnavailable: false };
    } catch (error) {
      const failure = toTracewellError(error);
      onError(failure);
      // A key that may only read holds nothing. Its steps are checked all the same.
      if (failure.status === 403 && step.holdSeconds != null)
        return check({ ...step, holdSeconds: null }, options);
      const none = { reasons: [], approvalId: null, hold: null, gateCheckId: null, isUnavailable: true };
      return { ...none, decision: onUnavailable };
    }
  };

  const decided = async (verdict: StepVerdict, id: string, options: GateRunOptions): Promise<void> => {
    const deadline = performance.now() + (options.approvalTimeoutMs ?? APPROVAL_MS);
    for (;;) {
      options.signal?.throwIfAborted();
      const left = deadline - performance.now();
      const wait = Math.max(0, Math.min(WAIT_SECONDS, Math.floor(left / 1000)));
      const status = await approvalStatus(id, wait, options.signal);
      if (status === 'approved') return;
      if (status === 'denied' || status === 'expired') {
        throw new GateDenied(`The approval ${id} was ${status}.`, verdict, status);
      }
      if (left <= 0) throw new GateDenied(`Nobody has decided about ${id} in time.`, verdict, 'pending');
      // Without a long answer, do not ask again and again.
      if (wait === 0 || status === undefined) {
        await new Promise((resolve) => setTimeout(resolve, Math.min(PAUSE_MS, Math.max(0, left))));
      }
    }
  };

  /** Undefined if the service does not answer, which may pass. */
  const approvalStatus = async (id: string, wait: number, signal: AbortSignal | undefined) => {
    try {
      const asked = untraced(() =>
        client.GET('/v1/gate/approvals/{id}', {
          params: { path: { id }, query: { wait } },
          ...(signal === undefined ? {} : { signal }),
        }),
      );
      return (await unwrap(asked)).status;
    } catch (error) {
      signal?.throwIfAborted();
      onError(toTracewellError(error));
      return undefined;
    }
  };

  const release = async ({ gateCheckId, hold }: StepVerdict): Promise<void> => {
    if (gateCheckId === null || hold === null) return;
    try {
      const path = { id: gateCheckId };
      await untraced(() => unwrap(client.POST('/v1/gate/checks/{id}/release', { params: { path } })));
    } catch (error) {
      const failure = toTracewellError(error);
      // The call has arrived and settled the hold.
      if (failure.status !== 404) onError(failure);
    }
  };

  const run: Gate['run'] = async (step, fn, options = {}) => {
    const asked = hasEstimate(step) ? { holdSeconds: HOLD_SECONDS, ...step } : step;
    let verdict = await check(asked, options);
    if (
      verdict.decision === 'require_approval' &&
      verdict.approvalId !== null &&
      options.approval !== 'refuse'
    ) {
      const { approvalId } = verdict;
      await decided(verdict, approvalId, options);
      verdict = await check({ ...asked, approvalId }, options);
    }
    if (verdict.decision !== 'allow') throw denied(verdict);
    const inside = withScope(context.active(), { gateCheckId: verdict.gateCheckId ?? undefined });
    try {
      const result = await context.with(inside, () => fn(verdict));
      // A call settles the hold when it arrives. A tool alone makes no call.
      if (step.model == null && step.tool != null) void release(verdict);
      return result;
    } catch (error) {
      void release(verdict);
      throw error;
    }
  };
  return { check, run };
}

const hasEstimate = ({ estimatedCostUsd, estimatedTokens }: GateStep): boolean =>
  estimatedCostUsd != null || estimatedTokens != null;

function denied(verdict: StepVerdict): GateDenied {
  if (verdict.isUnavailable) return new GateDenied('The gate did not answer.', verdict);
  const why = verdict.reasons.map(({ message }) => message).join(' ');
  return new GateDenied(why === '' ? 'The gate does not allow this step.' : why, verdict);
}
