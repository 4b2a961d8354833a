// A signed-in person looks at a device login by its user code, and lets the program in or refuses.
import { invalid, unknownId } from '#lib/app-error';
import { isoTime, MINUTE_MS } from '#lib/clock';
import type { KeyScope } from '#core/access/actor';
import { hit, peekInTurn, requireAllowed } from '#core/access/rate-limit';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import type { DeviceLoginsTable } from '#metadata';
import { KEY_DAYS } from '../authorize.ts';
import { hashUserCode } from './codes.ts';
import type { DeviceDecision } from './schemas.ts';
import { decideLogin, selectPendingLogin } from './store.ts';

// Only wrong codes count. A person mistypes a code a few times; a program would need billions of guesses.
const GUESSES = { name: 'device-code-guesses', limit: 10, windowMs: 10 * MINUTE_MS } as const;
const TOO_MANY = 'Too many wrong codes. Wait a few minutes, and start again in the terminal.';

const unknownCode = () =>
  unknownId(
    'code',
    'No login waits with this code. It may have expired: start again in the terminal.',
    'unknown_code',
  );

async function findPending(ctx: Context, code: string): Promise<DeviceLoginsTable> {
  const subject = `${ctx.actor.type}:${ctx.actor.id}`;
  // In turn, so that a right guess among many at once does not pass before the wrong ones count.
  requireAllowed(await peekInTurn(ctx.metadata, ctx.clock, GUESSES, subject), TOO_MANY);
  const login = await selectPendingLogin(ctx.db, hashUserCode(code), ctx.clock.now());
  if (login) return login;
  requireAllowed(await hit(ctx, GUESSES, subject), TOO_MANY);
  throw unknownCode();
}

export async function describeDeviceLogin(ctx: Context, code: string) {
  const login = await findPending(ctx, code);
  return {
    clientName: login.client_name,
    requestedFrom: login.requested_from,
    requestedAt: isoTime(login.created_at),
    scopes: JSON.parse(login.scopes) as KeyScope[],
    days: KEY_DAYS,
  };
}

export async function decideDeviceLogin(
  ctx: Context,
  { code, allow, scopes, projectId = null }: DeviceDecision,
) {
  if (ctx.actor.type !== 'user') throw new Error('Only a signed-in person can let a program in.');
  if (allow && scopes === undefined) throw invalid('scopes', 'scopes is required to let a program in.');
  if (projectId !== null && !ctx.account.projects.has(projectId)) {
    throw invalid('projectId', 'No such project in this account.', 'unknown_project');
  }
  const { id: userId } = ctx.actor;
  const login = await findPending(ctx, code);
  const asked = JSON.parse(login.scopes) as KeyScope[];
  if (scopes?.some((scope) => !asked.includes(scope)))
    throw invalid('scopes', 'The program did not ask for all of these scopes.');
  return change(ctx, 'device_login.decide', async ({ db }) => {
    const decided = await decideLogin(db, login.device_hash, ctx.clock.now(), {
      status: allow ? 'allowed' : 'refused',
      account_id: ctx.account.id,
      user_id: userId,
      project_id: projectId,
      scopes: allow ? JSON.stringify(scopes) : login.scopes,
    });
    if (!decided) throw unknownCode();
    return {
      result: { allowed: allow },
      target: { type: 'device_login', id: login.device_hash },
      metadata: { name: login.client_name, allowed: allow, ...(allow ? { scopes, projectId } : {}) },
    };
  });
}
