import { notFound } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { uniqueName } from '#core/change/unique';
import type { Project, ProjectName } from './schemas.ts';
import { selectProject, updateProjectName } from './store.ts';

export const renameProject = (ctx: Context, id: string, input: ProjectName): Promise<Project> =>
  uniqueName('project', () =>
    change(ctx, 'project.rename', async ({ db }) => {
      await lockAccount(db, ctx.account.id);
      const project = await selectProject(db, ctx.account.id, id);
      if (!project) throw notFound('Project');
      if (project.name === input.name) return { result: project, target: null };
      const now = ctx.clock.now();
      await updateProjectName(db, ctx.account.id, id, input.name, now);
      return {
        result: { ...project, name: input.name, updatedAt: isoTime(now) },
        target: { type: 'project', id },
        metadata: { from: project.name, to: input.name },
      };
    }),
  );
