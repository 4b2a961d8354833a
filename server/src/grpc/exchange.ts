// One call from its headers to its status. Every status leaves through here, so each call has one log line,
// and rejections are recorded for the account that sent them.
import {
  Metadata,
  status as Code,
  type ServerInterceptingCallInterface,
  type StatusObject,
} from '@grpc/grpc-js';
import { unavailable, type AppError } from '#lib/app-error';
import type { ByteBudget, ByteHold } from '#lib/byte-budget';
import { newId } from '#lib/ids';
import type { Limiter, Release } from '#lib/limiter';
import type { WatchedRequest } from '#lib/watch';
import { accountContext } from '#core/access/authenticate';
import { foreignCredential } from '#core/access/foreign-credential';
import type { Context, Origin, Services } from '#core/context';
import { receiptsOf } from '#services/receipts';
import { toAppError } from '#core/failure';
import { OPEN_BODY_BYTES } from '#features/ingest';
import type { Signal } from '#otlp';
import { countMessageBytes } from './arriving-bytes.ts';
import type { GrpcConnections } from './connections.ts';
import { inflateOnce } from './inflate-once.ts';
import { encodeRetryInfo } from './retry-info.ts';
import { answerGrpcExport } from './services.ts';
import { fromLibrary, late, refusalOf, type Refusal } from './status.ts';

/** Limit of a message, compressed and decompressed. */
export const MESSAGE_LIMIT = OPEN_BODY_BYTES;

const ADMISSION = { access: { scope: 'write:records', credential: 'bearer' }, project: 'scoped' } as const;
const MAX_USER_AGENT = 256;

/** The HTTP status that logs use for a client that disconnected. */
const GONE = 499;

const textsOf = (metadata: Metadata): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata.getMap()).map(([name, value]) => [name, value.toString()]));

export class GrpcExchange {
  readonly #services: Services;
  readonly #connections: GrpcConnections;
  readonly #signal: Signal;
  readonly #call: ServerInterceptingCallInterface;
  readonly #send: ServerInterceptingCallInterface['sendStatus'];
  readonly #requestId = newId('request');
  readonly #startedAt = performance.now();
  #arrival: NodeJS.Timeout | null = null;
  #headers: Record<string, string> = {};
  #userAgent: string | undefined;
  #accountId: string | null = null;
  #actorId: string | null = null;
  #context: Context | null = null;
  readonly #bytes: ByteHold;
  readonly #forgetMessage: () => void;
  #freeSlot: Release | null = null;
  #arrived: WatchedRequest | null = null;
  #working = false;
  #over = false;

