import { endpoint } from '#core/endpoint';
import { closeOwnAccount, restoreOwnAccount } from './close.ts';
import { CloseAccount, ClosedAccount } from './schemas.ts';

const tag = 'account';
const access = { scope: 'write', role: 'owner', credential: 'session' } as const;

export const accountClosingEndpoints = [
  endpoint({
    id: 'closeAccount',
    method: 'DELETE',
    path: '/v1/account',
    tag,
    summary: 'Close the account; it is deleted after seven days',
    description:
      'Needs a signed-in owner and the password. Until `deletesAt` everything works, and `POST /v1/account/restore` restores the account. Then records, content, keys, settings, the audit log and users without another account are deleted permanently.',
    access,
    project: 'account-wide',
    body: CloseAccount,
    replies: { 200: ClosedAccount },
    errors: [429],
    audit: 'account.close',
    handle: (ctx, { body }) => closeOwnAccount(ctx, body.password),
  }),
  endpoint({
    id: 'restoreAccount',
    method: 'POST',
    path: '/v1/account/restore',
    tag,
    summary: 'Restore a closed account',
    access,
    project: 'account-wide',
    replies: { 204: null },
    errors: [409],
    audit: 'account.restore',
    handle: (ctx) => restoreOwnAccount(ctx),
  }),
];
