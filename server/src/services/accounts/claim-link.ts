import { DAY_MS, type Clock } from '#lib/clock';
import type { Tx } from '#core/change/change';
import { newToken } from '#core/access/token';
import { deleteClaimTokens, insertToken } from './store.ts';

const VALID_MS = 7 * DAY_MS;

/** A link whose first visitor becomes the owner of an account without users. Earlier links are revoked. */
export async function makeClaimLink(
  tx: Tx,
  clock: Clock,
  publicUrl: string,
  accountId: string,
): Promise<string> {
  const token = newToken();
  const now = clock.now();
  await deleteClaimTokens(tx.db, accountId);
  await insertToken(tx.db, { token, kind: 'claim', accountId, userId: null, now, expiresAt: now + VALID_MS });
  // In the URL fragment, so that the token reaches no server log and no referrer.
  return `${publicUrl}/welcome#token=${token}`;
}
