// Waiting, requests and their faults, over a real socket; only the clock is fake.
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { decide } from '../../src/gate/decide.ts';
import { Fault } from '../../src/service/fault.ts';
import type { GateOptions } from '../../src/gate/options.ts';
import type { Progress } from '../../src/terminal/progress.ts';
import { FAIL, fakeService, GATE, PASS, RUN, runAnswer, START, type Answer } from './fake-service.ts';

const DONE = runAnswer('completed');
const CANDIDATE: GateOptions = { candidate: 42, baselineName: 'support answers', timeout: 1800 };

async function gate(script: Record<string, Answer | Answer[]>, options: GateOptions = CANDIDATE, base = '') {
  const service = await fakeService(script);
  onTestFinished(() => service.close());
  const result = await at(new URL(service.url + base), options);
  return { ...result, asked: service.asked, url: service.url };
}

async function at(url: URL, options: GateOptions) {
  const told: string[] = [];
  const progress: Progress = {
    say: (text) => told.push(text),
    show: (text) => told.push(text),
    end: () => {},
  };
  let now = 0;
  const time = {
    now: () => now,
    sleep: (ms: number) => {
      now += ms;
      return Promise.resolve();
    },
  };
  const settled = await decide(options, { url, key: 'twl_secret' }, progress, time).catch(
    (error: unknown) => error,
  );
  const fault = settled instanceof Fault ? settled : null;
  if (fault === null && settled instanceof Error) throw settled;
  return {
    decided: fault === null ? (settled as Awaited<ReturnType<typeof decide>>) : null,
    fault,
    told,
    now: () => now,
  };
}

describe('asking', () => {
  it('sends the given options with the key, and nothing else', async () => {
    const { decided, asked } = await gate(
      { [RUN]: DONE, [GATE]: { body: FAIL } },
      {
        ...CANDIDATE,
        baselineName: 'main & co',
        maxMeanDrop: 0.05,
        maxCriterionDrop: 0.1,
        maxNewFailures: 0,
        requireSignificance: true,
        allowMissingBaseline: true,
      },
    );
    expect(decided?.answer.pass).toBe(false);
    expect(asked.map(({ method, path }) => [method, path])).toEqual([
      ['GET', RUN],
      ['GET', GATE],
    ]);
    expect(asked.at(-1)?.query).toEqual({
      candidate: '42',
      baselineName: 'main & co',
      maxMeanDrop: '0.05',
      maxCriterionDrop: '0.1',
      maxNewFailures: '0',
      requireSignificance: 'true',
      allowMissingBaseline: 'true',
    });
    expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer twl_secret']));
  });

  it('leaves thresholds to the service if none is given, and keeps the path of the address', async () => {
    const { asked } = await gate(
      { [`/tools/tw${RUN}`]: DONE, [`/tools/tw${GATE}`]: { body: PASS } },
      { candidate: 42, baseline: 37, timeout: 60 },
      '/tools/tw/',
    );
    expect(asked.at(-1)?.query).toEqual({ candidate: '42', baseline: '37' });
  });
});

