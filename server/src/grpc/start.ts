// Starts the listener as configured. A collector often uses the default port already, so that is no reason
// not to start.
import { AppError } from '#lib/app-error';
import type { Services } from '#core/context';
import { listenGrpc, type GrpcListener } from './server.ts';

/** Null if it is switched off or its default port is not available. */
export async function startGrpc(services: Services): Promise<GrpcListener | null> {
  const { config, log } = services;
  if (config.grpc === null) return null;
  const { port, chosen } = config.grpc;
  try {
    return await listenGrpc(services, { host: config.host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${code ?? 'unknown error'})`;
    const what = `Port ${port} for OTLP over gRPC ${why}.`;
    if (chosen) {
      const todo = 'Stop what uses it, set TRACEWELL_GRPC_PORT to another one, or set TRACEWELL_GRPC=off.';
      throw new AppError('conflict', 'grpc_port', `${what} ${todo}`, { cause: error });
    }
    log.warn(
      `${what} Everything else works, OTLP over HTTP too. Set TRACEWELL_GRPC_PORT to another port, or TRACEWELL_GRPC=off to silence this.`,
    );
    return null;
  }
}
