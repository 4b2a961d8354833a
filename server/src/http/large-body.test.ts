import { PassThrough, Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { readLargeBody } from './large-body.ts';

const MIB = 1_048_576;
const chunks = Array.from({ length: 40 }, (_, at) => Buffer.alloc(65_536, at));
const whole = Buffer.concat(chunks);

const request = (headers: Record<string, string>, bodyLimit = 4 * MIB, grow: FastifyRequest['grow'] = null) =>
  ({ headers, routeOptions: { bodyLimit }, grow }) as unknown as FastifyRequest;
const length = (bytes: number) => ({ 'content-length': String(bytes) });

describe('a large body', () => {
  it.each([length(whole.length), {}])('is whole: %j', async (headers) => {
    const body = await readLargeBody(request(headers), Readable.from(chunks));
    expect(body.equals(whole)).toBe(true);
  });

  it('of unknown length waits for room, and counts a mebibyte ahead', async () => {
    const counted: number[] = [];
    const grow = async (bytes: number) => void counted.push(bytes / MIB);
    expect((await readLargeBody(request({}, 4 * MIB, grow), Readable.from(chunks))).equals(whole)).toBe(true);
    expect(counted).toEqual([1, 2, 3]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['announced', length(whole.length), 'FST_ERR_CTP_BODY_TOO_LARGE'],
    ['not announced', {}, 'FST_ERR_CTP_BODY_TOO_LARGE'],
  ])('over the limit is refused: %s', async (_name, headers, code) => {
    const payload = new PassThrough();
    for (const chunk of chunks) payload.write(chunk);
    await expect(readLargeBody(request(headers, 2 * MIB), payload)).rejects.toMatchObject({ code });
    // The answer has to reach the client.
    expect(payload.destroyed).toBe(false);
  });

  it('shorter than announced, or broken off, is the client’s fault', async () => {
    await expect(
      readLargeBody(request(length(whole.length + 1)), Readable.from(chunks)),
    ).rejects.toMatchObject({ code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' });
    const payload = new PassThrough();
    const reading = readLargeBody(request({}), payload);
    payload.write(chunks[0]);
    payload.destroy(new Error('aborted'));
    await expect(reading).rejects.toMatchObject({ message: 'aborted', statusCode: 400 });
  });
});
