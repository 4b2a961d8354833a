// A call that was handed to one reviewer is held back from the others for a while. A claim is no change that anybody would look for in the
// audit log, no more than a session's last use: it is gone in minutes.
import { MINUTE_MS } from '#lib/clock';
import { requireAccess } from '#core/actor';
import type { Context } from '#core/context';
import { endClaim, insertClaims, selectScored } from './store.ts';

const CLAIM_MS = 5 * MINUTE_MS;

/** Whoever may not score calls has no use for holding them back from those who may. */
export const requireReviewer = (ctx: Context): void => requireAccess(ctx.actor, { scope: 'write' });

/** Those of the calls that are the asker's now, and until when. */
export const claimCalls = (
  { metadata, clock, account, actor }: Context,
  callIds: readonly string[],
): Promise<Map<string, number>> =>
  metadata.transaction(async (db) => {
    const now = clock.now();
    const expiresAt = now + CLAIM_MS;
    const order = { accountId: account.id, reviewer: actor.id, now, expiresAt };
    const claimed = await insertClaims(db, order, callIds);
    // Somebody may have scored one, and so ended their claim, since this asker looked.
    const scored = await selectScored(db, account.id, claimed);
    for (const callId of scored) await endClaim(db, account.id, callId);
    return new Map(claimed.filter((callId) => !scored.has(callId)).map((callId) => [callId, expiresAt]));
  });
