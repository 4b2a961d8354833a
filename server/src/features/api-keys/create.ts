import { AppError, fieldError, invalid } from '#lib/app-error';
import { newId } from '#lib/ids';
import type { Actor, KeyScope } from '#core/access/actor';
import { newApiKey } from '#core/access/token';
import { change, type Tx } from '#core/change/change';
import type { AdminContext, InAccount } from '#core/context';
import { isoTime, type Clock } from '#lib/clock';
import { lockAccount } from '#core/lock-account';
import type { NewApiKey } from './schemas.ts';
import { hasProject, insertKey, isStillThere, presentKey } from './store.ts';

interface KeyOrder {
  accountId: string;
  name: string;
  scopes: readonly KeyScope[] | null;
  projectId: string | null;
  expiresAt: number | null;
  createdBy: string;
  /** A key chosen in advance; random if missing. */
  secret?: string;
}

const unknownProject = () => invalid('projectId', 'No such project in this account.', 'unknown_project');

/** Creates the key inside the caller's transaction. Only the return value contains the secret. */
export async function mintKey(tx: Tx, clock: Clock, order: KeyOrder) {
  if (order.projectId !== null) {
    // The project may have been deleted since the request was accepted; the lock prevents that until this
    // ends.
    await lockAccount(tx.db, order.accountId);
    if (!(await hasProject(tx.db, order.accountId, order.projectId))) throw unknownProject();
  }
  const made = newApiKey(order.secret);
  const row = {
    id: newId('key'),
    account_id: order.accountId,
    project_id: order.projectId,
    name: order.name,
    secret_hash: made.hash,
    hint: made.hint,
    scopes: order.scopes === null ? null : JSON.stringify(order.scopes),
    expires_at: order.expiresAt,
    last_used_at: null,
    created_by: order.createdBy,
    created_at: clock.now(),
  };
  await insertKey(tx.db, row);
  return { ...presentKey(row), apiKey: made.secret };
}

/** A key cannot create one with more scopes than its own. */
export function requireNoMore(actor: Actor, scopes: readonly KeyScope[] | null): void {
  if (actor.type !== 'key' || actor.scopes === null) return;
  const own = actor.scopes;
  if (scopes !== null && scopes.every((scope) => own.includes(scope))) return;
  throw fieldError(
    'forbidden',
    'insufficient_scope',
    'scopes',
    'A key cannot create a key with more scopes than its own.',
  );
}

function readExpiry(text: string | null | undefined, now: number): number | null {
  if (text === null || text === undefined) return null;
  const at = Date.parse(text);
  if (at <= now) throw invalid('expiresAt', 'expiresAt is in the past.');
  return at;
}

/** A key created by a key expires no later than its parent. Without an expiry it gets the parent's. */
export function noLaterThanParent(actor: Actor, expiresAt: number | null): number | null {
  const limit = actor.type === 'key' ? actor.expiresAt : null;
  if (limit === null || expiresAt === null) return limit ?? expiresAt;
  if (expiresAt <= limit) return expiresAt;
  throw invalid(
    'expiresAt',
    `A key cannot outlive the key that creates it, which expires at ${isoTime(limit)}.`,
  );
}

/** A removed member or a revoked key must not leave a key behind; both operations lock the account too. */
export async function requireStillThere(
  { db }: Tx,
  { account, actor }: AdminContext & InAccount,
): Promise<void> {
  await lockAccount(db, account.id);
  if (await isStillThere(db, account.id, actor)) return;
  throw new AppError('forbidden', 'credential_ended', 'This credential is no longer valid.');
}

export async function createKey(ctx: AdminContext & InAccount, input: NewApiKey) {
  const scopes = input.scopes ?? null;
  requireNoMore(ctx.actor, scopes);
  // A key bound to a project creates keys for that project.
  const projectId = input.projectId ?? ctx.project?.id ?? null;
  if (projectId !== null && !ctx.account.projects.has(projectId)) {
    throw unknownProject();
  }
  if (ctx.project !== null && projectId !== ctx.project.id) {
    throw invalid('projectId', 'This credential is bound to another project.', 'unknown_project');
  }
  const expiresAt = noLaterThanParent(ctx.actor, readExpiry(input.expiresAt, ctx.clock.now()));
  return change(ctx, 'api_key.create', async (tx) => {
    await requireStillThere(tx, ctx);
    const key = await mintKey(tx, ctx.clock, {
      accountId: ctx.account.id,
      name: input.name,
      scopes,
      projectId,
      expiresAt,
      createdBy: ctx.actor.id,
    });
    return {
      result: key,
      target: { type: 'api_key', id: key.id },
      metadata: { name: key.name, scopes, projectId },
    };
  });
}
