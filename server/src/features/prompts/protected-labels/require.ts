import { AppError } from '#lib/app-error';
import { actsAsAdmin } from '#core/access/actor';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import { selectProtectedLabels } from './store.ts';

/** 403 if one of the labels is protected and the caller is not an admin. */
export async function requireMayMove(
  { actor, account }: Pick<Context, 'actor' | 'account'>,
  db: Reader,
  labels: readonly string[],
): Promise<void> {
  if (labels.length === 0 || actsAsAdmin(actor)) return;
  const guarded = new Set(await selectProtectedLabels(db, account.id));
  const met = [...new Set(labels)].filter((label) => guarded.has(label));
  if (met.length === 0) return;
  throw new AppError(
    'forbidden',
    'protected_label',
    `Only an admin, or an API key without explicit scopes, may change what protected labels point to: ${met.map((label) => `"${label}"`).join(', ')}.`,
  );
}
