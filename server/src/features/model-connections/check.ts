// Checks what a person sent before it is tested and stored.
import { AppError, fieldError, invalid, notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import { VENDOR_URLS, type LlmProvider } from '#config';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import {
  guardedConfig,
  microsOfCents,
  selectConnection,
  testModel,
  type ConnectionRow,
  type ModelAddress,
  type ModelFault,
} from '#services/models';
import { checkUrlField, isMasked, limitTests, outboundOf } from '#services/notifications';

export async function requireConnection(
  ctx: Context,
  id: string,
  db: Reader = ctx.db,
): Promise<ConnectionRow> {
  const row = isId('modelConnection', id) ? await selectConnection(db, ctx.account.id, id) : undefined;
  if (!row) throw notFound('Model connection');
  return row;
}

export function checkedBaseUrl(
  { config }: Context,
  provider: LlmProvider,
  given: string | null | undefined,
): string {
  const url = (given ?? VENDOR_URLS[provider])?.replace(/\/+$/, '');
  if (url === undefined)
    throw invalid('baseUrl', 'An OpenAI-compatible server needs a base URL, such as https://host/v1.');
  const fault = checkUrlField(outboundOf(config), url);
  if (fault) throw invalid('baseUrl', fault.message, fault.reason);
  if (/[?#]/.test(url)) throw invalid('baseUrl', 'The base URL must not have a query or a fragment.');
  return url;
}

/** Sent in a header as given. */
export function checkedKey(provider: LlmProvider, key: string | null): string | null {
  if (key === null) {
    if (provider === 'openai-compatible') return null;
    throw invalid('apiKey', 'This provider needs a key.', 'api_key_required');
  }
  if (isMasked(key)) throw invalid('apiKey', 'This is a masked key; send the full key.', 'masked_value');
  if (!/^[!-~]+$/.test(key)) throw invalid('apiKey', 'must contain only ASCII characters and no spaces');
  return key;
}

export function requireListed(defaultModel: string, models: readonly string[]): void {
  if (models.length === 0 || models.includes(defaultModel)) return;
  throw invalid('defaultModel', 'must be one of the allowed models', 'model_not_allowed');
}

/** Null means no limit. */
export function budgetMicros(field: string, budgetUsd: number | null): number | null {
  if (budgetUsd === null) return null;
  const micros = microsOfCents(budgetUsd);
  if (micros === null) throw invalid(field, 'must be in steps of 0.01');
  return micros;
}

const FIELDS: Partial<Record<ModelFault['reason'], string>> = {
  wrong_key: 'apiKey',
  no_credit: 'apiKey',
  unknown_model: 'defaultModel',
  rejected: 'defaultModel',
};

/** Throws a 400 that names the field if the model does not answer. */
export async function requireAnswer(
  ctx: Context,
  address: ModelAddress,
  model: string,
  signal: AbortSignal,
): Promise<void> {
  await limitTests(ctx, 'test-model');
  const { fault } = await testModel(ctx, guardedConfig(address, model), signal);
  if (!fault) return;
  const { reason, message, detail } = fault;
  if (reason === 'cancelled') throw new AppError('bad_request', reason, message);
  const full = detail === null ? message : `${message} It said: ${detail}`;
  throw fieldError('bad_request', reason, FIELDS[reason] ?? 'baseUrl', full);
}
