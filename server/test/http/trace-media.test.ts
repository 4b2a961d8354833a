// The files of a trace, without its content: also those of messages that several calls have.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { openTestApp } from '#test/support/app';
import { exportOf, inference, plain } from '#test/support/sample-spans';

const png = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(bytes)]);
const dataUrl = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`;

it('has each file once, with the first span that has it; 404 for others', async () => {
  const app = await openTestApp();
  const account = await app.account();
  await account.call('PUT', '/v1/account/consents/plaintext-storage');
  const pictures = [png(3_000), png(4_000), png(5_000), png(6_000)];
  const turn = (picture: Buffer, at: number) => [
    {
      role: 'user',
      content: [
        { type: 'text', text: `Step ${at}` },
        { type: 'image_url', image_url: { url: dataUrl(picture) } },
      ],
    },
    { role: 'assistant', content: `I looked at picture ${at}. ${'It has many colours. '.repeat(20)}` },
  ];
  const conversation = pictures.slice(0, 3).map(turn);
  const traceId = randomBytes(16).toString('hex');
  const now = Date.now();
  const timed = <Span extends object>(span: Span, at: number): Span => ({
    ...span,
    traceId,
    startTimeUnixNano: `${BigInt(now - 60_000 + at * 1_000)}000000`,
    endTimeUnixNano: `${BigInt(now - 60_000 + at * 1_000 + 500)}000000`,
  });
  // A conversation that grows by a turn each time, so that its messages are shared.
  const calls = conversation.map((_, at) =>
    timed(inference({ 'gen_ai.input.messages': JSON.stringify(conversation.slice(0, at + 1).flat()) }), at),
  );
  const [, , , last = png(1)] = pictures;
  const tool = timed(plain({ 'output.value': JSON.stringify({ screenshot: dataUrl(last) }) }), 9);
  await account.call('POST', '/otel/v1/traces', exportOf([...calls, tool]));

  const place = `/v1/query/trace/${traceId}/media`;
  const { files, truncated } = (await account.call('GET', place)).json();
  expect(truncated).toBe(false);
  expect(files.map(({ bytes }: { bytes: number }) => bytes)).toEqual(pictures.map(({ length }) => length));
  expect(files.map(({ span }: { span: string }) => span)).toEqual(
    [...calls, tool].map(({ spanId }) => `${traceId}-${spanId}`),
  );
  for (const [at, { id, contentType, time }] of files.entries()) {
    expect(contentType).toBe('image/png');
    expect(Date.parse(time)).toBe(now - 60_000 + (at === 3 ? 9 : at) * 1_000);
    const { rawPayload } = await account.call('GET', `/v1/media/${id}`);
    expect(rawPayload.equals(pictures[at] ?? Buffer.alloc(0))).toBe(true);
  }

  expect((await account.call('GET', '/v1/query/trace/unknown/media')).statusCode).toBe(404);
  const other = await app.account();
  expect((await other.call('GET', place)).statusCode).toBe(404);
  const project = (await account.call('POST', '/v1/projects', { name: 'Other' })).json();
  const bound = await account.key(null, { projectId: project.id });
  expect((await bound.call('GET', place)).statusCode).toBe(404);
});
