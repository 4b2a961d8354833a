// The requests and answers of the tools, against a service that has rows: lists over three pages with a remainder,
// and which rows a tool shows if not all fit.
import { tracewell } from '@tracewell/sdk';
import { describe, expect, it } from 'vitest';
import type { ToolAnswer } from '../answer.ts';
import { dashboardLinks } from '../links.ts';
import { MCP_TOOLS } from './index.ts';

const NOW = Date.parse('2026-11-17T12:00:00Z');

type Row = Record<string, unknown>;

interface Asked {
  /** `GET /path` */
  what: string;
  /** Fields of the query string or of the body. */
  given: Row;
}

type Reply = (given: Row) => unknown;

async function ask(name: string, args: Row, replies: Record<string, Reply>) {
  const asked: Asked[] = [];
  const client = tracewell({
    url: 'http://service',
    retry: false,
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const what = `${request.method} ${pathname}`;
      const sent = await request.text();
      const given = sent === '' ? Object.fromEntries(searchParams) : (JSON.parse(sent) as Row);
      asked.push({ what, given });
      const reply = replies[what];
      return reply
        ? Response.json(reply(given))
        : Response.json({ error: `nothing at ${what}`, reason: 'not_found' }, { status: 404 });
    },
  });
  const found = MCP_TOOLS.find((each) => each.name === name);
  if (!found) throw new Error(`There is no tool ${name}.`);
  const ctx = { client, links: dashboardLinks('http://service', null), now: () => NOW };
  const answer = await found.run(found.inputSchema.parse(args), ctx);
  return { asked, answer, rows: rowsOf(answer) };
}

const rowsOf = ({ data }: ToolAnswer): Row[] => (data?.kind === 'rows' ? (data.rows as Row[]) : []);

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** As the service does: a page of `limit` rows from the cursor on. */
const pagesOf =
  (list: string, rows: readonly Row[]): Reply =>
  ({ cursor = 0, limit }) => {
    const [from, most] = [Number(cursor), Number(limit)];
    const next = from + most < rows.length ? String(from + most) : null;
    return { [list]: rows.slice(from, from + most), nextCursor: next };
  };

const PERIOD = { startTime: '2026-11-10T12:00:00.000Z', endTime: '2026-11-17T12:00:00.000Z' };

interface List {
  what: string;
  list: string;
  /** Arguments other than those of the page. */
  given?: Row;
  row?: Row;
  limit?: number;
}

const LISTS: Record<string, List> = {
  find_calls: {
    what: 'POST /v1/query/calls',
    list: 'records',
    given: { ...PERIOD, sortBy: 'timestamp', sortOrder: 'desc', preview: false },
    row: { error: null },
  },
  find_traces: { what: 'POST /v1/query/traces', list: 'traces', given: PERIOD, row: { scores: [] } },
  find_spans: { what: 'POST /v1/query/spans', list: 'spans', given: PERIOD },
  findings: { what: 'GET /v1/guardian/findings', list: 'findings', given: { status: 'open' } },
  prompts: { what: 'GET /v1/prompts/names', list: 'names', limit: 50 },
  datasets: { what: 'GET /v1/eval-datasets', list: 'datasets' },
  runs: { what: 'GET /v1/eval-runs', list: 'runs' },
};

