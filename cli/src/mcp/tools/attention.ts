// What needs attention: findings of the guardian, alerts, budgets of the run-time gate, records that did not
// arrive.
import * as z from 'zod';
import { unwrap } from '@tracewell/sdk';
import { compact, nextPage, dataRows, dataValue } from '../answer.ts';
import { countOf } from '../../terminal/amounts.ts';
import { readToolTime } from '../filter.ts';
import { given, numericId, pageCursor, recordId, tool, type McpTool } from '../tool.ts';

const KINDS = [
  'tool_loop',
  'runaway_trace',
  'error_burst',
  'cost_spike',
  'latency_spike',
  'retry_storm',
  'pii_leak',
  'prompt_injection',
  'secret_in_prompt',
  'silent_model_change',
] as const;
const STATUSES = ['open', 'acknowledged', 'resolved', 'dismissed'] as const;

const findings = tool({
  name: 'findings',
  title: 'Findings of the guardian',
  description:
    'What the guardian noticed by itself: tool loops, runaway traces, bursts of errors, spikes of cost or latency, leaked secrets and more. With id: one finding with its evidence.',
  scope: 'read',
  input: {
    id: recordId('One finding').optional(),
    status: z.enum(STATUSES).optional().describe('open unless set'),
    kind: z.enum(KINDS).optional(),
    severity: z.enum(['low', 'medium', 'high', 'critical']).optional(),
    limit: z.int().min(1).max(50).optional().describe('20 unless set'),
    cursor: pageCursor,
  },
  run: async ({ id, status = 'open', kind, severity, limit = 20, cursor }, { client, links }) => {
    const url = links.page('guardian');
    if (id !== undefined) {
      const finding = await unwrap(client.GET('/v1/guardian/findings/{id}', { params: { path: { id } } }));
      return { says: [], url, data: dataValue(finding) };
    }
    const query = given({ status, kind, severity, limit, cursor });
    const { findings: list, nextCursor } = await unwrap(
      client.GET('/v1/guardian/findings', { params: { query } }),
    );
    return {
      says: [`${countOf(list.length, `${status} finding`)}, last seen first.`, ...nextPage(nextCursor)],
      url,
      data: dataRows(list.map(({ evidence: _evidence, ...finding }) => finding)),
    };
  },
});

const resolveFinding = tool({
  name: 'resolve_finding',
  title: 'Resolve a finding',
  description:
    'Changes the status of a finding. A resolved one opens again if its cause is seen later; a dismissed one stays dismissed.',
  scope: 'write',
  hints: { idempotent: true },
  input: {
    id: recordId('The finding'),
    status: z.enum(STATUSES).optional().describe('resolved unless set'),
  },
  run: async ({ id, status = 'resolved' }, { client, links }) => {
    await unwrap(client.PATCH('/v1/guardian/findings/{id}', { params: { path: { id } }, body: { status } }));
    return { says: [`The finding is now ${status}.`], url: links.page('guardian') };
  },
});

const alerts = tool({
  name: 'alerts',
  title: 'Alerts',
  description:
    'The alerts with their threshold, whether the condition holds now, and until when each is silenced.',
  scope: 'read',
  input: { limit: z.int().min(1).max(100).optional().describe('50 unless set') },
  run: async ({ limit = 50 }, { client, links }) => {
    const list = await unwrap(client.GET('/v1/alerts', { params: { query: { limit } } }));
    return {
      says: [
        `${countOf(list.length, 'alert')}, ${list.filter(({ holds }) => holds).length} with a condition that holds now.`,
      ],
      url: links.page('alerts'),
      data: dataRows(
        list.map(({ channelTargets: _targets, createdAt: _made, updatedAt: _changed, ...alert }) =>
          compact(alert),
        ),
      ),
    };
  },
});

const MAX_SILENCE_HOURS = 168;

const silenceAlert = tool({
  name: 'silence_alert',
  title: 'Silence an alert',
  description: `Keeps an alert from firing for some hours, at most ${MAX_SILENCE_HOURS} (a week). It is evaluated all the same.`,
  scope: 'write',
  hints: { idempotent: true },
  input: {
    id: numericId('The alert'),
    hours: z.number().min(0.1).max(MAX_SILENCE_HOURS).describe('How long, from now'),
  },
  run: async ({ id, hours }, { client, links, now }) => {
    const until = new Date(now() + hours * 3_600_000).toISOString();
    const { silencedUntil } = await unwrap(
      client.POST('/v1/alerts/{id}/silence', { params: { path: { id } }, body: { until } }),
    );
    return { says: [`The alert is silenced until ${silencedUntil}.`], url: links.alert(id) };
  },
});

const budgetStatus = tool({
  name: 'budget_status',
  title: 'Budgets of the gate',
  description:
    'The budgets of the run-time gate in this period: limit, spent, held for running steps, remaining.',
  scope: 'read',
  input: {},
  run: async (_args, { client, links }) => {
    const { budgets } = await unwrap(client.GET('/v1/gate/budgets', { params: { query: { limit: 200 } } }));
    const used = budgets.filter(({ remainingUsd }) => remainingUsd <= 0).length;
    return {
      says: [`${countOf(budgets.length, 'budget')}, ${used} used up.`],
      url: links.page('gate'),
      data: dataRows(budgets.map(({ createdAt: _made, updatedAt: _changed, ...budget }) => compact(budget))),
    };
  },
});

const whyMissing = tool({
  name: 'why_missing',
  title: 'Why records are missing',
  description:
    'What arrived in the last 24 hours and what was rejected, by key and client, with the reason and an example. Use it if calls or traces do not show up.',
  scope: 'read',
  input: {
    client: z.string().max(200).optional().describe('Only clients whose name contains this'),
    since: z.string().max(40).optional().describe('Only clients seen since: ISO 8601, or an age such as 2h'),
  },
  run: async ({ client: name, since }, { client, links, now }) => {
    const { totals, sources, codedHints } = await unwrap(client.GET('/v1/ingest/diagnostics'));
    const from = since === undefined ? 0 : readToolTime(since, now(), 'since');
    const wanted = sources.filter(
      (source) =>
        (name === undefined || source.client.toLowerCase().includes(name.toLowerCase())) &&
        Date.parse(source.lastSeenAt) >= from,
    );
    return {
      says: [
        `Last 24 hours: ${totals.requests} requests, ${totals.accepted} records stored (${totals.observations} of them observations, which are no calls), ${totals.duplicates} duplicates, ${totals.rejected} records rejected, ${totals.refused} requests refused.`,
        'A request without a valid key belongs to no account and is not counted here.',
      ],
      url: links.page('diagnostics'),
      data: dataValue({ hints: codedHints.map(({ message }) => message), sources: wanted.map(compact) }),
    };
  },
});

export const attentionTools: readonly McpTool[] = [
  findings,
  alerts,
  budgetStatus,
  whyMissing,
  resolveFinding,
  silenceAlert,
];
