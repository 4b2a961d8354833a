// Replaces a key without an interruption: a new one with the same rights, and the old one works until it is revoked or
// for a while that the caller chooses.
import { notFound } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { change } from '#core/change/change';
import type { AdminContext, InAccount } from '#core/context';
import { mintKey, noLaterThanParent, requireNoMore, requireStillThere } from './create.ts';
import type { KeyRotation } from './schemas.ts';
import { endKeyBy, presentKey, selectKey } from './store.ts';

const HOUR_MS = 3_600_000;

export const rotateKey = (ctx: AdminContext & InAccount, id: string, { graceHours = null }: KeyRotation) =>
  change(ctx, 'api_key.rotate', async (tx) => {
    await requireStillThere(tx, ctx);
    const row = await selectKey(tx.db, ctx.account.id, id);
    if (!row) throw notFound('API key');
    const { name, scopes, projectId } = presentKey(row);
    requireNoMore(ctx.actor, scopes);
    const now = ctx.clock.now();
    // As long as the old one was made for: the same day would leave nothing of a key that is about to expire.
    const expiresAt =
      row.expires_at === null ? null : now + Math.max(HOUR_MS, row.expires_at - row.created_at);
    const key = await mintKey(tx, ctx.clock, {
      accountId: ctx.account.id,
      name,
      scopes,
      projectId,
      expiresAt: noLaterThanParent(ctx.actor, expiresAt),
      createdBy: ctx.actor.id,
    });
    const endsAt = graceHours === null ? null : now + graceHours * HOUR_MS;
    if (endsAt !== null && (row.expires_at === null || row.expires_at > endsAt)) {
      await endKeyBy(tx.db, ctx.account.id, id, endsAt);
      await tx.invalidate('keys', id);
    }
    const oldKeyEnds = endsAt === null ? null : isoTime(endsAt);
    return {
      result: key,
      target: { type: 'api_key', id: key.id },
      metadata: { name, scopes, projectId, replaces: id, oldKeyEnds },
    };
  });
