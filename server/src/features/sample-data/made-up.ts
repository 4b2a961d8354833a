import type { ProjectRef } from '#core/access/accounts';
import type { Context } from '#core/context';

/**
 * The texts of the sample are part of the product: no user wrote them. They are stored, encrypted, whether or
 * not the account stores messages (ADR 53). Do not use this for anything that a client sent.
 */
export const madeUp = (ctx: Context, project: ProjectRef): Context => ({
  ...ctx,
  project,
  account: { ...ctx.account, consents: { ...ctx.account.consents, plaintextStorage: true } },
});
