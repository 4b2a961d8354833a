// Requests of the gate, through the sdk. Every error ends as a sentence that says who has to act.
import {
  REDIRECTED,
  retrying,
  TIMED_OUT,
  tracewell,
  UNEXPECTED_ANSWER,
  unwrap,
  type Time,
  type TracewellError,
} from '@tracewell/sdk';
import type { AskService } from '@tracewell/sdk/ci-gate';
import { plain } from '../terminal/columns.ts';
import { serviceFault, wrongInput, type GateFault } from './fault.ts';

const ATTEMPT_MS = 30_000;
const PATIENCE_MS = 3_000;
const MAX_CHARACTERS = 1_000;
const WHICH_ADDRESS = 'Is TRACEWELL_URL the address of a Tracewell service?';

export interface ServiceAddress {
  url: URL;
  key: string;
}

/** The answer is checked by its reader, because it may come from a newer or older service. */
export function connect(
  address: ServiceAddress,
  time: Time,
  onRetry: (fault: GateFault) => void,
): AskService {
  const url = address.url.origin + address.url.pathname;
  const client = tracewell({
    url,
    apiKey: address.key,
    headers: { 'user-agent': 'tracewell-cli' },
    retry: false,
    // The signal below also limits how long the body may take.
    timeoutMs: null,
  });
  const faultOf = (error: unknown) => toFault(error as TracewellError, url);
  return async (send, patience = {}) => {
    const attempt = () => unwrap(send(client, AbortSignal.timeout(ATTEMPT_MS)));
    try {
      return await retrying(attempt, {
        patienceMs: PATIENCE_MS,
        ...patience,
        time,
        onRetry: (error) => onRetry(faultOf(error)),
      });
    } catch (error) {
      throw faultOf(error);
    }
  };
}

function toFault({ status, reason, message }: TracewellError, url: string): GateFault {
  const said = plain(message).slice(0, MAX_CHARACTERS);
  if (reason === REDIRECTED) return wrongInput(reason, `${said} Set TRACEWELL_URL to the final address.`);
  if (reason === UNEXPECTED_ANSWER) return foreignAnswer(status, url);
  if (reason === TIMED_OUT) {
    return serviceFault('service_timeout', `${url} did not answer within ${ATTEMPT_MS / 1000} seconds.`);
  }
  if (status === 0) return serviceFault('service_unreachable', `${url}: ${said}`);
  const hint = status === 401 ? ' Check TRACEWELL_API_KEY.' : '';
  return (isOfService(status) ? serviceFault : wrongInput)(reason, `${said} (${status})${hint}`, status);
}

const isOfService = (status: number): boolean => status === 408 || status === 429 || status >= 500;

function foreignAnswer(status: number, url: string): GateFault {
  if (status < 300) {
    const message = `${url} answered with something that is not JSON. ${WHICH_ADDRESS}`;
    return serviceFault(UNEXPECTED_ANSWER, message);
  }
  if (isOfService(status)) return serviceFault(UNEXPECTED_ANSWER, `${url} answered ${status}.`, status);
  return wrongInput(UNEXPECTED_ANSWER, `${url} answered ${status}. ${WHICH_ADDRESS}`, status);
}
