import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
  account = await app.account();
  await account.call('PUT', '/v1/account/consents/plaintext-storage');
});
afterAll(() => app.stop());

const annotate = (kind: string, data: unknown, query = '') =>
  account.call('POST', `/v1/${kind}_annotations${query}`, { data });
const scores = async (query: string) => (await account.call('GET', `/v1/scores?${query}`)).json().scores;
const SPAN = '00f067aa0ba902b7';

describe('annotations of Phoenix', () => {
  it('200: a span by its id alone, with score, label, explanation and metadata', async () => {
    const reply = await annotate(
      'span',
      [
        {
          span_id: SPAN.toUpperCase(),
          name: 'hallucination',
          annotator_kind: 'LLM',
          result: { score: 0.75, label: 'factual', explanation: 'It is right.' },
          metadata: { model: 'gpt-4o' },
          identifier: '',
        },
      ],
      '?sync=true',
    );
    expect([reply.statusCode, reply.json().data.length]).toEqual([200, 1]);
    expect(await scores('name=hallucination')).toMatchObject([
      {
        id: reply.json().data[0].id,
        spanId: SPAN,
        dataType: 'numeric',
        value: 0.75,
        source: 'judge',
        comment: 'It is right.',
        metadata: { model: 'gpt-4o', label: 'factual' },
      },
    ]);
  });

  it('200: the same name, span and identifier replace an annotation; another identifier adds one', async () => {
    const send = (identifier: string, score: number) =>
      annotate('span', [
        { span_id: SPAN, name: 'twice', annotator_kind: 'CODE', result: { score }, identifier },
      ]);
    const [one, two] = [await send('a', 1), await send('a', 2)];
    expect(one.json()).toEqual(two.json());
    await send('b', 3);
    const found = await scores('name=twice');
    expect(
      found.map(({ value, source }: { value: number; source: string }) => [value, source]).toSorted(),
    ).toEqual([
      [2, 'rule'],
      [3, 'rule'],
    ]);
  });

  it('200: traces, sessions and documents; a label alone is a category', async () => {
    const result = { label: 'good' };
    await annotate('trace', [
      { trace_id: 'ab'.repeat(16), name: 'of-trace', annotator_kind: 'HUMAN', result },
    ]);
    await annotate('session', [{ session_id: 's 1', name: 'of-session', annotator_kind: 'HUMAN', result }]);
    await annotate(
      'document',
      [0, 1].map((position) => ({
        span_id: SPAN,
        document_position: position,
        name: 'of-document',
        annotator_kind: 'LLM',
        result: { score: position },
      })),
    );
    expect(await scores('name=of-trace')).toMatchObject([
      { traceId: 'ab'.repeat(16), dataType: 'categorical', value: 'good', source: 'human' },
    ]);
    expect(await scores('name=of-session')).toMatchObject([{ sessionId: 's 1', value: 'good' }]);
    const documents = await scores('name=of-document');
    expect(
      documents
        .map(({ metadata }: { metadata: { document_position: number } }) => metadata.document_position)
        .toSorted(),
    ).toEqual([0, 1]);
  });

  it('200: an empty list stores nothing', async () => {
    expect((await annotate('span', [])).json()).toEqual({ data: [] });
  });

  it('422 in Phoenix’s format; the valid annotations of the request are stored', async () => {
    const fine = { span_id: SPAN, name: 'beside-a-bad-one', annotator_kind: 'LLM', result: { score: 1 } };
    const reply = await annotate('span', [fine, { ...fine, name: 'empty', result: null }]);
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([422, ['detail']]);
    expect(reply.json().detail).toMatch(/^data\[1\]: value must be/);
    expect(await scores('name=beside-a-bad-one')).toHaveLength(1);
    const shape = await annotate('span', [{ name: 'no-span' }]);
    expect([shape.statusCode, shape.json().detail]).toEqual([422, expect.stringContaining('span_id')]);
  });

  it('401 in Phoenix’s format, and diagnostics name the client', async () => {
    const reply = await app.call('POST', '/v1/span_annotations', { data: [] });
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([401, ['detail']]);
    const own = await app.account();
    await own.call('POST', '/v1/span_annotations', { data: 1 }, { 'user-agent': 'phoenix-client/1' });
    const { sources } = (await own.call('GET', '/v1/ingest/diagnostics')).json();
    expect(sources).toMatchObject([{ endpoint: 'phoenix', client: 'phoenix-client/1', refused: 1 }]);
  });

  it('200: the version, as text', async () => {
    const reply = await app.call('GET', '/arize_phoenix_version');
    expect([reply.statusCode, reply.body]).toEqual([200, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
  });
});
