import { Type, type Static } from 'typebox';
import { ROLES } from '#core/access/actor';
import { Password, SIGN_IN_METHODS } from '#services/accounts';
import { Email, Label, Nullable, OneOf, Timestamp, closed } from '#lib/schema';

export const Member = Type.Object(
  {
    userId: Type.String({ examples: ['usr_1a2b3c4d5e6f'] }),
    email: Type.String(),
    name: Type.String(),
    role: OneOf(ROLES),
    signsInWith: Type.Array(OneOf(SIGN_IN_METHODS), {
      description: 'A password, single sign-on, or both. Empty for a user who has neither yet.',
    }),
    joinedAt: Timestamp,
  },
  { title: 'Member' },
);
export type Member = Static<typeof Member>;

const INVITATION_STATES = ['pending', 'accepted', 'expired'] as const;

export const Invitation = Type.Object(
  {
    id: Type.String({ examples: ['inv_1a2b3c4d5e6f'] }),
    email: Type.String(),
    role: OneOf(ROLES),
    status: OneOf(INVITATION_STATES),
    expiresAt: Timestamp,
    createdAt: Timestamp,
  },
  { title: 'Invitation' },
);
export type Invitation = Static<typeof Invitation>;

export const CreatedInvitation = Type.Object(
  {
    ...Invitation.properties,
    token: Type.String({ description: 'Also in the email. It is shown only once.' }),
  },
  { title: 'CreatedInvitation' },
);

export const NewInvitation = closed({
  email: Email,
  role: Type.Optional(OneOf(ROLES, '`member` by default; at most the role of the inviter')),
});
export type NewInvitation = Static<typeof NewInvitation>;

export const AcceptInvitation = closed({
  token: Type.String({ maxLength: 100 }),
  name: Type.Optional(Label(100)),
  password: Type.Optional(Password),
});
export type AcceptInvitation = Static<typeof AcceptInvitation>;

export const MemberRole = closed({ role: OneOf(ROLES) });
export type MemberRole = Static<typeof MemberRole>;

// An id in another format names nothing and reaches no store.
export const MemberParams = Type.Object({ userId: Type.String({ pattern: '^usr_[0-9A-Za-z]{8,40}$' }) });
export const InvitationParams = Type.Object({ id: Type.String({ pattern: '^inv_[0-9A-Za-z]{8,40}$' }) });

export const MemberList = Type.Object({
  members: Type.Array(Member),
  nextCursor: Nullable(Type.String()),
});

export const InvitationList = Type.Object({
  invitations: Type.Array(Invitation),
  nextCursor: Nullable(Type.String()),
});
