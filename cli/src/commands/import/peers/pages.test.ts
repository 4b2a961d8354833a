// Every importer of another back end, against one that has three pages of everything, the last one not full:
// all rows are sent once, and going on from any checkpoint sends exactly the rest.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { wrongInput } from '../../../service/fault.ts';
import { fieldsIn, isFields, type Fields } from '../../../service/read.ts';
import type { ImportParcel, SourcePosition } from '../source.ts';
import type { PeerApi } from './api.ts';
import type { SourceDataset, SourcePrompt } from './extras.ts';
import { heliconePages, heliconeRows } from './helicone.ts';
import { langfuseDatasets, langfusePrompts } from './langfuse-extras.ts';
import { langfusePages, langfuseRows } from './langfuse.ts';
import { langsmithDatasets, langsmithPrompts } from './langsmith-extras.ts';
import { langsmithPages, langsmithProjects, langsmithRows } from './langsmith.ts';
import { opikDatasets, opikPrompts } from './opik-extras.ts';
import { opikPages, opikRows } from './opik.ts';
import { pagedSource, type PeerRows } from './peer-source.ts';
import { phoenixDatasets, phoenixPrompts } from './phoenix-extras.ts';
import { phoenixPages, phoenixRows } from './phoenix.ts';

const RULES = { oldestMs: 0, latestMs: Number.MAX_SAFE_INTEGER, storesContent: true, anyProvider: true };
const TO = '2026-03-01T00:00:00.000Z';
const START_MS = Date.UTC(2026, 1, 1);

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
/** Three pages with a remainder. */
const threePages = <T>(limit: number, make: (at: number) => T): T[] => times(2 * limit + 7, make);
const timeAt = (at: number): string => new Date(START_MS + at * 1_000).toISOString();

interface Asked {
  /** Fields of the query string or of the body. */
  given: Fields;
  /** The matches of the groups of the pattern. */
  path: string[];
}
type Routes = Record<string, (asked: Asked) => unknown>;

/** Answers by method and a pattern of the whole path, and keeps what it was asked. */
function fakeApi(routes: Routes): { api: PeerApi; asked: string[] } {
  const asked: string[] = [];
  const answer = (method: string, address: string, more: unknown): unknown => {
    const { pathname, searchParams } = new URL(address, 'http://peer');
    const body = JSON.parse(JSON.stringify(more)) as Fields;
    const given = { ...Object.fromEntries(searchParams), ...body };
    asked.push(`${method} ${address} ${JSON.stringify(body)}`);
    for (const [name, reply] of Object.entries(routes)) {
      const found = new RegExp(`^${name}$`).exec(`${method} ${pathname}`);
      if (found) return reply({ given: { ...given, ids: searchParams.getAll('run') }, path: found.slice(1) });
    }
    throw wrongInput('source_not_found', address, 404);
  };
  return {
    asked,
    api: {
      get: async (address, query = {}) => answer('GET', address, query),
      post: async (address, body) => answer('POST', address, body),
      text: async () => '',
    },
  };
}

const number = (value: unknown): number => Number(value ?? 0);

const byCursor =
  (rows: readonly Fields[], list: string, cursorsOf: (next: string | null) => Fields) =>
  ({ given }: Asked): Fields => {
    const [from, limit] = [number(given['cursor']), number(given['limit'])];
    const next = from + limit < rows.length ? String(from + limit) : null;
    return { [list]: rows.slice(from, from + limit), ...cursorsOf(next) };
  };
const byOffset =
  (rows: readonly Fields[], list: string) =>
  ({ given }: Asked): Fields => {
    const from = number(given['offset']);
    return { [list]: rows.slice(from, from + number(given['limit'])) };
  };
const byPage =
  (rows: readonly Fields[], list: string, totalOf: (total: number, limit: number) => Fields) =>
  ({ given }: Asked): Fields => {
    const limit = number(given['limit'] ?? given['size']);
    const from = (number(given['page']) - 1) * limit;
    return { [list]: rows.slice(from, from + limit), ...totalOf(rows.length, limit) };
  };
