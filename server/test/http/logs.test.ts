// The log events of coding agents, at both paths: they are stored as calls and observations, and a request
// that a span also reports counts once.
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/clock';
import type { CallRef, CallSpan, Incoming } from '#records';
import { OPERATOR_TOKEN, openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { encodeLogs } from '#test/oracles/otlp-oracle';
import { apiRequest, claudeEvent, logsOf, namedEvent } from '#test/support/agent-events';
import { otlpFixtures } from '#test/support/otlp-fixtures';
import { runJobs } from '#test/support/run-jobs';
import { watchOf } from '../../src/features/ingest/duplicate-spans/duplicate-check.ts';

const MIB = 1_048_576;
const captured = (name: string): Buffer => otlpFixtures().find((fixture) => fixture.name === name)!.body;
const SPANS = captured('claude-code/01');
const LOGS = captured('logs-claude-code/01');
/** After the captures, so that none is in the future. */
const AFTER = Date.UTC(2026, 10, 15, 1);
const AT_CAPTURE = Date.UTC(2026, 10, 16, 20);

async function open({ now = AFTER } = {}) {
  const clock = new FakeClock(now);
  const written: Incoming[] = [];
  const demoted: CallRef[] = [];
  const world = { found: [] as CallSpan[] };
  const app = await openTestApp({
    clock,
    records: {
      write: async ({ records, quota }) => {
        if (quota < records.length) return { status: 'refused', fresh: records.length, remaining: quota };
        written.push(...records);
        return { status: 'stored', stored: records.length, duplicates: 0 };
      },
      reclassifyAsObservation: async (_account, calls) => {
        demoted.push(...calls);
        return calls.length;
      },
      selectPossibleDuplicates: async () => ({ calls: world.found, between: [] }),
    },
  });
  const account = await app.account();
  return { app, clock, account, written, demoted, world };
}

const callsIn = (written: readonly Incoming[]) =>
  written.flatMap((record) =>
    record.kind === 'call' ? [{ ...record.row.call, cost: record.row.cost }] : [],
  );

const json = { 'content-type': 'application/json' };

async function work(app: TestApp): Promise<void> {
  await watchOf(app.services).late.flush();
  await runJobs(app);
}

const sendLogs = async (to: TestAccount, body: unknown, path = '/v1/logs') => {
  const reply = await to.call('POST', path, body, json);
  expect(reply.statusCode).toBe(200);
  return reply.json();
};

const sendSpans = async (to: TestAccount, body: Buffer) =>
  expect((await to.call('POST', '/v1/traces', body, json)).body).toBe('{}');

describe('POST /v1/logs and /otel/v1/logs', () => {
  it.each(['/v1/logs', '/otel/v1/logs'])(
    '200 {}: every event is stored, as JSON and protobuf, at %s',
    async (path) => {
      const { account, written } = await open();
      const events = [
        claudeEvent('user_prompt', { 'prompt.id': 'prompt-1', prompt: 'Hello?' }, AFTER),
        apiRequest({}, AFTER),
        apiRequest({ request_id: 'req_2' }, AFTER),
      ];
      expect(await sendLogs(account, logsOf(events.slice(0, 2)), path)).toEqual({});
      const reply = await account.call('POST', path, Buffer.from(encodeLogs(logsOf(events.slice(2)))), {
        'content-type': 'application/x-protobuf',
      });
      expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, 0]);
      expect(written.map(({ kind }) => kind)).toEqual(['observation', 'call', 'call']);
      const [first, second] = callsIn(written);
      expect(first).toMatchObject({
        provider: 'anthropic',
        usage: { uncachedInput: 142, cacheRead: 1_024, cacheWrite: 256, outputText: 41 },
        cost: { costUsd: 0.0023082 },
      });
      expect(second!.traceId).toBe(first!.traceId);
    },
  );

  it('200: at LangSmith’s path for Claude Code, in the project that its header names', async () => {
    const { account, written } = await open();
    const headers = { ...json, 'langsmith-project': 'agents' };
    const reply = await account.call('POST', '/otel/v1/claude_code', LOGS, headers);
    expect(reply.statusCode).toBe(200);
    const { projects } = (await account.call('GET', '/v1/projects')).json();
    expect(projects.map(({ name }: { name: string }) => name)).toContain('agents');
    await sendLogs(account, logsOf([apiRequest({}, AFTER)]));
    expect(new Set(written.map(({ row }) => row.project)).size).toBe(2);
  });

  it('200: the header as Claude Code sends it', async () => {
    const { app, account, written } = await open();
    const authorization = `Bearer%20${account.apiKey}`;
    const reply = await app.call('POST', '/v1/logs', LOGS, { ...json, authorization });
    expect(reply.statusCode).toBe(200);
    expect(written).toHaveLength(4);
  });

  it('200 partialSuccess: rejected events are counted by cause, also in diagnostics', async () => {
    const { account, written } = await open();
    const other = { body: { stringValue: 'GET /health' } };
    const delta = namedEvent('codex.sse_event', { 'event.kind': 'response.output_text.delta' }, AFTER);
    const reply = await sendLogs(account, logsOf([apiRequest({}, AFTER), other, delta, delta]));
    expect(reply).toEqual({
      partialSuccess: {
        rejectedLogRecords: '1',
        errorMessage: '1 log record was not stored: 1 without an event of a coding agent or of a GenAI span.',
      },
    });
    expect(written).toHaveLength(1);
    const { sources, hints } = (await account.call('GET', '/v1/ingest/diagnostics')).json();
    expect(sources).toMatchObject([{ endpoint: 'logs', accepted: 1, rejected: 3 }]);
    const reasons = sources[0].reasons.map(({ code, count }: { code: string; count: number }) => [
      code,
      count,
    ]);
    expect(new Map(reasons)).toEqual(
      new Map([
        ['signal_not_stored', 1],
        ['event_not_stored', 2],
      ]),
    );
    expect(JSON.stringify(hints)).not.toContain('Only logs or metrics');
  });

  it('200 {}: agent events and metrics with nothing to store, because Gemini CLI would show a partial success to its user', async () => {
    const { account } = await open();
    const config = namedEvent('gemini_cli.config', { model: 'gemini-2.5-pro' }, AFTER);
    expect(await sendLogs(account, logsOf([config], 'gemini-cli'))).toEqual({});
    const metric = { name: 'gemini_cli.token.usage', sum: { dataPoints: [{}, {}] } };
    const metrics = { resourceMetrics: [{ scopeMetrics: [{ metrics: [metric] }] }] };
    expect((await account.call('POST', '/otel/v1/metrics', metrics)).body).toBe('{}');
    const { sources } = (await account.call('GET', '/v1/ingest/diagnostics')).json();
    const counts = sources.map(({ endpoint, rejected }: Record<string, unknown>) => [endpoint, rejected]);
    expect(new Map(counts)).toEqual(
      new Map([
        ['logs', 1],
        ['metrics', 2],
      ]),
    );
  });

  it('200 partialSuccess: the quota is used up', async () => {
    const { app, account, written } = await open();
    const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    await app.call('PATCH', `/operator/accounts/${account.id}`, { recordQuota: 1 }, operator);
    const reply = await sendLogs(
      account,
      logsOf([apiRequest({}, AFTER), apiRequest({ request_id: 'b' }, AFTER), { body: { stringValue: 'x' } }]),
    );
    expect(reply.partialSuccess.rejectedLogRecords).toBe('3');
    expect(reply.partialSuccess.errorMessage).toContain('quota');
    expect(written).toEqual([]);
  });

  it('200 partialSuccess: an event that is too old', async () => {
    const { account } = await open();
    const reply = await sendLogs(account, logsOf([apiRequest({}, Date.UTC(2020, 1, 1))]));
    expect(reply.partialSuccess).toMatchObject({
      rejectedLogRecords: '1',
      errorMessage: expect.stringContaining('retention'),
    });
  });

  it('400 invalid_json: events in a body that is not an export', async () => {
    const { account } = await open();
    const reply = await account.call('POST', '/v1/logs', '{"resourceLogs":"claude_code.api_request"}', json);
    expect([reply.statusCode, reply.json().reason]).toEqual([400, 'invalid_json']);
  });

  it('200: a body over 1 MiB', async () => {
    const { account, written } = await open();
    const events = Array.from({ length: 3_000 }, (_, at) => apiRequest({ request_id: `req_${at}` }, AFTER));
    const body = JSON.stringify(logsOf(events));
    expect(body.length).toBeGreaterThan(2 * MIB);
    expect(await sendLogs(account, body)).toEqual({});
    expect(written).toHaveLength(3_000);
  });

  it('text written by people or models is not stored without consent', async () => {
    const said = logsOf([
      claudeEvent('user_prompt', { 'prompt.id': 'prompt-1', prompt: 'whispered words' }, AFTER),
      claudeEvent(
        'tool_result',
        { 'prompt.id': 'prompt-1', tool_name: 'Bash', tool_input: 'whispered words' },
        AFTER,
      ),
      claudeEvent('assistant_response', { request_id: 'req_1', response: 'whispered words' }, AFTER),
      apiRequest({}, AFTER),
      namedEvent('codex.tool_result', { arguments: 'whispered words', output: 'whispered words' }, AFTER),
      namedEvent(
        'gemini_cli.api_response',
        { response_text: 'whispered words', model: 'gemini-2.5-pro' },
        AFTER,
      ),
    ]);
    const { account, written } = await open();
    await sendLogs(account, said);
    expect(written.map(({ content }) => content)).toEqual(written.map(() => null));
    expect(JSON.stringify(written)).not.toContain('whispered');
    // The names of tools and models stay.
    expect(JSON.stringify(written)).toContain('Bash');
  });
});

