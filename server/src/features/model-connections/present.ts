import { isoTime } from '#lib/clock';
import { usd } from '#lib/money';
import type { ModelProvider } from '#config';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import { allowedModels, connectionSpendOf, openModelKey, type ConnectionRow } from '#services/models';
import { maskSecret } from '#services/notifications';
import type { ModelConnection, ModelTestFault } from './schemas.ts';

/** `db` may be a transaction, whose changes are then included. */
export async function presentConnections(
  ctx: Context,
  rows: readonly ConnectionRow[],
  db: Reader = ctx.db,
): Promise<ModelConnection[]> {
  const spend = await connectionSpendOf(db, ctx.account.id, ctx.clock.now());
  const spentUsd = (id: string, period: 'day' | 'month'): number => {
    const { spent = 0, held = 0 } = spend.get(id)?.[period] ?? {};
    return usd(spent + held);
  };
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    provider: row.provider as ModelProvider,
    baseUrl: row.base_url,
    apiKey: maskedKey(ctx, row),
    defaultModel: row.default_model,
    embeddingModel: row.embedding_model,
    models: allowedModels(row),
    isDefault: row.is_default === 1,
    dayBudgetUsd: budgetOf(row.day_budget_micros),
    monthBudgetUsd: budgetOf(row.month_budget_micros),
    daySpentUsd: spentUsd(row.id, 'day'),
    monthSpentUsd: spentUsd(row.id, 'month'),
    testedAt: row.tested_at === null ? null : isoTime(row.tested_at),
    testFault: row.test_fault === null ? null : (JSON.parse(row.test_fault) as ModelTestFault),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }));
}

export async function presentConnection(
  ctx: Context,
  row: ConnectionRow,
  db?: Reader,
): Promise<ModelConnection> {
  const [shown] = await presentConnections(ctx, [row], db);
  if (!shown) throw new Error('One row gives one connection.');
  return shown;
}

const budgetOf = (micros: number | null): number | null => (micros === null ? null : usd(micros));

/** A key that cannot be opened is shown as one without characters, so that it can be replaced. */
export function maskedKey({ sealer }: Pick<Context, 'sealer'>, row: ConnectionRow): string | null {
  if (row.api_key === null) return null;
  try {
    return maskSecret(openModelKey(sealer, row) ?? '');
  } catch {
    return maskSecret('');
  }
}
