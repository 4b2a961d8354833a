import { newId } from '#lib/ids';
import { change } from '#core/change';
import type { Context } from '#core/context';
import { nextNumber } from '#metadata';
import { nameTaken } from './name-taken.ts';
import type { Project, ProjectName } from './schemas.ts';
import { insertProject } from './store.ts';

export const createProject = (ctx: Context, input: ProjectName): Promise<Project> =>
  nameTaken(() =>
    change(ctx, 'project.create', async ({ db, drop }) => {
      const now = ctx.clock.now();
      const project = await insertProject(db, {
        id: newId('project'),
        number: await nextNumber(db, 'projects'),
        account_id: ctx.account.id,
        name: input.name,
        is_default: 0,
        created_at: now,
        updated_at: now,
      });
      await drop('accounts', ctx.account.id);
      return {
        result: project,
        target: { type: 'project', id: project.id },
        metadata: { name: project.name },
      };
    }),
  );
