// POST /v1/eval-criteria/propose: the judge proposes criteria for an application. Nothing is created; a
// person decides first.
import { MINUTE_MS } from '#lib/clock';
import { AppError } from '#lib/app-error';
import { usd } from '#lib/money';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { hit, requireAllowed, type RateRule } from '#core/access/rate-limit';
import { modelErrorOf, requireModel } from '#services/models';
import { criteriaOf } from '#services/criteria';
import { askForCriteria } from './ask.ts';
import { choose } from './choose.ts';
import { samplesOf } from './samples.ts';
import type { ProposeOrder, Proposals } from './schemas.ts';

const LIMIT: RateRule = { name: 'propose-criteria', limit: 30, windowMs: MINUTE_MS };
const DEFAULT_MOST = 5;

export async function proposeCriteria(
  ctx: Context,
  { useCaseHint, sampleCallIds = [], maxCriteria = DEFAULT_MOST }: ProposeOrder,
  signal: AbortSignal,
): Promise<Proposals> {
  requireConsent(ctx);
  requireAllowed(await hit(ctx, LIMIT, ctx.account.id), 'At most 30 requests for proposals in a minute.');
  const { parts, partialFailures } = await samplesOf(ctx, sampleCallIds);
  await requireModel(ctx, 'judge');
  const existing = await criteriaOf(ctx.db, ctx.account.id);
  const answer = await askForCriteria(ctx, {
    hint: useCaseHint,
    samples: parts,
    most: maxCriteria,
    known: existing.map(({ name }) => name),
    signal,
  });
  const raw = answer.ok ? answer.raw : [];
  const criteria = choose(raw, existing, maxCriteria);
  const budgetSpentUsd = usd(answer.costMicros);
  const counts = { proposedRawCount: raw.length, droppedCount: raw.length - criteria.length };
  // Audited even if the answer was unusable, because content has left the service and it may have cost money.
  await change(ctx, 'eval.propose_criteria', async () => ({
    result: undefined,
    target: { type: 'account', id: ctx.account.id },
    metadata: {
      outcome: answer.ok ? 'proposed' : answer.reason,
      samples: sampleCallIds.length,
      unusableSamples: partialFailures.length,
      maxCriteria,
      ...counts,
      budgetSpentUsd,
    },
  }));
  if (!answer.ok) throw modelErrorOf(answer);
  return { criteria, partialFailures, budgetSpentUsd, ...counts };
}

/** A given consent does not apply while the subscription is canceled. */
function requireConsent({ account }: Context): void {
  if (!account.consents.aiHelper) {
    throw new AppError(
      'forbidden',
      'consent_required',
      'This needs the AI-helper consent of the account: PUT /v1/account/consents/ai-helper.',
    );
  }
  if (!account.subscriptionActive) {
    throw new AppError('forbidden', 'subscription_canceled', 'The subscription is canceled. Renew it first.');
  }
}
