import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** What to do next. */
  children?: ReactNode;
  actions?: ReactNode;
}

export const EmptyState = ({ icon, title, children, actions }: EmptyStateProps) => (
  <div className="grid justify-items-center gap-3 px-4 py-12 text-center">
    {icon !== undefined && (
      <span className="grid size-11 place-items-center rounded-lg bg-accent-soft text-accent">{icon}</span>
    )}
    <p className="text-lg font-semibold">{title}</p>
    {children !== undefined && <div className="max-w-prose text-muted">{children}</div>}
    {actions !== undefined && <div className="mt-1 flex flex-wrap justify-center gap-2">{actions}</div>}
  </div>
);
