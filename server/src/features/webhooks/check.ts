import { invalid, notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import type { Context } from '#core/context';
import { checkUrlField, outboundOf } from '#features/notifications';
import type { Reader, WebhooksTable } from '#metadata';
import { selectWebhook } from './store.ts';

export function requireUrl({ config }: Context, url: string): void {
  const fault = checkUrlField(outboundOf(config), url);
  if (fault) throw invalid('url', fault.message, fault.reason);
}

export async function requireWebhook(ctx: Context, id: string, db: Reader = ctx.db): Promise<WebhooksTable> {
  const row = isId('webhook', id) ? await selectWebhook(db, ctx.account.id, id) : undefined;
  if (!row) throw notFound('Webhook');
  return row;
}
