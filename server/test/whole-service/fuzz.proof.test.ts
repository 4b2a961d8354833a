// Every operation of the OpenAPI document, asked with odd values in the middle of right ones, on the real
// stores: no 500, every error in its form and with the field that is wrong, every status declared, every
// answer as declared (the test app checks that).
//
// TEST_FUZZ_SEED and TEST_FUZZ_REQUESTS look elsewhere, and for longer. A failure is printed as the shortest
// request that still fails; the seed and the number of the request repeat the whole way to it.
import { performance } from 'node:perf_hooks';
import { Writable } from 'node:stream';
import type { LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Config } from '#config';
import { HOUR_MS } from '#lib/clock';
import { makeTestApp, type Caller, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { startFakeModeration } from '#test/support/fake-moderation';
import { startFakeProvider } from '#test/support/fake-provider/index';
import { operations, plainRequest, Requests, weighted, type Request } from '../support/fuzz-requests.ts';
import { rightBodies } from '../support/fuzz-bodies.ts';
import { makeWorld, type World } from '../support/fuzz-world.ts';
import { Chance, jsonOf } from '../support/schema-fuzz.ts';
import { emulated } from '../support/records-engine.ts';

const SEED = Number(process.env['TEST_FUZZ_SEED'] ?? 20_260_615);
const REQUESTS = Number(process.env['TEST_FUZZ_REQUESTS'] ?? (emulated ? 200 : 800));
/** After this many, a new account an hour later, so that deleted or used-up objects exist again. */
const ROUND = 500;
/** After this many, a new service, because its jobs read every account. */
const SERVICE = 4_000;
const MAX_FAILURES = 25;
const MAX_KEPT = 24;
const MS_PER_REQUEST = 200;

const runJob = operations.find(({ name }) => name === 'POST /operator/jobs/{name}/run');

/** The log entry of the last 500, which the answer does not contain. */
class LastError extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const { err } = JSON.parse(chunk.toString()) as { err?: { message?: string; stack?: string } };
    if (err) this.text = `${err.message ?? ''}\n${err.stack?.split('\n').slice(0, 40).join('\n') ?? ''}`;
    done();
  }
}

const callerFor = ({ who, operation: { security } }: Request, world: World, app: TestApp): Caller => {
  if (who !== 'fit') return world.all[who] ?? app;
  if (security.includes('operatorToken')) return world.operator;
  if (security.length === 0) return app;
  return security.includes('apiKey') ? world.account : world.owner;
};

function send(request: Request, world: World, app: TestApp): Promise<LightMyRequestResponse> {
  const { operation, path, query, headers, body, text } = request;
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const payload = text ?? (body === undefined ? undefined : jsonOf(body));
  return callerFor(request, world, app).call(
    operation.method,
    search === '' ? path : `${path}?${search}`,
    payload,
    payload === undefined ? headers : { 'content-type': 'application/json', ...headers },
  );
}

/** Reasons for a 503 that are valid here: the vendor of the test gave no usable answer. */
const AWAY = new Set(['judge_bad_answer']);

interface Refusal {
  error?: unknown;
  reason?: unknown;
  checks?: unknown;
  details?: { path?: unknown; message?: unknown }[];
}

/** A client may name a field ''. */
const namesField = ({ path, message }: { path?: unknown; message?: unknown }): boolean =>
  typeof path === 'string' && (path !== '' || message === 'is not a known field');

/** Null if an error has its format. An answer of the health check is not an error, even as a 503. */
function faultOfError({ spoiled, text, body }: Request, status: number, answer: Refusal): string | null {
  const { error, reason, checks, details } = answer;
  if (checks !== undefined) return null;
  if (typeof reason !== 'string' || !/^[a-z][a-z0-9_]*$/.test(reason)) return 'has no reason';
  if (typeof error !== 'string' || !/\S/.test(error)) return 'has no sentence';
  if (status === 503 && !AWAY.has(reason)) return `is a 503 ${reason}`;
  // If the whole body has the wrong type, there is no field to name.
  const hasFields =
    text === null && (body === undefined || (typeof body === 'object' && !Array.isArray(body)));
  if (reason !== 'invalid_request' || !hasFields || (body !== undefined && spoiled.length === 0)) return null;
  return details?.some(namesField) ? null : 'names no field';
}

