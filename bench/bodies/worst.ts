// Bodies that once kept the thread for seconds or minutes, or that are the most work of their kind.
import { LISTS, VALUES } from './bombs.ts';
import type { SentBody } from './generated.ts';

const MIB = 1_048_576;
/** The limit of its route. */
const MCP_BYTES = MIB / 2;
/** For what is around the value. */
const AROUND = 1_000;

const lines = (bytes: number, line: string): Buffer =>
  Buffer.from(`${line}\n`.repeat(Math.floor(bytes / (line.length + 1))));

const names = (count: number): string => Array.from({ length: count }, (_, at) => `"k${at}":1`).join();

const json = (name: string, path: string, make: () => string | Buffer): SentBody => ({
  name,
  method: 'POST',
  path,
  contentType: 'application/json',
  auth: 'account',
  make: () => Buffer.from(make()),
});

const text = (length: number): string => 'a word and another one '.repeat(length / 23);

const callRow = (at: number, more: object): object => ({
  id: `bodies-${Math.random().toString(36).slice(2)}-${at}`,
  timestamp: new Date().toISOString(),
  provider: 'openai',
  model: 'gpt-4o',
  promptTokens: 100,
  completionTokens: 10,
  totalTokens: 110,
  latencyMs: 100,
  ...more,
});

const IMPORT = '/v1/data/import';
const imported = (rows: string): string => `{"account":"a","projects":[],"table":"calls","rows":${rows}}`;
const importedRows = (more: object): string =>
  imported(JSON.stringify(Array.from({ length: 500 }, (_, at) => callRow(at, more))));
const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${at}`, at])));
const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;

const overLists = (name: string, path: string, bytes: number, around: (list: string) => string) =>
  Object.entries({ ...LISTS, names: VALUES['names'] ?? String }).map(([kind, make]) =>
    json(`${name}: ${kind}`, path, () => around(make(bytes - AROUND))),
  );

/** `dataset` is the id of a dataset of the account. */
export const worstBodies = (dataset: number): SentBody[] => {
  const items = `/v1/eval-datasets/${dataset}/items`;
  return [
    json('previews: 40,000 equal numbers', '/v1/query/previews', () => `{"ids":[${'1,'.repeat(39_999)}1]}`),
    ...overLists('previews', '/v1/query/previews', MIB, (list) => `{"ids":${list}}`),
    ...overLists('calls where', '/v1/query/calls', MIB, (list) => `{"where":${list}}`),
    ...overLists('calls scores', '/v1/query/calls', MIB, (list) => `{"scores":${list}}`),
    json('calls tags', '/v1/query/calls', () => `{"tags":{${names(90_000)}}}`),
    ...overLists('import', IMPORT, 23.5 * MIB, imported),
    json('import: one row of 900,000 names', IMPORT, () => imported(`[{${names(900_000)}}]`)),
    json('import: 1,000 projects', IMPORT, () =>
      JSON.stringify({
        account: 'a',
        projects: Array.from({ length: 1_000 }, (_, at) => ({ id: `p${at}`, name: `p${at}` })),
        table: 'calls',
        rows: [1],
      }),
    ),
    json('import: 500 right rows of 30 kB', IMPORT, () =>
      importedRows({ input: JSON.stringify(text(30_000)) }),
    ),
    json('import: 500 rows of 1,000 attributes', IMPORT, () =>
      importedRows({ content: `{"attributes":${wide}}`, requestMeta: wide }),
    ),
    json('import: 500 rows nested 10,000 deep', IMPORT, () => importedRows({ requestMeta: deep })),
    json('import: one row of 15 MB', IMPORT, () =>
      imported(JSON.stringify([callRow(0, { input: JSON.stringify(text(15 * 1e6)) })])),
    ),
    ...overLists('dataset file', `${items}/import`, 15.5 * MIB, (list) => list),
    ...overLists('dataset file with items', `${items}/import`, 15.5 * MIB, (list) => `{"items":${list}}`),
    json('dataset file: one row of 900,000 names', `${items}/import`, () => `[{${names(900_000)}}]`),
    json('dataset file: a row of 15 MB', `${items}/import`, () => JSON.stringify([{ input: text(15e6) }])),
    json('dataset file: 20,000 right rows', `${items}/import`, () =>
      JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ input: `${at} ${text(700)}` }))),
    ),
    {
      ...json('dataset lines: a row of 60 MB', `${items}/import`, () =>
        JSON.stringify({ input: text(60e6) }),
      ),
      contentType: 'application/x-ndjson',
    },
    {
      ...json('dataset lines: one of 900,000 names', `${items}/import`, () => `{${names(900_000)}}`),
      contentType: 'application/x-ndjson',
    },
    {
      ...json('dataset lines: wrong ones', `${items}/import`, () => lines(60e6, '1')),
      contentType: 'application/x-ndjson',
    },
    {
      ...json('dataset CSV: cells of JSON', `${items}/import`, () =>
        Buffer.concat([Buffer.from('input\n'), lines(30e6, `"[${'[],'.repeat(300)}1]"`)]),
      ),
      contentType: 'text/csv',
    },
    ...overLists('dataset batch', `${items}/batch`, 8 * MIB, (list) => `{"items":${list}}`),
    json(
      'dataset batch: one item of 900,000 names',
      `${items}/batch`,
      () => `{"items":[{"input":{${names(600_000)}}}]}`,
    ),
    json('dataset batch: 1,000 right items of 8 kB', `${items}/batch`, () =>
      JSON.stringify({
        items: Array.from({ length: 1_000 }, (_, at) => ({ input: `${at} ${text(8_000)}` })),
      }),
    ),
    json(
      'dataset batch: 1,000 items of lists',
      `${items}/batch`,
      () =>
        `{"items":[${Array.from({ length: 1_000 }, (_, at) => `{"input":[${at}${',[]'.repeat(2_500)}]}`).join()}]}`,
    ),
    ...overLists(
      'experiment',
      '/v1/experiments',
      MIB,
      (list) => `{"name":"a","datasetId":1,"variants":${list}}`,
    ),
    ...overLists('experiment results', '/v1/experiments/exp_1/results', MIB, (list) => `{"results":${list}}`),
    json('MCP: a batch of wrong requests', '/mcp', () => LISTS['numbers']?.(MCP_BYTES) ?? ''),
    json(
      'MCP: a batch of calls',
      '/mcp',
      () => `[${'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}},'.repeat(8_000)}1]`,
    ),
    ...overLists(
      'MCP arguments',
      '/mcp',
      MCP_BYTES,
      (list) =>
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_calls","arguments":{"where":${list}}}}`,
    ),
    ...overLists('ingest', '/v1/ingest', MIB, (list) => `{"records":${list}}`),
    ...overLists('a record', '/v1/ingest', MIB, (list) => `{"records":[{"id":"a","tags":${list}}]}`),
    ...overLists('scores', '/v1/scores', MIB, (list) => `{"scores":${list}}`),
    {
      ...json('OAuth registration', '/oauth/register', () => LISTS['texts']?.(16 * 1_024) ?? ''),
      auth: 'public',
    },
  ];
};
