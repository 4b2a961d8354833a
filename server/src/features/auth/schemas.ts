import { Type, type Static } from 'typebox';
import { Email, Label, Nullable, closed } from '#lib/schema';
import { Password } from '#services/accounts';

const StoreMessages = Type.Optional(
  Type.Boolean({
    description:
      'The consent of the account to store messages, encrypted (`plaintextStorage`). Without it, the consent stays as it is. An account on Free cannot give it.',
  }),
);

export const SignUp = closed({
  email: Email,
  password: Password,
  name: Label(100),
  accountName: Type.Optional(Label(100)),
  storeMessages: StoreMessages,
});
export type SignUp = Static<typeof SignUp>;

export const LogIn = closed({
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 256 }),
});
export type LogIn = Static<typeof LogIn>;

export const AccountClaim = closed({
  token: Type.String({ maxLength: 100 }),
  email: Email,
  password: Password,
  name: Label(100),
  storeMessages: StoreMessages,
});
export type AccountClaim = Static<typeof AccountClaim>;

export const PasswordChange = closed({
  currentPassword: Type.String({ maxLength: 256 }),
  newPassword: Password,
});
export type PasswordChange = Static<typeof PasswordChange>;

export const PasswordReset = closed({ email: Type.String({ maxLength: 254 }) });
export type PasswordReset = Static<typeof PasswordReset>;

export const PasswordResetConfirm = closed({ token: Type.String({ maxLength: 100 }), newPassword: Password });
export type PasswordResetConfirm = Static<typeof PasswordResetConfirm>;

export const SignInMethods = Type.Object(
  {
    password: Type.Boolean(),
    sso: Nullable(Type.Object({ name: Type.String({ description: 'Shown on the button' }) })),
  },
  { title: 'SignInMethods' },
);

export const LoggedOut = Type.Object(
  {
    endSessionUrl: Type.String({
      description: 'Open it in the browser to end the session at the provider of single sign-on too',
    }),
  },
  { title: 'LoggedOut' },
);

export const SsoStart = closed({
  next: Type.Optional(
    Type.String({ maxLength: 2_000, description: 'A path of the dashboard to open afterwards' }),
  ),
  here: Type.Optional(Type.Boolean({ description: 'The browser is at the public address already' })),
});
export type SsoStart = Static<typeof SsoStart>;

/** Not closed, because providers add their own parameters. */
export const SsoCallback = Type.Object({
  code: Type.Optional(Type.String({ maxLength: 4_000 })),
  state: Type.Optional(Type.String({ maxLength: 200 })),
  error: Type.Optional(Type.String({ maxLength: 200 })),
  error_description: Type.Optional(Type.String({ maxLength: 4_000 })),
  iss: Type.Optional(Type.String({ maxLength: 1_000 })),
});
export type SsoCallback = Static<typeof SsoCallback>;
