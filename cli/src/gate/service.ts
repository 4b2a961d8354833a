// Requests to a running service. Temporary faults (connection refused, 5xx, 429) are retried for a while.
// Every error ends as a sentence that says who has to act.
import { setTimeout as sleep } from 'node:timers/promises';
import { plain } from '../columns.ts';
import { serviceFault, wrongInput, type GateFault } from './fault.ts';
import { isFields, text } from './read.ts';

const TRY_MS = 30_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

export interface Request {
  method: 'GET' | 'POST';
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  /** How long a temporary fault is retried. */
  patienceMs?: number;
  /** The same if the service says when to retry. */
  busyPatienceMs?: number;
}

export interface Address {
  url: URL;
  key: string;
}

export interface Time {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

export const REAL_TIME: Time = { now: () => performance.now(), sleep: (ms) => sleep(ms) };

export type Ask = (request: Request) => Promise<unknown>;

interface Failure {
  fault: GateFault;
  mayPass: boolean;
  retryAfterMs: number | null;
}

type Outcome = { value: unknown } | Failure;

export function connect(
  address: Address,
  time: Time = REAL_TIME,
  onRetry: (fault: GateFault) => void = () => {},
): Ask {
  return async (request) => {
    const { patienceMs = 3_000, busyPatienceMs = patienceMs } = request;
    const begun = time.now();
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const outcome = await attempt(address, request);
      if ('value' in outcome) return outcome.value;
      const { fault, mayPass, retryAfterMs } = outcome;
      const until = begun + (retryAfterMs === null ? patienceMs : busyPatienceMs);
      const wait = Math.max(pause, retryAfterMs ?? 0);
      if (!mayPass || time.now() + wait > until) throw fault;
      onRetry(fault);
      await time.sleep(wait);
    }
  };
}

async function attempt({ url, key }: Address, { method, path, query, body }: Request): Promise<Outcome> {
  const target = new URL(url.pathname.replace(/\/+$/, '') + path, url.origin);
  for (const [name, value] of Object.entries(query ?? {})) target.searchParams.set(name, value);
  try {
    const response = await fetch(target, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${key}`,
        'user-agent': 'tracewell-cli',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TRY_MS),
    });
    return read(response, await response.text(), target);
  } catch (error) {
    return unreachable(error, url);
  }
}

function read(response: Response, body: string, target: URL): Outcome {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    const to = plain(headers.get('location') ?? 'somewhere else');
    return final(
      wrongInput(
        'redirected',
        `${target.origin} redirects to ${to}. Set TRACEWELL_URL to the final address.`,
      ),
    );
  }
  const value = parsed(body);
  if (response.ok) {
    if (value !== undefined) return { value };
    return final(
      serviceFault(
        'unexpected_answer',
        `${target.origin}${target.pathname} answered ${status} with something that is not JSON. Is TRACEWELL_URL the address of a Tracewell service?`,
      ),
    );
  }
  const fault = refusal(status, value, target);
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  const retryAfterMs = Number.isNaN(seconds) ? null : seconds * 1000;
  return { fault, mayPass: status === 429 || status >= 500, retryAfterMs };
}

function refusal(status: number, value: unknown, target: URL): GateFault {
  const said = isFields(value) ? text(value['error']) : null;
  const reason = (isFields(value) ? text(value['reason']) : null) ?? `http_${status}`;
  const make = status === 408 || status === 429 || status >= 500 ? serviceFault : wrongInput;
  if (said === null) {
    const hint = status < 500 ? ' Is TRACEWELL_URL the address of a Tracewell service?' : '';
    return make(reason, `${target.origin}${target.pathname} answered ${status}.${hint}`, status);
  }
  const hint = status === 401 ? ' Look at TRACEWELL_API_KEY.' : '';
  return make(reason, `${plain(said).slice(0, 1000)} (${status})${hint}`, status);
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/;

function unreachable(error: unknown, { origin }: URL): Failure {
  const { name, cause } = error instanceof Error ? error : { name: '', cause: undefined };
  if (name === 'TimeoutError') {
    return passing(
      serviceFault('service_timeout', `${origin} did not answer within ${TRY_MS / 1000} seconds.`),
    );
  }
  const { code, message } = isFields(cause) ? cause : { code: null, message: null };
  const why = text(code) ?? text(message) ?? String(error);
  const fault = serviceFault('service_unreachable', `${origin} cannot be reached (${plain(why)}).`);
  return CERTIFICATE.test(why) ? final(fault) : passing(fault);
}

const final = (fault: GateFault): Failure => ({ fault, mayPass: false, retryAfterMs: null });
const passing = (fault: GateFault): Failure => ({ fault, mayPass: true, retryAfterMs: null });

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
