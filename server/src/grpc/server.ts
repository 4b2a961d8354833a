// OTLP over gRPC: the listener, its limits, and the path of a call. The socket is ours and each connection is
// handed to the library, so connections can be counted and a port in use is reported as such.
import {
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  logVerbosity,
  setLogVerbosity,
  type Metadata,
  type ServerInterceptor,
  type ServerUnaryCall,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { ByteBudget } from '#lib/byte-budget';
import { Limiter } from '#lib/limiter';
import { arrivingBytesOf } from '#core/arriving-bytes';
import type { Services } from '#core/context';
import { GrpcConnections } from './connections.ts';
import { GrpcExchange, MESSAGE_LIMIT } from './exchange.ts';
import { SIGNALS, definitionOf, pathOf } from './services.ts';

const ANSWER_LIMIT = 65_536;
const MAX_CONNECTIONS = 1_000;

export interface GrpcLimits {
  connectionsPerAddress: number;
  refusalMs: number;
  /** How long a connection may take until its first authenticated call. */
  authenticationMs: number;
  /** Maximum of concurrent calls. */
  calls: number;
  callsPerAccount: number;
  /**
   * Bytes of all messages in memory, compressed and decompressed; unless set, those of HTTP count too. A message
   * beyond is refused while it arrives.
   */
  bytes?: number;
  bytesPerAccount?: number;
  /** How long a message may take to arrive, up to its last byte. */
  arrivalMs: number;
  /** How long calls in progress may take once the listener closes. */
  closingMs: number;
}

const LIMITS: GrpcLimits = {
  connectionsPerAddress: 64,
  refusalMs: SECOND_MS,
  authenticationMs: 10 * SECOND_MS,
  calls: 256,
  callsPerAccount: 64,
  arrivalMs: MINUTE_MS,
  closingMs: 4 * SECOND_MS,
};

// Node limits header lists to 64 KiB and 128 entries. nghttp2 limits streams that are opened only to be
// reset.
const OPTIONS = {
  'grpc.max_receive_message_length': MESSAGE_LIMIT,
  'grpc.max_send_message_length': ANSWER_LIMIT,
  'grpc.max_concurrent_streams': 100,
  // A client that does not answer a ping is gone.
  'grpc.keepalive_time_ms': MINUTE_MS,
  'grpc.keepalive_timeout_ms': 20 * SECOND_MS,
  'grpc.max_connection_idle_ms': 10 * MINUTE_MS,
  // Clients reconnect by themselves and so reach processes that were added meanwhile.
  'grpc.max_connection_age_ms': 60 * MINUTE_MS,
  'grpc.max_connection_age_grace_ms': MINUTE_MS,
  'grpc.enable_channelz': 0,
};

export interface GrpcListener {
  port: number;
  /** Asks clients to connect elsewhere. Calls are still answered for this time, until `close`. */
  drain(ms: number): void;
  /** Accepts no new calls; those in progress finish within a few seconds. */
  close(): Promise<void>;
}

/** Rejects with the error of the operating system if the port is not available. */
export async function listenGrpc(
  services: Services,
  at: { host: string; port: number },
  changes: Partial<GrpcLimits> = {},
): Promise<GrpcListener> {
  // The library would log headers that it cannot read, and they may be credentials.
  setLogVerbosity(logVerbosity.NONE);
  const limits = { ...LIMITS, ...changes };
  const connections = new GrpcConnections(limits);
  const calls = new Calls(services, limits, connections);
  const server = new Server({ ...OPTIONS, interceptors: [calls.intercept] });
  for (const signal of SIGNALS) server.addService(definitionOf(signal), { export: calls.handle });
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());

  const listener = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    if (connections.take(socket)) injector.injectConnection(socket);
  });
  listener.maxConnections = MAX_CONNECTIONS;
  listener.listen(at);
  await once(listener, 'listening');
  listener.on('error', (error) => services.log.warn({ err: error }, 'gRPC connection could not be accepted'));

  return {
    port: (listener.address() as AddressInfo).port,
    drain: (ms) => injector.drain(ms + limits.closingMs),
    close: async () => {
      calls.stop();
      const closed = once(listener, 'close');
      listener.close();
      injector.drain(limits.closingMs);
      const patience = delay(limits.closingMs, undefined, { ref: false });
      await Promise.race([closed.then(() => calls.idle()), patience]);
      connections.closeAll();
      server.forceShutdown();
      await closed;
    },
  };
}

/** Handles each call and tracks the ones in progress. */
class Calls {
  readonly #services: Services;
  readonly #limits: GrpcLimits;
  readonly #connections: GrpcConnections;
  readonly #slots: Limiter;
  readonly #bytes: ByteBudget;
  readonly #signals = new Map(SIGNALS.map((signal) => [pathOf(signal), signal]));
  /** Maps the headers of a call to its exchange; the handler gets the same object. */
  readonly #exchanges = new WeakMap<Metadata, GrpcExchange>();
  readonly #working = new Set<Promise<void>>();
  #stopping = false;

  constructor(services: Services, limits: GrpcLimits, connections: GrpcConnections) {
    this.#services = services;
    this.#limits = limits;
    this.#connections = connections;
    this.#slots = new Limiter({ total: limits.calls, perKey: limits.callsPerAccount });
    const { bytes: total, bytesPerAccount: perKey } = limits;
    this.#bytes =
      total === undefined && perKey === undefined
        ? arrivingBytesOf(services)
        : new ByteBudget({ total, perKey });
  }

  readonly intercept: ServerInterceptor = ({ path }, call) => {
    const signal = this.#signals.get(path) ?? 'traces';
    const exchange = new GrpcExchange(this.#services, signal, call, this.#connections, this.#bytes);
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, proceed) => void this.#admit(exchange, metadata, proceed),
          onCancel: () => exchange.onDisconnect(),
        }),
    });
  };

  readonly handle = (call: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>): void => {
    const work = this.#answer(call, reply);
    this.#working.add(work);
    void work.finally(() => this.#working.delete(work));
  };

  stop(): void {
    this.#stopping = true;
  }

  /** Resolves when nothing is being written any more, also for disconnected clients. */
  async idle(): Promise<void> {
    while (this.#working.size > 0) await Promise.all(this.#working);
  }

  async #admit(
    exchange: GrpcExchange,
    metadata: Metadata,
    proceed: (metadata: Metadata) => void,
  ): Promise<void> {
    this.#exchanges.set(metadata, exchange);
    if (await exchange.admit(metadata, this.#slots, this.#limits.arrivalMs, this.#stopping))
      proceed(metadata);
  }

  async #answer(call: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>): Promise<void> {
    const answer = await this.#exchanges.get(call.metadata)?.answer(call.request);
    if (answer) reply(null, answer);
  }
}
