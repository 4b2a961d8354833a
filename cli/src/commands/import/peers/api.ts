// Requests to the back end that is imported from. Its limits are respected: a 429 is waited out for as long
// as it asks.
import { errorOf, isTransient, retrying, type Time, type TracewellError } from '@tracewell/sdk';
import { serviceFault, wrongInput, type Fault } from '../../../service/fault.ts';
import { isFields, type Fields } from '../../../service/read.ts';

const PATIENCE_MS = 2 * 60_000;
/** Some limits are by the hour. */
const BUSY_PATIENCE_MS = 2 * 60 * 60_000;
const ATTEMPT_MS = 120_000;

export interface PeerApi {
  get(path: string, query?: Readonly<Record<string, string | number | undefined>>): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
  /** The answer as text, from any address, without the key. */
  text(url: string): Promise<string>;
}

interface PeerAccess {
  name: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  time: Time;
  onWait: (text: string) => void;
}

export function peerApi({ name, url, headers, time, onWait }: PeerAccess): PeerApi {
  const base = url.href.replace(/\/+$/, '');
  const ask = async (address: string, init: RequestInit): Promise<string> => {
    const attempt = async () => {
      const response = await fetch(address, { ...init, signal: AbortSignal.timeout(ATTEMPT_MS) });
      const text = await response.text();
      if (!response.ok) throw errorOf(response, { error: text.slice(0, 300), reason: 'rejected' });
      return text;
    };
    try {
      return await retrying(attempt, {
        patienceMs: PATIENCE_MS,
        busyPatienceMs: BUSY_PATIENCE_MS,
        time,
        onRetry: ({ status }, waitMs) =>
          onWait(
            status === 429
              ? `${name} limits how often it is asked. Next request in ${Math.ceil(waitMs / 1_000)} s.`
              : `${name} did not answer${status === 0 ? '' : ` (${status})`}. Next try in ${Math.ceil(waitMs / 1_000)} s.`,
          ),
      });
    } catch (error) {
      throw peerFault(error as TracewellError, name, address);
    }
  };
  const json = async (path: string, init: RequestInit): Promise<unknown> => {
    const text = await ask(base + path, init);
    try {
      return JSON.parse(text);
    } catch {
      throw serviceFault('unexpected_answer', `${name} answered ${path} with something that is not JSON.`);
    }
  };
  return {
    get: (path, query = {}) => json(path + queryOf(query), { headers }),
    post: (path, body) =>
      json(path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    text: (address) => ask(address, {}),
  };
}

function queryOf(query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()}`;
}

function peerFault(error: TracewellError, name: string, address: string): Fault {
  const { status, message } = error;
  const { origin, pathname } = new URL(address);
  const place = origin + pathname;
  if (status === 401 || status === 403)
    return wrongInput('source_refused', `${name} does not accept the key (${status}, ${place}).`, status);
  if (status === 404) return wrongInput('source_not_found', `${name} has no ${place} (404).`, status);
  if (status === 0) return serviceFault('source_unreachable', `${name}: ${place}: ${message}`);
  const said = `${name} answered ${status} (${place}): ${message}`;
  return isTransient(error)
    ? serviceFault('source_failed', said, status)
    : wrongInput('source_failed', said, status);
}

/** The list under one of the names. */
export function listIn(answer: unknown, ...names: string[]): Fields[] {
  if (Array.isArray(answer)) return answer.filter(isFields);
  if (!isFields(answer)) return [];
  const list = names.map((name) => answer[name]).find(Array.isArray);
  return (list ?? []).filter(isFields);
}

/** JSON that a text holds; any other text as it is. */
export function parsedText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

export const recordIn = (value: unknown): Fields => {
  const found = parsedText(value);
  return isFields(found) ? found : {};
};
