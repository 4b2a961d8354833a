import * as z from 'zod';
import { explainCost } from '@tracewell/sdk/reading';
import { unwrap, type Schemas, type TracewellClient } from '@tracewell/sdk';
import { compact, dataRows, dataValue } from '../answer.ts';
import { CALL_DIMENSIONS, GROUP_KINDS } from '../../input/dimensions.ts';
import { countOf, unpricedText } from '../../terminal/amounts.ts';
import {
  figureArguments,
  DEFAULT_DAYS,
  inPeriod,
  toolFilter,
  readPeriod,
  timeRange,
  type Period,
} from '../filter.ts';
import { shortUsd } from '../outline.ts';
import { given, recordId, tool, wrongArgument, type McpTool } from '../tool.ts';
import { requestMetaOf } from './calls.ts';

const OF_CALLS = [
  'cost',
  'latency',
  'tokens',
  'count',
  'error_rate',
  'input_tokens',
  'output_tokens',
  'cached_tokens',
  'cache_savings',
  'reasoning_tokens',
  'audio_tokens',
  'ttft',
] as const;
const METRICS = [...OF_CALLS, 'users', 'sessions', 'calls', 'tools'] as const;
type Metric = (typeof METRICS)[number];

/** Their total is not the sum of the groups. */
const MEANS: ReadonlySet<Metric> = new Set(['latency', 'error_rate', 'ttft', 'calls', 'tools']);

const SUBJECTS = ['calls', 'spans', 'runs', 'sessions'] as const;
const subject = z
  .enum(SUBJECTS)
  .optional()
  .describe(
    'calls unless set. spans: count, error_rate, latency. runs (traces), sessions: also cost, tokens, calls, tools',
  );

const COMPARED = [...GROUP_KINDS, 'agent', 'tool', 'user', 'release', 'promptVersion'] as const;
const BY_VALUE = [...GROUP_KINDS, ...CALL_DIMENSIONS, 'type', 'name'] as const;
const GROUPS = [...BY_VALUE, 'day', 'hour'] as const;
type Grouping = (typeof GROUPS)[number];

const tagKey = z.string().max(64).optional().describe('With groupBy tag: its key');
const filter = z.strictObject(figureArguments).optional().describe('Only calls that match');

interface Question {
  of?: (typeof SUBJECTS)[number] | undefined;
  metric: Metric;
  groupBy: Grouping;
  tagKey?: string | undefined;
  filter?: z.output<typeof filter>;
}

function ask(client: TracewellClient, question: Question, period: Period): Promise<Schemas['Aggregate']> {
  const { of, metric, groupBy, tagKey: key, filter: wanted = {} } = question;
  if ((groupBy === 'tag') !== (key !== undefined)) {
    throw wrongArgument('`tagKey` is needed with groupBy tag, and only then.');
  }
  const body = given({ ...toolFilter(wanted), ...period, of, metric, groupBy, tagKey: key });
  return unwrap(client.POST('/v1/query/aggregate', { body }));
}

const unpricedIn = (unpriced: { calls: number } | undefined) =>
  unpriced ? { unpricedCalls: unpriced.calls } : {};

/** A cost without them would pass for the whole bill. */
function unpricedSays(total: Schemas['Aggregate']['total'] | undefined, when = ''): string[] {
  const unpriced = unpricedText(total?.unpriced);
  return unpriced === null
    ? []
    : [`${unpriced}${when === '' ? '' : ` ${when}`} count as $0 in it; set one under Settings, Prices.`];
}

