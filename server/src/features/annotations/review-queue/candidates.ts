// The four sources of the queue, in its order, each in pages. Candidates may already be scored or claimed;
// the caller checks that page by page.
import { readFigures } from '#lib/figures';
import type { Context } from '#core/context';
import { scopeOf } from '#services/record-access';
import { worstFlagged, type FlaggedCall } from '#features/safety';
import { selectCallsAt, type CallRecord, type CallRef } from '#records';
import type { ReviewItem, ReviewScore } from './schemas.ts';
import {
  DISAGREEMENT,
  selectPoorScores,
  type AfterScore,
  type PoorScore,
  type ReviewWindow,
} from './store.ts';
import { selectReviewCandidates } from './records.ts';

export interface Candidate extends CallRef {
  reason: ReviewItem['reason'];
  score: ReviewScore | null;
  /** Set if the call was already loaded. */
  call: CallRecord | null;
}

// Most queues are filled by the first page. If people have reviewed thousands of calls, later pages are
// larger.
const FIRST_PAGE = 200;
const LONGEST_PAGE = 4_000;
const SCORES_PAGE = 300;
const FLAGGED_PAGE = 300;

export async function* candidates(ctx: Context, window: ReviewWindow): AsyncGenerator<Candidate[]> {
  yield* fromRecords(ctx, window, true);
  yield* fromFlagged(ctx, window);
  yield* fromScores(ctx, window);
  yield* fromRecords(ctx, window, false);
}

async function* fromRecords(
  ctx: Context,
  window: ReviewWindow,
  failed: boolean,
): AsyncGenerator<Candidate[]> {
  let after: CallRef | null = null;
  for (let limit = FIRST_PAGE; ; limit = Math.min(limit * 4, LONGEST_PAGE)) {
    const places: CallRef[] = await ctx.records.ask(
      scopeOf(ctx),
      selectReviewCandidates({
        ...window,
        failed,
        after,
        limit,
      }),
    );
    yield places.map((place) => ({
      ...place,
      reason: failed ? 'error' : 'recent',
      score: null,
      call: null,
    }));
    after = places.at(-1) ?? null;
    if (places.length < limit) return;
  }
}

/** Keeps flagged calls only if there still is a call to review. */
async function* fromFlagged(ctx: Context, window: ReviewWindow): AsyncGenerator<Candidate[]> {
  const scope = scopeOf(ctx);
  let after: FlaggedCall | null = null;
  for (;;) {
    const page: FlaggedCall[] = await worstFlagged(ctx.db, ctx.account.id, {
      ...window,
      project: scope.project,
      after,
      limit: FLAGGED_PAGE,
    });
    const calls = await ctx.records.ask(
      scope,
      selectCallsAt(page.map(({ callId, callTimestamp }) => ({ id: callId, timestampMs: callTimestamp }))),
    );
    // With several classifiers a call appears several times, first with its highest score.
    const ids = new Set(page.map(({ callId }) => callId));
    yield [...ids].flatMap((id): Candidate[] => {
      const call = calls.get(id)?.call;
      return call ? [{ id, timestampMs: call.timestampMs, reason: 'flagged', score: null, call }] : [];
    });
    after = page.at(-1) ?? null;
    if (page.length < FLAGGED_PAGE) return;
  }
}

/**
 * Scores outlive their calls and may belong to calls of a run, so only scores with a call to review count.
 */
async function* fromScores(ctx: Context, window: ReviewWindow): AsyncGenerator<Candidate[]> {
  const project = ctx.project?.id ?? null;
  let after: AfterScore | null = null;
  for (;;) {
    const page = { after, limit: SCORES_PAGE };
    const poor: PoorScore[] = await selectPoorScores(ctx.db, ctx.account.id, project, window, page);
    // The first score is the lowest.
    const lowest = new Map(poor.toReversed().map((score) => [score.callId, score]));
    const calls = await ctx.records.ask(
      scopeOf(ctx),
      selectCallsAt(
        [...lowest.values()].map(({ callId, callTimestamp }) => ({ id: callId, timestampMs: callTimestamp })),
      ),
    );
    yield poor
      .filter((score) => lowest.get(score.callId) === score)
      .flatMap((score) => {
        const found = calls.get(score.callId);
        return found ? [scoredCandidate(score, found.call)] : [];
      });
    after = poor.at(-1) ?? null;
    if (poor.length < SCORES_PAGE) return;
  }
}

function scoredCandidate(poor: PoorScore, call: CallRecord): Candidate {
  const spread = poor.highest - poor.normalized;
  const { criterionId, score, normalized, label, reasoning, figures, judge } = poor;
  return {
    id: call.id,
    timestampMs: call.timestampMs,
    reason: spread >= DISAGREEMENT ? 'judge_disagreement' : 'low_score',
    score: {
      criterionId,
      score,
      normalized,
      spread,
      label,
      reasoning,
      ...readFigures(figures),
      judge,
    },
    call,
  };
}
