// What each call adds to the conversation of its run and its session, as a client sees it, with the record engine.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isoTime } from '#lib/clock';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { testEngine } from '#test/support/lazy-records';
import { fixtureAt } from '#test/support/fixture-at';
import { leftToSqlite } from '#test/support/records-engine';
import { sampleRecord, sendRecords } from '#test/support/sample-records';

const base = Math.floor(Date.now() / 60_000) * 60_000 - 6 * 3_600_000;
const SLOW_MS = 900_000;
const RUN = 'a'.repeat(32);
const NEXT_RUN = 'b'.repeat(32);

const SYSTEM = { role: 'system', content: 'You write code.' };
const user = (content: string) => ({ role: 'user', content });
const asks = (turn: number) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: `t${turn}`, function: { name: 'read_file', arguments: `{"path":"${turn}.ts"}` } }],
});
const answers = (turn: number) => ({
  role: 'tool',
  tool_call_id: `t${turn}`,
  content: `text of file ${turn}`,
});
const TURNS = 70;
const historyOf = (turn: number) => [
  SYSTEM,
  user('Fix the bug'),
  ...Array.from({ length: turn }, (_, at) => [asks(at), answers(at)]).flat(),
];

let app: TestApp;
let account: TestAccount;

interface Step {
  id: string;
  stored: boolean;
  input: { at: number; count: number; messages: { role: string; parts: { kind: string }[] }[] | null }[];
  output: { role: string }[];
}

const briefly = ({ input, output }: Step): string =>
  [
    ...input.map(({ count, messages }) =>
      messages === null ? `(${count})` : messages.map(({ role }) => role).join(' '),
    ),
    '>',
    ...output.map(({ role }) => role),
  ].join(' ');

