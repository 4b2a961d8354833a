// The criteria that come with the sample data.
import type { SampleProject } from '#core/hooks';
import { nextNumber, type Writer } from '#metadata';
import { criteriaOf, FIRST_OWN_ID } from '#services/criteria';
import { READABLE_QUEUE, RIGHT_QUEUE } from '#services/sample-stories';
import { MAX_CRITERIA } from './schemas.ts';
import { countOwnCriteria, deleteCriterionRow, insertCriterion, selectSampleCriteria } from './store.ts';

/** The caller holds the lock of the account. Leaves out what has no room, or whose name is taken. */
export async function addSampleCriteria(
  db: Writer,
  { accountId, projectId }: SampleProject,
  now: number,
): Promise<void> {
  const taken = new Set((await criteriaOf(db, accountId)).map(({ name }) => name));
  for (const criterion of [RIGHT_QUEUE, READABLE_QUEUE]) {
    if (taken.has(criterion.name) || (await countOwnCriteria(db, accountId)) >= MAX_CRITERIA) continue;
    await insertCriterion(db, {
      ...criterion,
      id: FIRST_OWN_ID - 1 + (await nextNumber(db, 'eval_criteria')),
      account_id: accountId,
      scale_min: 0,
      scale_max: 1,
      score_type: 'boolean',
      scope: 'call',
      sample_project_id: projectId,
      created_at: now,
      updated_at: now,
    });
  }
}

export async function removeSampleCriteria(
  db: Writer,
  { accountId, projectId }: SampleProject,
): Promise<void> {
  for (const { id } of await selectSampleCriteria(db, accountId, projectId))
    await deleteCriterionRow(db, accountId, id);
}
