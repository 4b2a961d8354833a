import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverStreams } from './server-streams.ts';

/** A server that responds with `answer`, and the requests that it got. */
async function streamsFrom(answer: (response: ServerResponse) => void) {
  const asked: { url: URL; body: string; closed: Promise<unknown> }[] = [];
  const server = createServer((message: IncomingMessage, response) => {
    void (async () => {
      const closed = once(response, 'close');
      let body = '';
      for await (const part of message) body += String(part);
      asked.push({ url: new URL(message.url ?? '/', 'http://server'), body, closed });
      answer(response);
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = createClient({
    url: `http://127.0.0.1:${port}`,
    log: { level: ClickHouseLogLevel.OFF },
  });
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  return { streams: serverStreams(client), asked };
}

const never = new AbortController().signal;
const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_none, at) => `{"n":${from + at}}\n`).join('');

describe('streams from a server', () => {
  it('pass on rows while more are to come', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { streams, asked } = await streamsFrom((response) => {
      response.write(rows(0, 3));
      void held.then(() => response.end(rows(3, 2)));
    });
    const seen: number[] = [];
    for await (const batch of streams.rows<{ n: number }>('SELECT {a: UInt32}', { a: 7 }, never)) {
      seen.push(...batch.map(({ n }) => n));
      letGo();
    }
    expect(seen).toEqual([0, 1, 2, 3, 4]);
    expect(asked[0]?.body).toContain('FORMAT JSONEachRow');
    expect(asked[0]?.url.searchParams.get('param_a')).toBe('7');
    await streams.close();
  });

  it('close the connection when the loop ends early', async () => {
    const { streams, asked } = await streamsFrom((response) => void response.write(rows(0, 3)));
    for await (const batch of streams.rows('SELECT 1', {}, never)) {
      expect(batch).toHaveLength(3);
      break;
    }
    await asked[0]?.closed;
    await streams.close();
  });

  it('close the connection on abort: before the first row, and between rows', async () => {
    const early = new AbortController();
    const silent = await streamsFrom(() => early.abort());
    await expect(Array.fromAsync(silent.streams.rows('SELECT 1', {}, early.signal))).rejects.toThrow(
      /abort/i,
    );
    await silent.asked[0]?.closed;

    const late = new AbortController();
    const { streams, asked } = await streamsFrom((response) => void response.write(rows(0, 3)));
    const reading = async () => {
      for await (const batch of streams.rows('SELECT 1', {}, late.signal)) {
        expect(batch).toHaveLength(3);
        late.abort();
      }
    };
    await expect(reading()).rejects.toThrow(/closed|abort/i);
    await asked[0]?.closed;
  });

  it('send no request after an abort', async () => {
    const { streams, asked } = await streamsFrom((response) => response.end());
    await expect(Array.fromAsync(streams.rows('SELECT 1', {}, AbortSignal.abort()))).rejects.toThrow(
      /abort/i,
    );
    await expect(Array.fromAsync(streams.parquet('SELECT 1', {}, AbortSignal.abort()))).rejects.toThrow(
      /abort/i,
    );
    expect(asked).toEqual([]);
  });

  it('fail when the answer breaks off, or ends in an exception', async () => {
    const broken = await streamsFrom((response) => {
      response.write(rows(0, 3), () => response.destroy());
    });
    await expect(Array.fromAsync(broken.streams.rows('SELECT 1', {}, never))).rejects.toThrow(
      /aborted|hang up/,
    );
    const excepted = await streamsFrom((response) => {
      response.end(`${rows(0, 3)}Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)\n`);
    });
    await expect(Array.fromAsync(excepted.streams.rows('SELECT 1', {}, never))).rejects.toThrow(
      /JSON|Memory/,
    );
  });

  it('have the server buffer Parquet until it is complete', async () => {
    const { streams, asked } = await streamsFrom((response) => response.end(Buffer.from([80, 0, 255])));
    const parts = await Array.fromAsync(streams.parquet('SELECT 1', {}, never));
    expect(Buffer.concat(parts)).toEqual(Buffer.from([80, 0, 255]));
    expect(asked[0]?.body).toBe('SELECT 1\nFORMAT Parquet');
    expect(asked[0]?.url.searchParams.get('wait_end_of_query')).toBe('1');
  });
});
