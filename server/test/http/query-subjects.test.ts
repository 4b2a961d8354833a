// Random runs, sent in parts, in any order and more than once, some erased: every answer about calls, spans, runs and
// sessions is the one that a plain loop over what was sent gives. Many more with TEST_ALL=1.
import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { DAY_MS, HOUR_MS, isoTime } from '#lib/clock';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { testEngine } from '#test/support/lazy-records';
import { leftToSqlite } from '#test/support/records-engine';
import { runJobs } from '#test/support/run-jobs';
import { exportOf, plain } from '#test/support/sample-spans';
import {
  erased,
  groupedBy,
  metricOf,
  subjectsOf,
  unpricedIn,
  withLabels,
  type Kind,
  type OracleFilter,
  type OracleMetric,
  type PlainSpan,
  type SentSpan,
  type Subject,
} from '#test/oracles/subject-oracle';
import { runsOf } from '../../src/services/runs/index.ts';

const SLOW_MS = 900_000;
const ALL = process.env['TEST_ALL'] === '1';
const SEEDS = ALL ? Array.from({ length: 12 }, (_, at) => at + 1) : [1];
// A key may read 600 times in a minute.
const ASKED = ALL ? 120 : 60;
const SPANS_MS = 2 * DAY_MS;

const some = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 3 });
const made = fc.record({
  parent: fc.nat({ max: 6 }),
  type: fc.constantFrom(
    'llm' as const,
    'llm' as const,
    'tool' as const,
    'agent' as const,
    'retriever' as const,
  ),
  afterMs: fc.integer({ min: 0, max: 5 * HOUR_MS }),
  tookMs: fc.integer({ min: 0, max: 90_000 }),
  isFailed: fc.constantFrom(false, false, false, true),
  tool: fc.constantFrom('search', 'mail', "it's 日本"),
  hasPrice: fc.constantFrom(true, true, false),
  tokens: fc.nat({ max: 5_000 }),
  session: some('s1', 's2', 's3'),
  user: some('ada', "o'neil"),
  agent: some('planner', 'writer'),
  release: some('v1', 'v2'),
  environment: some('prod', 'dev'),
});
type Made = typeof made extends fc.Arbitrary<infer T> ? T : never;
const tree = fc.record({
  spans: fc.array(made, { minLength: 1, maxLength: 7 }),
  project: fc.constantFrom(0, 0, 1),
  atMs: fc.nat({ max: SPANS_MS }),
  /** Without its first span, which never arrives. */
  rootless: fc.constantFrom(false, false, false, true),
  parts: fc.integer({ min: 1, max: 3 }),
  again: fc.boolean(),
});

const INPUT_USD = 0.15e-6;
const OUTPUT_USD = 0.6e-6;