describe('lists', () => {
  it.each(Object.entries(LISTS))(
    '%s: three pages give every row once',
    async (name, { what, list, given = {}, row, limit = 20 }) => {
      const rows = times(2 * limit + 7, (at) => ({ id: `row-${at}`, ...row }));
      const replies = { [what]: pagesOf(list, rows) };
      const seen: unknown[] = [];
      const cursors: (string | undefined)[] = [];
      let cursor: string | undefined;
      do {
        cursors.push(cursor);
        const {
          asked,
          answer,
          rows: page,
        } = await ask(name, cursor === undefined ? {} : { cursor }, replies);
        expect(asked.map((each) => each.what)).toEqual([what]);
        expect(asked[0]?.given).toMatchObject({ ...given, ...(cursor !== undefined && { cursor }) });
        expect(Number(asked[0]?.given['limit'])).toBe(limit);
        expect(answer.says[0]).toContain(String(page.length));
        seen.push(...page.map(({ id }) => id));
        cursor = /nextCursor (\S+)/.exec(answer.says.join('\n'))?.[1];
      } while (cursor !== undefined);
      expect(cursors).toEqual([undefined, String(limit), String(2 * limit)]);
      expect(seen).toEqual(rows.map(({ id }) => id));
    },
  );

  it('every tool with a cursor is here', () => {
    const paged = MCP_TOOLS.filter(({ inputSchema }) => 'cursor' in inputSchema.shape);
    expect(paged.map(({ name }) => name).toSorted()).toEqual(Object.keys(LISTS).toSorted());
  });

  it('a version of a prompt is found on the third page of them', async () => {
    const versions = times(407, (at) => ({ id: at + 1, version: `v${at}`, name: 'p' }));
    const { asked, answer } = await ask(
      'get_prompt',
      { name: 'p', version: 'v406' },
      { 'GET /v1/prompts': pagesOf('prompts', versions) },
    );
    expect(asked.map(({ given }) => given)).toEqual([
      { name: 'p', limit: '200' },
      { name: 'p', limit: '200', cursor: '200' },
      { name: 'p', limit: '200', cursor: '400' },
    ]);
    expect(answer.data).toMatchObject({ kind: 'value', value: { id: 407 } });
  });
});

describe('what is shown where there is more', () => {
  const call = (at: number) => ({ id: `c${at}`, timestamp: `t${at}`, error: null });
  const session = (calls: number): Record<string, Reply> => ({
    'GET /v1/query/session/s': () => ({
      calls: times(calls, call),
      totals: { calls, costUsd: 1, totalTokens: 2, errors: 0, startTime: 'a', endTime: 'b' },
      truncated: false,
    }),
    'POST /v1/query/previews': ({ ids }) => ({
      previews: (ids as string[]).map((id) => ({ id, input: `in ${id}`, output: 'out', stored: true })),
    }),
  });
  const newest = (from: number, to: number) => times(to - from, (at) => `c${from + at}`);

  it('get_session: the newest calls, in order, with what was said in them', async () => {
    const { asked, answer, rows } = await ask('get_session', { id: 's' }, session(40));
    expect(rows.map(({ id }) => id)).toEqual(newest(10, 40));
    expect(rows.at(-1)).toMatchObject({ id: 'c39', said: { input: 'in c39' } });
    expect(asked[1]).toEqual({ what: 'POST /v1/query/previews', given: { ids: newest(10, 40) } });
    expect(answer.says).toContain('The newest 30 calls are shown.');
  });

  it('get_session: all calls if there are no more, and as many as asked for', async () => {
    const whole = await ask('get_session', { id: 's' }, session(30));
    expect(whole.rows).toHaveLength(30);
    expect(whole.answer.says).toHaveLength(1);
    const few = await ask('get_session', { id: 's', limit: 3 }, session(40));
    expect(few.rows.map(({ id }) => id)).toEqual(newest(37, 40));
  });

  it('runs: of many weak scores the failed ones come first, then the weakest', async () => {
    const weak = times(21, (at) => ({ id: at, status: 'scored', normalizedScore: 0.49 - at / 100 }));
    const others = [
      { id: 'good', status: 'scored', normalizedScore: 0.5 },
      { id: 'failed', status: 'failed', normalizedScore: null },
    ];
    const { answer, rows } = await ask(
      'runs',
      { id: 1 },
      { 'GET /v1/eval-runs/1': () => ({ run: { id: 1 }, scores: [...weak, ...others] }) },
    );
    expect(rows.slice(1).map(({ id }) => id)).toEqual(['failed', ...times(19, (at) => 20 - at)]);
    expect(answer.says[0]).toBe('A run with 23 scores. 22 failed or are below the middle of their scale.');
  });

  it('why_missing: only clients that are asked for, and seen since', async () => {
    const source = (client: string, hoursAgo: number) => ({
      client,
      lastSeenAt: new Date(NOW - hoursAgo * 3_600_000).toISOString(),
    });
    const sources = [source('Python sdk', 1), source('python old', 3), source('node', 1)];
    const totals = { requests: 0, accepted: 0, observations: 0, duplicates: 0, rejected: 0, refused: 0 };
    const { answer } = await ask(
      'why_missing',
      { client: 'python', since: '2h' },
      { 'GET /v1/ingest/diagnostics': () => ({ totals, sources, codedHints: [] }) },
    );
    expect(answer.data).toEqual({ kind: 'value', value: { hints: [], sources: [sources[0]] } });
  });
});

