import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names';

const TONES = {
  neutral: 'bg-sunken text-muted',
  // The accent colour is reserved for clickable elements.
  accent: 'bg-sunken text-text',
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  warm: 'bg-warm-soft text-warm',
  cool: 'bg-cool-soft text-cool',
  plum: 'bg-plum-soft text-plum',
} as const;
export type Tone = keyof typeof TONES;

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={classNames(
      'inline-flex max-w-full items-center gap-1 rounded-sm px-1.5 py-px text-xs font-medium whitespace-nowrap',
      TONES[tone],
    )}
  >
    {children}
  </span>
);

const DOTS: Record<Tone, string> = {
  neutral: 'bg-control',
  accent: 'bg-cool',
  // A good state needs no colour; colour is for problems.
  good: 'bg-control/60',
  bad: 'bg-bad',
  warm: 'bg-warm',
  cool: 'bg-cool',
  plum: 'bg-plum',
};

/** Never colour alone: the text beside it says the same. */
export const StatusDot = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className="inline-flex items-center gap-2 whitespace-nowrap">
    <span aria-hidden className={classNames('size-2 rounded-full', DOTS[tone])} />
    {children}
  </span>
);
