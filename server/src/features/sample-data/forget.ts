// What the service and people said about the calls of a sample goes with them. Each thing is found by its project or by the ids of its
// calls, so nothing about calls of other projects is touched.
import type { Context } from '#core/context';
import { deleteClaims, deleteProjectAnnotations } from '#features/annotations';
import { deleteProjectRuns, forgetScores } from '#features/eval-runs';
import { deleteProjectFindings } from '#features/guardian';
import { deleteProjectProposals } from '#features/proposals';
import { callPages } from '#features/query';
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

/** Also those that somebody sent into the project, and those that evaluation runs made there. */
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
