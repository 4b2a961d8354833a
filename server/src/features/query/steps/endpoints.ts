import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { ConversationStep, RunConversation, SessionConversation, StepsQuery } from '../schemas/steps.ts';
import { VoiceTurns } from '../schemas/voice.ts';
import { listTurns } from '../voice/list-turns.ts';
import { getStep, listRunSteps, listSessionSteps } from './read-steps.ts';

const tag = 'query';
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 256 }) });

export const stepEndpoints = [
  endpoint({
    id: 'getCallStep',
    method: 'GET',
    path: '/v1/query/calls/{id}/step',
    tag,
    summary: 'What one call adds to the conversation',
    description:
      'Its messages in one form, whatever the client sent, divided into what is new and what calls before it in its run and its session had. The history is recognized even if its beginning was dropped, summarized or edited.',
    access: { scope: 'read' },
    project: 'scoped',
    params,
    replies: { 200: Type.Object({ step: ConversationStep }) },
    largeAnswer: true,
    handle: (ctx, { params, budget }) => getStep(ctx, params.id, budget),
  }),
  endpoint({
    id: 'getTraceConversation',
    method: 'GET',
    path: '/v1/query/trace/{id}/conversation',
    tag,
    summary: 'A run as one conversation',
    description:
      'What each call adds, and the tools in between, by start. A page covers up to `limit` spans (default 60) of any type, so it may have fewer steps.',
    access: { scope: 'read' },
    project: 'scoped',
    params,
    query: StepsQuery,
    replies: { 200: RunConversation },
    largeAnswer: true,
    handle: (ctx, { params, query, budget }) => listRunSteps(ctx, params.id, query, budget),
  }),
  endpoint({
    id: 'getSessionConversation',
    method: 'GET',
    path: '/v1/query/session/{id}/conversation',
    tag,
    summary: 'A session as one conversation across its runs',
    description: 'What each call adds, by start; 30 calls a page by default.',
    access: { scope: 'read' },
    project: 'scoped',
    params,
    query: StepsQuery,
    replies: { 200: SessionConversation },
    largeAnswer: true,
    handle: (ctx, { params, query, budget }) => listSessionSteps(ctx, params.id, query, budget),
  }),
  endpoint({
    id: 'getTraceTurns',
    method: 'GET',
    path: '/v1/query/trace/{id}/turns',
    tag,
    summary: 'The turns of a spoken run',
    description:
      'Who spoke when, what was said, how long the user waited for the first sound, and what interrupted what: from the spans of LiveKit Agents, of Pipecat, and of the conventions for realtime models. Empty for other runs.',
    access: { scope: 'read' },
    project: 'scoped',
    params,
    replies: { 200: VoiceTurns },
    largeAnswer: true,
    handle: (ctx, { params, budget }) => listTurns(ctx, params.id, budget),
  }),
];
