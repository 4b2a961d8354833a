import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundaryOf, splitMultipart } from './multipart.ts';
import { Pace } from './yield-to-event-loop.ts';

const BOUNDARY = '----LangSmithFormBoundary4f9';

const part = (name: string, content: string, more = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n${more}\r\n${content}\r\n`;
const end = `--${BOUNDARY}--\r\n`;

const split = (body: string | Buffer) => splitMultipart(Buffer.from(body), BOUNDARY, new Pace());
const texts = async (body: string) =>
  (await split(body)).parts.map(({ name, content }) => [name, content.toString()]);

describe('a multipart body', () => {
  test('has its parts by name, with their bytes unchanged', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 45, 45, 13]);
    const body = Buffer.concat([
      Buffer.from(part('post.a', '{"id":"a"}', 'Content-Type: application/json; length=10\r\n')),
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-type: image/png\r\ncontent-disposition:form-data;name="attachment.a.b"\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n${end}`),
    ]);
    const read = await split(body);
    expect(read.ok).toBe(true);
    expect(read.parts.map(({ name }) => name)).toEqual(['post.a', 'attachment.a.b']);
    expect(read.parts[1]?.content.equals(bytes)).toBe(true);
  });

  test('may be empty, have empty parts, names in UTF-8, a file name, and text around the parts', async () => {
    expect(await split(end)).toEqual({ ok: true, parts: [] });
    expect(await texts(`hello\r\n${part('a', '')}${part('ü', 'x')}${end}bye`)).toEqual([
      ['a', ''],
      ['ü', 'x'],
    ]);
    const named = `--${BOUNDARY}\r\nContent-Disposition: form-data; filename="name=x"; name="f"\r\n\r\nx\r\n${end}`;
    expect(await texts(named)).toEqual([['f', 'x']]);
  });

  test.for([
    ['is empty', ''],
    ['has no boundary', 'post.a={}'],
    ['has another boundary', part('a', 'x').replaceAll(BOUNDARY, 'other')],
    ['has its boundary in the middle of a line', `x${part('a', 'x')}${end}`],
    ['is cut off in a part', part('a', 'x').slice(0, -4)],
    ['is cut off in the headers', `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"`],
    ['is cut off after a boundary', `--${BOUNDARY}`],
    ['has a part without a name', `--${BOUNDARY}\r\nContent-Type: text/plain\r\n\r\nx\r\n${end}`],
    [
      'has a name with a line break',
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a\r\nb"\r\n\r\nx\r\n${end}`,
    ],
    ['has too long headers', part('a', 'x', `X-Long: ${'y'.repeat(5_000)}\r\n`) + end],
    ['has too long a name', part('n'.repeat(600), 'x') + end],
    ['has too many parts', part('a', '').repeat(20_001) + end],
  ])('is a fault if it %s', async ([, body]) => {
    expect((await split(body as string)).ok).toBe(false);
  });

  test('keeps the parts before a fault', async () => {
    const read = await split(part('a', 'x') + part('b', 'y').slice(0, -3));
    expect(read).toMatchObject({ ok: false, parts: [{ name: 'a' }] });
  });

  test('never throws, and returns views of the body only', async () => {
    const piece = fc.constantFrom(
      `--${BOUNDARY}`,
      '\r\n',
      '--',
      '\r\n\r\n',
      part('a', 'b'),
      end,
      'name="',
      ';',
      ' ',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), async (pieces) => {
        const body = Buffer.from(pieces.join(''));
        for (const { content } of (await splitMultipart(body, BOUNDARY, new Pace())).parts)
          expect(content.buffer === body.buffer && content.length <= body.length).toBe(true);
      }),
    );
  });
});

test.for([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; BOUNDARY="a b"', 'a b'],
  ['multipart/form-data', undefined],
  ['multipart/form-data; boundary=', undefined],
  [`multipart/form-data; boundary=${'x'.repeat(300)}`, undefined],
])('the boundary of %s', ([header, boundary]) => {
  expect(boundaryOf(header as string)).toBe(boundary);
});
