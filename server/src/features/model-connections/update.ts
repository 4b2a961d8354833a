import { isDeepStrictEqual } from 'node:util';
import { AppError, invalid, notFound } from '#lib/app-error';
import type { LlmProvider } from '#config';
import { change } from '#core/change/change';
import { nameTaken } from '#core/change/unique';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import {
  allowedModels,
  clearDefaultConnection,
  isRecorded,
  lockConnection,
  openModelKey,
  sealModelKey,
  selectConnections,
  updateConnection,
  type ConnectionRow,
} from '#services/models';
import {
  budgetMicros,
  checkedBaseUrl,
  checkedEmbeddingModel,
  checkedKey,
  requireAnswer,
  requireConnection,
  requireListed,
} from './check.ts';
import { maskedKey, presentConnection } from './present.ts';
import type { ModelConnection, ModelConnectionChanges } from './schemas.ts';

export async function changeConnection(
  ctx: Context,
  id: string,
  input: ModelConnectionChanges,
  signal: AbortSignal,
): Promise<ModelConnection> {
  const before = await requireConnection(ctx, id);
  if (isRecorded(before))
    throw new AppError(
      'conflict',
      'recorded_model',
      'The recorded model belongs to the sample data and cannot be changed. It is removed with the sample data.',
    );
  const provider = before.provider as LlmProvider;
  const baseUrl =
    input.baseUrl === undefined ? before.base_url : checkedBaseUrl(ctx, provider, input.baseUrl);
  const key = keyFor(ctx, before, baseUrl, input.apiKey);
  const defaultModel = input.defaultModel ?? before.default_model;
  const models = input.models ?? allowedModels(before);
  requireListed(defaultModel, models);
  const embeddingModel =
    input.embeddingModel === undefined
      ? before.embedding_model
      : checkedEmbeddingModel(provider, input.embeddingModel);
  const budgets = {
    ...(input.dayBudgetUsd === undefined
      ? {}
      : { day_budget_micros: budgetMicros('dayBudgetUsd', input.dayBudgetUsd) }),
    ...(input.monthBudgetUsd === undefined
      ? {}
      : { month_budget_micros: budgetMicros('monthBudgetUsd', input.monthBudgetUsd) }),
  };
  const isNewKey = key !== 'kept';
  const isOther = isNewKey || baseUrl !== before.base_url || defaultModel !== before.default_model;
  const tested = isOther && (input.test ?? true);
  const isOtherEmbedder = embeddingModel !== null && embeddingModel !== before.embedding_model;
  if (tested || (isOtherEmbedder && (input.test ?? true))) {
    const apiKey = isNewKey ? key.given : openModelKey(ctx.sealer, before);
    const asked = {
      defaultModel: tested ? defaultModel : null,
      embeddingModel: isOtherEmbedder ? embeddingModel : null,
    };
    await requireAnswer(ctx, { provider, baseUrl, apiKey }, asked, signal);
  }
  return change(ctx, 'model_connection.update', async ({ db }) => {
    await lockAccount(db, ctx.account.id);
    const row = await lockConnection(db, ctx.account.id, id);
    if (!row) throw notFound('Model connection');
    if (row.version !== before.version)
      throw new AppError('conflict', 'changed_meanwhile', 'The model connection was changed meanwhile.');
    const others = await selectConnections(db, ctx.account.id);
    const { name = row.name } = input;
    if (others.some((other) => other.id !== id && other.name === name)) throw nameTaken('model connection');
    const isDefault = input.isDefault ?? row.is_default === 1;
    const wanted: ConnectionRow = {
      ...row,
      name,
      base_url: baseUrl,
      default_model: defaultModel,
      embedding_model: embeddingModel,
      models: JSON.stringify(models),
      is_default: isDefault ? 1 : 0,
      ...budgets,
    };
    // Rows of SQLite have no prototype.
    if (!isNewKey && isDeepStrictEqual(wanted, { ...row }))
      return { result: await presentConnection(ctx, row, db), target: null };
    if (isDefault && row.is_default === 0) await clearDefaultConnection(db, ctx.account.id);
    const now = ctx.clock.now();
    const changed = await updateConnection(db, ctx.account.id, id, {
      name,
      base_url: wanted.base_url,
      default_model: wanted.default_model,
      embedding_model: wanted.embedding_model,
      models: wanted.models,
      is_default: wanted.is_default,
      ...budgets,
      ...(isNewKey ? { api_key: sealed(ctx, id, key.given) } : {}),
      // What an earlier test said is not about this address.
      ...(isOther ? { tested_at: tested ? now : null, test_fault: null } : {}),
      updated_at: now,
    });
    const names = ['name', 'base_url', 'default_model', 'embedding_model', 'models', 'is_default'] as const;
    return {
      result: await presentConnection(ctx, changed, db),
      target: { type: 'model_connection', id },
      metadata: {
        changed: [
          ...names.filter((field) => wanted[field] !== row[field]),
          ...Object.keys(budgets),
          ...(isNewKey ? ['api_key'] : []),
        ],
        host: new URL(baseUrl).host,
        tested,
      },
    };
  });
}

const sealed = ({ sealer }: Context, id: string, key: string | null): string | null =>
  key === null ? null : sealModelKey(sealer, id, key);

/** A stored key is only sent to the host that it was entered for. */
function keyFor(
  ctx: Context,
  before: ConnectionRow,
  baseUrl: string,
  given: string | null | undefined,
): 'kept' | { given: string | null } {
  // A form sends back what it was shown, so a masked key keeps the stored one.
  const isKept = given === undefined || (given !== null && given === maskedKey(ctx, before));
  if (!isKept) return { given: checkedKey(before.provider as LlmProvider, given) };
  const isSameHost = new URL(baseUrl).origin === new URL(before.base_url).origin;
  if (!isSameHost && before.api_key !== null)
    throw invalid('apiKey', 'Enter the key again: the base URL names another host.', 'api_key_required');
  return 'kept';
}
