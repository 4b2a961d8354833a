import { Type } from 'typebox';
import { notFound } from '#lib/app-error';
import { endpoint } from '#core/endpoint';
import { PageQuery } from '#core/paging';
import { Nullable } from '#lib/schema';
import { createProject, listProjects, renameProject } from './projects.ts';
import { deleteOwnProject } from './delete.ts';
import { Project, ProjectName, ProjectParams } from './schemas.ts';
import { selectProject } from './store.ts';

const tag = 'projects';

export const projectEndpoints = [
  endpoint({
    id: 'listProjects',
    method: 'GET',
    path: '/v1/projects',
    tag,
    summary: 'List projects',
    access: { scope: 'read' },
    project: 'account-wide',
    query: PageQuery,
    replies: { 200: Type.Object({ projects: Type.Array(Project), nextCursor: Nullable(Type.String()) }) },
    handle: (ctx, { query }) => listProjects(ctx, query),
  }),
  endpoint({
    id: 'createProject',
    method: 'POST',
    path: '/v1/projects',
    tag,
    summary: 'Create a project',
    access: { scope: 'write', role: 'admin' },
    project: 'account-wide',
    body: ProjectName,
    replies: { 201: Project },
    errors: [409],
    audit: 'project.create',
    handle: (ctx, { body }) => createProject(ctx, body),
  }),
  endpoint({
    id: 'getProject',
    method: 'GET',
    path: '/v1/projects/{id}',
    tag,
    summary: 'Get a project',
    access: { scope: 'read' },
    project: 'account-wide',
    params: ProjectParams,
    replies: { 200: Project },
    handle: async (ctx, { params }) => {
      const project = await selectProject(ctx.db, ctx.account.id, params.id);
      if (!project) throw notFound('Project');
      return project;
    },
  }),
  endpoint({
    id: 'renameProject',
    method: 'PATCH',
    path: '/v1/projects/{id}',
    tag,
    summary: 'Rename a project',
    access: { scope: 'write', role: 'admin' },
    project: 'account-wide',
    params: ProjectParams,
    body: ProjectName,
    replies: { 200: Project },
    errors: [409],
    audit: 'project.rename',
    handle: (ctx, { params, body }) => renameProject(ctx, params.id, body),
  }),
  endpoint({
    id: 'deleteProject',
    method: 'DELETE',
    path: '/v1/projects/{id}',
    tag,
    summary: 'Delete a project',
    description:
      'The default project cannot be deleted (409). API keys bound to the project are revoked with it, its review queues and ' +
      'experiments are deleted, and its alerts are suspended; its records, and what is about them, stay in the account until ' +
      'their retention ends.',
    access: { scope: 'write', role: 'admin' },
    project: 'account-wide',
    params: ProjectParams,
    replies: { 204: null },
    errors: [409],
    audit: 'project.delete',
    handle: (ctx, { params }) => deleteOwnProject(ctx, params.id),
  }),
];
