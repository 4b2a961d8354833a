// Deletes what the service and people added to the calls of a sample. Everything is found by project or by
// call id, so other projects are not touched.
import type { Context } from '#core/context';
import { deleteClaims, deleteProjectAnnotations } from '#features/annotations';
import { deleteProjectRuns, forgetScores } from '#features/eval-runs';
import { deleteProjectFindings } from '#features/guardian';
import { deleteProjectProposals } from '#features/proposals';
import { callPages } from '#services/record-access';
import { deleteProjectAssessments } from '#features/safety';
import type { Writer } from '#metadata';

export interface SampleProject {
  accountId: string;
  projectId: string;
  projectNumber: number;
}

export async function forgetProject(
  db: Writer,
  { accountId, projectId, projectNumber }: SampleProject,
): Promise<void> {
  await deleteProjectAnnotations(db, accountId, projectNumber);
  await deleteProjectAssessments(db, accountId, projectNumber);
  await deleteProjectFindings(db, accountId, projectId);
  await deleteProjectProposals(db, accountId, projectId);
  await deleteProjectRuns(db, accountId, projectId);
}

export async function forgetCalls(db: Writer, accountId: string, callIds: readonly string[]): Promise<void> {
  await deleteClaims(db, accountId, callIds);
  await forgetScores(db, accountId, callIds);
}

/** Includes calls that were sent into the project and calls that evaluation runs made there. */
export async function* callIdsOf(
  { records }: Pick<Context, 'records'>,
  account: number,
  project: number,
): AsyncGenerator<string[]> {
  const scope = { account, project, sinceMs: 0 };
  for await (const page of callPages(records, scope, { includeEvalRuns: true })) {
    yield page.map(({ call }) => call.id);
  }
}
