import { Type } from 'typebox';
import { AppError } from '#lib/app-error';
import { isoTime, utcMonth } from '#lib/clock';
import { newId } from '#lib/ids';
import { Email, Label, Nullable } from '#lib/schema';
import type { KeyScope } from '#core/access/actor';
import { changeAs } from '#core/change/change';
import type { AdminContext } from '#core/context';
import { hashPassword } from '#core/access/password';
import type { PlanName } from '#core/access/plans';
import { newToken } from '#core/access/token';
import { closeAccount, GRACE_MS, restoreAccount } from '#features/account-closing';
import { makeClaimLink } from '#services/accounts';
import { makeResetLink } from '#features/auth';
import { anyAccountExists, lockFirstAccount } from '#features/first-start';
import {
  changeAccount,
  furnishAccount,
  openFurnished,
  selectAccounts,
  selectAccountMembers,
  type AccountSummary,
  type FurnishedAccount,
} from '#features/operator';
import { askServer } from '#control';
import { findAccount } from '../find-account.ts';
import { requireValid } from '../require-valid.ts';

const Wish = Type.Object({ name: Label(100), email: Nullable(Email) });

const FIRST_SCOPES: readonly KeyScope[] = ['read', 'write:records'];

interface AccountWish {
  name: string;
  plan: PlanName;
  /** The owner. Without one, the first person who opens the link becomes the owner. */
  email: string | null;
}

export interface MadeAccount {
  accountId: string;
  name: string;
  plan: PlanName;
  userId: string | null;
  apiKey: string;
  scopes: readonly KeyScope[];
  /** The link to become the owner, or for the owner to choose a password. */
  signInLink: string;
}

/** The owner has a random password until they choose one. */
const ownerOf = async ({ email, name }: AccountWish) =>
  email === null ? null : { email, name, passwordHash: await hashPassword(newToken()) };

const firstKey = { name: 'First key', scopes: FIRST_SCOPES };

async function made(ctx: AdminContext, wish: AccountWish, account: FurnishedAccount): Promise<MadeAccount> {
  const signInLink = account.claimLink ?? (wish.email && (await makeResetLink(ctx, wish.email)));
  if (!signInLink) throw new Error('A new account has no sign-in link.');
  const { accountId, userId, apiKey } = account;
  return { accountId, name: wish.name, plan: wish.plan, userId, apiKey, scopes: FIRST_SCOPES, signInLink };
}

/** Null if there is an account already, also if a server that is starting has just created it. */
export async function initAccount(ctx: AdminContext, wish: AccountWish): Promise<MadeAccount | null> {
  requireValid(Wish, wish, 'account');
  const accountId = newId('account');
  const owner = await ownerOf(wish);
  const { config, clock, actor } = ctx;
  const account = await changeAs(ctx, { accountId, actor, origin: null }, 'account.create', async (tx) => {
    await lockFirstAccount(tx.db);
    if (await anyAccountExists(tx.db)) return { result: null, target: null };
    const order = { ...wish, accountId, owner, key: firstKey, createdBy: actor.id };
    const result = await furnishAccount(tx, clock, config.publicUrl, order);
    return {
      result,
      target: { type: 'account', id: accountId },
      metadata: { name: wish.name, plan: wish.plan, userId: result.userId, keyId: result.keyId },
    };
  });
  return account && made(ctx, wish, account);
}

export async function runCreateAccount(ctx: AdminContext, wish: AccountWish): Promise<MadeAccount> {
  requireValid(Wish, wish, 'account');
  const { name, plan } = wish;
  return made(ctx, wish, await openFurnished(ctx, { name, plan, owner: await ownerOf(wish), key: firstKey }));
}

interface ListedAccount extends Omit<AccountSummary, 'records'> {
  /** Null if only the in-process engine knows the count and no service is running. */
  records: number | null;
}

export async function listAccounts(ctx: AdminContext): Promise<ListedAccount[]> {
  const accounts: ListedAccount[] = await selectAccounts(ctx.db, ctx.clock.now());
  const { records, dataDir } = ctx.config;
  if (records.kind !== 'embedded') return accounts;
  const counts = await askServer<Record<string, number>>(dataDir, 'records', {});
  for (const account of accounts) account.records = counts?.[account.id] ?? null;
  return accounts;
}

export async function showAccount(ctx: AdminContext, wanted: string | null) {
  const { account } = await findAccount(ctx, wanted);
  const summary = (await listAccounts(ctx)).find(({ id }) => id === account.id);
  return {
    id: account.id,
    name: account.name,
    plan: account.plan.name,
    subscriptionStatus: account.subscriptionActive ? 'active' : 'canceled',
    usage: {
      month: utcMonth(ctx.clock.now()),
      records: summary?.records ?? null,
      quota: account.recordQuota,
    },
    retentionDays: account.retentionDays,
    consents: account.consents,
    deletesAt: account.deletesAt === null ? null : isoTime(account.deletesAt),
    projects: [...account.projects.keys()],
    members: await selectAccountMembers(ctx.db, account.id),
    keys: summary?.keys ?? 0,
  };
}

export async function setPlan(ctx: AdminContext, wanted: string | null, plan: PlanName) {
  const { account } = await findAccount(ctx, wanted);
  return changeAccount(ctx, account.id, { plan });
}

/** Earlier links of the account stop working. */
export async function makeSignInLink(ctx: AdminContext, wanted: string | null) {
  const { account } = await findAccount(ctx, wanted);
  const by = { accountId: account.id, actor: ctx.actor, origin: null };
  return changeAs(ctx, by, 'account.make_sign_in_link', async (tx) => {
    const [member] = await selectAccountMembers(tx.db, account.id);
    if (member) {
      throw new AppError(
        'conflict',
        'account_has_users',
        `${account.name} has users already. \`tracewell-server account reset-link ${member.email}\` lets one of them choose a new password.`,
      );
    }
    const link = await makeClaimLink(tx, ctx.clock, ctx.config.publicUrl, account.id);
    return { result: { accountId: account.id, link }, target: { type: 'account', id: account.id } };
  });
}

export async function makePasswordLink(ctx: AdminContext, email: string) {
  const link = await makeResetLink(ctx, email);
  if (link === null)
    throw new AppError('not_found', 'not_found', `There is no user with the email ${email}.`);
  return { email, link };
}

/** The running service deletes it: after the grace period, or at once. */
export async function runDeleteAccount(ctx: AdminContext, wanted: string, now: boolean) {
  const { account } = await findAccount(ctx, wanted);
  const by = { accountId: account.id, actor: ctx.actor, origin: null };
  const { deletesAt } = await closeAccount(ctx, by, now ? 0 : GRACE_MS);
  return { accountId: account.id, name: account.name, deletesAt };
}

export async function keepAccount(ctx: AdminContext, wanted: string) {
  const { account } = await findAccount(ctx, wanted);
  await restoreAccount(ctx, { accountId: account.id, actor: ctx.actor, origin: null });
  return { accountId: account.id, name: account.name, deletesAt: null };
}
