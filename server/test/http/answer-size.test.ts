// No answer is larger than 16 MiB, whatever is requested from a store that has more.
import { Type } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { sealContent } from '#content';
import { endpoint } from '#core/endpoint';
import type { ReadCall, ReadObservation, ReadSpan } from '#records';
import { makeTestApp, openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { plainCall, plainObservation } from '#test/support/call-rows';
import { sealedAlone, type FakeRecords } from '#test/support/fake-records';

const MIB = 1_048_576;
const MAX = 16 * MIB;
const now = Date.now() - 60_000;

const wide = (at: number, bytes: number): ReadCall => ({
  call: plainCall(`call-${at}`, now + at, {
    spanId: `span-${at}`,
    requestMeta: { attributes: { note: 'é'.repeat(bytes / 2) } },
  }),
  hasContent: false,
});

let calls: ReadCall[] = [];
let observations: ReadObservation[] = [];
let spans: ReadSpan[] = [];
let content: ((id: string) => Promise<Buffer>) | null = null;
const records: FakeRecords = {
  selectCalls: async (_scope, _filter, { after, limit }) => {
    const start = after ? calls.findIndex(({ call }) => call.id === after.id) + 1 : 0;
    return calls.slice(start, start + limit);
  },
  selectSession: async () => ({
    calls,
    totals: { calls: calls.length, costUsd: 0, totalTokens: 0, errors: 0, startMs: now, endMs: now },
  }),
  selectTrace: async () => ({ calls, observations, truncated: false }),
  selectTraceSpans: async (_scope, _id, { after, limit }) => {
    const start = after ? spans.findIndex(({ id }) => id === after.id) + 1 : 0;
    return { spans: spans.slice(start, start + limit), total: spans.length };
  },
  selectSealedContent: async (_scope, places) =>
    sealedAlone(
      await Promise.all(
        places.map(async ({ id }) => [id, (await content?.(id)) ?? Buffer.alloc(0)] as const),
      ),
    ),
};

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp({ records });
  account = await app.account();
  return () => app.stop();
});

interface Page {
  records: { id: string }[];
  nextCursor: string | null;
  truncated: boolean;
}

