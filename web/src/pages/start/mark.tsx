import { classNames } from '#lib/class-names';
import type { Integration, IntegrationGroup } from './integrations/integration.ts';
import { LOGOS } from './logos.ts';

const TONES: Record<IntegrationGroup, string> = {
  python: 'bg-cool-soft text-cool',
  javascript: 'bg-warm-soft text-warm',
  agents: 'bg-plum-soft text-plum',
  other: 'bg-accent-soft text-accent',
  from: 'bg-sunken text-muted',
};

/** The logo, or letters where there is none; the name is beside it. */
export function IntegrationMark({ of: { id, group, mark } }: { of: Integration }) {
  const logo = LOGOS[id];
  return (
    <span
      aria-hidden
      className={classNames(
        'grid size-8 shrink-0 place-items-center rounded-md font-mono text-xs font-semibold',
        TONES[group],
      )}
    >
      {logo === undefined ? (
        mark
      ) : (
        <span className="size-5 bg-current" style={{ mask: `url("${logo}") center / contain no-repeat` }} />
      )}
    </span>
  );
}
