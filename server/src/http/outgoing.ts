// Limits answers that wait to be sent. Unread answers stay in memory, so they are counted per account and in
// total, from their creation until the operating system has the last byte. A connection that reads nothing
// for half a minute is closed.
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, unavailable } from '#lib/app-error';
import { SECOND_MS } from '#lib/clock';
import { Limiter } from '#lib/limiter';
import { AnswerBudget } from '#core/answer-budget';

export interface OutgoingLimits {
  bytesPerAccount: number;
  bytesInAll: number;
  /** How long an answer may wait for its reader. */
  unreadMs: number;
}

const MIB = 1_048_576;

const OUTGOING_LIMITS: OutgoingLimits = {
  // Two answers of maximum size.
  bytesPerAccount: 32 * MIB,
  bytesInAll: 256 * MIB,
  unreadMs: 30 * SECOND_MS,
};

/** With less room than this, most large answers would be built for nothing. */
const MIN_ROOM = MIB;

/** Large answers per account at once: the same number as its concurrent queries in the engine. */
const MADE_AT_ONCE = 2;
const MADE_LATER = 32;

interface Held {
  account: string;
  bytes: number;
}

export class Outgoing {
  readonly #limits: OutgoingLimits;
  readonly #accounts = new Map<string, number>();
  readonly #held = new WeakMap<ServerResponse, Held>();
  /** The size at which the last answer of an account did not fit, until its unread answers are gone. */
  readonly #refusedAt = new Map<string, number>();
  readonly #making = new Limiter({ perKey: MADE_AT_ONCE, queuePerKey: MADE_LATER });
  #bytes = 0;

  constructor(limits: Partial<OutgoingLimits> = {}) {
    this.#limits = { ...OUTGOING_LIMITS, ...limits };
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Called before an answer is built, so that none is built that could not be kept. Building a large answer
   * takes several times its size. Once one did not fit, the next ones need as much room as that one did.
   */
  requireRoom(account: string, isLarge: boolean): void {
    const { bytesPerAccount, bytesInAll } = this.#limits;
    const held = this.#accounts.get(account) ?? 0;
    const least = Math.max(MIN_ROOM, isLarge ? (this.#refusedAt.get(account) ?? 0) : 0);
    if (held > 0 && held + least > bytesPerAccount) throw unread();
    if (this.#bytes + MIN_ROOM > bytesInAll) throw overloaded();
  }

  /** A large answer takes several times its size while it is built. */
  async making<T>(account: string, make: () => Promise<T>): Promise<T> {
    const release = await this.#making.take(account);
    if (!release) throw unread();
    try {
      return await make();
    } finally {
      release();
    }
  }

  /** An answer counts as soon as it is built. */
  budget(response: ServerResponse, account: string): AnswerBudget {
    return new AnswerBudget((bytes) => this.#add(this.#of(response, account), bytes));
  }

  /** Counts at least this many bytes until the response is sent or its connection closed. */
  hold(response: ServerResponse, account: string, bytes: number): void {
    const held = this.#of(response, account);
    if (bytes > held.bytes) this.#add(held, bytes - held.bytes);
  }

  #of(response: ServerResponse, account: string): Held {
    return this.#held.getOrInsertComputed(response, () => {
      const held: Held = { account, bytes: 0 };
      const release = (): void => this.#count(held, -held.bytes);
      // A broken connection closes without finishing.
      response.once('finish', release).once('close', release);
      return held;
    });
  }

  #add(held: Held, bytes: number): void {
    const others = (this.#accounts.get(held.account) ?? 0) - held.bytes;
    // One answer is always possible, however small the limit.
    if (others > 0 && others + held.bytes + bytes > this.#limits.bytesPerAccount) {
      this.#refusedAt.set(held.account, held.bytes + bytes);
      throw unread();
    }
    if (this.#bytes > held.bytes && this.#bytes + bytes > this.#limits.bytesInAll) throw overloaded();
    this.#count(held, bytes);
  }

  #count(held: Held, bytes: number): void {
    held.bytes += bytes;
    this.#bytes += bytes;
    const left = (this.#accounts.get(held.account) ?? 0) + bytes;
    if (left > 0) {
      this.#accounts.set(held.account, left);
      return;
    }
    this.#accounts.delete(held.account);
    this.#refusedAt.delete(held.account);
  }
}

const unread = (): AppError =>
  new AppError(
    'too_many_requests',
    'answers_unread',
    'Unread answers of this account use up its memory limit. Read them or close their connections, then try again.',
    { retryAfterSeconds: 2 },
  );

const overloaded = (): AppError =>
  unavailable('overloaded', 'Too many answers are waiting to be read. Try again shortly.');

interface Progress {
  /** Bytes that have left this process. */
  sent: number;
  sinceMs: number;
}

/**
 * Closes connections with waiting bytes and no progress. Watching sockets instead of answers covers
 * everything that writes to them: answers, exports, pages, errors.
 */
export function endUnread(server: Server, unreadMs = OUTGOING_LIMITS.unreadMs): () => void {
  const sockets = new Map<Socket, Progress>();
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, { sent: 0, sinceMs: performance.now() });
    socket.once('close', () => sockets.delete(socket));
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, progress] of sockets) {
      const sent = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || sent !== progress.sent) sockets.set(socket, { sent, sinceMs: now });
      else if (now - progress.sinceMs >= unreadMs) socket.destroy();
    }
  }, unreadMs / 6);
  timer.unref();
  return () => clearInterval(timer);
}
