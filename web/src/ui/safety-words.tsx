// The conclusion of a safety classifier, for the list of assessments and the page of a call.
import type { Schemas } from '#api';
import { useWorded } from '#i18n';
import { safetyWordings } from './safety-wordings.ts';

type Assessment = Pick<Schemas['SafetyAssessment'], 'code' | 'values' | 'reasoning'>;

export function SafetyWords({ assessment, className }: { assessment: Assessment; className?: string }) {
  const { words, lang } = useWorded(safetyWordings)(assessment, assessment.reasoning);
  return (
    <p lang={lang} className={className} title={words}>
      {words}
    </p>
  );
}