describe('answers have at most 16 MiB', () => {
  it('pages of wide calls are shorter, and together contain all of them', async () => {
    calls = Array.from({ length: 135 }, (_, at) => wide(at, 250_000));
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const reply = await account.call('POST', '/v1/query/calls', {
        limit: 200,
        ...(cursor ? { cursor } : {}),
      });
      expect(Buffer.byteLength(reply.body)).toBeLessThanOrEqual(MAX);
      const page = reply.json<Page>();
      expect(page.truncated).toBe(page.nextCursor !== null);
      seen.push(...page.records.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
      pages += 1;
    } while (cursor !== undefined);
    expect(seen).toEqual(calls.map(({ call }) => call.id));
    expect(pages).toBe(3);
  });

  it('a call that is too large on its own omits its large parts, and the next page continues after it', async () => {
    calls = [wide(0, 17 * MIB), wide(1, 10)];
    const first = (await account.call('POST', '/v1/query/calls', {})).json();
    expect(first).toMatchObject({ records: [{ id: 'call-0', requestMeta: null }], truncated: true });
    const next = (await account.call('POST', '/v1/query/calls', { cursor: first.nextCursor })).json();
    expect(next).toMatchObject({ records: [{ id: 'call-1' }], truncated: false, nextCursor: null });
  });

  it('a run has as many scores as fit, and says that it is truncated', async () => {
    const owner = await app.account({ plan: 'pro' });
    const list = { name: 'Says yes', type: 'contains', rubric: 'yes', scaleMin: 0, scaleMax: 1 };
    const [criterion] = (await owner.call('POST', '/v1/eval-criteria', list)).json().criteria.slice(-1);
    const order = { name: 'wide', recentCount: 1, criterionIds: [criterion.id] };
    const { id } = (await owner.call('POST', '/v1/eval-runs', order)).json().summary;
    const score = (at: number) => ({
      account_id: owner.id,
      project_id: null,
      run_id: id as number,
      rule_id: null,
      criterion_id: criterion.id as number,
      call_id: `call-${at}`,
      call_timestamp: now,
      trace_id: null,
      score: 1,
      normalized: 1,
      label: null,
      reasoning: '\u{1f600}'.repeat(4_000),
      status: 'scored' as const,
      reason: null,
      judge: null,
      cost_micros: 0,
      created_at: now,
    });
    await app.services.metadata.transaction(async (db) => {
      for (let from = 0; from < 1_200; from += 100) {
        const some = Array.from({ length: 100 }, (_, at) => score(from + at));
        await db.insertInto('eval_scores').values(some).execute();
      }
    });
    const reply = await owner.call('GET', `/v1/eval-runs/${id}`);
    expect([reply.statusCode, Buffer.byteLength(reply.body) <= MAX]).toEqual([200, true]);
    const { run, scores, truncated } = reply.json();
    expect([run.scoredCount, truncated]).toEqual([1_200, true]);
    expect(scores.length).toBeGreaterThan(900);
    expect(scores.map(({ callId }: { callId: string }) => callId)).toEqual(
      Array.from({ length: scores.length }, (_, at) => `call-${at}`),
    );
  });

  it('pages of prompts are shorter, and together contain all of them', async () => {
    const owner = await app.account();
    const made = 60;
    // Six bytes each in JSON.
    const template = '\u0001'.repeat(50_000);
    for (let at = 0; at < made; at += 1) {
      const reply = await owner.call('POST', '/v1/prompts', { name: 'wide', version: `${at}`, template });
      expect(reply.statusCode).toBe(201);
    }
    const seen: string[] = [];
    let pages = 0;
    for (let cursor: string | null = ''; cursor !== null; pages += 1) {
      const reply = await owner.call('GET', `/v1/prompts?limit=200${cursor && `&cursor=${cursor}`}`);
      expect([reply.statusCode, Buffer.byteLength(reply.body) <= MAX]).toEqual([200, true]);
      const page = reply.json<{ prompts: { version: string }[]; nextCursor: string | null }>();
      seen.push(...page.prompts.map(({ version }) => version));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(Array.from({ length: made }, (_, at) => `${made - 1 - at}`));
    expect(pages).toBe(2);
  });

  it('a session has its newest calls', async () => {
    calls = Array.from({ length: 70 }, (_, at) => wide(at, 250_000));
    const reply = await account.call('GET', '/v1/query/session/s');
    expect(Buffer.byteLength(reply.body)).toBeLessThanOrEqual(MAX);
    const { calls: shown, truncated } = reply.json<{ calls: { id: string }[]; truncated: boolean }>();
    expect([shown.length, shown.at(-1)?.id, truncated]).toEqual([66, 'call-69', true]);
    calls = calls.slice(0, 3);
    expect((await account.call('GET', '/v1/query/session/s')).json().truncated).toBe(false);
  });

  it('a trace has its earliest calls, each listed twice, before observations', async () => {
    calls = Array.from({ length: 36 }, (_, at) => wide(at, 250_000));
    observations = [{ observation: plainObservation('t', 'o', now), hasContent: false }];
    const reply = await account.call('GET', '/v1/query/trace/t');
    expect(Buffer.byteLength(reply.body)).toBeLessThanOrEqual(MAX);
    const trace = reply.json<{ spans: { id: string }[]; nodes: unknown[]; truncated: boolean }>();
    expect([trace.spans.length, trace.nodes.length, trace.truncated]).toEqual([33, 33, true]);
    expect(trace.spans.map(({ id }) => id)).toEqual(calls.slice(0, 33).map(({ call }) => call.id));
  });

  it('a trace has all its spans before content, and as much content as fits, however well it was compressed', async () => {
    calls = Array.from({ length: 60 }, (_, at) => ({ ...wide(at, 1_000), hasContent: true }));
    observations = [];
    const keys = await app.services.contentKeys.load({
      id: account.id,
      number: (await app.services.accounts.get(account.id))?.number ?? 0,
    });
    content = async (id) => sealContent(keys, id, { output: '\u0001'.repeat(100_000) });
    const reply = await account.call('GET', '/v1/query/trace/t');
    expect(Buffer.byteLength(reply.body)).toBeLessThanOrEqual(MAX);
    type Shown = { requestMeta: { output?: string } };
    const { spans: shown, truncated } = reply.json<{ spans: Shown[]; truncated: boolean }>();
    const opened = shown.map(({ requestMeta }) => requestMeta.output !== undefined);
    expect([shown.length, truncated, opened.indexOf(false), opened.lastIndexOf(true)]).toEqual([
      60,
      true,
      13,
      12,
    ]);
    content = null;
  });

  it('pages of spans are shorter, and together contain all of them', async () => {
    const name = '\u0001'.repeat(256);
    spans = Array.from({ length: 6_000 }, (_, at) => ({
      kind: 'observation',
      id: `${at}`,
      type: 'tool',
      name,
      spanId: `${at}`,
      parentSpanId: '',
      startMs: now + at,
      durationMs: 1,
      error: name,
      provider: '',
      model: '',
      totalTokens: 0,
      costUsd: 0,
      agent: '',
      tool: '',
      sessionId: '',
      userId: '',
      tools: [],
    }));
    const first = await account.call('GET', '/v1/query/trace/t/spans?limit=10000');
    expect(Buffer.byteLength(first.body)).toBeLessThanOrEqual(MAX);
    const { spans: shown, truncated, nextCursor } = first.json();
    expect([truncated, shown.length < 6_000]).toEqual([true, true]);
    const rest = await account.call('GET', `/v1/query/trace/t/spans?limit=10000&cursor=${nextCursor}`);
    expect(rest.json()).toMatchObject({ truncated: false, nextCursor: null });
    expect(shown.length + rest.json().spans.length).toBe(6_000);
  });

  it('413: an answer from which nothing can be omitted; one just below the limit arrives whole', async () => {
    let bytes = 0;
    const own = endpoint({
      id: 'getLargeThing',
      method: 'GET',
      path: '/v1/large-thing',
      tag: 'query',
      project: 'account-wide',
      summary: 'A large thing',
      access: { scope: 'read' },
      replies: { 200: Type.Object({ text: Type.String() }) },
      handle: () => ({ text: '\u{1f600}'.repeat(bytes / 4) }),
    });
    const other = await openTestApp({ endpoints: [own] });
    const asker = await other.account();
    bytes = MAX;
    const refused = await asker.call('GET', '/v1/large-thing');
    expect([refused.statusCode, refused.json().reason]).toEqual([413, 'answer_too_large']);
    bytes = MAX - 64;
    for (const headers of [{}, { 'accept-encoding': 'gzip' }]) {
      const { rawPayload, statusCode } = await asker.call('GET', '/v1/large-thing', undefined, headers);
      const { gunzipSync } = await import('node:zlib');
      const text = 'accept-encoding' in headers ? gunzipSync(rawPayload) : rawPayload;
      expect([statusCode, JSON.parse(text.toString()).text.length]).toEqual([200, bytes / 2]);
    }
  });
});
