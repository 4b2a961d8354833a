// Requests to the service, through the sdk. Every error ends as a sentence that says who has to act.
import {
  isTransient,
  REDIRECTED,
  retrying,
  TIMED_OUT,
  tracewell,
  UNEXPECTED_ANSWER,
  unwrap,
  type RetryOptions,
  type Time,
  type TracewellClient,
  type TracewellError,
} from '@tracewell/sdk';
import { plain } from '../terminal/columns.ts';
import { addressOf, type ServiceAddress } from './address.ts';
import { serviceFault, wrongInput, type Fault } from './fault.ts';

const ATTEMPT_MS = 30_000;
const PATIENCE_MS = 3_000;
const MAX_CHARACTERS = 1_000;
/** The key of the first start can only read and send records. */
const LOG_IN = '`tracewell login` gets a key that can change things too.';
const WHICH_ADDRESS = 'Is TRACEWELL_URL the address of a Tracewell service?';

interface AskOptions extends Pick<RetryOptions, 'patienceMs' | 'busyPatienceMs'> {
  /** A request that would act twice if it were sent twice; only a 429 is retried. */
  once?: boolean;
  /** How long an attempt may take with its body; null for a transfer of any length. */
  attemptMs?: number | null;
}

/** The type of the answer is what this version knows. It may come from a newer or older service. */
export type AskService = <T>(
  send: (
    client: TracewellClient,
    signal: AbortSignal | null,
  ) => Promise<{ data?: T; error?: unknown; response: Response }>,
  options?: AskOptions,
) => Promise<T>;

interface Connection {
  time: Time;
  onRetry?: (fault: Fault) => void;
  projectId?: string | undefined;
}

export function connect(address: ServiceAddress, { time, onRetry, projectId }: Connection): AskService {
  const url = addressOf(address.url);
  const client = tracewell({
    url,
    apiKey: address.key,
    headers: { 'user-agent': 'tracewell-cli' },
    retry: false,
    // The signal below also limits how long the body may take.
    timeoutMs: null,
    ...(projectId === undefined ? {} : { projectId }),
  });
  const faultOf = (error: unknown) => toFault(error as TracewellError, url);
  return async (send, { once = false, attemptMs = ATTEMPT_MS, ...patience } = {}) => {
    const attempt = () => unwrap(send(client, attemptMs === null ? null : AbortSignal.timeout(attemptMs)));
    try {
      return await retrying(attempt, {
        patienceMs: PATIENCE_MS,
        ...patience,
        time,
        isRetryable: (error) => (once ? error.status === 429 : isTransient(error)),
        onRetry: (error) => onRetry?.(faultOf(error)),
      });
    } catch (error) {
      throw faultOf(error);
    }
  };
}

function toFault({ status, reason, message }: TracewellError, url: string): Fault {
  const said = plain(message).slice(0, MAX_CHARACTERS);
  if (reason === REDIRECTED) return wrongInput(reason, `${said} Use the final address instead.`);
  if (reason === UNEXPECTED_ANSWER) return foreignAnswer(status, url);
  if (reason === TIMED_OUT) {
    return serviceFault('service_timeout', `${url} did not answer within ${ATTEMPT_MS / 1000} seconds.`);
  }
  if (status === 0) return serviceFault('service_unreachable', `${url}: ${said}`);
  const remedy = reason === 'insufficient_scope' ? ` ${LOG_IN}` : '';
  return (isOfService(status) ? serviceFault : wrongInput)(reason, `${said} (${status})${remedy}`, status);
}

const isOfService = (status: number): boolean => status === 408 || status === 429 || status >= 500;

function foreignAnswer(status: number, url: string): Fault {
  if (status < 300) {
    const message = `${url} answered with something that is not JSON. ${WHICH_ADDRESS}`;
    return serviceFault(UNEXPECTED_ANSWER, message);
  }
  if (isOfService(status)) return serviceFault(UNEXPECTED_ANSWER, `${url} answered ${status}.`, status);
  return wrongInput(UNEXPECTED_ANSWER, `${url} answered ${status}. ${WHICH_ADDRESS}`, status);
}
