import type { Context } from '#core/context';
import { cutPage, pageByPosition, type PageQuery } from '#core/paging';
import { listWebhookDeliveries } from '#services/notifications';
import { requireWebhook } from './check.ts';
import { presentWebhook, shownTo } from './present.ts';
import { selectWebhooks } from './store.ts';

export async function listWebhooks(ctx: Context, query: PageQuery) {
  const page = pageByPosition(query);
  const rows = await selectWebhooks(ctx.db, ctx.account.id, page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => [row.created_at, row.id]);
  return { webhooks: shown.map((row) => shownTo(ctx, presentWebhook(ctx, row))), nextCursor };
}

export async function listDeliveries(ctx: Context, id: string, query: PageQuery) {
  await requireWebhook(ctx, id);
  return listWebhookDeliveries(ctx.db, ctx.account.id, id, query);
}
