import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { Readable } from 'node:stream';
import { ByteBudget } from '#lib/byte-budget';
import { InFlight } from './in-flight.ts';
import { readLargeBody } from './large-body.ts';

const MIB = 1_048_576;
const request = (headers: Record<string, string>) =>
  ({ headers, routeOptions: { bodyLimit: 32 * MIB } }) as unknown as FastifyRequest;
const inFlightWithin = (total?: number) => new InFlight(new ByteBudget({ total, patienceMs: 5 }));
const reply = () => ({ raw: new EventEmitter() }) as unknown as FastifyReply;

describe('bodies in memory', () => {
  it('503 overloaded: beyond the limit, until a request is answered', async () => {
    const inFlight = inFlightWithin(3 * MIB);
    const first = reply();
    void inFlight.take(request({ 'content-length': String(MIB) }), first, MIB);
    void inFlight.take(request({ 'content-length': String(2 * MIB - 100) }), reply(), MIB);
    expect(inFlight.bytes).toBe(2 * MIB);
    void inFlight.take(request({ 'content-length': '50' }), reply(), MIB);
    const refused = async () => inFlight.take(request({ 'content-length': String(MIB) }), reply(), MIB);
    await expect(refused()).rejects.toEqual(
      expect.objectContaining({ status: 503, reason: 'overloaded', retryAfterSeconds: 2 }),
    );
    first.raw.emit('finish');
    first.raw.emit('close');
    expect(inFlight.bytes).toBe(MIB + 50);
    expect(await refused()).toBeUndefined();
  });

  it.each([{}, { 'content-length': 'many' }, { 'content-length': '9', 'content-encoding': 'gzip' }])(
    'a body of unknown length counts with the usual limit: %j',
    (headers) => {
      const inFlight = inFlightWithin();
      const broken = reply();
      void inFlight.take(request(headers), broken, MIB);
      expect(inFlight.bytes).toBe(MIB);
      broken.raw.emit('close');
      expect(inFlight.bytes).toBe(0);
    },
  );

  it('a large body counts by its Content-Length, one of unknown length as it arrives', async () => {
    const inFlight = inFlightWithin(32 * MIB);
    void inFlight.take(request({ 'content-length': String(20 * MIB) }), reply(), 16 * MIB);
    expect(inFlight.bytes).toBe(16 * MIB);
    const chunked = request({});
    void inFlight.take(chunked, reply(), 16 * MIB);
    expect(inFlight.bytes).toBe(17 * MIB);
    const pieces = Readable.from(Array.from({ length: 5 }, () => Buffer.alloc(MIB)));
    expect(await readLargeBody(chunked, pieces)).toHaveLength(5 * MIB);
    expect(inFlight.bytes).toBe(21 * MIB);
    const flood = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(MIB)));
    const other = request({});
    void inFlight.take(other, reply(), 32 * MIB);
    await expect(readLargeBody(other, flood)).rejects.toMatchObject({ reason: 'overloaded' });
  });

  it('one account leaves room for others', async () => {
    const inFlight = inFlightWithin();
    const of = (accountId: string) =>
      ({ headers: { 'content-length': String(16 * MIB) }, accountId }) as unknown as FastifyRequest;
    const take = async (account: string) => inFlight.take(of(account), reply(), 16 * MIB);
    for (let at = 0; at < 9; at += 1) await take('one');
    await expect(take('one')).rejects.toMatchObject({ reason: 'overloaded' });
    expect(await take('other')).toBeUndefined();
  });
});
