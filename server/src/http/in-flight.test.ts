import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { InFlight } from './in-flight.ts';

const MIB = 1_048_576;
const request = (headers: Record<string, string>) => ({ headers }) as unknown as FastifyRequest;
const reply = () => ({ raw: new EventEmitter() }) as unknown as FastifyReply;

describe('bodies in memory', () => {
  it('503 overloaded: beyond the limit, until a request is answered', () => {
    const inFlight = new InFlight(3 * MIB);
    const first = reply();
    inFlight.take(request({ 'content-length': String(MIB) }), first);
    inFlight.take(request({ 'content-length': String(2 * MIB - 100) }), reply());
    expect(inFlight.bytes).toBe(2 * MIB);
    inFlight.take(request({ 'content-length': '50' }), reply());
    const refused = () => inFlight.take(request({ 'content-length': String(MIB) }), reply());
    expect(refused).toThrow(
      expect.objectContaining({ status: 503, reason: 'overloaded', retryAfterSeconds: 2 }),
    );
    first.raw.emit('finish');
    first.raw.emit('close');
    expect(inFlight.bytes).toBe(MIB + 50);
    expect(refused).not.toThrow();
  });

  it.each([{}, { 'content-length': 'many' }, { 'content-length': '9', 'content-encoding': 'gzip' }])(
    'a body of unknown length counts as the longest: %j',
    (headers) => {
      const inFlight = new InFlight();
      const broken = reply();
      inFlight.take(request(headers), broken);
      expect(inFlight.bytes).toBe(MIB);
      broken.raw.emit('close');
      expect(inFlight.bytes).toBe(0);
    },
  );
});
