// POST /v1/experiments/{id}/ship: deploys the prompt version of a variant to a label, as the deploy endpoint
// does.
import { AppError, fieldError, invalid } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { deployIn } from '#features/prompts';
import { selectPrompt } from '#services/prompts';
import { leaderboardOf } from './leaderboard.ts';
import { isSameConfig } from '#services/item-requests';
import type { ExperimentReply, ShipExperiment } from './schemas.ts';
import { presentExperiment, requireExperiment } from './show.ts';
import { moveExperiment, type ExperimentRow } from './store.ts';
import { composedPrompt, openVariants, type StoredVariant } from './variants.ts';

export async function shipExperiment(
  ctx: Context,
  id: string,
  { variant: at, label, comment = null, force = false }: ShipExperiment,
): Promise<ExperimentReply> {
  const keys = await ctx.contentKeys.load(ctx.account);
  const found = await requireExperiment(ctx, ctx.db, id);
  if (found.status !== 'done')
    throw new AppError(
      'conflict',
      'wrong_status',
      `An experiment that is ${found.status} cannot be shipped.`,
    );
  const variant = openVariants(keys, id, found.variants)[at];
  if (!variant) throw invalid('variant', 'There is no variant with this number.');
  if (variant.promptId === null)
    throw fieldError(
      'conflict',
      'no_prompt',
      'variant',
      'This variant has no version of a prompt to deploy.',
    );
  if (!force) await requireGate(ctx, found, at);
  const { promptId } = variant;
  return change(ctx, 'experiment.ship', async (tx) => {
    await lockAccount(tx.db, ctx.account.id);
    const row = await requireExperiment(ctx, tx.db, id);
    const prompt = await selectPrompt(tx.db, ctx.account.id, promptId);
    if (!prompt) throw changed(variant, true);
    const now = await composedPrompt(tx.db, ctx.account.id, prompt);
    const isSame =
      now.template === variant.prompt?.template &&
      now.variables === variant.prompt.variables &&
      isSameConfig(prompt, variant);
    if (!isSame) throw changed(variant, false);
    const moved = await deployIn(ctx, tx, prompt, label.toWellFormed(), comment?.toWellFormed() ?? null);
    const shipped: NonNullable<ExperimentReply['shipped']> = {
      variant: at,
      promptId,
      name: prompt.name,
      version: prompt.version,
      label,
      at: isoTime(ctx.clock.now()),
      by: ctx.actor.id,
    };
    const after = await moveExperiment(tx.db, row, [row.status], { shipped: JSON.stringify(shipped) });
    return {
      result: presentExperiment(keys, after ?? row),
      target: { type: 'experiment', id },
      metadata: {
        variant: at,
        promptId,
        label,
        version: prompt.version,
        fromVersion: moved?.fromVersion ?? null,
      },
    };
  });
}

/** What would be deployed is not what was measured. */
const changed = ({ promptName, promptVersion }: StoredVariant, isGone: boolean): AppError =>
  fieldError(
    'conflict',
    'prompt_changed',
    'variant',
    `The prompt ${promptName} ${promptVersion} was ${isGone ? 'deleted' : 'changed'} after the experiment was made.`,
  );

async function requireGate(ctx: Context, row: ExperimentRow, at: number): Promise<void> {
  const { entries } = await leaderboardOf(ctx, row);
  const gate = entries.find(({ variant }) => variant === at)?.comparison?.gate;
  if (!gate || gate.pass) return;
  const why = gate.violations.map(({ message }) => message).join(' ');
  throw new AppError(
    'conflict',
    'gate_failed',
    `The gate fails for this variant. ${why} Send \`force\` to deploy it anyway.`,
  );
}
