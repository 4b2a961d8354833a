// What people make of records, so that no page of the sample is empty: an experiment with a winner, a queue that is
// half done, a budget that is nearly used up, alerts. All of it is made by the verbs of the features themselves, and is
// removed with the project.
import { AppError } from '#lib/app-error';
import { job, type Enqueue } from '#core/jobs/job';
import type { Context } from '#core/context';
import { asSystem } from '../as-system.ts';
import { madeUp } from '../made-up.ts';
import { selectSample } from '../store.ts';
import { makeAlerts } from './alerts.ts';
import { makeBudget } from './budget.ts';
import { deployPrompts } from './deployments.ts';
import { makeExperiment } from './experiment.ts';
import { makeQueue } from './queue.ts';

const NAME = 'sample-showcase';

interface Payload {
  accountId: string;
  projectId: string;
}

export const showcase = (accountId: string, projectId: string): Enqueue => ({
  name: NAME,
  payload: { accountId, projectId },
  uniqueKey: `${NAME}:${projectId}`,
});

type Part = (ctx: Context) => Promise<unknown>;
const PARTS: readonly Part[] = [makeAlerts, makeBudget, deployPrompts, makeQueue, makeExperiment];

export const sampleShowcaseJob = job<Payload | null>({
  name: NAME,
  run: async (services, payload) => {
    if (payload === null) return;
    const { accountId, projectId } = payload;
    const ctx = await asSystem(services, accountId, NAME);
    const sample = ctx && (await selectSample(ctx.db, accountId));
    const project = ctx?.account.projects.get(projectId);
    // It may have been removed meanwhile.
    if (!ctx || !project || sample?.project_id !== projectId) return;
    for (const part of PARTS) {
      try {
        await part(madeUp(ctx, project));
      } catch (error) {
        // A limit or a name that is taken: the other parts do not depend on it.
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        ctx.log.info(
          { job: NAME, account: ctx.account.number, reason: error.reason },
          'left out of the sample',
        );
      }
    }
  },
});
