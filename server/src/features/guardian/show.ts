import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import type { Context } from '#core/context';
import type { Finding } from './schemas.ts';
import { presentFinding, selectFinding } from './store.ts';

export async function showFinding({ db, account, project }: Context, id: string): Promise<Finding> {
  const row = isId('finding', id) ? await selectFinding(db, account.id, project?.id ?? null, id) : null;
  if (!row) throw notFound('Finding');
  return presentFinding(row);
}
