import { notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import { selectAlert, type AlertRow } from './store.ts';

/** Of the account, and of the project where the request is bound to one. */
export async function requireAlert({ account, project }: Context, db: Reader, id: number): Promise<AlertRow> {
  const row = await selectAlert(db, account.id, project?.id ?? null, id);
  if (!row) throw notFound('Alert');
  return row;
}
