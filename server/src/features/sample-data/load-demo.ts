import type { Context, Services } from '#core/context';
import { loadSampleData } from './load.ts';

const BY = 'demo';

/**
 * For `demo`: loads the sample as the owner of the account would, unless it is already loaded. Returns the path of its
 * overview.
 */
export async function loadDemoSample(services: Services, accountId: string): Promise<string | null> {
  const account = await services.accounts.get(accountId);
  if (!account) return null;
  const ctx: Context = {
    ...services,
    db: services.metadata.reader,
    origin: { requestId: BY, ip: null, userAgent: null, host: '', sessionToken: null, auditActions: [] },
    actor: { type: 'system', id: BY },
    account,
    project: null,
    plan: account.plan,
  };
  const { projectId } = await loadSampleData(ctx);
  return projectId === null ? null : `/?project=${projectId}&window=7d`;
}
