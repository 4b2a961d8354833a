// Hides a claimed call from other reviewers for a while. A claim is not audited, because it lasts only
// minutes, like a session's last use.
import { MINUTE_MS } from '#lib/clock';
import type { Context } from '#core/context';
import { endClaim, insertClaims, selectScored } from './store.ts';

const CLAIM_MS = 5 * MINUTE_MS;

/** The calls that this reviewer now holds, and until when. */
export const claimReviews = (
  { metadata, clock, account, actor }: Context,
  callIds: readonly string[],
): Promise<Map<string, number>> =>
  metadata.transaction(async (db) => {
    const now = clock.now();
    const expiresAt = now + CLAIM_MS;
    const order = { accountId: account.id, reviewer: actor.id, now, expiresAt };
    const claimed = await insertClaims(db, order, callIds);
    // A call may have been scored since it was read, which ends its claim.
    const scored = await selectScored(db, account.id, claimed);
    for (const callId of scored) await endClaim(db, account.id, callId);
    return new Map(claimed.filter((callId) => !scored.has(callId)).map((callId) => [callId, expiresAt]));
  });
