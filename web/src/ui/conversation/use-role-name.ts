import { useTexts } from '#i18n';
import { conversationTexts } from './texts.ts';

/** The name of a role; one that is not known is its own. */
export function useRoleName(): (role: string) => string {
  const names: Record<string, string> = useTexts(conversationTexts).roles;
  return (role) => (Object.hasOwn(names, role) ? names[role] : null) ?? role;
}