const aggregate = tool({
  name: 'aggregate',
  title: 'Aggregate calls, spans, runs or sessions',
  description:
    'One number per group, and in total: cost in US dollars, latency and ttft in ms (means), tokens, count, error_rate (0 to 1), what caching saved, different users and sessions.',
  scope: 'read',
  input: {
    of: subject,
    metric: z.enum(METRICS),
    groupBy: z.enum(GROUPS).optional().describe('model unless set; type and name: of spans'),
    tagKey,
    ...timeRange,
    filter,
  },
  run: async ({ groupBy = 'model', ...args }, { client, links, now }) => {
    const period = readPeriod(args, now());
    const { groups, total } = await ask(client, { ...args, groupBy }, period);
    const sorted = BY_VALUE.includes(groupBy as 'model')
      ? groups.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
      : groups;
    return {
      says: [
        `${args.metric} by ${groupBy} ${inPeriod(period)}: total ${total.value ?? 'unknown'} over ${countOf(total.count, (args.of ?? 'calls').slice(0, -1))}.`,
        ...unpricedSays(total),
      ],
      url: links.overview(),
      data: dataRows(
        sorted.map(({ key, value, count, unpriced }) =>
          Object.assign({ key, value, count }, unpricedIn(unpriced)),
        ),
      ),
    };
  },
});

const percentiles = tool({
  name: 'percentiles',
  title: 'Percentiles of calls, spans, runs or sessions',
  description: 'p50, p95, p99, p999 and max of latency (ms) or cost (US dollars), in total or over time.',
  scope: 'read',
  input: {
    of: z.enum(SUBJECTS).optional().describe('calls unless set'),
    metric: z.enum(['latency', 'cost']).optional().describe('latency unless set'),
    groupBy: z.enum(['day', 'hour']).optional().describe('Over time; in total unless set'),
    ...timeRange,
    filter,
  },
  run: async ({ of, metric = 'latency', groupBy, filter: wanted = {}, ...args }, { client, links, now }) => {
    const period = readPeriod(args, now());
    const body = given({ ...toolFilter(wanted), ...period, of, metric, groupBy });
    const answer = await unwrap(client.POST('/v1/query/percentiles', { body }));
    return {
      says: [`Percentiles of ${metric} ${inPeriod(period)}.`],
      url: links.overview(),
      data: 'byDay' in answer ? dataRows(answer.byDay) : dataValue(answer),
    };
  },
});

const range = (what: string) => z.strictObject(timeRange).optional().describe(what);

const comparePeriods = tool({
  name: 'compare_periods',
  title: 'Compare two periods',
  description:
    'What changed between two periods, by group, largest contribution first. For cost, tokens and counts a contribution is the difference; for means (latency, ttft, error_rate) it is the difference times the calls.',
  scope: 'read',
  input: {
    metric: z.enum(OF_CALLS),
    groupBy: z.enum(COMPARED).optional().describe('model unless set'),
    tagKey,
    a: range(`The earlier period; the ${DEFAULT_DAYS} days before b unless set`),
    b: range(`The later period; the last ${DEFAULT_DAYS} days unless set`),
    filter,
  },
  run: async ({ metric, groupBy = 'model', tagKey: key, a, b, filter: wanted }, { client, links, now }) => {
    const later = readPeriod(b ?? {}, now());
    const earlier = a ? readPeriod(a, now()) : readPeriod({ to: later.startTime }, now());
    const question: Question = { metric, groupBy, tagKey: key, filter: wanted };
    const [before, after] = await Promise.all([ask(client, question, earlier), ask(client, question, later)]);
    return {
      says: [
        `${metric}: ${before.total.value ?? 'none'} ${inPeriod(earlier)}, ${after.total.value ?? 'none'} ${inPeriod(later)}.`,
        ...unpricedSays(before.total, inPeriod(earlier)),
        ...unpricedSays(after.total, inPeriod(later)),
      ],
      url: links.overview(),
      data: dataRows(changesOf(before, after, MEANS.has(metric))),
    };
  },
});