function faultOf(request: Request, reply: LightMyRequestResponse): string | null {
  const { statusCode: status, headers } = reply;
  if (status === 500) return 'is a 500';
  if (!request.operation.statuses.has(status)) return `is a ${status}, which is not declared`;
  if (!String(headers['x-request-id']).startsWith('req_')) return 'has no request id';
  if (status >= 400) return faultOfError(request, status, reply.json());
  if (String(headers['content-type']).includes('ndjson')) {
    for (const line of reply.body.split('\n').filter(Boolean)) JSON.parse(line);
  }
  return null;
}

/** An earlier request deleted the key or the member: nothing can be reached until the next round. */
const isLockedOut = ({ who, headers, operation }: Request, { statusCode }: LightMyRequestResponse): boolean =>
  statusCode === 401 && who === 'fit' && operation.security.length > 0 && Object.keys(headers).length === 0;

/** Removes everything that is not needed for the failure, so that a person sees its cause. */
async function shortened(request: Request, isSame: (request: Request) => Promise<boolean>): Promise<Request> {
  let least = request;
  const tryOut = async (candidate: Request): Promise<void> => {
    if (await isSame(candidate)) least = candidate;
  };
  await tryOut({ ...least, headers: {} });
  for (const part of least.query) {
    await tryOut({ ...least, query: least.query.filter((other) => other !== part) });
  }
  const without = async (path: string[]): Promise<void> => {
    const body: unknown = structuredClone(least.body);
    let place = body as Record<string, unknown>;
    for (const key of path.slice(0, -1)) place = place[key] as Record<string, unknown>;
    delete place[path.at(-1) ?? ''];
    await tryOut({ ...least, body });
  };
  const isObject = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (least.text !== null || !isObject(least.body)) return least;
  for (const [key, value] of Object.entries(least.body)) {
    await without([key]);
    if (!isObject(value) || !Object.hasOwn(least.body, key)) continue;
    for (const inner of Object.keys(value).slice(0, 30)) await without([key, inner]);
  }
  return least;
}

function asText({ operation: { method }, path, query, headers, body, text, who }: Request): string {
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const payload = text ?? (body === undefined ? '' : jsonOf(body));
  const shown =
    payload.length > 2_000 ? `${payload.slice(0, 2_000)}… (${payload.length} characters)` : payload;
  return `${method} ${path}${search && '?'}${search} ${JSON.stringify(headers)} as ${who}\n  ${shown}`;
}

interface Figures {
  /** How to repeat it, by operation and cause. */
  failures: Map<string, string>;
  statuses: Record<number, number>;
  /** Operations that answered 2xx. */
  reached: Set<string>;
}

/** One service with its stores, and the requests it got. */
class Trial {
  readonly #clock = new FakeClock(Date.now());
  readonly #log = new LastError();
  readonly #right = rightBodies(this.#clock);
  readonly #failures: Map<string, string>;
  readonly #statuses: Record<number, number>;
  readonly #reached: Set<string>;
  #app!: TestApp;

  constructor(figures: Figures) {
    this.#failures = figures.failures;
    this.#statuses = figures.statuses;
    this.#reached = figures.reached;
  }

  async run(chance: Chance, from: number, until: number, config: Partial<Config>): Promise<void> {
    this.#app = await makeTestApp({
      clock: this.#clock,
      config: { openSignup: true, ...config },
      log: pino({ level: 'error' }, this.#log),
    });
    try {
      let world: World | null = null;
      for (let at = from; at < until && this.#failures.size < MAX_FAILURES; at += 1) {
        if (world === null || at % ROUND === 0) world = await this.#newWorld();
        const operation = weighted[at] ?? chance.pick(weighted);
        if (await this.#ask(at, new Requests(chance, world, this.#right).next(operation), world, chance))
          world = null;
      }
      await this.#runJobs(until, await this.#newWorld());
    } finally {
      await this.#app.stop();
    }
  }