describe('a dataset', () => {
  it('is run once, waited for, and compared with the previous run of its name', async () => {
    const script = {
      [START]: { status: 201, body: { runId: 42, deduplicated: false } },
      [RUN]: [
        runAnswer('queued', { scoredCount: 0 }),
        runAnswer('running', { scoredCount: 30, pendingCount: 50 }),
        runAnswer('running', { scoredCount: 77, failedCount: 2, pendingCount: 1 }),
        DONE,
      ],
      [GATE]: { body: PASS },
    };
    const { decided, asked, told } = await gate(script, { dataset: 3, criterion: [4], timeout: 1800 });
    expect(decided?.run).toMatchObject({ id: 42, status: 'completed' });
    expect(asked[0]).toMatchObject({
      method: 'POST',
      path: START,
      body: { idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/), criterionIds: [4] },
    });
    expect(asked.at(-1)?.query).toEqual({ candidate: '42', baselineName: 'support answers' });
    expect(told).toEqual([
      'Run 42 of dataset 3 was started.',
      'Run 42 is queued: 40 calls to score.',
      'Run 42 is running: 30 of 80 scored.',
      'Run 42 is running: 77 of 80 scored, 2 could not be.',
    ]);
  });

  it('repeats a start with the same key, and says if a run was started with it before', async () => {
    const { asked, told, decided } = await gate(
      {
        [START]: [{ cut: true }, { status: 503 }, { body: { runId: 42, deduplicated: true } }],
        [RUN]: DONE,
        [GATE]: { body: PASS },
      },
      { dataset: 3, idempotencyKey: 'build-7', timeout: 1800 },
    );
    expect(decided?.answer.pass).toBe(true);
    const starts = asked.filter(({ path }) => path === START);
    expect(starts.map(({ body }) => body)).toEqual([1, 2, 3].map(() => ({ idempotencyKey: 'build-7' })));
    expect(told.at(-1)).toContain('was started with this key before');
  });

  it('waits as long as the service asks, but not until the budget of next month', async () => {
    const busy = (seconds: number): Answer => ({
      status: 429,
      headers: { 'retry-after': String(seconds) },
      body: { error: 'Too many.', reason: 'rate_limited' },
    });
    const started = { body: { runId: 42, deduplicated: false } };
    const rest = { [RUN]: DONE, [GATE]: { body: PASS } };
    const soon = await gate({ [START]: [busy(200), started], ...rest }, { dataset: 3, timeout: 1800 });
    expect([soon.decided?.answer.pass, soon.now()]).toEqual([true, 200_000]);
    const never = await gate({ [START]: [busy(900_000), started], ...rest }, { dataset: 3, timeout: 1800 });
    expect([never.fault?.exit, never.fault?.reason, never.now()]).toEqual([3, 'rate_limited', 0]);
  });
});

describe('waiting', () => {
  it('polls less and less often, and gives up in time with 4', async () => {
    const { fault, asked, now } = await gate({ [RUN]: runAnswer('running', { pendingCount: 20 }) });
    expect(fault).toMatchObject({ exit: 4, reason: 'timed_out' });
    expect(fault?.message).toContain('Run 42 was still running after 1800 s (80 of 100 scored)');
    expect(fault?.message).toContain('tracewell gate --candidate 42');
    expect(now()).toBe(1_800_000);
    expect(asked.length).toBeGreaterThan(180);
    expect(asked.length).toBeLessThan(200);
  });

  it('survives a restart of the service', async () => {
    const { decided, told } = await gate({
      [RUN]: [
        runAnswer('running'),
        { cut: true },
        { status: 502, body: '<html>' },
        { status: 500 },
        { cut: true },
        DONE,
      ],
      [GATE]: { body: PASS },
    });
    expect(decided?.answer.pass).toBe(true);
    expect(told.filter((line) => line.endsWith('Trying again.'))).toHaveLength(4);
  });

  it('3 for a run that failed or was cancelled, with its reason', async () => {
    const failed = await gate({ [RUN]: runAnswer('failed', { error: 'The budget\nis gone.' }) });
    expect(failed.fault).toMatchObject({ exit: 3, message: 'Run 42 failed: The budget is gone.' });
    const canceled = await gate({ [RUN]: runAnswer('canceled') });
    expect(canceled.fault).toMatchObject({ exit: 3, reason: 'run_canceled' });
  });

  it('leaves an unknown status to the gate', async () => {
    const refused = { status: 409, body: { error: 'Run 42 is paused.', reason: 'run_not_completed' } };
    const { fault } = await gate({ [RUN]: runAnswer('paused'), [GATE]: refused });
    expect(fault).toMatchObject({ exit: 2, reason: 'run_not_completed', message: 'Run 42 is paused. (409)' });
  });
});

