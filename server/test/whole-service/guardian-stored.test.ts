// From the request to the finding: ingest redacts and fingerprints, the engine stores, the job queries, and
// the evidence can be opened. The test has few queries, because each is slow under emulation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_TOKEN, makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { storeOfRun } from '#test/support/records-of-a-run';
import { sampleRecord } from '#test/support/sample-records';
import { minutesUnderEmulation } from '#test/support/records-engine';

const SLOW_MS = 560_000;
const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };

interface Shown {
  kind: string;
  title: string;
  count: number;
  evidence: { callIds: string[]; traceIds: string[] };
}

describe.skipIf(minutesUnderEmulation)('the guardian over stored records', () => {
  let app: TestApp;
  let account: TestAccount;
  let sent = 0;
  beforeAll(async () => {
    app = await makeTestApp();
    account = await app.account();
    await app.call('PUT', `/operator/accounts/${account.id}/consents`, { plaintextStorage: true }, operator);
  }, SLOW_MS);
  afterAll(() => app.stop());

  const record = (changes: Record<string, unknown>) => {
    sent += 1;
    const timestamp = new Date(Date.now() - 60_000 + sent * 100).toISOString();
    return sampleRecord({ id: `call-${sent}`, timestamp, error: null, ...changes });
  };
  const send = async (records: unknown[]) => {
    const reply = await account.call('POST', '/v1/ingest', { records });
    expect(reply.json()).toEqual({ accepted: records.length, rejected: [] });
  };
  const scan = async (): Promise<Record<string, Shown>> => {
    const run = await app.call('POST', '/operator/jobs/guardian/run', undefined, operator);
    expect([run.statusCode, run.body]).toEqual([200, expect.any(String)]);
    const { findings } = (await account.call('GET', '/v1/guardian/findings')).json();
    return Object.fromEntries((findings as Shown[]).map((finding) => [finding.kind, finding]));
  };
  const looping = (times: number) =>
    Array.from({ length: times }, () =>
      record({
        traceId: 'looping',
        toolCalls: [
          { id: `call_${sent}`, name: 'get_weather', arguments: { city: 'Graz' }, result: String(sent) },
        ],
      }),
    );

  it('finds the incidents in them, once, and the evidence can be opened', { timeout: SLOW_MS }, async () => {
    await send([
      ...looping(3),
      record({ requestMeta: { input: 'Who is it?', output: 'Write to joe@example.com' } }),
      record({
        requestMeta: { input: 'My key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789', output: 'Thanks' },
      }),
      ...Array.from({ length: 12 }, () =>
        record({ error: '429 Too Many Requests', requestMeta: { input: 'the very same question' } }),
      ),
    ]);
    await storeOfRun(app, account.id, [
      record({
        requestMeta: { input: 'of a run', output: 'a@b.example.com' },
        tags: { 'tracewell.eval_run': '7' },
      }),
    ]);
    const first = await scan();
    expect(Object.keys(first).toSorted()).toEqual(['pii_leak', 'retry_storm', 'secret_in_prompt']);
    await send([...looping(2), record({ requestMeta: { input: 'And?', output: 'Or to ann@example.com' } })]);
    const second = await scan();
    expect(
      Object.values(second)
        .map(({ kind, count }) => [kind, count])
        .toSorted(),
    ).toEqual([
      ['pii_leak', 2],
      ['retry_storm', 12],
      ['secret_in_prompt', 1],
      ['tool_loop', 5],
    ]);
    expect(second['tool_loop']?.title).toBe('get_weather was called 5 times with the same arguments');
    const opened = await account.call('GET', `/v1/query/calls/${second['pii_leak']?.evidence.callIds[0]}`);
    expect([opened.statusCode, opened.json().piiRedacted ?? opened.json().call?.piiRedacted]).toEqual([
      200,
      true,
    ]);
    const trace = await account.call('GET', `/v1/query/trace/${second['tool_loop']?.evidence.traceIds[0]}`);
    expect([trace.statusCode, trace.json().spans.length]).toEqual([200, 5]);
  });
});
