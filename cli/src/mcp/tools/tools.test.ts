// Every tool, against a service that only notes what it is asked.
import { tracewell } from '@tracewell/sdk';
import { describe, expect, it } from 'vitest';
import { readPeriod } from '../filter.ts';
import { dashboardLinks } from '../links.ts';
import { changesOf } from './figures.ts';
import { MCP_TOOLS, toolsFor } from './index.ts';

const NOW = Date.parse('2026-11-17T12:00:00Z');

/** Arguments with which a tool gets as far as possible. */
const ARGUMENTS: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  get_trace: [{ id: 't', view: 'full' }],
  get_span: [{ traceId: 't', spanId: 's' }],
  get_call: [{ id: 'c' }],
  get_session: [{ id: 's' }],
  aggregate: [{ metric: 'cost' }],
  compare_periods: [{ metric: 'cost' }],
  explain_cost: [{}, { callId: 'c' }],
  findings: [{}, { id: 'f' }],
  resolve_finding: [{ id: 'f' }],
  silence_alert: [{ id: 1, hours: 1 }],
  get_prompt: [{ name: 'p' }, { name: 'p', label: 'production' }],
  diff_prompts: [{ name: 'p', from: '1', to: '1' }],
  prompt_usage: [{ name: 'p' }],
  save_prompt_version: [{ name: 'p', version: '2', template: 'Hi' }],
  deploy_prompt: [{ name: 'p', version: '1', label: 'production' }],
  datasets: [{}, { id: 1 }],
  runs: [{}, { id: 1 }],
  compare_runs: [{ baseline: 1, candidate: 2 }],
  gate_verdict: [{ candidate: 1 }],
  add_calls_to_dataset: [{ datasetId: 1, callIds: ['c'] }],
  start_eval_run: [{ datasetId: 1 }, { name: 'Today' }],
  annotate_call: [{ callId: 'c', label: 'good' }],
  add_score: [{ callId: 'c', name: 'helpful', value: 1 }],
};

/** Enough of every answer for a tool to ask its next question. */
const ANSWER = {
  prompts: [{ id: 7, version: '1' }],
  nextCursor: null,
  spans: [],
  total: 0,
  groups: [],
};

async function askedBy(name: string): Promise<string[]> {
  const asked: string[] = [];
  const client = tracewell({
    url: 'http://service',
    retry: false,
    fetch: async ({ method, url }) => {
      asked.push(`${method} ${new URL(url).pathname}`);
      return Response.json(ANSWER);
    },
  });
  const tool = MCP_TOOLS.find((each) => each.name === name);
  const ctx = { client, links: dashboardLinks('http://service', null), now: () => NOW };
  for (const args of ARGUMENTS[name] ?? [{}]) {
    const input = tool?.inputSchema.parse(args) ?? {};
    // The answer is not complete, so most tools fail after they have asked.
    await tool?.run(input, ctx).catch(() => undefined);
  }
  return asked;
}

describe('tools', () => {
  it('no tool approves, makes keys, changes consents, limits or members, or deletes', async () => {
    const asked = (await Promise.all(MCP_TOOLS.map(({ name }) => askedBy(name)))).flat();
    const changes = [...new Set(asked.filter((each) => !/^GET |^POST \/v1\/query\//.test(each)))];
    expect(changes.toSorted()).toEqual([
      'PATCH /v1/guardian/findings/f',
      'POST /v1/alerts/1/silence',
      'POST /v1/annotations',
      'POST /v1/eval-datasets/1/items/from-calls',
      'POST /v1/eval-datasets/1/run',
      'POST /v1/eval-runs',
      'POST /v1/prompts',
      'POST /v1/prompts/7/deploy',
      'POST /v1/scores',
    ]);
    expect(asked.filter((each) => /api-keys|approvals|consents|erasures|team|webhooks/.test(each))).toEqual(
      [],
    );
  });

  it.each(MCP_TOOLS.map((tool) => [tool.name, tool] as const))(
    '%s: asks the service, and says what it needs',
    async (name, tool) => {
      expect((await askedBy(name)).length).toBeGreaterThan(0);
      expect(tool.description.length).toBeGreaterThan(40);
      expect(tool.inputSchema.safeParse({ unknown: 1 }).success).toBe(false);
    },
  );

  it('the list of all tools is short enough for the context of a model', () => {
    const listed = MCP_TOOLS.map(({ name, description, listedSchema }) => ({
      name,
      description,
      inputSchema: listedSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }),
    }));
    expect(JSON.stringify(listed).length).toBeLessThan(28_000);
    expect(JSON.stringify(listed)).not.toMatch(/maxLength|pattern":/);
    expect(listed.find(({ name }) => name === 'get_call')?.inputSchema).toMatchObject({
      type: 'object',
      required: ['id'],
      additionalProperties: false,
      properties: { content: { enum: ['none', 'preview', 'full'] } },
    });
  });

  it('a key with `read` sees only tools that change nothing', () => {
    expect(toolsFor(['read']).every(({ scope }) => scope === 'read')).toBe(true);
    expect(toolsFor(null)).toHaveLength(MCP_TOOLS.length);
    expect(toolsFor([])).toEqual([]);
  });

  it.each(['.', '..', ''])('an id of %j is rejected, because it would name another path', (id) => {
    const tool = MCP_TOOLS.find(({ name }) => name === 'get_call');
    expect(tool?.inputSchema.safeParse({ id }).success).toBe(false);
  });
});

describe('periods', () => {
  it('seven days unless set; ages and times', () => {
    expect(readPeriod({}, NOW)).toEqual({
      startTime: '2026-11-10T12:00:00.000Z',
      endTime: '2026-11-17T12:00:00.000Z',
    });
    expect(readPeriod({ from: '90m', to: '30m' }, NOW)).toEqual({
      startTime: '2026-11-17T10:30:00.000Z',
      endTime: '2026-11-17T11:30:00.000Z',
    });
    expect(readPeriod({ from: '2026-11-01' }, NOW).startTime).toBe('2026-11-01T00:00:00.000Z');
  });

  it.each([{ from: 'yesterday' }, { from: '1h', to: '2h' }])(
    '%j is rejected with the name of the field',
    (range) => {
      expect(() => readPeriod(range, NOW)).toThrow(/`from`/);
    },
  );
});

it('what changed between periods: the largest contribution first', () => {
  const answer = (groups: [string, number, number][]) => ({
    groups: groups.map(([key, value, count]) => ({ key, value, count, lastSeen: '' })),
    total: { value: 0, count: 0 },
  });
  const before = answer([
    ['small', 1, 100],
    ['gone', 5, 2],
    ['same', 9, 9],
  ]);
  const after = answer([
    ['small', 2, 100],
    ['new', 8, 1],
    ['same', 9, 9],
  ]);
  expect(changesOf(before, after, false).map(({ key, change }) => [key, change])).toEqual([
    ['new', 8],
    ['gone', -5],
    ['small', 1],
    ['same', 0],
  ]);
  expect(changesOf(before, after, true)[0]).toMatchObject({ key: 'small', a: 1, b: 2, callsB: 100 });
});
