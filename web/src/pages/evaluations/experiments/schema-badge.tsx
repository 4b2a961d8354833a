import { useTexts } from '#i18n';
import { Badge } from '#ui';
import { experimentTexts } from './texts.ts';

/** Whether a structured answer matches its schema; nothing if there is none to check. */
export function SchemaBadge({ isValid }: { isValid: boolean | null }) {
  const texts = useTexts(experimentTexts);
  if (isValid === null) return null;
  return <Badge tone={isValid ? 'good' : 'bad'}>{isValid ? texts.valid : texts.invalid}</Badge>;
}
