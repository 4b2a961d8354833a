// OTLP over gRPC to several services, like a client with several addresses: calls go in turn to the connected
// ones.
import { Client, Metadata, credentials, status, type ServiceError } from '@grpc/grpc-js';

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
/** The default timeout of exporters. */
const LIMIT_MS = 10_000;
const IN_TURN = JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] });

const asIs = (bytes: Buffer): Buffer => bytes;

export class GrpcSender {
  readonly #client: Client;

  constructor(ports: readonly number[]) {
    const target = `ipv4:${ports.map((port) => `127.0.0.1:${port}`).join(',')}`;
    this.#client = new Client(target, credentials.createInsecure(), {
      'grpc.service_config': IN_TURN,
      'grpc.use_local_subchannel_pool': 1,
      // Reconnects soon to a service that was replaced.
      'grpc.max_reconnect_backoff_ms': 1_000,
    });
  }

  send(key: string, bytes: Uint8Array): Promise<{ fault: string | null; backend: null }> {
    const metadata = new Metadata();
    metadata.set('authorization', `Bearer ${key}`);
    const deadline = Date.now() + LIMIT_MS;
    return new Promise((resolve) => {
      const done = (error: ServiceError | null): void =>
        resolve({ fault: error ? `${status[error.code]} ${error.details}` : null, backend: null });
      this.#client.makeUnaryRequest(EXPORT, asIs, asIs, Buffer.from(bytes), metadata, { deadline }, done);
    });
  }

  close(): void {
    this.#client.close();
  }
}
