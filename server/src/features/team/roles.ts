// Rules about roles, checked inside the transaction, because the data may have changed since the request was
// read.
import { AppError } from '#lib/app-error';
import { mayGrant, roleReaches, type Actor, type Role } from '#core/access/actor';
import type { Context } from '#core/context';
import type { Writer } from '#metadata';
import { countOwners } from '#services/accounts';
import { selectMember } from './store.ts';

const forbidden = (message: string) => new AppError('forbidden', 'insufficient_role', message);

/** The caller with their current role. */
export async function actorNow(db: Writer, ctx: Context): Promise<Actor> {
  if (ctx.actor.type !== 'user') return ctx.actor;
  const member = await selectMember(db, ctx.account.id, ctx.actor.id);
  if (!member) throw forbidden('You are no longer a member of this account.');
  return { ...ctx.actor, role: member.role };
}

export function requireAdmin(actor: Actor): void {
  if (actor.type !== 'user' || roleReaches(actor.role, 'admin')) return;
  throw forbidden(`This needs the role admin; yours is ${actor.role}.`);
}

/** No one can grant, take away or remove a role above their own. */
export function requireReach(actor: Actor, role: Role): void {
  if (mayGrant(actor, role)) return;
  throw forbidden(`The role ${role} is above yours.`);
}

/** Call with the account locked: two owners who leave at once must not both count the other one. */
export async function requireAnotherOwner(db: Writer, accountId: string): Promise<void> {
  if ((await countOwners(db, accountId)) > 1) return;
  throw new AppError(
    'conflict',
    'last_owner',
    'The account needs an owner. Make another member owner first.',
  );
}