describe('a request that is reported by a span and a log event', () => {
  // The spans report two requests, the log only the first of them.
  const TOKENS = [142 + 1_024 + 256 + 41, 142 + 1_024 + 256 + 19];
  const first = 'req_mwh423vg00woxxxxxxxxxxxx';

  it('the span first: it is demoted when the log arrives, whose reported cost counts', async () => {
    const { app, clock, account, written, demoted } = await open();
    await sendSpans(account, SPANS);
    clock.advance(MINUTE_MS);
    await sendLogs(account, LOGS);
    await work(app);
    const calls = callsIn(written).filter(({ id }) => !demoted.some((call) => call.id === id));
    expect(calls.map(({ totalTokens }) => totalTokens)).toEqual(TOKENS.toReversed());
    expect(calls[1]).toMatchObject({ cost: { costUsd: 0.0023082 }, requestMeta: { responseId: first } });
    expect(demoted).toHaveLength(1);
    // Sending the same again changes nothing.
    await sendLogs(account, LOGS);
    await sendSpans(account, SPANS);
    await work(app);
    expect(demoted).toHaveLength(1);
  });

  it('the log first: the span is an observation', async () => {
    const { app, clock, account, written, demoted } = await open();
    await sendLogs(account, LOGS);
    clock.advance(MINUTE_MS);
    await sendSpans(account, SPANS);
    await work(app);
    const calls = callsIn(written);
    expect(calls.map(({ totalTokens }) => totalTokens)).toEqual(TOKENS);
    expect(calls[0]).toMatchObject({ cost: { costUsd: 0.0023082 }, requestMeta: { responseId: first } });
    expect(demoted).toEqual([]);
    // All records of one run are in one trace.
    const traces = written.map(({ row }) => ('call' in row ? row.call.traceId : row.observation.traceId));
    expect(new Set(traces).size).toBe(1);
  });

  it('in two processes: the span is demoted when the tables are searched', async () => {
    const { app, account, written, demoted, world } = await open();
    const number = (await app.services.accounts.get(account.id))?.number ?? 0;
    const other = await open();
    await sendLogs(account, LOGS);
    await sendSpans(other.account, SPANS);
    world.found = callsIn([...written, ...other.written]).map((call) => ({
      account: number,
      project: 1,
      id: call.id,
      traceId: call.traceId ?? '',
      spanId: call.spanId ?? '',
      parentSpanId: call.parentSpanId ?? '',
      provider: call.provider,
      model: call.model,
      responseModel: '',
      responseId: call.requestMeta?.['responseId'] as string,
      timestampMs: call.timestampMs,
      latencyMs: call.latencyMs,
      input: call.promptTokens,
      output: call.completionTokens,
      cache: Number(call.requestMeta?.['cachedTokens'] ?? 0),
      reasoning: 0,
      failed: false,
    }));
    expect(world.found).toHaveLength(3);
    await app.services.jobs.runNow('nested-doubles');
    await work(app);
    const [, span] = world.found;
    expect(demoted).toMatchObject([{ id: span!.id, timestampMs: span!.timestampMs, why: 'same_response' }]);
  });

  describe.each(['codex', 'gemini-cli'])('without a common id: %s', (client) => {
    const spans = captured(`${client}/01`);
    const logs = captured(`logs-${client}/01`);

    it('the log is the call, in both orders', async () => {
      for (const isLogFirst of [true, false]) {
        const { app, account, written, demoted } = await open({ now: AT_CAPTURE });
        if (isLogFirst) await sendLogs(account, logs);
        await sendSpans(account, spans);
        if (!isLogFirst) await sendLogs(account, logs);
        await work(app);
        const calls = callsIn(written).filter(({ id }) => !demoted.some((call) => call.id === id));
        expect([isLogFirst, calls.map(({ spanId }) => spanId?.slice(0, 4))]).toEqual([
          isLogFirst,
          ['log-', 'log-'],
        ]);
        expect(demoted).toHaveLength(isLogFirst ? 0 : 2);
      }
    });

    it('two of each with the same token counts at the same time stay two calls', async () => {
      const { app, account, written, demoted } = await open({ now: AT_CAPTURE });
      await sendLogs(account, logs);
      // The same calls in another session: its ids differ.
      const other = Buffer.from(
        logs
          .toString()
          .replaceAll(/("(?:conversation|session)\.id",\s*"value":\s*\{\s*"stringValue":\s*")./g, '$1f'),
      );
      expect(other.equals(logs)).toBe(false);
      await sendLogs(account, other);
      await work(app);
      expect([callsIn(written).length, demoted]).toEqual([4, []]);
    });
  });
});
