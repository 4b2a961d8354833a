import { AppError } from '#lib/app-error';
import type { KeyScope } from '#core/access/actor';
import type { AdminContext, InAccount } from '#core/context';
import {
  NewApiKey,
  createKey as createKeyIn,
  listChildKeys as listChildKeysIn,
  listKeys as listKeysIn,
  revokeKey as revokeKeyIn,
} from '#features/api-keys';
import { inAccount, selectAccountOfKey } from '#features/operator';
import { findAccount } from '../find-account.ts';
import { requireValid } from '../require-valid.ts';

// A terminal has no pages.
const ALL = 100_000;

interface KeyWish {
  name: string;
  /** Null for full access. */
  scopes: KeyScope[] | null;
  projectId: string | null;
  expiresAt: string | null;
}

export async function keysOf(ctx: AdminContext, wanted: string | null) {
  const { account } = await findAccount(ctx, wanted);
  const { apiKeys } = await listKeysIn(ctx, account.id, { limit: ALL });
  return { accountId: account.id, accountName: account.name, keys: apiKeys };
}

export async function runCreateKey(ctx: AdminContext, wanted: string | null, wish: KeyWish) {
  requireValid(NewApiKey, wish, 'key');
  const own = await findAccount(ctx, wanted);
  return { accountId: own.account.id, ...(await createKeyIn(own, wish)) };
}

/** A running server rejects it within a second. */
export async function runRevokeKey(ctx: AdminContext, id: string, withChildren = false) {
  const own = await accountOfKey(ctx, id);
  return { id, accountId: own.account.id, ...(await revokeKeyIn(own, id, withChildren)) };
}

/** The keys that keep working if only this one is revoked. */
export async function childKeysOf(ctx: AdminContext, id: string) {
  return (await listChildKeysIn(await accountOfKey(ctx, id), id, { limit: ALL })).apiKeys;
}

async function accountOfKey(ctx: AdminContext, id: string): Promise<AdminContext & InAccount> {
  const accountId = await selectAccountOfKey(ctx.db, id);
  if (accountId !== null) return inAccount(ctx, accountId);
  throw new AppError(
    'not_found',
    'not_found',
    `There is no key ${id}. \`tracewell-server keys list\` shows them.`,
  );
}
