import { endpoint, publicEndpoint } from '#core/endpoint';
import { signedIn, signedOut } from './cookie.ts';
import { logIn, logOut, currentSession } from './log-in.ts';
import { changePassword } from './password-change.ts';
import { confirmReset, requestReset } from './password-reset.ts';
import {
  AccountClaim,
  LogIn,
  LoggedOut,
  PasswordChange,
  PasswordReset,
  PasswordResetConfirm,
  SignInMethods,
  SignUp,
  SsoCallback,
  SsoStart,
} from './schemas.ts';
import { SessionView } from '#services/accounts';
import { claimAccount, signUp } from './sign-up.ts';
import { finishSingleSignOn } from './single-sign-on/finish.ts';
import { endSessionUrl } from './single-sign-on/provider.ts';
import { startSingleSignOn } from './single-sign-on/start.ts';

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
    summary: 'Become the owner with the link of the first start',
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
    id: 'getSignInMethods',
    method: 'GET',
    path: '/v1/auth/methods',
    tag,
    summary: 'How people sign in here',
    replies: { 200: SignInMethods },
    handle: ({ config: { passwordLogin, oidc } }) => ({
      password: passwordLogin,
      sso: oidc && { name: oidc.name },
    }),
  }),
  publicEndpoint({
    id: 'startSingleSignOn',
    method: 'GET',
    path: '/v1/auth/oidc/login',
    tag,
    summary: 'Sign in through the provider of single sign-on',
    description: 'For browsers: redirects to the provider. 404 if single sign-on is not configured.',
    query: SsoStart,
    replies: { 302: null },
    errors: [404],
    handle: (ctx, { query }) => startSingleSignOn(ctx, query),
  }),
  publicEndpoint({
    id: 'finishSingleSignOn',
    method: 'GET',
    path: '/v1/auth/oidc/callback',
    tag,
    summary: 'Callback of the single sign-on provider',
    description:
      'For browsers: redirects to the dashboard, signed in, or to the sign-in page with the reason in `sso` and the id of this request in `ref`.',
    query: SsoCallback,
    replies: { 302: null },
    errors: [404],
    handle: (ctx, { query }) => finishSingleSignOn(ctx, query),
  }),
  publicEndpoint({
    id: 'logOut',
    method: 'POST',
    path: '/v1/auth/logout',
    tag,
    summary: 'Sign out',
    description:
      'For a session that began with single sign-on, the answer has the address that ends the session at the provider, if the provider offers one.',
    replies: { 204: null, 200: LoggedOut },
    unaudited: 'Writes user.logout when there is a session to end; without one there is nothing to write.',
    handle: async (ctx) => {
      const idToken = await logOut(ctx);
      return signedOut(ctx, idToken === null ? null : await endSessionUrl(ctx, idToken));
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
    summary: 'Set a new password with the reset link',
    body: PasswordResetConfirm,
    replies: { 204: null },
    audit: 'user.reset_password',
    handle: (ctx, { body }) => confirmReset(ctx, body),
  }),
];
