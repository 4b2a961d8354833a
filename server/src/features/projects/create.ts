import { newId } from '#lib/ids';
import { change, type Tx } from '#core/change/change';
import type { Context } from '#core/context';
import { uniqueName } from '#core/change/unique';
import { nextNumber, type ProjectsTable } from '#metadata';
import type { Project, ProjectName } from './schemas.ts';
import { insertProject, presentProject } from './store.ts';

export const createProject = (ctx: Context, input: ProjectName): Promise<Project> =>
  uniqueName('project', () =>
    change(ctx, 'project.create', async (tx) => {
      const project = presentProject(await addProject(ctx, tx, input.name));
      return {
        result: project,
        target: { type: 'project', id: project.id },
        metadata: { name: project.name },
      };
    }),
  );

/** Runs in the caller's transaction. */
export async function addProject(
  { account, clock }: Pick<Context, 'account' | 'clock'>,
  { db, invalidate }: Tx,
  name: string,
): Promise<ProjectsTable> {
  const now = clock.now();
  const row: ProjectsTable = {
    id: newId('project'),
    number: await nextNumber(db, 'projects'),
    account_id: account.id,
    name,
    is_default: 0,
    created_at: now,
    updated_at: now,
  };
  await insertProject(db, row);
  await invalidate('accounts', account.id);
  return row;
}
