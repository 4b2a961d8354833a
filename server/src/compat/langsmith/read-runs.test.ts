import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error';
import { readBatch, readMultipart, readRun } from './read-runs.ts';
import { runSpan } from './run-span.ts';

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const idsOf = ({ parts }: ReturnType<typeof readBatch>) => parts.map(({ id }) => id);

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a batch', () => {
  test('has posts and patches', () => {
    const read = readBatch(bytes({ post: [{ id: 'a' }], patch: [{ id: 'b', end_time: 1_794_855_600_718 }] }));
    expect(read.parts).toMatchObject([
      { id: 'a', begins: true, ends: false },
      { id: 'b', begins: false, ends: true },
    ]);
    expect(idsOf(readBatch(bytes({ post: null })))).toEqual([]);
  });

  test.for([
    ['is no run', '3'],
    ['has no id', '{"name":"x"}'],
    ['is too deep', `{"id":"x","inputs":${deep(100)}}`],
    ['has a forbidden key', '{"id":"x","inputs":{"__proto__":1}}'],
  ])('loses only the run that %s', ([, bad]) => {
    const read = readBatch(bytes(`{"post":[{"id":"a"},${bad},{"id":"b"}]}`));
    expect(idsOf(read)).toEqual(['a', 'b']);
    expect(read.rejected.list()).toMatchObject([{ count: 1 }]);
  });

  test('keeps a run with the same key twice', () => {
    expect(idsOf(readBatch(bytes('{"post":[{"id":"a","id":"b"}]}')))).toEqual(['b']);
  });

  test.for([['{"post":['], ['[]'], ['7'], [''], [deep(200_000)], ['\ud800']])(
    'is an error: %.20s',
    ([body]) => {
      expect(() => readBatch(Buffer.from(body as string, 'latin1'))).toThrow(AppError);
    },
  );
});

test('a single patch has its id from the path', () => {
  expect(idsOf(readRun(bytes({ outputs: {} }), 'patch', 'a'))).toEqual(['a']);
  expect(() => readRun(bytes(`{"inputs":${deep(100)}}`), 'post')).toThrow('too deeply');
});

const outcomeOf = (work: () => unknown): string => {
  try {
    work();
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
  const read = (parts: [string, string][]) => readMultipart(form(parts), 'multipart/form-data; boundary=b');

  test('puts the parts of a run together, in any order', () => {
    const { parts, feedback, rejected } = read([
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

  test('counts what it does not read, and keeps the rest', () => {
    const { parts, rejected } = read([
      ['post.a', '{"id":"a"}'],
      ['post.a.inputs', '{"broken'],
      ['post.b.inputs', '{"q":1}'],
      ['post.c', '[]'],
      ['attachment.a.photo', 'PNG'],
      ['feedback.f', '3'],
      ['other', ''],
    ]);
    expect(parts).toMatchObject([{ id: 'a' }]);
    expect(rejected.list()).toEqual([
      { reason: 'invalid_json', count: 2, example: 'post.a.inputs' },
      { reason: 'attachment_not_stored', count: 1, example: 'attachment.a.photo' },
      { reason: 'unknown_part', count: 1, example: 'other' },
      { reason: 'invalid_run', count: 2, example: 'post.b' },
    ]);
  });

  test.for([['multipart/form-data'], ['multipart/form-data; boundary=other']])(
    'is an error with %s',
    ([type]) => {
      expect(() => readMultipart(form([['post.a', '{}']]), type as string)).toThrow(
        expect.objectContaining({ reason: 'invalid_multipart' }),
      );
    },
  );

  test('is read or is an error with a reason, whatever it holds', () => {
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
    fc.assert(
      fc.property(fc.array(fc.tuple(name, content), { maxLength: 8 }), (parts) => {
        expect(['read', 'invalid_multipart']).toContain(outcomeOf(() => read(parts).parts.map(runSpan)));
      }),
    );
  });
});
