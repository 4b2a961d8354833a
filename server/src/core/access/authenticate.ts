// Authenticates a request and creates its context: the caller, the account and the project, and whether
// access is allowed.
import { AppError } from '#lib/app-error';
import type { Account, ProjectRef } from './accounts.ts';
import { boundTo, requireAccess, type Actor } from './actor.ts';
import type { Context, Origin, Services } from '#core/context';
import type { AccountAccess, Admission, ProjectReach } from '#core/endpoint';
import { requirePayment, requirePlan } from './plans.ts';
import { findSession } from './sessions.ts';

/** The credentials of a request, over HTTP or gRPC. The session token, if there is one, is in the origin. */
export interface Credentials {
  authorization: string | undefined;
  projectId: string | undefined;
  /** Throws if another site may have made the browser send its session. */
  requireOwnOrigin(): void;
  /** Called as soon as the caller is known, even if the request is rejected afterwards. */
  onIdentified(accountId: string, actorId: string): void;
}

interface Principal {
  accountId: string;
  actor: Actor;
}

const unauthorized = (reason: string, message: string) =>
  new AppError('unauthorized', reason, message, {
    headers: { 'www-authenticate': 'Bearer realm="tracewell"' },
  });

// Exporters that read headers from an environment variable may send the space URL-encoded.
const BEARER = /^Bearer(?: +|%20)(\S+)$/i;

async function keyPrincipal(services: Services, header: string): Promise<Principal> {
  const text = BEARER.exec(header)?.[1];
  if (text === undefined) {
    throw unauthorized('invalid_scheme', 'Use the header "Authorization: Bearer <API key>".');
  }
  const check = await services.keys.check(text);
  if (check.ok) {
    const { accountId, actor } = check.key;
    return { accountId, actor };
  }
  throw check.reason === 'expired_key'
    ? unauthorized('expired_key', 'This API key has expired. Create a new one.')
    : unauthorized(
        'invalid_key',
        'This API key is not valid: it is mistyped, was revoked, or belongs to another service.',
      );
}

async function sessionPrincipal(
  services: Services,
  credentials: Credentials,
  token: string,
): Promise<Principal> {
  const session = await findSession(services.metadata.reader, services.clock, token);
  if (!session) throw unauthorized('invalid_session', 'The session has ended. Sign in again.');
  credentials.requireOwnOrigin();
  return { accountId: session.accountId, actor: session.actor };
}

async function principalOf(
  services: Services,
  credentials: Credentials,
  origin: Origin,
  access: AccountAccess,
): Promise<Principal> {
  if (credentials.authorization !== undefined) {
    if (access.credential === 'session') {
      throw unauthorized('session_required', 'This needs a signed-in browser session, not an API key.');
    }
    return keyPrincipal(services, credentials.authorization);
  }
  if (origin.sessionToken !== null && access.credential !== 'bearer') {
    return sessionPrincipal(services, credentials, origin.sessionToken);
  }
  throw unauthorized(
    'missing_credential',
    access.credential === 'bearer'
      ? 'This needs an API key: send the header "Authorization: Bearer <API key>".'
      : 'Sign in, or send the header "Authorization: Bearer <API key>".',
  );
}

function projectOf(account: Account, actor: Actor, header: string | undefined): ProjectRef | null {
  const bond = boundTo(actor);
  const wanted = header ?? bond;
  if (wanted === null) return null;
  const project = account.projects.get(wanted);
  const hidden = bond !== null && bond !== wanted;
  if (project && !hidden) return project;
  throw new AppError('not_found', 'project_not_found', 'No such project in this account.');
}

/** A key that is bound to a project acts only in that project, whatever its scopes. */
function requireReach(actor: Actor, reach: ProjectReach): void {
  if (reach === 'scoped' || boundTo(actor) === null) return;
  throw new AppError(
    'forbidden',
    'account_wide',
    'This is about the whole account, and the API key is bound to one project. Use a key that is not bound to a project.',
  );
}

export async function accountContext(
  services: Services,
  credentials: Credentials,
  origin: Origin,
  admission: Admission,
): Promise<Context> {
  const principal = await principalOf(services, credentials, origin, admission.access);
  const account = await services.accounts.get(principal.accountId);
  if (!account) throw unauthorized('invalid_key', 'The account of this credential no longer exists.');
  return contextOf(services, principal, account, credentials, origin, admission);
}

/** Synchronous, for a key whose data is cached. Null if something is missing or access would be denied. */
export function knownContext(
  services: Services,
  credentials: Credentials & { authorization: string },
  origin: Origin,
  admission: Admission,
): Context | null {
  const text = BEARER.exec(credentials.authorization)?.[1];
  const key =
    text === undefined || admission.access.credential === 'session' ? null : services.keys.known(text);
  const account = key && services.accounts.known(key.accountId);
  if (!account) return null;
  try {
    return contextOf(services, key, account, credentials, origin, admission);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function contextOf(
  services: Services,
  principal: Principal,
  account: Account,
  credentials: Credentials,
  origin: Origin,
  { access, project: reach }: Admission,
): Context {
  credentials.onIdentified(account.id, principal.actor.id);
  const project = projectOf(account, principal.actor, credentials.projectId);
  requireReach(principal.actor, reach);
  requireAccess(principal.actor, access);
  if (access.plan) requirePlan(account.plan.name, access.plan);
  if (access.payment) requirePayment(account, access.payment);
  return {
    ...services,
    db: services.metadata.reader,
    origin,
    actor: principal.actor,
    account,
    project,
    plan: account.plan,
  };
}
