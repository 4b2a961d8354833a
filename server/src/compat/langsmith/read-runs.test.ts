import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error';
import { Pace } from '#lib/yield-to-event-loop';
import { readBatch, readMultipart, readRun, type ReadRuns } from './read-runs.ts';
import { runSpan } from './run-span.ts';

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const idsOf = ({ parts }: ReadRuns) => parts.map(({ id }) => id);
const batch = (body: Buffer) => readBatch(body, new Pace());

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a batch', () => {
  test('has posts and patches', async () => {
    const read = await batch(
      bytes({ post: [{ id: 'a' }], patch: [{ id: 'b', end_time: 1_794_855_600_718 }] }),
    );
    expect(read.parts).toMatchObject([
      { id: 'a', begins: true, ends: false },
      { id: 'b', begins: false, ends: true },
    ]);
    expect(idsOf(await batch(bytes({ post: null })))).toEqual([]);
  });

  test.for([
    ['is no run', '3'],
    ['has no id', '{"name":"x"}'],
    ['is too deep', `{"id":"x","inputs":${deep(100)}}`],
    ['has a forbidden key', '{"id":"x","inputs":{"__proto__":1}}'],
  ])('loses only the run that %s', async ([, bad]) => {
    const read = await batch(bytes(`{"post":[{"id":"a"},${bad},{"id":"b"}]}`));
    expect(idsOf(read)).toEqual(['a', 'b']);
    expect(read.rejected.list()).toMatchObject([{ count: 1 }]);
  });

  test('keeps a run with the same key twice', async () => {
    expect(idsOf(await batch(bytes('{"post":[{"id":"a","id":"b"}]}')))).toEqual(['b']);
  });

  test.for([['{"post":['], ['[]'], ['7'], [''], [deep(200_000)], ['\ud800']])(
    'is an error: %.20s',
    async ([body]) => {
      await expect(batch(Buffer.from(body as string, 'latin1'))).rejects.toThrow(AppError);
    },
  );
});

test('a single patch has its id from the path', async () => {
  expect(idsOf(await readRun(bytes({ outputs: {} }), new Pace(), 'patch', 'a'))).toEqual(['a']);
  await expect(readRun(bytes(`{"inputs":${deep(100)}}`), new Pace(), 'post')).rejects.toMatchObject({
    reason: 'too_deep',
  });
});

const outcomeOf = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    await work();
    return 'read';
  } catch (error) {
    return error instanceof AppError ? error.reason : String(error);
  }
};

describe('a multipart body', () => {
  const form = (parts: [string, string][]) =>
    Buffer.from(
      `${parts
        .map(
          ([name, content]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`,
        )
        .join('')}--b--\r\n`,
    );
  const read = (parts: [string, string][]) =>
    readMultipart(form(parts), new Pace(), 'multipart/form-data; boundary=b');

  test('puts the parts of a run together, in any order', async () => {
    const { parts, feedback, rejected } = await read([
      ['post.a.inputs', '{"q":1}'],
      ['post.a', '{"id":"a","name":"x"}'],
      ['post.a.outputs', '{"a":2}'],
      ['post.a.extra', '{"metadata":{"plan":"pro"}}'],
      ['post.a.error', '"no"'],
      ['post.a.events', '[{"name":"new_token","time":1794855600718}]'],
      ['post.a.serialized', 'not read'],
      ['patch.a', '{"id":"a","end_time":1794855600718}'],
      ['feedback.f', '{"run_id":"a","key":"k","score":1}'],
    ]);
    expect(parts).toMatchObject([
      {
        id: 'a',
        begins: true,
        body: {
          name: 'x',
          inputs: { q: 1 },
          outputs: { a: 2 },
          error: 'no',
          metadata: { plan: 'pro' },
          first_token_at: 1_794_855_600_718,
        },
      },
      { id: 'a', begins: false, ends: true },
    ]);
    expect(feedback).toEqual([{ id: 'f', run_id: 'a', key: 'k', score: 1 }]);
    expect(rejected.list()).toEqual([]);
  });

  test('counts what it does not read, and keeps the rest', async () => {
    const { parts, rejected } = await read([
      ['post.a', '{"id":"a"}'],
      ['post.a.inputs', '{"broken'],
      ['post.b.inputs', '{"q":1}'],
      ['post.c', '[]'],
      ['attachment.a.photo', 'PNG'],
      ['attachment.z.photo', 'PNG'],
      ['feedback.f', '3'],
      ['other', ''],
    ]);
    expect(parts).toMatchObject([
      { id: 'a', body: { attachments: { photo: 'data:application/octet-stream;base64,UE5H' } } },
    ]);
    expect(rejected.list()).toEqual([
      { reason: 'invalid_json', count: 2, example: 'post.a.inputs' },
      { reason: 'unknown_part', count: 1, example: 'other' },
      { reason: 'attachment_not_stored', count: 1, example: 'attachment.z.photo' },
      { reason: 'invalid_run', count: 2, example: 'post.b' },
    ]);
  });

  test.for([['multipart/form-data'], ['multipart/form-data; boundary=other']])(
    'is an error with %s',
    async ([type]) => {
      await expect(readMultipart(form([['post.a', '{}']]), new Pace(), type as string)).rejects.toMatchObject(
        { reason: 'invalid_multipart' },
      );
    },
  );

  test('is read or is an error with a reason, whatever it holds', async () => {
    const name = fc.constantFrom(
      'post.a',
      'post.a.inputs',
      'patch.a',
      'patch.a.events',
      'feedback.f',
      'attachment.a.b',
      'post.',
      '',
    );
    const content = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom('{"id":"a"}', '\r\n--b\r\n', '{"id":7}', '[[', '\u0000'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, content), { maxLength: 8 }), async (parts) => {
        const outcome = await outcomeOf(async () => (await read(parts)).parts.map(runSpan));
        expect(['read', 'invalid_multipart']).toContain(outcome);
      }),
    );
  });
});
