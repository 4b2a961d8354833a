import { notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import type { AlertEvent } from '../schemas.ts';
import { selectEvent } from './store.ts';

/** Finds events of the account only, and of the project if the request is bound to one. */
export async function requireEvent(
  { account, project }: Context,
  db: Reader,
  id: number,
): Promise<AlertEvent> {
  const event = await selectEvent(db, account.id, project?.id ?? null, id);
  if (!event) throw notFound('Alert event');
  return event;
}
