import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { Id, Nullable } from '#lib/schema';
import { createPrompt } from './create.ts';
import { deletePrompt } from './delete.ts';
import { deployPrompt } from './deployments/deploy.ts';
import { deploymentEndpoints } from './deployments/endpoints.ts';
import { Deploy, DeploymentList } from './deployments/schemas.ts';
import { diffPrompts, DiffQuery, PromptDiff } from './diff/diff.ts';
import { getPrompt } from './get.ts';
import { listPrompts } from './list.ts';
import { listNames } from './names/list.ts';
import { NamesQuery, PromptNames } from './names/schemas.ts';
import { ProtectedLabels, protectedLabels, setProtectedLabels } from './protected-labels/settings.ts';
import { renamePrompt } from './rename.ts';
import { resolvePrompt, ResolveQuery } from './resolve/resolve.ts';
import {
  CheckedPrompt,
  ListQuery,
  NewPrompt,
  Prompt,
  PromptParams as params,
  PromptPatch,
  PromptReply,
  Rename,
} from './schemas.ts';
import { updatePromptContent } from './update.ts';
import { PromptUsageReply, UsageQuery } from './usage/schemas.ts';
import { promptUsage } from './usage/usage.ts';

const tag = 'prompts';
const write = { scope: 'write', plan: 'pro' } as const;

