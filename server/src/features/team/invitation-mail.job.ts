// Sends the invitation. The queue holds the token only sealed, so reading the jobs table does not allow
// joining.
import type { Enqueue } from '#core/jobs/job';
import { job } from '#core/jobs/job';
import type { Sealer } from '#core/secrets/sealing';
import type { Writer } from '#metadata';
import { selectInvitationToSend } from '#services/accounts';
import { presentInvitation, selectUnsentInvitations, updateJobPayload } from './store.ts';

const NAME = 'invitation-mail';
const purpose = (id: string): string => `invitation:${id}`;

interface Payload {
  accountId: string;
  invitationId: string;
  sealedToken: string;
}

export const invitationMail = (
  sealer: Sealer,
  { id: invitationId, account_id: accountId }: { id: string; account_id: string },
  token: string,
): Enqueue => ({
  name: NAME,
  payload: {
    accountId,
    invitationId,
    sealedToken: sealer.seal(token, purpose(invitationId)),
  } satisfies Payload,
});

/** Used when the master key changes: reseals the tokens of unsent invitations. */
export async function resealInvitations(
  db: Writer,
  reseal: (sealed: string, purpose: string) => string,
): Promise<void> {
  for (const { id, payload } of await selectUnsentInvitations(db, NAME)) {
    const known = JSON.parse(payload) as Payload;
    const { invitationId, sealedToken } = known;
    const changed: Payload = { ...known, sealedToken: reseal(sealedToken, purpose(invitationId)) };
    await updateJobPayload(db, id, JSON.stringify(changed));
  }
}

export const invitationMailJob = job<Payload | null>({
  name: NAME,
  run: async (ctx, payload) => {
    if (payload === null) return;
    const row = await selectInvitationToSend(ctx.db, payload.invitationId);
    // The invitation was deleted, accepted or has expired, so the mail is not needed.
    if (!row || presentInvitation(row, ctx.clock.now()).status !== 'pending') return;
    const token = ctx.sealer.open(payload.sealedToken, purpose(row.id));
    if (token === null) throw new Error('The token of the invitation was sealed with another master key.');
    const inviter = row.inviterEmail === null ? 'Someone' : `${row.inviterName} (${row.inviterEmail})`;
    const { publicUrl } = ctx.config;
    // In the URL fragment, so that the token reaches no server log and no referrer.
    const link = `${publicUrl}/invite#token=${token}`;
    const until = new Date(row.expires_at).toUTCString();
    await ctx.mailer.send({
      to: row.email,
      subject: `Invitation to ${row.accountName} on Tracewell`,
      text: `${inviter} invites you to join ${row.accountName} on ${publicUrl} as ${row.role}.\n\nTo accept, open this link before ${until}:\n\n${link}\n\nIf you did not expect this, ignore this message.\n`,
    });
  },
});
