import { classNames } from '#lib/class-names';
import type { Integration, IntegrationGroup } from './integrations/integration.ts';

const TONES: Record<IntegrationGroup, string> = {
  python: 'bg-cool-soft text-cool',
  javascript: 'bg-warm-soft text-warm',
  agents: 'bg-plum-soft text-plum',
  other: 'bg-accent-soft text-accent',
  from: 'bg-sunken text-muted',
};

/** Letters in place of a logo; the name is beside it. */
export const IntegrationMark = ({ of: { group, mark } }: { of: Integration }) => (
  <span
    aria-hidden
    className={classNames(
      'grid size-8 shrink-0 place-items-center rounded-md font-mono text-xs font-semibold',
      TONES[group],
    )}
  >
    {mark}
  </span>
);
