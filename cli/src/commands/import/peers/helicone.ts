// Helicone: requests of its interface, newest bodies by their signed addresses, and the files of its export.
// Each becomes a log of its manual logger, which the service maps.
import { asFinite, asString, isFields, type Fields } from '../../../service/read.ts';
import { timeMsOf } from '../files/times.ts';
import type { SourcePosition } from '../source.ts';
import { SourceTally, type ImportRules } from '../tally.ts';
import { listIn, parsedText, recordIn, type PeerApi } from './api.ts';
import type { DraftParcel, PeerPage, PeerRows, TimeRange } from './peer-source.ts';

const PAGE = 500;
const BODIES_AT_ONCE = 8;

/** Their names for vendors, where ours is another. */
const PATHS: Readonly<Record<string, string>> = {
  OPENAI: '/oai/v1/log',
  ANTHROPIC: '/anthropic/v1/log',
  GOOGLE: '/googleapis/v1/log',
};

/** Pages by offset would shift and get slow, so each page goes on from the time of the last row. */
export async function* heliconePages(
  api: PeerApi,
  { from, to }: TimeRange,
  start: SourcePosition | null,
): AsyncGenerator<PeerPage> {
  let since = asString(start?.['since']) ?? from ?? '1970-01-01T00:00:00.000Z';
  let offset = asFinite(start?.['offset']) ?? 0;
  for (;;) {
    const answer = await api.post('/v1/request/query-clickhouse', {
      filter: {
        left: { request_response_rmt: { request_created_at: { gte: since } } },
        operator: 'and',
        right: { request_response_rmt: { request_created_at: { lt: to } } },
      },
      limit: PAGE,
      offset,
      sort: { created_at: 'asc' },
      includeInputs: true,
    });
    const rows = listIn(answer, 'data');
    const last = rows.at(-1)?.['request_created_at'];
    const lastMs = timeMsOf(last);
    const sinceNow = lastMs === null ? since : new Date(lastMs).toISOString();
    // Rows of the last millisecond are read again; their ids are known by then.
    offset = sinceNow === since ? offset + rows.length : 0;
    since = sinceNow;
    const isLast = rows.length < PAGE;
    const next = { since, offset };
    if (rows.length > 0) yield { rows: await withBodies(api, rows), next, share: shareOf(lastMs, from, to) };
    if (isLast) return;
  }
}

function shareOf(at: number | null, from: string | undefined, to: string): number | null {
  const [first, last] = [timeMsOf(from), timeMsOf(to)];
  return at === null || first === null || last === null || last <= first
    ? null
    : (at - first) / (last - first);
}

async function withBodies(api: PeerApi, rows: readonly Fields[]): Promise<Fields[]> {
  const whole: Fields[] = [];
  for (let at = 0; at < rows.length; at += BODIES_AT_ONCE) {
    const some = rows.slice(at, at + BODIES_AT_ONCE);
    whole.push(...(await Promise.all(some.map((row) => withBody(api, row)))));
  }
  return whole;
}

async function withBody(api: PeerApi, row: Fields): Promise<Fields> {
  const url = asString(row['signed_body_url']);
  if (url === null || url === '' || !URL.canParse(url)) return row;
  // A body that is gone does not cost the record.
  const body = recordIn(await api.text(url).catch(() => ''));
  return {
    ...row,
    request_body: body['request'] ?? row['request_body'],
    response_body: body['response'] ?? row['response_body'],
  };
}

export const heliconeRows: PeerRows = {
  parcelsOf: (rows, rules) => rows.flatMap((row) => logsOf(row, rules)),
};

/** A log, and its scores and feedback after it. */
function logsOf(row: Fields, rules: ImportRules): DraftParcel[] {
  const id = asString(row['request_id']);
  if (id === null || id === '') return [];
  const tally = new SourceTally();
  const startMs = timeMsOf(row['request_created_at']);
  const costUsd = costOf(row);
  tally.note({ timeMs: startMs, costUsd, hasContent: hasContent(row), id }, rules);
  const provider = (asString(row['provider']) ?? '').toUpperCase();
  const log = JSON.stringify(logOf(row, startMs ?? 0, costUsd));
  const drafts: DraftParcel[] = [
    { path: PATHS[provider] ?? '/custom/v1/log', headers: headersOf(row, id), body: () => log, tally },
  ];
  const about = `/v1/request/${encodeURIComponent(id)}`;
  const scores = Object.entries(recordIn(row['scores'])).flatMap(([name, score]) => {
    const value = isFields(score) ? score['value'] : score;
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, value] as const] : [];
  });
  if (scores.length > 0)
    drafts.push(scoring(`${about}/score`, { scores: Object.fromEntries(scores) }, scores.length));
  const rating = row['feedback_rating'];
  if (typeof rating === 'boolean') drafts.push(scoring(`${about}/feedback`, { rating }, 1));
  return drafts;
}

