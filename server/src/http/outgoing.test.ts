import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Outgoing } from './outgoing.ts';

const MIB = 1_048_576;
const response = () => new EventEmitter() as ServerResponse;
const reasonOf = (work: () => unknown): unknown => {
  try {
    work();
    return 'ok';
  } catch (error) {
    const { status, reason, retryAfterSeconds } = error as Record<string, unknown>;
    return [status, reason, retryAfterSeconds];
  }
};

describe('Outgoing', () => {
  it('429: beyond the limit of one account; other accounts have their own', () => {
    const outgoing = new Outgoing({ bytesPerAccount: 10 * MIB, bytesInAll: 100 * MIB });
    outgoing.hold(response(), 'a', 8 * MIB);
    const full = [429, 'answers_unread', 2];
    expect(reasonOf(() => outgoing.hold(response(), 'a', 3 * MIB))).toEqual(full);
    expect(reasonOf(() => outgoing.hold(response(), 'b', 3 * MIB))).toBe('ok');
    expect(reasonOf(() => outgoing.requireRoom('a', false))).toBe('ok');
    outgoing.hold(response(), 'a', 1.5 * MIB);
    expect(reasonOf(() => outgoing.requireRoom('a', false))).toEqual(full);
    expect(reasonOf(() => outgoing.requireRoom('b', false))).toBe('ok');
  });

  it('429: once a large answer did not fit, none is built while the others are unread', () => {
    const outgoing = new Outgoing({ bytesPerAccount: 10 * MIB });
    const first = response();
    outgoing.hold(first, 'a', 6 * MIB);
    expect(reasonOf(() => outgoing.requireRoom('a', true))).toBe('ok');
    const full = [429, 'answers_unread', 2];
    expect(reasonOf(() => outgoing.budget(response(), 'a').take(5 * MIB))).toEqual(full);
    expect(reasonOf(() => outgoing.requireRoom('a', true))).toEqual(full);
    expect(reasonOf(() => outgoing.requireRoom('a', false))).toBe('ok');
    expect(reasonOf(() => outgoing.requireRoom('b', true))).toBe('ok');
    first.emit('finish');
    expect(reasonOf(() => outgoing.requireRoom('a', true))).toBe('ok');
    outgoing.hold(response(), 'a', 6 * MIB);
    expect(reasonOf(() => outgoing.requireRoom('a', true))).toBe('ok');
  });

  it('503: beyond the limit of all accounts', () => {
    const outgoing = new Outgoing({ bytesPerAccount: 10 * MIB, bytesInAll: 12 * MIB });
    outgoing.hold(response(), 'a', 8 * MIB);
    expect(reasonOf(() => outgoing.hold(response(), 'b', 5 * MIB))).toEqual([503, 'overloaded', 2]);
    expect(outgoing.bytes).toBe(8 * MIB);
  });

  it('counts an answer once, from its creation until it is sent or the connection is closed', () => {
    const outgoing = new Outgoing({ bytesPerAccount: 10 * MIB });
    for (const end of ['finish', 'close']) {
      const reply = response();
      const budget = outgoing.budget(reply, 'a');
      expect([budget.take(4 * MIB), budget.take(20 * MIB)]).toEqual([true, false]);
      outgoing.hold(reply, 'a', 5 * MIB);
      expect(outgoing.bytes).toBe(5 * MIB);
      expect(reasonOf(() => outgoing.budget(response(), 'a').take(6 * MIB))).toEqual([
        429,
        'answers_unread',
        2,
      ]);
      reply.emit(end);
      reply.emit('close');
      expect(outgoing.bytes).toBe(0);
    }
  });

  it('builds two large answers of an account at a time, independent of other accounts', async () => {
    const outgoing = new Outgoing();
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const make = (name: string) =>
      outgoing.making(name.slice(0, 1), async () => {
        started.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
      });
    const all = ['a1', 'a2', 'a3', 'b1'].map(make);
    await Promise.resolve();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    const letGo = setInterval(() => ends.splice(0).forEach((end) => end()), 1);
    await Promise.all(all);
    clearInterval(letGo);
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  });
});
