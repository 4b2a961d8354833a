// Creates an account for the operator: with its owner if known, otherwise with a link to become the owner.
import type { InitLimits } from '#config';
import type { Clock } from '#lib/clock';
import { newId } from '#lib/ids';
import type { KeyScope } from '#core/access/actor';
import { changeAs, type Tx } from '#core/change/change';
import type { AdminContext, SystemContext } from '#core/context';
import { hashPassword } from '#core/access/password';
import type { PlanName } from '#core/access/plans';
import { insertMembership, insertUser, makeClaimLink, normalEmail, openAccount } from '#services/accounts';
import { uniqueEmail } from '#core/change/unique';
import { changeConsents } from '#features/account';
import { mintKey } from '#features/api-keys';
import type { NewAccount } from './schemas.ts';

interface AccountOrder {
  accountId: string;
  name: string;
  plan: PlanName;
  owner: { email: string; name: string; passwordHash: string } | null;
  key: { name: string; scopes: readonly KeyScope[] | null; secret?: string };
  createdBy: string;
  /** Name of the default project. */
  project?: string;
  limits?: InitLimits;
  storeContent?: boolean;
}

export interface FurnishedAccount {
  accountId: string;
  userId: string | null;
  keyId: string;
  apiKey: string;
  /** For an account without an owner: its first visitor becomes the owner. */
  claimLink: string | null;
}

/** Creates the account and everything in it inside the caller's transaction. */
export async function furnishAccount(
  tx: Tx,
  clock: Clock,
  publicUrl: string,
  order: AccountOrder,
): Promise<FurnishedAccount> {
  const { accountId, owner } = order;
  const { name, plan, project, limits } = order;
  await openAccount(tx, clock, {
    id: accountId,
    name,
    plan,
    ...(project === undefined ? {} : { project }),
    ...(limits === undefined ? {} : { limits }),
  });
  if (order.storeContent) {
    const wanted = { plaintextStorage: true };
    await changeConsents(tx, clock, { accountId, changedBy: order.createdBy, wanted });
  }
  const userId = owner === null ? null : newId('user');
  if (owner !== null && userId !== null) {
    const now = clock.now();
    await insertUser(tx.db, {
      id: userId,
      email: normalEmail(owner.email),
      name: owner.name,
      password_hash: owner.passwordHash,
      created_at: now,
      updated_at: now,
    });
    await insertMembership(tx.db, accountId, userId, 'owner', now);
  }
  const key = await mintKey(tx, clock, {
    accountId,
    ...order.key,
    projectId: null,
    expiresAt: null,
    createdBy: order.createdBy,
  });
  const claimLink = userId === null ? await makeClaimLink(tx, clock, publicUrl, accountId) : null;
  return { accountId, userId, keyId: key.id, apiKey: key.apiKey, claimLink };
}

/** Creates it in its own transaction. */
export async function openFurnished(
  ctx: AdminContext,
  order: Omit<AccountOrder, 'accountId' | 'createdBy'>,
): Promise<FurnishedAccount> {
  const accountId = newId('account');
  return uniqueEmail(() =>
    changeAs(ctx, { accountId, actor: ctx.actor, origin: ctx.origin }, 'account.create', async (tx) => {
      const result = await furnishAccount(tx, ctx.clock, ctx.config.publicUrl, {
        ...order,
        accountId,
        createdBy: ctx.actor.id,
      });
      const { userId, keyId } = result;
      return {
        result,
        target: { type: 'account', id: accountId },
        metadata: { name: order.name, plan: order.plan, userId, keyId },
      };
    }),
  );
}

export async function createAccount(ctx: SystemContext, input: NewAccount) {
  const name = input.name ?? input.email.replace(/@.*$/, '');
  const passwordHash = await hashPassword(input.password);
  const { accountId, userId, apiKey } = await openFurnished(ctx, {
    name,
    plan: input.plan ?? 'free',
    owner: { email: input.email, name, passwordHash },
    key: { name: 'First key', scopes: null },
  });
  return { accountId, userId, apiKey };
}
