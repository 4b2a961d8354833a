// What an account needs before its content goes to a classifier, in order of the error messages. A request
// fails with the first missing item; the background scan skips the account.
import type { Config, ModerationConfig } from '#config';
import { AppError } from '#lib/app-error';
import type { Account } from '#core/access/accounts';
import { requirePlan } from '#core/access/plans';

export function requireScannable({ plan, consents, subscriptionActive }: Account): void {
  requirePlan(plan.name, 'pro');
  if (!consents.plaintextStorage) {
    throw new AppError(
      'forbidden',
      'plaintext_disabled',
      'There is no content to classify: store messages with PUT /v1/account/consents/plaintext-storage.',
    );
  }
  if (!consents.aiHelper) {
    throw new AppError(
      'forbidden',
      'consent_required',
      'This needs the AI-helper consent of the account: PUT /v1/account/consents/ai-helper.',
    );
  }
  if (!subscriptionActive) {
    throw new AppError('forbidden', 'subscription_canceled', 'The subscription is canceled. Renew it first.');
  }
}

/** The same check as a boolean. */
export function isScannable(account: Account): boolean {
  try {
    requireScannable(account);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

export function requireClassifier({ moderation }: Pick<Config, 'moderation'>): ModerationConfig {
  if (moderation) return moderation;
  throw new AppError(
    'unavailable',
    'classifier_unavailable',
    'No classifier is configured: the operator sets TRACEWELL_MODERATION_API_KEY, or TRACEWELL_MODERATION_BASE_URL.',
    { retryAfterSeconds: 60 },
  );
}
