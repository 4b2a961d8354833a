import { Type, type Static } from 'typebox';
import { ROLES } from '#core/access/actor';
import { PLAN_NAMES } from '#core/access/plans';
import { Email, Label, OneOf, closed } from '#lib/schema';

export const Password = Type.String({ minLength: 10, maxLength: 256 });

export const SignUp = closed({
  email: Email,
  password: Password,
  name: Label(100),
  accountName: Type.Optional(Label(100)),
});
export type SignUp = Static<typeof SignUp>;

export const LogIn = closed({
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 256 }),
});
export type LogIn = Static<typeof LogIn>;

export const Claim = closed({
  token: Type.String({ maxLength: 100 }),
  email: Email,
  password: Password,
  name: Label(100),
});
export type Claim = Static<typeof Claim>;

export const PasswordChange = closed({
  currentPassword: Type.String({ maxLength: 256 }),
  newPassword: Password,
});
export type PasswordChange = Static<typeof PasswordChange>;

export const PasswordReset = closed({ email: Type.String({ maxLength: 254 }) });
export type PasswordReset = Static<typeof PasswordReset>;

export const PasswordResetConfirm = closed({ token: Type.String({ maxLength: 100 }), newPassword: Password });
export type PasswordResetConfirm = Static<typeof PasswordResetConfirm>;

export const SessionView = Type.Object(
  {
    user: Type.Object({ id: Type.String(), email: Type.String(), name: Type.String() }),
    account: Type.Object({ id: Type.String(), name: Type.String(), plan: OneOf(PLAN_NAMES) }),
    role: OneOf(ROLES),
  },
  { title: 'Session' },
);
export type SessionView = Static<typeof SessionView>;
