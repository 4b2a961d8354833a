import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { uniqueName } from '#core/change/unique';
import { addProject } from '#services/named-projects';
import type { Project, ProjectName } from './schemas.ts';
import { presentProject } from './store.ts';

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