/** Exported for its test. */
export function changesOf(before: Schemas['Aggregate'], after: Schemas['Aggregate'], isMean: boolean) {
  const byKey = (answer: Schemas['Aggregate']) => new Map(answer.groups.map((group) => [group.key, group]));
  const [first, second] = [byKey(before), byKey(after)];
  const changes = [...new Set([...first.keys(), ...second.keys()])].map((key) => {
    const [one, two] = [first.get(key), second.get(key)];
    const change = (two?.value ?? 0) - (one?.value ?? 0);
    // A mean that exists in one period only has nothing to be compared with; its weight is what it adds.
    const weight = isMean ? change * (two?.count ?? one?.count ?? 0) : change;
    const row = {
      key,
      a: one?.value ?? null,
      b: two?.value ?? null,
      change,
      callsA: one?.count ?? 0,
      callsB: two?.count ?? 0,
    };
    return { row, weight: Math.abs(weight) };
  });
  return changes.toSorted((left, right) => right.weight - left.weight).map(({ row }) => row);
}

const explainCostTool = tool({
  name: 'explain_cost',
  title: 'Explain a cost',
  description:
    'Where a cost comes from. With callId: the tokens of one call by bucket, each with its price. Otherwise a period by model or tag: cost, input, output and cached tokens, what caching saved, and the models without a price.',
  scope: 'read',
  input: {
    callId: recordId('One call').optional(),
    groupBy: z.enum(['model', 'provider', 'tag', 'user', 'agent']).optional().describe('model unless set'),
    tagKey,
    ...timeRange,
    filter,
  },
  run: async ({ callId, groupBy = 'model', ...args }, { client, links, now }) => {
    if (callId !== undefined) return costOfCall(client, callId, links.call(callId));
    const period = readPeriod(args, now());
    const metrics = ['cost', 'input_tokens', 'output_tokens', 'cached_tokens', 'cache_savings'] as const;
    const [account, ...answers] = await Promise.all([
      unwrap(client.GET('/v1/account')),
      ...metrics.map((metric) => ask(client, { ...args, metric, groupBy }, period)),
    ]);
    const [cost, ...others] = answers;
    const keyed = others.map(({ groups }) => new Map(groups.map(({ key, value }) => [key, value])));
    const rows = (cost?.groups ?? [])
      .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
      .map(({ key, value, count, unpriced: without }) => {
        const [input, output, cached, savedUsd] = keyed.map((values) => values.get(key) ?? 0);
        const row = { key, costUsd: value, calls: count, input, output, cached, savedUsd };
        return Object.assign(row, unpricedIn(without));
      });
    const unpriced = account.unpricedModels;
    return {
      says: [
        `${shortUsd(cost?.total.value ?? 0)} for ${countOf(cost?.total.count ?? 0, 'call')} ${inPeriod(period)}.`,
        ...unpricedSays(cost?.total),
        ...(unpriced.length === 0
          ? []
          : [
              `${countOf(unpriced.length, 'model')} of this account had calls without a price; they are last.`,
            ]),
      ],
      url: links.overview(),
      data: dataRows([...rows, ...(unpriced.length === 0 ? [] : [{ unpricedModels: unpriced }])]),
    };
  },
});

const SOURCES = {
  client: 'The client sent the cost with the call.',
  none: 'The model has no price, so the call counts as free. Set one under Settings, Prices.',
  price: 'Tokens by bucket, times the price per million tokens.',
};

async function costOfCall(client: TracewellClient, id: string, url: string) {
  const { call } = await unwrap(client.GET('/v1/query/calls/{id}', { params: { path: { id } } }));
  const { source, price, lines, rest, savedUsd, gateway } = explainCost(
    call,
    requestMetaOf(call.requestMeta),
  );
  const { costUsd, provider, model, totalTokens } = call;
  const shown = lines.filter(({ tokens }) => tokens > 0);
  const more = compact({ gateway, price, unexplainedUsd: rest === 0 ? null : rest, savedUsd });
  return {
    says: [`${shortUsd(costUsd)}. ${SOURCES[source]}`],
    url,
    data: dataValue({ provider, model, costUsd, totalTokens, lines: shown, ...more }),
  };
}

export const figureTools: readonly McpTool[] = [aggregate, percentiles, comparePeriods, explainCostTool];
