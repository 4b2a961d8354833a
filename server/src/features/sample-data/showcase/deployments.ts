import type { Context } from '#core/context';
import { deployPrompt, selectPrompts } from '#features/prompts';
import { SAMPLE_PROMPTS } from '#services/sample-stories';

const MAX_VERSIONS = 10;

/** The versions that the calls use are deployed, and a newer one of the refunds waits in staging. */
export async function deployPrompts(ctx: Context): Promise<void> {
  const [refunds] = SAMPLE_PROMPTS;
  for (const { name, versions } of SAMPLE_PROMPTS) {
    const prompts = await selectPrompts(
      ctx.db,
      ctx.account.id,
      { name },
      { after: null, limit: MAX_VERSIONS },
    );
    const idOf = (version: string | undefined) => prompts.find((prompt) => prompt.version === version)?.id;
    const isRefunds = name === refunds?.name;
    const used = idOf(versions.at(isRefunds ? 0 : -1)?.version);
    if (used !== undefined) await deployPrompt(ctx, used, { label: 'production' });
    const next = isRefunds ? idOf(versions.at(-1)?.version) : undefined;
    if (next !== undefined) await deployPrompt(ctx, next, { label: 'staging' });
  }
}
