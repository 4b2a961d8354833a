import type { Context } from '#core/context';
import { noteConnectionTest, shownFault, sourceOfConnection, testSource } from '#services/models';
import { limitTests } from '#services/notifications';
import { requireConnection } from './check.ts';
import type { ModelConnectionTest, ModelConnectionTestResult } from './schemas.ts';

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
