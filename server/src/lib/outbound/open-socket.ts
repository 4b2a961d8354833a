// Connects to one of the checked addresses and nothing else: the operating system gets no name here.
import { type Socket, connect, isIP } from 'node:net';
import { connect as startTls } from 'node:tls';
import type { Target } from './check-url.ts';
import { OutboundError, blockedAddress } from './outbound-error.ts';
import { say } from './sentences.ts';
import { readAddress } from './address.ts';
import type { Trip } from './trip.ts';

/** A name may have hundreds of addresses. */
const MAX_ATTEMPTS = 4;
/** Time limit of every attempt except the last. */
const ATTEMPT_MS = 2_000;

export async function openSocket(
  target: Target,
  addresses: readonly string[],
  trip: Trip,
  ca?: string,
): Promise<Socket> {
  trip.stage = 'connect';
  const socket = await reach(target, addresses.slice(0, MAX_ATTEMPTS), trip);
  if (!target.secure) return socket;
  trip.stage = 'tls';
  return secure(socket, target.host, trip, ca);
}

async function reach({ host, port }: Target, addresses: readonly string[], trip: Trip): Promise<Socket> {
  let failure: unknown;
  for (const [index, address] of addresses.entries()) {
    const socket = connect({ host: address, port, autoSelectFamily: false, noDelay: true });
    const last = index === addresses.length - 1;
    const timer = last ? undefined : setTimeout(() => socket.destroy(new Error('Slow.')), ATTEMPT_MS);
    try {
      await ready(socket, 'connect', trip.signal);
      if (!isSame(socket.remoteAddress, address)) {
        socket.destroy();
        throw blockedAddress(host);
      }
      return socket;
    } catch (error) {
      trip.signal.throwIfAborted();
      if (error instanceof OutboundError) throw error;
      failure = error;
    } finally {
      clearTimeout(timer);
    }
  }
  throw new OutboundError('connection_failed', say('unreachable', { host }), failure);
}

/** Compares the peer's address with the requested one, in any notation. */
const isSame = (one: string | undefined, other: string): boolean =>
  readAddress(one ?? '')?.toString() === readAddress(other)?.toString();

async function secure(socket: Socket, host: string, trip: Trip, ca: string | undefined): Promise<Socket> {
  const tls = startTls({
    socket,
    host,
    // Regardless of NODE_TLS_REJECT_UNAUTHORIZED.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca }),
  });
  try {
    await ready(tls, 'secureConnect', trip.signal);
    return tls;
  } catch (error) {
    socket.destroy();
    trip.signal.throwIfAborted();
    throw new OutboundError('tls_failed', say('tls_failed', { host, why: whyNot(error) }), error);
  }
}

async function ready(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = () => socket.destroy(signal.reason);
  signal.addEventListener('abort', stop);
  socket.once(event, resolve);
  // Never removed: a socket that fails between two owners must not end the process.
  socket.on('error', reject);
  socket.once('close', () => reject(new Error('The connection was closed.')));
  try {
    if (signal.aborted) stop();
    await promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function whyNot(error: unknown): Parameters<typeof say<'tls_failed'>>[1]['why'] {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return 'self_signed';
    case 'CERT_HAS_EXPIRED':
      return 'expired';
    case 'CERT_NOT_YET_VALID':
      return 'not_yet_valid';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'other_name';
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return 'unknown_authority';
    default:
      return 'handshake';
  }
}
