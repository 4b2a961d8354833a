import type { AcceptedProviders } from '#core/access/accounts';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import type { AccountSettings } from './schemas.ts';
import { updateAcceptedProviders } from './store.ts';

export async function changeSettings(
  ctx: Context,
  { acceptProviders }: { acceptProviders: AcceptedProviders },
): Promise<AccountSettings> {
  const { account } = ctx;
  return change(ctx, 'account.update_settings', async ({ db, invalidate }) => {
    await updateAcceptedProviders(db, account.id, acceptProviders, ctx.clock.now());
    await invalidate('accounts', account.id);
    return {
      result: { acceptProviders },
      target: { type: 'account', id: account.id },
      metadata: { acceptProviders },
    };
  });
}
