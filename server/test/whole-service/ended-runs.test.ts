// From the spans to the score: a trace and a session are stored in the real tables, end, get a late span and are
// judged again. The test has few queries, because each is slow under emulation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/clock';
import { OPERATOR_TOKEN, makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { minutesUnderEmulation } from '#test/support/records-engine';
import { sampleRecord, sendRecords } from '#test/support/sample-records';

const SLOW_MS = 560_000;
const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };

describe.skipIf(minutesUnderEmulation)('rules over stored traces and sessions', () => {
  const clock = new FakeClock(Date.now() - 120 * MINUTE_MS);
  let app: TestApp;
  let account: TestAccount;
  beforeAll(async () => {
    app = await makeTestApp({ clock });
    account = await app.account({ plan: 'pro' });
    await app.call('PUT', `/operator/accounts/${account.id}/consents`, { plaintextStorage: true }, operator);
  }, SLOW_MS);
  afterAll(() => app.stop());

  const ok = async (method: string, path: string, body?: object) => {
    const reply = await account.call(method, path, body);
    expect([path, reply.statusCode < 300 ? '' : reply.body]).toEqual([path, '']);
    return reply.json();
  };
  const send = (id: string, output: string, changes: object = {}) =>
    sendRecords(account, [
      sampleRecord({
        id,
        timestamp: new Date(clock.now()).toISOString(),
        error: null,
        sessionId: 'visit',
        requestMeta: { input: 'What is it?', output },
        ...changes,
      }),
    ]);
  const rule = async (scope: 'trace' | 'session') => {
    const { criteria } = await ok('POST', '/v1/eval-criteria', {
      name: `Steps of a ${scope}`,
      type: 'code',
      rubric: 'const score = ({ steps }) => steps.length',
      scaleMin: 0,
      scaleMax: 10,
      scope: scope === 'trace' ? 'trajectory' : 'session',
    });
    return ok('POST', '/v1/eval-rules', { criterionId: criteria.at(-1).id, scope, samplePct: 100 });
  };
  const round = async (minutes: number) => {
    clock.advance(minutes * MINUTE_MS);
    const run = await app.call('POST', '/operator/jobs/eval-rules/run', undefined, operator);
    expect([run.statusCode, run.body]).toEqual([200, expect.any(String)]);
  };

  it('scores them as they end, and once more after a late span', { timeout: SLOW_MS }, async () => {
    for (const scope of ['trace', 'session'] as const) await rule(scope);
    await send('first', 'Tea.', { traceId: 'one' });
    await send('second', 'Hot tea.', { traceId: 'one' });
    clock.advance(MINUTE_MS);
    await send('third', 'Cake.', { traceId: 'two' });
    await round(2);
    const scoresOf = async (query: string) =>
      (await ok('GET', `/v1/scores?${query}`)).scores.map((score: object) => score);
    const [one] = await scoresOf('traceId=one');
    expect(one).toMatchObject({ value: 2, source: 'rule', traceId: 'one', sessionId: null, callId: null });
    expect([await scoresOf('traceId=two'), await scoresOf('sessionId=visit')]).toEqual([[], []]);
    await round(1);
    expect(await scoresOf('traceId=two')).toMatchObject([{ value: 1 }]);
    await round(27);
    expect(await scoresOf('sessionId=visit')).toMatchObject([
      { value: 3, sessionId: 'visit', traceId: null },
    ]);
    await send('late', 'More tea.', { traceId: 'one' });
    await round(3);
    expect(await scoresOf('traceId=one')).toMatchObject([{ id: one.id, value: 3 }]);
    await round(27);
    const [session, ...others] = await scoresOf('sessionId=visit');
    expect([session.value, others]).toEqual([4, []]);
    // Shown with what they are about, and a filter of calls.
    const trace = await ok('GET', '/v1/query/trace/one');
    expect(trace.scores).toMatchObject([{ id: one.id, value: 3 }]);
    const shown = await ok('GET', '/v1/query/session/visit');
    expect(shown.scores).toMatchObject([{ id: session.id, value: 4 }]);
    const scores = [{ name: 'Steps of a session', op: 'gte', value: 4 }];
    const { records } = await ok('POST', '/v1/query/calls', { scores });
    expect(records.map(({ id }: { id: string }) => id).toSorted()).toEqual([
      'first',
      'late',
      'second',
      'third',
    ]);
    expect((await account.call('DELETE', '/v1/query/calls/first')).statusCode).toBe(204);
    expect([await scoresOf('traceId=one'), await scoresOf('sessionId=visit')]).toEqual([[], []]);
  });
});