  #newWorld(): Promise<World> {
    this.#clock.advance(HOUR_MS + 1_000);
    return makeWorld(this.#app, rightBodies(this.#clock));
  }

  /** True if nothing more can be reached with this world. */
  async #ask(at: number, request: Request, world: World, chance: Chance): Promise<boolean> {
    this.#log.text = '';
    const reply = await send(request, world, this.#app);
    this.#statuses[reply.statusCode] = (this.#statuses[reply.statusCode] ?? 0) + 1;
    const fault = faultOf(request, reply);
    if (fault !== null) await this.#fail(at, fault, request, world);
    else if (reply.statusCode < 300) {
      this.#reached.add(request.operation.name);
      if (reply.body.length < 100_000 && /\/json/.test(String(reply.headers['content-type'])))
        world.known.learn(request.operation.path, reply.json());
      this.#keep(request, chance);
    }
    return isLockedOut(request, reply);
  }

  /** Adds some accepted bodies to the bodies that were valid from the start. */
  #keep({ operation: { name }, body }: Request, chance: Chance): void {
    if (typeof body !== 'object' || body === null) return;
    const list = (this.#right[name] ??= []);
    if (list.length < MAX_KEPT) list.push(body);
    else list[MAX_KEPT - 1 - chance.below(MAX_KEPT / 2)] = body;
  }

  /** Stored odd values show their effects when jobs read them. */
  async #runJobs(at: number, world: World): Promise<void> {
    if (!runJob) throw new Error('There is no operation that runs a job.');
    for (const name of this.#app.services.jobs.names()) {
      const request = { ...plainRequest(runJob), path: runJob.path.replace('{name}', name) };
      this.#log.text = '';
      const fault = faultOf(request, await send(request, world, this.#app));
      if (fault !== null) await this.#fail(at, fault, request, world);
    }
  }

  async #fail(at: number, fault: string, request: Request, world: World): Promise<void> {
    const why = this.#log.text;
    const cause = why.split('\n')[0]?.replaceAll(/\d+/g, 'N').slice(0, 80);
    const key = `${request.operation.name} ${fault} ${cause}`;
    if (this.#failures.has(key)) return;
    this.#failures.set(key, '');
    const least = await shortened(
      request,
      async (candidate) => faultOf(candidate, await send(candidate, world, this.#app)) === fault,
    );
    const answer = (await send(least, world, this.#app)).body.slice(0, 300);
    this.#failures.set(key, `#${at} ${fault}: ${asText(least)}\n  ${answer}\n  ${why}`);
  }
}

it(
  `${REQUESTS} requests of seed ${SEED}: no 500, nothing undeclared, every error in its format`,
  { timeout: 60_000 + REQUESTS * MS_PER_REQUEST },
  async () => {
    expect(operations.length).toBeGreaterThanOrEqual(170);
    const [vendor, classifier] = [await startFakeProvider(), await startFakeModeration()];
    const config = { moderation: classifier.config(), ...vendor.settings() };
    const figures: Figures = { failures: new Map(), statuses: {}, reached: new Set() };
    const chance = new Chance(SEED);
    const begun = performance.now();
    for (let from = 0; from < REQUESTS && figures.failures.size < MAX_FAILURES; from += SERVICE) {
      await new Trial(figures).run(chance, from, Math.min(REQUESTS, from + SERVICE), config);
    }
    const { failures, statuses, reached } = figures;
    const took = `${Math.round((performance.now() - begun) / 1_000)} s`;
    const unreached = operations.map(({ name }) => name).filter((name) => !reached.has(name));
    console.info(
      `fuzz: seed ${SEED}, ${JSON.stringify(statuses)}, ${took}; never 2xx: ${unreached.join(', ') || 'none'}`,
    );
    expect([...failures.values()].join('\n\n')).toBe('');
    // If everything had been refused, no store would have been tested.
    expect(statuses[200] ?? 0).toBeGreaterThan(REQUESTS / 8);
  },
);
