// The first start creates an account on Team, a key that can send and read, and a link to become its owner.
// The result is shown once and not stored. Values in TRACEWELL_INIT_… (config/init.ts) take precedence, so
// that an automated setup does not have to read the output.
import { newId } from '#lib/ids';
import { changeAs } from '#core/change/change';
import type { Services } from '#core/context';
import { hashPassword } from '#core/access/password';
import { newToken } from '#core/access/token';
import { furnishAccount } from '#features/operator';
import { anyAccountExists, lockFirstAccount } from './store.ts';

export interface FirstStart {
  accountId: string;
  accountName: string;
  /** Null if the owner is known. */
  signInLink: string | null;
  /** Null if there is no owner yet. */
  ownerEmail: string | null;
  /** Whether the owner has to ask for a link to choose a password. */
  needsPassword: boolean;
  apiKey: string;
  /** Whether the key was given in the settings; it is then not printed. */
  keyIsGiven: boolean;
}

const NAME = 'My team';
const BY = 'first-start';

/** Null if there is already an account, or if another process has just created it. */
export async function firstStart(services: Services): Promise<FirstStart | null> {
  if (await anyAccountExists(services.metadata.reader)) return null;
  const { config, clock } = services;
  const { email, password, apiKey, project, limits, storeContent } = config.init;
  // If no password is set, the owner has a random one until they choose their own.
  const owner =
    email === null
      ? null
      : { email, name: email.replace(/@.*$/, ''), passwordHash: await hashPassword(password ?? newToken()) };
  const accountId = newId('account');
  return changeAs(
    services,
    { accountId, actor: { type: 'system', id: BY }, origin: null },
    'account.create',
    async (tx) => {
      await lockFirstAccount(tx.db);
      if (await anyAccountExists(tx.db)) return { result: null, target: null };
      const made = await furnishAccount(tx, clock, config.publicUrl, {
        accountId,
        name: NAME,
        plan: 'team',
        owner,
        key: {
          name: 'First key',
          scopes: ['read', 'write:records'],
          ...(apiKey === null ? {} : { secret: apiKey }),
        },
        createdBy: BY,
        ...(project === null ? {} : { project }),
        limits,
        storeContent,
      });
      return {
        result: {
          accountId,
          accountName: NAME,
          signInLink: made.claimLink,
          ownerEmail: email,
          needsPassword: email !== null && password === null,
          apiKey: made.apiKey,
          keyIsGiven: apiKey !== null,
        },
        target: { type: 'account', id: accountId },
        metadata: {
          name: NAME,
          plan: 'team',
          userId: made.userId,
          keyId: made.keyId,
          ...limits,
          ...(storeContent ? { plaintextStorage: true } : {}),
        },
      };
    },
  );
}
