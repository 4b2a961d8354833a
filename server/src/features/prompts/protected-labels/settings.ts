import { isDeepStrictEqual } from 'node:util';
import { Type, type Static } from 'typebox';
import { closed } from '#lib/schema';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { PromptLabel } from '../schemas.ts';
import { replaceProtectedLabels, selectProtectedLabels } from './store.ts';

export const ProtectedLabels = closed(
  {
    labels: Type.Array(PromptLabel, {
      maxItems: 100,
      description: 'Labels that only admins may move. None unless set.',
      examples: [['production']],
    }),
  },
  { title: 'PromptProtectedLabels' },
);
type ProtectedLabels = Static<typeof ProtectedLabels>;

export const protectedLabels = async (ctx: Context): Promise<ProtectedLabels> => ({
  labels: await selectProtectedLabels(ctx.db, ctx.account.id),
});

export const setProtectedLabels = (ctx: Context, input: ProtectedLabels): Promise<ProtectedLabels> =>
  change(ctx, 'prompt.protect_labels', async ({ db }) => {
    const accountId = ctx.account.id;
    await lockAccount(db, accountId);
    const before = await selectProtectedLabels(db, accountId);
    const labels = [...new Set(input.labels.map((label) => label.toWellFormed()))].sort();
    if (isDeepStrictEqual(before, labels)) return { result: { labels }, target: null };
    await replaceProtectedLabels(db, accountId, labels);
    return {
      result: { labels },
      target: { type: 'account', id: accountId },
      metadata: { from: before, to: labels },
    };
  });
