import { useTexts } from '#i18n';
import { Badge, type Tone } from '#ui';
import { guardianTexts } from './texts.ts';
import type { FindingData } from './types.ts';

const SEVERITY_TONES: Record<FindingData['severity'], Tone> = {
  critical: 'bad',
  high: 'bad',
  medium: 'warm',
  low: 'neutral',
};

const STATUS_TONES: Record<FindingData['status'], Tone> = {
  open: 'accent',
  acknowledged: 'cool',
  resolved: 'good',
  dismissed: 'neutral',
};

export const SeverityBadge = ({ severity }: { severity: FindingData['severity'] }) => (
  <Badge tone={SEVERITY_TONES[severity]}>{useTexts(guardianTexts).severities[severity]}</Badge>
);

export const StatusBadge = ({ status }: { status: FindingData['status'] }) => (
  <Badge tone={STATUS_TONES[status]}>{useTexts(guardianTexts).statuses[status]}</Badge>
);
