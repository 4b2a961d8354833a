import { endpoint } from '#core/endpoint';
import { check } from './check.ts';
import { releaseHold } from './release.ts';
import { CheckBody, CheckParams, CheckReply, ReleaseReply } from './schemas.ts';

const tag = 'gate';
const access = { scope: 'read' } as const;

export const checkEndpoints = [
  endpoint({
    id: 'checkGate',
    method: 'POST',
    path: '/v1/gate/check',
    tag,
    summary: 'May this step be taken?',
    description:
      'For running agents, before each step; not counted towards the limit of reads. Without `holdSeconds` it is answered from memory. With it, the estimate is held until the call arrives with its `gateCheckId`, it is released, or the time is over: parallel agents then cannot spend the same money twice.',
    access,
    project: 'scoped',
    body: CheckBody,
    bodyOptional: true,
    readLimit: 'none',
    replies: { 200: CheckReply },
    errors: [429],
    unaudited:
      'A question. What it asks somebody to approve, and the use of an approval, are audited as such.',
    handle: (ctx, { body }) => check(ctx, body ?? {}),
  }),
  endpoint({
    id: 'releaseGateCheck',
    method: 'POST',
    path: '/v1/gate/checks/{id}/release',
    tag,
    summary: 'Give back what a check holds',
    description: 'For a step that was not taken. 404 `hold_not_found` when there is nothing to give back.',
    access,
    project: 'scoped',
    params: CheckParams,
    readLimit: 'none',
    replies: { 200: ReleaseReply },
    unaudited: 'Money that is held for seconds, by agents; what they spend is in the records.',
    handle: (ctx, { params: { id } }) => releaseHold(ctx, id),
  }),
];
