import { Type, type Static } from 'typebox';
import { closed, Timestamp } from '#lib/schema';

export const CloseAccount = closed({
  password: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description:
        'Required, except for people who sign in through single sign-on: they sign in again first instead.',
    }),
  ),
});
export type CloseAccount = Static<typeof CloseAccount>;

export const ClosedAccount = Type.Object(
  { deletesAt: Timestamp },
  {
    title: 'ClosedAccount',
    description: 'Until then everything works, and the owner can restore the account',
  },
);
