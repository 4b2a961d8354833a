// The key that an application or a program gets for a person. It is an ordinary one: scoped, expiring, in the
// list of keys, and revoked with the membership of the person.
import type { AppError } from '#lib/app-error';
import { DAY_MS } from '#lib/clock';
import { roleReaches, type KeyScope, type Role } from '#core/access/actor';
import { changeAs, type Tx } from '#core/change/change';
import type { PublicContext } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { mintKey } from '../create.ts';
import { hasProject, roleIn } from '../store.ts';
import { KEY_DAYS } from './authorize.ts';

interface AppKeyOrder {
  accountId: string;
  /** Who let the application in. */
  userId: string;
  name: string;
  scopes: readonly KeyScope[];
  projectId: string | null;
  secret?: string;
}

/** `isFirstUse` runs under the lock of the account. Whatever has ended since the consent gets the refusal. */
export async function mintAppKey(
  ctx: PublicContext,
  order: AppKeyOrder,
  refusal: () => AppError,
  isFirstUse: (tx: Tx) => Promise<boolean>,
) {
  const { accountId, userId, name, scopes, projectId } = order;
  const by = { accountId, actor: { type: 'user', id: userId } as const, origin: ctx.origin };
  const { apiKey } = await changeAs(ctx, by, 'api_key.create', async (tx) => {
    // Two uses at once take turns, and the person may have left since.
    await lockAccount(tx.db, accountId);
    const role = await roleIn(tx.db, accountId, userId);
    if (role === null || !roleReaches(role as Role, 'admin')) throw refusal();
    if (projectId !== null && !(await hasProject(tx.db, accountId, projectId))) throw refusal();
    if (!(await isFirstUse(tx))) throw refusal();
    const key = await mintKey(tx, ctx.clock, {
      accountId,
      name,
      scopes,
      projectId,
      expiresAt: ctx.clock.now() + KEY_DAYS * DAY_MS,
      createdBy: userId,
      ...(order.secret === undefined ? {} : { secret: order.secret }),
    });
    return {
      result: key,
      target: { type: 'api_key', id: key.id },
      metadata: { name, scopes, projectId, application: true },
    };
  });
  return {
    access_token: apiKey,
    token_type: 'Bearer',
    expires_in: (KEY_DAYS * DAY_MS) / 1_000,
    scope: scopes.join(' '),
  };
}