describe.skipIf(leftToSqlite(inject('engine')))('conversations', { timeout: SLOW_MS }, () => {
  beforeAll(async () => {
    await testEngine();
    app = await makeTestApp();
    account = await app.account();
    await account.call('PUT', '/v1/account/consents/plaintext-storage');
    const record = (id: string, second: number, requestMeta: object, more: object = {}) =>
      sampleRecord({ id, timestamp: isoTime(base + second * 1_000), sessionId: 's1', requestMeta, ...more });
    await sendRecords(account, [
      ...Array.from({ length: TURNS }, (_, turn) =>
        record(
          `turn-${turn}`,
          turn * 2,
          { input: historyOf(turn), output: [asks(turn)] },
          { traceId: RUN, spanId: `s${turn}` },
        ),
      ),
      // A helper works in between, under a parent of its own.
      ...Array.from({ length: 60 }, (_, at) =>
        record(
          `helper-${at}`,
          100.5 + at / 100,
          { input: [user(`Part ${at}`)], output: 'Done' },
          { traceId: RUN, spanId: `h${at}`, parentSpanId: 'sub' },
        ),
      ),
      record(
        'next',
        600,
        {
          input: [...historyOf(TURNS), { role: 'assistant', content: 'Fixed.' }, user('Thanks')],
          output: 'Gladly',
        },
        { traceId: NEXT_RUN, spanId: 'n1' },
      ),
      record('silent', 700, {}, { traceId: 'c'.repeat(32), spanId: 'x1', sessionId: 's2' }),
    ]);
  }, SLOW_MS);
  afterAll(() => app.stop());

  const stepOf = async (id: string): Promise<Step> =>
    (await account.call('GET', `/v1/query/calls/${id}/step`)).json().step;

  async function pagesOf(path: string): Promise<Step[]> {
    const steps: Step[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const reply = await account.call('GET', cursor === '' ? path : `${path}&cursor=${cursor}`);
      expect(reply.statusCode).toBe(200);
      const page: { steps: Step[]; nextCursor: string | null } = reply.json();
      steps.push(...page.steps);
      cursor = page.nextCursor;
    }
    return steps;
  }

  describe('a step', () => {
    it('shows what is new in it, and counts what calls before it had', async () => {
      expect(briefly(await stepOf('turn-0'))).toBe('system user > assistant');
      expect(briefly(await stepOf('turn-1'))).toBe('(3) tool > assistant');
      const late = await stepOf('turn-69');
      expect(briefly(late)).toBe(`(${2 * 69 + 1}) tool > assistant`);
      // The tool is known by the id of its call only, which the history has.
      expect(late.input.at(-1)?.messages?.[0]?.parts[0]).toMatchObject({
        kind: 'toolResult',
        name: 'read_file',
      });
    });

    it('finds the history across sixty calls of another agent, and in the run before', async () => {
      expect(briefly(await stepOf('turn-51'))).toBe('(103) tool > assistant');
      expect(briefly(await stepOf('helper-9'))).toBe('user > assistant');
      expect(briefly(await stepOf('next'))).toBe(`(${2 * TURNS + 1}) tool assistant user > assistant`);
    });

    it('says if nothing is stored; 404 for a call that is not there, and for another account', async () => {
      expect(await stepOf('silent')).toMatchObject({ stored: false, input: [], output: [] });
      expect((await account.call('GET', '/v1/query/calls/none/step')).statusCode).toBe(404);
      const other = await app.account();
      expect((await other.call('GET', '/v1/query/calls/turn-0/step')).statusCode).toBe(404);
    });
  });

  describe('a conversation', () => {
    it('of a run has each message once, on pages of any size', async () => {
      for (const limit of [7, 200]) {
        const steps = await pagesOf(`/v1/query/trace/${RUN}/conversation?limit=${limit}`);
        expect(steps).toHaveLength(TURNS + 60);
        const told = steps.filter(({ id }) => id.startsWith('turn')).map(briefly);
        expect([limit, told.slice(1).filter((one) => !/^\(\d+\) tool > assistant$/.test(one))]).toEqual([
          limit,
          [],
        ]);
      }
    });

    it('of a session continues from run to run, with the figures of its calls', async () => {
      const steps = await pagesOf('/v1/query/session/s1/conversation?limit=50');
      expect(steps.map(({ id }) => id)).toHaveLength(TURNS + 61);
      expect(steps.at(-1)).toMatchObject({
        id: 'next',
        call: { traceId: NEXT_RUN, totalTokens: expect.any(Number) },
      });
      expect(briefly(steps.at(-1) as Step)).toBe(`(${2 * TURNS + 1}) tool assistant user > assistant`);
    });

    it('400, 404: a cursor of another list, a run and a session that are not there', async () => {
      const { nextCursor } = (
        await account.call('GET', `/v1/query/trace/${RUN}/conversation?limit=5`)
      ).json();
      for (const path of [`/v1/query/session/s1/conversation`, `/v1/query/trace/${NEXT_RUN}/conversation`])
        expect((await account.call('GET', `${path}?cursor=${nextCursor}`)).statusCode).toBe(400);
      for (const path of [
        '/v1/query/session/none/conversation',
        `/v1/query/trace/${'d'.repeat(32)}/conversation`,
      ])
        expect((await account.call('GET', path)).statusCode).toBe(404);
    });
  });

  describe('turns of a call', () => {
    it.each(['livekit-agents/01', 'pipecat/01'])(
      'that %s recorded: who spoke when, and what interrupted what',
      async (name) => {
        expect((await account.call('POST', '/otel/v1/traces', fixtureAt(name, base))).statusCode).toBe(200);
        const { traces } = (await account.call('POST', '/v1/query/traces', { limit: 200 })).json();
        const mine = name.startsWith('pipecat') ? 'conversation' : 'agent_session';
        const { traceId } = traces.find((trace: { name: string }) => trace.name === mine);
        const { turns, figures, truncated } = (
          await account.call('GET', `/v1/query/trace/${traceId}/turns`)
        ).json();
        expect([turns.length, truncated]).toEqual([8, false]);
        expect(figures).toMatchObject({
          users: 4,
          agents: 4,
          interruptions: 1,
          firstSound: { p50: expect.any(Number) },
        });
        const cut = turns.find(({ interrupted }: { interrupted: boolean }) => interrupted);
        const by = turns.find(({ id }: { id: string }) => id === cut.interruptedBy);
        expect([cut.who, by.who, by.text]).toEqual(['agent', 'user', 'Stop, that is the wrong street.']);
        const spans = (await account.call('GET', `/v1/query/trace/${traceId}/spans`)).json();
        expect(spans.voice).toBe(true);
        expect(spans.spans.filter(({ kind }: { kind: string }) => kind === 'llm')).toHaveLength(5);
      },
    );

    it('404, and none: a run that is not there, and one without speech', async () => {
      expect((await account.call('GET', `/v1/query/trace/${'d'.repeat(32)}/turns`)).statusCode).toBe(404);
      const { turns, figures } = (await account.call('GET', `/v1/query/trace/${RUN}/turns`)).json();
      expect([turns, figures.firstSound]).toEqual([[], null]);
    });
  });
});
