import { describe, expect, it } from 'vitest';
import type { Json } from '#records';
import { sizeOf } from './bounds.ts';
import { ContentRoom } from './content-room.ts';

const LIMIT = 10_000;
const message = (at: number, length = 1_000) => ({ role: 'user', content: `${at} ${'x'.repeat(length)}` });
const turns = (count: number) => Array.from({ length: count }, (_, at) => message(at));
const kept = (value: Json, limit = LIMIT) => {
  const room = new ContentRoom(limit);
  return { value: room.take('input', value), omitted: room.omitted, left: room.left };
};

describe('content beyond the limit', () => {
  it('of a conversation: the newest messages are whole, and a note at the head says what was left out', () => {
    const all = turns(30);
    const { value, omitted } = kept(all);
    const [note, ...rest] = value as Json[];
    expect(rest).toEqual(all.slice(-rest.length));
    expect(note).toEqual({
      type: 'omitted',
      messages: 30 - rest.length,
      bytes: sizeOf(all.slice(0, -rest.length)) - 2,
    });
    expect(omitted).toEqual(['input']);
    // One more would not fit.
    expect(sizeOf(value ?? null)).toBeLessThanOrEqual(LIMIT);
    expect(sizeOf(value ?? null) + sizeOf(all[0] ?? null)).toBeGreaterThan(LIMIT - 128);
  });

  it('of a request: what is around its messages stays', () => {
    const all = turns(30);
    const { value } = kept({ model: 'm', contents: all, tools: [{ name: 'f' }] });
    const { contents, ...around } = value as { contents: Json[] };
    expect(around).toEqual({ model: 'm', tools: [{ name: 'f' }] });
    const omitted = { type: 'omitted', messages: 31 - contents.length, bytes: expect.any(Number) };
    expect(contents).toEqual([omitted, ...all.slice(1 - contents.length)]);
    expect(contents.length).toBeGreaterThan(8);
    // LangChain's list of prompts.
    const [[note, ...rest] = []] = kept([all]).value as Json[][];
    expect([note, rest]).toEqual([{ ...omitted, messages: 30 - rest.length }, all.slice(-rest.length)]);
  });

  it.each<[name: string, messages: number, value: Json]>([
    ['one text', 1, 'x'.repeat(LIMIT + 1)],
    ['one message', 1, [message(1, LIMIT)]],
    ['a message after others', 4, [...turns(3), message(4, LIMIT)]],
    ['a request with one message', 1, { model: 'm', prompt: 'x'.repeat(LIMIT) }],
  ])('of %s: nothing is cut in the middle', (_name, messages, value) => {
    const { value: note, left } = kept(value);
    expect(note).toEqual([{ type: 'omitted', messages, bytes: sizeOf(value) }]);
    expect(left).toBeGreaterThan(LIMIT - 100);
  });

  it('in all: what was taken before leaves less', () => {
    const room = new ContentRoom(LIMIT);
    expect(room.take('output', 'x'.repeat(6_000))).toHaveLength(6_000);
    expect(room.take('systemInstructions', undefined)).toBeUndefined();
    expect(room.take('input', turns(8))).toHaveLength(4);
    expect(room.omitted).toEqual(['input']);
  });

  it('counts bytes, not characters', () => {
    expect(kept('記'.repeat(3_000)).omitted).toEqual([]);
    expect(kept('記'.repeat(3_500)).omitted).toEqual(['input']);
  });
});
