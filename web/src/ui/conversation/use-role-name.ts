import { useTexts } from '#i18n';
import { conversationTexts } from './texts.ts';

/** The display name of a role; an unknown role is shown as sent. */
export function useRoleName(): (role: string) => string {
  const names: Record<string, string> = useTexts(conversationTexts).roles;
  return (role) => (Object.hasOwn(names, role) ? names[role] : null) ?? role;
}