const totalPages = (total: number, limit: number): Fields => ({
  meta: { totalPages: Math.ceil(total / limit) },
});
const metaCursor = (cursor: string | null): Fields => ({ meta: cursor === null ? {} : { cursor } });
const nextCursor = (cursor: string | null): Fields => ({ next_cursor: cursor });

interface Case {
  routes: Routes;
  rows: PeerRows;
  pages: (api: PeerApi) => Promise<Parameters<typeof pagedSource>[0]['pages']>;
  /** The ids of all rows that the back end has. */
  ids: string[];
  /** Rows of the last millisecond of a page are read again: their ids are known by then. */
  overlaps?: boolean;
}

const langfuseRow = (at: number): Fields => ({ id: `o${at}`, traceId: `t${at}`, startTime: timeAt(at) });
const langfuseScore = (at: number): Fields => ({
  id: `s${at}`,
  name: 'n',
  dataType: 'NUMERIC',
  value: at,
  traceId: `t${at}`,
});
const idsIn = (...lists: (readonly Fields[])[]): string[] => lists.flat().map(({ id }) => String(id));

function langfuse(): Case {
  const [rows, scores] = [threePages(500, langfuseRow), threePages(100, langfuseScore)];
  return {
    routes: {
      'GET /api/public/v2/observations': byCursor(rows, 'data', metaCursor),
      'GET /api/public/v3/scores': byCursor(scores, 'data', metaCursor),
    },
    rows: langfuseRows,
    pages: async (api) => (range, at) => langfusePages(api, range, at),
    ids: idsIn(rows, scores),
  };
}

function olderLangfuse(): Case {
  const traces = threePages(50, (at) => ({ id: `t${at}` }));
  const scores = threePages(100, langfuseScore);
  const observations = (trace: number) =>
    times(trace === 0 ? 450 : 2, (at) => langfuseRow(trace * 1_000 + at));
  return {
    routes: {
      'GET /api/public/traces': byPage(traces, 'data', totalPages),
      'GET /api/public/traces/t(\\d+)': ({ path: [id] }) => ({ id, observations: observations(Number(id)) }),
      'GET /api/public/v2/scores': byPage(scores, 'data', totalPages),
    },
    rows: langfuseRows,
    pages: async (api) => (range, at) => langfusePages(api, range, at),
    ids: idsIn(
      traces.flatMap((_, at) => observations(at)),
      scores,
    ),
  };
}

function helicone(): Case {
  const rows = threePages(500, (at) => ({
    request_id: `r${at}`,
    // Rows of one millisecond, on both sides of the end of a page.
    request_created_at: timeAt(at >= 490 && at < 520 ? 490 : at),
    request_body: {},
    response_body: {},
  }));
  return {
    routes: {
      'POST /v1/request/query-clickhouse': ({ given }) => {
        const since = /"gte":"([^"]+)"/.exec(JSON.stringify(given))?.[1] ?? '';
        const from = number(given['offset']);
        const found = rows.filter((row) => row.request_created_at >= since);
        return { data: found.slice(from, from + number(given['limit'])) };
      },
    },
    rows: heliconeRows,
    pages: async (api) => (range, at) => heliconePages(api, range, at),
    ids: rows.map((row) => row.request_id),
    overlaps: true,
  };
}

function langsmith(): Case {
  const projects = threePages(100, (at) => ({ id: `p${at}`, name: `project ${at}` }));
  const runsOf = (project: string): Fields[] =>
    times({ p0: 207, p2: 1, p206: 3 }[project] ?? 0, (at) => ({
      id: `${project}-${at}`,
      run_type: 'llm',
      start_time: timeAt(at),
      feedback_stats: project === 'p0' ? { good: {} } : {},
    }));
  // The first page of runs has three pages of feedback.
  const feedbackOf = (run: string): Fields[] =>
    times(run === 'p0-3' ? 207 : 1, (at) => ({ id: `f-${run}-${at}`, run_id: run, key: 'good', score: 1 }));
  return {
    routes: {
      'GET /api/v1/sessions': byOffset(projects, 'sessions'),
      'POST /api/v1/runs/query': (asked) => {
        const [project] = asked.given['session'] as string[];
        return byCursor(runsOf(project ?? ''), 'runs', (next) => ({ cursors: { next } }))(asked);
      },
      'GET /api/v1/feedback': (asked) =>
        byOffset((asked.given['ids'] as string[]).flatMap(feedbackOf), 'feedback')(asked),
    },
    rows: langsmithRows,
    pages: async (api) => {
      const found = await langsmithProjects(api, undefined);
      return (range, at) => langsmithPages(api, found, range, at);
    },
    ids: [
      ...idsIn(projects.flatMap(({ id }) => runsOf(id))),
      ...idsIn(runsOf('p0').flatMap(({ id }) => feedbackOf(String(id)))),
    ],
  };
}

