import type { Context } from '#core/context';
import { selectConnections } from '#services/models';
import { presentConnections } from './present.ts';

export async function listConnections(ctx: Context) {
  const { judge, embedder } = ctx.config;
  return {
    connections: await presentConnections(ctx, await selectConnections(ctx.db, ctx.account.id)),
    instanceModel: judge && `${judge.provider}/${judge.model}`,
    instanceEmbeddingModel: embedder && `${embedder.provider}/${embedder.model}`,
  };
}
