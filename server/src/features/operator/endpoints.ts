import { Type } from 'typebox';
import { Nullable } from '#lib/schema';
import { OPERATOR_CHAIN } from '#core/change/audit';
import { operatorEndpoint } from '#core/endpoint';
import { ConsentSettings, setConsents } from '#features/account';
import { createKey } from '#features/api-keys';
import { AuditEntry, AuditQuery, listAudit } from '#features/audit';
import { changeAccount } from './change-account.ts';
import { createAccount } from './create-account.ts';
import { inAccount } from './in-account.ts';
import { jobHistory } from './list-jobs.ts';
import { runJob } from './run-job.ts';
import {
  AccountChange,
  AccountParams,
  ConsentChange,
  CreatedAccount,
  Job,
  JobParams,
  JobQuery,
  JobRun,
  NewAccount,
  NewOperatorKey,
  OperatorAccount,
  OperatorKey,
  Stats,
} from './schemas.ts';
import { serviceStats } from './stats.ts';

const tag = 'operator';

export const operatorEndpoints = [
  operatorEndpoint({
    id: 'operatorCreateAccount',
    method: 'POST',
    path: '/operator/accounts',
    tag,
    summary: 'Create an account with its owner and a first key',
    description: 'The key has full access and is in this answer and nowhere else.',
    body: NewAccount,
    replies: { 201: CreatedAccount },
    errors: [409],
    audit: 'account.create',
    handle: (ctx, { body }) => createAccount(ctx, body),
  }),
  operatorEndpoint({
    id: 'operatorChangeAccount',
    method: 'PATCH',
    path: '/operator/accounts/{id}',
    tag,
    summary: 'Change plan, subscription, quota or retention',
    description: 'Missing fields keep their value; null resets quota and retention to those of the plan.',
    params: AccountParams,
    body: AccountChange,
    replies: { 200: OperatorAccount },
    audit: 'account.update',
    handle: (ctx, { params, body }) => changeAccount(ctx, params.id, body),
  }),
  operatorEndpoint({
    id: 'operatorCreateKey',
    method: 'POST',
    path: '/operator/accounts/{id}/keys',
    tag,
    summary: 'Create an API key in an account',
    params: AccountParams,
    body: NewOperatorKey,
    bodyOptional: true,
    replies: { 201: OperatorKey },
    audit: 'api_key.create',
    handle: async (ctx, { params, body }) => {
      const order = { ...body, name: body.name ?? 'Operator’s key' };
      const { id, apiKey } = await createKey(await inAccount(ctx, params.id), order);
      return { id, apiKey };
    },
  }),
  operatorEndpoint({
    id: 'operatorChangeConsents',
    method: 'PUT',
    path: '/operator/accounts/{id}/consents',
    tag,
    summary: 'Set consents of an account',
    description: 'Changes the given consents, independent of the plan, and returns all of them.',
    params: AccountParams,
    body: ConsentChange,
    replies: { 200: ConsentSettings },
    audit: 'account.set_consents',
    handle: async (ctx, { params, body }) =>
      setConsents(ctx, ctx, (await inAccount(ctx, params.id)).account, body, 'account.set_consents'),
  }),
  operatorEndpoint({
    id: 'operatorRunJob',
    method: 'POST',
    path: '/operator/jobs/{name}/run',
    tag,
    summary: 'Run a background job now',
    description: 'Answers when the job has ended or failed.',
    params: JobParams,
    replies: { 200: JobRun },
    errors: [500, 503],
    unaudited: 'It belongs to no account; jobs write their own audit entries.',
    handle: (ctx, { params }) => runJob(ctx, params.name),
  }),
  operatorEndpoint({
    id: 'operatorListJobs',
    method: 'GET',
    path: '/operator/jobs',
    tag,
    summary: 'List background jobs, newest first',
    description: 'Waiting and past runs, with times and errors. Kept for two weeks.',
    query: JobQuery,
    replies: { 200: Type.Object({ jobs: Type.Array(Job), nextCursor: Nullable(Type.String()) }) },
    handle: (ctx, { query }) => jobHistory(ctx, query),
  }),
  operatorEndpoint({
    id: 'operatorListAudit',
    method: 'GET',
    path: '/operator/audit',
    tag,
    summary: 'List the audit entries of deleted accounts, newest first',
    description: 'A deleted account loses its own audit log; the deletion itself is kept here.',
    query: AuditQuery,
    replies: { 200: Type.Object({ entries: Type.Array(AuditEntry), nextCursor: Nullable(Type.String()) }) },
    handle: (ctx, { query }) => listAudit(ctx.db, OPERATOR_CHAIN, query),
  }),
  operatorEndpoint({
    id: 'operatorStats',
    method: 'GET',
    path: '/operator/stats',
    tag,
    summary: 'How the service is doing',
    replies: { 200: Stats },
    errors: [503],
    handle: (ctx) => serviceStats(ctx),
  }),
];
