import { endpoint } from '#core/endpoint';
import { PromptParams } from '#features/prompts';
import { fixTrail } from './fix-trail.ts';
import { FixTrail, FixTrailCalls } from './fix-trail-schemas.ts';
import { PromptLinksReply, promptLinks } from './prompt-links.ts';

export const lineageEndpoints = [
  endpoint({
    id: 'getPromptLinks',
    method: 'GET',
    path: '/v1/prompts/{id}/links',
    tag: 'prompts',
    summary: 'Get what a prompt version contains, what uses it, and its composed text',
    access: { scope: 'read' },
    project: 'scoped',
    params: PromptParams,
    replies: { 200: PromptLinksReply },
    handle: (ctx, { params: { id } }) => promptLinks(ctx, id),
  }),
  endpoint({
    id: 'getFixTrail',
    method: 'POST',
    path: '/v1/fix-trail',
    tag: 'eval-runs',
    summary: 'What became of calls: datasets with items of them, experiments and runs on those',
    description: 'For a finding, an alert or a group of failing calls: which steps of a fix have been taken.',
    access: { scope: 'read' },
    project: 'scoped',
    body: FixTrailCalls,
    replies: { 200: FixTrail },
    unaudited: 'It only reads.',
    handle: (ctx, { body }) => fixTrail(ctx, body.callIds),
  }),
];
