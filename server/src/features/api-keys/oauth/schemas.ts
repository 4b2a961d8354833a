import { Type, type Static } from 'typebox';
import { SCOPES } from '#core/access/actor';
import { closed, Distinct, OneOf } from '#lib/schema';

const request = {
  clientId: Type.String({ minLength: 1, maxLength: 16_000 }),
  redirectUri: Type.String({ minLength: 1, maxLength: 1_000 }),
  responseType: Type.Literal('code'),
  codeChallenge: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  codeChallengeMethod: Type.Literal('S256'),
  state: Type.Optional(Type.String({ maxLength: 2_000 })),
  scope: Type.Optional(Type.String({ maxLength: 200 })),
  resource: Type.Optional(Type.String({ maxLength: 1_000 })),
};

/** The parameters of an authorization request (RFC 6749, RFC 7636), in the names of this interface. */
export const AppAuthorizationQuery = closed(request);
export type AppAuthorizationQuery = Static<typeof AppAuthorizationQuery>;

export const AppAuthorization = closed({
  ...request,
  scopes: Distinct(OneOf(SCOPES), {
    minItems: 1,
    maxItems: 3,
    description: 'What the person allows, which may be less than the application asks for',
  }),
});
export type AppAuthorization = Static<typeof AppAuthorization>;

export const AppAuthorizationView = Type.Object(
  {
    clientName: Type.String({ description: 'As the application calls itself' }),
    redirectTarget: Type.String({
      description: 'Where the answer goes: a host, or the scheme of an application',
    }),
    scopes: Type.Array(OneOf(SCOPES), { description: 'What it asks for' }),
    days: Type.Integer({ description: 'How long the key will be valid' }),
    denyUrl: Type.String({ description: 'Tells the application that the person refused' }),
  },
  { title: 'AppAuthorizationView' },
);

export const AppAuthorized = Type.Object(
  { redirectTo: Type.String({ description: 'Takes the code to the application' }) },
  { title: 'AppAuthorized' },
);
