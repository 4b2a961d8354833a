import { endpoint, publicEndpoint } from '#core/endpoint';
import { signedIn, signedOut } from './cookie.ts';
import { logIn, logOut } from './log-in.ts';
import { changePassword } from './password-change.ts';
import { confirmReset, requestReset } from './password-reset.ts';
import {
  AccountClaim,
  LogIn,
  PasswordChange,
  PasswordReset,
  PasswordResetConfirm,
  SignUp,
} from './schemas.ts';
import { SessionView } from '#services/accounts';
import { claimAccount, signUp } from './sign-up.ts';
import { currentSession } from './session.ts';

const tag = 'auth';

export const authEndpoints = [
  publicEndpoint({
    id: 'signUp',
    method: 'POST',
    path: '/v1/auth/signup',
    tag,
    summary: 'Sign up',
    description: 'Open for the first user, who becomes the owner; later only with TRACEWELL_OPEN_SIGNUP.',
    body: SignUp,
    replies: { 201: SessionView },
    errors: [403, 409, 429],
    audit: 'user.signup',
    handle: async (ctx, { body }) => signedIn(ctx, 201, await signUp(ctx, body)),
  }),
  publicEndpoint({
    id: 'claimAccount',
    method: 'POST',
    path: '/v1/auth/claim',
    tag,
    summary: 'Become the owner through the link of the first start',
    body: AccountClaim,
    replies: { 201: SessionView },
    errors: [409],
    audit: 'user.claim_account',
    handle: async (ctx, { body }) => signedIn(ctx, 201, await claimAccount(ctx, body)),
  }),
  publicEndpoint({
    id: 'logIn',
    method: 'POST',
    path: '/v1/auth/login',
    tag,
    summary: 'Sign in',
    body: LogIn,
    replies: { 200: SessionView },
    errors: [401, 403, 429],
    audit: 'user.login',
    handle: async (ctx, { body }) => signedIn(ctx, 200, await logIn(ctx, body)),
  }),
  publicEndpoint({
    id: 'logOut',
    method: 'POST',
    path: '/v1/auth/logout',
    tag,
    summary: 'Sign out',
    replies: { 204: null },
    unaudited: 'Writes user.logout when there is a session to end; without one there is nothing to write.',
    handle: async (ctx) => {
      await logOut(ctx);
      return signedOut(ctx);
    },
  }),
  endpoint({
    id: 'getSession',
    method: 'GET',
    path: '/v1/auth/session',
    tag,
    summary: 'Who is signed in',
    access: { scope: 'read', credential: 'session' },
    project: 'account-wide',
    replies: { 200: SessionView },
    handle: (ctx) => currentSession(ctx),
  }),
  endpoint({
    id: 'changePassword',
    method: 'POST',
    path: '/v1/auth/password',
    tag,
    summary: 'Change the password',
    description: 'Ends every other session of the user.',
    access: { scope: 'write', role: 'viewer', credential: 'session' },
    project: 'account-wide',
    body: PasswordChange,
    replies: { 204: null },
    errors: [429],
    audit: 'user.change_password',
    handle: (ctx, { body }) => changePassword(ctx, body),
  }),
  publicEndpoint({
    id: 'requestPasswordReset',
    method: 'POST',
    path: '/v1/auth/password-reset',
    tag,
    summary: 'Ask for a reset link by email',
    description: 'Answers 204 whether or not the address is known.',
    body: PasswordReset,
    replies: { 204: null },
    errors: [429],
    unaudited: 'The answer must not reveal whether the user exists; the job writes the entry if it does.',
    handle: (ctx, { body }) => requestReset(ctx, body),
  }),
  publicEndpoint({
    id: 'confirmPasswordReset',
    method: 'POST',
    path: '/v1/auth/password-reset/confirm',
    tag,
    summary: 'Set a new password through the link',
    body: PasswordResetConfirm,
    replies: { 204: null },
    audit: 'user.reset_password',
    handle: (ctx, { body }) => confirmReset(ctx, body),
  }),
];
