import { endpoint } from '#core/endpoint';
import { checkGate } from './check.ts';
import { releaseHold } from './release.ts';
import { CheckBody, CheckParams, CheckReply, ReleaseReply } from './schemas.ts';

const tag = 'gate';

export const checkEndpoints = [
  endpoint({
    id: 'checkGate',
    method: 'POST',
    path: '/v1/gate/check',
    tag,
    summary: 'Check whether a step is allowed',
    description:
      'Agents call this before each step. It does not count towards the read limit. Without `holdSeconds` it is answered from memory. With `holdSeconds`, the estimate is held until the call arrives with its `gateCheckId`, the hold is released, or the time is over. Parallel agents then cannot spend the same money twice. A hold needs the scope `write:records`.',
    access: { scope: 'read' },
    project: 'scoped',
    body: CheckBody,
    bodyOptional: true,
    readLimit: 'none',
    replies: { 200: CheckReply },
    errors: [429],
    unaudited: 'A check is a query. The request and the use of an approval have their own audit entries.',
    handle: (ctx, { body }) => checkGate(ctx, body ?? {}),
  }),
  endpoint({
    id: 'releaseGateCheck',
    method: 'POST',
    path: '/v1/gate/checks/{id}/release',
    tag,
    summary: 'Release the hold of a check',
    description: 'For a step that was not taken. 404 `hold_not_found` if there is no hold.',
    access: { scope: 'read' },
    project: 'scoped',
    params: CheckParams,
    readLimit: 'none',
    replies: { 200: ReleaseReply },
    unaudited: 'Agents hold money for seconds; their spend is in the records.',
    handle: (ctx, { params: { id } }) => releaseHold(ctx, id),
  }),
];