function opik(): Case {
  const traces = threePages(100, (at) => ({
    id: `t${at}`,
    name: 'trace',
    start_time: timeAt(at),
    feedback_scores: [{ name: 'good', value: 1 }],
  }));
  const spansOf = (trace: string): Fields[] =>
    times(trace === 't5' ? 207 : 1, (at) => ({
      id: `${trace}-${at}`,
      trace_id: trace,
      start_time: timeAt(at),
    }));
  return {
    routes: {
      'GET /v1/private/traces': byPage(traces, 'content', (total) => ({ total })),
      'GET /v1/private/spans': (asked) =>
        byPage(spansOf(String(asked.given['trace_id'])), 'content', () => ({}))(asked),
    },
    rows: opikRows,
    pages: async (api) => (range, at) => opikPages(api, 'Default', range, at),
    ids: traces.flatMap(({ id }) => [`${id}-root`, `opik-${id}-good`].concat(idsIn(spansOf(id)))),
  };
}

function phoenix(): Case {
  const spans = threePages(500, (at) => ({ span_id: `s${at}`, name: 'span' }));
  // The annotations of the first hundred spans are three pages.
  const notesOf = (span: string): Fields[] =>
    times(span === 's3' ? 2_007 : 1, (at) => ({
      span_id: span,
      identifier: `n-${span}-${at}`,
      annotator_kind: 'CODE',
      result: {},
    }));
  return {
    routes: {
      'GET /v1/projects/default/spans/otlpv1': byCursor(spans, 'data', nextCursor),
    },
    rows: phoenixRows('default'),
    pages: async (api) => (range, at) => phoenixPages(withAnnotations(api, notesOf), 'default', range, at),
    ids: spans.flatMap(({ span_id: id }) =>
      [id].concat(notesOf(id).map((note) => String(note['identifier']))),
    ),
  };
}

/** Their ids are in the path, many under one name. */
const withAnnotations = (api: PeerApi, notesOf: (span: string) => Fields[]): PeerApi => ({
  ...api,
  get: async (address, query) => {
    const { pathname, searchParams } = new URL(address, 'http://peer');
    if (!pathname.endsWith('/span_annotations')) return api.get(address, query);
    const given = Object.fromEntries(searchParams);
    const rows = searchParams.getAll('span_ids').flatMap(notesOf);
    return byCursor(rows, 'data', nextCursor)({ given, path: [] });
  },
});

const CASES: Record<string, () => Case> = { langfuse, olderLangfuse, helicone, langsmith, opik, phoenix };

/** The ids of the records that a request sends to the service. */
function idsSent({ path: to, headers, body }: ImportParcel): string[] {
  const request = headers?.['helicone-request-id'];
  if (request !== undefined) return [request];
  const sent = JSON.parse(String(body())) as Fields;
  if (to === '/runs/batch') return idsIn(fieldsIn(sent['post']));
  if (to === '/feedback') return [String(sent['id'])];
  if (to === '/v1/span_annotations') return fieldsIn(sent['data']).map((note) => String(note['identifier']));
  if (to === '/otel/v1/traces')
    return [...String(body()).matchAll(/"span_id":"([^"]+)"/g)].map((found) => found[1] ?? '');
  return fieldsIn(sent['batch']).flatMap((event) =>
    event['type'] !== 'trace-create' && isFields(event['body']) ? String(event['body']['id']) : [],
  );
}

interface Part {
  ids: string[];
  next: SourcePosition | null;
}

