// Deletes what the service and people added to the calls of a sample. Everything is found by project or by
// call id, so other projects are not touched.
import type { Context, Services } from '#core/context';
import { hooksOf, type RemovedProject } from '#core/hooks';
import type { Writer } from '#metadata';
import { callPages } from '#services/record-access';

export async function forgetSample(
  ctx: Pick<Services, 'state'>,
  db: Writer,
  project: RemovedProject,
  callIds: readonly string[],
): Promise<void> {
  for (const { onProjectRemoved } of hooksOf(ctx)) await onProjectRemoved?.(db, project, callIds);
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