function sentOf(
  { spans, project, atMs, rootless }: typeof tree extends fc.Arbitrary<infer T> ? T : never,
  sinceMs: number,
): SentSpan[] {
  const traceId = randomBytes(16).toString('hex');
  const ids = spans.map(() => randomBytes(8).toString('hex'));
  const sent = spans.map((one, at): SentSpan => {
    const { type, tool, hasPrice, tokens } = one;
    const isCall = type === 'llm';
    const { session, user, agent, release, environment } = one;
    const own = Object.fromEntries(
      Object.entries({ session, user, agent, release, environment }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    const [inputTokens, outputTokens] = isCall ? [tokens, tokens % 700] : [0, 0];
    return {
      project,
      traceId,
      spanId: ids[at] ?? '',
      parentSpanId: at === 0 ? '' : (ids[one.parent % at] ?? ''),
      type,
      name: isCall
        ? 'chat'
        : type === 'tool'
          ? `execute_tool ${tool}`
          : type === 'agent'
            ? 'invoke_agent x'
            : 'retrieval',
      tool: type === 'tool' ? tool : '',
      startMs: sinceMs + atMs + (at === 0 ? 0 : one.afterMs),
      tookMs: one.tookMs,
      isFailed: one.isFailed,
      // A span of an agent is named by its agent, else by its own name.
      own: type === 'agent' ? { agent: 'x', ...own } : own,
      provider: isCall ? 'openai' : '',
      model: isCall ? (hasPrice ? 'gpt-4o-mini' : 'made-up-here') : '',
      inputTokens,
      outputTokens,
      costUsd: isCall && hasPrice ? inputTokens * INPUT_USD + outputTokens * OUTPUT_USD : 0,
      isUnpriced: isCall && !hasPrice && inputTokens + outputTokens > 0,
    };
  });
  return rootless ? sent.slice(1) : sent;
}

/** A call of no run, sent as JSON. */
const looseCall = (one: Made, at: number, sinceMs: number): SentSpan => {
  const { session, user, agent, release, environment, tokens, tookMs } = one;
  const own = Object.entries({ session, user, agent, release, environment });
  return {
    project: 0,
    traceId: '',
    spanId: `loose-${at}`,
    parentSpanId: '',
    type: 'llm',
    name: 'gpt-4o',
    tool: '',
    startMs: sinceMs + at * HOUR_MS + one.afterMs,
    tookMs,
    isFailed: one.isFailed,
    own: Object.fromEntries(own.filter(([, value]) => value !== undefined)),
    provider: 'openai',
    model: 'gpt-4o',
    inputTokens: tokens,
    outputTokens: 1,
    costUsd: tokens / 1e6,
    isUnpriced: false,
  };
};

const recordOf = ({ own, ...call }: SentSpan) => ({
  id: call.spanId,
  provider: call.provider,
  model: call.model,
  timestamp: isoTime(call.startMs),
  promptTokens: call.inputTokens,
  completionTokens: call.outputTokens,
  totalTokens: call.inputTokens + call.outputTokens,
  costUsd: call.costUsd,
  latencyMs: call.tookMs,
  ...(call.isFailed ? { error: 'broken' } : {}),
  ...(own.session === undefined ? {} : { sessionId: own.session }),
  requestMeta: {
    ...(own.user === undefined ? {} : { userId: own.user }),
    ...(own.agent === undefined ? {} : { agentName: own.agent }),
    ...(own.release === undefined ? {} : { release: own.release }),
    ...(own.environment === undefined ? {} : { environment: own.environment }),
  },
});

const ATTRIBUTES = {
  session: 'session.id',
  user: 'user.id',
  agent: 'gen_ai.agent.name',
  release: 'langfuse.release',
  environment: 'deployment.environment.name',
} as const;
const OPERATIONS = {
  llm: 'chat',
  tool: 'execute_tool',
  agent: 'invoke_agent',
  retriever: 'retrieval',
} as const;

function otlp(span: SentSpan) {
  const labels = Object.entries(span.own).filter(
    ([label, value]) => !(label === 'agent' && span.type === 'agent' && value === 'x'),
  );
  const attributes = {
    'gen_ai.operation.name': OPERATIONS[span.type],
    ...Object.fromEntries(
      labels.map(([label, value]) => [ATTRIBUTES[label as keyof typeof ATTRIBUTES], value]),
    ),
    ...(span.tool === '' ? {} : { 'gen_ai.tool.name': span.tool }),
    ...(span.type === 'llm'
      ? {
          'gen_ai.provider.name': 'openai',
          'gen_ai.request.model': span.model,
          'gen_ai.usage.input_tokens': span.inputTokens,
          'gen_ai.usage.output_tokens': span.outputTokens,
        }
      : {}),
  };
  return {
    ...plain(attributes, span.name, span.startMs),
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === '' ? {} : { parentSpanId: span.parentSpanId }),
    endTimeUnixNano: `${span.startMs + span.tookMs}000000`,
    ...(span.isFailed ? { status: { code: 2, message: 'broken' } } : {}),
  };
}

/** Sums and means have 12 significant digits. */
const near = (value: number | null): unknown =>
  value === null ? null : expect.closeTo(value, Math.max(0, 10 - Math.ceil(Math.log10(Math.abs(value) + 1))));

const AXES: Record<Kind, readonly string[]> = {
  calls: ['agent', 'user', 'session', 'release', 'environment', 'status', 'model', 'day', 'hour'],
  spans: ['agent', 'user', 'session', 'release', 'status', 'tool', 'type', 'name', 'provider', 'day', 'hour'],
  runs: ['agent', 'tool', 'user', 'session', 'release', 'environment', 'status', 'model', 'day', 'hour'],
  sessions: ['agent', 'tool', 'user', 'session', 'release', 'environment', 'status', 'model', 'day', 'hour'],
};
const OF_RUNS = ['count', 'error_rate', 'latency', 'cost', 'tokens', 'calls', 'tools'] as const;
const METRICS: Record<Kind, readonly OracleMetric[]> = {
  calls: ['count', 'error_rate', 'latency', 'cost', 'tokens', 'users', 'sessions'],
  spans: ['count', 'error_rate', 'latency'],
  runs: OF_RUNS,
  sessions: OF_RUNS,
};
const KINDS = ['calls', 'spans', 'runs', 'sessions'] as const;

const asked = fc.record({
  of: fc.constantFrom(...KINDS),
  axis: fc.nat(),
  metric: fc.nat(),
  project: fc.constantFrom(null, null, 0, 1),
  offset: fc.constantFrom(0, 0, -840, 540, 345, 7),
  from: fc.option(fc.nat({ max: SPANS_MS }), { nil: undefined, freq: 2 }),
  until: fc.option(fc.nat({ max: SPANS_MS }), { nil: undefined, freq: 2 }),
  agent: some('planner'),
  user: some('ada'),
  type: some('tool', 'llm'),
  hasError: fc.option(fc.boolean(), { nil: undefined, freq: 2 }),
  /** Of runs and sessions as wholes. */
  whole: fc.constantFrom<Partial<Pick<OracleFilter, 'minTokens' | 'runTool' | 'runStatus'>>>(
    {},
    {},
    { minTokens: 4_000 },
    { runTool: "it's 日本" },
    { runStatus: 'failed' },
    { minTokens: 900, runStatus: 'ok' },
  ),
});
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

describe.skipIf(leftToSqlite(inject('engine')))('answers about random runs', { timeout: SLOW_MS }, () => {
  let app: TestApp;
  beforeAll(async () => {
    await testEngine();
    app = await makeTestApp();
    return () => app.stop();
  });

  describe.each(SEEDS)('seed %i', (seed) => {
    let account: TestAccount;
    let projects: string[];
    let spans: PlainSpan[];
    const now = Date.now();
    const sinceMs = now - 3 * DAY_MS;

    const must = async (
      method: string,
      path: string,
      body?: object,
      headers: Record<string, string> = {},
    ) => {
      const reply = await account.call(method, path, body, headers);
      if (reply.statusCode >= 300)
        throw new Error(`${path} ${JSON.stringify(body)}: ${reply.statusCode} ${reply.body}`);
      return reply.json();
    };
    const ask = (path: string, { project }: Asked, body: object) =>
      must(
        'POST',
        `/v1/query/${path}`,
        body,
        project === null ? {} : { 'x-project-id': projects[project] ?? '' },
      );

    beforeAll(async () => {
      account = await app.account({ plan: 'pro' });
      const { id } =
        (await must('POST', '/v1/projects', { name: 'Second' })).project ??
        (await must('GET', '/v1/projects')).projects[1];
      projects = [account.projectId, id];
      const trees = fc.sample(tree, { seed, numRuns: ALL ? 90 : 40 });
      const sent = trees.map((each) => sentOf(each, sinceMs));
      const requests = trees.flatMap(({ parts, again, project }, at) => {
        const own = (sent[at] ?? []).toReversed();
        const some = Array.from({ length: parts }, (_, part) =>
          own.filter((_span, place) => place % parts === part),
        );
        const filled = some.filter((each) => each.length > 0).map((each) => ({ project, spans: each }));
        return again ? filled.concat(filled.slice(0, 1)) : filled;
      });
      // Any order: by a hash of the place.
      const shuffled = requests.toSorted((a, b) =>
        (a.spans[0]?.spanId ?? '') < (b.spans[0]?.spanId ?? '') ? -1 : 1,
      );
      for (const { project, spans: each } of shuffled)
        await must('POST', '/otel/v1/traces', exportOf(each.map(otlp)), {
          'x-project-id': projects[project] ?? '',
        });
      await runsOf(app.services).settle();
      const loose = fc
        .sample(made, { seed: seed + 1, numRuns: 12 })
        .map((one, at) => looseCall(one, at, sinceMs));
      await must(
        'POST',
        '/v1/ingest',
        { records: loose.map(recordOf) },
        { 'x-project-id': projects[0] ?? '' },
      );
      const whole = withLabels([...sent.flat(), ...loose]);
      await must('POST', '/v1/erasures', { sessionId: 's3' });
      await runJobs(app);
      spans = erased(whole, ({ labels }) => labels.session === 's3');
    }, SLOW_MS);

    const filterOf = ({ of, from = 0, until = SPANS_MS + DAY_MS, agent, user, type, ...each }: Asked) => {
      const { hasError, whole = {} } = of === 'runs' || of === 'sessions' ? each : {};
      const { minTokens, runTool, runStatus } = whole;
      const filter: OracleFilter = {
        startMs: sinceMs + Math.min(from, until),
        endMs: sinceMs + Math.max(from, until) + 1,
        ...(agent === undefined ? {} : { agent }),
        ...(user === undefined ? {} : { user }),
        ...(type === undefined || of !== 'spans' ? {} : { type }),
        ...(hasError === undefined ? {} : { hasError }),
        ...whole,
      };
      const where = [
        ...(agent === undefined ? [] : [{ field: 'agent', op: 'is', values: [agent] }]),
        ...(user === undefined ? [] : [{ field: 'user', op: 'is', values: [user] }]),
        ...(minTokens === undefined
          ? []
          : [{ field: 'run.totalTokens', op: 'atLeast', values: [minTokens] }]),
        ...(runTool === undefined ? [] : [{ field: 'run.tool', op: 'is', values: [runTool] }]),
        ...(runStatus === undefined ? [] : [{ field: 'run.status', op: 'is', values: [runStatus] }]),
      ];
      const { type: oneType, hasError: failed, startMs, endMs } = filter;
      const body = {
        of,
        startTime: isoTime(startMs),
        endTime: isoTime(endMs),
        ...(where.length === 0 ? {} : { where }),
        ...(oneType === undefined ? {} : { type: oneType }),
        ...(failed === undefined ? {} : { hasError: failed }),
      };
      return { filter, body };
    };
    const each = async (
      numRuns: number,
      check: (one: Asked, found: Subject[], body: object) => Promise<void>,
    ) => {
      for (const one of fc.sample(asked, { seed, numRuns })) {
        const { filter, body } = filterOf(one);
        const found = subjectsOf(spans, one.of, one.project, filter);
        try {
          await check(one, found, body);
        } catch (error) {
          throw new Error(`${JSON.stringify(one)} ${JSON.stringify(body)}: ${(error as Error).message}`, {
            cause: error,
          });
        }
      }
    };

    it('groups and totals', async () => {
      await each(ASKED, async (one, found, body) => {
        const axis = AXES[one.of][one.axis % AXES[one.of].length] ?? 'day';
        const metric = METRICS[one.of][one.metric % METRICS[one.of].length] ?? 'count';
        const offset = axis === 'day' ? { tzOffsetMinutes: one.offset } : {};
        const answer = await ask('aggregate', one, { ...body, groupBy: axis, metric, ...offset });
        const unpriced = (of: readonly Subject[]) => {
          const sum = unpricedIn(of);
          return metric === 'cost' && sum.calls > 0 ? { unpriced: sum } : {};
        };
        expect(answer.total).toEqual({
          value: near(metricOf(found, metric)),
          count: found.length,
          ...unpriced(found),
        });
        const groups = groupedBy(found, axis, axis === 'day' ? one.offset : 0);
        expect(answer.groups.map(({ key }: { key: string }) => key).toSorted()).toEqual(
          [...groups.keys()].toSorted(),
        );
        for (const { key, lastSeen, ...group } of answer.groups) {
          const members = groups.get(key) ?? [];
          expect([key, group]).toEqual([
            key,
            { value: near(metricOf(members, metric)), count: members.length, ...unpriced(members) },
          ]);
          expect(lastSeen).toBe(isoTime(Math.max(...members.map(({ startMs }) => startMs))));
        }
      });
    });

    it('series of the largest values', async () => {
      await each(Math.ceil(ASKED / 2), async (one, found, body) => {
        const axes = AXES[one.of].filter((axis) => axis !== 'day' && axis !== 'hour');
        const splitBy = axes[one.axis % axes.length] ?? 'agent';
        const metric = METRICS[one.of][one.metric % METRICS[one.of].length] ?? 'count';
        const answer = await ask('aggregate', one, { ...body, groupBy: 'day', splitBy, metric });
        const check = (
          shown: { groups: { key: string; value: number; count: number }[]; total: object },
          of: readonly Subject[],
        ) => {
          expect(shown.total).toMatchObject({ value: near(metricOf(of, metric)), count: of.length });
          expect(shown.groups.map(({ key, value, count }) => [key, value, count])).toEqual(
            [...groupedBy(of, 'day')]
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, members]) => [key, near(metricOf(members, metric)), members.length]),
          );
        };
        check(answer, found);
        const shown = new Set(answer.series.map(({ key }: { key: string | null }) => key));
        for (const { key, ...series } of answer.series)
          check(
            series,
            found.filter(({ values }) => {
              const own = values[splitBy] ?? [];
              return key === null ? !own.some((value) => shown.has(value)) : own.includes(key);
            }),
          );
        const inSeries = new Set(answer.series.flatMap(({ key }: { key: string | null }) => key ?? []));
        const distinct = new Set(found.flatMap(({ values }) => values[splitBy] ?? []));
        expect(inSeries.size).toBe(Math.min(8, distinct.size));
      });
    });

    it('percentiles and distributions', async () => {
      await each(Math.ceil(ASKED / 2), async (one, found, body) => {
        const metric = one.of === 'spans' || one.metric % 2 === 0 ? 'latency' : 'cost';
        const values = found.map((each) => each[metric]).toSorted((a, b) => a - b);
        const at = (share: number): number | null => {
          const rank = share * (values.length - 1);
          const [below, above] = [values[Math.floor(rank)], values[Math.ceil(rank)]];
          return below === undefined || above === undefined ? null : below + (above - below) * (rank % 1);
        };
        const ranks = await ask('percentiles', one, { ...body, metric });
        expect(ranks).toEqual({
          metric,
          p50: near(at(0.5)),
          p95: near(at(0.95)),
          p99: near(at(0.99)),
          p999: near(at(0.999)),
          max: near(values.at(-1) ?? null),
          count: values.length,
        });
        const buckets: { from: number; to: number; count: number }[] = await ask('distribution', one, {
          ...body,
          metric: 'latency',
          buckets: 7,
        });
        const latencies = found.map(({ latency }) => latency);
        expect(buckets).toEqual(
          buckets.map(({ from, to }, place) => ({
            from,
            to,
            count: latencies.filter(
              (value) => value >= from && (place === buckets.length - 1 ? value <= to : value < to),
            ).length,
          })),
        );
        expect(buckets.reduce((all, { count }) => all + count, 0)).toBe(found.length);
      });
    });

    it('facets', async () => {
      await each(Math.ceil(ASKED / 3), async (one, _found, body) => {
        const axes = AXES[one.of].filter((axis) => !['day', 'hour', 'agent', 'user'].includes(axis));
        const fields = [
          axes[one.axis % axes.length] ?? 'status',
          axes[(one.axis + 1) % axes.length] ?? 'release',
        ];
        const { filter } = filterOf(one);
        // A field does not narrow its own values.
        const others: Record<string, (keyof OracleFilter)[]> = {
          type: ['type'],
          tool: ['runTool'],
          status: ['runStatus'],
        };
        const { facets } = await ask('facets', one, { ...body, fields });
        for (const field of fields) {
          const narrowing = { ...filter };
          for (const own of others[field] ?? []) delete narrowing[own];
          const found = subjectsOf(spans, one.of, one.project, narrowing);
          const counted = [...groupedBy(found, field)].map(([value, members]) => ({
            value,
            count: members.length,
          }));
          const shown = facets[field].map(({ value, count }: { value: string; count: number }) => ({
            value,
            count,
          }));
          const byCount = (all: { value: string; count: number }[]) =>
            all.toSorted(
              (a, b) => b.count - a.count || Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)),
            );
          expect([field, shown]).toEqual([field, byCount(counted).slice(0, 50)]);
        }
      });
    });

    it('pages of spans, in every order', async () => {
      const orders = ['startTime', 'durationMs', 'costUsd', 'totalTokens', 'name'] as const;
      await each(Math.ceil(ASKED / 6), async (one) => {
        const { filter, body: asked } = filterOf({ ...one, of: 'spans' });
        const { of: _of, ...body } = asked;
        const found = subjectsOf(spans, 'spans', one.project, filter);
        const type = filter.type === undefined ? {} : { type: filter.type };
        const [sortBy, sortOrder] = [orders[one.axis % 5] ?? 'name', one.metric % 2 === 0 ? 'asc' : 'desc'];
        const rows: { id: string; startTime: string; [name: string]: unknown }[] = [];
        let cursor: string | null = null;
        do {
          const page: { spans: typeof rows; nextCursor: string | null } = await ask('spans', one, {
            ...body,
            ...type,
            sortBy,
            sortOrder,
            limit: 23,
            ...(cursor === null ? {} : { cursor }),
          });
          rows.push(...page.spans);
          cursor = page.nextCursor;
        } while (cursor !== null);
        const byId = new Map(spans.map((span) => [span.id, span]));
        expect(rows.map(({ id }) => id).toSorted()).toEqual(found.map(({ id }) => id).toSorted());
        const keyOf = ({ id }: { id: string }): (string | number)[] => {
          const span = byId.get(id);
          if (!span) return [];
          const values = {
            startTime: span.startMs,
            durationMs: span.tookMs,
            costUsd: Math.round(span.costUsd * 1e12),
            totalTokens: span.inputTokens + span.outputTokens,
            name: span.name,
          };
          return [values[sortBy], span.startMs, id];
        };
        const compare = (left: readonly (string | number)[], right: readonly (string | number)[]): number => {
          const place = left.findIndex((value, index) => value !== right[index]);
          return place < 0 ? 0 : (left[place] ?? 0) < (right[place] ?? 0) ? -1 : 1;
        };
        const sorted = rows.toSorted((a, b) => (sortOrder === 'asc' ? 1 : -1) * compare(keyOf(a), keyOf(b)));
        expect(rows.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
        for (const row of rows) {
          const span = byId.get(row.id);
          const isCall = span?.type === 'llm';
          expect(row).toMatchObject({
            traceId: span?.traceId || null,
            type: span?.type,
            name: span?.name,
            tool: span?.tool || null,
            agent: span?.labels.agent || null,
            sessionId: span?.labels.session || null,
            userId: span?.labels.user || null,
            release: span?.labels.release || null,
            environment: span?.labels.environment || null,
            durationMs: span?.tookMs,
            startTime: isoTime(span?.startMs ?? 0),
            model: isCall ? span.model : null,
            totalTokens: isCall ? span.inputTokens + span.outputTokens : null,
            costUsd: isCall ? near(span.costUsd) : null,
          });
        }
      });
    });
  });
});
