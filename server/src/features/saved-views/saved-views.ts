import { AppError, invalid, notFound } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { SavedView, SavedViewInput } from './schemas.ts';
import {
  countSavedViews,
  insertSavedView,
  selectSavedViewByName,
  updateSavedView,
  deleteSavedViewRow,
} from './store.ts';

const MAX_FILTER_BYTES = 16 * 1_024;

interface Saved {
  made: boolean;
  savedView: SavedView;
}

/** A new name creates a view, an existing name replaces its filter. */
export function saveView(ctx: Context, { name, filter: given }: SavedViewInput): Promise<Saved> {
  const filter = JSON.stringify(given);
  if (Buffer.byteLength(filter) > MAX_FILTER_BYTES) {
    throw invalid('filter', 'The filter is longer than 16 KiB as JSON.', 'filter_too_long');
  }
  return change(ctx, 'saved_view.save', async ({ db }) => {
    // The lock stops parallel requests from exceeding the limit or creating the same name twice.
    await lockAccount(db, ctx.account.id);
    const { id: accountId, savedViews: most } = ctx.account;
    const now = ctx.clock.now();
    const before = await selectSavedViewByName(db, accountId, name);
    if (before && JSON.stringify(before.filter) === filter) {
      return { result: { made: false, savedView: before }, target: null };
    }
    if (!before && (await countSavedViews(db, accountId)) >= most) {
      throw new AppError(
        'conflict',
        'limit_reached',
        `An account can have at most ${most} saved views. Delete one first, or save under a name that exists.`,
      );
    }
    const savedView = before
      ? await updateSavedView(db, accountId, { id: before.id, filter, now })
      : await insertSavedView(db, { accountId, name, filter, now });
    return {
      result: { made: before === null, savedView },
      target: { type: 'saved_view', id: String(savedView.id) },
      metadata: { name, made: before === null },
    };
  });
}

export const deleteSavedView = (ctx: Context, id: number): Promise<void> =>
  change(ctx, 'saved_view.delete', async ({ db }) => {
    const name = await deleteSavedViewRow(db, ctx.account.id, id);
    if (name === null) throw notFound('Saved view');
    return { result: undefined, target: { type: 'saved_view', id: String(id) }, metadata: { name } };
  });