export const promptEndpoints = [
  endpoint({
    id: 'listPrompts',
    method: 'GET',
    path: '/v1/prompts',
    tag,
    summary: 'List prompts, newest first',
    access: { scope: 'read' },
    project: 'scoped',
    query: ListQuery,
    replies: { 200: Type.Object({ prompts: Type.Array(Prompt), nextCursor: Nullable(Type.String()) }) },
    handle: (ctx, { query, budget }) => listPrompts(ctx, query, budget),
  }),
  endpoint({
    id: 'createPrompt',
    method: 'POST',
    path: '/v1/prompts',
    tag,
    summary: 'Create a version of a prompt',
    access: write,
    project: 'account-wide',
    body: NewPrompt,
    replies: { 201: CheckedPrompt },
    errors: [404, 409, 422],
    audit: 'prompt.create',
    handle: (ctx, { body }) => createPrompt(ctx, body),
  }),
  endpoint({
    id: 'listPromptNames',
    method: 'GET',
    path: '/v1/prompts/names',
    tag,
    summary: 'List prompts by name, with their versions and deployments',
    access: { scope: 'read' },
    project: 'scoped',
    query: NamesQuery,
    replies: { 200: PromptNames },
    handle: (ctx, { query }) => listNames(ctx, query),
  }),
  endpoint({
    id: 'resolvePrompt',
    method: 'GET',
    path: '/v1/prompts/resolve',
    tag,
    summary: 'Resolve a label to its version, for running agents',
    description:
      'Answered from memory, even while the metadata store is unavailable, and not counted towards the read limit. Send the `ETag` as `If-None-Match` to get a 304 while nothing has changed. 404 `not_deployed` if the label points to nothing.',
    access: { scope: 'read' },
    project: 'scoped',
    query: ResolveQuery,
    readLimit: 'none',
    replies: { 200: Type.Object({ prompt: Prompt, label: Type.String() }), 304: null },
    errors: [404, 422],
    handle: (ctx, { query }) => resolvePrompt(ctx, query),
  }),
  endpoint({
    id: 'getProtectedPromptLabels',
    method: 'GET',
    path: '/v1/prompts/protected-labels',
    tag,
    summary: 'List the labels that only admins may move',
    access: { scope: 'read' },
    project: 'scoped',
    replies: { 200: ProtectedLabels },
    handle: (ctx) => protectedLabels(ctx),
  }),
  endpoint({
    id: 'setProtectedPromptLabels',
    method: 'PUT',
    path: '/v1/prompts/protected-labels',
    tag,
    summary: 'Set the labels that only admins may move',
    description:
      'Replaces the list. Members and keys with explicit scopes then get a 403 `protected_label` when they move such a label, or change a version that it gives to agents.',
    access: { ...write, role: 'admin', fullKey: true },
    project: 'account-wide',
    body: ProtectedLabels,
    replies: { 200: ProtectedLabels },
    audit: 'prompt.protect_labels',
    handle: (ctx, { body }) => setProtectedLabels(ctx, body),
  }),
  ...deploymentEndpoints,
  endpoint({
    id: 'getPrompt',
    method: 'GET',
    path: '/v1/prompts/{id}',
    tag,
    summary: 'Get a version of a prompt',
    access: { scope: 'read' },
    project: 'scoped',
    params,
    replies: { 200: PromptReply },
    handle: async (ctx, { params: { id } }) => ({ prompt: await getPrompt(ctx.db, ctx.account.id, id) }),
  }),
  endpoint({
    id: 'updatePrompt',
    method: 'PATCH',
    path: '/v1/prompts/{id}',
    tag,
    summary: 'Change template, variables, labels or description',
    description: 'If the version is deployed, running agents get the change with their next resolve.',
    access: write,
    project: 'account-wide',
    params,
    body: PromptPatch,
    replies: { 200: CheckedPrompt },
    errors: [409, 422],
    audit: 'prompt.update',
    handle: (ctx, { params: { id }, body }) => updatePromptContent(ctx, id, body),
  }),
  endpoint({
    id: 'deletePrompt',
    method: 'DELETE',
    path: '/v1/prompts/{id}',
    tag,
    summary: 'Delete a version of a prompt',
    description: 'A deployed version cannot be deleted (409 `prompt_deployed`).',
    access: write,
    project: 'account-wide',
    params,
    replies: { 200: Type.Object({ deletedId: Id }) },
    errors: [409],
    audit: 'prompt.delete',
    handle: (ctx, { params: { id } }) => deletePrompt(ctx, id),
  }),
  endpoint({
    id: 'renamePrompt',
    method: 'POST',
    path: '/v1/prompts/{id}/rename',
    tag,
    summary: 'Give a version another name and version',
    description:
      'Labels that point to it keep doing so under the new name, with their history. 409 `label_taken` if a label of the new name points to another version.',
    access: write,
    project: 'account-wide',
    params,
    body: Rename,
    replies: { 200: PromptReply },
    errors: [409, 422],
    audit: 'prompt.rename',
    handle: async (ctx, { params: { id }, body }) => ({ prompt: await renamePrompt(ctx, id, body) }),
  }),
  endpoint({
    id: 'deployPrompt',
    method: 'POST',
    path: '/v1/prompts/{id}/deploy',
    tag,
    summary: 'Point a label to a version',
    description:
      'Answers with the deployments of the name. Deploying the current version again changes nothing.',
    access: write,
    project: 'account-wide',
    params,
    body: Deploy,
    replies: { 200: DeploymentList },
    errors: [409],
    audit: 'prompt.deploy',
    handle: (ctx, { params: { id }, body }) => deployPrompt(ctx, id, body),
  }),
  endpoint({
    id: 'diffPrompts',
    method: 'GET',
    path: '/v1/prompts/{id}/diff',
    tag,
    summary: 'Compare a version with another one',
    access: { scope: 'read' },
    project: 'scoped',
    params,
    query: DiffQuery,
    replies: { 200: PromptDiff },
    handle: (ctx, { params: { id }, query }) => diffPrompts(ctx, id, query.against),
  }),
  endpoint({
    id: 'getPromptUsage',
    method: 'GET',
    path: '/v1/prompts/{id}/usage',
    tag,
    summary: 'Usage of the versions of a prompt: calls, cost, latency, errors, scores',
    description:
      'Covers all versions of its name, from calls that name them in `requestMeta.promptId` or `promptName` and `promptVersion`. The last 30 days by default.',
    access: { scope: 'read' },
    project: 'scoped',
    params,
    query: UsageQuery,
    replies: { 200: PromptUsageReply },
    handle: (ctx, { params: { id }, query }) => promptUsage(ctx, id, query),
  }),
];
