// Members of accounts on Pro or Team may change evaluations. Other users see no buttons, because the service
// would refuse.
import { Info } from 'lucide-react';
import { useSession } from '#api';
import { useTexts } from '#i18n';
import { sharedTexts } from './texts.ts';

export function useMayWrite(): boolean {
  const { role, account } = useSession();
  return role !== 'viewer' && account.plan !== 'free';
}

/** Explains missing buttons; renders nothing for users who have them. */
export function WhyReadOnly() {
  const texts = useTexts(sharedTexts);
  const { role, account } = useSession();
  const why = role === 'viewer' ? texts.viewer : account.plan === 'free' ? texts.needsPlan : null;
  if (why === null) return null;
  return (
    <p className="flex items-start gap-2.5 rounded-md border bg-cool-soft px-3.5 py-2.5 text-cool">
      <Info size={18} className="mt-0.5 shrink-0" aria-hidden />
      {why}
    </p>
  );
}
