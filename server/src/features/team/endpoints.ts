import { PageQuery } from '#core/paging';
import { endpoint, publicEndpoint } from '#core/endpoint';
import { ApiKeyList } from '#features/api-keys';
import { SessionView } from '#services/accounts';
import { signedIn } from '#features/auth';
import { acceptInvitation } from './accept.ts';
import { changeRole } from './change-role.ts';
import { deleteInvitation } from './delete-invitation.ts';
import { invite } from './invite.ts';
import { listMemberKeys, listInvitations, listMembers } from './list.ts';
import { removeMember } from './remove-member.ts';
import {
  AcceptInvitation,
  CreatedInvitation,
  InvitationList,
  InvitationParams,
  Member,
  MemberList,
  MemberParams,
  MemberRole,
  NewInvitation,
} from './schemas.ts';

const tag = 'team';
const managed = { fullKey: true, payment: 'team' } as const;

export const teamEndpoints = [
  endpoint({
    id: 'listMembers',
    method: 'GET',
    path: '/v1/team/members',
    tag,
    summary: 'List members, in order of joining',
    access: { scope: 'read', ...managed },
    project: 'account-wide',
    query: PageQuery,
    replies: { 200: MemberList },
    handle: (ctx, { query }) => listMembers(ctx, query),
  }),
  endpoint({
    id: 'changeMemberRole',
    method: 'PATCH',
    path: '/v1/team/members/{userId}',
    tag,
    summary: 'Change the role of a member',
    description:
      'No one can grant or change a role above their own. The last owner cannot lose the role (409).',
    access: { scope: 'write', role: 'admin', ...managed },
    project: 'account-wide',
    params: MemberParams,
    body: MemberRole,
    replies: { 200: Member },
    errors: [409],
    audit: 'member.change_role',
    handle: (ctx, { params, body }) => changeRole(ctx, params.userId, body),
  }),
  endpoint({
    id: 'listMemberApiKeys',
    method: 'GET',
    path: '/v1/team/members/{userId}/api-keys',
    tag,
    summary: 'List the API keys that end with a membership',
    description:
      'Keys that the member made, and keys made with those. Removing the member revokes them. For admins and for the member.',
    access: { scope: 'read', ...managed },
    project: 'account-wide',
    params: MemberParams,
    query: PageQuery,
    replies: { 200: ApiKeyList },
    handle: (ctx, { params, query }) => listMemberKeys(ctx, params.userId, query),
  }),
  endpoint({
    id: 'removeMember',
    method: 'DELETE',
    path: '/v1/team/members/{userId}',
    tag,
    summary: 'Remove a member, or leave',
    description:
      'Ends their sessions in this account and revokes the API keys that they made; `GET /v1/team/members/{userId}/api-keys` lists them. The last owner cannot leave (409).',
    access: { scope: 'write', role: 'viewer', ...managed },
    project: 'account-wide',
    params: MemberParams,
    replies: { 204: null },
    errors: [409],
    audit: 'member.remove',
    handle: (ctx, { params }) => removeMember(ctx, params.userId),
  }),
  endpoint({
    id: 'listInvitations',
    method: 'GET',
    path: '/v1/team/invitations',
    tag,
    summary: 'List invitations, newest first',
    access: { scope: 'read', role: 'admin', ...managed },
    project: 'account-wide',
    query: PageQuery,
    replies: { 200: InvitationList },
    handle: (ctx, { query }) => listInvitations(ctx, query),
  }),
  endpoint({
    id: 'createInvitation',
    method: 'POST',
    path: '/v1/team/invitations',
    tag,
    summary: 'Invite a person by email',
    description: 'Valid for 7 days. The token is in the email and, once, in this answer.',
    access: { scope: 'write', role: 'admin', ...managed },
    project: 'account-wide',
    body: NewInvitation,
    replies: { 201: CreatedInvitation },
    errors: [409],
    audit: 'invitation.create',
    handle: (ctx, { body }) => invite(ctx, body),
  }),
  endpoint({
    id: 'deleteInvitation',
    method: 'DELETE',
    path: '/v1/team/invitations/{id}',
    tag,
    summary: 'Withdraw an invitation',
    access: { scope: 'write', role: 'admin', ...managed },
    project: 'account-wide',
    params: InvitationParams,
    replies: { 204: null },
    errors: [409],
    audit: 'invitation.delete',
    handle: (ctx, { params }) => deleteInvitation(ctx, params.id),
  }),
  publicEndpoint({
    id: 'acceptInvitation',
    method: 'POST',
    path: '/v1/team/invitations/accept',
    tag,
    summary: 'Accept an invitation',
    description:
      'For a user signed in with the email of the invitation, the token is enough. A new user also sends a name and a password. The answer signs in to the joined account.',
    body: AcceptInvitation,
    replies: { 200: SessionView },
    errors: [401, 402, 403, 409],
    audit: 'invitation.accept',
    handle: async (ctx, { body }) => signedIn(ctx, 200, await acceptInvitation(ctx, body)),
  }),
];
