// Clients of other back ends name their project instead of sending an id. A name that is not known becomes a
// project, so that nothing has to be set up before the first trace arrives.
import { AppError } from '#lib/app-error';
import { boundTo } from '#core/access/actor';
import { change } from '#core/change/change';
import { uniqueName } from '#core/change/unique';
import type { Context } from '#core/context';
import { addProject } from './add-project.ts';
import { selectProjectNumber } from './store.ts';

/** Project numbers by name. A name that is missing belongs to no project. */
export type NamedProjects = ReadonlyMap<string, number>;

const MAX_PROJECTS = 200;
const MAX_NAME = 100;

const isUsable = (name: string): boolean =>
  name.length <= MAX_NAME && name.trim() !== '' && !/\p{Cc}/u.test(name);

/** Empty if the request already belongs to one project, by its key or by X-Project-Id. */
export async function namedProjects(ctx: Context, names: readonly string[]): Promise<NamedProjects> {
  const found = new Map<string, number>();
  if (ctx.project !== null || boundTo(ctx.actor) !== null) return found;
  const { account } = ctx;
  let room = MAX_PROJECTS - account.projects.size;
  for (const name of names) {
    let number = numberOf(account, name);
    if (number === undefined && isUsable(name) && room > 0) {
      number = await createNamed(ctx, name);
      room -= 1;
    }
    if (number !== undefined) found.set(name, number);
  }
  return found;
}

function numberOf({ projects, defaultProject }: Context['account'], name: string): number | undefined {
  for (const project of projects.values())
    if (project.name === name || project.id === name) return project.number;
  // The name that Phoenix and LangSmith use when none is set.
  return name.toLowerCase() === 'default' ? defaultProject.number : undefined;
}

/**
 * Another request may create the same project at the same moment; the copy of the account does not have it
 * yet.
 */
async function createNamed(ctx: Context, name: string): Promise<number | undefined> {
  try {
    return await uniqueName('project', () =>
      change(ctx, 'project.create', async (tx) => {
        const { id, number } = await addProject(ctx, tx, name);
        return { result: number, target: { type: 'project', id }, metadata: { name } };
      }),
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== 'name_taken') throw error;
    return selectProjectNumber(ctx.metadata.reader, ctx.account.id, name);
  }
}
