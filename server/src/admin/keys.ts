import { AppError } from '#lib/app-error';
import type { Scope } from '#core/actor';
import type { SystemContext } from '#core/context';
import {
  NewApiKey,
  createKey as createKeyIn,
  listKeys as listKeysIn,
  revokeKey as revokeKeyIn,
} from '#features/api-keys';
import { inAccount, selectAccountOfKey } from '#features/operator';
import { findAccount } from './find-account.ts';
import { requireValid } from './require-valid.ts';

// A terminal shows them all at once.
const ALL = 100_000;

export interface KeyWish {
  name: string;
  /** Null: full access. */
  scopes: Scope[] | null;
  projectId: string | null;
  expiresAt: string | null;
}

export async function listKeys(ctx: SystemContext, wanted: string | null) {
  const { account } = await findAccount(ctx, wanted);
  const { apiKeys } = await listKeysIn(ctx, account.id, { limit: ALL });
  return { accountId: account.id, accountName: account.name, keys: apiKeys };
}

export async function createKey(ctx: SystemContext, wanted: string | null, wish: KeyWish) {
  requireValid(NewApiKey, wish, 'key');
  const own = await findAccount(ctx, wanted);
  return { accountId: own.account.id, ...(await createKeyIn(own, wish)) };
}

/** It stops working in a running server within a second. */
export async function revokeKey(ctx: SystemContext, id: string) {
  const accountId = await selectAccountOfKey(ctx.db, id);
  if (accountId === null) {
    throw new AppError(
      'not_found',
      'not_found',
      `There is no key ${id}. \`tracewell keys list\` shows them.`,
    );
  }
  await revokeKeyIn(await inAccount(ctx, accountId), id);
  return { id, accountId };
}
