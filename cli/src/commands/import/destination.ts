// Requests to the service that carry records. The service stores an id once, so every request may be sent
// again.
import { errorOf, isTransient, retrying, TracewellError, type Time } from '@tracewell/sdk';
import { addressOf, type ServiceAddress } from '../../service/address.ts';
import { serviceFault, wrongInput, type Fault } from '../../service/fault.ts';
import { newPost } from './post.ts';
import type { ImportParcel } from './source.ts';

/** A service that restarts or is overloaded comes back. */
const PATIENCE_MS = 5 * 60_000;
const ATTEMPT_MS = 120_000;

export const QUOTA_USED_UP = 'quota_exceeded';

interface Connection {
  importId: string;
  projectId: string | undefined;
  time: Time;
  onWait: (text: string) => void;
}

export const userAgentOf = (importId: string): string => `tracewell-import/${importId}`;

export type SendParcel = (parcel: Pick<ImportParcel, 'path' | 'headers' | 'body'>) => Promise<unknown>;

export function destination(
  address: ServiceAddress,
  { importId, projectId, time, onWait }: Connection,
): SendParcel {
  const url = addressOf(address.url);
  const shared = {
    authorization: `Bearer ${address.key}`,
    'content-type': 'application/json',
    'user-agent': userAgentOf(importId),
    ...(projectId === undefined ? {} : { 'x-project-id': projectId }),
  };
  const post = newPost(url, ATTEMPT_MS);
  return async ({ path, headers, body }) => {
    const sent = body();
    const attempt = async () => {
      const { status, text, response } = await post(path, { ...shared, ...headers }, sent);
      const answer = jsonOf(text);
      // A used-up quota ends the import. An OTLP answer has it with status 200.
      if (isQuota(status, text)) throw quotaFault(text);
      if (status < 200 || status >= 300) throw errorOf(response(), inOwnForm(answer));
      return answer;
    };
    try {
      return await retrying(attempt, {
        patienceMs: PATIENCE_MS,
        time,
        onRetry: (error, waitMs) =>
          onWait(
            `The service cannot take more (${error.message}) Next try in ${Math.ceil(waitMs / 1_000)} s.`,
          ),
      });
    } catch (error) {
      throw toFault(error, url, path);
    }
  };
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The endpoints of other back ends answer errors in the form of those. */
function inOwnForm(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const { error, reason, message, detail } = answer as Record<string, unknown>;
  const said = [message, detail, error].find((text) => typeof text === 'string');
  return { error: said, reason: typeof reason === 'string' ? reason : 'rejected' };
}

const QUOTA = /monthly (?:record )?quota/;

const isQuota = (status: number, text: string): boolean =>
  (status === 429 || (status === 200 && text.includes('rejectedSpans'))) && QUOTA.test(text);

class QuotaError extends TracewellError {}

const quotaFault = (text: string): TracewellError => {
  const said = /(?:until|begins at) (\d{4}-\d{2}-\d{2})/.exec(text)?.[1];
  return new QuotaError(
    `The monthly record quota is used up${said === undefined ? '' : ` until ${said}`}. Raise it (recordQuota) or wait, and run the same command again: it goes on from here.`,
    // Not a temporary status: waiting for a month is not a retry.
    { status: 400, reason: QUOTA_USED_UP },
  );
};

function toFault(error: unknown, url: string, path: string): Fault {
  const { status, reason, message } =
    error instanceof TracewellError ? error : { status: 0, reason: 'unreachable', message: String(error) };
  if (error instanceof QuotaError) return serviceFault(reason, message, 429);
  if (status === 0) return serviceFault('service_unreachable', `${url}: ${message}`);
  const said = `${path}: ${message} (${status})`;
  return isTransient(error) ? serviceFault(reason, said, status) : wrongInput(reason, said, status);
}
