import type { Context, Services } from '#core/context';
import { loadSampleData } from './load.ts';

const BY = 'demo';

/** For `demo`: loads the sample as the owner of the account would. Does nothing if it is already loaded. */
export async function loadDemoSample(services: Services, accountId: string): Promise<void> {
  const account = await services.accounts.get(accountId);
  if (!account) return;
  const ctx: Context = {
    ...services,
    db: services.metadata.reader,
    origin: { requestId: BY, ip: null, userAgent: null, host: '', sessionToken: null, auditActions: [] },
    actor: { type: 'system', id: BY },
    account,
    project: null,
    plan: account.plan,
  };
  await loadSampleData(ctx);
}
