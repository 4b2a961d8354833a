// A project is a session in LangSmith's interface, and the account is a workspace.
import { createHash } from 'node:crypto';
import { AppError, notFound } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import type { ProjectRef } from '#core/access/accounts';
import type { Context } from '#core/context';
import { deleteOwnProject } from '#features/projects';
import { namedProjects } from '#services/named-projects';
import { selectAccountTime, selectProjectTimes } from './store.ts';

const MAX_PAGE = 100;

interface SessionQuery {
  name?: string | undefined;
  name_contains?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}

function sessionOf({ account }: Context, { id, name }: ProjectRef, createdAt: number) {
  return {
    id: uuidOf(id),
    tenant_id: uuidOf(account.id),
    name,
    start_time: isoTime(createdAt),
    end_time: null,
    description: null,
    extra: null,
    reference_dataset_id: null,
    default_dataset_id: null,
    trace_tier: null,
    last_run_start_time: null,
  };
}

/** A request about one project sees only that one. */
async function visible(ctx: Context): Promise<{ project: ProjectRef; createdAt: number }[]> {
  const times = await selectProjectTimes(ctx.db, ctx.account.id);
  return [...times].flatMap(([id, createdAt]) => {
    const project = ctx.account.projects.get(id);
    return project && (ctx.project === null || ctx.project.id === id) ? [{ project, createdAt }] : [];
  });
}

export async function listProjectSessions(
  ctx: Context,
  { name, name_contains: part, limit, offset = 0 }: SessionQuery,
) {
  const found = (await visible(ctx)).filter(
    ({ project }) =>
      (name === undefined || project.name === name) &&
      (part === undefined || project.name.toLowerCase().includes(part.toLowerCase())),
  );
  const end = offset + Math.min(limit ?? MAX_PAGE, MAX_PAGE);
  return found.slice(offset, end).map(({ project, createdAt }) => sessionOf(ctx, project, createdAt));
}

export async function readProjectSession(ctx: Context, id: string) {
  const found = (await visible(ctx)).find(({ project }) => uuidOf(project.id) === id || project.id === id);
  if (!found) throw notFound('Project');
  return sessionOf(ctx, found.project, found.createdAt);
}

/** Creates the project, or with `upsert` finds it. */
export async function openProjectSession(ctx: Context, name: string, upsert: boolean) {
  const [known] = await listProjectSessions(ctx, { name });
  if (known && upsert) return known;
  if (known) throw new AppError('conflict', 'name_taken', 'A project with this name exists.');
  const created = await namedProjects(ctx, [name]);
  const account = (await ctx.accounts.get(ctx.account.id)) ?? ctx.account;
  const [made] = created.size > 0 ? await listProjectSessions({ ...ctx, account }, { name }) : [];
  if (made) return made;
  throw new AppError(
    'forbidden',
    'project_not_created',
    'No project can be created: the account has as many as it may have, or the name is not usable.',
  );
}

export async function deleteProjectSession(ctx: Context, id: string): Promise<void> {
  for (const project of ctx.account.projects.values())
    if (uuidOf(project.id) === id || project.id === id) return deleteOwnProject(ctx, project.id);
  throw notFound('Project');
}

/** The name of a project by the id that it has in this interface. */
export function sessionName({ account }: Context, id: string): string | undefined {
  for (const project of account.projects.values()) if (uuidOf(project.id) === id) return project.name;
  return undefined;
}

export async function workspace(ctx: Context) {
  const { account } = ctx;
  return {
    id: uuidOf(account.id),
    display_name: account.name,
    created_at: isoTime(await selectAccountTime(ctx.db, account.id)),
    tenant_handle: null,
    is_personal: false,
    is_deleted: false,
    read_only: false,
  };
}

/** LangSmith's clients expect UUIDs, so one is derived from the id. The same id always gives the same UUID. */
function uuidOf(id: string): string {
  const bytes = createHash('sha256').update(`langsmith:${id}`).digest().subarray(0, 16);
  // Version 8: made by the application.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
