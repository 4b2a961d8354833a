import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { treeText } from '../../src/trace/tree.ts';
import { declaredService, fault, type DeclaredService } from '../declared-service.ts';
import { ranInProcess } from '../in-process.ts';
import { call, score, span, widthOf } from './records.ts';

const SPANS = [
  span(),
  span({
    id: 'c1',
    kind: 'llm',
    type: 'llm',
    name: 'chat',
    model: 'gpt-4o',
    spanId: 'b',
    parentSpanId: 'a',
    totalTokens: 900,
    costUsd: 0.02,
    durationMs: 700,
  }),
  span({
    id: 'o2',
    type: 'tool',
    name: 'search_orders',
    spanId: 'c',
    parentSpanId: 'a',
    error: 'Error: no route\n  at x',
    durationMs: 30,
  }),
  span({ id: 'o3', type: 'retriever', name: '検索', spanId: 'd', parentSpanId: 'c', durationMs: 5 }),
];

let service: DeclaredService;
beforeAll(async () => {
  service = await declaredService({
    'GET /v1/query/trace/{id}/spans': ({ path, query }) => {
      if (path['id'] !== 'trace-1') return fault(404, 'not_found', 'There is no such trace.');
      const from = Number(query['cursor'] ?? 0);
      const spans = SPANS.slice(from, from + Number(query['limit']));
      const next = from + spans.length;
      return { spans, total: 4, nextCursor: next < 4 ? String(next) : null, truncated: false, voice: false };
    },
    'POST /v1/query/sessions': () => ({
      sessions: [
        {
          sessionId: 'session-1',
          calls: 12,
          traces: 3,
          errors: 1,
          costUsd: 0.5,
          totalTokens: 9_000,
          startTime: '2026-11-16T09:00:00.000Z',
          endTime: '2026-11-16T09:10:00.000Z',
          durationMs: 600_000,
          users: ['ada'],
          models: ['gpt-4o'],
          lastModel: 'gpt-4o',
        },
      ],
      nextCursor: null,
      searchedFrom: null,
    }),
    'GET /v1/query/session/{id}': ({ path }) => ({
      sessionId: path['id'],
      calls: [call()],
      totals: {
        calls: 12,
        costUsd: 0.5,
        totalTokens: 9_000,
        errors: 1,
        startTime: '2026-11-16T09:00:00.000Z',
        endTime: '2026-11-16T09:10:00.000Z',
      },
      scores: [score({ callId: null, sessionId: 'session-1' })],
      truncated: true,
    }),
    'POST /v1/query/aggregate': ({ body }) => {
      const { groupBy } = body as { groupBy: string };
      const group = (key: string, value: number) => ({
        key,
        value,
        count: 10,
        lastSeen: '2026-11-16T09:00:00.000Z',
      });
      const groups =
        groupBy === 'day'
          ? [group('2026-11-16', 1), group('2026-11-14', 2), group('2026-11-15', 1)]
          : [group('small', 1), group('large', 3)];
      const unpriced = groupBy === 'provider' ? { unpriced: { calls: 1_200, tokens: 9_000 } } : {};
      return { groups, total: { value: 4, count: 30, ...unpriced } };
    },
    'GET /v1/scores': () => ({ scores: [score({ value: 0.5, dataType: 'numeric' })], nextCursor: null }),
    'POST /v1/scores': ({ body }) => ({
      accepted: 1,
      ids: [(body as { id: string }).id],
      textDropped: 1,
      rejected: [],
    }),
  });
});
afterAll(() => service.close());

const env = () => ({ TRACEWELL_URL: service.url, TRACEWELL_API_KEY: 'twl_secret' });
const lastBody = () => service.asked.at(-1)?.body;

describe('tracewell trace', () => {
  it('draws the tree with durations, tokens, cost and errors', async () => {
    const { code, stdout } = await ranInProcess(['trace', 'trace-1'], env());
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toEqual([
      'Trace trace-1',
      '2026-11-16 09:00:00Z, 4 spans, 2.5 s, 900 tokens, $0.02, 1 error',
      '',
      'SPAN                       TOOK  TOKENS   COST',
      'Support agent             2.5 s       -      -',
      '├─ gpt-4o [llm]          700 ms     900  $0.02',
      '└─ search_orders [tool]   30 ms       -      -',
      '  │  ✗ Error: no route',
      '  └─ 検索 [retriever]      5 ms       -      -',
    ]);
  });

  it('follows the pages, and says what the limit left out', async () => {
    const { stdout } = await ranInProcess(['trace', 'trace-1', '--limit', '2'], env());
    expect(stdout).toContain('These are the earliest 2 spans; use --limit for more.');
    const json = await ranInProcess(['trace', 'trace-1', '--json'], env());
    expect(JSON.parse(json.stdout)).toEqual({ traceId: 'trace-1', total: 4, spans: SPANS });
    const unknown = await ranInProcess(['trace', 'nothing'], env());
    expect(unknown).toEqual({ code: 1, stdout: '', stderr: 'tracewell: There is no such trace. (404)\n' });
  });

  it('keeps deep, long and cyclic traces within the width', () => {
    const deep = Array.from({ length: 5_000 }, (_, at) =>
      span({
        id: `o${at}`,
        name: at % 100 === 0 ? '長い名前'.repeat(30) : `step ${at}`,
        spanId: `s${at}`,
        parentSpanId: at === 0 ? 's4999' : `s${at - 1}`,
        error: at % 100 === 0 ? 'x'.repeat(200) : 'late',
      }),
    );
    const lines = treeText(deep, 80).split('\n');
    expect(lines).toHaveLength(10_001);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
    expect(lines.find((line) => line.includes('長い'))).toMatch(/…/);
    expect(lines.at(-2)).toContain('step 4999');
  });
});