  constructor(
    services: Services,
    signal: Signal,
    call: ServerInterceptingCallInterface,
    connections: GrpcConnections,
    budget: ByteBudget,
  ) {
    this.#services = services;
    this.#connections = connections;
    this.#signal = signal;
    this.#call = call;
    this.#send = call.sendStatus.bind(call);
    // The library also rejects calls (size, compression, deadline), always on this innermost call.
    call.sendStatus = (status) => this.#pass(status);
    this.#bytes = budget.hold(() => this.#accountId ?? '');
    this.#forgetMessage = countMessageBytes(call, this.#bytes);
    inflateOnce(call, MESSAGE_LIMIT, this.#bytes);
  }

  /** False if rejected. Until then nothing of the message has been read. */
  async admit(metadata: Metadata, slots: Limiter, patienceMs: number, stopping: boolean): Promise<boolean> {
    try {
      if (stopping) throw unavailable('stopping', 'This process is stopping. Try again shortly.');
      const context = await this.#authenticate(metadata);
      if (this.#over) return false;
      this.#freeSlot = slots.takeNow(context.account.id);
      if (!this.#freeSlot) throw unavailable('overloaded', 'Too many calls at once. Try again shortly.');
      this.#context = context;
    } catch (error) {
      this.#refuse(refusalOf(toAppError(error)));
      return false;
    }
    this.#arrival = setTimeout(
      () => this.#refuse(late('request_timeout', 'The message took too long to arrive.')),
      patienceMs,
    );
    return true;
  }

  /** Null if rejected. */
  async answer(bytes: Buffer): Promise<Buffer | null> {
    const context = this.#context;
    if (context === null || this.#over) return null;
    if (this.#arrival) clearTimeout(this.#arrival);
    this.#working = true;
    try {
      const answer = () => answerGrpcExport(context, this.#signal, bytes, (name) => this.#headers[name]);
      this.#arrived?.saw(bytes);
      return await (this.#arrived ? this.#arrived.within(answer) : answer());
    } catch (error) {
      this.#working = false;
      this.#refuse(refusalOf(toAppError(error)));
      return null;
    } finally {
      this.#working = false;
      if (this.#over) this.#release();
    }
  }

  /** Called both when the client disconnects and when the call ends. */
  onDisconnect(): void {
    this.#end(GONE, Code.CANCELLED);
  }

  async #authenticate(metadata: Metadata): Promise<Context> {
    this.#headers = textsOf(metadata);
    this.#arrived = this.#services.watch.arrive(this.#headers);
    this.#userAgent = this.#headers['user-agent']?.slice(0, MAX_USER_AGENT);
    const origin: Origin = {
      requestId: this.#requestId,
      ip: this.#call.getConnectionInfo().remoteAddress ?? null,
      userAgent: this.#userAgent ?? null,
      host: this.#call.getHost(),
      sessionToken: null,
      auditActions: [],
    };
    const { authorization, projectId } = foreignCredential(this.#headers);
    const credentials = {
      authorization,
      projectId: this.#headers['x-project-id'] ?? projectId,
      requireOwnOrigin: () => undefined,
      onIdentified: (accountId: string, actorId: string) => {
        this.#accountId = accountId;
        this.#actorId = actorId;
      },
    };
    const context = await accountContext(this.#services, credentials, origin, ADMISSION);
    this.#connections.authenticated(this.#call.getConnectionInfo());
    return context;
  }

  #pass(status: Pick<StatusObject, 'code' | 'details'> | AppError): void {
    if (status.code !== Code.OK) return this.#refuse(fromLibrary(status));
    if (!this.#end(200, Code.OK)) return;
    this.#send({ code: Code.OK, details: status.details, metadata: this.#trailers() });
  }

  #refuse({ error, code }: Refusal): void {
    const { log } = this.#services;
    if (error.status >= 500) {
      log.error(
        { requestId: this.#requestId, reason: error.reason, err: error.cause ?? error },
        'request failed',
      );
    }
    if (!this.#end(error.status, code)) return;
    // A write in progress may still be stored and is recorded there.
    if (this.#accountId !== null && this.#actorId !== null && !this.#working) {
      const source = {
        keyId: this.#actorId,
        client: this.#userAgent ?? '',
        scope: '',
        endpoint: this.#signal,
      };
      receiptsOf(this.#services).refused(this.#accountId, source, {
        reason: error.reason,
        message: error.message,
      });
    }
    const metadata = this.#trailers();
    metadata.set('reason', error.reason);
    // A message may quote the client, and half a surrogate pair is not valid in a header.
    const details = error.message.toWellFormed();
    if (error.retryAfterSeconds !== undefined) {
      const retry = { code, message: details, seconds: error.retryAfterSeconds };
      metadata.set('grpc-status-details-bin', encodeRetryInfo(retry));
    }
    this.#send({ code, details, metadata });
  }

  #trailers(): Metadata {
    const metadata = new Metadata();
    metadata.set('x-request-id', this.#requestId);
    return metadata;
  }

  /** Ends the call once; false if it had already ended. */
  #end(status: number, code: Code): boolean {
    if (this.#over) return false;
    this.#over = true;
    if (this.#arrival) clearTimeout(this.#arrival);
    if (!this.#working) this.#release();
    const { log, watch } = this.#services;
    const [method, route] = ['gRPC', `grpc ${this.#signal}`];
    const elapsedMs = performance.now() - this.#startedAt;
    watch.answered(method, route, status, elapsedMs);
    this.#arrived?.end(method, route, status);
    log.info(
      {
        requestId: this.#requestId,
        method,
        route,
        status,
        code: Code[code],
        ms: Math.round(elapsedMs * 10) / 10,
        account: this.#accountId ?? undefined,
        actor: this.#actorId ?? undefined,
      },
      'request',
    );
    return true;
  }

  #release(): void {
    this.#freeSlot?.();
    this.#freeSlot = null;
    this.#forgetMessage();
    this.#bytes.close();
  }
}
