import { notFound } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import { cutPage, pageByPosition, type PageQuery } from '#core/paging';
import { change } from '#core/change/change';
import { uniqueName } from '#core/change/unique';
import { addProject } from '#services/named-projects';
import { lockAccount } from '#core/lock-account';
import { presentProject, selectProjects, selectProject, updateProjectName } from './store.ts';
import type { Project, ProjectName } from './schemas.ts';

export async function listProjects(ctx: Context, query: PageQuery) {
  const page = pageByPosition(query);
  const rows = await selectProjects(ctx.db, ctx.account.id, page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => [row.created_at, row.id]);
  return { projects: shown.map(presentProject), nextCursor };
}

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
