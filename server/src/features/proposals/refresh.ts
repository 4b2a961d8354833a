// Refreshes the proposals of one account: collects facts, runs the detectors and merges the results with the
// known proposals in one transaction.
import { DAY_MS, MINUTE_MS } from '#lib/clock';
import { newId } from '#lib/ids';
import type { Account } from '#core/access/accounts';
import type { SystemContext, Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { priceBookFor } from '#services/prices';
import { hit, requireAllowed, type RateRule } from '#core/access/rate-limit';
import { askFacts, windowDays } from './ask.ts';
import { detectAll } from './detect/index.ts';
import { proposedOf, settleProposals, type Proposed, type Settled } from './settle.ts';
import {
  deleteExpiredBefore,
  expireProposals,
  insertProposal,
  reopenProposal,
  selectAllProposals,
} from './store.ts';
import { MONTH_DAYS } from './thresholds.ts';
import type { ProposalLook } from './schemas.ts';

const KEEP_EXPIRED_MS = 90 * DAY_MS;
/** Keeps only those with the highest savings. */
const MAX_PROPOSALS = 200;

export async function refreshAccount(
  ctx: SystemContext,
  account: Account,
  signal: AbortSignal,
): Promise<Settled> {
  const facts = await askFacts(ctx, account, signal);
  const pricing = { book: priceBookFor(account, ctx.config), atMs: facts.endMs };
  const projects = new Map([...account.projects.values()].map(({ id, number }) => [number, id]));
  const found = detectAll(facts, pricing, MONTH_DAYS / windowDays(account)).flatMap((each): Proposed[] => {
    // Records of a deleted project stay for a while, but no one can act on them.
    const projectId = projects.get(each.project);
    return projectId === undefined ? [] : [proposedOf(each, projectId)];
  });
  const proposed = found
    .toSorted((left, right) => right.saving_micros - left.saving_micros)
    .slice(0, MAX_PROPOSALS);
  return ctx.metadata.transaction(async (db) => {
    await lockAccount(db, account.id);
    const now = ctx.clock.now();
    const settled = settleProposals(await selectAllProposals(db, account.id), proposed);
    for (const each of settled.fresh) {
      await insertProposal(db, {
        ...each,
        id: newId('proposal'),
        account_id: account.id,
        status: 'open',
        decided_weight: null,
        decided_by: null,
        comment: null,
        created_at: now,
        updated_at: now,
      });
    }
    for (const each of settled.changed) await reopenProposal(db, each.id, each.proposed, now);
    if (settled.expired.length > 0) await expireProposals(db, settled.expired, now);
    await deleteExpiredBefore(db, account.id, now - KEEP_EXPIRED_MS);
    return settled;
  });
}

/** Each run reads a month of calls. */
const LIMIT: RateRule = { name: 'proposal-looks', limit: 3, windowMs: 10 * MINUTE_MS };

/** Looks for proposals on request. The daily run is in refresh.job.ts. */
export async function lookNow(ctx: Context, signal: AbortSignal): Promise<ProposalLook> {
  requireAllowed(
    await hit(ctx, LIMIT, ctx.account.id),
    'Proposals can be looked for at most three times in ten minutes. Try again when Retry-After has passed.',
  );
  const { fresh, changed, expired } = await refreshAccount(ctx, ctx.account, signal);
  return { found: fresh.length, changed: changed.length, expired: expired.length };
}
