import { Type, type Static } from 'typebox';
import { ROLES } from '#core/access/actor';
import { PLAN_NAMES } from '#core/access/plans';
import { OneOf } from '#lib/schema';

export const SessionView = Type.Object(
  {
    user: Type.Object({
      id: Type.String(),
      email: Type.String(),
      name: Type.String(),
      hasPassword: Type.Boolean({ description: 'False for a user created by single sign-on' }),
    }),
    account: Type.Object({ id: Type.String(), name: Type.String(), plan: OneOf(PLAN_NAMES) }),
    role: OneOf(ROLES),
  },
  { title: 'Session' },
);
export type SessionView = Static<typeof SessionView>;
