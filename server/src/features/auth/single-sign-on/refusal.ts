// Why a sign-in through single sign-on ended. The sign-in page explains the reason. The log has the cause
// under the id of the request, which the page shows too.

type SsoReason =
  /** The browser did not begin this sign-in, began it too long ago, or has finished it already. */
  | 'expired'
  | 'cancelled'
  | 'provider_error'
  | 'provider_unreachable'
  | 'rate_limited'
  | 'email_missing'
  | 'email_unverified'
  | 'email_domain'
  | 'group_missing'
  | 'no_role'
  | 'not_invited'
  | 'removed'
  | 'other_identity'
  | 'email_taken'
  | 'plan_required'
  | 'no_account'
  | 'failed';

export class SsoRefusal extends Error {
  readonly reason: SsoReason;

  constructor(reason: SsoReason, cause?: unknown) {
    super(`Single sign-on was refused: ${reason}.`, { cause });
    this.name = 'SsoRefusal';
    this.reason = reason;
  }
}
