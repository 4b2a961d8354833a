import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import type { Context } from '#core/context';
import {
  selectConnections,
  noteConnectionTest,
  sourceOfConnection,
  testSource,
  deleteConnectionRow,
  lockConnection,
  shownFault,
} from '#services/models';
import { limitTests } from '#services/notifications';
import { change } from '#core/change/change';
import { presentConnections } from './present.ts';
import { requireConnection } from './check.ts';
import type { ModelConnectionTest, ModelConnectionTestResult } from './schemas.ts';

export async function listConnections(ctx: Context) {
  const { judge, embedder } = ctx.config;
  return {
    connections: await presentConnections(ctx, await selectConnections(ctx.db, ctx.account.id)),
    instanceModel: judge && `${judge.provider}/${judge.model}`,
    instanceEmbeddingModel: embedder && `${embedder.provider}/${embedder.model}`,
  };
}

/** The result is kept with the connection, unless another model than its default was tested. */
export async function testConnection(
  ctx: Context,
  id: string,
  asked: ModelConnectionTest,
  signal: AbortSignal,
): Promise<ModelConnectionTestResult> {
  const row = await requireConnection(ctx, id);
  await limitTests(ctx, 'test-model');
  const model = asked.model ?? row.default_model;
  const { fault, latencyMs } = await testSource(ctx, sourceOfConnection(ctx, row, model), signal);
  const shown = fault && shownFault(fault);
  if (model === row.default_model && fault?.reason !== 'cancelled')
    await ctx.metadata.transaction((db) =>
      noteConnectionTest(db, ctx.account.id, id, {
        tested_at: ctx.clock.now(),
        test_fault: shown && JSON.stringify(shown),
      }),
    );
  return { ok: fault === null, model, latencyMs, fault: shown };
}

/** Also deletes its key and its spend. Calls that were made through it stay. */
export const deleteConnection = (ctx: Context, id: string): Promise<void> =>
  change(ctx, 'model_connection.delete', async ({ db }) => {
    const row = isId('modelConnection', id) ? await lockConnection(db, ctx.account.id, id) : undefined;
    if (!row) throw notFound('Model connection');
    await deleteConnectionRow(db, ctx.account.id, id);
    return {
      result: undefined,
      target: { type: 'model_connection', id },
      metadata: { name: row.name, provider: row.provider, isDefault: row.is_default === 1 },
    };
  });
