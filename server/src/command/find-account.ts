import { AppError } from '#lib/app-error';
import { isId } from '#lib/ids';
import type { AdminContext, InAccount } from '#core/context';
import { inAccount, selectAccounts, selectAccountsNamed } from '#features/operator';

/** By id, by a unique name, or the only account. */
export async function findAccount(
  ctx: AdminContext,
  wanted: string | null,
): Promise<AdminContext & InAccount> {
  if (wanted !== null && isId('account', wanted)) return inAccount(ctx, wanted);
  const ids =
    wanted === null
      ? (await selectAccounts(ctx.db, ctx.clock.now())).map((account) => account.id)
      : await selectAccountsNamed(ctx.db, wanted);
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return inAccount(ctx, only);
  throw only === undefined ? unknown(wanted) : several(wanted, ids.length);
}

const unknown = (wanted: string | null) =>
  new AppError(
    'not_found',
    'not_found',
    wanted === null
      ? 'There is no account yet. `tracewell-server init` creates the first one.'
      : `There is no account "${wanted}". \`tracewell-server account list\` shows them.`,
  );

const several = (wanted: string | null, count: number) =>
  new AppError(
    'conflict',
    'which_account',
    wanted === null
      ? `There are ${count} accounts. Say which one: \`tracewell-server account list\` shows their ids.`
      : `${count} accounts are named "${wanted}". Give the id: \`tracewell-server account list\` shows it.`,
  );