async function read({ routes, rows, pages }: Case, from: SourcePosition | null) {
  const { api, asked } = fakeApi(routes);
  const source = pagedSource({
    name: 'peer',
    identity: '',
    from: undefined,
    to: TO,
    pages: await pages(api),
    rows,
  });
  const parts: Part[] = [];
  for await (const parcel of source.parcels(from, RULES))
    parts.push({ ids: idsSent(parcel), next: parcel.next });
  return { parts, asked };
}

/** At most a few of each, for the message. */
const difference = (sent: readonly string[], wanted: readonly string[]) => ({
  tooMany: [...new Set(sent).difference(new Set(wanted))].slice(0, 3),
  missing: [...new Set(wanted).difference(new Set(sent))].slice(0, 3),
});

const exported = (pattern: RegExp): string[] =>
  readdirSync(import.meta.dirname)
    .filter((name) => !name.includes('.test.'))
    .flatMap((name) =>
      Array.from(readFileSync(path.join(import.meta.dirname, name), 'utf8').matchAll(pattern)),
    )
    .map((found) => found[1] ?? '')
    .toSorted();

describe.each(Object.entries(CASES))('records of %s', (_name, make) => {
  it('are sent once, all of them, and no page is asked for twice', async () => {
    const given = make();
    const { parts, asked } = await read(given, null);
    const sent = parts.flatMap(({ ids }) => ids);
    expect(difference(sent, given.ids)).toEqual({ tooMany: [], missing: [] });
    const repeated = sent.length - given.ids.length;
    expect(given.overlaps === true ? 0 : repeated).toBe(0);
    expect(asked.filter((each, at) => asked.indexOf(each) !== at)).toEqual([]);
  });

  it('going on from any checkpoint sends exactly the rest', async () => {
    const given = make();
    const { parts } = await read(given, null);
    const places = parts.flatMap(({ next }, at) => (next === null ? [] : [{ next, at }]));
    expect(places.length).toBeGreaterThan(2);
    for (const { next, at } of places) {
      // As the file has it.
      const { parts: rest } = await read(given, JSON.parse(JSON.stringify(next)) as SourcePosition);
      const left = parts.slice(at + 1).flatMap(({ ids }) => ids);
      const isEnd = left.length === 0;
      const sent = rest.flatMap(({ ids }) => ids).slice(isEnd && given.overlaps === true ? 1 : 0);
      expect({ next, ...difference(sent, left) }).toEqual({ next, tooMany: [], missing: [] });
      expect(sent).toEqual(left);
    }
  });
});

const named = (list: string, at: number): Fields => ({ id: `${list}-${at}`, name: `${list}-${at}` });

interface Extras {
  routes: Routes;
  prompts: (api: PeerApi) => AsyncIterable<SourcePrompt>;
  datasets: (api: PeerApi) => AsyncIterable<SourceDataset>;
  /** Phoenix gives all examples of a dataset at once. */
  items: number;
  pageOf: number;
}

