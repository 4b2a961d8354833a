import { Lock } from 'lucide-react';
import { useTexts } from '#i18n';
import { Badge } from '#ui';
import { promptPartTexts } from './part-texts.ts';
import { useProtectedLabels } from './use-prompts.ts';

/** A lock if only admins may move the label. */
export function LabelLock({ label }: { label: string }) {
  const texts = useTexts(promptPartTexts);
  if (!useProtectedLabels().includes(label)) return null;
  return (
    <>
      <Lock size={12} aria-hidden className="shrink-0" />
      <span className="sr-only">{texts.isProtected(label)}</span>
    </>
  );
}

/** The labels to which a version is deployed. */
export const DeployedLabels = ({ labels }: { labels: readonly string[] }) =>
  labels.map((label) => (
    <Badge key={label} tone="good">
      <span className="max-w-40 truncate" title={label}>
        {label}
      </span>
      <LabelLock label={label} />
    </Badge>
  ));
