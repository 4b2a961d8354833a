import { useTexts } from '#i18n';
import { Badge, type Tone } from '#ui';
import { guardianTexts } from './texts.ts';
import type { Finding } from './types.ts';

const SEVERITY_TONES: Record<Finding['severity'], Tone> = {
  critical: 'bad',
  high: 'bad',
  medium: 'warm',
  low: 'neutral',
};

const STATUS_TONES: Record<Finding['status'], Tone> = {
  open: 'accent',
  acknowledged: 'cool',
  resolved: 'good',
  dismissed: 'neutral',
};

export const SeverityBadge = ({ severity }: { severity: Finding['severity'] }) => (
  <Badge tone={SEVERITY_TONES[severity]}>{useTexts(guardianTexts).severities[severity]}</Badge>
);

export const StatusBadge = ({ status }: { status: Finding['status'] }) => (
  <Badge tone={STATUS_TONES[status]}>{useTexts(guardianTexts).statuses[status]}</Badge>
);
