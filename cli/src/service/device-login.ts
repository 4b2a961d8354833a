// Gets a key from the service by a device code (RFC 8628): a person lets this program in, in the dashboard,
// on any machine.
import { type Time } from '@tracewell/sdk';
import { plain } from '../terminal/columns.ts';
import { readKey } from './address.ts';
import { serviceFault, wrongInput } from './fault.ts';
import { asString, count, isFields, type Fields } from './read.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const ATTEMPT_MS = 30_000;
const SECOND_MS = 1_000;
/** RFC 8628, 3.5. */
const SLOWER_MS = 5 * SECOND_MS;

export interface DeviceCode {
  userCode: string;
  /** The page to open, with the code in it. */
  link: string;
  minutes: number;
}

interface DeviceLogin {
  /** Without a slash at the end. */
  url: string;
  /** The person sees it, and so does the list of keys. */
  name: string;
  scopes: readonly string[];
  time: Time;
  onCode: (code: DeviceCode) => void;
}

interface OAuthAnswer {
  status: number;
  body: Fields;
}

/** The key, or null if the service does not know this way. */
export async function logInByCode({ url, name, scopes, time, onCode }: DeviceLogin): Promise<string | null> {
  const metadata = await send(`${url}/.well-known/oauth-authorization-server`);
  // Requests go to the address that the person gave, whatever the service calls itself.
  if (asString(metadata.body['device_authorization_endpoint']) === null) return null;
  const registration = JSON.stringify({ client_name: name, grant_types: [DEVICE_GRANT] });
  const clientId = textOf(await succeeded(send(`${url}/oauth/register`, registration)), 'client_id');
  const request = new URLSearchParams({ client_id: clientId, scope: scopes.join(' ') });
  const begun = await succeeded(send(`${url}/oauth/device_authorization`, request));
  const lifeMs = count(begun['expires_in']) * SECOND_MS;
  const page = textOf(begun, 'verification_uri');
  onCode({
    userCode: plain(textOf(begun, 'user_code')),
    link: plain(asString(begun['verification_uri_complete']) ?? page),
    minutes: Math.round(lifeMs / (60 * SECOND_MS)),
  });
  const poll = new URLSearchParams({
    grant_type: DEVICE_GRANT,
    device_code: textOf(begun, 'device_code'),
    client_id: clientId,
  });
  const end = time.now() + lifeMs;
  let waitMs = Math.max(1, count(begun['interval']) || 5) * SECOND_MS;
  while (time.now() < end) {
    await time.sleep(waitMs);
    // A service that is restarted meanwhile has not forgotten the login.
    const answer = await send(`${url}/oauth/token`, poll).catch(() => null);
    if (answer === null || answer.status >= 500 || answer.status === 429) continue;
    if (answer.status < 300) return readKey(textOf(answer.body, 'access_token'));
    const error = asString(answer.body['error']);
    if (error === 'slow_down') waitMs += SLOWER_MS;
    else if (error !== 'authorization_pending') throw refusalOf(answer);
  }
  throw wrongInput('expired_token', 'Nobody let this program in before the code expired. Run it again.');
}

const textOf = (body: Fields, name: string): string => {
  const text = asString(body[name]);
  if (text === null) throw serviceFault('unexpected_answer', `The answer of the service has no ${name}.`);
  return text;
};

async function succeeded(sent: Promise<OAuthAnswer>): Promise<Fields> {
  const answer = await sent;
  if (answer.status >= 300) throw refusalOf(answer);
  return answer.body;
}

function refusalOf({ status, body }: OAuthAnswer) {
  const reason = asString(body['error']) ?? 'unexpected_answer';
  if (reason === 'access_denied')
    return wrongInput(reason, 'The login was refused in the dashboard.', status);
  const said = asString(body['error_description']) ?? 'The service refused the login.';
  return wrongInput(plain(reason), `${plain(said).slice(0, 1_000)} (${status})`, status);
}

async function send(url: string, body?: string | URLSearchParams): Promise<OAuthAnswer> {
  let response: Response;
  try {
    response = await fetch(url, {
      ...(body === undefined ? {} : { method: 'POST', body }),
      headers: { 'user-agent': 'tracewell-cli' },
      redirect: 'error',
      signal: AbortSignal.timeout(ATTEMPT_MS),
    });
  } catch (error) {
    const why = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw serviceFault('service_unreachable', `${url}: ${why instanceof Error ? why.message : String(why)}`);
  }
  const answer: unknown = await response.json().catch(() => null);
  return { status: response.status, body: isFields(answer) ? answer : {} };
}