describe('periods that are asked about', () => {
  const AGGREGATE = 'POST /v1/query/aggregate';
  const empty: Reply = () => ({ groups: [], total: { value: 0, count: 0 } });
  const periodsOf = (asked: readonly Asked[]) =>
    asked.filter(({ what }) => what === AGGREGATE).map(({ given }) => [given['startTime'], given['endTime']]);
  const compared = async (args: Row) =>
    periodsOf((await ask('compare_periods', { metric: 'cost', ...args }, { [AGGREGATE]: empty })).asked);

  it('compare_periods: the seven days before the last seven unless set', async () => {
    expect(await compared({})).toEqual([
      ['2026-11-03T12:00:00.000Z', '2026-11-10T12:00:00.000Z'],
      ['2026-11-10T12:00:00.000Z', '2026-11-17T12:00:00.000Z'],
    ]);
    expect(await compared({ b: { from: '1d' } })).toEqual([
      ['2026-11-09T12:00:00.000Z', '2026-11-16T12:00:00.000Z'],
      ['2026-11-16T12:00:00.000Z', '2026-11-17T12:00:00.000Z'],
    ]);
    expect(await compared({ a: { from: '3d', to: '2d' } })).toEqual([
      ['2026-11-14T12:00:00.000Z', '2026-11-15T12:00:00.000Z'],
      ['2026-11-10T12:00:00.000Z', '2026-11-17T12:00:00.000Z'],
    ]);
  });

  it('explain_cost: every figure of the same period and the same calls', async () => {
    const group = (value: number) => ({
      groups: [{ key: 'm', value, count: 1 }],
      total: { value, count: 1 },
    });
    const figures: Row = { cost: 9, input_tokens: 1, output_tokens: 2, cached_tokens: 3, cache_savings: 4 };
    const { asked, rows } = await ask(
      'explain_cost',
      { from: '1d', filter: { provider: 'openai' } },
      {
        'GET /v1/account': () => ({ unpricedModels: [] }),
        [AGGREGATE]: ({ metric }) => group(Number(figures[String(metric)])),
      },
    );
    const questions = asked.filter(({ what }) => what === AGGREGATE).map(({ given }) => given);
    expect(questions.map(({ metric }) => metric)).toEqual(Object.keys(figures));
    for (const question of questions)
      expect(question).toMatchObject({
        provider: 'openai',
        groupBy: 'model',
        startTime: '2026-11-16T12:00:00.000Z',
        endTime: '2026-11-17T12:00:00.000Z',
      });
    expect(rows).toEqual([{ key: 'm', costUsd: 9, calls: 1, input: 1, output: 2, cached: 3, savedUsd: 4 }]);
  });

  it('every tool that tells a cost says how many calls have no price', async () => {
    const unpriced = { calls: 100, tokens: 5_000 };
    const given = () => ({
      groups: [{ key: 'm', value: 9, count: 150, unpriced }],
      total: { value: 9, count: 150, unpriced },
    });
    const account = () => ({ unpricedModels: [] });
    for (const [name, args, row] of [
      ['aggregate', { metric: 'cost' }, { unpricedCalls: 100 }],
      ['compare_periods', { metric: 'cost' }, {}],
      ['explain_cost', {}, { unpricedCalls: 100 }],
    ] as const) {
      const { answer, rows } = await ask(name, args, { [AGGREGATE]: given, 'GET /v1/account': account });
      expect(answer.says.join(' ')).toContain('100 calls without a price');
      expect(rows).toMatchObject([{ key: 'm', ...row }]);
    }
    const { answer } = await ask('aggregate', { metric: 'cost' }, { [AGGREGATE]: empty });
    expect(answer.says.join(' ')).not.toContain('price');
  });

  it('silence_alert: until so many hours from now', async () => {
    const { asked } = await ask(
      'silence_alert',
      { id: 3, hours: 1.5 },
      { 'POST /v1/alerts/3/silence': ({ until }) => ({ silencedUntil: until }) },
    );
    expect(asked[0]?.given).toEqual({ until: '2026-11-17T13:30:00.000Z' });
  });
});
