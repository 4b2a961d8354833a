// Which experiments a prompt version is in.
import { isoTime } from '#lib/clock';
import { Pace } from '#lib/yield-to-event-loop';
import type { Position } from '#core/paging';
import type { Context } from '#core/context';
import type { PromptUses } from '#core/hooks';
import { selectExperimentsOfPrompt, selectUnlistedExperiments, type ExperimentOfPrompt } from './store.ts';
import { openVariants } from './variants.ts';

const AT_ONCE = 50;

/** Newest first. */
export async function experimentsOfPrompt(
  ctx: Context,
  promptId: number,
  limit: number,
): Promise<PromptUses['experiments']> {
  const { db, account, project } = ctx;
  const listed = await selectExperimentsOfPrompt(db, account.id, project?.id ?? null, promptId, limit);
  const found = [...listed, ...(await unlistedOnes(ctx, promptId, limit - listed.length))];
  return found
    .toSorted((a, b) => b.created_at - a.created_at)
    .map(({ id, name, status, created_at: at }) => ({ id, name, status, createdAt: isoTime(at) }));
}

/**
 * Experiments from before their rows had the prompts beside the variants, which are sealed. They are older than all
 * others, so they are opened only if there is room for them.
 */
async function unlistedOnes(ctx: Context, promptId: number, most: number): Promise<ExperimentOfPrompt[]> {
  const found: ExperimentOfPrompt[] = [];
  const pace = new Pace();
  for (let after: Position | null = null; found.length < most;) {
    const rows = await selectUnlistedExperiments(ctx.db, ctx.account.id, ctx.project?.id ?? null, {
      after,
      limit: AT_ONCE,
    });
    if (rows.length === 0) break;
    const keys = await ctx.contentKeys.load(ctx.account);
    for (const row of rows) {
      if (pace.isDue) await pace.rest();
      const isIn = openVariants(keys, row.id, row.variants).some((variant) => variant.promptId === promptId);
      if (isIn && found.length < most) found.push(row);
      after = [row.created_at, row.id];
    }
  }
  return found;
}
