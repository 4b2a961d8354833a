// Single sign-on: the button that leads to the provider, and the reason why a sign-in failed.
import { LogIn } from 'lucide-react';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '#api';
import { useTexts } from '#i18n';
import { AlertBox, ButtonAnchor } from '#ui';
import { BASE_PATH } from '#lib/base-path';
import { safeNext } from '#lib/search-text';
import { SignInCard } from './sign-in-card.tsx';
import { ssoTexts } from './sso-texts.ts';

/** Until the response arrives, passwords are assumed, because most services have no single sign-on. */
export function useSignInMethods(): { password: boolean; ssoName: string | null } {
  const { data } = useGet('/v1/auth/methods', {}, { wholeAccount: true, staleTime: 60_000 });
  return { password: data?.password ?? true, ssoName: data?.sso?.name ?? null };
}

interface SsoButtonProps {
  name: string;
  /** Set if this is the only way to sign in. */
  main?: boolean;
}

export function SsoButton({ name, main = false }: SsoButtonProps) {
  const texts = useTexts(ssoTexts);
  const { next } = useSearch({ strict: false }) as { next?: unknown };
  const query = new URLSearchParams({ next: safeNext(next) });
  return (
    <ButtonAnchor
      look={main ? 'main' : 'plain'}
      href={`${BASE_PATH}/v1/auth/oidc/login?${query.toString()}`}
      icon={<LogIn size={16} aria-hidden />}
    >
      {texts.continueWith(name)}
    </ButtonAnchor>
  );
}

/** Replaces a page about passwords if the service has none; otherwise null. */
export function useSsoOnly(title: string, about?: string): ReactNode {
  const texts = useTexts(ssoTexts);
  const { password, ssoName } = useSignInMethods();
  if (password) return null;
  return (
    <SignInCard title={title} about={about ?? texts.passwordOff}>
      <SsoNotice />
      {ssoName !== null && <SsoButton name={ssoName} main />}
    </SignInCard>
  );
}

/** A line between two ways to sign in. */
export function Or() {
  const texts = useTexts(ssoTexts);
  return (
    <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {texts.or}
    </p>
  );
}

type SsoReason = keyof (typeof ssoTexts)['en']['reasons'];

export function SsoNotice() {
  const texts = useTexts(ssoTexts);
  const { sso, ref } = useSearch({ strict: false }) as { sso?: unknown; ref?: unknown };
  if (typeof sso !== 'string' || sso === '') return null;
  const reason = Object.hasOwn(texts.reasons, sso) ? (sso as SsoReason) : 'failed';
  return (
    <AlertBox>
      <div className="grid min-w-0 gap-1">
        <p>{texts.reasons[reason]}</p>
        {typeof ref === 'string' && /^req_\w{1,40}$/.test(ref) && (
          <p className="text-xs text-muted">
            {texts.requestId} <code className="font-mono wrap-anywhere">{ref}</code>
          </p>
        )}
      </div>
    </AlertBox>
  );
}