function scoring(path: string, body: object, count: number): DraftParcel {
  const tally = new SourceTally();
  tally.scores = count;
  const text = JSON.stringify(body);
  return { path, body: () => text, tally };
}

const costOf = (row: Fields): number | null =>
  asFinite(row['costUSD']) ?? asFinite(row['cost_usd']) ?? asFinite(row['cost']);

const hasContent = (row: Fields): boolean => {
  const { messages, prompt, input, contents } = recordIn(row['request_body']);
  return (messages ?? prompt ?? input ?? contents) !== undefined;
};

const timing = (ms: number) => ({ seconds: Math.floor(ms / 1_000), milliseconds: Math.floor(ms % 1_000) });

function logOf(row: Fields, startMs: number, costUsd: number | null): object {
  const endMs = timeMsOf(row['response_created_at']);
  const delay = asFinite(row['delay_ms']);
  const request = recordIn(row['request_body']);
  const response = parsedText(row['response_body']);
  const model =
    asString(row['model_override']) ?? asString(row['request_model']) ?? asString(request['model']);
  const answer = isFields(response) ? response : {};
  return {
    providerRequest: {
      url: '',
      json: { ...request, ...(model === null || model === '' ? {} : { model }) },
      meta: {},
    },
    providerResponse: {
      status: asFinite(row['response_status']) ?? 200,
      headers: {},
      json: { ...answer, ...usageOf(row, answer), ...modelOf(row, answer) },
      ...(costUsd === null ? {} : { cost: costUsd }),
    },
    timing: {
      startTime: timing(startMs),
      endTime: timing(delay === null ? (endMs ?? startMs) : startMs + delay),
      ...(asFinite(row['time_to_first_token']) === null
        ? {}
        : { timeToFirstToken: row['time_to_first_token'] }),
    },
    ...(asString(row['provider']) === null || row['provider'] === 'CUSTOM'
      ? {}
      : { provider: row['provider'] }),
  };
}

/** A body that was not kept has no usage; the row has the counts. */
function usageOf(row: Fields, answer: Fields): object {
  if (isFields(answer['usage']) || isFields(answer['usageMetadata'])) return {};
  const [prompt, completion] = [asFinite(row['prompt_tokens']), asFinite(row['completion_tokens'])];
  if (prompt === null && completion === null) return {};
  const cached = asFinite(row['prompt_cache_read_tokens']);
  return {
    usage: {
      prompt_tokens: prompt ?? 0,
      completion_tokens: completion ?? 0,
      total_tokens: asFinite(row['total_tokens']) ?? (prompt ?? 0) + (completion ?? 0),
      ...(cached === null ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
    },
  };
}

function modelOf(row: Fields, answer: Fields): object {
  const model = asString(row['response_model']);
  return answer['model'] === undefined && model !== null && model !== '' ? { model } : {};
}

const SESSION: Readonly<Record<string, string>> = {
  'helicone-session-id': 'helicone-session-id',
  'helicone-session-path': 'helicone-session-path',
  'helicone-session-name': 'helicone-session-name',
  'helicone-prompt-id': 'helicone-prompt-id',
};

/** What a header may not hold is not sent: control characters, and what is not Latin. */
const headerText = (value: unknown): string | null => {
  const text =
    typeof value === 'string'
      ? value
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : '';
  return text !== '' && /^[\u0020-\u007E]+$/.test(text) ? text : null;
};

function headersOf(row: Fields, id: string): Record<string, string> {
  const headers: Record<string, string> = { 'helicone-request-id': id };
  const add = (name: string, value: unknown) => {
    const text = headerText(value);
    if (text !== null && /^[\w-]+$/.test(name)) headers[name] = text;
  };
  const user = row['request_user_id'] ?? row['user_id'];
  if (user !== 'unknown') add('helicone-user-id', user);
  add('helicone-prompt-id', row['prompt_id']);
  const properties = { ...recordIn(row['request_properties']), ...recordIn(row['properties']) };
  for (const [name, value] of Object.entries(properties)) {
    const lower = name.toLowerCase();
    add(SESSION[lower] ?? `helicone-property-${lower.replace(/^helicone-property-/, '')}`, value);
  }
  return headers;
}
