// Questions to the endpoints of other back ends in the service, which the sdk has no types for.
import { errorOf, retrying, type Time, type TracewellError } from '@tracewell/sdk';
import { addressOf, type ServiceAddress } from '../../service/address.ts';
import { serviceFault, wrongInput } from '../../service/fault.ts';

export type AskPath = (method: 'GET' | 'PATCH', path: string, body?: unknown) => Promise<unknown>;

const PATIENCE_MS = 60_000;
const ATTEMPT_MS = 30_000;

export function askPath({ url, key }: ServiceAddress, projectId: string | undefined, time: Time): AskPath {
  const base = addressOf(url);
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    ...(projectId === undefined ? {} : { 'x-project-id': projectId }),
  };
  return async (method, path, body) => {
    const attempt = async (): Promise<unknown> => {
      const response = await fetch(base + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(ATTEMPT_MS),
      });
      const text = await response.text();
      if (!response.ok) throw errorOf(response, { error: text.slice(0, 300), reason: 'rejected' });
      return text === '' ? null : JSON.parse(text);
    };
    try {
      return await retrying(attempt, { patienceMs: PATIENCE_MS, time });
    } catch (error) {
      const { status, reason, message } = error as TracewellError;
      const said = `${path}: ${message} (${status})`;
      throw (status === 0 || status >= 500 ? serviceFault : wrongInput)(reason, said, status);
    }
  };
}
