// Names the judge and generator of an account, and maps failures to errors of the interface.
import { AppError } from '#lib/app-error';
import { MINUTE_MS } from '#lib/clock';
import { failedCall, type ModelFailure, type ModelRole } from './failure.ts';
import { selectDefaultConnection } from './connections/store.ts';
import { sourceForRole, type SourceContext } from './source.ts';

/** `provider/model`, as stored with a score. */
export async function judgeName(
  ctx: Pick<SourceContext, 'config' | 'metadata' | 'account'>,
): Promise<string | null> {
  const own = await selectDefaultConnection(ctx.metadata.reader, ctx.account.id);
  if (own) return `${own.provider}/${own.default_model}`;
  const { judge } = ctx.config;
  return judge && `${judge.provider}/${judge.model}`;
}

const UNAVAILABLE_SECONDS = 60;

/** For endpoints that need a model: throws a 503 before any work starts. */
export async function requireModel(ctx: SourceContext, role: ModelRole): Promise<void> {
  if (!(await sourceForRole(ctx, role))) throw modelErrorOf(failedCall(role, 'unconfigured'));
}

/** The same, and a 429 if nothing is left of its budget. */
export async function requireModelWithBudget(
  ctx: SourceContext,
  role: ModelRole,
  purpose: string,
): Promise<void> {
  const source = await sourceForRole(ctx, role);
  if (!source) throw modelErrorOf(failedCall(role, 'unconfigured'));
  const smallest = await source.purse.reserve(1, purpose, MINUTE_MS);
  await smallest.settle(0);
}

/** For requests that consist of a single answer. */
export function modelErrorOf({
  reason,
  said: { message },
  retryAfterSeconds = UNAVAILABLE_SECONDS,
}: ModelFailure): AppError {
  if (reason === 'no_content' || reason === 'unusable_criterion')
    return new AppError('bad_request', reason, message);
  const code = reason === 'budget_exhausted' ? 'too_many_requests' : 'unavailable';
  return new AppError(code, reason, message, { retryAfterSeconds });
}
