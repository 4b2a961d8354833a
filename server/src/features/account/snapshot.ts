import { withTimeout } from '#lib/with-timeout';
import { DAY_MS, isoTime, utcMonth, utcMonthStart } from '#lib/clock';
import { boundTo } from '#core/access/actor';
import type { Context } from '#core/context';
import type { Account } from '#core/access/accounts';
import { mayChangeLimits } from './limits.ts';
import type { AccountOverview, AccountSnapshot } from './schemas.ts';
import { selectUnpricedModels } from '#records';

const UNPRICED_DAYS = 30;
const PATIENCE_MS = 2_000;

/** A key and the account it belongs to. */
export async function accountSnapshot(ctx: Context): Promise<AccountSnapshot> {
  const { actor } = ctx;
  if (actor.type !== 'key') throw new Error('The snapshot is for API keys.');
  const scopes = actor.scopes === null ? null : [...actor.scopes];
  return { ...(await accountOverview(ctx)), key: { id: actor.id, name: actor.name, scopes } };
}

/** The caller's account, this month's usage, and the limits of the plan. */
export async function accountOverview(ctx: Context): Promise<AccountOverview> {
  const { account } = ctx;
  const now = ctx.clock.now();
  const month = utcMonth(now);
  const [records, unpricedModels] = await Promise.all([
    ctx.records.usage(account.number),
    unpricedOrNone(ctx, now - UNPRICED_DAYS * DAY_MS),
  ]);
  return {
    accountId: account.id,
    name: account.name,
    plan: account.plan.name,
    projectId: (ctx.project ?? account.defaultProject).id,
    usage: {
      month,
      records,
      quota: account.recordQuota,
      remaining: Math.max(0, account.recordQuota - records),
      resetsAt: isoTime(utcMonthStart(now, 1)),
    },
    retentionDays: account.retentionDays,
    limits: limitsOf(account),
    limitsChangeable: await mayChangeLimits(ctx),
    consents: account.consents,
    settings: { acceptProviders: account.acceptProviders },
    deletesAt: account.deletesAt === null ? null : isoTime(account.deletesAt),
    unpricedModels,
  };
}

/** Quota and retention are separate fields, because the operator may override those of the plan. */
const limitsOf = ({ plan, ...account }: Account): AccountOverview['limits'] => ({
  exportRecords: account.exportRows,
  alerts: plan.alerts,
  alertChannels: [...plan.alertChannels],
  savedViews: account.savedViews,
  traceSpans: account.traceSpans,
  datasetItems: account.datasetItems,
  itemCharacters: account.itemCharacters,
  teamMembers: plan.teamMembers,
});

/** Identity and usage must be available even if the records store is unavailable or slow. */
async function unpricedOrNone(ctx: Context, sinceMs: number): Promise<string[]> {
  const tooLate = () => new Error('The records store took too long to answer.');
  try {
    const { account, actor, project } = ctx;
    // A key bound to a project must not see models of other projects. Prices belong to the account, so
    // X-Project-Id changes nothing for other keys.
    const only = boundTo(actor) === null ? null : (project?.number ?? null);
    const scope = { account: account.number, project: only, sinceMs };
    return await withTimeout(PATIENCE_MS, ctx.records.ask(scope, selectUnpricedModels()), tooLate);
  } catch (error) {
    ctx.log.warn(
      { err: error, requestId: ctx.origin.requestId },
      'account snapshot without its unpriced models',
    );
    return [];
  }
}
