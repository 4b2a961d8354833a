// GET /v1/prompts/{id}/links: what a version contains and what contains it, and which datasets, runs and
// experiments use it.
import { Type, type Static } from 'typebox';
import { Id, Timestamp } from '#lib/schema';
import type { Context } from '#core/context';
import { datasetOwnerOf, selectDatasetsOfPrompt } from '#features/eval-datasets';
import { runsOfPrompt } from '#features/eval-runs';
import { experimentsOfPrompt } from '#features/experiments';
import { PromptNeighbours, promptNeighbours } from '#features/prompts';

const MAX_USES = 50;

const workFields = { name: Type.String(), status: Type.String(), createdAt: Timestamp };
const { includes, includedBy, composed, problem } = PromptNeighbours.properties;

export const PromptLinksReply = Type.Object(
  {
    includes,
    includedBy,
    uses: Type.Object(
      {
        datasets: Type.Array(Type.Object({ id: Id, name: Type.String() })),
        runs: Type.Array(Type.Object({ id: Id, ...workFields })),
        experiments: Type.Array(Type.Object({ id: Type.String(), ...workFields })),
      },
      {
        description:
          'Datasets, evaluation runs and experiments with this version, at most 50 of each, newest first',
      },
    ),
    composed,
    problem,
  },
  { title: 'PromptLinks' },
);
type PromptLinksReply = Static<typeof PromptLinksReply>;

export async function promptLinks(ctx: Context, id: number): Promise<PromptLinksReply> {
  const neighbours = await promptNeighbours(ctx, id);
  const [datasets, runs, experiments] = await Promise.all([
    selectDatasetsOfPrompt(ctx.db, datasetOwnerOf(ctx), id, MAX_USES),
    runsOfPrompt(ctx, id, MAX_USES),
    experimentsOfPrompt(ctx, id, MAX_USES),
  ]);
  return { ...neighbours, uses: { datasets, runs, experiments } };
}
