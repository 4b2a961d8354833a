// Large bodies that nobody means well, within the limits of their routes. All tenants share one thread, so none
// of them may keep it for long. CPU time between two turns of the event loop is measured, which other load on
// the machine does not add to; bench/bodies.ts has many more bodies and the limit that is promised.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';

const MIB = 1_048_576;
/** The bodies took from one second to minutes. */
const LIMIT_MS = 400;

let app: TestApp;
let account: TestAccount;
let dataset: number;

beforeAll(async () => {
  app = await makeTestApp();
  account = await app.account({ plan: 'team' });
  dataset = (await account.call('POST', '/v1/eval-datasets', { name: 'large' })).json().id;
});
afterAll(() => app.stop());

/** The most CPU time that the thread needs in one turn of the event loop, in milliseconds. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  let isOver = false;
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1_000);
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  await new Promise(setImmediate);
  isOver = true;
  return longest;
}

const list = (bytes: number, item: string): string =>
  `[${Array(Math.floor(bytes / (item.length + 1)))
    .fill(item)
    .join()}]`;
const names = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`;
const rows = (of: string): string => `{"account":"a","projects":[],"table":"calls","rows":${of}}`;

const PREVIEWS = '/v1/query/previews';
const CALLS = '/v1/query/calls';
const IMPORT = '/v1/data/import';
const items = (more: string) => () => `/v1/eval-datasets/${dataset}/items/${more}`;

it.each<[name: string, path: string | (() => string), body: () => string, status: number]>([
  ['equal numbers', PREVIEWS, () => `{"ids":${list(MIB - 100, '1')}}`, 400],
  ['equal texts', PREVIEWS, () => `{"ids":${list(MIB - 100, '"a"')}}`, 400],
  ['equal objects', PREVIEWS, () => `{"ids":${list(MIB - 100, '{}')}}`, 400],
  ['conditions', CALLS, () => `{"where":${list(MIB - 100, '1')}}`, 400],
  ['scores', CALLS, () => `{"scores":${list(MIB - 100, '1')}}`, 400],
  ['names', CALLS, () => `{"tags":${names(90_000)}}`, 400],
  ['imported numbers', IMPORT, () => rows(list(15 * MIB, '1')), 400],
  ['imported objects', IMPORT, () => rows(list(15 * MIB, '{"a":1}')), 400],
  ['imported lists', IMPORT, () => rows(list(15 * MIB, '[]')), 400],
  ['an imported row of names', IMPORT, () => rows(`[${names(900_000)}]`), 400],
  ['a file of lists', items('import'), () => list(15 * MIB, '[]'), 400],
  ['a file of objects', items('import'), () => list(15 * MIB, '{"a":1}'), 400],
  ['a file with a row of names', items('import'), () => `[${names(900_000)}]`, 400],
  ['a batch of numbers', items('batch'), () => `{"items":${list(7 * MIB, '1')}}`, 400],
  ['an item of names', items('batch'), () => `{"items":[{"input":${names(500_000)}}]}`, 400],
])('%s', { timeout: 60_000 }, async (_name, path, body, status) => {
  const url = typeof path === 'string' ? path : path();
  const text = body();
  const answers: number[] = [];
  const headers = { 'content-type': 'application/json' };
  // The first request compiles the check.
  await account.call('POST', url, '{}', headers);
  const send = async () => answers.push((await account.call('POST', url, text, headers)).statusCode);
  const longest = Math.min(await longestTurn(send), await longestTurn(send));
  expect(answers).toEqual([status, status]);
  expect(longest).toBeLessThan(LIMIT_MS);
});
