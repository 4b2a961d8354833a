// Streams from a ClickHouse server, over their own sockets. When a socket closes, the server stops reading.
import type { ClickHouseClient } from '@clickhouse/client';
import type { Params } from './params.ts';
import type { Streams } from './streams.ts';

export function serverStreams(client: ClickHouseClient): Streams {
  const running = new Set<Promise<void>>();

  /** Counts as running until its loop ends. */
  async function* followed<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
    const { promise, resolve } = Promise.withResolvers<void>();
    running.add(promise);
    try {
      yield* parts;
    } finally {
      running.delete(promise);
      resolve();
    }
  }

  async function* rows<Row>(query: string, query_params: Params, abort_signal: AbortSignal) {
    abort_signal.throwIfAborted();
    const result = await client.query({ query, query_params, abort_signal, format: 'JSONEachRow' });
    // The client checks the signal only until the answer begins.
    const stop = () => result.close();
    abort_signal.addEventListener('abort', stop, { once: true });
    try {
      abort_signal.throwIfAborted();
      for await (const batch of result.stream<Row>()) yield batch.map((row) => row.json<Row>());
    } finally {
      abort_signal.removeEventListener('abort', stop);
      result.close();
    }
  }

  async function* parquet(sql: string, query_params: Params, abort_signal: AbortSignal) {
    abort_signal.throwIfAborted();
    const { stream } = await client.exec({
      query: `${sql}\nFORMAT Parquet`,
      query_params,
      abort_signal,
      // The server buffers the whole file. Otherwise it would write an error half-way into the file, as text.
      clickhouse_settings: { wait_end_of_query: 1 },
    });
    const stop = () => stream.destroy();
    abort_signal.addEventListener('abort', stop, { once: true });
    try {
      abort_signal.throwIfAborted();
      for await (const bytes of stream) yield bytes as Uint8Array;
      abort_signal.throwIfAborted();
    } finally {
      abort_signal.removeEventListener('abort', stop);
      stream.destroy();
    }
  }

  return {
    rows: (sql, params, signal) => followed(rows(sql, params, signal)),
    bytes: () => {
      throw new Error('Only the in-process engine streams bytes.');
    },
    parquet: (sql, params, signal) => followed(parquet(sql, params, signal)),
    close: async () => {
      await Promise.all(running);
    },
  };
}
