// Checks what a person sent before it is tested and stored.
import { AppError, fieldError, invalid, notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import { hasEmbeddings, VENDOR_URLS, type LlmProvider } from '#config';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import {
  guardedConfig,
  microsOfCents,
  selectConnection,
  testEmbedder,
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

export function checkedEmbeddingModel(provider: LlmProvider, model: string | null): string | null {
  if (model === null || hasEmbeddings(provider)) return model;
  throw invalid('embeddingModel', `${provider} has no embeddings. Use another connection.`, 'no_embeddings');
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

/** Throws a 400 that names the field if a model does not answer. Null: not tested. */
export async function requireAnswer(
  ctx: Context,
  address: ModelAddress,
  { defaultModel, embeddingModel }: Record<'defaultModel' | 'embeddingModel', string | null>,
  signal: AbortSignal,
): Promise<void> {
  await limitTests(ctx, 'test-model');
  if (defaultModel !== null) {
    const { fault } = await testModel(ctx, guardedConfig(address, defaultModel), signal);
    if (fault) throw faultError(fault, FIELDS[fault.reason] ?? 'baseUrl');
  }
  if (embeddingModel !== null) {
    const fault = await testEmbedder(ctx, guardedConfig(address, embeddingModel), signal);
    if (fault) throw faultError(fault, 'embeddingModel');
  }
}

function faultError({ reason, said: { message }, detail }: ModelFault, field: string): AppError {
  if (reason === 'cancelled') return new AppError('bad_request', reason, message);
  const full = detail === null ? message : `${message} It said: ${detail}`;
  return fieldError('bad_request', reason, field, full);
}
