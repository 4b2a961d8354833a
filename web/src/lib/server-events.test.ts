import { describe, expect, it } from 'vitest';
import { serverEvents } from './server-events.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

async function read(...chunks: Uint8Array[]) {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const events = [];
  for await (const event of serverEvents(body)) events.push(event);
  return events;
}

describe('server-sent events', () => {
  it('are read across chunks, also within a character', async () => {
    const text = bytes('event: delta\ndata: {"text":"日本"}\n\nevent: done\ndata: {}\n\n');
    const expected = [
      { event: 'delta', data: { text: '日本' } },
      { event: 'done', data: {} },
    ];
    expect(await read(text)).toEqual(expected);
    for (let at = 1; at < text.length; at += 1)
      expect(await read(text.slice(0, at), text.slice(at))).toEqual(expected);
  });

  it('leave out comments and an event that never ended', async () => {
    expect(await read(bytes(': ping\n\nevent: a\ndata: 1\n\nevent: b\ndata: 2'))).toEqual([
      { event: 'a', data: 1 },
    ]);
  });
});
