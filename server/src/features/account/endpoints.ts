import type { ConsentKind } from '#core/access/accounts';
import type { Context } from '#core/context';
import { endpoint, type Endpoint } from '#core/endpoint';
import { contentDeletedBy, setConsents } from './consents.ts';
import {
  AccountOverview,
  AccountSettings,
  AccountSettingsChange,
  AccountSnapshot,
  ConsentSettings,
  WithdrawnPlaintextStorage,
} from './schemas.ts';
import { EffectiveLimits, AccountLimitsChange } from '#services/accounts';
import { changeLimits } from './limits.ts';
import { changeSettings } from './settings.ts';
import { accountOverview, accountSnapshot } from './snapshot.ts';

const tag = 'account';

interface ConsentPath {
  kind: ConsentKind;
  path: string;
  /** Part of the operation id. */
  id: string;
  title: string;
  paid: boolean;
  withdrawal?: string;
}

const CONSENT_PATHS: readonly ConsentPath[] = [
  {
    kind: 'plaintextStorage',
    path: '/v1/account/consents/plaintext-storage',
    id: 'PlaintextStorage',
    title: 'storing messages, encrypted',
    paid: true,
    withdrawal: 'Stored content is deleted within the hour; `contentDeletedBy` says by when.',
  },
  {
    kind: 'aiHelper',
    path: '/v1/account/consents/ai-helper',
    id: 'AiHelper',
    title: 'the AI helper',
    paid: true,
  },
  {
    kind: 'piiRedaction',
    path: '/v1/account/consents/pii-redaction',
    id: 'PiiRedaction',
    title: 'redaction of personal data',
    paid: false,
  },
];

const setConsent = (ctx: Context, kind: ConsentKind, granted: boolean) =>
  setConsents(
    ctx,
    ctx,
    ctx.account,
    { [kind]: granted },
    granted ? 'account.grant_consent' : 'account.withdraw_consent',
  );

function consentEndpoints({ kind, path, id, title, paid, withdrawal }: ConsentPath): Endpoint[] {
  const access = { scope: 'write', role: 'admin' } as const;
  const deletesContent = kind === 'plaintextStorage';
  return [
    endpoint({
      id: `grant${id}`,
      method: 'PUT',
      path,
      tag,
      summary: `Consent to ${title}`,
      access: paid ? { ...access, payment: 'pro' } : access,
      project: 'account-wide',
      replies: { 200: ConsentSettings },
      audit: 'account.grant_consent',
      handle: (ctx) => setConsent(ctx, kind, true),
    }),
    // Independent of the plan: a consent can always be withdrawn.
    endpoint({
      id: `withdraw${id}`,
      method: 'DELETE',
      path,
      tag,
      summary: `Withdraw the consent to ${title}`,
      ...(withdrawal === undefined ? {} : { description: withdrawal }),
      access,
      project: 'account-wide',
      replies: { 200: deletesContent ? WithdrawnPlaintextStorage : ConsentSettings },
      audit: 'account.withdraw_consent',
      handle: async (ctx) => {
        const consents = await setConsent(ctx, kind, false);
        if (!deletesContent) return consents;
        return { ...consents, contentDeletedBy: await contentDeletedBy(ctx, ctx.account.id) };
      },
    }),
  ];
}

export const accountEndpoints = [
  endpoint({
    id: 'getAccount',
    method: 'GET',
    path: '/v1/account',
    tag,
    summary: 'Identity snapshot: plan, usage of this month, retention',
    access: { scope: 'read', credential: 'bearer' },
    project: 'scoped',
    replies: { 200: AccountSnapshot },
    handle: (ctx) => accountSnapshot(ctx),
  }),
  endpoint({
    id: 'getAccountOverview',
    method: 'GET',
    path: '/v1/account/overview',
    tag,
    summary: 'Plan, usage of this month, retention; also for signed-in people',
    description: 'The same as `GET /v1/account`, without the field `key`.',
    access: { scope: 'read' },
    project: 'scoped',
    replies: { 200: AccountOverview },
    handle: (ctx) => accountOverview(ctx),
  }),
  endpoint({
    id: 'updateAccountSettings',
    method: 'PATCH',
    path: '/v1/account/settings',
    tag,
    summary: 'Change the settings of the account',
    access: { scope: 'write', role: 'admin' },
    project: 'account-wide',
    body: AccountSettingsChange,
    replies: { 200: AccountSettings },
    audit: 'account.update_settings',
    handle: (ctx, { body }) => changeSettings(ctx, body),
  }),
  endpoint({
    id: 'updateAccountLimits',
    method: 'PATCH',
    path: '/v1/account/limits',
    tag,
    summary: 'Change the limits of the account',
    description:
      'For the owner of the first account of the service. The limits of other accounts are set by the operator (403 `operator_only`). A limit of null is that of the plan.',
    access: { scope: 'write', role: 'owner', credential: 'session' },
    project: 'account-wide',
    body: AccountLimitsChange,
    replies: { 200: EffectiveLimits },
    audit: 'account.update_limits',
    handle: (ctx, { body }) => changeLimits(ctx, body),
  }),
  ...CONSENT_PATHS.flatMap(consentEndpoints),
];
