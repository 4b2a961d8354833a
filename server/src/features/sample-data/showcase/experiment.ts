// Tickets with their right queue, three variants that answer them through the recorded model, and two runs over stored
// calls. The second variant wins; the newest release does not pass the gate.
import { planReaches } from '#core/access/plans';
import type { Context } from '#core/context';
import { createDataset } from '#features/eval-datasets';
import { createRun } from '#features/eval-runs';
import { createExperiment, startExperiment } from '#features/experiments';
import { selectPrompts } from '#features/prompts';
import { criteriaOf } from '#services/criteria';
import { recordedConnectionOf } from '#services/models';
import { READABLE_QUEUE, RECORDED_MODELS, RIGHT_QUEUE, TICKETS } from '#services/sample-stories';

const [SMALL, LARGE] = RECORDED_MODELS;
const RUN_CALLS = 60;
const RELEASES = [
  ['baseline', '2.3.1'],
  ['candidate', '2.4.0'],
] as const;
const PROMPT = 'ticket-triage';
const MAX_VERSIONS = 10;

export async function makeExperiment(ctx: Context): Promise<void> {
  const { account, project, db } = ctx;
  if (project === null || !planReaches(account.plan.name, 'pro')) return;
  const prompts = await selectPrompts(db, account.id, { name: PROMPT }, { after: null, limit: MAX_VERSIONS });
  const [used, old] = [prompts[0], prompts.at(-1)];
  const criteria = await criteriaOf(db, account.id);
  const idOf = (wanted: string) => criteria.find(({ name }) => name === wanted)?.id;
  const [right, readable] = [idOf(RIGHT_QUEUE.name), idOf(READABLE_QUEUE.name)];
  const connection = await recordedConnectionOf(db, account.id, project.id);
  if (!used || !old || right === undefined || readable === undefined || !connection) return;
  const dataset = await createDataset(ctx, {
    name: 'Sample: tickets',
    description: 'Tickets and the queue that a person put them into.',
    items: TICKETS.slice(0, account.datasetItems).map(([inputText, queue]) => ({
      inputText,
      expectedOutput: JSON.stringify({ queue }),
    })),
  });
  const variant = (name: string, promptId: number, model: string) => ({
    name,
    promptId,
    model,
    connectionId: connection.id,
  });
  const { id } = await createExperiment(ctx, {
    name: 'Sample: which model sorts tickets?',
    datasetId: dataset.id,
    criterionIds: [right],
    variants: [
      variant('In use', used.id, SMALL.name),
      variant('Larger model', used.id, LARGE.name),
      variant('Older prompt', old.id, SMALL.name),
    ],
  });
  await startExperiment(ctx, id);
  for (const [label, release] of RELEASES)
    await createRun(ctx, {
      name: `Sample: triage in ${release}`,
      label,
      recentCount: RUN_CALLS,
      filter: { promptName: PROMPT, tags: { release }, error: false },
      itemTag: 'ticket',
      criterionIds: [readable],
    });
}
