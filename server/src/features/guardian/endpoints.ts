import { endpoint } from '#core/endpoint';
import { changeStatus, listFindings, showFinding } from './findings.ts';
import {
  Finding,
  FindingChange,
  FindingList,
  FindingParams,
  FindingQuery,
  GuardianSummary,
} from './schemas.ts';
import { summarizeFindings } from './summarize.ts';

const tag = 'guardian';

export const guardianEndpoints = [
  endpoint({
    id: 'listFindings',
    method: 'GET',
    path: '/v1/guardian/findings',
    tag,
    summary: 'Findings of the guardian',
    description: 'Last seen first. Without `status`, all findings are listed, including dismissed ones.',
    access: { scope: 'read' },
    project: 'scoped',
    query: FindingQuery,
    replies: { 200: FindingList },
    handle: (ctx, { query }) => listFindings(ctx, query),
  }),
  endpoint({
    id: 'getFinding',
    method: 'GET',
    path: '/v1/guardian/findings/{id}',
    tag,
    summary: 'Get a finding',
    access: { scope: 'read' },
    project: 'scoped',
    params: FindingParams,
    replies: { 200: Finding },
    handle: (ctx, { params }) => showFinding(ctx, params.id),
  }),
  endpoint({
    id: 'updateFinding',
    method: 'PATCH',
    path: '/v1/guardian/findings/{id}',
    tag,
    summary: 'Change the status of a finding',
    description:
      'A `resolved` finding opens again if the same cause is seen more than an hour later. A `dismissed` finding stays dismissed; only its count grows.',
    access: { scope: 'write' },
    project: 'scoped',
    params: FindingParams,
    body: FindingChange,
    replies: { 200: Finding },
    audit: 'guardian_finding.update',
    handle: (ctx, { params, body }) => changeStatus(ctx, params.id, body),
  }),
  endpoint({
    id: 'getGuardianSummary',
    method: 'GET',
    path: '/v1/guardian/summary',
    tag,
    summary: 'How many findings are open, by severity and kind',
    access: { scope: 'read' },
    project: 'scoped',
    replies: { 200: GuardianSummary },
    handle: (ctx) => summarizeFindings(ctx),
  }),
];
