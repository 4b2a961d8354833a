// Streams from the in-process engine, on their own sessions: a session has one stream at a time, and the
// client of normal questions buffers the whole answer before it returns the first row.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Session } from 'chdb';
import { jsonLines } from './json-lines.ts';
import { inlineParams, quoted } from './literal.ts';
import type { Params } from './params.ts';
import { Pool } from './pool.ts';
import type { ByteFormat, Streams } from './streams.ts';

interface EmbeddedStreamOptions {
  open: () => Session;
  /** Statements that each session runs first. */
  setUp: readonly string[];
  atOnce: number;
  /** Folder for temporary Parquet files. */
  folder: string;
}

export function embeddedStreams({ open, setUp, atOnce, folder }: EmbeddedStreamOptions): Streams & {
  end: () => void;
} {
  const opened: Session[] = [];
  // Most processes never export, so a session is opened when it is first needed.
  const seats = Array.from({ length: atOnce }, () => ({ session: null as Promise<Session> | null }));
  const pool = new Pool(seats, 100);
  let folderReady: Promise<void> | null = null;

  async function openSession(): Promise<Session> {
    const session = open();
    opened.push(session);
    for (const sql of setUp) await session.queryAsync(sql);
    return session;
  }

  async function* onSession<Part>(work: (session: Session) => AsyncIterable<Part>): AsyncGenerator<Part> {
    const seat = await pool.take();
    try {
      seat.session ??= openSession().catch((error: unknown) => {
        seat.session = null;
        throw error;
      });
      yield* work(await seat.session);
    } catch (error) {
      throw coded(error);
    } finally {
      pool.release(seat);
    }
  }

  async function* rows<Row>(session: Session, sql: string, signal: AbortSignal): AsyncGenerator<Row[]> {
    for await (const chunk of session.queryStream(sql, { format: 'JSONEachRow', signal })) {
      yield* batchesOf<Row>(chunk.raw());
    }
  }

  async function* bytes(
    session: Session,
    sql: string,
    format: ByteFormat,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    for await (const chunk of session.queryStream(sql, { format, signal })) yield chunk.raw();
  }

  /** Uses a file, because each chunk of a stream would be a separate Parquet file. */
  async function* parquet(session: Session, sql: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    folderReady ??= emptied(folder);
    await folderReady;
    signal.throwIfAborted();
    const file = path.join(folder, `${randomUUID()}.parquet`);
    try {
      await session.queryAsync(`INSERT INTO FUNCTION file(${quoted(file)}, 'Parquet')\n${sql}`);
      for await (const bytes of createReadStream(file, { signal })) yield bytes as Uint8Array;
    } finally {
      await rm(file, { force: true });
    }
  }

  return {
    rows: <Row>(sql: string, params: Params, signal: AbortSignal) =>
      onSession((session) => rows<Row>(session, inlineParams(sql, params), signal)),
    bytes: (sql, params, format, signal) =>
      onSession((session) => bytes(session, inlineParams(sql, params), format, signal)),
    parquet: (sql, params, signal) =>
      onSession((session) => parquet(session, inlineParams(sql, params), signal)),
    close: () => pool.close(),
    end: () => {
      for (const session of opened) session.close();
    },
  };
}

const BATCH_ROWS = 1_024;
const BATCH_BYTES = 1_048_576;

/**
 * A chunk may be the whole answer. Rows take several times its size as objects, so they are parsed in parts.
 */
function* batchesOf<Row>(bytes: Uint8Array): Generator<Row[]> {
  let rows: Row[] = [];
  let batchFrom = 0;
  for (const [row, next] of jsonLines<Row>(bytes)) {
    rows.push(row);
    if (rows.length < BATCH_ROWS && next - batchFrom < BATCH_BYTES) continue;
    yield rows;
    rows = [];
    batchFrom = next;
  }
  if (rows.length > 0) yield rows;
}

/** Removes files that a crash left. */
async function emptied(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Errors of streams have the engine's code only in their text. */
function coded(error: unknown): unknown {
  const code = error instanceof Error ? /\bCode: (\d+)\./.exec(error.message)?.[1] : undefined;
  return code === undefined
    ? error
    : Object.assign(new Error('The engine stopped.', { cause: error }), { code });
}