const EXTRAS: Record<string, Extras> = {
  langfuse: {
    routes: {
      'GET /api/public/v2/prompts': byPage(
        threePages(50, (at) => ({ ...named('prompt', at), versions: [1, 2] })),
        'data',
        totalPages,
      ),
      'GET /api/public/v2/datasets': byPage(
        threePages(50, (at) => named('dataset', at)),
        'data',
        totalPages,
      ),
      'GET /api/public/dataset-items': byPage(
        threePages(50, (at) => named('item', at)),
        'data',
        totalPages,
      ),
    },
    prompts: langfusePrompts,
    datasets: langfuseDatasets,
    items: 107,
    pageOf: 50,
  },
  langsmith: {
    routes: {
      'GET /api/v1/repos': byOffset(
        threePages(100, (at) => ({ repo_handle: `prompt-${at}` })),
        'repos',
      ),
      'GET /api/v1/commits/-/prompt-0/': byOffset(
        threePages(100, (at) => ({ commit_hash: `${at}` })),
        'commits',
      ),
      'GET /api/v1/commits/-/prompt-\\d+/': byOffset([{ commit_hash: '1' }, { commit_hash: '0' }], 'commits'),
      'GET /api/v1/datasets': byOffset(
        threePages(100, (at) => named('dataset', at)),
        'datasets',
      ),
      'GET /api/v1/examples': byOffset(
        threePages(100, (at) => named('item', at)),
        'examples',
      ),
    },
    prompts: langsmithPrompts,
    datasets: langsmithDatasets,
    items: 207,
    pageOf: 100,
  },
  opik: {
    routes: {
      'GET /v1/private/prompts': byPage(
        threePages(100, (at) => named('prompt', at)),
        'content',
        (total) => ({ total }),
      ),
      // Some servers do not say how many there are.
      'GET /v1/private/prompts/prompt-0/versions': byPage(
        threePages(100, (at) => named('version', at)),
        'content',
        () => ({}),
      ),
      'GET /v1/private/prompts/prompt-\\d+/versions': byPage(
        [named('v', 1), named('v', 0)],
        'content',
        (total) => ({ total }),
      ),
      'GET /v1/private/datasets': byPage(
        threePages(100, (at) => named('dataset', at)),
        'content',
        (total) => ({ total }),
      ),
      'GET /v1/private/datasets/dataset-\\d+/items': byPage(
        threePages(100, (at) => named('item', at)),
        'content',
        (total) => ({ total }),
      ),
    },
    prompts: opikPrompts,
    datasets: opikDatasets,
    items: 207,
    pageOf: 100,
  },
  phoenix: {
    routes: {
      'GET /v1/prompts': byCursor(
        threePages(100, (at) => named('prompt', at)),
        'data',
        nextCursor,
      ),
      'GET /v1/prompts/prompt-0/versions': byCursor(
        threePages(100, (at) => named('version', at)),
        'data',
        nextCursor,
      ),
      'GET /v1/prompts/prompt-\\d+/versions': byCursor([named('v', 1), named('v', 0)], 'data', nextCursor),
      'GET /v1/datasets': byCursor(
        threePages(100, (at) => named('dataset', at)),
        'data',
        nextCursor,
      ),
      'GET /v1/datasets/dataset-\\d+/examples': () => ({
        data: { examples: threePages(100, (at) => named('item', at)) },
      }),
    },
    prompts: phoenixPrompts,
    datasets: phoenixDatasets,
    items: 207,
    pageOf: 100,
  },
};

describe.each(Object.entries(EXTRAS))('prompts and datasets of %s', (name, extras) => {
  const wanted = (list: string) => threePages(extras.pageOf, (at) => `${list}-${at}`);

  it('are all read once, with all versions and items, and no page is asked for twice', async () => {
    const { api, asked } = fakeApi(extras.routes);
    const [prompts, datasets] = [[] as SourcePrompt[], [] as SourceDataset[]];
    for await (const prompt of extras.prompts(api)) prompts.push(prompt);
    for await (const dataset of extras.datasets(api)) datasets.push(dataset);
    expect(prompts.map((prompt) => prompt.name)).toEqual(wanted('prompt'));
    // Langfuse lists the versions with the prompt.
    const versions = prompts.map((prompt) => prompt.versions.length);
    expect(versions.slice(0, 2)).toEqual([name === 'langfuse' ? 2 : 207, 2]);
    expect(new Set(prompts[0]?.versions.map(({ place }) => place)).size).toBe(versions[0]);
    expect(datasets.map((dataset) => dataset.name)).toEqual(wanted('dataset'));
    const items: string[] = [];
    for await (const { id } of datasets[0]?.items ?? []) items.push(id);
    expect(items).toHaveLength(extras.items);
    expect(new Set(items).size).toBe(extras.items);
    expect(asked.filter((each, at) => asked.indexOf(each) !== at)).toEqual([]);
  });
});

it('every importer that reads pages is here', () => {
  expect(exported(/export async function\* (\w+)Pages\b/g)).toEqual(
    Object.keys(CASES)
      .filter((name) => name !== 'olderLangfuse')
      .toSorted(),
  );
  const names = Object.keys(EXTRAS).toSorted();
  expect(exported(/export async function\* (\w+)Prompts\b/g)).toEqual(names);
  expect(exported(/export async function\* (\w+)Datasets\b/g)).toEqual(names);
});
