// Requests of clients of other back ends with odd changes: never a 500, an error in the format that the
// client reads, and a bad event never affects the valid one next to it. Seeded; TEST_FUZZ_SEED and
// TEST_PEER_FUZZ (requests per endpoint) change the run.
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { capturedRequests } from '#test/support/compat-fixtures';
import { disturb, scratch } from '../support/disturbed.ts';
import { Chance, jsonOf } from '../support/schema-fuzz.ts';

const SEED = Number(process.env['TEST_FUZZ_SEED'] ?? 20_261_117);
const REQUESTS = Number(process.env['TEST_PEER_FUZZ'] ?? (process.env['TEST_ALL'] ? 2_000 : 120));

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
  account = await app.account({ plan: 'team' });
});
afterAll(() => app.stop());

type Answer = Record<string, unknown>;

interface Door {
  client: string;
  path: string;
  /** Where the events are: a member of the body, the body itself (''), or nowhere (null). */
  list: string | null;
  /** A valid event with its own model. */
  good?: (model: string) => unknown[];
  accepted: readonly number[];
  isError: (answer: Answer) => boolean;
}

const text = (value: unknown): boolean => typeof value === 'string' && value !== '';
const at = (afterMs: number): string => new Date(Date.now() - 5_000 + afterMs).toISOString();

const langfuseError = ({ message, error }: Answer) => text(message) && text(error);
const langsmithError = ({ detail, reason }: Answer) => text(detail) && text(reason);
const ownError = ({ error, reason }: Answer) => text(error) && text(reason);

function generation(model: string): unknown[] {
  const [traceId, id] = [randomUUID(), randomUUID()];
  const event = (type: string, body: object) => ({ id: randomUUID(), type, timestamp: at(0), body });
  return [
    event('trace-create', { id: traceId, name: 'good' }),
    event('generation-create', {
      id,
      traceId,
      model,
      startTime: at(0),
      endTime: at(100),
      usage: { input: 1 },
    }),
  ];
}

function run(model: string): unknown[] {
  const id = randomUUID();
  const extra = { metadata: { ls_provider: 'openai', ls_model_name: model } };
  return [{ id, trace_id: id, run_type: 'llm', name: 'good', start_time: at(0), end_time: at(100), extra }];
}

const payload = (model: string): unknown[] => [
  {
    id: randomUUID(),
    call_type: 'acompletion',
    custom_llm_provider: 'openai',
    model,
    startTime: Date.now() / 1_000 - 5,
    endTime: Date.now() / 1_000 - 4,
    prompt_tokens: 1,
  },
];

const DOORS: readonly Door[] = [
  {
    client: 'langfuse-3',
    path: '/api/public/ingestion',
    list: 'batch',
    good: generation,
    accepted: [207],
    isError: langfuseError,
  },
  {
    client: 'langfuse-5',
    path: '/api/public/otel/v1/traces',
    list: null,
    accepted: [200],
    isError: langfuseError,
  },
  {
    client: 'langsmith',
    path: '/runs/batch',
    list: 'post',
    good: run,
    accepted: [202],
    isError: langsmithError,
  },
  {
    client: 'langsmith-multipart',
    path: '/runs/multipart',
    list: null,
    accepted: [202],
    isError: langsmithError,
  },
  {
    client: 'litellm-generic-api',
    path: '/v1/ingest/litellm',
    list: '',
    good: payload,
    accepted: [200],
    isError: ownError,
  },
  {
    client: 'helicone',
    path: '/custom/v1/log',
    list: null,
    accepted: [200],
    isError: ({ data, error }) => data === null && text(error),
  },
];

const REFUSED: ReadonlySet<number> = new Set([400, 413, 415, 422]);

function faultOf(
  { accepted, isError }: Door,
  reply: LightMyRequestResponse,
  mustBeTaken: boolean,
): string | null {
  const { statusCode } = reply;
  if (accepted.includes(statusCode)) return null;
  if (mustBeTaken || !REFUSED.has(statusCode)) return `status ${statusCode}: ${reply.body.slice(0, 200)}`;
  return isError(reply.json()) ? null : `an error in another format: ${reply.body.slice(0, 200)}`;
}

/** The body with other events around a valid one. */
function besideGood(r: Chance, { list, good }: Door, body: unknown, model: string): unknown {
  const events = (list === '' ? body : (body as Record<string, unknown>)[list ?? '']) as unknown[];
  const odd = disturb(r, events);
  const kept = Array.isArray(odd) ? (odd as unknown[]) : [odd];
  const all = [...kept.slice(0, 3), ...(good?.(model) ?? []), ...kept.slice(3, 6)];
  return list === '' ? all : { [list ?? '']: all };
}

async function storedCalls(model: string): Promise<number> {
  const reply = await account.call('POST', '/v1/query/aggregate', {
    groupBy: 'model',
    metric: 'cost',
    model,
  });
  const [found] = reply.json().groups as { key: string; count: number }[];
  return found?.count ?? 0;
}

it.each(DOORS)('$client at $path', { timeout: 300_000 }, async (door) => {
  const r = new Chance(SEED);
  const sent = capturedRequests(door.client).filter(
    ({ method, path, body }) => method === 'POST' && path === door.path && body.length > 0,
  );
  expect(sent.length).toBeGreaterThan(0);
  const model = `good-${door.client}`;
  const faults: string[] = [];
  let expected = 0;
  for (let round = 0; round < REQUESTS; round += 1) {
    const { body, headers } = r.pick(sent);
    const isJson = headers['content-type']?.startsWith('application/json') ?? false;
    const hasGood = door.good !== undefined && r.is(0.5);
    let bytes = body;
    if (hasGood) bytes = Buffer.from(jsonOf(besideGood(r, door, JSON.parse(String(body)), model)));
    else if (isJson && r.is(0.6)) bytes = Buffer.from(jsonOf(disturb(r, JSON.parse(String(body)))));
    else bytes = scratch(r, body);
    const reply = await account.call('POST', door.path, bytes, {
      'content-type': headers['content-type'] ?? '',
    });
    if (hasGood) expected += 1;
    const fault = faultOf(door, reply, hasGood);
    if (fault) faults.push(`${round}: ${fault} for ${bytes.toString('latin1', 0, 300)}`);
  }
  expect(faults).toEqual([]);
  expect(await storedCalls(model)).toBe(expected);
});