it('a narrow screen has names and durations', () => {
  expect(treeText(SPANS, 36).split('\n')).toEqual([
    'SPAN                       TOOK',
    'Support agent             2.5 s',
    '├─ gpt-4o [llm]          700 ms',
    '└─ search_orders [tool]   30 ms',
    '  │  ✗ Error: no route',
    '  └─ 検索 [retriever]      5 ms',
  ]);
});

describe('tracewell sessions', () => {
  it('lists sessions, and shows the calls and scores of one', async () => {
    const list = await ranInProcess(['sessions', '--errors', '--since', '2026-11-01'], env());
    expect(lastBody()).toEqual({ error: true, startTime: '2026-11-01T00:00:00.000Z', limit: 20 });
    expect(list.stdout).toMatch(/^11-16 09:10:00 {2}session-1 +12 +1 +\$0\.50 +10m 0s {2}ada$/m);
    const one = await ranInProcess(['sessions', 'session-1'], env());
    expect(one.stdout).toMatch(
      /^Session session-1\n.*, 12 calls, 9,000 tokens, \$0\.50, 1 error\nBelow: the newest 1 call\./,
    );
    expect(one.stdout).toMatch(/thumbs {2}true {3}api {5}session session-1/);
  });
});

describe('tracewell cost', () => {
  it('has the most expensive group first, with shares and the total', async () => {
    const { stdout } = await ranInProcess(
      ['cost', '--by', 'tag:team', '--model', 'gpt', '--until', '2026-11-01'],
      env(),
    );
    expect(lastBody()).toEqual({
      groupBy: 'tag',
      tagKey: 'team',
      metric: 'cost',
      model: 'gpt',
      startTime: '2026-10-02T00:00:00.000Z',
      endTime: '2026-11-01T00:00:00.000Z',
    });
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'TEAM   CALLS   COST   SHARE',
      'large     10  $3.00  75.0 %',
      'small     10  $1.00  25.0 %',
    ]);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      '$4.00 for 30 calls from 2026-10-02 00:00Z to 2026-11-01 00:00Z',
    );
  });

  it('says how many calls have no price', async () => {
    const { stdout } = await ranInProcess(['cost', '--by', 'provider'], env());
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      '+ 1,200 calls without a price; set one under Settings > Prices.',
    );
  });

  it('has days in their order, and the newest ones if there are too many', async () => {
    const { stdout } = await ranInProcess(['cost', '--by', 'day', '--limit', '2'], env());
    expect(stdout).toMatch(/2026-11-15.*\n2026-11-16.*\n1 more; use --limit\./);
    expect(stdout).not.toContain('2026-11-14');
    const wrong = await ranInProcess(['cost', '--by', 'tag:'], env());
    expect([wrong.code, wrong.stdout]).toEqual([2, '']);
  });
});

describe('tracewell scores', () => {
  it('lists scores by default, with its filters', async () => {
    const { stdout } = await ranInProcess(
      ['scores', '--name', 'thumbs', '--source', 'api', '--call', 'c'],
      env(),
    );
    expect(service.asked.at(-1)?.query).toEqual({ name: 'thumbs', source: 'api', callId: 'c', limit: '20' });
    expect(stdout).toMatch(/thumbs {2}0\.5 {4}api {5}call call-1/);
  });

  it.each([
    [['0.5'], { value: 0.5 }],
    [['true'], { value: true }],
    [['good'], { value: 'good' }],
    [['1', '--type', 'categorical'], { value: '1', dataType: 'categorical' }],
  ])('adds %o', async (given, sent) => {
    const { code, stdout } = await ranInProcess(
      ['scores', 'add', 'quality', ...given, '--call', 'c', '--id', 'mine'],
      env(),
    );
    expect(code).toBe(0);
    expect(lastBody()).toEqual({ id: 'mine', name: 'quality', source: 'api', callId: 'c', ...sent });
    expect(stdout).toContain('✓ Score mine was stored. The account does not store texts');
  });

  it('2: about nothing, or a value of another type; nothing is sent', async () => {
    const before = service.asked.length;
    const about = await ranInProcess(['scores', 'add', 'quality', '1'], env());
    const type = await ranInProcess(['scores', 'add', 'q', 'good', '--type', 'numeric', '--run', '1'], env());
    expect([about.code, type.code, service.asked.length]).toEqual([2, 2, before]);
    expect(about.stderr).toContain('Say what the score is about');
  });
});

describe('tracewell eval run', () => {
  it.each([
    [[], 'Say what to score'],
    [['--dataset', '7', '--tag', 'env=production'], 'A dataset is scored whole'],
    [['--dataset', '7', '--recent', '5'], 'cannot be used with'],
    [['--recent', 'all'], 'whole number'],
  ])('2: %o; nothing is sent', async (given, said) => {
    const before = service.asked.length;
    const { code, stdout, stderr } = await ranInProcess(['eval', 'run', ...given], env());
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(said)]);
    expect(service.asked).toHaveLength(before);
  });
});
