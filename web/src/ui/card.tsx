import { useId, type ReactNode } from 'react';
import { classNames } from '#lib/class-names';

interface CardProps {
  title?: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Card({ title, about, actions, children, className }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className={classNames(
        'grid min-w-0 grid-cols-1 content-start gap-3 rounded-lg border bg-surface p-4 shadow-card',
        className,
      )}
    >
      {(title !== undefined || actions !== undefined) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h2 id={id} className="text-base/5">
              {title}
            </h2>
            {about !== undefined && <p className="text-sm text-muted">{about}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

interface StatProps {
  label: ReactNode;
  value: ReactNode;
  /** Change against the previous period, as text and tone. */
  change?: { text: string; good: boolean | null; title?: string } | null;
  children?: ReactNode;
}

export const Stat = ({ label, value, change, children }: StatProps) => (
  <div className="grid min-w-0 grid-cols-1 content-start gap-1">
    <p className="truncate text-sm text-muted">{label}</p>
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="min-w-0 text-lg font-semibold">{value}</span>
      {change && (
        <span
          title={change.title}
          className={classNames(
            'text-xs font-medium',
            change.good === null ? 'text-muted' : change.good ? 'text-good' : 'text-bad',
          )}
        >
          {change.text}
        </span>
      )}
    </p>
    {children}
  </div>
);
