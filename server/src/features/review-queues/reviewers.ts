// Who may answer, who may decide between two answers, and the names of these people.
import { AppError, invalid } from '#lib/app-error';
import { actsAsAdmin, roleReaches, type Actor } from '#core/access/actor';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import { selectMemberNames, selectRole } from '#services/accounts';
import type { Reviewer } from './schemas.ts';

/** Whether the actor may answer in a queue with these assignees. */
export const mayAnswer = (actor: Actor, assignees: readonly string[]): boolean => {
  if (actor.type === 'user' && !roleReaches(actor.role, 'member')) return false;
  return assignees.length === 0 || assignees.includes(actor.id);
};

export function requireAnswerer({ actor }: Context, assignees: readonly string[]): void {
  if (mayAnswer(actor, assignees)) return;
  throw new AppError('forbidden', 'not_assigned', 'Only the assignees of this queue may answer.');
}

/** A person who did not answer before, or an admin. */
const mayResolve = (actor: Actor, assignees: readonly string[], answeredBy: readonly string[]): boolean =>
  actsAsAdmin(actor) || (mayAnswer(actor, assignees) && !answeredBy.includes(actor.id));

export function requireResolver(
  { actor }: Context,
  assignees: readonly string[],
  answeredBy: readonly string[],
): void {
  if (mayResolve(actor, assignees, answeredBy)) return;
  throw new AppError(
    'forbidden',
    'not_a_third_person',
    'An assignee who did not answer the item, or an admin, decides between its answers.',
  );
}

/** 400 unless each is known, or a member who may annotate. */
export async function requireMembers(
  db: Reader,
  accountId: string,
  userIds: readonly string[] = [],
  known: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const [at, userId] of userIds.entries()) {
    if (known.has(userId)) continue;
    const role = await selectRole(db, accountId, userId);
    if (role === null || !roleReaches(role, 'member'))
      throw invalid(`assignees.${at}`, 'There is no member with this id who may annotate.', 'unknown_member');
  }
}

type NameReviewer = (type: string, id: string) => Reviewer;

export async function reviewerNames({ db, account }: Context): Promise<NameReviewer> {
  const names = await selectMemberNames(db, account.id);
  return (type, id) => ({ type, id, name: names.get(id) ?? null });
}
