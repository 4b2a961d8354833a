// Conversations: each call repeats what was said before. It is stored once, reads back as it was sent, is found by its
// words in every call that has it, and goes with the last of them.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DAY_MS, isoTime, MINUTE_MS } from '#lib/clock';
import { OPERATOR_TOKEN, makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { testEngine } from '#test/support/lazy-records';
import { leftToSqlite } from '#test/support/records-engine';
import { sampleRecord } from '#test/support/sample-records';
import { exportOf, inference } from '#test/support/sample-spans';

const SLOW = { timeout: 400_000 };
const now = Date.now();

const words = (of: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${of}${at}`).join(' ');

interface Message {
  role: string;
  content: string;
}

const system: Message = { role: 'system', content: `You are careful. ${words('rule', 80)}` };
const question = (of: string, turn: number): Message => ({
  role: 'user',
  content: `${of} asks ${words(`q${turn}x`, 40)}`,
});
const answer = (of: string, turn: number): Message => ({
  role: 'assistant',
  content: `${of} hears ${words(`a${turn}x`, 40)}`,
});

/** The input of a turn, from 0. */
function inputOf(of: string, turn: number): Message[] {
  const said: Message[] = [system];
  for (let before = 0; before < turn; before += 1) said.push(question(of, before), answer(of, before));
  return [...said, question(of, turn)];
}

describe.skipIf(leftToSqlite(inject('engine')))('a conversation', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await makeTestApp();
  }, SLOW.timeout);
  afterAll(() => app.stop());

  async function storing(): Promise<TestAccount & { number: number }> {
    const account = await app.account();
    await app.call(
      'PUT',
      `/operator/accounts/${account.id}/consents`,
      { plaintextStorage: true },
      { authorization: `Bearer ${OPERATOR_TOKEN}` },
    );
    const { number = 0 } = (await app.services.accounts.get(account.id)) ?? {};
    return Object.assign(account, { number });
  }

  const turnOf = (of: string, turn: number, changes: object = {}) =>
    sampleRecord({
      id: `${of}-${turn}`,
      timestamp: isoTime(now - 3_600_000 + turn * 1_000),
      sessionId: of,
      requestMeta: { input: inputOf(of, turn), output: answer(of, turn) },
      ...changes,
    });

  async function send(account: TestAccount, ...records: object[]): Promise<void> {
    const reply = await account.call('POST', '/v1/ingest', { records });
    expect(reply.json()).toEqual({ accepted: records.length, rejected: [] });
  }

  async function talk(account: TestAccount, of: string, turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) await send(account, turnOf(of, turn));
  }

  const read = async (account: TestAccount, id: string) =>
    (await account.call('GET', `/v1/query/calls/${id}`)).json().call?.requestMeta;

  /** All pages. */
  async function find(account: TestAccount, search: string): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const body: object = { search, limit: 50, ...(cursor === null ? {} : { cursor }) };
      const reply = await account.call('POST', '/v1/query/calls', body);
      expect([reply.statusCode, search]).toEqual([200, search]);
      ids.push(...reply.json().records.map(({ id }: { id: string }) => id));
      cursor = reply.json().nextCursor;
    } while (cursor !== null);
    return ids.toSorted();
  }

  interface Row {
    id: string;
    bytes: number;
    messages: string[];
  }
  /** Loads what is not in the tables yet. */
  async function stored(account: TestAccount & { number: number }) {
    await find(account, 'nothing-has-this');
    const engine = await testEngine();
    const params = { account: account.number };
    const calls = await engine.query<Row>(
      `SELECT id, toUInt32(length(sealed) + length(word_hashes) + 16 * length(messages)) AS bytes, arrayMap(id -> hex(id), messages) AS messages
       FROM call_content WHERE account = {account: UInt32} ORDER BY timestamp, id`,
      params,
    );
    const messages = await engine.query<Row & { parts: string[] }>(
      `SELECT hex(id) AS id, toUInt32(length(sealed) + length(word_hashes) + 16 * length(parts)) AS bytes, arrayMap(id -> hex(id), parts) AS parts
       FROM messages WHERE account = {account: UInt32} ORDER BY id`,
      params,
    );
    return { calls, messages };
  }

  it('is stored once and reads back as it was sent', SLOW, async () => {
    const account = await storing();
    await talk(account, 'ada', 100);
    for (const turn of [0, 1, 2, 15, 16, 17, 50, 99])
      expect(await read(account, `ada-${turn}`)).toEqual({
        input: inputOf('ada', turn),
        output: answer('ada', turn),
      });
    const { calls, messages } = await stored(account);
    expect(calls).toHaveLength(100);
    const blocks = messages.filter(({ parts }) => parts.length > 0);
    // All 200 messages but the last answer, and a block of each 32 of them.
    expect([messages.length - blocks.length, blocks.length]).toEqual([200, 6]);
    const bytesOf = (turn: number): number => {
      const time = Buffer.alloc(6);
      time.writeUIntBE(now - 3_600_000 + turn * 1_000, 0, 6);
      const ofTurn = messages.filter(({ id }) => id.startsWith(time.toString('hex').toUpperCase()));
      return [calls[turn]!, ...ofTurn].reduce((sum, { bytes }) => sum + bytes, 0);
    };
    const average = (from: number): number =>
      Array.from({ length: 10 }, (_, at) => bytesOf(from + at)).reduce((sum, bytes) => sum + bytes) / 10;
    expect(average(89) / average(5)).toBeLessThan(1.3);
  });

  it('is found by its words in each call that has them', SLOW, async () => {
    const account = await storing();
    await talk(account, 'ben', 40);
    const from = (turn: number): string[] =>
      Array.from({ length: 40 - turn }, (_, at) => `ben-${turn + at}`).toSorted();
    expect(await find(account, 'q3x7')).toEqual(from(3));
    // One word is in a message, the other one only in the answer.
    expect(await find(account, 'q3x7 a39x2')).toEqual(['ben-39']);
    expect(await find(account, 'rule5 a20x1')).toEqual(from(20));
    expect(await find(account, '"q36x1 q36x2"')).toEqual(from(36));
    expect(await find(account, '"q36x2 q36x1"')).toEqual([]);
    expect(await find(account, 'q3x7 nowhere')).toEqual([]);
  });

  it('keeps what another call has when a call is erased, and nothing after the last', SLOW, async () => {
    const account = await storing();
    const other = await storing();
    await talk(account, 'cleo', 40);
    await talk(other, 'cleo', 40);
    const before = await stored(other);
    const own = await stored(account);
    const ids = (rows: readonly Row[]) => new Set(rows.map(({ id }) => id));
    expect(ids(own.messages).intersection(ids(before.messages)).size).toBe(0);
    const erase = async (body: object) => {
      const reply = await account.call('POST', '/v1/erasures', body);
      expect(reply.statusCode).toBe(202);
      const state = async () => {
        await app.worker.round();
        await app.worker.settled();
        return (await account.call('GET', `/v1/erasures/${reply.json().id}`)).json().status;
      };
      await expect.poll(state, { timeout: 60_000, interval: 500 }).toBe('done');
    };
    for (const id of ['cleo-39', 'cleo-20'])
      expect((await account.call('DELETE', `/v1/query/calls/${id}`)).statusCode).toBe(204);
    expect(await read(account, 'cleo-38')).toEqual({
      input: inputOf('cleo', 38),
      output: answer('cleo', 38),
    });
    expect(await find(account, 'q39x3')).toEqual([]);
    // The question of the last turn, and what only that turn had of the answer before it.
    const left = await stored(account);
    expect([left.calls.length, left.messages.length]).toEqual([38, own.messages.length - 2]);
    // What comes now is told anew, and what stays still reads well.
    await send(account, turnOf('cleo', 40));
    expect(await read(account, 'cleo-40')).toMatchObject({ input: inputOf('cleo', 40) });
    await erase({ sessionId: 'cleo' });
    expect(await stored(account)).toEqual({ calls: [], messages: [] });
    expect(await stored(other)).toEqual(before);
    await send(account, turnOf('cleo', 41));
    expect(await read(account, 'cleo-41')).toMatchObject({ input: inputOf('cleo', 41) });
  });

  it('may be text that grows, spans, or members of a request', SLOW, async () => {
    const account = await storing();
    const text = (turn: number): string =>
      inputOf('dan', turn)
        .map(({ role, content }) => `${role}: ${content} 返金は東京`)
        .join('\n');
    const tools = Array.from({ length: 12 }, (_, at) => ({
      name: `tool${at}`,
      description: words(`t${at}x`, 20),
      parameters: { type: 'object' },
    }));
    for (let turn = 10; turn < 20; turn += 1)
      await send(
        account,
        turnOf('dan', turn, { id: `text-${turn}`, requestMeta: { input: text(turn), output: 'Yes.' } }),
        turnOf('dan', turn, {
          id: `body-${turn}`,
          requestMeta: { input: { messages: inputOf('dan', turn), tools }, output: 'Yes.' },
        }),
      );
    const parts = (turn: number) =>
      inputOf('dan', turn).map(({ role, content }) => ({ role, parts: [{ type: 'text', content }] }));
    const spans = Array.from({ length: 10 }, (_, turn) =>
      inference({ 'gen_ai.input.messages': JSON.stringify(parts(turn + 10)) }, now - 60_000 + turn),
    );
    for (const span of spans) await account.call('POST', '/v1/traces', exportOf([span]));
    for (let turn = 10; turn < 20; turn += 1) {
      expect((await read(account, `text-${turn}`)).input).toBe(text(turn));
      expect((await read(account, `body-${turn}`)).input).toEqual({
        messages: inputOf('dan', turn),
        tools,
      });
      const { traceId, spanId } = spans[turn - 10]!;
      expect((await read(account, `${traceId}-${spanId}`)).input).toEqual(parts(turn));
    }
    expect(await find(account, '返金は東京')).toHaveLength(10);
    expect(await find(account, 't11x19')).toHaveLength(10);
    const { calls } = await stored(account);
    const last = calls.filter(({ id }) => id.endsWith('-19') || id.includes(spans[9]!.spanId));
    expect(last).toHaveLength(3);
    for (const { messages, bytes } of last) {
      expect(messages.length).toBeGreaterThan(3);
      expect(bytes).toBeLessThan(4_000);
    }
  });

  it('expires as a whole, and not before', SLOW, async () => {
    const account = await storing();
    await talk(account, 'eve', 20);
    const { messages } = await stored(account);
    const engine = await testEngine();
    const [kept] = await engine.query<{ calls: string; messages: string }>(
      `SELECT toString(max(expires_at)) AS messages,
         (SELECT toString(max(expires_at)) FROM call_content WHERE account = {account: UInt32}) AS calls
       FROM messages WHERE account = {account: UInt32}`,
      { account: account.number },
    );
    const ms = (text = '') => Date.parse(`${text}Z`);
    expect(ms(kept?.messages) - ms(kept?.calls)).toBe(DAY_MS);
    expect(messages.length).toBeGreaterThan(30);
    await app.services.records.admin.deleteExpired(ms(kept?.calls) - MINUTE_MS);
    expect(await read(account, 'eve-19')).toMatchObject({ input: inputOf('eve', 19) });
    await app.services.records.admin.deleteExpired(ms(kept?.calls));
    expect(await stored(account)).toEqual({ calls: [], messages: [] });
  });
});
