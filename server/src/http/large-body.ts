// Reads the body of a route with a high limit. What arrives is copied at once: joined at the end, the parts of a large
// body would keep the thread for 50 ms.
import { errorCodes, type FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { BODY_LIMIT } from './body.ts';

/**
 * What is read of a body before others have their turn. Node reads two mebibytes of each connection at once, and with
 * many large bodies that is too much for one turn.
 */
const TURN_BYTES = 512 * 1_024;

/** Memory that is not written to costs nothing. */
const roomFor = (bytes: number): Buffer => Buffer.allocUnsafeSlow(bytes);

export function readLargeBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const limit = request.routeOptions.bodyLimit ?? BODY_LIMIT;
  const announced = Number(request.headers['content-length']);
  const isAnnounced = announced >= 0;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const tooLarge = (): void => end(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
  let body = roomFor(isAnnounced && announced <= limit ? announced : 0);
  let arrived = 0;
  let counted = 0;
  let ofTurn = 0;

  function end(error?: Error | null): void {
    payload.off('data', take).off('end', end).off('error', end);
    if (error) reject(Object.assign(error, { statusCode: statusOf(error) }));
    else if (isAnnounced && arrived !== announced)
      reject(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH());
    else resolve(body.subarray(0, arrived));
  }

  function take(chunk: Buffer): void {
    const before = arrived;
    arrived += chunk.length;
    if (arrived > limit) return tooLarge();
    if (body.length === 0) body = roomFor(limit);
    chunk.copy(body, before);
    ofTurn += chunk.length;
    if (!isAnnounced && arrived > counted) countMore();
    else if (ofTurn >= TURN_BYTES) {
      payload.pause();
      setImmediate(goOn);
    }
  }

  function goOn(): void {
    ofTurn = 0;
    payload.resume();
  }

  /** A body of unknown length counts while it arrives, a mebibyte ahead. */
  function countMore(): void {
    counted = Math.ceil(arrived / BODY_LIMIT) * BODY_LIMIT;
    const waits = grown();
    if (!waits) return;
    payload.pause();
    waits.then(goOn, end);
  }

  function grown(): void | Promise<void> {
    try {
      return request.grow?.(counted);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  if (announced > limit) tooLarge();
  else payload.on('data', take).on('end', end).on('error', end).resume();
  return promise;
}

/** A connection that breaks off is the client's fault. */
const statusOf = (error: Error): number => {
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === 'number' && statusCode >= 400 ? statusCode : 400;
};
