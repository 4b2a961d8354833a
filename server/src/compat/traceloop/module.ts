import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import type { Module } from '#core/module';

/**
 * The SDK for JavaScript asks for prompts at start and every minute. Ours have another form, so it gets none.
 */
const prompts = endpoint({
  id: 'getTraceloopPrompts',
  method: 'GET',
  path: '/v1/traceloop/prompts',
  tag: 'traceloop',
  summary: 'No prompts, for Traceloop clients',
  access: { scope: 'write:records' },
  project: 'scoped',
  peer: { name: 'traceloop' },
  replies: { 200: Type.Object({ prompts: Type.Array(Type.Unknown()), environment: Type.String() }) },
  // In `dev`, the client asks every five seconds.
  handle: () => ({ prompts: [], environment: 'prod' }),
});

export const traceloopModule: Module = { endpoints: [prompts] };
