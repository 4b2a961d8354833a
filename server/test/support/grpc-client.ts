// gRPC clients: one that sends bytes and returns how they were answered, and one that speaks HTTP/2 itself,
// for what a well-behaved client would not do.
import {
  Client,
  Metadata,
  compressionAlgorithms,
  credentials,
  status,
  type ServiceError,
} from '@grpc/grpc-js';
import { once } from 'node:events';
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { onTestFinished } from 'vitest';

type Signal = 'traces' | 'logs' | 'metrics';

const PATHS: Readonly<Record<Signal, string>> = {
  traces: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  logs: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  metrics: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
};

interface Answer {
  code: string;
  body: Buffer;
  message: string;
  trailers: Metadata;
}

interface CallOptions {
  signal?: Signal;
  headers?: Record<string, string>;
  timeoutMs?: number;
  /** The client cancels the call then. */
  cancelAt?: Promise<unknown>;
}

interface GrpcCaller {
  call(bytes: Uint8Array, options?: CallOptions): Promise<Answer>;
}

export function grpcCaller(
  port: number,
  apiKey: string | null,
  compression: 'gzip' | 'none' = 'none',
): GrpcCaller {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
    'grpc.default_compression_algorithm':
      compression === 'gzip' ? compressionAlgorithms.gzip : compressionAlgorithms.identity,
    'grpc.use_local_subchannel_pool': 1,
  });
  onTestFinished(() => client.close());
  return {
    call: (bytes, { signal = 'traces', headers = {}, timeoutMs = 20_000, cancelAt } = {}) =>
      new Promise((resolve) => {
        const metadata = new Metadata();
        if (apiKey !== null) metadata.set('authorization', `Bearer ${apiKey}`);
        for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
        const asIs = (given: Buffer) => given;
        const answer: Answer = { code: 'OK', body: Buffer.alloc(0), message: '', trailers: new Metadata() };
        let failure: ServiceError | null = null;
        const call = client.makeUnaryRequest(
          PATHS[signal],
          asIs,
          asIs,
          Buffer.from(bytes),
          metadata,
          { deadline: Date.now() + timeoutMs },
          (error, body) => {
            failure = error;
            answer.body = body ?? answer.body;
          },
        );
        void cancelAt?.then(() => call.cancel());
        call.on('status', ({ code, details, metadata: trailers }) => {
          // The callback is called right after this one.
          setImmediate(() =>
            resolve({
              ...answer,
              code: status[code] ?? String(code),
              message: failure?.details ?? details,
              trailers,
            }),
          );
        });
      }),
  };
}

/** A gRPC message: whether it is compressed, its length, its bytes. */
export function framed(bytes: Uint8Array, compressed = false, length = bytes.length): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(compressed ? 1 : 0);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, bytes]);
}

export async function openSession(port: number): Promise<ClientHttp2Session> {
  // By default, a session opens no further streams while 10 MB are waiting to be sent.
  const session = connect(`http://127.0.0.1:${port}`, { maxSessionMemory: 1_000 });
  session.on('error', () => undefined);
  onTestFinished(() => session.destroy());
  await once(session, 'connect');
  return session;
}

interface RawAnswer {
  status: string | undefined;
  headers: IncomingHttpHeaders;
}

/** Sends the given chunks; without `end`, the request stays unfinished. */
export function rawCall(
  session: ClientHttp2Session,
  headers: Record<string, string>,
  bytes: Buffer | null,
  end = true,
): Promise<RawAnswer> {
  const { answer, cancel } = openCall(session, headers, bytes, end);
  return answer.finally(cancel);
}

/** The same, but the call stays open on this side after it is answered. */
export function openCall(
  session: ClientHttp2Session,
  headers: Record<string, string>,
  bytes: Buffer | null,
  end = false,
): { answer: Promise<RawAnswer>; cancel: () => void } {
  let cancel = (): void => undefined;
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    const stream = session.request(
      {
        ':method': 'POST',
        ':path': PATHS.traces,
        'content-type': 'application/grpc',
        te: 'trailers',
        ...headers,
      },
      { endStream: false },
    );
    let seen: IncomingHttpHeaders = {};
    stream.on('response', (given) => (seen = { ...seen, ...given }));
    stream.on('trailers', (given) => (seen = { ...seen, ...given }));
    stream.on('error', reject);
    cancel = () => stream.close();
    stream.on('end', () => {
      resolve({ status: status[Number(seen['grpc-status'])], headers: seen });
    });
    stream.resume();
    if (bytes) stream.write(bytes);
    if (end) stream.end();
  });
  return { answer, cancel };
}
