import { AppError, invalid, notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import type { Context } from '#core/context';
import { checkUrlField, outboundOf } from '#services/notifications';
import type { Reader, WebhooksTable } from '#metadata';
import { selectWebhook } from './store.ts';

export function requireUrl({ config }: Context, url: string): void {
  const fault = checkUrlField(outboundOf(config), url);
  if (fault) throw invalid('url', fault.message, fault.reason);
}

export function requireWholeAccount({ project }: Context): void {
  if (project === null) return;
  throw new AppError(
    'forbidden',
    'account_wide',
    'Webhooks get the events of the whole account. Use a key that is not bound to a project, and leave out X-Project-Id.',
  );
}

export async function requireWebhook(ctx: Context, id: string, db: Reader = ctx.db): Promise<WebhooksTable> {
  const row = isId('webhook', id) ? await selectWebhook(db, ctx.account.id, id) : undefined;
  if (!row) throw notFound('Webhook');
  return row;
}
