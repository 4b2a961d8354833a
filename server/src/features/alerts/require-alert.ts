import { notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import { selectAlert, type AlertRow } from './store.ts';

/** Finds alerts of the account only, and of the project if the request is bound to one. */
export async function requireAlert({ account, project }: Context, db: Reader, id: number): Promise<AlertRow> {
  const row = await selectAlert(db, account.id, project?.id ?? null, id);
  if (!row) throw notFound('Alert');
  return row;
}
