import { DAY_MS, isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import { presentCall } from '#features/query';
import { scopeOf } from '#services/record-access';
import { flaggedCallIds, type FlaggedCall } from '#features/safety';
import { candidates, type Candidate } from './candidates.ts';
import { claimReviews } from './claim.ts';
import { coverageOf } from './coverage.ts';
import type { ReviewItem, ReviewQueue, ReviewQueueQuery } from './schemas.ts';
import { selectClaims, selectScored, type ReviewClaim, type ReviewWindow } from './store.ts';
import { selectCallsAt } from '#records';

interface Picked {
  candidate: Candidate;
  /** Null if no one holds it. */
  claimedUntil: number | null;
}

interface Order {
  limit: number;
  claim: boolean;
  signal: AbortSignal;
}

export async function reviewQueue(
  ctx: Context,
  { windowDays = 30, limit = 20 }: ReviewQueueQuery,
  { claim, signal }: Omit<Order, 'limit'>,
): Promise<ReviewQueue> {
  const now = ctx.clock.now();
  // The window includes calls of the current millisecond.
  const window = { startMs: now - windowDays * DAY_MS, endMs: now + 1 };
  const [picked, coverage] = await Promise.all([
    pick(ctx, window, { limit, claim, signal }),
    coverageOf(ctx, window),
  ]);
  return { items: await shown(ctx, picked), coverage };
}

async function pick(ctx: Context, window: ReviewWindow, { limit, claim, signal }: Order): Promise<Picked[]> {
  const picked = new Map<string, Picked>();
  const claims = await selectClaims(ctx.db, ctx.account.id, ctx.clock.now());
  const held = new Map(claims.map((each) => [each.callId, each]));
  for await (const page of candidates(ctx, window)) {
    if (signal.aborted) break;
    let open = await withoutTaken(
      ctx,
      page.filter(({ id }) => !picked.has(id)),
      held,
    );
    while (open.length > 0 && picked.size < limit) {
      const next = open.slice(0, limit - picked.size);
      open = open.slice(next.length);
      // Other reviewers may have claimed some of these; then the next ones are tried.
      for (const each of claim ? await claimed(ctx, next) : next) picked.set(each.candidate.id, each);
    }
    if (picked.size >= limit) break;
  }
  return [...picked.values()];
}

/** Removes calls with a quality score and calls claimed by others. */
async function withoutTaken(
  ctx: Context,
  page: readonly Candidate[],
  held: ReadonlyMap<string, ReviewClaim>,
): Promise<Picked[]> {
  const free = page.filter(({ id }) => (held.get(id)?.reviewer ?? ctx.actor.id) === ctx.actor.id);
  const scored = await selectScored(
    ctx.db,
    ctx.account.id,
    free.map(({ id }) => id),
  );
  return free
    .filter(({ id }) => !scored.has(id))
    .map((candidate) => ({ candidate, claimedUntil: held.get(candidate.id)?.expiresAt ?? null }));
}

async function claimed(ctx: Context, wanted: readonly Picked[]): Promise<Picked[]> {
  const until = await claimReviews(
    ctx,
    wanted.map(({ candidate }) => candidate.id),
  );
  return wanted.flatMap(({ candidate }) => {
    const claimedUntil = until.get(candidate.id);
    return claimedUntil === undefined ? [] : [{ candidate, claimedUntil }];
  });
}

async function shown(ctx: Context, picked: readonly Picked[]): Promise<ReviewItem[]> {
  const unread = picked.flatMap(({ candidate }) => (candidate.call ? [] : [candidate]));
  const [found, flagged] = await Promise.all([
    ctx.records.ask(scopeOf(ctx), selectCallsAt(unread.map(({ id, timestampMs }) => ({ id, timestampMs })))),
    flaggedCallIds(
      ctx.db,
      ctx.account.id,
      picked.map(({ candidate }) => candidate.id),
    ),
  ]);
  return picked.flatMap(({ candidate, claimedUntil }) => {
    const call = candidate.call ?? found.get(candidate.id)?.call;
    // It may have passed its retention meanwhile.
    if (!call) return [];
    return [
      {
        call: presentCall(call),
        reason: candidate.reason,
        score: candidate.score,
        safety: safetyOf(flagged.get(candidate.id)),
        claimedUntil: claimedUntil === null ? null : isoTime(claimedUntil),
      },
    ];
  });
}

function safetyOf(flagged: FlaggedCall | undefined): ReviewItem['safety'] {
  if (!flagged) return null;
  const { id: assessmentId, labels, score, reasoning, code, values, classifierId } = flagged;
  return { assessmentId, labels, score, reasoning, code, values, classifierId };
}
