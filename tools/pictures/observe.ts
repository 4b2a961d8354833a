// What a team has after a week: annotations, prompts, budgets, alerts, runs, keys, a daily export.
import type { TracewellClient } from '@tracewell/sdk';
import { addCriteria } from './criteria.ts';
import { sure, until } from './sure.ts';

/** The addresses of a call with tools, of a long trace and of a long session. */
export async function findPlaces(client: TracewellClient): Promise<Record<string, string>> {
  const { records } = sure(await client.POST('/v1/query/calls', { body: { limit: 100 } }));
  const call = records.find(({ toolCalls, error }) => toolCalls !== null && error === null) ?? records[0];
  const { traces } = sure(
    await client.POST('/v1/query/traces', { body: { agent: 'research-agent', limit: 20 } }),
  );
  const trace = traces.find(({ errors }) => errors === 0) ?? traces[0];
  const { sessions } = sure(await client.POST('/v1/query/sessions', { body: { limit: 20 } }));
  const session = sessions.toSorted((left, right) => right.calls - left.calls)[0];
  const callId = encodeURIComponent(call?.id ?? '');
  const tracePath = `/traces/${encodeURIComponent(trace?.traceId ?? '')}`;
  return {
    call: `/calls/${callId}`,
    peek: `/calls?window=7d&peek=${callId}`,
    trace: tracePath,
    timeline: `${tracePath}?view=timeline`,
    session: `/sessions/${encodeURIComponent(session?.sessionId ?? '')}`,
  };
}

/** Sets them up. Returns the addresses of single pages. */
export async function observe(
  client: TracewellClient,
  whole: TracewellClient,
): Promise<Record<string, string>> {
  const { records } = sure(await client.POST('/v1/query/calls', { body: { limit: 12 } }));
  for (const [at, { id }] of records.entries()) {
    await client.POST('/v1/annotations', {
      body: { callId: id, qualityScore: 3 + (at % 3), label: 'correct' },
    });
  }
  const template = (tone: string) =>
    `You are the support assistant of {{company}}.\n\n${tone}\nAnswer in {{language}}, in at most five sentences.\nNever promise a refund.`;
  const versions = ['Be kind.', 'Be kind and brief.', 'Be kind, brief, and say what happens next.'];
  for (const [at, tone] of versions.entries()) {
    const { prompt } = sure(
      await client.POST('/v1/prompts', {
        body: {
          name: 'support/answer',
          version: String(at + 1),
          template: template(tone),
          description: tone,
          variables: { company: { required: true }, language: 'English' },
        },
      }),
    );
    const label = at < 2 ? 'production' : 'staging';
    await client.POST('/v1/prompts/{id}/deploy', { params: { path: { id: prompt.id } }, body: { label } });
  }
  const budgets = [
    { name: 'Everything', limitUsd: 40, period: 'month' as const },
    { name: 'Research agent', limitUsd: 5, period: 'day' as const, action: 'require_approval' as const },
  ];
  for (const body of budgets) await client.POST('/v1/gate/budgets', { body });
  await client.POST('/v1/gate/policies', {
    body: {
      name: 'Nothing is deleted unasked',
      effect: 'require_approval',
      match: { tools: ['delete_*', 'refund_*'] },
    },
  });
  await client.POST('/v1/gate/check', {
    body: { provider: 'openai', model: 'gpt-4o', tool: 'refund_order', estimatedCostUsd: 0.02 },
  });
  await client.POST('/v1/gate/check', {
    body: { provider: 'openai', model: 'gpt-4o', estimatedCostUsd: 1.5, holdSeconds: 3_600 },
  });
  const alert = sure(
    await client.POST('/v1/alerts', {
      body: {
        templateKey: 'error-rate',
        name: 'Calls fail',
        channelKinds: ['email'],
        thresholdValue: 0.08,
        enabled: true,
      },
    }),
  );
  await client.POST('/v1/alerts', {
    body: { templateKey: 'daily-cost', name: 'Expensive day', channelKinds: ['email'], enabled: true },
  });
  await evaluate(client);
  await exportDaily(whole);
  await whole.POST('/v1/api-keys', { body: { name: 'Production', scopes: ['write:records'] } });
  await whole.POST('/v1/projects', { body: { name: 'Mobile app' } });
  return {
    alert: `/alerts/${alert.id}`,
  };
}

/** A folder of the service takes the place of a bucket. */
async function exportDaily(whole: TracewellClient): Promise<void> {
  sure(await whole.PUT('/v1/account/export-schedule', { body: { folder: 'daily', content: true } }));
  sure(await whole.POST('/v1/account/export-schedule/run'));
  await until(
    async () => sure(await whole.GET('/v1/account/export-schedule')).schedule,
    (schedule) => schedule?.state === 'idle' && schedule.lastRun !== null,
  );
}

/** Records that the guardian and the diagnostics report on. */
export async function incidents(client: TracewellClient): Promise<void> {
  const record = (id: string, more: object) => ({
    id,
    provider: 'openai',
    model: 'gpt-4o',
    timestamp: new Date(Date.now() - 60_000).toISOString(),
    promptTokens: 900,
    completionTokens: 120,
    totalTokens: 1_020,
    costUsd: 0.0035,
    latencyMs: 1_100,
    tags: { env: 'production', feature: 'chat' },
    ...more,
  });
  const key = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789';
  const records = [
    ...Array.from({ length: 14 }, (_, at) =>
      record(`storm-${at}`, {
        error: 'timeout',
        requestMeta: { input: 'Summarise the report of the third quarter.' },
      }),
    ),
    record('leak', { requestMeta: { input: `My key is ${key}, does it work?`, output: 'It does.' } }),
    record('unpriced', { model: 'house-model-7b' }),
    { ...record('broken', {}), model: undefined },
  ];
  // Includes invalid records on purpose, which the types would not allow.
  const body = { records } as never;
  sure(await client.POST('/v1/ingest', { body }));
  sure(await client.POST('/v1/ingest', { body }));
}

/** Deterministic criteria, so that pictures need no judge. */
async function evaluate(client: TracewellClient): Promise<void> {
  const ids = await addCriteria(client, [
    { name: 'Brief', type: 'regex', rubric: '(?s)^.{1,240}$' },
    { name: 'No question', type: 'regex', rubric: '[^?]$' },
  ]);
  for (const name of ['Support, before', 'Support, after the new prompt']) {
    await client.POST('/v1/eval-runs', { body: { name, recentCount: 60, criterionIds: ids } });
  }
}
