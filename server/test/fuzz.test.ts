// Every declared endpoint, asked with what its own schemas would make and with what breaks them, from a fixed seed.
// Whatever comes: no 500, every refusal in its form, and every status one that the interface declares.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unavailable } from '#lib/app-error';
import type { Endpoint } from '#core/endpoint';
import { openApiDocument } from '#http';
import type { RecordsStore } from '#records';
import { OPERATOR_TOKEN, makeTestApp, type Caller, type TestApp } from '#test/app';
import { TAGS, allEndpoints } from '../src/endpoints.ts';
import { Chance, fromSchema, spoiled } from './schema-fuzz.ts';

// TEST_FUZZ_SEED and TEST_FUZZ_MS look elsewhere, and for longer.
const SEED = Number(process.env['TEST_FUZZ_SEED'] ?? 20_260_615);
const BUDGET_MS = Number(process.env['TEST_FUZZ_MS'] ?? 6_000);

// Questions to the record engine are for its own tests: here it is away, which every endpoint must put into words.
const records = {
  kind: 'server',
  ping: async () => undefined,
  close: async () => undefined,
} as unknown as RecordsStore;
const away = new Proxy(records, {
  get: (target, name) =>
    Reflect.get(target, name) ??
    (() => Promise.reject(unavailable('records_unavailable', 'The record engine is away in this test.'))),
});

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ records: away, config: { openSignup: true } });
});
afterAll(() => app.stop());

const { paths } = openApiDocument(allEndpoints, TAGS) as {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
};

const declared = ({ path, method }: Endpoint): Set<number> =>
  new Set(Object.keys(paths[path]?.[method.toLowerCase()]?.responses ?? {}).map(Number));

interface Crew {
  /** Who may, by what the endpoint asks for; and everybody, most of whom may not. */
  fit: (endpoint: Endpoint) => Caller;
  all: Caller[];
  ids: string[];
}

/** Fresh each round, since a request may well end the session or delete the project of the one before. */
async function crew(): Promise<Crew> {
  const account = await app.account();
  const [reader, writer] = [await account.key(['read']), await account.key(['write'])];
  const [owner, viewer] = [await account.member('owner'), await account.member('viewer')];
  const operator: Caller = {
    call: (method, url, body, headers = {}) =>
      app.call(method, url, body, { authorization: `Bearer ${OPERATOR_TOKEN}`, ...headers }),
  };
  const fit = ({ auth, access }: Endpoint): Caller => {
    if (auth === 'public') return app;
    if (auth === 'operator') return operator;
    return access?.credential === 'session' || access?.role === 'owner' ? owner : account;
  };
  return {
    fit,
    all: [account, reader, writer, owner, viewer, operator, app],
    ids: [
      account.id,
      account.projectId,
      reader.id,
      viewer.userId,
      'housekeeping',
      '1',
      '0',
      'x',
      '%00',
      '%F0%9F%9A%80',
      'a'.repeat(300),
    ],
  };
}

function urlOf(endpoint: Endpoint, ids: string[], chance: Chance): string {
  const path = endpoint.path.replaceAll(/\{\w+\}/g, () => chance.pick(ids));
  const query = Object.entries(endpoint.query?.properties ?? {})
    .filter(() => chance.next() < 0.5)
    .map(([name, schema]) => {
      const value = chance.next() < 0.5 ? fromSchema(schema, chance) : spoiled(chance);
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      return `${name}=${encodeURIComponent(text.toWellFormed())}`;
    });
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

function bodyOf(endpoint: Endpoint, chance: Chance): { payload?: string; type?: string } {
  if (!endpoint.body || chance.next() < 0.05) return {};
  const value =
    chance.next() < 0.05 ? spoiled(chance) : fromSchema(endpoint.body, chance, chance.next() < 0.6 ? 0.2 : 0);
  let payload = JSON.stringify(value) ?? 'null';
  if (chance.next() < 0.1) {
    const at = chance.below(payload.length + 1);
    payload =
      payload.slice(0, at) + chance.pick(['"', '{', ',', '\\', '\u0000', 'é']) + payload.slice(at + 1);
  }
  return { payload, type: chance.next() < 0.03 ? 'text/plain' : 'application/json' };
}

async function ask(endpoint: Endpoint, { fit, all, ids }: Crew, chance: Chance): Promise<void> {
  const url = urlOf(endpoint, ids, chance);
  const { payload, type } = bodyOf(endpoint, chance);
  const caller = chance.next() < 0.75 ? fit(endpoint) : chance.pick(all);
  const reply = await caller.call(
    endpoint.method,
    url,
    payload,
    type === undefined ? {} : { 'content-type': type },
  );
  const what = `${endpoint.method} ${url} ${payload?.slice(0, 400) ?? ''} → ${reply.statusCode} ${reply.body.slice(0, 300)}`;
  const body: Record<string, unknown> = reply.statusCode < 400 ? {} : reply.json();
  const { error, reason, checks } = body;
  // An answer of the health check is no refusal, also when it is a 503.
  const refused = reply.statusCode >= 400 && checks === undefined;
  const faults = [
    reply.statusCode === 500 && 'is a 500',
    !declared(endpoint).has(reply.statusCode) && 'is not declared',
    !String(reply.headers['x-request-id']).startsWith('req_') && 'has no request id',
    refused && !(typeof reason === 'string' && /^[a-z][a-z0-9_]*$/.test(reason)) && 'has no reason',
    refused && !(typeof error === 'string' && /\S/.test(error)) && 'has no sentence',
  ];
  expect([what, ...faults.filter(Boolean)]).toEqual([what]);
}

it(
  'no endpoint answers 500, or anything that it does not declare, whatever it is asked',
  async () => {
    const until = performance.now() + BUDGET_MS;
    let asked = 0;
    for (let round = 0; round < 2 || performance.now() < until; round += 1) {
      const chance = new Chance(SEED + round);
      const people = await crew();
      for (const endpoint of allEndpoints) {
        for (let time = 0; time < 4; time += 1) {
          await ask(endpoint, people, chance);
          asked += 1;
        }
      }
    }
    expect(asked).toBeGreaterThanOrEqual(allEndpoints.length * 8);
  },
  BUDGET_MS + 60_000,
);
