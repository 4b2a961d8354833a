// The first start creates an account on Team, a key that can send and read, and a link to become its owner.
// The result is shown once and not stored.
import { newId } from '#lib/ids';
import { changeAs } from '#core/change/change';
import type { Services } from '#core/context';
import { mintKey } from '#features/api-keys';
import { makeClaimLink, openAccount } from '#services/accounts';
import { anyAccountExists, lockFirstAccount } from './store.ts';

export interface FirstStart {
  accountId: string;
  accountName: string;
  signInLink: string;
  apiKey: string;
}

const NAME = 'My team';

/** Null if there is already an account, or if another process has just created it. */
export async function firstStart(services: Services): Promise<FirstStart | null> {
  if (await anyAccountExists(services.metadata.reader)) return null;
  const accountId = newId('account');
  return changeAs(
    services,
    { accountId, actor: { type: 'system', id: 'first-start' }, origin: null },
    'account.create',
    async (tx) => {
      await lockFirstAccount(tx.db);
      if (await anyAccountExists(tx.db)) return { result: null, target: null };
      await openAccount(tx, services.clock, { id: accountId, name: NAME, plan: 'team' });
      const key = await mintKey(tx, services.clock, {
        accountId,
        name: 'First key',
        scopes: ['read', 'write:records'],
        projectId: null,
        expiresAt: null,
        createdBy: 'first-start',
      });
      const signInLink = await makeClaimLink(tx, services.clock, services.config.publicUrl, accountId);
      return {
        result: { accountId, accountName: NAME, signInLink, apiKey: key.apiKey },
        target: { type: 'account', id: accountId },
        metadata: { name: NAME, plan: 'team', keyId: key.id },
      };
    },
  );
}