describe('what goes wrong', () => {
  const said = (status: number, reason: string): Answer => ({ status, body: { error: 'So it is.', reason } });

  it.each([
    ['401', said(401, 'invalid_key'), 2, 'So it is. (401)'],
    [
      '403',
      said(403, 'insufficient_scope'),
      2,
      'So it is. (403) `tracewell login` gets a key that can change things too.',
    ],
    ['404', said(404, 'not_found'), 2, 'So it is. (404)'],
    ['409', said(409, 'run_not_completed'), 2, 'So it is. (409)'],
    [
      '404 of something else',
      { status: 404, body: '<html>' },
      2,
      'answered 404. Is TRACEWELL_URL the address',
    ],
    ['500', said(500, 'internal_error'), 3, 'So it is. (500)'],
    ['502 of a proxy', { status: 502, body: '<html>' }, 3, 'answered 502.'],
    ['garbage', { body: '<!doctype html><p>Hello' }, 3, 'not JSON'],
    ['nothing', { body: '' }, 3, 'not JSON'],
    ['half', { body: '{"run": {' }, 3, 'not JSON'],
    ['a list', { body: [] }, 3, 'did not return the status of the run'],
    ['another thing', { body: { run: 'yes' } }, 3, 'did not return the status of the run'],
    ['null', { body: 'null' }, 3, 'did not return the status of the run'],
    [
      'elsewhere',
      { status: 302, headers: { location: 'https://x.example/' } },
      2,
      'redirects to https://x.example/',
    ],
    ['a cut line', { cut: true }, 3, 'cannot be reached'],
  ])('%s, of the run', async (_name, answer, exit, message) => {
    const { fault } = await gate({ [RUN]: answer });
    expect(fault?.message).toContain(message);
    expect(fault?.exit).toBe(exit);
  });

  it.each([
    ['garbage', { body: 'pass' }, 3],
    ['no decision', { body: { verdict: 'pass', violations: [] } }, 3],
    ['a decision in words', { body: { pass: 'true' } }, 3],
    ['yes and no', { body: { ...PASS, verdict: 'fail' } }, 3],
    ['yes, with violations', { body: { ...FAIL, pass: true, verdict: 'pass' } }, 3],
    ['500', said(500, 'internal_error'), 3],
    ['400', said(400, 'invalid_request'), 2],
  ])('%s as the answer of the gate never passes', async (_name, answer, exit) => {
    const { fault } = await gate({ [RUN]: DONE, [GATE]: answer });
    expect(fault?.exit).toBe(exit);
  });

  it('says what to do if a name has no run yet', async () => {
    const { fault } = await gate({ [RUN]: DONE, [GATE]: said(404, 'baseline_not_found') });
    expect(fault).toMatchObject({ exit: 2, reason: 'baseline_not_found' });
    expect(fault?.message).toBe(
      'So it is. (404) With --allow-missing-baseline the first run of a name passes.',
    );
    const byId = { candidate: 42, baseline: 9, timeout: 60 };
    const { fault: plain } = await gate({ [RUN]: DONE, [GATE]: said(404, 'not_found') }, byId);
    expect(plain?.message).toBe('So it is. (404)');
  });

  it('3 if nothing listens, or if the listener does not speak HTTP', async () => {
    const other = createServer((socket) => {
      socket.on('error', () => {}).resume();
      socket.end('220 mail.example.com ready\r\n');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const mail = await at(new URL(`http://127.0.0.1:${port}`), CANDIDATE);
    expect(mail.fault).toMatchObject({ exit: 3, reason: 'service_unreachable' });
    await new Promise((resolve) => other.close(resolve));
    const refused = await at(new URL(`http://127.0.0.1:${port}`), CANDIDATE);
    expect(refused.fault).toMatchObject({ exit: 3, reason: 'service_unreachable' });
    expect(refused.fault?.message).toContain('ECONNREFUSED');
    expect(refused.now()).toBeLessThan(4_000);
  });

  it('never reveals the key', async () => {
    for (const answer of [said(401, 'invalid_key'), { cut: true }, { body: 'x' }]) {
      const { fault, told } = await gate({ [RUN]: answer });
      expect(JSON.stringify([fault?.message, told])).not.toContain('twl_secret');
    }
  });
});
