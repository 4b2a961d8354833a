import { fieldError } from '#lib/app-error';
import { DAY_MS } from '#lib/clock';
import { newId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { hashToken, newToken } from '#core/access/token';
import { lockAccount } from '#core/lock-account';
import { deleteExpiredInvitations, insertInvitation, normalEmail, isInvited } from '#services/accounts';
import { invitationMail } from './invitation-mail.job.ts';
import { actorNow, requireAdmin, requireReach } from './roles.ts';
import type { NewInvitation } from './schemas.ts';
import { presentInvitation, selectMemberByEmail } from './store.ts';

const VALID_MS = 7 * DAY_MS;

export const invite = (ctx: Context, input: NewInvitation) =>
  change(ctx, 'invitation.create', async ({ db, enqueue }) => {
    const now = ctx.clock.now();
    const email = normalEmail(input.email);
    const token = newToken();
    const row = {
      id: newId('invitation'),
      account_id: ctx.account.id,
      email,
      role: input.role ?? 'member',
      status: 'pending',
      token_hash: hashToken(token),
      invited_by: ctx.actor.id,
      expires_at: now + VALID_MS,
      created_at: now,
    };
    await lockAccount(db, ctx.account.id);
    const actor = await actorNow(db, ctx);
    requireAdmin(actor);
    requireReach(actor, row.role);
    if (await selectMemberByEmail(db, ctx.account.id, email)) {
      throw fieldError('conflict', 'already_member', 'email', 'This person is already a member.');
    }
    if (await isInvited(db, ctx.account.id, email, now)) {
      throw fieldError(
        'conflict',
        'already_invited',
        'email',
        'This person has an open invitation. Delete it to send a new one.',
      );
    }
    await deleteExpiredInvitations(db, ctx.account.id, email, now);
    await insertInvitation(db, row);
    await enqueue(invitationMail(ctx.sealer, row, token));
    return {
      result: { ...presentInvitation(row, now), token },
      target: { type: 'invitation', id: row.id },
      metadata: { email, role: row.role },
    };
  });
