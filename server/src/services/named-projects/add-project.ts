import { newId } from '#lib/ids';
import type { Tx } from '#core/change/change';
import type { Context } from '#core/context';
import { nextNumber, type ProjectsTable } from '#metadata';
import { insertProject } from './store.ts';

/** Runs in the caller's transaction. */
export async function addProject(
  { account, clock }: Pick<Context, 'account' | 'clock'>,
  { db, invalidate }: Tx,
  name: string,
): Promise<ProjectsTable> {
  const now = clock.now();
  const row: ProjectsTable = {
    id: newId('project'),
    number: await nextNumber(db, 'projects'),
    account_id: account.id,
    name,
    is_default: 0,
    created_at: now,
    updated_at: now,
  };
  await insertProject(db, row);
  await invalidate('accounts', account.id);
  return row;
}
