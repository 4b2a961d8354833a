import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { deleteConnectionRow, lockConnection } from '#services/models';

/** Also deletes its key and its spend. Calls that were made through it stay. */
export const deleteConnection = (ctx: Context, id: string): Promise<void> =>
  change(ctx, 'model_connection.delete', async ({ db }) => {
    const row = isId('modelConnection', id) ? await lockConnection(db, ctx.account.id, id) : undefined;
    if (!row) throw notFound('Model connection');
    await deleteConnectionRow(db, ctx.account.id, id);
    return {
      result: undefined,
      target: { type: 'model_connection', id },
      metadata: { name: row.name, provider: row.provider, isDefault: row.is_default === 1 },
    };
  });
