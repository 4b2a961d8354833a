import { AppError } from '#lib/app-error';
import { newId } from '#lib/ids';
import { change } from '#core/change/change';
import { nameTaken } from '#core/change/unique';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import {
  clearDefaultConnection,
  insertConnection,
  isRecorded,
  sealModelKey,
  selectConnections,
  type ConnectionRow,
} from '#services/models';
import {
  budgetMicros,
  checkedBaseUrl,
  checkedEmbeddingModel,
  checkedKey,
  requireAnswer,
  requireListed,
} from './check.ts';
import { presentConnection } from './present.ts';
import type { ModelConnection, NewModelConnection } from './schemas.ts';

const MAX_CONNECTIONS = 50;

export async function createConnection(
  ctx: Context,
  input: NewModelConnection,
  signal: AbortSignal,
): Promise<ModelConnection> {
  const { name, provider, defaultModel, models = [], test = true } = input;
  const address = {
    provider,
    baseUrl: checkedBaseUrl(ctx, provider, input.baseUrl),
    apiKey: checkedKey(provider, input.apiKey ?? null),
  };
  requireListed(defaultModel, models);
  const embeddingModel = checkedEmbeddingModel(provider, input.embeddingModel ?? null);
  const budgets = {
    day_budget_micros: budgetMicros('dayBudgetUsd', input.dayBudgetUsd ?? null),
    month_budget_micros: budgetMicros('monthBudgetUsd', input.monthBudgetUsd ?? null),
  };
  if (test) await requireAnswer(ctx, address, { defaultModel, embeddingModel }, signal);
  return change(ctx, 'model_connection.create', async ({ db }) => {
    await lockAccount(db, ctx.account.id);
    const others = await selectConnections(db, ctx.account.id);
    const real = others.filter((other) => !isRecorded(other));
    if (real.length >= MAX_CONNECTIONS)
      throw new AppError(
        'conflict',
        'limit_reached',
        `An account can have at most ${MAX_CONNECTIONS} model connections.`,
      );
    if (others.some((other) => other.name === name)) throw nameTaken('model connection');
    // The first one is used at once, unless that would replace a model that the operator configured.
    const isDefault = input.isDefault ?? (real.length === 0 && ctx.config.judge === null);
    if (isDefault) await clearDefaultConnection(db, ctx.account.id);
    const id = newId('modelConnection');
    const now = ctx.clock.now();
    const row: ConnectionRow = {
      id,
      account_id: ctx.account.id,
      name,
      provider,
      base_url: address.baseUrl,
      api_key: address.apiKey === null ? null : sealModelKey(ctx.sealer, id, address.apiKey),
      default_model: defaultModel,
      embedding_model: embeddingModel,
      models: JSON.stringify(models),
      is_default: isDefault ? 1 : 0,
      ...budgets,
      tested_at: test ? now : null,
      test_fault: null,
      version: 1,
      created_at: now,
      updated_at: now,
    };
    await insertConnection(db, row);
    return {
      result: await presentConnection(ctx, row, db),
      target: { type: 'model_connection', id },
      metadata: { name, provider, host: new URL(address.baseUrl).host, isDefault, tested: test },
    };
  });
}
