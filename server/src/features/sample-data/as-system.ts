import type { Context, Services } from '#core/context';

/** What the service itself does in an account. Null if the account is gone. */
export async function asSystem(services: Services, accountId: string, id: string): Promise<Context | null> {
  const account = await services.accounts.get(accountId);
  if (!account) return null;
  return {
    ...services,
    db: services.metadata.reader,
    origin: { requestId: id, ip: null, userAgent: null, host: '', sessionToken: null, auditActions: [] },
    actor: { type: 'system', id },
    account,
    project: null,
    plan: account.plan,
  };
}
